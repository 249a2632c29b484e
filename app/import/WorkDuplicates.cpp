#include "app/import/WorkDuplicates.h"

#include <algorithm>
#include <cstdlib>
#include <QJsonArray>
#include <QSet>

#include "app/bibliography/CslJson.h"
#include "app/bibliography/WorkIdentifiers.h"
#include "app/core/Text.h"
#include "app/import/KnownWorks.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "app/store/Repositories.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Likeness = WorkPair::Likeness;
using Triples = QList<quint64>;  ///< sorted

constexpr auto apartKey = "works.apart"_L1;
constexpr double alikeTitles = 0.86;
constexpr int mostOfAnAuthor = 400;  ///< beyond, only equal titles are compared: pairs grow with the square

Triples triplesOf(const QString& folded) {
  Triples triples;
  for (qsizetype i = 0; i + 2 < folded.size(); ++i)
    triples << (quint64(folded.at(i).unicode()) << 32 | quint64(folded.at(i + 1).unicode()) << 16 |
                folded.at(i + 2).unicode());
  std::sort(triples.begin(), triples.end());
  return triples;
}

double common(const Triples& a, const Triples& b) {
  if (a.isEmpty() || b.isEmpty()) return 0;
  qsizetype shared = 0;
  for (auto left = a.begin(), right = b.begin(); left != a.end() && right != b.end();) {
    if (*left == *right)
      ++shared, ++left, ++right;
    else if (*left < *right)
      ++left;
    else
      ++right;
  }
  return 2.0 * double(shared) / double(a.size() + b.size());
}

QString pairName(const QString& a, const QString& b) {
  return a < b ? a + u' ' + b : b + u' ' + a;
}

Result<QSet<QString>> pairsApart(Library& library) {
  const auto state = library.site().state(apartKey);
  if (!state && state.error().code != ErrorCode::NotFound) return state.error();
  QSet<QString> pairs;
  if (!state) return pairs;
  for (const QJsonValue& pair : state->toArray())
    pairs << pair.toString();
  return pairs;
}

/// Looks for pairs among the works of one library.
class Search {
 public:
  Search(const QList<ItemSummary>& works, const ContentKind& kind, QSet<QString> apart)
      : works_(works), apart_(std::move(apart)), versions_(bibtexFieldOf(kind, "*versions"_L1)) {
    const KnownWorks reader(kind);
    for (const ItemSummary& work : works_) {
      read_ << reader.read(work);
      triples_ << triplesOf(read_.last().title);
    }
  }

  QList<WorkPair> run() {
    QHash<QString, QList<qsizetype>> byIdentifier;
    QHash<QString, QList<qsizetype>> byTitle;
    QHash<QString, QList<qsizetype>> byAuthor;
    for (qsizetype i = 0; i < read_.size(); ++i) {
      const KnownWorks::Work& work = read_.at(i);
      for (const QString& identifier :
           {u"doi:"_s + work.doi, u"arxiv:"_s + work.arxiv, u"isbn:"_s + work.isbn})
        if (!identifier.endsWith(u':')) byIdentifier[identifier] << i;
      if (work.title.size() > 8) byTitle[work.author + u'\n' + work.title] << i;
      if (!work.author.isEmpty() && work.title.size() > 8) byAuthor[work.author] << i;
    }
    for (const auto* groups : {&byIdentifier, &byTitle})
      for (const QList<qsizetype>& group : *groups)
        compareAll(group);
    for (const QList<qsizetype>& group : std::as_const(byAuthor))
      if (group.size() <= mostOfAnAuthor) compareAll(group);
    std::stable_sort(pairs_.begin(), pairs_.end(), [](const WorkPair& a, const WorkPair& b) {
      return std::tuple(a.likeness, a.first.id.value, a.second.id.value) <
             std::tuple(b.likeness, b.first.id.value, b.second.id.value);
    });
    return pairs_;
  }

 private:
  void compareAll(const QList<qsizetype>& group) {
    for (qsizetype i = 0; i < group.size(); ++i)
      for (qsizetype j = i + 1; j < group.size(); ++j)
        compare(group.at(i), group.at(j));
  }

  void compare(qsizetype a, qsizetype b) {
    const auto likeness = judge(a, b);
    if (!likeness) return;
    const ItemSummary& one = works_.at(a);
    const ItemSummary& other = works_.at(b);
    const QString name = pairName(one.uuid, other.uuid);
    if (apart_.contains(name) || told_.contains(name) || names(one, other) || names(other, one)) return;
    told_ << name;
    const bool earlier = one.id.value < other.id.value;
    pairs_ << WorkPair{*likeness, earlier ? one : other, earlier ? other : one};
  }

