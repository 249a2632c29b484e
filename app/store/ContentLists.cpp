// The reading half of ContentRepository: lists, filters, search, counts. Nothing here reads bodies.
#include <QRegularExpression>
#include <QUuid>

#include "app/core/Text.h"
#include "app/store/ContentRepository.h"
#include "app/store/Database.h"
#include "app/store/ItemRow.h"
#include "app/store/SearchIndex.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// A WHERE clause with its values, built condition by condition.
class Filter {
 public:
  void add(const QByteArray& condition, const QStringList& values = {}) {
    sql_ += sql_.isEmpty() ? " WHERE " : " AND ";
    sql_ += condition;
    values_ += values;
  }
  void addChoice(const QByteArray& column, const QStringList& choices) {
    if (choices.isEmpty()) return;
    QByteArray marks;
    for (qsizetype i = 0; i < choices.size(); ++i)
      marks += i == 0 ? "?" : ", ?";
    add(column + " IN (" + marks + ")", choices);
  }
  const QByteArray& sql() const { return sql_; }
  const QStringList& values() const { return values_; }

 private:
  QByteArray sql_;
  QStringList values_;
};

void addTerm(Filter& filter, const QString& type, const QString& name) {
  if (!name.isEmpty())
    filter.add("item.id IN (SELECT item FROM item_term WHERE type = ? AND name = ?)", {type, name});
}

/// Other items that cite a work by its key, or name it as "kind/slug" in a link or a field.
const char* const citingItems =
    "FROM item_link JOIN item AS other ON other.id = item_link.item AND other.trashed IS NULL AND other.id "
    "<> "
    "item.id WHERE item_link.target IN ('@' || item.citation_key, item.kind || '/' || item.slug)";

void addWorks(Filter& filter, const ContentQuery& query) {
  using Works = ContentQuery::Works;
  // Absent is own, as ContentKind::isOfOthers() has it.
  if (query.works == Works::Own && !query.ownField.isEmpty())
    filter.add("json_extract(item.fields, ?) IS NOT 0", {u"$.\"%1\""_s.arg(query.ownField)});
  if (query.works == Works::Cited) filter.add(QByteArray("EXISTS (SELECT 1 ") + citingItems + ')');
}

/// The condition under which siteState() says `state`; every '?' is the present moment.
QByteArray conditionOf(SiteState state) {
  static const QByteArray wanted =
      "(item.trashed IS NULL AND (item.status IN ('published', 'unlisted') OR (item.status = 'scheduled' AND "
      "item.publish_at <= ?)))";
  static const QByteArray there = "EXISTS (SELECT 1 FROM exported WHERE exported.item = item.id)";
  static const QByteArray same =
      "EXISTS (SELECT 1 FROM exported WHERE exported.item = item.id AND exported.version = item.version)";
  switch (state) {
    case SiteState::ToPublish:
      return wanted + " AND NOT " + there;
    case SiteState::Published:
      return wanted + " AND " + same;
    case SiteState::Changed:
      return wanted + " AND " + there + " AND NOT " + same;
    case SiteState::ToRemove:
      return "NOT " + wanted + " AND " + there;
    case SiteState::Scheduled:
      return "NOT " + wanted + " AND NOT " + there + " AND item.status = 'scheduled'";
    case SiteState::Draft:
      break;
  }
  return "NOT " + wanted + " AND NOT " + there + " AND item.status <> 'scheduled'";
}

void addSiteStates(Filter& filter, const QList<SiteState>& states, const QDateTime& now) {
  if (states.isEmpty()) return;
  QByteArray any;
  for (const SiteState state : states)
    any += (any.isEmpty() ? "((" : " OR (") + conditionOf(state) + ")";
  filter.add(any + ")", QStringList(states.size(), momentText(now)));
}

Filter filterOf(const ContentQuery& query, const QDateTime& now) {
  Filter filter;
  if (query.trash == ContentQuery::Bin::Exclude) filter.add("item.trashed IS NULL");
  if (query.trash == ContentQuery::Bin::Only) filter.add("item.trashed IS NOT NULL");
  filter.addChoice("item.kind", query.kinds);
  QStringList statuses;
  for (const Status status : query.statuses)
    statuses.append(statusName(status));
  filter.addChoice("item.status", statuses);
  if (!query.topic.isEmpty())  // '0' is the character after '/': the range holds every topic below
    filter.add(
        "item.id IN (SELECT item FROM item_term WHERE type = 'topic' AND (name = ? OR (name >= ? AND name < "
        "?)))",
        {query.topic, query.topic + u'/', query.topic + u'0'});
  addTerm(filter, u"tag"_s, query.tag);
  addTerm(filter, u"series"_s, query.series);
  addWorks(filter, query);
  if (query.pinned) filter.add(*query.pinned ? "item.pinned <> 0" : "item.pinned = 0");
  if (const QString text = itemRow::fold(query.text).trimmed(); !text.isEmpty())
    filter.add("instr(item.filter_key, ?) > 0", {text});
  addSiteStates(filter, query.siteStates, now);
  return filter;
}

