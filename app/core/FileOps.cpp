#include "app/core/FileOps.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "app/core/FaultSeam.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint::files {
namespace {

FaultSeam<const char*, const QString&>& faultInjector() {
  static FaultSeam<const char*, const QString&> injector;
  return injector;
}

/// True when the step is to fail; errno is set then.
bool faulty(const char* step, const QString& path) {
  const int code = faultInjector()(step, path);
  if (code == 0) return false;
  errno = code;
  return true;
}

Error systemError(int code, const QString& verb, const QString& path) {
  Error error;
  error.file = path;
  error.detail = u"%1 %2: %3"_s.arg(verb, path, QString::fromLocal8Bit(std::strerror(code)));
  switch (code) {
    case ENOENT:
    case ENOTDIR:
      error.code = ErrorCode::NotFound;
      error.message = say("Could not %1 this file: it does not exist.").arg(verb);
      break;
    case EACCES:
    case EPERM:
    case EROFS:
      error.code = ErrorCode::Denied;
      error.message = say("Could not %1 this file: there is no permission. Change its permissions or choose "
                          "another place.")
                          .arg(verb);
      break;
    case ENOSPC:
    case EDQUOT:
      error.code = ErrorCode::DiskFull;
      error.message =
          say("Could not %1 this file: the disk is full. What was there before is unchanged. Free some "
              "space, then try again.")
              .arg(verb);
      break;
    default:
      error.code = ErrorCode::Io;
      error.message =
          say("Could not %1 this file: %2.").arg(verb, QString::fromLocal8Bit(std::strerror(code)));
  }
  return error;
}

bool writeAll(int descriptor, const QByteArray& content) {
  qsizetype done = 0;
  while (done < content.size()) {
    const ssize_t n =
        ::write(descriptor, content.constData() + done, static_cast<size_t>(content.size() - done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return false;
    done += n;
  }
  return true;
}

/// The umask, read without changing it: umask() would change it for the other threads meanwhile.
mode_t creationMask() {
  static const mode_t mask = [] {
    QFile status(u"/proc/self/status"_s);
    if (!status.open(QIODevice::ReadOnly)) return mode_t{022};
    for (const QByteArray& line : status.readAll().split('\n')) {
      bool ok = false;
      const uint value = line.startsWith("Umask:") ? line.mid(6).trimmed().toUInt(&ok, 8) : 0;
      if (ok) return static_cast<mode_t>(value);
    }
    return mode_t{022};
  }();
  return mask;
}

}  // namespace

QFileDevice::Permissions folderPermissions() {
  const mode_t mode = 0777 & ~creationMask();
  QFileDevice::Permissions permissions;
  const QFileDevice::Permission bits[] = {
      QFileDevice::ExeOther, QFileDevice::WriteOther, QFileDevice::ReadOther,
      QFileDevice::ExeGroup, QFileDevice::WriteGroup, QFileDevice::ReadGroup,
      QFileDevice::ExeOwner, QFileDevice::WriteOwner, QFileDevice::ReadOwner};
  for (int i = 0; i < 9; ++i)
    permissions.setFlag(bits[i], (mode >> i) & 1U);
  return permissions | QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner;
}

Error lastSystemError(const QString& verb, const QString& path) {
  return systemError(errno, verb, path);
}

void setFaultInjector(std::function<int(const char*, const QString&)> injector) {
  faultInjector().set(std::move(injector));
}

Result<QByteArray> read(const QString& path, qint64 maxBytes) {
  const QByteArray name = QFile::encodeName(path);
  const int descriptor = ::open(name.constData(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return lastSystemError(say("read"), path);
  QFile file;
  if (!file.open(descriptor, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle)) {
    ::close(descriptor);
    return makeError(ErrorCode::Io, say("Could not read this file."), file.errorString()).at(path);
  }
  if (QFileInfo(path).isDir())
    return makeError(ErrorCode::InvalidInput, say("This is a folder, not a file.")).at(path);
  if (maxBytes > 0 && file.size() > maxBytes) {
    return makeError(ErrorCode::InvalidInput,
                     say("This file is larger than %1 MB and was not read.").arg(maxBytes / 1'000'000))
        .at(path);
  }
  QByteArray content = file.readAll();
  if (file.error() != QFileDevice::NoError) {
    return makeError(ErrorCode::Io, say("Could not read this file."), file.errorString()).at(path);
  }
  return content;
}

Result<void> writeAtomic(const QString& path, const QByteArray& content) {
  const QFileInfo info(path);
  OFFPRINT_TRY(makeFolder(info.absolutePath()));
  QByteArray temporary = QFile::encodeName(info.absolutePath() + u"/.offprint-XXXXXX"_s);
  const int descriptor = faulty("open", path) ? -1 : ::mkstemp(temporary.data());
  if (descriptor < 0) return lastSystemError(say("write"), path);
  const auto fail = [&](bool open) -> Error {
    const int code = errno;
    if (open) ::close(descriptor);
    ::unlink(temporary.constData());
    return systemError(code, say("write"), path);
  };
  if (faulty("write", path) || !writeAll(descriptor, content)) return fail(true);
  ::fchmod(descriptor, 0666 & ~creationMask());
  if (faulty("sync", path) || ::fsync(descriptor) != 0) return fail(true);
  if (::close(descriptor) != 0) return fail(false);
  if (faulty("rename", path) || ::rename(temporary.constData(), QFile::encodeName(path).constData()) != 0)
    return fail(false);
  return {};
}

Result<void> makeFolder(const QString& path) {
  if (QFileInfo(path).isDir()) return {};
  errno = 0;
  if (faulty("mkdir", path) || !QDir().mkpath(path))
    return systemError(errno ? errno : EIO, say("create"), path);
  return {};
}

Result<void> removeFile(const QString& path) {
  if (::unlink(QFile::encodeName(path).constData()) != 0 && errno != ENOENT)
    return lastSystemError(say("remove"), path);
  return {};
}

Result<void> copyFile(const QString& from, const QString& to) {
  auto content = read(from);
  if (!content) return content.error();
  return writeAtomic(to, *content);
}

namespace {

/// Runs `fill` on the new file `temporary`, then renames it to `path`.
Result<void> replaceBy(const QString& path, const QString& temporary, const std::function<bool(int)>& fill) {
  const QByteArray name = QFile::encodeName(temporary);
  const int descriptor =
      faulty("open", path)
          ? -1
          : ::open(name.constData(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (descriptor < 0) return lastSystemError(say("write"), path);
  const bool filled = !faulty("write", path) && fill(descriptor);
  const int code = errno;
  const bool closed = ::close(descriptor) == 0;
  if (filled && closed && !faulty("rename", path) &&
      ::rename(name.constData(), QFile::encodeName(path).constData()) == 0)
    return {};
  const int failure = filled ? errno : code;
  ::unlink(name.constData());
  return systemError(failure, say("write"), path);
}

/// Copies the rest of `from` in pieces of 64 kB.
bool copyAll(int from, int to) {
  QByteArray piece(64 * 1024, Qt::Uninitialized);
  while (true) {
    const ssize_t n = ::read(from, piece.data(), static_cast<size_t>(piece.size()));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return n == 0;
    if (!writeAll(to, QByteArray::fromRawData(piece.constData(), n))) return false;
  }
}

}  // namespace

Result<void> replace(const QString& path, const QByteArray& content, const QString& temporary) {
  return replaceBy(path, temporary, [&](int descriptor) { return writeAll(descriptor, content); });
}

Result<void> replaceByCopy(const QString& path, const QString& source, const QString& temporary) {
  const int from = ::open(QFile::encodeName(source).constData(), O_RDONLY | O_CLOEXEC);
  if (from < 0) return lastSystemError(say("read"), source);
  const auto copied = replaceBy(path, temporary, [&](int to) { return copyAll(from, to); });
  ::close(from);
  return copied;
}

bool emptyOrAbsent(const QString& path) {
  const QFileInfo info(path);
  if (!info.exists() && !info.isSymLink()) return true;
  return info.isDir() &&
         QDir(path).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
}

QString sha256(const QByteArray& content) {
  return QString::fromLatin1(QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex());
}

}  // namespace offprint::files
