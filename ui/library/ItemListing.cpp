#include "ui/library/ItemListing.h"

#include <algorithm>
#include <functional>
#include <QSet>

#include "app/core/Text.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "app/store/Repositories.h"
#include "exporters/site/Occasions.h"
#include "ui/widgets/Glyphs.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int mostHits = 500;
constexpr int firstScreen = 30;  ///< rows, more than a tall window shows

QString yearLabel(const ItemSummary& item) {
  if (item.date.precision() == Date::Precision::Text) {
    const QString words = item.date.iso();  // "forthcoming"
    return words.left(1).toUpper() + words.mid(1);
  }
  return item.date.yearNumber() > 0 ? QString::number(item.date.yearNumber()) : say("Without date");
}

/// Finds where groups begin in `ids`, whose items of one label lie together, by reading few of them: from
/// each beginning in growing steps to the last of the same label.
Result<void> addGroups(const ContentRepository& content, const QList<ContentId>& ids, int offset,
                       const std::function<QString(const ItemSummary&)>& labelOf,
                       QList<ItemListing::Group>& groups) {
  const auto labelAt = [&](qsizetype at) -> Result<QString> {
    auto items = content.summaries({ids.at(at)});
    if (!items) return items.error();
    return items->isEmpty() ? QString() : labelOf(items->constFirst());
  };
  qsizetype first = 0;
  while (first < ids.size()) {
    auto label = labelAt(first);
    if (!label) return label.error();
    qsizetype low = first;  // still of this label
    qsizetype high = ids.size();
    for (qsizetype step = 1; low + step < ids.size(); step *= 2) {
      auto other = labelAt(low + step);
      if (!other) return other.error();
      if (*other != *label) {
        high = low + step;
        break;
      }
      low += step;
    }
    while (high - low > 1) {
      const qsizetype middle = low + (high - low) / 2;
      auto other = labelAt(middle);
      if (!other) return other.error();
      (*other == *label ? low : high) = middle;
    }
    groups.append({*label, offset + static_cast<int>(first)});
    first = high;
  }
  return {};
}

class Lister {
 public:
  Lister(Library& library, const ListingRequest& request) : library_(library), request_(request) {}

  Result<ItemListing> run() {
    using Grouping = ListingRequest::Grouping;
    if (request_.search) return searched();
    if (!request_.query.siteStates.isEmpty() || request_.grouping == Grouping::State) return byState();
    if (request_.grouping == Grouping::Year) return byYear();
    if (request_.grouping == Grouping::Topic) return byTopic();
    if (request_.grouping == ListingRequest::Grouping::None ||
        request_.query.trash != ContentQuery::Bin::Exclude ||
        request_.query.sort == ContentQuery::Sort::State) {
      auto ids = library_.content().ids(request_.query);
      if (!ids) return ids.error();
      listing_.ids = *ids;
      return listing_;
    }
    OFFPRINT_TRY(addState(Status::Draft, say("Drafts"), ContentQuery::Sort::Edited));
    OFFPRINT_TRY(addState(Status::Scheduled, say("Scheduled"), ContentQuery::Sort::Date));
    OFFPRINT_TRY(addRest());
    return listing_;
  }

 private:
  /// A group under `label` of those of `ids` that are in none yet.
  void addGroup(const QString& label, const QList<ContentId>& ids) {
    const int first = static_cast<int>(listing_.ids.size());
    for (const ContentId id : ids) {
      if (grouped_.contains(id)) continue;
      grouped_.insert(id);
      listing_.ids.append(id);
    }
    if (listing_.ids.size() > first) listing_.groups.append({label, first});
  }

  Result<ItemListing> byState() {
    for (const SiteState state : {SiteState::Draft, SiteState::Scheduled, SiteState::ToPublish,
                                  SiteState::Changed, SiteState::ToRemove, SiteState::Published}) {
      ContentQuery query = request_.query;
      if (!query.siteStates.isEmpty() && !query.siteStates.contains(state)) continue;
      query.siteStates = {state};
      auto ids = library_.content().ids(query);
      if (!ids) return ids.error();
      addGroup(stateLabel(state), *ids);
    }
    return listing_;
  }

