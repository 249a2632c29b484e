#include "app/core/BuildFolder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "app/core/FileOps.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

const QString& prefix() {
  static const QString text = u".offprint-new-"_s;
  return text;
}

/// The folder, locked for this process; -1 when another one has it, it is a link, or it was removed
/// meanwhile.
int lockFolder(const QByteArray& path) {
  const int descriptor = ::open(path.constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return -1;
  struct stat opened {};
  struct stat named {};
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && ::fstat(descriptor, &opened) == 0 &&
      ::lstat(path.constData(), &named) == 0 && opened.st_ino == named.st_ino &&
      opened.st_dev == named.st_dev && opened.st_uid == ::geteuid())
    return descriptor;
  ::close(descriptor);
  return -1;
}

/// Whether a folder holds nothing that a library, a backup or a packed site would not hold while it is made.
bool holdsOnlyOurs(const QString& path) {
  const QFileInfoList entries =
      QDir(path).entryInfoList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
  return std::all_of(entries.begin(), entries.end(), [](const QFileInfo& entry) {
    const QString name = entry.fileName();
    if (entry.isSymLink()) return false;
    if (entry.isDir()) return libraryFolders().contains(name);
    return name == BuildFolder::archiveName() || name.startsWith(BuildFolder::databaseName());
  });
}

void sweep(const QString& parent) {
  const QStringList left =
      QDir(parent).entryList({prefix() + u"??????"_s}, QDir::Dirs | QDir::Hidden | QDir::NoSymLinks);
  for (const QString& name : left) {
    const QString path = parent + u'/' + name;
    const int lock = lockFolder(QFile::encodeName(path));
    if (lock < 0) continue;
    if (holdsOnlyOurs(path)) QDir(path).removeRecursively();
    ::close(lock);
  }
}

}  // namespace

QString BuildFolder::archiveName() {
  return u"archive.zip"_s;
}

QString BuildFolder::databaseName() {
  return u"library.sqlite"_s;
}

BuildFolder::BuildFolder(QString target, QString path, int lock)
    : target_(std::move(target)), path_(std::move(path)), lock_(lock) {}

BuildFolder::~BuildFolder() {
  if (!path_.isEmpty()) QDir(path_).removeRecursively();
  ::close(lock_);
}

const QStringList& libraryFolders() {
  static const QStringList folders = {u"media"_s, u"kinds"_s, u"themes"_s, u"styles"_s};
  return folders;
}

Result<std::unique_ptr<BuildFolder>> BuildFolder::beside(const QString& target) {
  const QString parent = QFileInfo(target).absolutePath();
  OFFPRINT_TRY(files::makeFolder(parent));
  sweep(parent);
  constexpr int tries =
      10;  // another process may sweep between making and locking: then the next one is ours
  for (int n = 0; n < tries; ++n) {
    QByteArray name = QFile::encodeName(parent + u'/' + prefix() + u"XXXXXX"_s);
    if (!::mkdtemp(name.data())) return files::lastSystemError(say("create"), target);
    if (const int lock = lockFolder(name); lock >= 0)
      return std::unique_ptr<BuildFolder>(new BuildFolder(target, QFile::decodeName(name), lock));
    ::rmdir(name.constData());
  }
  return makeError(ErrorCode::Unsupported,
                   say("Could not create this: the file system has no locks. Choose another place."))
      .at(target);
}

Result<void> BuildFolder::becomeTarget() {
  QFile::setPermissions(path_, files::folderPermissions());
  if (std::rename(QFile::encodeName(path_).constData(), QFile::encodeName(target_).constData()) != 0)
    return files::lastSystemError(say("create"), target_);
  path_.clear();
  return {};
}

Error BuildFolder::aboutTarget(const Error& error) const {
  return error.file.startsWith(path_) ? error.at(target_) : error;
}

}  // namespace offprint
