#include "app/store/Database.h"
#include "app/store/Repositories.h"

using namespace Qt::StringLiterals;

namespace offprint {

ImportRepository::ImportRepository(Database& database) : db_(database) {}

Result<QList<ImportRecord>> ImportRepository::records(const QString& source) const {
  QList<ImportRecord> list;
  const auto take = [&](const Statement& row) {
    list.append({row.text(0), row.text(1), row.text(2), {row.integer(3)}, row.text(4), row.integer(5)});
  };
  OFFPRINT_TRY(
      db_.each("SELECT source, path, entry, item, source_hash, item_version FROM import_record WHERE "
               "source = ? ORDER BY path, entry",
               take, source));
  return list;
}

Result<void> ImportRepository::put(const ImportRecord& record) {
  return db_.run(
      "INSERT OR REPLACE INTO import_record (source, path, entry, item, source_hash, item_version) "
      "VALUES (?, ?, ?, ?, ?, ?)",
      record.source, record.path, record.entry, record.item.value, record.sourceHash, record.itemVersion);
}

Result<void> ImportRepository::addReport(const QDateTime& when, const QJsonObject& report) {
  return db_.run("INSERT INTO import_report (created, content) VALUES (?, ?)", momentText(when), report);
}

Result<QList<QJsonObject>> ImportRepository::reports() const {
  QList<QJsonObject> list;
  OFFPRINT_TRY(db_.each("SELECT content FROM import_report ORDER BY created DESC, id DESC",
                        [&](const Statement& row) { list.append(row.object(0)); }));
  return list;
}

}  // namespace offprint
