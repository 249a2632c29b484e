#pragma once
#include <functional>
#include <QList>

#include "app/content/ContentItem.h"
#include "app/content/Site.h"
#include "app/core/Clock.h"
#include "app/core/Resources.h"
#include "app/core/Result.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "app/store/Repositories.h"

namespace offprint {

/// What LibrarySession has done on the store thread. Values in, values out.
namespace libraryJobs {

/// An item before and after a step.
struct Change {
  ContentItem before;
  ContentItem after;
};
using Changes = QList<Change>;

/// What the sidebar shows.
struct Overview {
  Site site;
  ContentCounts counts;
  QList<Collection> topics;
  QList<Collection> tags;
  QList<Collection> series;
  QDateTime lastSnapshot;
};
Result<Overview> overview(Library& library);

/// What the window must know of a library that was opened.
struct Opening {
  QString folder;
  QString place;  ///< the folder without links, for telling whether it is open already
  QString name;
  bool readOnly = false;
  QString readOnlyReason;
  std::optional<LockHolder> holder;
  std::shared_ptr<const KindCatalog> kinds;
  std::optional<Error> kindsError;
  Overview overview;
  QList<ContentId> recovered;
  std::optional<Error> recoveryError;  ///< it could not be brought back and stays where it is
};
/// Opening: text that a failed save left behind comes back first.
Result<Opening> opening(Library& library);
/// Housekeeping of a day: a snapshot, thinned revisions, items 30 days in the trash and bytes 30 days without
/// a name go. True when items went.
Result<bool> upkeep(Library& library);

/// Changes the site's settings field by field, as from `from` to `to`: what else was changed since stays,
/// such as a navigation that followed a renamed item.
Result<void> changeSite(Library& library, const Site& from, const Site& to);

/// Changes every item of `ids` that is there, all or none. Items that stay equal are left out.
Result<Changes> edit(Library& library, const QList<ContentId>& ids,
                     const std::function<void(ContentItem&)>& change);
/// Takes the fields that `changes` changed back (or forward again); later edits of other fields stay.
Result<Changes> revert(Library& library, const Changes& changes, bool forward);
/// Copies as drafts without dates of publication, named "… copy".
Result<QList<ContentItem>> duplicate(Library& library, const QList<ContentId>& ids);
Result<QList<ContentItem>> trash(Library& library, const QList<ContentId>& ids);
Result<QList<ContentItem>> restore(Library& library, const QList<ContentId>& ids);
/// For ever; the whole trash when `ids` is empty. Only items in the trash go.
Result<QList<ContentId>> erase(Library& library, const QList<ContentId>& ids);
Result<Changes> restoreRevision(Library& library, ContentId id, RevisionId revision);

/// What a renamed collection or an import leaves behind beside the items.
struct Traces {
  QHash<QString, QString> descriptions;  ///< by name, of all collections of the type
  QList<Redirect> redirects;
  bool operator==(const Traces& other) const;
};
Result<Traces> tracesOf(Library& library, CollectionRepository::Type type);
/// Puts `to` in place of `from`; what neither holds stays.
Result<void> moveTraces(Library& library, CollectionRepository::Type type, const Traces& from,
                        const Traces& to);
struct CollectionChange {
  Changes items;
  Traces before;
  Traces after;
  bool merged = false;  ///< items had the new name before
};
Result<CollectionChange> renameCollection(Library& library, CollectionRepository::Type type,
                                          const QString& from, const QString& to);
/// Takes a rename back, or does it again.
Result<Changes> revertCollection(Library& library, CollectionRepository::Type type,
                                 const CollectionChange& change, bool forward);

}  // namespace libraryJobs
}  // namespace offprint
