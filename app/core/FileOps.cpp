#include "app/core/FileOps.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <utility>

#include "app/core/FaultSeam.h"
#include "app/core/PrivateFile.h"
#include "app/core/Sha256.h"
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

namespace {

/// Closed when it goes.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

Result<Descriptor> openForReading(const QString& path) {
  // Without waiting: a pipe that nobody writes into would never open.
  Descriptor descriptor(::open(QFile::encodeName(path).constData(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (descriptor.number() < 0) return lastSystemError(say("read"), path);
  struct stat info {};
  if (::fstat(descriptor.number(), &info) == 0 && S_ISDIR(info.st_mode))
    return makeError(ErrorCode::InvalidInput, say("This is a folder, not a file.")).at(path);
  if (!S_ISREG(info.st_mode))
    return makeError(ErrorCode::InvalidInput,
                     say("This is no ordinary file (a device, a pipe or a socket) and was not read."))
        .at(path);
  return descriptor;
}

/// Hands the rest of the open file `path` on in pieces of 1 MB, until `take` says no.
Result<void> eachPiece(int descriptor, const QString& path,
                       const std::function<bool(const QByteArray&)>& take) {
  QByteArray piece(1024 * 1024, Qt::Uninitialized);
  for (;;) {
    const ssize_t n = ::read(descriptor, piece.data(), static_cast<size_t>(piece.size()));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return lastSystemError(say("read"), path);
    if (n == 0 || !take(QByteArray::fromRawData(piece.constData(), n))) return {};
  }
}

/// Makes a new file by `fill` beside `path`, syncs it and gives it that name. `fill` answers whether it wrote
/// all, with errno set otherwise; what it left in `refused` counts more. `mode` is what the umask takes from.
Result<void> writeBeside(const QString& path, const std::function<bool(int)>& fill,
                         const std::optional<Error>& refused, mode_t mode = 0666) {
  const QFileInfo info(path);
  OFFPRINT_TRY(makeFolder(info.absolutePath()));
  QByteArray temporary = QFile::encodeName(info.absolutePath() + u"/.offprint-XXXXXX"_s);
  const int descriptor = faulty("open", path) ? -1 : ::mkstemp(temporary.data());
  if (descriptor < 0) return lastSystemError(say("write"), path);
  const auto fail = [&](bool open) -> Error {
    const int code = errno;
    if (open) ::close(descriptor);
    ::unlink(temporary.constData());
    return refused ? *refused : systemError(code, say("write"), path);
  };
  if (faulty("write", path) || !fill(descriptor)) return fail(true);
  ::fchmod(descriptor, mode & ~creationMask());
  if (faulty("sync", path) || ::fsync(descriptor) != 0) return fail(true);
  if (::close(descriptor) != 0) return fail(false);
  if (faulty("rename", path) || ::rename(temporary.constData(), QFile::encodeName(path).constData()) != 0)
    return fail(false);
  return {};
}

}  // namespace

Result<QByteArray> read(const QString& path, qint64 maxBytes) {
  const auto descriptor = openForReading(path);
  if (!descriptor) return descriptor.error();
  QFile file;
  if (!file.open(descriptor->number(), QIODevice::ReadOnly))
    return makeError(ErrorCode::Io, say("Could not read this file."), file.errorString()).at(path);
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

Result<void> readable(const QString& path) {
  const auto descriptor = openForReading(path);
  return descriptor ? Result<void>() : Result<void>(descriptor.error());
}

Result<void> writeAtomic(const QString& path, const QByteArray& content) {
  return writeBeside(path, [&](int descriptor) { return writeAll(descriptor, content); }, {});
}

Result<void> writePrivate(const QString& path, const QByteArray& content) {
  return writeBeside(
      path, [&](int descriptor) { return writeAll(descriptor, content); }, {}, 0600);
}

QStringList below(const QString& folder) {
  QStringList paths;
  QDirIterator files(folder, QDir::Files | QDir::Hidden | QDir::System, QDirIterator::Subdirectories);
  while (files.hasNext())
    paths += files.next().mid(folder.size() + 1);
  return paths;
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

Result<void> copyFile(const QString& from, const QString& to, const QString& sha256) {
  const auto source = openForReading(from);
  if (!source) return source.error();
  Sha256 hash;
  std::optional<Error> refused;
  const auto fill = [&](int descriptor) {
    bool written = true;
    const auto read = eachPiece(source->number(), from, [&](const QByteArray& piece) {
      if (!sha256.isEmpty()) hash.addData(piece);
      written = writeAll(descriptor, piece);
      return written;
    });
    if (!read) {
      refused = read.error();
    } else if (written && !sha256.isEmpty() && hash.result().toHex() != sha256.toLatin1()) {
      refused = makeError(ErrorCode::Conflict,
                          say("This file was changed while it was copied. Nothing was taken; try again."))
                    .at(from);
    }
    return written && !refused;
  };
  return writeBeside(to, fill, refused);
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

}  // namespace

Result<void> replace(const QString& path, const QByteArray& content, const QString& temporary) {
  return replaceBy(path, temporary, [&](int descriptor) { return writeAll(descriptor, content); });
}

Result<void> replaceByCopy(const QString& path, const QString& source, const QString& temporary) {
  const auto from = openForReading(source);
  if (!from) return from.error();
  Result<void> read;
  const auto copied = replaceBy(path, temporary, [&](int to) {
    bool written = true;
    read = eachPiece(from->number(), source, [&](const QByteArray& piece) {
      written = writeAll(to, piece);
      return written;
    });
    return written && read;
  });
  return read ? copied : read;
}

bool emptyOrAbsent(const QString& path) {
  const QFileInfo info(path);
  if (!info.exists() && !info.isSymLink()) return true;
  return info.isDir() &&
         QDir(path).isEmpty(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
}

QString sha256(const QByteArray& content) {
  return QString::fromLatin1(Sha256::hash(content).toHex());
}

Result<QString> sha256OfFile(const QString& path) {
  const auto descriptor = openForReading(path);
  if (!descriptor) return descriptor.error();
  Sha256 hash;
  OFFPRINT_TRY(eachPiece(descriptor->number(), path, [&](const QByteArray& piece) {
    hash.addData(piece);
    return true;
  }));
  return QString::fromLatin1(hash.result().toHex());
}

}  // namespace offprint::files
