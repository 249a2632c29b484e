#include "app/store/Backup.h"

#include <unistd.h>
#include <cerrno>
#include <cstdio>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>

#include "app/core/BuildFolder.h"
#include "app/core/FileOps.h"
#include "app/core/Sha256.h"
#include "app/core/Text.h"
#include "app/store/BackupArchive.h"
#include "app/store/Database.h"
#include "app/store/Library.h"
#include "app/store/Migrator.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int backupFormat = 1;
using Hashes = QMap<QString, QString>;  // by name in the archive

const QString& manifestName() {
  static const QString name = u"manifest.json"_s;
  return name;
}

QString databaseName() {
  return BuildFolder::databaseName();
}

Error damaged(const QString& file, const QString& entry) {
  return makeError(ErrorCode::Corrupt,
                   say("This backup is damaged at “%1”. Nothing was restored. Choose another "
                       "backup.")
                       .arg(entry))
      .at(file);
}

/// Files of the folders that belong to a library beside its database, relative, in a fixed order.
QStringList sideFiles(const QString& folder) {
  QStringList names;
  for (const QString& part : libraryFolders()) {
    QDirIterator each(folder + u'/' + part, QDir::Files, QDirIterator::Subdirectories);
    while (each.hasNext())
      names.append(QDir(folder).relativeFilePath(each.next()));
  }
  names.removeIf([](const QString& name) { return name.contains(u"/.offprint-"_s); });  // half-written
  names.sort();
  return names;
}

/// Whether an archive's name may become a file of a library: no way out of the folder, no strange place.
bool belongs(const QString& name) {
  if (name == databaseName()) return true;
  const QStringList parts = name.split(u'/');
  if (parts.size() < 2 || name.contains(u'\\')) return false;
  for (const QString& part : parts) {
    if (part.isEmpty() || part == u"." || part == u"..") return false;
  }
  return libraryFolders().contains(parts.first());
}

QByteArray manifestOf(const Library& library, const Hashes& hashes) {
  QJsonArray entries;
  for (auto each = hashes.begin(); each != hashes.end(); ++each)
    entries.append(QJsonObject{{u"name"_s, each.key()}, {u"sha256"_s, each.value()}});
  return QJsonDocument(QJsonObject{{u"format"_s, backupFormat},
                                   {u"library"_s, library.uuid()},
                                   {u"created"_s, momentText(library.now())},
                                   {u"entries"_s, entries}})
      .toJson();
}

Result<Hashes> readManifest(const QByteArray& content, const QString& file) {
  const QJsonObject json = QJsonDocument::fromJson(content).object();
  if (json[u"format"_s].toInt() > backupFormat)
    return makeError(ErrorCode::VersionTooNew,
                     say("This backup was made by a newer version of Offprint. Install the "
                         "newest version to restore it."))
        .at(file);
  if (json[u"format"_s].toInt() < 1) return damaged(file, manifestName());
  Hashes hashes;
  for (const QJsonValue& entry : json[u"entries"_s].toArray())
    hashes.insert(entry[u"name"_s].toString(), entry[u"sha256"_s].toString());
  return hashes;
}

/// What becomes of the entries: `begin` is called with each name, `take` with the pieces of its content.
struct EntrySink {
  std::function<Result<void>(const QString& name)> begin = [](const QString&) { return Result<void>(); };
  std::function<Result<void>(const QByteArray& piece)> take = [](const QByteArray&) {
    return Result<void>();
  };
};

/// Reads the whole backup and checks every entry against the manifest, which stands at the end.
Result<void> readAll(const QString& file, const Task& task, const EntrySink& sink = {}) {
  auto reader = BackupReader::open(file);
  if (!reader) return reader.error();
  Hashes found;
  QByteArray manifest;
  for (;;) {
    OFFPRINT_TRY(task.check());
    auto name = reader->next();
    if (!name) return name.error();
    if (!*name) break;
    const QString entry = **name;
    const bool isManifest = entry == manifestName();
    if ((!isManifest && !belongs(entry)) || found.contains(entry)) return damaged(file, entry);
    task.report(say("Reading the backup"), found.size());
    if (!isManifest) OFFPRINT_TRY(sink.begin(entry));
    Sha256 hash;
    const auto piece = [&](const QByteArray& content) -> Result<void> {
      if (isManifest) {
        manifest += content;
        return {};
      }
      hash.addData(content);
      return sink.take(content);
    };
    const Result<void> read = reader->content(piece);
    if (!read && read.error().code == ErrorCode::Corrupt) return damaged(file, entry);
    if (!read) return read;
    if (!isManifest) found.insert(entry, QString::fromLatin1(hash.result().toHex()));
  }
  auto wanted = readManifest(manifest, file);
  if (!wanted) return wanted.error();
  for (auto each = wanted->begin(); each != wanted->end(); ++each) {
    if (found.value(each.key()) != each.value()) return damaged(file, each.key());
  }
  if (found.size() != wanted->size() || !found.contains(databaseName())) return damaged(file, databaseName());
  return {};
}

