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

enum class OpenMode { ReadWrite, ReadOnly };

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
  const Resources& resources() const;
  std::shared_ptr<const KindCatalog> kinds() const;
  QDateTime now() const;

  ContentRepository& content();
  RevisionRepository& revisions();
  MediaRepository& media();
  SiteRepository& site();
  CollectionRepository& collections();
  RedirectRepository& redirects();
  ImportRepository& imports();

  /// Runs `work` in one transaction: all of it or nothing. May be nested (inner ones join the outer).
  Result<void> transaction(const std::function<Result<void>()>& work);

  /// A verified copy of the whole library (database, media, kinds, themes) as one .zip-like archive file is
  /// made by app/store/Backup.h; this is the quick database copy into backups/ before risky steps. Returns
  /// its path.
  Result<QString> snapshot(const QString& reason);

  /// Integrity: quick_check, foreign keys, FTS, every media file's hash. Errors only when it cannot be
  /// checked at all.
  Result<Findings> verify(const Task& task = {});

  struct Private;

 private:
  explicit Library(std::unique_ptr<Private> d);
  std::unique_ptr<Private> d_;
};

}  // namespace offprint
