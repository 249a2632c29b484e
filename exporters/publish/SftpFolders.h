#pragma once
#include <QMap>

#include "exporters/publish/SftpLine.h"

/// What takes more than one request: whole folders and whole files of a host. Errors as Line.
namespace offprint::sftp {

/// Files and folders below one, by their paths relative to it.
using Tree = QMap<QByteArray, Entry>;

/// Everything below a folder; links are not followed. NotFound: there is none.
Result<Tree> below(Line& line, const QByteArray& root, const Task& task);

/// Makes folders, those above before those below; one that is there is success.
Result<void> makeFolders(Line& line, const QList<QByteArray>& paths, const Task& task);

/// Removes files; one that is not there is success.
Result<void> removeFiles(Line& line, const QList<QByteArray>& paths, const Task& task);
/// Removes those of these folders that are empty, those below before those above.
Result<void> removeEmpty(Line& line, QList<QByteArray> paths, const Task& task);
/// Removes a folder with everything in it; none there is success.
Result<void> removeTree(Line& line, const QByteArray& root, const Task& task);

/// Content of a small file. InvalidInput when it is larger than `most` bytes.
Result<QByteArray> readWhole(Line& line, const QByteArray& path, qint64 most, const Task& task);
/// Writes a small file.
Result<void> writeWhole(Line& line, const QByteArray& path, const QByteArray& content, Open how,
                        const Task& task);
/// Content of a file written to another, which must not be there, with the same time and permissions: for
/// hosts that give no second name to it.
Result<void> copyFile(Line& line, const QByteArray& from, const QByteArray& to, const Entry& entry,
                      const Task& task);

/// SHA-256 (lower-case hex) of files, read back from the host. `done` is called with each path.
Result<void> hashes(Line& line, const QList<QByteArray>& paths,
                    const std::function<void(const QByteArray& path, const QByteArray& sha256)>& done,
                    const Task& task);

/// The folder above; empty: there is none in the path.
QByteArray parentOf(const QByteArray& path);
/// Every folder above these relative paths, those above before those below.
QList<QByteArray> foldersOf(const QList<QByteArray>& paths);

}  // namespace offprint::sftp