Finding trouble(const QString& code, const QString& message, const QString& file) {
  return {Finding::Level::Error, code, message, {}, file, 0};
}

/// Whether a file that was listed a moment ago can be added: what cannot be opened is told and left out.
bool readable(const QString& path, const QString& name, Findings& findings) {
  QFile file(path);
  if (file.open(QIODevice::ReadOnly)) return true;
  findings.append(
      trouble(u"backup.unreadable"_s,
              say("“%1” could not be read and is not in the backup; everything else is. See to it "
                  "that you may read it, then back up again.")
                  .arg(name),
              path));
  return false;
}

/// Names of media whose bytes are not among the `stored` files, as findings. The copy that is backed up tells
/// which names there are.
Result<void> tellMissing(const Library& library, const QString& databaseCopy, const Hashes& stored,
                         Findings& findings) {
  auto copy = Database::open(databaseCopy, Database::Access::ReadOnlyUnshared);
  if (!copy) return copy.error();
  return (*copy)->each("SELECT path, sha256 FROM media ORDER BY path", [&](const Statement& row) {
    const QString name = u"media/%1/%2"_s.arg(row.text(1).left(2), row.text(1));
    const QString path = library.folder() + u'/' + name;
    const bool told = std::any_of(findings.begin(), findings.end(),
                                  [&](const Finding& finding) { return finding.file == path; });
    if (stored.contains(name) || told) return;
    findings.append(trouble(u"media.missing"_s,
                            say("The file “%1” is missing in the library, so it is not in the backup; "
                                "everything else is. Add it again, or keep an older backup that has it.")
                                .arg(row.text(0)),
                            path));
  });
}

Result<Findings> writeAll(Library& library, const QString& target, const QString& databaseCopy,
                          const Task& task) {
  Findings findings;
  auto writer = BackupWriter::create(target);
  if (!writer) return writer.error();
  Hashes hashes;
  auto database = writer->add(databaseName(), databaseCopy, true);
  if (!database) return database.error();
  hashes.insert(databaseName(), *database);
  const QStringList names = sideFiles(library.folder());
  for (const QString& name : names) {
    OFFPRINT_TRY(task.check());
    task.report(say("Backing up"), hashes.size(), names.size() + 1);
    const QString path = library.folder() + u'/' + name;
    if (!readable(path, name, findings)) continue;
    const bool packed = !name.startsWith(u"media/"_s);
    auto hash = writer->add(name, path, packed);
    if (!hash) return hash.error();
    // Content-addressed: what is not what its name says is damaged, and still better than nothing.
    if (!packed && QFileInfo(name).fileName() != *hash)
      findings.append(trouble(u"media.damaged"_s,
                              say("A media file is damaged in the library and in the backup as it is. Run "
                                  "Verify library to see which, and add it again."),
                              path));
    hashes.insert(name, *hash);
  }
  OFFPRINT_TRY(tellMissing(library, databaseCopy, hashes, findings));
  OFFPRINT_TRY(writer->addContent(manifestName(), manifestOf(library, hashes)));
  OFFPRINT_TRY(writer->finish());
  return findings;
}

/// Gives the finished file its name; one that appeared there meanwhile is not replaced.
Result<void> appear(const QString& growing, const QString& file) {
  const QByteArray from = QFile::encodeName(growing);
  const QByteArray to = QFile::encodeName(file);
  if (::link(from.constData(), to.constData()) == 0) {
    ::unlink(from.constData());
    return {};
  }
  if (errno == EEXIST)
    return makeError(ErrorCode::Conflict,
                     say("The backup was not made: a file of that name exists. Choose another "
                         "name."))
        .at(file);
  // File systems without hard links.
  if (std::rename(from.constData(), to.constData()) != 0) return files::lastSystemError(say("create"), file);
  return {};
}

