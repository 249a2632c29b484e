#include "app/store/Checksums.h"

#include <sqlite3.h>

#include "app/core/Sha256.h"
#include "app/core/Text.h"
#include "app/store/Database.h"
#include "app/store/ItemJson.h"

using namespace Qt::StringLiterals;

namespace offprint::checksums {
namespace {

/// SHA-256 of the arguments as netstrings (cr.yp.to/proto/netstrings.txt) of their texts; NULL is "-,". The
/// bytes are taken as they lie in the file, so that nothing between here and there can hide a change.
void sum(sqlite3_context* context, int count, sqlite3_value** values) {
  Sha256 hash;
  for (int at = 0; at < count; ++at) {
    if (sqlite3_value_type(values[at]) == SQLITE_NULL) {
      hash.addData("-,");
      continue;
    }
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_value_text(values[at]));
    const int size = sqlite3_value_bytes(values[at]);
    if (!bytes) return sqlite3_result_error_nomem(context);
    hash.addData(QByteArray::number(size) + ':');
    hash.addData(QByteArrayView(bytes, size));
    hash.addData(",");
  }
  const QByteArray hex = hash.result().toHex();
  sqlite3_result_text(context, hex.constData(), static_cast<int>(hex.size()), SQLITE_TRANSIENT);
}

// The columns in the order of their tables, as in 0003_checksums.sql.
const QByteArray& ofItem() {
  static const QByteArray sql =
      "offprint_sum(uuid, kind, slug, status, trashed, pinned, version, created, modified, words, date_key, "
      "title_key, filter_key, title, date, updated, publish_at, language, summary, excerpt, authors, tags, "
      "topics, series, series_part, cover, cover_alt, aliases, permalink, fields, "
      "(SELECT body FROM item_text WHERE item_text.item = item.id), "
      "(SELECT extra FROM item_text WHERE item_text.item = item.id))";
  return sql;
}
const QByteArray& ofSite() {
  static const QByteArray sql = "offprint_sum(content)";
  return sql;
}
const QByteArray& ofTerm() {
  static const QByteArray sql = "offprint_sum(type, name, slug, description)";
  return sql;
}
const QByteArray& ofMedia() {
  static const QByteArray sql =
      "offprint_sum(path, path_key, sha256, mime_type, bytes, width, height, alt, caption, credit, "
      "decorative, created)";
  return sql;
}

QByteArray changedRows(const QByteArray& columns, const QByteArray& table, const QByteArray& sum) {
  return "SELECT " + columns + " FROM " + table + " WHERE checksum <> '' AND checksum <> " + sum;
}

Finding damaged(const QString& code, const QString& message, const QString& item = {}) {
  Finding finding;
  finding.level = Finding::Level::Error;
  finding.code = code;
  finding.message = message;
  finding.item = item;
  return finding;
}

/// When the newest version of an item was kept that can be read; invalid when there is none.
Result<QDateTime> wholeVersion(Database& database, ContentId id) {
  auto versions = database.prepare("SELECT created, content FROM revision WHERE item = ? ORDER BY id DESC");
  if (!versions) return versions.error();
  versions->bind(id.value);
  for (;;) {
    auto row = versions->step();
    if (!row) return row.error();
    if (!*row) return QDateTime();
    if (unpackItem(versions->blob(1))) return versions->moment(0);
  }
}

Result<void> checkItems(Database& database, Findings& findings) {
  struct Row {
    ContentId id;
    QString ref;
    QString title;
  };
  QList<Row> rows;
  // An item without a text is told of by itself (library.text-missing).
  OFFPRINT_TRY(database.each(changedRows("id, kind || '/' || slug, title", "item", ofItem()) +
                                 " AND id IN (SELECT item FROM item_text)",
                             [&](const Statement& row) {
                               rows.append({{row.integer(0)}, row.text(1), row.text(2)});
                             }));
  for (const Row& row : std::as_const(rows)) {
    auto whole = wholeVersion(database, row.id);
    if (!whole) return whole.error();
    const QString message =
        whole->isValid()
            ? say("“%1” is not as it was stored: its words or fields were damaged in the library's file. Its "
                  "version of %2 is whole; compare with it, or restore a backup.")
                  .arg(row.title, whole->toString(u"yyyy-MM-dd HH:mm 'UTC'"_s))
            : say("“%1” is not as it was stored: its words or fields were damaged in the library's file. No "
                  "version of it is whole; look for it in a backup.")
                  .arg(row.title);
    findings.append(damaged(u"library.text-damaged"_s, message, row.ref));
  }
  return {};
}

Result<void> checkVersions(Database& database, Findings& findings) {
  return database.each(
      "SELECT revision.created, revision.content, item.kind || '/' || item.slug, item.title FROM revision "
      "JOIN item ON item.id = revision.item",
      [&](const Statement& row) {
        if (unpackItem(row.blob(1))) return;
        findings.append(damaged(u"library.version-damaged"_s,
                                say("The version of “%1” of %2 is damaged and cannot be restored. The item "
                                    "itself and its other versions are not concerned.")
                                    .arg(row.text(3), row.moment(0).toString(u"yyyy-MM-dd HH:mm 'UTC'"_s)),
                                row.text(2)));
      });
}

}  // namespace

int define(sqlite3* connection) {
  return sqlite3_create_function_v2(connection, "offprint_sum", -1,
                                    SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, nullptr, sum,
                                    nullptr, nullptr, nullptr);
}

Result<void> putItem(Database& database, ContentId id) {
  return database.run("UPDATE item SET checksum = " + ofItem() + " WHERE id = ?", id.value);
}

Result<bool> whole(Database& database, ContentId id) {
  auto changed = database.number(
      "SELECT count(*) FROM item WHERE id = ? AND checksum <> '' AND checksum <> " + ofItem(), id.value);
  if (!changed) return changed.error();
  return *changed == 0;
}

Result<void> putSite(Database& database) {
  return database.run("UPDATE site SET checksum = " + ofSite());
}

Result<void> putTerm(Database& database, const QString& type, const QString& name) {
  return database.run("UPDATE term SET checksum = " + ofTerm() + " WHERE type = ? AND name = ?", type, name);
}

Result<void> putMedia(Database& database, MediaId id) {
  return database.run("UPDATE media SET checksum = " + ofMedia() + " WHERE id = ?", id.value);
}

Result<void> check(Database& database, Findings& findings) {
  OFFPRINT_TRY(checkItems(database, findings));
  OFFPRINT_TRY(checkVersions(database, findings));
  OFFPRINT_TRY(database.each(changedRows("id", "site", ofSite()), [&](const Statement&) {
    findings.append(damaged(u"library.site-damaged"_s,
                            say("The settings of the site are not as they were stored: they were damaged in "
                                "the library's file. Items are not concerned. Look through the settings, or "
                                "restore a backup.")));
  }));
  OFFPRINT_TRY(database.each(changedRows("name", "term", ofTerm()), [&](const Statement& row) {
    findings.append(damaged(u"library.term-damaged"_s,
                            say("The description of “%1” is not as it was stored: it was damaged in the "
                                "library's file. Items are not concerned. Write it again, or restore a "
                                "backup.")
                                .arg(row.text(0))));
  }));
  return database.each(changedRows("path", "media", ofMedia()), [&](const Statement& row) {
    findings.append(damaged(u"media.words-damaged"_s,
                            say("What is kept about the file “%1” (name, description, size) is not as it was "
                                "stored: it was damaged in the library's file. Look at it in Media, or "
                                "restore a backup.")
                                .arg(row.text(0))));
  });
}

}  // namespace offprint::checksums
