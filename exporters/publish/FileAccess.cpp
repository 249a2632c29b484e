#include "exporters/publish/FileAccess.h"

#include <grp.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <QByteArray>
#include <QFile>
#include <string_view>
#include <vector>

#include "app/core/FileOps.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Room for one entry of the lists of users and groups.
constexpr size_t kEntryBytes = 16 * 1024;

QString userName(uid_t id) {
  std::vector<char> room(kEntryBytes);
  struct passwd entry {};
  struct passwd* found = nullptr;
  return ::getpwuid_r(id, &entry, room.data(), room.size(), &found) == 0 && found
             ? QString::fromLocal8Bit(entry.pw_name)
             : QString::number(id);
}
QString groupName(gid_t id) {
  std::vector<char> room(kEntryBytes);
  struct group entry {};
  struct group* found = nullptr;
  return ::getgrgid_r(id, &entry, room.data(), room.size(), &found) == 0 && found
             ? QString::fromLocal8Bit(entry.gr_name)
             : QString::number(id);
}

/// The value of an attribute; null: it has none.
QByteArray attribute(const QByteArray& path, const char* name) {
  QByteArray value(64 * 1024, Qt::Uninitialized);  // the most that Linux keeps (xattr(7))
  const ssize_t size = ::lgetxattr(path.constData(), name, value.data(), static_cast<size_t>(value.size()));
  return size < 0 ? QByteArray() : value.left(size);
}

/// Errors: that of the last system call.
bool carryList(const QByteArray& from, const QByteArray& to, const char* name) {
  const QByteArray wanted = attribute(from, name);
  if (wanted == attribute(to, name)) return true;
  if (wanted.isNull()) return ::lremovexattr(to.constData(), name) == 0;
  return ::lsetxattr(to.constData(), name, wanted.constData(), static_cast<size_t>(wanted.size()), 0) == 0;
}

Error notOurs(const QString& path, const struct stat& info, const Error& error) {
  return makeError(
             ErrorCode::Denied,
             say("This belongs to %1 (group %2), and Offprint may not give its successor to them, so that "
                 "others could no longer read or change it. Nothing was published. Publish as %1, or make it "
                 "your own: chown -R USER:GROUP on the folder.")
                 .arg(userName(info.st_uid), groupName(info.st_gid)),
             error.detail)
      .at(path);
}

}  // namespace

Result<void> carryAccess(const QString& from, const QString& to) {
  const QByteArray source = QFile::encodeName(from);
  const QByteArray copy = QFile::encodeName(to);
  struct stat wanted {};
  struct stat made {};
  if (::lstat(source.constData(), &wanted) != 0) return files::lastSystemError(say("read"), from);
  if (::lstat(copy.constData(), &made) != 0) return files::lastSystemError(say("read"), to);
  if ((wanted.st_uid != made.st_uid || wanted.st_gid != made.st_gid) &&
      ::lchown(copy.constData(), wanted.st_uid, wanted.st_gid) != 0)
    return notOurs(from, wanted, files::lastSystemError(say("change"), to));
  if (S_ISLNK(wanted.st_mode)) return {};
  // The lists come last: a mode that is set after them would change what they allow.
  if (::chmod(copy.constData(), wanted.st_mode & 07777) != 0)
    return files::lastSystemError(say("change"), to);
  for (const char* name : {"system.posix_acl_access", "system.posix_acl_default"})
    if ((S_ISDIR(wanted.st_mode) || std::string_view(name).ends_with("access")) &&
        !carryList(source, copy, name))
      return files::lastSystemError(say("change"), to);
  return {};
}

}  // namespace offprint
