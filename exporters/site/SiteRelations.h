#pragma once
#include <functional>
#include <memory>
#include <mutex>
#include <QByteArray>
#include <QHash>
#include <QJsonObject>
#include <QList>
#include <QString>

#include "exporters/site/Occasions.h"
#include "exporters/site/SiteDownloads.h"
#include "exporters/site/SiteMap.h"

namespace offprint {

/// How the items of a site stand to each other: what comes before and after, series, what is upcoming.
/// May be used from any thread.
class SiteRelations {
 public:
  explicit SiteRelations(std::shared_ptr<const SiteMap> map);

  struct Neighbours {
    ContentId newer;
    ContentId older;
  };
  /// Within the listed items of the same kind that have pages, in the site's order.
  Neighbours neighbours(const ItemSummary& item) const;
  /// The items of a series in reading order; empty when there is none of that name.
  QList<ContentId> series(const QString& name) const;
  /// Items that name this one in a field: reviews of a work, talks about it, its project. In the site's
  /// order.
  QList<ContentId> referring(ContentId item) const { return referring_.value(item); }
  /// The work that a field names by "kind/slug", slug or citation key; nullptr when there is none that is
  /// public.
  const ItemSummary* work(const QString& reference) const;
  const SiteDownloads& downloads() const { return downloads_; }
  /// Of an event: the last day of one of its occasions is today or later, in the event's own zone, else in
  /// the site's. Words such as "forthcoming" are upcoming.
  bool upcoming(const ItemSummary& item) const;
  /// The occasion of an event that lists name: the next one, else the latest.
  Occasion occasion(const ItemSummary& event) const;
  /// Events in the order of those occasions, soonest first.
  void sortBySoonest(QList<const ItemSummary*>& events) const;
  /// The latest year of any item that is not in the future; 0 when there is none. For the copyright line, so
  /// that a page does not change with the day it is made.
  int latestYear() const { return latestYear_; }

  /// Pages that ask for a place in the menu "header" or "footer" by their field "menu", in its order.
  const QList<NavigationEntry>& pagesInMenu(const QString& menu) const;

  /// What `make` makes of the item in that language, which is the same on every page of the site; made once.
  /// An item that is not the site's own object (an edited one) is made each time.
  QJsonObject sameEverywhere(const ItemSummary& item, const QString& language,
                             const std::function<QJsonObject()>& make) const;

  /// A hash of all that lists and links may show of an item: its summary, its address, whether it is
  /// upcoming.
  QByteArray digest(ContentId item) const;
  /// Of all items together.
  QByteArray digestOfAll() const;

 private:
  void collectReferring();
  QByteArray listPages(const ItemSummary& item) const;
  void digestItems() const;

  std::shared_ptr<const SiteMap> map_;
  SiteDownloads downloads_;
  QHash<ContentId, Neighbours> neighbours_;
  QHash<ContentId, QList<ContentId>> referring_;
  QHash<QString, ContentId> byKey_;  ///< citation keys
  int latestYear_ = 0;
  QHash<QString, QList<NavigationEntry>> menus_;
  mutable std::mutex made_;
  mutable QHash<std::pair<ContentId, QString>, QJsonObject> entries_;
  mutable std::once_flag digested_;
  mutable QHash<ContentId, QByteArray> digests_;
  mutable QByteArray all_;
};

}  // namespace offprint
