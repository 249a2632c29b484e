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
  QString path;     ///< output path, "articles/my-title/index.html"
  QString address;  ///< site-absolute, "/articles/my-title/"
  QString key;      ///< kind id, topic, tag, year or series name
  QString title;    ///< plain
  /// Type Item: the item. Other types: an item that was given the address of this page (an imported section's
  /// own text); its title and text introduce the page. Else 0.
  ContentId item;
  QList<ContentId> items;  ///< lists: the items of this page, in order
  int page = 1;            ///< pagination, 1-based
  int pages = 1;
  int total = 0;  ///< lists: items on all of these pages
};

/// The three files of one feed.
struct FeedEntry {
  QString kind;   ///< empty: the main feed
  QString title;  ///< plain
  QString home;   ///< address of the page that it follows
  QString atom;   ///< output paths: "feed.xml", "articles/feed.xml"
  QString rss;
  QString json;
  QList<ContentId> items;  ///< newest first, at most Site::feedSize
};

/// An old address and where it leads now.
struct SiteRedirect {
  QString from;  ///< clean address
  QString path;  ///< output path of the page that redirects
  QString to;    ///< site-absolute address (may end in "#fragment") or URL
};

/// All addresses of one snapshot. Immutable value; may cross threads.
/// Lists of writing are cut into pages of Site::pageSize; reference lists (publications, talks, projects, …)
/// and series are whole. Pages that would be empty do not exist.
class SiteMap {
 public:
  explicit SiteMap(std::shared_ptr<const SiteSnapshot> snapshot);

  const SiteSnapshot& snapshot() const { return *snapshot_; }
  const QList<PageEntry>& pages() const { return pages_; }
  const QList<FeedEntry>& feeds() const { return feeds_; }
  const QList<SiteRedirect>& redirects() const { return redirects_; }
  /// Two items with one address, an address that leaves the site, a redirect over a page: errors that name
  /// both.
  const Findings& findings() const { return findings_; }

  const ItemSummary* item(ContentId id) const;
  const ItemSummary* itemByRef(const QString& reference) const;  ///< "slug" or "kind/slug"
  const PageEntry* pageOf(ContentId id) const;
  const PageEntry* pageAt(const QString& address) const;  ///< "/articles/x/", with or without index.html
  /// Where an old address leads; nullptr when it is none.
  const SiteRedirect* redirectAt(const QString& address) const;
  const PageEntry* page(PageEntry::Type type, const QString& key = {}, int number = 1) const;
  const FeedEntry* feed(const QString& kind = {}) const;

  /// Relative link from one output path to another ("../../media/a.png"), percent-encoded.
  static QByteArray relative(const QString& fromPath, const QString& toPath);
  /// Absolute URL of a site-absolute address or file ("/media/a#1.svg"; no fragments), percent-encoded; empty
  /// when the site has no base URL.
  QString absolute(const QString& address) const;

 private:
  friend class SiteMapBuilder;
  std::shared_ptr<const SiteSnapshot> snapshot_;
  QList<PageEntry> pages_;
  QList<FeedEntry> feeds_;
  QList<SiteRedirect> redirects_;
  Findings findings_;
  QString base_;  ///< "https://example.org/repo", without the last slash; empty: unknown
  QHash<ContentId, qsizetype> items_;
  QHash<ContentId, qsizetype> itemPages_;
  QHash<QString, qsizetype> byAddress_;
  QHash<QString, qsizetype> byKey_;
  QHash<QString, qsizetype> redirectByAddress_;
  QHash<QString, ContentId> byRef_;
};

}  // namespace offprint
