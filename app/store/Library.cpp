#include "app/store/Library.h"

#include <fcntl.h>
#include <unistd.h>
#include <QDir>
#include <QFileInfo>
#include <QUuid>

#include "app/core/BuildFolder.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/store/LibraryState.h"
#include "app/store/Migrator.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

const QString& suffix() {
  static const QString text = u".offprint"_s;
  return text;
}

QString nameOf(const QString& folder) {
  const QString name = QFileInfo(folder).fileName();
  return name.endsWith(suffix()) ? name.chopped(suffix().size()) : name;
}

bool writableFolder(const QString& folder) {
  return ::access(QFile::encodeName(folder).constData(), W_OK) == 0;
}

/// The new library's content inside `folder`, which exists.
Result<void> fill(const QString& folder, const Resources& resources, const QString& name) {
  auto migrator = Migrator::fromFolder(resources.path(u"db"_s));
  if (!migrator) return migrator.error();
  auto database = Database::open(folder + u"/library.sqlite"_s, Database::Access::ReadWrite);
  if (!database) return database.error();
  Database& db = **database;
  OFFPRINT_TRY(migrator->run(db, {}));
  OFFPRINT_TRY(db.run("INSERT INTO meta (key, value) VALUES ('uuid', ?)",
                      QUuid::createUuid().toString(QUuid::WithoutBraces)));
  Site site = Site::starter(name, {});
  OFFPRINT_TRY(SiteRepository(db).save(site));
  return files::makeFolder(folder + u"/media"_s);
}

std::shared_ptr<const KindCatalog> loadKinds(Library::Private& d, std::optional<Error>& problem) {
  const QString builtIn = d.resources.path(u"kinds"_s);
  auto kinds = KindCatalog::load(builtIn, d.folder + u"/kinds"_s);
  if (kinds) return *kinds;
  // One broken file of the author must not keep the whole library shut.
  problem = kinds.error();
  kinds = KindCatalog::load(builtIn);
  return kinds ? *kinds : nullptr;
}

/// A copy of the database (with its log) in a temporary folder, for a file that must not or cannot be
/// touched.
Result<QString> copyAside(Library::Private& d) {
  d.copy = std::make_unique<QTemporaryDir>();
  if (!d.copy->isValid())
    return makeError(ErrorCode::Io,
                     say("The library could not be opened for reading: there is no place for a "
                         "temporary copy."),
                     d.copy->errorString());
  const QString target = d.copy->filePath(u"library.sqlite"_s);
  OFFPRINT_TRY(files::copyFile(d.file(), target));
  if (QFileInfo::exists(d.file() + u"-wal"_s))
    OFFPRINT_TRY(files::copyFile(d.file() + u"-wal"_s, target + u"-wal"_s));
  return target;
}

/// Takes the lock, or says why the library can only be read.
Result<void> lockForWriting(Library::Private& d, bool takeOver) {
  const QString protectedReason =
      say("This library can only be read: the folder is write-protected. Save a copy to change it.");
  if (!writableFolder(d.folder) || !QFileInfo(d.file()).isWritable()) {
    d.readOnlyReason = protectedReason;
    return {};
  }
  auto answer = LibraryLock::acquire(d.folder, d.clock(), takeOver);
  if (!answer) {
    if (answer.error().code != ErrorCode::Denied) return answer.error();
    d.readOnlyReason = protectedReason;
    return {};
  }
  d.lock = std::move(answer->lock);
  if (d.lock) return {};
  d.holder = answer->holder;
  d.readOnlyReason = d.holder->host.isEmpty()
                         ? say("This library is open elsewhere and can only be read here.")
                         : say("This library is open on %1 by %2 and can only be read here.")
                               .arg(d.holder->host, d.holder->user);
  return {};
}

