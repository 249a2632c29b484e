#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <QJsonValue>
#include <QObject>

#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/content/ContentQuery.h"
#include "app/content/Finding.h"
#include "app/content/Site.h"
#include "app/core/Clock.h"
#include "app/core/Resources.h"
#include "app/core/Result.h"
#include "app/core/Task.h"
#include "app/import/Importer.h"
#include "app/import/WorkIntake.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "app/store/Repositories.h"

namespace offprint {

class DocumentSession;
class StoreClient;
class UndoStack;

/// The open library as the window sees it: what lists and the sidebar show, the open items, and everything a
/// person can do to items, as undoable steps. GUI thread; all work is done by the store thread, answers come
/// back here. Actions need no callback: they end in signals (acted() for the toast, errorOccurred()).
class LibrarySession : public QObject {
  Q_OBJECT
 public:
  using Done = std::function<void(Result<void>)>;
  template <class T>
  using Answer = std::function<void(Result<T>)>;

  LibrarySession(Resources resources, Clock clock, QObject* parent = nullptr);
  ~LibrarySession() override;

  // The library.
  void create(const QString& folder, const Site& site, Done done);
  /// Opens (after flushing and closing the one before, which stays open on failure) and brings back text that
  /// could not be stored. The library that is open already is left as it is. Creating, opening and closing
  /// wait for one that is under way.
  void open(const QString& folder, OpenMode mode, Done done);
  /// Opens the present library for writing although its lock names another computer. Conflict when a program
  /// of this computer has it open, Denied when it cannot be written; it stays open for reading then.
  void takeOver(Done done);
  void close(Done done);
  /// Stores what is unsaved, drains the store thread and closes; blocks. For quitting.
  void shutdown();

  bool isOpen() const;
  QString folder() const;
  QString name() const;
  bool readOnly() const;
  QString readOnlyReason() const;
  std::optional<LockHolder> otherHolder() const;
  const Resources& resources() const;
  std::shared_ptr<const KindCatalog> kinds() const;  ///< null while no library is open
  const Site& site() const;
  const ContentCounts& counts() const;
  QList<Collection> collections(CollectionRepository::Type type) const;
  QDateTime lastSnapshot() const;
  StoreClient& store();

  // Lists. Answers are dropped when `context` is gone.
  void ids(const ContentQuery& query, QObject* context, Answer<QList<ContentId>> done);
  void summaries(const QList<ContentId>& ids, QObject* context, Answer<QList<ItemSummary>> done);
  void search(const QString& words, const ContentQuery& within, int limit, QObject* context,
              Answer<QList<SearchHit>> done);
  void revisions(ContentId id, QObject* context, Answer<QList<Revision>> done);
  void revision(RevisionId id, QObject* context, Answer<ContentItem> done);

  // Open items. A session lives until leaveItem() or close().
  /// A new, nameless item of a kind: its row is made with its first character, so one that stays empty leaves
  /// nothing behind. Null when no library is open or it is read-only.
  DocumentSession* newItem(const QString& kind);
  void openItem(ContentId id, Answer<DocumentSession*> done);
  DocumentSession* openedItem(ContentId id) const;  ///< null when it is not open
  /// Stores it, cuts a revision and deletes the session. One that cannot be stored goes on trying, and is
  /// what openItem() gives meanwhile; errorOccurred() tells.
  void leaveItem(DocumentSession* session);
  /// Stores every open item; `done` when all are stored, with the first error otherwise.
  void flush(Done done = {});

  // Actions. Each is one undo step. Ids that are not there any more are skipped.
  void rename(ContentId id, const QString& title);
  void setStatus(const QList<ContentId>& ids, Status status, const QDateTime& publishAt = {});
  void setPinned(const QList<ContentId>& ids, bool pinned);
  void addTag(const QList<ContentId>& ids, const QString& tag);
  void addTopic(const QList<ContentId>& ids, const QString& topic);
  void setSeries(const QList<ContentId>& ids, const QString& series);
  /// Any other change of items; `name` names the step ("Change venue").
  void edit(const QList<ContentId>& ids, const QString& name, std::function<void(ContentItem&)> change);
  void duplicate(const QList<ContentId>& ids);
  void trash(const QList<ContentId>& ids);
  void restore(const QList<ContentId>& ids);
  void restoreRevision(ContentId id, RevisionId revision);
  void renameCollection(CollectionRepository::Type type, const QString& from, const QString& to);
  void describeCollection(CollectionRepository::Type type, const QString& name, const QString& description);
  void saveSite(const Site& site, const QString& name);
  /// Imports a folder or file as one step that can be taken back. `done` hears the report, or why nothing was
  /// imported, unless `context` is gone by then.
  void importFrom(const QString& source, const QString& importer, const ImportOptions& options,
                  const Task& task, QObject* context, std::function<void(const Result<ImportReport>&)> done);
  /// Stores works that were found, whatever their state says, as one step; `done` hears what was stored.
  void addWorks(const QList<ProposedWork>& works, QObject* context, Answer<QList<ContentItem>> done);
  /// Fills in a work that was kept by its identifier alone.
  void completeWork(ContentId id, const FoundWork& found);
  /// Merges a work into another as one step; `done` hears whether it was.
  void mergeWorks(ContentId kept, ContentId other, const QStringList& fromOther, QObject* context, Done done);
  /// Names `version` as another version of the same work.
  void linkVersions(ContentId item, ContentId version, QObject* context, Done done);
  /// Remembers that two works are not the same.
  void setWorksApart(ContentId a, ContentId b, QObject* context, Done done);
  /// For ever; no undo, so the window asks before. Empties the trash when `ids` is empty.
  void erase(const QList<ContentId>& ids);
  UndoStack& undoStack();

  /// Keeps what the export of the site to a folder at `when` held. Lists follow. Not in a read-only library.
  void recordExport(const QList<ExportedItem>& items, const QDateTime& when);

  // Small values of the window, kept in the library ("layout"). Not stored in a read-only library.
  void state(const QString& key, QObject* context, Answer<QJsonValue> done);
  void setState(const QString& key, const QJsonValue& value);

  // Safety.
  void backUp(const QString& file, const Task& task, Answer<Findings> done);
  void verify(const Task& task, Answer<Findings> done);
  /// The housekeeping of a day: snapshot, thinned revisions, what was 30 days in the trash goes. Comes by
  /// itself 5 s after opening. Without `done` a failure ends in errorOccurred().
  void upkeep(Done done = {});
  /// To be called after work on store() that changed items (an import): counts, lists and open items follow.
  void refresh();

 Q_SIGNALS:
  void opened();
  void closed();
  /// These items, or their places in lists, changed; empty: any may have.
  void itemsChanged(const QList<offprint::ContentId>& ids);
  void countsChanged();
  void collectionsChanged();
  void siteChanged();
  /// A step was done: a sentence for the toast ("3 items moved to Trash").
  void acted(const QString& sentence, bool undoable);
  void itemClosing(offprint::DocumentSession* session);
  /// Text that could not be stored last time was brought back into these items.
  void recovered(const QList<offprint::ContentId>& ids);
  void errorOccurred(const offprint::Error& error);

 private:
  struct Private;
  std::unique_ptr<Private> d_;
};

}  // namespace offprint