/// Hits in the title count most, then tags, then fields, then the text.
const char* const rank = "bm25(search, 10.0, 1.0, 2.0, 5.0)";

QByteArray orderOf(const ContentQuery& query) {
  const QByteArray direction = query.ascending ? " ASC" : " DESC";
  const auto by = [&](const QByteArray& column) {
    return " ORDER BY item." + column + direction + ", item.id" + direction;
  };
  switch (query.sort) {
    case ContentQuery::Sort::Edited:
      if (!query.fullText.isEmpty()) return QByteArray(" ORDER BY ") + rank + ", item.id";
      return by("modified");
    case ContentQuery::Sort::Date:
      return by("date_key");
    case ContentQuery::Sort::Title:
      return by("title_key");
    case ContentQuery::Sort::Words:
      return by("words");
    case ContentQuery::Sort::State:
      return " ORDER BY item.status" + direction + ", item.modified" + direction + ", item.id" + direction;
  }
  return {};
}

/// SELECT `columns` of the items of `query`. Nothing when its full text holds no word.
std::optional<std::pair<QByteArray, QStringList>> select(const QByteArray& columns, const ContentQuery& query,
                                                         const QDateTime& now) {
  Filter filter = filterOf(query, now);
  QByteArray from = " FROM item";
  if (!query.fullText.isEmpty()) {
    const QString expression = searchIndex::expression(query.fullText);
    if (expression.isEmpty()) return std::nullopt;
    from = " FROM search JOIN item ON item.id = search.rowid";
    filter.add("search MATCH ?", {expression});
  }
  QByteArray sql = "SELECT " + columns + from + filter.sql() + orderOf(query);
  if (query.limit > 0 || query.offset > 0)
    sql += " LIMIT " + QByteArray::number(query.limit > 0 ? query.limit : -1) + " OFFSET " +
           QByteArray::number(query.offset);
  return std::pair(sql, filter.values());
}

/// Runs a select() and hands every row to `take`.
Result<void> eachRow(Database& database, const QByteArray& columns, const ContentQuery& query,
                     const QDateTime& now, const std::function<void(const Statement&)>& take) {
  const auto selected = select(columns, query, now);
  if (!selected) return {};
  auto statement = database.prepare(selected->first);
  if (!statement) return statement.error();
  for (const QString& value : selected->second)
    statement->bind(value);
  for (;;) {
    auto row = statement->step();
    if (!row) return row.error();
    if (!*row) return {};
    take(*statement);
  }
}

/// Whether a passage shows what was found: not where a link leads, which nobody reads.
bool matchIsRead(QString passage) {
  static const QRegularExpression target(u"\\[\\[[^\\[\\]|]*(?:[|\\]]|$)|\\]\\([^()\\s]*"_s);
  return passage.remove(target).contains(u'\u2039');
}

}  // namespace

Result<QList<ItemSummary>> ContentRepository::list(const ContentQuery& query) const {
  QList<ItemSummary> list;
  OFFPRINT_TRY(eachRow(db_, itemRow::summaryColumns(), query, clock_(),
                       [&](const Statement& row) { list.append(itemRow::readSummary(row)); }));
  return list;
}

Result<QList<ContentId>> ContentRepository::ids(const ContentQuery& query) const {
  QList<ContentId> list;
  OFFPRINT_TRY(eachRow(db_, "item.id", query, clock_(),
                       [&](const Statement& row) { list.append(ContentId{row.integer(0)}); }));
  return list;
}

Result<QList<ItemSummary>> ContentRepository::summaries(const QList<ContentId>& ids) const {
  static const QByteArray sql = "SELECT " + itemRow::summaryColumns() + " FROM item WHERE id = ?";
  auto statement = db_.prepare(sql);
  if (!statement) return statement.error();
  QList<ItemSummary> list;
  list.reserve(ids.size());
  for (const ContentId id : ids) {
    statement->reset();
    statement->bind(id.value);
    auto row = statement->step();
    if (!row) return row.error();
    if (*row) list.append(itemRow::readSummary(*statement));
  }
  return list;
}

Result<QList<SearchHit>> ContentRepository::search(const QString& words, const ContentQuery& within,
                                                   int limit) const {
  ContentQuery query = within;
  query.fullText = words;
  query.sort = ContentQuery::Sort::Edited;
  query.limit = limit;
  QList<SearchHit> hits;
  if (words.trimmed().isEmpty()) return hits;
  auto found = ids(query);
  if (!found || found->isEmpty()) return found ? Result<QList<SearchHit>>(hits) : found.error();
  auto shown = snippets(words, found->mid(0, snippetsAtOnce));
  if (!shown) return shown.error();
  for (const ContentId id : *found)
    hits.append(SearchHit{id, shown->value(id)});
  return hits;
}

