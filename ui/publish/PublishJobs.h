#pragma once
#include <optional>

#include "app/content/ContentItem.h"
#include "app/core/Resources.h"
#include "app/store/Repositories.h"
#include "exporters/publish/PublishService.h"

namespace offprint {

class StoreClient;

/// What publishing would do to one page, in the author's words.
struct PublishChange {
  enum class Type { Added, Changed, Removed };
  Type type = Type::Changed;
  QString title;
  QString detail;  ///< "Article, was edited"
  QString path;    ///< of its page
  QString before;  ///< pageText() as it was published last; null: not kept
  QString after;   ///< as it would be published
};

/// What the Publish sheet shows before anything is sent.
struct PublishLook {
  PublishTarget target;
  PublishReport report;
  QList<PublishChange> changes;    ///< items, and the site's own set-up
  QList<PlannedFile> follows;      ///< lists, feeds and other pages that change with them
  QList<ItemSummary> leftOut;      ///< drafts and scheduled items
  QList<PlannedFile> theirs;       ///< files of the host that somebody else wrote where ours belong
  std::optional<Deployment> last;  ///< to this target
};

/// Targets and history as the library knows them.
struct PublishState {
  QList<PublishTarget> targets;   ///< by name
  QList<Deployment> deployments;  ///< confirmed ones of all targets, newest first
  qint64 keptBytes = 0;           ///< of the files that can be brought back
};

/// One deployment, whole.
struct DeploymentDetails {
  struct Online {
    DeployedItem item;
    ContentId id;       ///< invalid: it is not in the library any more
    Revision revision;  ///< the version of it that was online; invalid id: none is kept of that time
  };
  QList<Online> items;           ///< that were online, by title
  QList<PublishChange> changes;  ///< from the other deployment to this one
};

/// What the window has done about publishing by a worker thread, which opens the library for reading beside
/// the store thread; what is to be noted in the library, the store thread writes.
namespace publishJobs {

/// Where the open library lies, and who writes to it. `store` outlives the job.
struct Place {
  QString folder;
  Resources resources;
  StoreClient* store = nullptr;
};

Result<PublishState> state(Library& library);  ///< store thread
/// A target that does not show yet what it should by now.
struct Due {
  PublishTarget target;
  QList<ItemSummary> items;  ///< oldest first, never empty
};
/// Targets whose rule is not to wait. Store thread.
Result<QList<Due>> due(Library& library);
/// What was online with a deployment, and what differs from another one (empty: nothing was online). Store
/// thread.
Result<DeploymentDetails> details(Library& library, const QString& deployment, const QString& other);
/// A change of details() with the texts of its page in both; null where they are not kept. Store thread.
Result<PublishChange> words(Library& library, const QString& deployment, const QString& other,
                            PublishChange change);
Result<PublishLook> look(const Place& place, const QString& target, PublishOptions options, const Task& task);
/// Publishes what `seen` showed: Conflict when the host or the site has become another meanwhile, so that
/// nothing goes online that nobody looked at. `seen` may be null.
Result<PublishReport> send(const Place& place, const QString& target, const DeployPlan* seen,
                           PublishOptions options, const Task& task);
Result<PublishReport> rollBack(const Place& place, const QString& deployment, PublishOptions options,
                               const Task& task);
Result<Findings> verify(const Place& place, const QString& target, const PublishOptions& options,
                        const Task& task);
/// Notes in the library that a publication is what lists compare with from now on, and keeps the versions of
/// the items that changed with it. Store thread.
Result<void> recordOnline(Library& library, const PublishReport& report, const QDateTime& when);

}  // namespace publishJobs
}  // namespace offprint
