#pragma once
#include <memory>
#include <QHash>
#include <QList>

#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/content/ContentQuery.h"
#include "app/core/Clock.h"
#include "app/core/Result.h"

namespace offprint {

class Database;

/// A full-text hit: `snippet` is plain text with the matches between U+2039 and U+203A.
struct SearchHit {
  ContentId id;
  QString snippet;
};

/// How many items a sidebar row stands for.
struct ContentCounts {
  int all = 0;
  int trashed = 0;
  int pending = 0;  ///< what the next export of the site adds, renews or removes
  QHash<QString, int> byKind;
  QHash<Status, int> byStatus;
};

/// Items: rows of `item` with tags, topics, search index kept in step. Store thread.
class ContentRepository {
 public:
  ContentRepository(Database& database, Clock clock, std::shared_ptr<const KindCatalog> kinds);

  /// Inserts a new item. An empty uuid, slug (from the title, made unique), created and modified are filled
  /// in; the item is returned as stored, with id and version 1. Conflict when uuid or kind+slug is taken.
  Result<ContentItem> insert(ContentItem item);

  /// Saves an item whose `version` must be the stored one: Conflict otherwise, nothing written. Returns it
  /// with the new version and `modified`. A save that changes nothing returns the item as it is. An empty
  /// slug is made from the title. When a public item's address changes, the old one becomes a redirect (case
  /// 15); links to the item follow, those of the site's navigation too.
  Result<ContentItem> save(const ContentItem& item);
  /// The same while an item is typed: what is not public may pass through many addresses, some of which
  /// others have links for. Its links follow only with settleLinks(), or once it is public.
  Result<ContentItem> saveTyped(const ContentItem& item);
  /// Lets the links follow what saveTyped() changed since the item's last version. To be called before the
  /// next version is cut.
  Result<void> settleLinks(ContentId id);

  Result<ContentItem> get(ContentId id) const;  ///< NotFound
  /// As get(), for what is to be published: Corrupt when the row is not as it was stored.
  Result<ContentItem> getWhole(ContentId id) const;
  /// By id, uuid (both also in the trash), "kind/slug" or citation key. NotFound.
  Result<ContentItem> find(const QString& reference) const;
  /// By citation key alone, whatever number, uuid or address looks the same. NotFound.
  Result<ContentItem> cited(const QString& key) const;
  Result<QList<ItemSummary>> list(const ContentQuery& query) const;
  Result<QList<ContentId>> ids(const ContentQuery& query) const;  ///< keys only, for lists by window
  Result<QList<ItemSummary>> summaries(
      const QList<ContentId>& ids) const;  ///< in the order of `ids`; missing ones skipped
  /// Best hits first. The first `snippetsAtOnce` have their snippet: making one reads the whole text.
  Result<QList<SearchHit>> search(const QString& words, const ContentQuery& within, int limit) const;
  static constexpr int snippetsAtOnce = 20;
  /// Snippets of further hits of the same words.
  Result<QHash<ContentId, QString>> snippets(const QString& words, const QList<ContentId>& hits) const;
  Result<ContentCounts> counts() const;
  Result<bool> slugTaken(const QString& kind, const QString& slug, ContentId except = {}) const;

  Result<void> trash(ContentId id);
  /// Back from the trash; a slug taken meanwhile is suffixed. Returns the item.
  Result<ContentItem> restore(ContentId id);
  Result<void> erase(ContentId id);  ///< for ever, with its revisions
  Result<int> eraseTrashedBefore(const QDateTime& moment);

  /// The site-absolute address of an item by its kind's pattern or the site's own; empty when it has no page.
  Result<QString> addressOf(const ContentItem& item) const;
  /// Items that link to this one or cite it, in no order of meaning.
  Result<QList<ContentId>> backlinks(ContentId id) const;
  /// How many other items cite each item of a kind by its key, or name it as "kind/slug"; not by a bare slug,
  /// an address or a former key. Those that nobody does are left out.
  Result<QHash<ContentId, int>> timesCited(const QString& kind) const;
  /// How many items a query finds, whatever its limit.
  Result<int> count(const ContentQuery& query) const;
  /// Items that cite the work with that key; those in the trash do not count.
  Result<QList<ContentId>> citing(const QString& key) const;

 private:
  Result<ContentItem> stored(ContentId id) const;
  Result<void> followExport(ContentId id);
  Result<void> writeWhole(const ContentItem& item, const ContentItem& before);
  Result<void> settleAddress(ContentItem& item) const;
  enum class Follow { Now, WhenSettled };
  Result<ContentItem> save(const ContentItem& given, Follow follow);
  Result<void> followRename(const ContentItem& before, const ContentItem& after, ContentId settled = {});
  Result<bool> passedThrough(const ContentItem& item, const QString& address);
  Result<void> rewriteLinks(const QHash<QString, QString>& renames, ContentId settled = {});

  Database& db_;
  Clock clock_;
  std::shared_ptr<const KindCatalog> kinds_;
};

}  // namespace offprint