Result<std::unique_ptr<Database>> openForReading(Library::Private& d, const Migrator& migrator) {
  const bool foreign = d.holder && d.holder->host != QSysInfo::machineHostName();
  const bool logLeft = QFileInfo(d.file() + u"-wal"_s).size() > 0;
  auto access = Database::Access::ReadOnly;
  QString file = d.file();
  if (!writableFolder(d.folder)) {
    // Without the right to write there is no shared memory for the log. A log left by a crash holds the last
    // changes, so it is read in a copy.
    if (logLeft) {
      auto copy = copyAside(d);
      if (!copy) return copy.error();
      file = *copy;
    } else {
      access = Database::Access::ReadOnlyUnshared;
    }
  } else if (foreign) {
    access = Database::Access::ReadOnlyUnshared;  // the log's shared memory does not reach over the network
  }
  const auto look = [&](Database::Access how) -> Result<std::unique_ptr<Database>> {
    auto opened = Database::open(file, how);
    if (!opened) return opened.error();
    OFFPRINT_TRY(migrator.check(**opened));
    return opened;
  };
  auto database = look(access);
  if (!database && database.error().code == ErrorCode::DiskFull && access == Database::Access::ReadOnly) {
    // No room for the log's shared memory: reading must not depend on it.
    auto copy = logLeft ? copyAside(d) : Result<QString>(file);
    if (!copy) return copy.error();
    file = *copy;
    database = look(logLeft ? access : Database::Access::ReadOnlyUnshared);
  }
  if (!database) return database.error();
  auto format = Migrator::formatOf(**database);
  if (!format) return format.error();
  if (*format >= migrator.newest()) return database;
  // An older format is brought up to date in a copy; the file itself stays as it is.
  database->reset();
  auto copy = d.copy ? Result<QString>(file) : copyAside(d);
  if (!copy) return copy.error();
  auto migrated = Database::open(*copy, Database::Access::ReadWrite);
  if (!migrated) return migrated.error();
  OFFPRINT_TRY(migrator.run(**migrated, {}));
  OFFPRINT_TRY((*migrated)->onlyRead());
  return migrated;
}

Result<std::unique_ptr<Database>> openForWriting(Library::Private& d, const Migrator& migrator) {
  {
    auto looked = Database::open(d.file(), Database::Access::ReadOnly);
    if (!looked) return looked.error();
    OFFPRINT_TRY(migrator.check(**looked));
  }
  return Database::open(d.file(), Database::Access::ReadWrite);
}

void makeRepositories(Library::Private& d) {
  Database& db = *d.database;
  d.content = std::make_unique<ContentRepository>(db, d.clock, d.kinds);
  d.revisions = std::make_unique<RevisionRepository>(db, *d.content, d.clock);
  d.media = std::make_unique<MediaRepository>(db, d.folder + u"/media"_s, d.clock);
  d.site = std::make_unique<SiteRepository>(db);
  d.redirects = std::make_unique<RedirectRepository>(db, d.clock);
  d.collections = std::make_unique<CollectionRepository>(db, *d.content, *d.redirects);
  d.imports = std::make_unique<ImportRepository>(db);
  d.exported = std::make_unique<ExportRepository>(db, *d.content);
  d.publishing = std::make_unique<PublishRepository>(db, d.folder + u"/deployments"_s);
}

}  // namespace

Library::Library(std::unique_ptr<Private> d) : d_(std::move(d)) {}

// SQLite moves its log into the file when the last connection goes, so that the file alone is the library
// again; a failure loses nothing, the log stays and is read at the next start.
Library::~Library() = default;

Result<std::unique_ptr<Library>> Library::create(const QString& folder, const Resources& resources,
                                                 Clock clock) {
  const QString target = QDir::cleanPath(QFileInfo(folder).absoluteFilePath());
  if (!files::emptyOrAbsent(target))
    return makeError(ErrorCode::Conflict,
                     say("No library was made: the folder is not empty. Nothing in it was "
                         "changed. Choose another name or an empty folder."))
        .at(target);
  auto building = BuildFolder::beside(target);
  if (!building) return building.error();
  const Result<void> filled = fill((*building)->path(), resources, nameOf(target));
  if (!filled) return (*building)->aboutTarget(filled.error());
  OFFPRINT_TRY((*building)->becomeTarget());
  return open(target, resources, OpenMode::ReadWrite, std::move(clock));
}

