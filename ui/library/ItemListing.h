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
  enum class Grouping { Default, None };
  ContentQuery query;
  Grouping grouping = Grouping::Default;
  bool search = false;  ///< query.fullText is searched, best hits first, with snippets
  QDate before;         ///< only items dated before; invalid: any
  QDate after;          ///< only items dated on this day or later; invalid: any
  QDate today;          ///< parts upcoming from past events
};

/// A list without its rows: keys, and where each group begins.
struct ItemListing {
  struct Group {
    QString label;
    int first = 0;
    bool operator==(const Group&) const = default;
  };
  QList<ContentId> ids;
  QList<Group> groups;                 ///< ascending; empty: not grouped
  QHash<ContentId, QString> snippets;  ///< of the first hits of a search
  bool operator==(const ItemListing&) const = default;
};

/// Makes the listing: Drafts, Scheduled, then by year when sorted by date (upcoming and past for events), by
/// state otherwise. Reads keys, and a few rows to find where years begin, never bodies. Store thread.
Result<ItemListing> listItems(Library& library, const ListingRequest& request);

/// Reads a search as typed: words, and filters "kind:talk", "tag:gpu", "topic:…", "series:…", "state:draft",
/// "before:2024", "after:2023-05". What is no filter is a word; words go to `query.fullText`.
ListingRequest readSearch(const QString& typed);

}  // namespace offprint
