#include "app/store/ItemRow.h"

#include "app/store/Checksums.h"
#include "app/store/Database.h"

using namespace Qt::StringLiterals;

namespace offprint::itemRow {
namespace {

People readPeople(const QJsonArray& array) {
  People people;
  for (const QJsonValue& value : array)
    people.append(Person::fromJson(value.toObject()));
  return people;
}

QJsonArray peopleJson(const People& people) {
  QJsonArray array;
  for (const Person& person : people)
    array.append(person.toJson());
  return array;
}

QString filterKey(const ContentItem& item) {
  return fold(item.title + u'\n' + item.summary + u'\n' + item.tags.join(u'\n'));
}

void bindColumns(Statement& statement, const ContentItem& item) {
  const ItemSummary summary = summarize(item);
  statement.bind(item.uuid).bind(item.kind).bind(item.slug).bind(statusName(item.status)).bind(item.trashed);
  statement.bind(item.pinned)
      .bind(item.version)
      .bind(momentText(item.created))
      .bind(momentText(item.modified));
  statement.bind(summary.words).bind(item.date.sortKey()).bind(titleKey(item.title)).bind(filterKey(item));
  statement.bind(item.title).bind(item.date.full()).bind(item.updated.full()).bind(item.publishAt);
  statement.bind(item.language).bind(item.summary).bind(summary.excerpt).bind(peopleJson(item.authors));
  statement.bind(item.tags).bind(item.topics).bind(item.series).bind(item.seriesPart).bind(item.cover);
  statement.bind(item.coverAlt).bind(item.aliases).bind(item.permalink).bind(item.fields);
}

const char* const insertSql =
    "INSERT INTO item (uuid, kind, slug, status, trashed, pinned, version, created, modified, words, "
    "date_key, "
    "title_key, filter_key, title, date, updated, publish_at, language, summary, excerpt, authors, tags, "
    "topics, "
    "series, series_part, cover, cover_alt, aliases, permalink, fields) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, "
    "?, ?, "
    "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
const char* const updateSql =
    "UPDATE item SET uuid = ?, kind = ?, slug = ?, status = ?, trashed = ?, pinned = ?, version = ?, created "
    "= ?, "
    "modified = ?, words = ?, date_key = ?, title_key = ?, filter_key = ?, title = ?, date = ?, updated = ?, "
    "publish_at = ?, language = ?, summary = ?, excerpt = ?, authors = ?, tags = ?, topics = ?, series = ?, "
    "series_part = ?, cover = ?, cover_alt = ?, aliases = ?, permalink = ?, fields = ? WHERE id = ?";

template <class T>
void readShared(const Statement& row, T& item) {
  item.id = {row.integer(0)};
  item.uuid = row.text(1);
  item.kind = row.text(2);
  item.slug = row.text(3);
  item.status = statusFromName(row.text(4)).value_or(Status::Draft);
  item.trashed = row.moment(5);
  item.pinned = row.integer(6) != 0;
  item.version = row.integer(7);
  item.created = row.moment(8);
  item.modified = row.moment(9);
  item.title = row.text(11);
  item.date = Date::lenient(row.text(12));
  item.updated = Date::lenient(row.text(13));
  item.publishAt = row.moment(14);
  item.language = row.text(15);
  item.summary = row.text(16);
  item.authors = readPeople(row.array(18));
  item.tags = row.strings(19);
  item.topics = row.strings(20);
  item.series = row.text(21);
  item.seriesPart = static_cast<int>(row.integer(22));
  item.cover = row.text(23);
  item.coverAlt = row.text(24);
  item.aliases = row.strings(25);
  item.permalink = row.text(26);
  item.fields = row.object(27);
}

}  // namespace

const QByteArray& summaryColumns() {
  static const QByteArray columns =
      "item.id, item.uuid, item.kind, item.slug, item.status, item.trashed, item.pinned, item.version, "
      "item.created, item.modified, item.words, item.title, item.date, item.updated, item.publish_at, "
      "item.language, item.summary, item.excerpt, item.authors, item.tags, item.topics, item.series, "
      "item.series_part, item.cover, item.cover_alt, item.aliases, item.permalink, item.fields, "
      "(SELECT exported.version FROM exported WHERE exported.item = item.id), "
      "(SELECT exported.since FROM exported WHERE exported.item = item.id)";
  return columns;
}

ItemSummary readSummary(const Statement& row) {
  ItemSummary summary;
  readShared(row, summary);
  summary.words = static_cast<int>(row.integer(10));
  summary.excerpt = row.text(17);
  summary.exportedVersion = row.integer(28);
  summary.exportedAt = row.moment(29);
  return summary;
}

ContentItem readItem(const Statement& row) {
  ContentItem item;
  readShared(row, item);
  item.body = row.text(30);
  item.extra = row.object(31);
  return item;
}

Result<ContentId> write(Database& database, const ContentItem& item, bool textChanged) {
  auto statement = database.prepare(item.id.valid() ? updateSql : insertSql);
  if (!statement) return statement.error();
  bindColumns(*statement, item);
  if (item.id.valid()) statement->bind(item.id.value);
  OFFPRINT_TRY(statement->run());
  const bool known = item.id.valid();
  const ContentId id = known ? item.id : ContentId{database.lastInsertId()};
  // What replaces makes SQLite keep a journal of the statement, for which the search index writes all that it
  // holds back: an import would have it written once an item.
  const QByteArray text = known ? "INSERT OR REPLACE INTO item_text (item, body, extra) VALUES (?, ?, ?)"
                                : "INSERT INTO item_text (item, body, extra) VALUES (?, ?, ?)";
  if (textChanged) OFFPRINT_TRY(database.run(text, id.value, item.body, item.extra));
  OFFPRINT_TRY(checksums::putItem(database, id));
  return id;
}

QString titleKey(const QString& title) {
  QString key;
  for (const QChar c : plainTitle(title).normalized(QString::NormalizationForm_KD)) {
    if (c.category() != QChar::Mark_NonSpacing) key.append(c);
  }
  return key.toCaseFolded();
}

QString fold(const QString& text) {
  return text.normalized(QString::NormalizationForm_C).toCaseFolded();
}

}  // namespace offprint::itemRow
