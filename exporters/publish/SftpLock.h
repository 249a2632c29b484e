#pragma once
#include <chrono>

#include "exporters/publish/SftpFolders.h"

namespace offprint::sftp {

/// A file of a host that one publication has at a time. It says whose it is, so that what a publication that
/// died left behind is not in anybody's way: one of this computer whose process is gone is taken over at
/// once, one of another computer when nothing was heard of it for kSilence.
class HostLock {
 public:
  static constexpr std::chrono::minutes kSilence{15};
  static constexpr std::chrono::seconds kBeat{30};  ///< how often a holder shows that it lives

  explicit HostLock(QByteArray path);
  ~HostLock();
  HostLock(const HostLock&) = delete;
  HostLock& operator=(const HostLock&) = delete;

  /// Its folder must exist. Conflict: somebody else publishes. After a lost connection it is taken up again,
  /// and Conflict then says that somebody took it meanwhile.
  Result<void> take(Line& line, const Task& task);
  /// Shows that the holder lives, when it is time to.
  void beat(Line& line);
  /// Gives it up.
  Result<void> release(Line& line, const Task& task);

  bool held() const { return held_; }
  /// The host's own clock when the lock was taken, in seconds since 1970.
  qint64 hostTime() const { return hostTime_; }

 private:
  Result<void> keepOn(Line& line, const Task& task);
  Result<bool> create(Line& line, const Task& task);
  Result<bool> abandoned(Line& line, const QByteArray& content, const Task& task) const;
  Result<qint64> timeOf(Line& line, const QByteArray& path, const Task& task) const;

  QByteArray path_;
  QByteArray name_;  ///< of this holder; unique
  bool held_ = false;
  qint64 hostTime_ = 0;
  std::chrono::steady_clock::time_point lastBeat_{};
};

}  // namespace offprint::sftp
