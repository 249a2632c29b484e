#include "app/content/Slug.h"
#include "app/core/Text.h"
#include "app/store/Checksums.h"
#include "app/store/ContentRepository.h"
#include "app/store/Database.h"
#include "app/store/Repositories.h"
#include "app/store/Terms.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QString typeName(CollectionRepository::Type type) {
  switch (type) {
    case CollectionRepository::Type::Topic:
      return u"topic"_s;
    case CollectionRepository::Type::Tag:
      return u"tag"_s;
    case CollectionRepository::Type::Series:
      return u"series"_s;
  }
  return {};
}

/// `name` with `from` exchanged for `to`; topics below `from` move with it.
QString renamed(CollectionRepository::Type type, const QString& name, const QString& from,
                const QString& to) {
  if (name == from) return to;
  if (type == CollectionRepository::Type::Topic && name.startsWith(from + u'/'))
    return to + name.mid(from.size());
  return name;
}

QStringList renamedIn(CollectionRepository::Type type, const QStringList& names, const QString& from,
                      const QString& to) {
  QStringList result;
  for (const QString& name : names)
    result.append(renamed(type, name, from, to));
  result.removeDuplicates();
  return result;
}

}  // namespace

CollectionRepository::CollectionRepository(Database& database, ContentRepository& content,
                                           RedirectRepository& redirects)
    : db_(database), content_(content), redirects_(redirects) {}

QString CollectionRepository::addressOf(Type type, const QString& slug) {
  const QString folder = type == Type::Topic ? u"topics"_s : type == Type::Tag ? u"tags"_s : u"series"_s;
  return u'/' + folder + u'/' + slug + u'/';
}

Result<QList<Collection>> CollectionRepository::list(Type type) const {
  QList<Collection> list;
  const auto take = [&](const Statement& row) {
    Collection found{row.text(0), row.text(1), row.text(2), static_cast<int>(row.integer(3))};
    if (found.items > 0 || !found.description.isEmpty()) list.append(std::move(found));
  };
  // Counted in the index alone: few items are in the trash, and none of the others need be looked at.
  static constexpr char kOfName[] = "count(*) FROM item_term WHERE type = term.type AND name = term.name";
  // '0' follows '/': an item of "A/B" counts for "A" too, as the topic's list shows it.
  static constexpr char kOfTree[] =
      "count(DISTINCT item) FROM item_term WHERE type = term.type AND name >= term.name AND name < term.name "
      "|| '0' AND (name = term.name OR name >= term.name || '/')";
  const QByteArray sql = QByteArray("SELECT name, slug, description, (SELECT ") +
                         (type == Type::Topic ? kOfTree : kOfName) +
                         " AND item NOT IN (SELECT id FROM item WHERE trashed IS NOT NULL)) FROM term WHERE "
                         "type = ? ORDER BY name";
  OFFPRINT_TRY(db_.each(sql, take, typeName(type)));
  std::stable_sort(list.begin(), list.end(), [](const Collection& a, const Collection& b) {
    return QString::compare(a.name, b.name, Qt::CaseInsensitive) < 0;
  });
  return list;
}

Result<void> CollectionRepository::describe(Type type, const QString& name, const QString& description) {
  if (name.isEmpty())
    return makeError(ErrorCode::InvalidInput,
                     say("A topic, tag or series needs a name. Nothing was changed."));
  return db_.transaction([&]() -> Result<void> {
    OFFPRINT_TRY(terms::keepAddress(db_, typeName(type), name));
    OFFPRINT_TRY(db_.run("UPDATE term SET description = ? WHERE type = ? AND name = ?", description,
                         typeName(type), name));
    return checksums::putTerm(db_, typeName(type), name);
  });
}

Result<int> CollectionRepository::rename(Type type, const QString& from, const QString& to) {
  if (from.isEmpty() || to.isEmpty())
    return makeError(ErrorCode::InvalidInput,
                     say("A topic, tag or series needs a name. Nothing was changed."));
  if (type == Type::Topic && to.startsWith(from + u'/'))
    return makeError(ErrorCode::InvalidInput,
                     say("The topic “%1” cannot be moved below itself. Nothing was changed.").arg(from));
  if (from == to) return 0;
  int changed = 0;
  const Result<void> done = db_.transaction([&]() -> Result<void> {
    ContentQuery query;
    query.trash = ContentQuery::Bin::Include;
    (type == Type::Topic ? query.topic : type == Type::Tag ? query.tag : query.series) = from;
    auto ids = content_.ids(query);
    if (!ids) return ids.error();
    for (const ContentId id : *ids) {
      auto item = content_.get(id);
      if (!item) return item.error();
      if (type == Type::Tag) item->tags = renamedIn(type, item->tags, from, to);
      if (type == Type::Topic) item->topics = renamedIn(type, item->topics, from, to);
      if (type == Type::Series) item->series = to;
      auto saved = content_.save(*item);
      if (!saved) return saved.error();
      ++changed;
    }
    return moveTerms(type, from, to);
  });
  if (!done) return done.error();
  return changed;
}

/// The page of a renamed collection leads to the new one, and its text goes with it, unless the collection it
/// is merged into has its own.
Result<void> CollectionRepository::moveTerms(Type type, const QString& from, const QString& to) {
  const QString kind = typeName(type);
  QList<Collection> known;
  OFFPRINT_TRY(db_.each(
      "SELECT name, slug, description FROM term WHERE type = ?",
      [&](const Statement& row) {
        known.append({row.text(0), row.text(1), row.text(2), 0});
      },
      kind));
  for (const Collection& old : std::as_const(known)) {
    const QString now = renamed(type, old.name, from, to);
    if (now == old.name) continue;
    OFFPRINT_TRY(terms::keepAddress(db_, kind, now));
    OFFPRINT_TRY(db_.run("UPDATE term SET description = ? WHERE type = ? AND name = ? AND description = ''",
                         old.description, kind, now));
    OFFPRINT_TRY(db_.run("UPDATE term SET description = '' WHERE type = ? AND name = ?", kind, old.name));
    OFFPRINT_TRY(checksums::putTerm(db_, kind, now));
    OFFPRINT_TRY(checksums::putTerm(db_, kind, old.name));
    QString address;
    OFFPRINT_TRY(db_.each(
        "SELECT slug FROM term WHERE type = ? AND name = ?",
        [&](const Statement& row) { address = addressOf(type, row.text(0)); }, kind, now));
    OFFPRINT_TRY(redirects_.remove(address));
    OFFPRINT_TRY(redirects_.add({addressOf(type, old.slug), address, u"renamed"_s, {}}));
  }
  return {};
}

}  // namespace offprint
