#pragma once
#include <QDate>
#include <QHash>
#include <QList>
#include <QString>

#include "app/content/ContentItem.h"
#include "app/content/ContentQuery.h"
#include "app/core/Result.h"

namespace offprint {

class Library;

/// What a list asks for.
struct ListingRequest {
  /// Default: drafts, scheduled, then by year. The rest have one group for each state, year of the date, or
  /// topic of the first level; an item of several topics stands under the first by name.
  enum class Grouping { Default, None, State, Year, Topic };
  ContentQuery query;
  Grouping grouping = Grouping::Default;
  bool search = false;  ///< query.fullText is searched, best hits first, with snippets
  QDate before;         ///< only items dated before; invalid: any
  QDate after;          ///< only items dated on this day or later; invalid: any
  QDate today;          ///< parts upcoming from past events
  bool counts = true;   ///< also ItemListing::cited and works: dearer than a filter's answer may be
};

/// A list: keys, where each group begins, and of its rows only those that are seen first.
struct ItemListing {
  struct Group {
    QString label;
    int first = 0;
    bool operator==(const Group&) const = default;
  };
  QList<ContentId> ids;
  QList<Group> groups;                 ///< ascending; empty: not grouped
  QHash<ContentId, QString> snippets;  ///< of the first hits of a search
  QList<ItemSummary> beginning;        ///< the rows of the first screen, so that no list is shown blank
  /// Of a kind that parts own works from those of others: how many items cite each, and how many there are in
  /// all, own, and cited, in the order of ContentQuery::Works.
  QHash<ContentId, int> cited;
  QList<int> works;  ///< empty: the kind does not, or nobody asked
};

/// Makes the listing. By default: Drafts, Scheduled, then by year when sorted by date (upcoming and past for
/// events), by state otherwise. Reads keys, and a few rows to find where years begin, never bodies. What the
/// site is to change is always grouped by what becomes of it. Store thread.
Result<ItemListing> listItems(Library& library, const ListingRequest& request);

/// Reads a search as typed: words, and filters "kind:talk", "tag:gpu", "topic:…", "series:…", "state:draft"
/// (and "state:changed": what the site is to change), "before:2024", "after:2023-05". What is no filter is a
/// word; words go to `query.fullText`.
ListingRequest readSearch(const QString& typed);

}  // namespace offprint
