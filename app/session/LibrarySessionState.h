#pragma once
#include <exception>
#include <QDir>
#include <QThreadPool>
#include <QTimer>

#include "app/session/DocumentSession.h"
#include "app/session/ImportJob.h"
#include "app/session/LibraryJobs.h"
#include "app/session/LibrarySession.h"
#include "app/session/UndoStack.h"
#include "app/store/StoreClient.h"

namespace offprint {

/// The inner side of LibrarySession, shared by its two files.
struct LibrarySession::Private {
  LibrarySession& q;
  Resources resources;
  Clock clock;
  StoreClient store;
  UndoStack undo;
  QTimer upkeepTimer;
  static constexpr int upkeepDelay = 5'000;
  std::optional<libraryJobs::Opening> current;
  QList<DocumentSession*> sessions;
  QList<DocumentSession*> departing;  ///< of these: left, and gone when they are stored
  struct Turn {
    std::function<void(Done)> work;
    Done done;
  };
  QList<Turn> turns;         ///< openings and closings of libraries, one after the other
  bool followingUp = false;  ///< an overview is on its way
  bool followAgain = false;
  QThreadPool apart;

  Private(LibrarySession& session, Resources data, Clock now)
      : q(session), resources(std::move(data)), clock(std::move(now)) {}

  const libraryJobs::Overview& overview() const {
    static const libraryJobs::Overview nothing;
    return current ? current->overview : nothing;
  }

  template <class T>
  void run(std::function<Result<T>(Library&)> job, std::function<void(Result<T>)> done) {
    store.run<T>(std::move(job), &q, std::move(done));
  }

  /// Runs a job that only reads on a thread and a connection of its own, however long it takes: the store
  /// thread goes on storing.
  template <class T>
  void runApart(std::function<Result<T>(Library&)> job, std::function<void(Result<T>)> done) {
    if (!current) return done(makeError(ErrorCode::NotFound, LibrarySession::tr("No library is open.")));
    apart.start([this, folder = current->folder, job = std::move(job), done = std::move(done)] {
      auto result = std::make_shared<Result<T>>(attemptApart<T>(folder, job));
      QMetaObject::invokeMethod(
          &q, [result, done] { done(std::move(*result)); }, Qt::QueuedConnection);
    });
  }
  template <class T>
  Result<T> attemptApart(const QString& folder, const std::function<Result<T>(Library&)>& job) const {
    try {
      auto library = Library::open(folder, resources, OpenMode::ReadOnly, clock);
      return library ? job(**library) : Result<T>(library.error());
    } catch (const std::exception& exception) {
      return makeError(
          ErrorCode::Internal,
          LibrarySession::tr("This was not done because of a fault in the program. What was stored "
                             "is unchanged."),
          QString::fromUtf8(exception.what()));
    }
  }

  void inTurn(std::function<void(Done)> work, Done done);
  void beginTurn();
  void openWith(StoreClient::Opener opener, Done done);
  void adoptOpening(Result<libraryJobs::Opening> answer, const Done& done);
  DocumentSession* add(const ContentItem& item);
  void leave(DocumentSession* session);
  void leaveWhenStored(DocumentSession* session);
  void leaveAll();

  /// Counts, collections and site are read again; requests made meanwhile become one.
  void followUp();
  /// Open sessions and lists follow what was changed in the store.
  void changed(const QList<ContentItem>& items);
  void changed(const libraryJobs::Changes& changes);

  using ChangeJob = std::function<Result<libraryJobs::Changes>(Library&)>;
  /// Runs a job that changes items as one undoable step. `sentence` tells the toast how it went.
  void step(const QString& name, ChangeJob job, std::function<QString(int)> sentence = {});
  void revert(const libraryJobs::Changes& changes, bool forward);
  void moveToTrash(const QList<ContentId>& ids, bool into, const QString& stepName);
  void trashQuietly(const QList<ContentId>& ids, bool into);
  void storeSite(const Site& from, const Site& to);
  void pushImport(const std::shared_ptr<const libraryJobs::ImportChange>& change, const QString& source);
  void describe(CollectionRepository::Type type, const QString& name, const QString& description);
};

}  // namespace offprint