Result<QHash<ContentId, QString>> ContentRepository::snippets(const QString& words,
                                                              const QList<ContentId>& hits) const {
  QHash<ContentId, QString> snippets;
  QJsonArray wanted;
  for (const ContentId id : hits)
    wanted.append(id.value);
  // A sentence of the text says more than a value of a field, and that more than the title. The plus keeps
  // SQLite from evaluating the expression anew for each of them.
  OFFPRINT_TRY(db_.each(
      "SELECT rowid, snippet(search, 1, '\u2039', '\u203A', '\u2026', 24), "
      "snippet(search, 2, '\u2039', '\u203A', '\u2026', 24), "
      "snippet(search, -1, '\u2039', '\u203A', '\u2026', 24) FROM search WHERE search MATCH ? "
      "AND +rowid IN (SELECT value FROM json_each(?))",
      [&](const Statement& row) {
        const int best = matchIsRead(row.text(1)) ? 1 : matchIsRead(row.text(2)) ? 2 : 3;
        snippets.insert({row.integer(0)}, searchIndex::readable(row.text(best)));
      },
      searchIndex::expression(words), wanted));
  return snippets;
}

Result<QHash<ContentId, int>> ContentRepository::timesCited(const QString& kind) const {
  QHash<ContentId, int> times;
  OFFPRINT_TRY(db_.each(
      QByteArray("SELECT item.id, (SELECT count(DISTINCT other.id) ") + citingItems +
          ") AS times FROM item WHERE item.kind = ? AND item.trashed IS NULL AND times > 0",
      [&](const Statement& row) { times.insert({row.integer(0)}, static_cast<int>(row.integer(1))); }, kind));
  return times;
}

Result<int> ContentRepository::count(const ContentQuery& query) const {
  int count = 0;
  ContentQuery all = query;
  all.limit = all.offset = 0;
  OFFPRINT_TRY(eachRow(db_, "count(*)", all, clock_(),
                       [&](const Statement& row) { count = static_cast<int>(row.integer(0)); }));
  return count;
}

Result<ContentCounts> ContentRepository::counts() const {
  ContentCounts counts;
  const auto take = [&](const Statement& row) {
    const int count = static_cast<int>(row.integer(2));
    counts.all += count;
    counts.byKind[row.text(0)] += count;
    counts.byStatus[statusFromName(row.text(1)).value_or(Status::Draft)] += count;
  };
  OFFPRINT_TRY(
      db_.each("SELECT kind, status, count(*) FROM item WHERE trashed IS NULL GROUP BY kind, status", take));
  auto trashed = db_.number("SELECT count(*) FROM item WHERE trashed IS NOT NULL");
  if (!trashed) return trashed.error();
  counts.trashed = static_cast<int>(*trashed);
  ContentQuery pending;
  pending.siteStates = ContentQuery::pendingStates();
  pending.trash = ContentQuery::Bin::Include;
  OFFPRINT_TRY(eachRow(db_, "count(*)", pending, clock_(),
                       [&](const Statement& row) { counts.pending = static_cast<int>(row.integer(0)); }));
  return counts;
}

Result<ContentItem> ContentRepository::find(const QString& reference) const {
  const auto first = [&](const QByteArray& sql, const QStringList& values) -> Result<qint64> {
    auto statement = db_.prepare(sql);
    if (!statement) return statement.error();
    for (const QString& value : values)
      statement->bind(value);
    auto row = statement->step();
    if (!row) return row.error();
    return *row ? statement->integer(0) : 0;
  };
  const qsizetype slash = reference.indexOf(u'/');
  bool numeric = false;
  const qint64 number = reference.toLongLong(&numeric);
  Result<qint64> id = qint64{0};
  if (slash > 0) {
    id = first("SELECT id FROM item WHERE kind = ? AND slug = ? AND trashed IS NULL",
               {reference.left(slash), reference.mid(slash + 1)});
  } else if (numeric) {
    id = number;
  } else if (!QUuid::fromString(reference).isNull()) {
    id = first("SELECT id FROM item WHERE uuid = ?", {reference});
  }
  if (!id) return id.error();
  if (*id > 0) {
    auto item = get({*id});
    if (item || item.error().code != ErrorCode::NotFound) return item;
  }
  // Citation keys may look like any of these: "10.1145/335.338", "2020".
  auto work = cited(reference);
  if (work || work.error().code != ErrorCode::NotFound) return work;
  // The key of a work that was merged into another still names that one.
  const auto former = first(
      "SELECT coalesce(min(item.id), 0) FROM item, json_each(item.fields, '$.formerKeys') AS former "
      "WHERE former.value = ? AND trashed IS NULL",
      {reference});
  if (!former) return former.error();
  return *former > 0 ? get({*former}) : work;
}

Result<ContentItem> ContentRepository::cited(const QString& key) const {
  const auto id =
      db_.number("SELECT coalesce(min(id), 0) FROM item WHERE citation_key = ? AND trashed IS NULL", key);
  if (!id) return id.error();
  if (*id > 0) return get({*id});
  return makeError(ErrorCode::NotFound, say("There is no item “%1” in this library. An item is named by its "
                                            "number, “kind/slug” or citation key.")
                                            .arg(key));
}

}  // namespace offprint
