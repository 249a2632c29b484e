#pragma once
#include <functional>
#include <QSet>

#include "exporters/site/SiteMap.h"

namespace offprint {

/// Topics, tags or series that share one page: those whose names give one slug.
struct CollectionGroup {
  QStringList names;
  QString slug;
  QList<ContentId> items;
};

/// Fills a SiteMap: gives every page its place and finds what clashes. Used by SiteMap's constructor alone.
class SiteMapBuilder {
 public:
  explicit SiteMapBuilder(SiteMap& map);
  void build();

 private:
  void readBase();
  void indexItems();
  void addressItems();
  void addGeneratedPages();
  void addKindIndexes();
  void addWriting();
  void addTopics();
  void addTags();
  void addCollections(PageEntry list, PageEntry::Type type, const QList<Collection>& collections,
                      const QString& what, const std::function<QStringList(const ItemSummary&)>& namesOf);
  void addSeries();
  void addItemPages();
  void addFeeds();
  void addRedirects();
  void addRedirect(const QString& from, const QString& to, const QString& item);
  void dropDeadRedirects();

  void addGroups(QList<CollectionGroup> groups, PageEntry::Type type, const QString& base,
                 const QString& what, int pageSize);
  void addList(PageEntry entry, const QList<ContentId>& items, int pageSize);
  bool addPage(PageEntry entry, const QString& item = {});
  bool claim(const QString& path, const QString& who, const QString& item);
  void find(Finding::Level level, const QString& code, const QString& message, const QString& item = {});
  QString nameOf(const ItemSummary& item) const;

  int pageSize() const;

  SiteMap& map_;
  const SiteSnapshot& snapshot_;
  QHash<ContentId, QString> addresses_;    ///< clean ones of items with a page
  QHash<QString, ContentId> permalinks_;   ///< address → first item that was given it by hand
  QSet<ContentId> adopted_;                ///< items that introduce a generated page
  QHash<QString, QString> claimed_;        ///< output path → who has it
  QHash<QString, QString> claimedFolded_;  ///< case-folded path → path
  QHash<QString, QString> folders_;        ///< folder → who needs it
};

}  // namespace offprint
