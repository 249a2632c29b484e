#pragma once
#include <memory>
#include <QString>
#include <QStringList>

#include "app/core/Result.h"

namespace offprint {

/// The folders of a library beside its database: what a backup holds and a new library may bring along.
const QStringList& libraryFolders();

/// A hidden folder beside a file or folder that is being made (".offprint-new-XXXXXX"), so that the target
/// appears only when it is whole. Locked while it lives and removed with it. One that a killed process left
/// is removed when the next one is made in the same place: only folders of that name, of this user, that
/// nobody holds and that contain nothing but what Offprint puts there.
class BuildFolder {
 public:
  /// For `target`, whose parent folder is made when it is missing. Errors: Denied, DiskFull, Io.
  static Result<std::unique_ptr<BuildFolder>> beside(const QString& target);
  ~BuildFolder();
  BuildFolder(const BuildFolder&) = delete;
  BuildFolder& operator=(const BuildFolder&) = delete;

  const QString& path() const { return path_; }
  QString filePath(const QString& name) const { return path_ + u'/' + name; }
  /// The folder itself becomes the target, which must be absent or an empty folder.
  Result<void> becomeTarget();
  /// An error about something in the folder as one about the target: the folder is gone when it is read.
  Error aboutTarget(const Error& error) const;

  /// Names of the one file that is made in such a folder; folders of libraries have their own names.
  static QString archiveName();
  static QString databaseName();

 private:
  BuildFolder(QString target, QString path, int lock);
  QString target_;
  QString path_;
  int lock_;
};

}  // namespace offprint
