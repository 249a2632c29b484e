#pragma once
#include <functional>
#include <QByteArray>
#include <QFileDevice>
#include <QString>
#include <QStringList>

#include "app/core/Result.h"

/// File access with every step checked and every failure told in a sentence. Not for the GUI thread.
namespace offprint::files {

/// Whole content of `path`. Errors: NotFound, Denied, Io; InvalidInput when larger than `maxBytes` (0: no
/// limit).
Result<QByteArray> read(const QString& path, qint64 maxBytes = 0);

/// Whether `path` is a file that can be read. Errors: as read().
Result<void> readable(const QString& path);

/// Replaces `path` by `content` so that a reader sees the old or the new file, never a part (write beside,
/// sync, rename). Missing parent folders are made. Errors: Denied, DiskFull, Io.
Result<void> writeAtomic(const QString& path, const QByteArray& content);

/// Every file below a folder, by its path relative to it. Links are not followed.
QStringList below(const QString& folder);

/// Makes `path` and its parents. Errors: Denied, DiskFull, Io.
Result<void> makeFolder(const QString& path);

/// Removes one file; absent is success. Errors: Denied, Io.
Result<void> removeFile(const QString& path);

/// Copies one file with the atomicity of writeAtomic, without holding it in memory. With `sha256` (lower-case
/// hex) the copy must have that content: Conflict when the file was changed meanwhile; nothing is left then.
Result<void> copyFile(const QString& from, const QString& to, const QString& sha256 = {});

/// As writeAtomic() and copyFile(), but not synced to the disk: for files that can be made again (the pages
/// of a site). The parent folder must exist; `temporary` lies on the same file system and is left behind by a
/// crash alone. The copy is made without holding the file in memory.
Result<void> replace(const QString& path, const QByteArray& content, const QString& temporary);
Result<void> replaceByCopy(const QString& path, const QString& source, const QString& temporary);

/// Permissions of a folder that the user makes: everything the umask leaves.
QFileDevice::Permissions folderPermissions();

/// True when `path` is a folder without any entry, or does not exist.
bool emptyOrAbsent(const QString& path);

/// Lower-case hex SHA-256.
QString sha256(const QByteArray& content);
/// The same of a file, without holding it in memory. Errors: as read().
Result<QString> sha256OfFile(const QString& path);

/// Turns errno of the last system call into an Error that names `path` ("could not `verb` `path`").
Error lastSystemError(const QString& verb, const QString& path);

/// Test seam: called before every write step with its name ("open", "write", "sync", "rename"); returning an
/// errno other than 0 makes that step fail. Set only in tests, from any thread.
void setFaultInjector(std::function<int(const char* step, const QString& path)> injector);

}  // namespace offprint::files
