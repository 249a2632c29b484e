#pragma once
#include <functional>
#include <memory>
#include <QHash>
#include <QList>
#include <QString>

#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/content/ContentQuery.h"
#include "app/content/Finding.h"
#include "app/content/Site.h"
#include "app/core/Clock.h"
#include "app/core/Resources.h"
#include "app/core/Result.h"
#include "app/core/Task.h"

namespace offprint {

class Database;
class ContentRepository;
class RevisionRepository;
class MediaRepository;
class SiteRepository;
class CollectionRepository;
class RedirectRepository;
class ImportRepository;
class ExportRepository;
class PublishRepository;

/// TakeOver: as ReadWrite, also when the lock names another computer (whose process cannot be asked whether
/// it still lives). A process of this computer that still runs keeps its lock in every mode.
enum class OpenMode { ReadWrite, ReadOnly, TakeOver };

/// Who holds the library for writing.
struct LockHolder {
  QString host;
  QString user;
  qint64 process = 0;
  QDateTime since;
};

/// One library: a folder `Name.offprint` with library.sqlite, media/ (content-addressed), kinds/, themes/,
/// backups/. See FORMAT.md. All members are for one thread: the store thread in the window, the main thread
/// on the command line.
class Library {
 public:
  /// Makes a new library in `folder`, which must be absent or empty. Errors: Conflict (not empty), Denied,
  /// DiskFull, Io. Nothing is left behind on failure.
  static Result<std::unique_ptr<Library>> create(const QString& folder, const Resources& resources,
                                                 Clock clock = systemClock());

  /// Opens a library and migrates it (after a verified backup). A library that another process holds, or
  /// whose folder cannot be written, opens read-only: see readOnly() and readOnlyReason(). Errors: NotFound,
  /// InvalidInput (no library), VersionTooNew (file untouched), Corrupt, Denied, Io.
  static Result<std::unique_ptr<Library>> open(const QString& folder, const Resources& resources,
                                               OpenMode mode = OpenMode::ReadWrite,
                                               Clock clock = systemClock());
  ~Library();

  const QString& folder() const;
  QString name() const;  ///< folder name without ".offprint"
  bool readOnly() const;
  QString readOnlyReason() const;  ///< a sentence for the banner; empty when writable
  std::optional<LockHolder> otherHolder() const;
  /// Random identity of the library, made with it; copies and backups share it.
  QString uuid() const;
  const Resources& resources() const;
  std::shared_ptr<const KindCatalog> kinds() const;
  /// Why the library's own kinds are not in kinds(): one of its files is broken.
  std::optional<Error> kindsError() const;
  QDateTime now() const;

  ContentRepository& content();
  RevisionRepository& revisions();
  MediaRepository& media();
  SiteRepository& site();
  CollectionRepository& collections();
  RedirectRepository& redirects();
  ImportRepository& imports();
  ExportRepository& exported();
  PublishRepository& publishing();

  /// Runs `work` in one transaction: all of it or nothing. May be nested (inner ones join the outer; when an
  /// inner one failed the outer one fails).
  Result<void> transaction(const std::function<Result<void>()>& work);
  /// Runs `work`, which only reads, on one state of the library: what is saved meanwhile by another
  /// connection is not seen by it.
  Result<void> reading(const std::function<Result<void>()>& work);

  /// A verified copy of the database alone in backups/, before risky steps and once a day ("daily"). Returns
  /// its path. The newest 14 and the newest of each of 8 weeks are kept. The whole library as one file is
  /// made by app/store/Backup.h. Not inside a transaction.
  Result<QString> snapshot(const QString& reason);
  /// When the last snapshot was made; invalid when there is none.
  QDateTime lastSnapshot() const;

  /// Integrity: quick_check, foreign keys, checksums of what was written, kept versions, FTS, every media
  /// file's hash. Errors only when it cannot be checked at all. The search index checks itself by a command
  /// that is a write: a library that can only be read passes it over.
  Result<Findings> verify(const Task& task = {});
  /// That check of the search index alone.
  Result<Findings> verifyIndex();

  /// The file of the database alone, whole and compact, at `path`, which must not exist.
  Result<void> copyDatabase(const QString& path);

  struct Private;

 private:
  explicit Library(std::unique_ptr<Private> d);
  Result<void> readIdentity();
  std::unique_ptr<Private> d_;
};

}  // namespace offprint