  /// The newest year first unless the order is ascending; within a year the order that was asked for.
  Result<ItemListing> byYear() {
    ContentQuery dated = request_.query;
    dated.sort = ContentQuery::Sort::Date;
    if (request_.query.sort != ContentQuery::Sort::Date) dated.ascending = false;
    auto byDate = library_.content().ids(dated);
    if (!byDate) return byDate.error();
    auto ids = library_.content().ids(request_.query);
    if (!ids) return ids.error();
    QList<ItemListing::Group> years;
    OFFPRINT_TRY(addGroups(library_.content(), *byDate, 0, yearLabel, years));
    QHash<ContentId, qsizetype> yearOf;
    for (qsizetype year = 0; year < years.size(); ++year) {
      const qsizetype end = year + 1 < years.size() ? years[year + 1].first : byDate->size();
      for (qsizetype i = years[year].first; i < end; ++i)
        yearOf.insert(byDate->at(i), year);
    }
    QList<QList<ContentId>> parts(years.size());
    for (const ContentId id : *ids)
      if (const auto year = yearOf.constFind(id); year != yearOf.cend()) parts[*year].append(id);
    for (qsizetype year = 0; year < years.size(); ++year)
      addGroup(years[year].label, parts[year]);
    return listing_;
  }

  Result<ItemListing> byTopic() {
    auto topics = library_.collections().list(CollectionRepository::Type::Topic);
    if (!topics) return topics.error();
    QStringList names;
    for (const Collection& topic : *topics)
      names.append(topic.name.section(u'/', 0, 0));
    names.removeDuplicates();
    for (const QString& name : std::as_const(names)) {
      ContentQuery query = request_.query;
      query.topic = name;
      auto ids = library_.content().ids(query);
      if (!ids) return ids.error();
      if (request_.query.topic.isEmpty()) {
        addGroup(name, *ids);
      } else if (request_.query.topic.section(u'/', 0, 0) == name) {
        // Within a topic there is nothing to part by the first level.
        auto own = library_.content().ids(request_.query);
        if (!own) return own.error();
        addGroup(name, *own);
      }
    }
    auto rest = library_.content().ids(request_.query);
    if (!rest) return rest.error();
    addGroup(say("Without topic"), *rest);
    return listing_;
  }

  bool wants(Status status) const {
    return request_.query.statuses.isEmpty() || request_.query.statuses.contains(status);
  }

  Result<ItemListing> searched() {
    if (request_.query.fullText.isEmpty()) {
      auto ids = library_.content().ids(request_.query);
      if (!ids) return ids.error();
      listing_.ids = *ids;
    } else {
      auto hits = library_.content().search(request_.query.fullText, request_.query, mostHits);
      if (!hits) return hits.error();
      for (const SearchHit& hit : *hits) {
        listing_.ids.append(hit.id);
        if (!hit.snippet.isEmpty()) listing_.snippets.insert(hit.id, hit.snippet);
      }
    }
    OFFPRINT_TRY(keepDated());
    return listing_;
  }

  /// Leaves out what is not dated within the wanted days.
  Result<void> keepDated() {
    if (!request_.before.isValid() && !request_.after.isValid()) return {};
    auto items = library_.content().summaries(listing_.ids);
    if (!items) return items.error();
    const auto key = [](const QDate& day) { return Date::day(day.year(), day.month(), day.day()).sortKey(); };
    listing_.ids.clear();
    for (const ItemSummary& item : *items) {
      if (item.date.yearNumber() == 0) continue;
      const QString own = item.date.sortKey();
      if (request_.before.isValid() && own >= key(request_.before)) continue;
      if (request_.after.isValid() && own < key(request_.after)) continue;
      listing_.ids.append(item.id);
    }
    return {};
  }

  Result<void> addState(Status status, const QString& label, ContentQuery::Sort sortOfDated) {
    if (!wants(status)) return {};
    ContentQuery query = request_.query;
    query.statuses = {status};
    // Drafts have no date yet: the one written last comes first.
    if (query.sort == ContentQuery::Sort::Date) query.sort = sortOfDated;
    auto ids = library_.content().ids(query);
    if (!ids) return ids.error();
    if (!ids->isEmpty()) listing_.groups.append({label, static_cast<int>(listing_.ids.size())});
    listing_.ids += *ids;
    return {};
  }