  std::optional<Likeness> judge(qsizetype at, qsizetype with) const {
    const KnownWorks::Work& a = read_.at(at);
    const KnownWorks::Work& b = read_.at(with);
    const auto equal = [](const QString& x, const QString& y) { return !x.isEmpty() && x == y; };
    if (equal(a.doi, b.doi) || equal(a.isbn, b.isbn)) return Likeness::Same;
    if (equal(a.arxiv, b.arxiv)) return a.doi != b.doi ? Likeness::Version : Likeness::Same;
    if (!KnownWorks::same(a, b)) return {};
    if (a.title != b.title && common(triples_.at(at), triples_.at(with)) < alikeTitles) return {};
    const bool apart = a.doi != b.doi || a.arxiv != b.arxiv;
    // "Part 1" and "Part 2" are alike in all but a number.
    if (a.title != b.title && digits(a.title) != digits(b.title)) return {};
    return apart ? Likeness::Version : Likeness::Alike;
  }

  static QString digits(const QString& title) {
    QString found;
    for (const QChar c : title)
      if (c.isDigit()) found += c;
    return found;
  }

  /// Whether one names the other as a version of the same work.
  bool names(const ItemSummary& one, const ItemSummary& other) const {
    return versions_ && one.fields.value(versions_->key).toArray().contains(other.ref());
  }

  const QList<ItemSummary>& works_;
  QSet<QString> apart_;
  const FieldSpec* versions_;
  QList<KnownWorks::Work> read_;
  QList<Triples> triples_;
  QSet<QString> told_;
  QList<WorkPair> pairs_;
};

}  // namespace

QString likenessName(Likeness likeness) {
  switch (likeness) {
    case Likeness::Same:
      return u"same"_s;
    case Likeness::Version:
      return u"version"_s;
    case Likeness::Alike:
      break;
  }
  return u"alike"_s;
}

QString likenessReason(Likeness likeness) {
  switch (likeness) {
    case Likeness::Same:
      return say("They have the same identifier.");
    case Likeness::Version:
      return say("Title and first author are the same, identifiers are not: a preprint and its article?");
    case Likeness::Alike:
      break;
  }
  return say("Title, first author and year are nearly the same.");
}

double titleLikeness(const QString& a, const QString& b) {
  return common(triplesOf(KnownWorks::folded(a)), triplesOf(KnownWorks::folded(b)));
}

namespace workDuplicates {

Result<QList<WorkPair>> find(Library& library) {
  const auto kinds = library.kinds();
  const ContentKind* kind = bibliographyKind(*kinds);
  if (!kind) return QList<WorkPair>();
  ContentQuery query;
  query.kinds = QStringList{kind->id};
  const auto works = library.content().list(query);
  if (!works) return works.error();
  auto apart = pairsApart(library);
  if (!apart) return apart.error();
  return Search(*works, *kind, *std::move(apart)).run();
}

Findings findings(const QList<WorkPair>& pairs) {
  Findings findings;
  for (const WorkPair& pair : pairs)
    findings.append(
        {Finding::Level::Note,
         u"work.duplicate"_s,
         say("“%1” may be the same work. %2 Compare and merge them, link them as versions, or say "
             "that they are not the same.")
             .arg(pair.first.ref(), likenessReason(pair.likeness)),
         pair.second.ref(),
         {},
         0});
  return findings;
}

Result<void> setApart(Library& library, const ContentItem& a, const ContentItem& b, bool apart) {
  return library.transaction([&]() -> Result<void> {
    auto pairs = pairsApart(library);
    if (!pairs) return pairs.error();
    if (apart) {
      pairs->insert(pairName(a.uuid, b.uuid));
    } else {
      pairs->remove(pairName(a.uuid, b.uuid));
    }
    QStringList sorted(pairs->begin(), pairs->end());
    sorted.sort();
    return library.site().setState(apartKey, QJsonArray::fromStringList(sorted));
  });
}

ContentItem withVersion(const ContentItem& item, const ContentItem& version, const ContentKind& kind) {
  ContentItem linked = item;
  const FieldSpec* field = bibtexFieldOf(kind, "*versions"_L1);
  if (!field) return linked;
  QJsonArray versions = linked.fields.value(field->key).toArray();
  if (!versions.contains(version.ref())) versions << version.ref();
  linked.fields.insert(field->key, versions);
  return linked;
}

}  // namespace workDuplicates
}  // namespace offprint
