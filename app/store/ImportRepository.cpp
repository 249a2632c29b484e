#include "app/store/Database.h"
#include "app/store/Repositories.h"

using namespace Qt::StringLiterals;

namespace offprint {

ImportRepository::ImportRepository(Database& database) : db_(database) {}

Result<QList<ImportRecord>> ImportRepository::records(const QString& source) const {
  auto statement = db_.prepare(
      "SELECT source, path, entry, item, source_hash, item_version FROM import_record WHERE source = ? "
      "ORDER BY path, entry");
  if (!statement) return statement.error();
  statement->bind(source);
  QList<ImportRecord> list;
  for (;;) {
    auto row = statement->step();
    if (!row) return row.error();
    if (!*row) return list;
    list.append({statement->text(0),
                 statement->text(1),
                 statement->text(2),
                 {statement->integer(3)},
                 statement->text(4),
                 statement->integer(5)});
  }
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
  auto statement = db_.prepare("SELECT content FROM import_report ORDER BY created DESC, id DESC");
  if (!statement) return statement.error();
  QList<QJsonObject> list;
  for (;;) {
    auto row = statement->step();
    if (!row) return row.error();
    if (!*row) return list;
    list.append(statement->object(0));
  }
}

}  // namespace offprint
