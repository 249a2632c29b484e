#include <QJsonDocument>

#include "app/core/Text.h"
#include "app/store/Checksums.h"
#include "app/store/Database.h"
#include "app/store/Repositories.h"

using namespace Qt::StringLiterals;

namespace offprint {

SiteRepository::SiteRepository(Database& database) : db_(database) {}

Result<Site> SiteRepository::get() const {
  auto statement = db_.prepare("SELECT content FROM site WHERE id = 1");
  if (!statement) return statement.error();
  auto row = statement->step();
  if (!row) return row.error();
  if (!*row) return Site::starter({}, {});
  return Site::fromJson(statement->object(0));
}

Result<void> SiteRepository::save(const Site& site) {
  return db_.transaction([&]() -> Result<void> {
    OFFPRINT_TRY(
        db_.run("INSERT INTO site (id, content) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET content = "
                "excluded.content",
                site.toJson()));
    return checksums::putSite(db_);
  });
}

Result<QJsonValue> SiteRepository::state(const QString& key) const {
  auto statement = db_.prepare("SELECT value FROM state WHERE key = ?");
  if (!statement) return statement.error();
  statement->bind(key);
  auto row = statement->step();
  if (!row) return row.error();
  if (!*row) return QJsonValue(QJsonValue::Undefined);
  // Qt reads only arrays and objects as documents: every value lies in an array of one.
  return statement->array(0).at(0);
}

Result<void> SiteRepository::setState(const QString& key, const QJsonValue& value) {
  if (value.isUndefined()) return db_.run("DELETE FROM state WHERE key = ?", key);
  return db_.run(
      "INSERT INTO state (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      key, QJsonArray{value});
}

}  // namespace offprint
