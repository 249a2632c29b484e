#pragma once
#include <QTemporaryDir>

#include "app/store/ContentRepository.h"
#include "app/store/Database.h"
#include "app/store/Library.h"
#include "app/store/LibraryLock.h"
#include "app/store/PublishRepository.h"
#include "app/store/Repositories.h"

namespace offprint {

/// What an open library holds, in the order in which it is let go: repositories, connection, copy, lock.
struct Library::Private {
  Private(QString where, Resources data, Clock now)
      : folder(std::move(where)), resources(std::move(data)), clock(std::move(now)) {}

  QString folder;
  Resources resources;
  Clock clock;
  QString uuid;
  QString readOnlyReason;
  std::optional<LockHolder> holder;
  std::optional<Error> kindsError;
  std::shared_ptr<const KindCatalog> kinds;

  std::unique_ptr<LibraryLock> lock;
  std::unique_ptr<QTemporaryDir> copy;  ///< of a file that cannot be read where it lies
  std::unique_ptr<Database> database;
  std::unique_ptr<ContentRepository> content;
  std::unique_ptr<RevisionRepository> revisions;
  std::unique_ptr<MediaRepository> media;
  std::unique_ptr<SiteRepository> site;
  std::unique_ptr<RedirectRepository> redirects;
  std::unique_ptr<CollectionRepository> collections;
  std::unique_ptr<ImportRepository> imports;
  std::unique_ptr<ExportRepository> exported;
  std::unique_ptr<PublishRepository> publishing;

  QString file() const { return folder + QStringLiteral("/library.sqlite"); }
  QString backups() const { return folder + QStringLiteral("/backups"); }
};

}  // namespace offprint
