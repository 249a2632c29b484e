#pragma once
#include <QByteArray>
#include <QDateTime>
#include <QHash>

#include "exporters/site/SiteMap.h"

namespace offprint {

/// One entry of a feed: an item with its whole text as feeds show it (PageComposer::feedHtml).
struct FeedItem {
  const ItemSummary* item = nullptr;
  QByteArray html;
};

/// Writes one feed as Atom (RFC 4287), RSS 2.0 and JSON Feed 1.1. Entries are known by the item's UUID, which
/// survives a changed slug; times stand in the site's zone; a date that names no day counts from its first.
/// Where the site has no base URL, addresses are relative to the feed.
class FeedWriter {
 public:
  FeedWriter(const SiteMap& map, const FeedEntry& feed, QList<FeedItem> items);

  QByteArray atom() const;
  QByteArray rss() const;
  QByteArray json() const;

  /// The moment an item counts as published and as last changed.
  static QDateTime published(const ItemSummary& item, const SiteSnapshot& snapshot);
  static QDateTime updated(const ItemSummary& item, const SiteSnapshot& snapshot);

 private:
  QString address(const QString& siteAddress) const;
  QString fileAddress(const QString& path) const;
  QString linkOf(const ItemSummary& item) const;
  QDateTime lastChange() const;

  const SiteMap& map_;
  const SiteSnapshot& snapshot_;
  const FeedEntry& feed_;
  QList<FeedItem> items_;
};

/// Text without the characters that XML 1.0 cannot hold: controls, lone surrogates, U+FFFE, U+FFFF.
QString xmlText(const QString& text);

}  // namespace offprint