/// The files of a backup, written into a folder.
class Unpacker {
 public:
  explicit Unpacker(QString folder) : folder_(std::move(folder)) {}
  Result<void> begin(const QString& name) {
    OFFPRINT_TRY(finish());
    const QString path = folder_ + u'/' + name;
    OFFPRINT_TRY(files::makeFolder(QFileInfo(path).absolutePath()));
    file_.setFileName(path);
    if (!file_.open(QIODevice::WriteOnly | QIODevice::Unbuffered)) return failure();
    return {};
  }
  Result<void> take(const QByteArray& piece) {
    errno = 0;
    return file_.write(piece) == piece.size() ? Result<void>() : Result<void>(failure());
  }
  Result<void> finish() {
    if (!file_.isOpen()) return {};
    errno = 0;
    const bool synced = ::fsync(file_.handle()) == 0;
    if (!synced) return failure();
    file_.close();
    return {};
  }

 private:
  Error failure() const {
    if (errno == 0) errno = EIO;
    return files::lastSystemError(say("write"), file_.fileName());
  }
  QString folder_;
  QFile file_;
};

Result<void> checkDatabase(const QString& path, const Resources& resources, const QString& backupFile) {
  auto database = Database::open(path, Database::Access::ReadOnlyUnshared);
  if (!database) return database.error().at(backupFile);
  auto migrator = Migrator::fromFolder(resources.path(u"db"_s));
  if (!migrator) return migrator.error();
  const Result<void> known = migrator->check(**database);
  if (!known) return known.error().at(backupFile);
  auto damage = (*database)->damage();
  if (!damage) return damage.error().at(backupFile);
  return damage->isEmpty() ? Result<void>() : Result<void>(damaged(backupFile, databaseName()));
}

/// The checked content of a backup in a folder.
Result<void> unpack(const QString& file, const BuildFolder& building, const Resources& resources,
                    const Task& task) {
  Unpacker unpacker(building.path());
  const EntrySink sink{[&](const QString& name) { return unpacker.begin(name); },
                       [&](const QByteArray& piece) { return unpacker.take(piece); }};
  OFFPRINT_TRY(readAll(file, task, sink));
  OFFPRINT_TRY(unpacker.finish());
  task.report(say("Checking the database"));
  OFFPRINT_TRY(checkDatabase(building.filePath(databaseName()), resources, file));
  return files::makeFolder(building.filePath(u"media"_s));
}

}  // namespace

Result<Findings> backup(Library& library, const QString& file, const Task& task) {
  const QString target = QFileInfo(file).absoluteFilePath();
  if (QFileInfo::exists(target))
    return makeError(ErrorCode::Conflict,
                     say("The backup was not made: a file of that name exists. Choose another "
                         "name."))
        .at(target);
  auto building = BuildFolder::beside(target);
  if (!building) return building.error();
  const QString growing = (*building)->filePath(BuildFolder::archiveName());
  const QString databaseCopy = (*building)->filePath(databaseName());
  task.report(say("Copying the database"));
  Result<void> done = library.copyDatabase(databaseCopy);
  Findings findings;
  if (done) {
    auto written = writeAll(library, growing, databaseCopy, task);
    if (!written) return (*building)->aboutTarget(written.error());
    findings = *std::move(written);
  }
  if (done) done = readAll(growing, task);
  if (done) done = appear(growing, target);
  if (!done) return (*building)->aboutTarget(done.error());
  return findings;
}

Result<void> restore(const QString& file, const QString& folder, const Resources& resources,
                     const Task& task) {
  const QString target = QDir::cleanPath(QFileInfo(folder).absoluteFilePath());
  if (!files::emptyOrAbsent(target))
    return makeError(ErrorCode::Conflict,
                     say("Nothing was restored: the folder is not empty. Choose another name or "
                         "an empty folder."))
        .at(target);
  if (!QFileInfo(file).isFile())
    return makeError(ErrorCode::NotFound, say("There is no backup of this name.")).at(file);
  auto building = BuildFolder::beside(target);
  if (!building) return building.error();
  const Result<void> done = unpack(file, **building, resources, task);
  if (!done) return (*building)->aboutTarget(done.error());
  return (*building)->becomeTarget();
}

}  // namespace offprint