Result<std::unique_ptr<Library>> Library::open(const QString& folder, const Resources& resources,
                                               OpenMode mode, Clock clock) {
  auto d = std::make_unique<Private>(QDir::cleanPath(QFileInfo(folder).absoluteFilePath()), resources,
                                     std::move(clock));
  if (!QFileInfo::exists(d->folder))
    return makeError(ErrorCode::NotFound,
                     say("There is no library here. Check the name, or make a new library."))
        .at(d->folder);
  if (!QFileInfo(d->file()).isFile())
    return makeError(ErrorCode::InvalidInput,
                     say("This is not an Offprint library: it has no library.sqlite. Nothing was changed."))
        .at(d->folder);
  auto migrator = Migrator::fromFolder(resources.path(u"db"_s));
  if (!migrator) return migrator.error();
  if (mode == OpenMode::ReadOnly) {
    d->readOnlyReason = say("This library was opened for reading only.");
  } else {
    OFFPRINT_TRY(lockForWriting(*d, mode == OpenMode::TakeOver));
  }
  auto database = d->lock ? openForWriting(*d, *migrator) : openForReading(*d, *migrator);
  if (!database) return database.error();
  d->database = std::move(*database);
  d->kinds = loadKinds(*d, d->kindsError);
  if (!d->kinds)
    return d->kindsError.value_or(
        makeError(ErrorCode::Internal, say("The program's own data is missing. Install it again.")));
  makeRepositories(*d);
  std::unique_ptr<Library> library(new Library(std::move(d)));
  if (!library->readOnly()) {
    const auto copy = [&]() -> Result<void> {
      auto made = library->snapshot(u"migration"_s);
      return made ? Result<void>() : Result<void>(made.error());
    };
    OFFPRINT_TRY(migrator->run(*library->d_->database, copy));
  }
  OFFPRINT_TRY(library->readIdentity());
  return library;
}

Result<void> Library::readIdentity() {
  return d_->database->each("SELECT value FROM meta WHERE key = 'uuid'",
                            [this](const Statement& row) { d_->uuid = row.text(0); });
}

const QString& Library::folder() const {
  return d_->folder;
}
QString Library::name() const {
  return nameOf(d_->folder);
}
bool Library::readOnly() const {
  return !d_->lock;
}
QString Library::readOnlyReason() const {
  return d_->readOnlyReason;
}
std::optional<LockHolder> Library::otherHolder() const {
  return d_->holder;
}
QString Library::uuid() const {
  return d_->uuid;
}
const Resources& Library::resources() const {
  return d_->resources;
}
std::shared_ptr<const KindCatalog> Library::kinds() const {
  return d_->kinds;
}
std::optional<Error> Library::kindsError() const {
  return d_->kindsError;
}
QDateTime Library::now() const {
  return d_->clock();
}
ContentRepository& Library::content() {
  return *d_->content;
}
RevisionRepository& Library::revisions() {
  return *d_->revisions;
}
MediaRepository& Library::media() {
  return *d_->media;
}
SiteRepository& Library::site() {
  return *d_->site;
}
CollectionRepository& Library::collections() {
  return *d_->collections;
}
RedirectRepository& Library::redirects() {
  return *d_->redirects;
}
ExportRepository& Library::exported() {
  return *d_->exported;
}
PublishRepository& Library::publishing() {
  return *d_->publishing;
}
ImportRepository& Library::imports() {
  return *d_->imports;
}

Result<void> Library::transaction(const std::function<Result<void>()>& work) {
  const Result<void> done = d_->database->transaction(work);
  if (d_->database->inTransaction()) return done;
  const Result<void> settled = d_->media->settle();
  return done ? settled : done;
}

Result<void> Library::reading(const std::function<Result<void>()>& work) {
  return d_->database->reading(work);
}

Result<void> Library::copyDatabase(const QString& path) {
  return d_->database->copyTo(path);
}

}  // namespace offprint
