#pragma once
#include <memory>
#include <optional>
#include <QHash>
#include <QList>
#include <QString>

#include "app/content/Finding.h"
#include "exporters/site/SiteSnapshot.h"

namespace offprint {

/// One page of the site: what it shows and where it lies.
struct PageEntry {
  enum class Type {
    Home,
    Item,
    KindIndex,
    Writing,
    Topic,
    Topics,
    Tag,
    Tags,
    Year,
    Series,
    SeriesList,
    NotFound
  };
  Type type = Type::Home;
  QString path;            ///< output path, "articles/my-title/index.html"
  QString address;         ///< site-absolute, "/articles/my-title/"
  QString key;             ///< kind id, topic, tag, year or series name
  QString title;           ///< plain
  ContentId item;          ///< Item
  QList<ContentId> items;  ///< lists: the items of this page, in order
  int page = 1;            ///< pagination, 1-based
  int pages = 1;
};

/// All addresses of one snapshot. Immutable value; may cross threads.
class SiteMap {
 public:
  explicit SiteMap(std::shared_ptr<const SiteSnapshot> snapshot);

  const SiteSnapshot& snapshot() const { return *snapshot_; }
  const QList<PageEntry>& pages() const { return pages_; }
  /// Two items with one address, an address that leaves the site, a redirect over a page: errors that name
  /// both.
  const Findings& findings() const { return findings_; }

  const ItemSummary* item(ContentId id) const;
  const ItemSummary* itemByRef(const QString& reference) const;  ///< "slug" or "kind/slug"
  const PageEntry* pageOf(ContentId id) const;
  const PageEntry* pageAt(const QString& address) const;  ///< "/articles/x/", with or without index.html
  const PageEntry* page(PageEntry::Type type, const QString& key = {}, int number = 1) const;

  /// Relative link from one output path to another ("../../media/a.png"), percent-encoded.
  static QByteArray relative(const QString& fromPath, const QString& toPath);
  /// Absolute URL of a site-absolute address; empty when the site has no base URL.
  QString absolute(const QString& address) const;

 private:
  void addPages();
  std::shared_ptr<const SiteSnapshot> snapshot_;
  QList<PageEntry> pages_;
  Findings findings_;
  QHash<ContentId, qsizetype> items_;
  QHash<ContentId, qsizetype> itemPages_;
  QHash<QString, qsizetype> byAddress_;
  QHash<QString, ContentId> byRef_;
};

}  // namespace offprint
