#include "app/store/LibraryLock.h"

#include <fcntl.h>
#include <pwd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <QFile>
#include <QJsonDocument>
#include <QSysInfo>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/store/Database.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QString lockPath(const QString& folder) {
  return folder + u"/library.lock"_s;
}

QString thisUser() {
  const QString name = qEnvironmentVariable("USER");
  if (!name.isEmpty()) return name;
  const passwd* known = ::getpwuid(::getuid());
  return known ? QString::fromLocal8Bit(known->pw_name) : QString::number(::getuid());
}

/// True while `descriptor` is still the file that the name leads to (the holder removes it when it closes).
bool stillNamed(int descriptor, const QByteArray& path) {
  struct stat opened {};
  struct stat named {};
  return ::fstat(descriptor, &opened) == 0 && ::stat(path.constData(), &named) == 0 &&
         opened.st_ino == named.st_ino && opened.st_dev == named.st_dev;
}

bool writeHolder(int descriptor, const QDateTime& now) {
  const QByteArray content = QJsonDocument(QJsonObject{{u"host"_s, QSysInfo::machineHostName()},
                                                       {u"user"_s, thisUser()},
                                                       {u"process"_s, static_cast<qint64>(::getpid())},
                                                       {u"since"_s, momentText(now)}})
                                 .toJson();
  return ::ftruncate(descriptor, 0) == 0 &&
         ::pwrite(descriptor, content.constData(), static_cast<size_t>(content.size()), 0) == content.size();
}

}  // namespace

LibraryLock::LibraryLock(QString path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}

LibraryLock::~LibraryLock() {
  const QByteArray name = QFile::encodeName(path_);
  // After "Take over" the name may lead to the new holder's file: that one stays.
  if (stillNamed(descriptor_, name)) ::unlink(name.constData());
  ::close(descriptor_);
}

std::optional<LockHolder> LibraryLock::holderOf(const QString& folder) {
  const auto content = files::read(lockPath(folder), 10'000);
  if (!content) return std::nullopt;
  const QJsonObject json = QJsonDocument::fromJson(*content).object();
  if (json.isEmpty()) return std::nullopt;
  return LockHolder{json[u"host"_s].toString(), json[u"user"_s].toString(), json[u"process"_s].toInteger(),
                    momentFromText(json[u"since"_s].toString())};
}

Result<LibraryLock::Answer> LibraryLock::acquire(const QString& folder, const QDateTime& now, bool takeOver) {
  const QString path = lockPath(folder);
  const QByteArray name = QFile::encodeName(path);
  for (;;) {
    // A link here would have its target overwritten, and a pipe would be waited for.
    const int descriptor =
        ::open(name.constData(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0644);
    if (descriptor < 0 && errno != ELOOP && errno != ENXIO) return files::lastSystemError(say("write"), path);
    struct stat info {};
    if (descriptor < 0 || ::fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode)) {
      if (descriptor >= 0) ::close(descriptor);
      return makeError(ErrorCode::Conflict,
                       say("The library was not opened: its lock is no plain file. Nothing was "
                           "changed. Look at what lies there, remove it, and open the library "
                           "again."))
          .at(path);
    }
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
      const int code = errno;
      ::close(descriptor);
      if (code == EINTR) continue;
      if (code != EWOULDBLOCK) {
        errno = code;
        return files::lastSystemError(say("lock"), path);
      }
      return Answer{nullptr, holderOf(folder).value_or(LockHolder{})};
    }
    if (!stillNamed(descriptor, name)) {
      ::close(descriptor);
      continue;
    }
    const auto previous = holderOf(folder);
    if (previous && previous->host != QSysInfo::machineHostName() && !takeOver) {
      ::close(descriptor);
      return Answer{nullptr, previous};
    }
    if (!writeHolder(descriptor, now)) {
      const Error error = files::lastSystemError(say("write"), path);
      ::unlink(name.constData());
      ::close(descriptor);
      return error;
    }
    return Answer{std::unique_ptr<LibraryLock>(new LibraryLock(path, descriptor)), std::nullopt};
  }
}

}  // namespace offprint
