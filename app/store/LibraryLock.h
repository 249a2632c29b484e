#pragma once
#include <memory>
#include <optional>
#include <QString>

#include "app/core/Result.h"
#include "app/store/Library.h"

namespace offprint {

/// The right to write one library: the file `library.lock` in its folder names the holder and is locked by
/// the system (flock) as long as the holder lives. A lock left by a dead process of this computer is taken
/// over; one named by another computer is respected, because its process cannot be asked.
class LibraryLock {
 public:
  struct Answer {
    std::unique_ptr<LibraryLock> lock;  ///< null when someone else holds it
    std::optional<LockHolder> holder;   ///< who, if so
  };
  /// `takeOver`: also from another computer (app.md section 18, "Take over"). Errors: Denied (folder cannot
  /// be written), DiskFull, Io.
  static Result<Answer> acquire(const QString& folder, const QDateTime& now, bool takeOver);
  /// Removes the file and frees the lock.
  ~LibraryLock();
  LibraryLock(const LibraryLock&) = delete;
  LibraryLock& operator=(const LibraryLock&) = delete;

  /// Who the lock file of `folder` names, without touching it.
  static std::optional<LockHolder> holderOf(const QString& folder);

 private:
  LibraryLock(QString path, int descriptor);
  QString path_;
  int descriptor_;
};

}  // namespace offprint
