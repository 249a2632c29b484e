#include <array>

#include "app/core/Text.h"
#include "app/store/ContentRepository.h"
#include "app/store/Database.h"
#include "app/store/ItemJson.h"
#include "app/store/Repositories.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

const std::array reasonNames = {"typing", "pause",   "leave",   "paste",  "kept",
                                "import", "replace", "restore", "publish"};

QString reasonName(RevisionReason reason) {
  return QString::fromLatin1(reasonNames.at(static_cast<size_t>(reason)));
}

RevisionReason reasonFromName(const QString& name) {
  for (size_t i = 0; i < reasonNames.size(); ++i) {
    if (name == QLatin1String(reasonNames.at(i))) return static_cast<RevisionReason>(i);
  }
  return RevisionReason::Typing;
}

const char* const columns = "SELECT id, item, reason, name, created, words, hash FROM revision ";

Revision readRevision(const Statement& row) {
  return {{row.integer(0)}, {row.integer(1)}, reasonFromName(row.text(2)),
          row.text(3),      row.moment(4),    static_cast<int>(row.integer(5))};
}

/// Reasons that say more about a version than that time passed.
bool telling(RevisionReason reason) {
  return reason != RevisionReason::Typing && reason != RevisionReason::Pause &&
         reason != RevisionReason::Leave;
}

}  // namespace

RevisionRepository::RevisionRepository(Database& database, ContentRepository& content, Clock clock)
    : db_(database), content_(content), clock_(std::move(clock)) {}

Result<Revision> RevisionRepository::cut(ContentId item, RevisionReason reason, const QString& name) {
  auto whole = content_.get(item);
  if (!whole) return whole.error();
  return add(*whole, reason, name);
}

Result<Revision> RevisionRepository::add(const ContentItem& content, RevisionReason reason,
                                         const QString& name) {
  Revision revision;
  const Result<void> done = db_.transaction([&]() -> Result<void> {
    const QString hash = contentHash(content);
    auto last = db_.prepare(QByteArray(columns) + "WHERE item = ? ORDER BY id DESC LIMIT 1");
    if (!last) return last.error();
    last->bind(content.id.value);
    auto row = last->step();
    if (!row) return row.error();
    if (*row && last->text(6) == hash) {
      revision = readRevision(*last);
      last->reset();
      return strengthen(revision, reason, name);
    }
    revision = {{}, content.id, reason, name, clock_(), countWords(content.body)};
    OFFPRINT_TRY(
        db_.run("INSERT INTO revision (item, reason, name, created, words, hash, content) VALUES (?, ?, ?, "
                "?, ?, ?, ?)",
                content.id.value, reasonName(reason), name, momentText(revision.created), revision.words,
                hash, packItem(content)));
    revision.id = {db_.lastInsertId()};
    return {};
  });
  if (!done) return done.error();
  return revision;
}

/// The same content cut again: a name or a telling reason is added to the version that is there.
Result<void> RevisionRepository::strengthen(Revision& revision, RevisionReason reason, const QString& name) {
  if (!name.isEmpty()) revision.name = name;
  if (telling(reason)) revision.reason = reason;
  return db_.run("UPDATE revision SET reason = ?, name = ? WHERE id = ?", reasonName(revision.reason),
                 revision.name, revision.id.value);
}

Result<QList<Revision>> RevisionRepository::list(ContentId item) const {
  QList<Revision> list;
  OFFPRINT_TRY(db_.each(
      QByteArray(columns) + "WHERE item = ? ORDER BY id DESC",
      [&](const Statement& row) { list.append(readRevision(row)); }, item.value));
  return list;
}

Result<ContentItem> RevisionRepository::content(RevisionId id) const {
  auto statement = db_.prepare("SELECT content FROM revision WHERE id = ?");
  if (!statement) return statement.error();
  statement->bind(id.value);
  auto row = statement->step();
  if (!row) return row.error();
  if (!*row) return makeError(ErrorCode::NotFound, say("This version is no longer kept."));
  return unpackItem(statement->blob(0));
}

Result<int> RevisionRepository::count(ContentId item) const {
  auto count = db_.number("SELECT count(*) FROM revision WHERE item = ?", item.value);
  if (!count) return count.error();
  return static_cast<int>(*count);
}

Result<int> RevisionRepository::thin(const QDateTime& now) {
  const QDateTime dailyFrom = now.addDays(-30);
  const QDateTime weeklyFrom = dailyFrom.addDays(-365);
  const Result<void> done = db_.run(
      "DELETE FROM revision WHERE id IN (SELECT id FROM (SELECT id, name, reason, row_number() OVER "
      "(PARTITION BY "
      "item, CASE WHEN created >= ? THEN date(created) ELSE 'w' || CAST(julianday(created) / 7 AS INTEGER) "
      "END "
      "ORDER BY id DESC) AS place FROM revision WHERE created < ?) "
      "WHERE place > 1 AND name = '' AND reason <> 'publish')",
      momentText(weeklyFrom), momentText(dailyFrom));
  if (!done) return done.error();
  return db_.changes();
}

}  // namespace offprint
