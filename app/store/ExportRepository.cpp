#include "app/store/ContentRepository.h"
#include "app/store/Database.h"
#include "app/store/ItemJson.h"
#include "app/store/Repositories.h"

namespace offprint {

ExportRepository::ExportRepository(Database& database, ContentRepository& content)
    : db_(database), content_(content) {}

Result<QList<ExportedItem>> ExportRepository::hashed(QList<ExportedItem> items) const {
  QHash<ContentId, ExportedItem> known;
  OFFPRINT_TRY(db_.each("SELECT item, version, hash FROM exported", [&](const Statement& row) {
    known.insert({row.integer(0)}, {{row.integer(0)}, row.integer(1), row.text(2)});
  }));
  for (ExportedItem& exported : items) {
    const ExportedItem before = known.value(exported.id);
    if (before.version == exported.version && !before.hash.isEmpty()) {
      exported.hash = before.hash;
      continue;
    }
    auto item = content_.get(exported.id);
    if (!item && item.error().code != ErrorCode::NotFound) return item.error();
    if (item && item->version == exported.version) exported.hash = contentHash(*item);
  }
  return items;
}

Result<void> ExportRepository::record(const QList<ExportedItem>& items, const QDateTime& when) {
  return db_.transaction([&]() -> Result<void> {
    OFFPRINT_TRY(db_.run("DELETE FROM exported"));
    for (const ExportedItem& exported : items) {
      // One that was deleted for ever meanwhile has no row to compare with.
      OFFPRINT_TRY(db_.run(
          "INSERT INTO exported (item, version, hash, since) SELECT id, ?, ?, ? FROM item WHERE id = ?",
          exported.version, exported.hash, momentText(when), exported.id.value));
    }
    return {};
  });
}

}  // namespace offprint