  Result<void> addRest() {
    ContentQuery query = request_.query;
    query.statuses.clear();
    for (const Status status : {Status::Published, Status::Unlisted}) {
      if (wants(status)) query.statuses.append(status);
    }
    if (query.statuses.isEmpty()) return {};
    auto found = library_.content().ids(query);
    if (!found) return found.error();
    QList<ContentId> ids = *found;
    if (ids.isEmpty()) return {};
    const int offset = static_cast<int>(listing_.ids.size());
    if (query.sort != ContentQuery::Sort::Date) {
      listing_.groups.append({say("Public"), offset});
      listing_.ids += ids;
      return {};
    }
    const ContentKind* kind =
        query.kinds.size() == 1 ? library_.kinds()->find(query.kinds.constFirst()) : nullptr;
    if (kind && kind->eventDated) return addEvents(ids, offset);
    if (kind && !kind->dated) {
      listing_.groups.append({say("Public"), offset});
      listing_.ids += ids;
      return {};
    }
    OFFPRINT_TRY(addGroups(library_.content(), ids, offset, yearLabel, listing_.groups));
    listing_.ids += ids;
    return {};
  }

  /// Upcoming, the nearest first; then past, the latest first (section 13): by zone, range, precision and
  /// occasions, as on the site.
  Result<void> addEvents(const QList<ContentId>& ids, int offset) {
    const auto items = library_.content().summaries(ids);
    if (!items) return items.error();
    const auto site = library_.site().get();
    if (!site) return site.error();
    const QDateTime now = library_.now();
    QList<ContentId> ahead;
    QList<ContentId> past;
    for (const ItemSummary& item : *items)
      (isAhead(shownOccasion(item, site->timeZone, now), now) ? ahead : past).append(item.id);
    if (!request_.query.ascending) std::reverse(ahead.begin(), ahead.end());
    if (!ahead.isEmpty()) listing_.groups.append({say("Upcoming"), offset});
    if (!past.isEmpty()) listing_.groups.append({say("Past"), offset + static_cast<int>(ahead.size())});
    listing_.ids += ahead + past;
    return {};
  }

  Library& library_;
  const ListingRequest& request_;
  ItemListing listing_;
  QSet<ContentId> grouped_;
};

Result<void> countWorks(Library& library, const ContentQuery& query, ItemListing& listing) {
  using Works = ContentQuery::Works;
  const ContentRepository& content = library.content();
  auto cited = content.timesCited(query.kinds.value(0));
  if (!cited) return cited.error();
  listing.cited = *std::move(cited);
  ContentQuery all = query;
  all.text.clear();
  for (const Works works : {Works::All, Works::Own, Works::Cited}) {
    all.works = works;
    const auto count = content.count(all);
    if (!count) return count.error();
    listing.works += *count;
  }
  return {};
}

}  // namespace

Result<ItemListing> listItems(Library& library, const ListingRequest& request) {
  auto listing = Lister(library, request).run();
  if (!listing) return listing;
  if (request.counts && !request.query.ownField.isEmpty())
    OFFPRINT_TRY(countWorks(library, request.query, *listing));
  auto beginning = library.content().summaries(listing->ids.mid(0, firstScreen));
  if (!beginning) return beginning.error();
  listing->beginning = std::move(*beginning);
  return listing;
}

ListingRequest readSearch(const QString& typed) {
  ListingRequest request;
  request.search = true;
  request.query.sort = ContentQuery::Sort::Date;
  QStringList words;
  const auto day = [](const QString& written) {
    const Date date = Date::lenient(written);
    if (date.yearNumber() == 0) return QDate();
    return QDate(date.yearNumber(), std::max(date.monthNumber(), 1), std::max(date.dayNumber(), 1));
  };
  for (const QString& word : typed.split(u' ', Qt::SkipEmptyParts)) {
    const QString name = word.section(u':', 0, 0).toLower();
    const QString value = word.contains(u':') ? word.section(u':', 1) : QString();
    const auto status = statusFromName(value.toLower());
    if (value.isEmpty()) {
      words.append(word);
    } else if (name == u"kind"_s) {
      request.query.kinds.append(value.toLower());
    } else if (name == u"tag"_s) {
      request.query.tag = value;
    } else if (name == u"topic"_s) {
      request.query.topic = value;
    } else if (name == u"series"_s) {
      request.query.series = value;
    } else if (name == u"state"_s && status) {
      request.query.statuses.append(*status);
    } else if (name == u"state"_s && value.compare(u"changed"_s, Qt::CaseInsensitive) == 0) {
      request.query.siteStates = ContentQuery::pendingStates();
    } else if (name == u"before"_s && day(value).isValid()) {
      request.before = day(value);
    } else if (name == u"after"_s && day(value).isValid()) {
      request.after = day(value);
    } else {
      words.append(word);
    }
  }
  request.query.fullText = words.join(u' ');
  return request;
}

}  // namespace offprint
