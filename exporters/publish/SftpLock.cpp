#include "exporters/publish/SftpLock.h"

#include <signal.h>
#include <unistd.h>
#include <cerrno>
#include <mutex>
#include <QFile>
#include <QSet>
#include <QSysInfo>
#include <QUuid>

#include "app/core/FileOps.h"
#include "app/core/Text.h"

namespace offprint::sftp {
namespace {

constexpr qint64 kMostContent = 4096;  ///< bytes
constexpr int kTries = 5;

/// The locks of this process, by their names.
class OwnLocks {
 public:
  void add(const QByteArray& name) {
    const std::lock_guard lock(mutex_);
    names_.insert(name);
  }
  void remove(const QByteArray& name) {
    const std::lock_guard lock(mutex_);
    names_.remove(name);
  }
  bool contains(const QByteArray& name) {
    const std::lock_guard lock(mutex_);
    return names_.contains(name);
  }

 private:
  std::mutex mutex_;
  QSet<QByteArray> names_;
};
OwnLocks& ownLocks() {
  static OwnLocks locks;
  return locks;
}

/// The machine and its start, as a hash: the lock may lie where others read it.
QByteArray machine() {
  return files::sha256(QSysInfo::machineUniqueId() + QSysInfo::machineHostName().toUtf8())
      .left(16)
      .toLatin1();
}
QByteArray start() {
  return files::sha256(QSysInfo::bootUniqueId()).left(16).toLatin1();
}
/// When a process began, in ticks since the machine's start (proc(5), field 22): numbers are given again.
QByteArray beginOf(pid_t process) {
  QFile file(QStringLiteral("/proc/%1/stat").arg(process));
  if (!file.open(QIODevice::ReadOnly)) return {};
  const QByteArray line = file.readAll();
  return line.mid(line.lastIndexOf(')') + 2).split(' ').value(19);
}

/// "offprint MACHINE START PROCESS BEGIN NAME"
QByteArray contentOf(const QByteArray& name) {
  return "offprint " + machine() + ' ' + start() + ' ' + QByteArray::number(::getpid()) + ' ' +
         beginOf(::getpid()) + ' ' + name + '\n';
}

/// Whether the holder is one of this computer and is gone.
bool holderIsGone(const QByteArray& content) {
  const QList<QByteArray> words = content.trimmed().split(' ');
  if (words.size() != 6 || words.at(1) != machine()) return false;
  if (words.at(2) != start()) return true;
  const auto process = static_cast<pid_t>(words.at(3).toLongLong());
  if (process == ::getpid()) return words.at(4) != beginOf(process) || !ownLocks().contains(words.at(5));
  return beginOf(process) != words.at(4);
}

bool isGone(const Error& error) {
  return error.code == ErrorCode::NotFound;
}

}  // namespace

HostLock::HostLock(QByteArray path)
    : path_(std::move(path)), name_(QUuid::createUuid().toByteArray(QUuid::Id128)) {
  ownLocks().add(name_);
}

HostLock::~HostLock() {
  ownLocks().remove(name_);
}

Result<qint64> HostLock::timeOf(Line& line, const QByteArray& path, const Task& task) const {
  const auto info = line.now(lstat(path), task);
  if (!info) return info.error();
  return info->entries.value(0).modified;
}

/// False: somebody has it.
Result<bool> HostLock::create(Line& line, const Task& task) {
  const auto opened = line.now(open(path_, Open::Exclusive), task);
  if (!opened) {
    // Version 3 has no word for "it is there already".
    const ErrorCode code = opened.error().code;
    return code == ErrorCode::Io || code == ErrorCode::Denied ? Result<bool>(false) : opened.error();
  }
  line.ask(write(opened->data, 0, contentOf(name_), path_));
  line.ask(close(opened->data));
  const auto time = timeOf(line, path_, task);
  if (!time) return time.error();
  hostTime_ = *time;
  return true;
}

Result<bool> HostLock::abandoned(Line& line, const QByteArray& content, const Task& task) const {
  if (holderIsGone(content)) return true;
  const auto last = timeOf(line, path_, task);
  if (!last) return isGone(last.error()) ? Result<bool>(true) : last.error();
  // The host's own clock tells how long nothing was heard: a new file has its time.
  const QByteArray probe = path_ + '.' + name_;
  OFFPRINT_TRY(writeWhole(line, probe, {}, Open::Replace, task));
  const auto now = timeOf(line, probe, task);
  OFFPRINT_TRY(removeFiles(line, {probe}, task));
  if (!now) return now.error();
  // An empty one lost its connection before it said whose it is.
  return *now - *last > (content.isEmpty() ? kBeat : std::chrono::seconds(kSilence)).count();
}

/// It was taken before the connection was lost.
Result<void> HostLock::keepOn(Line& line, const Task& task) {
  if (held_) return {};
  const auto time = timeOf(line, path_, task);
  if (!time) return time.error();
  hostTime_ = *time;
  held_ = true;
  lastBeat_ = std::chrono::steady_clock::now();
  return {};
}

Result<void> HostLock::take(Line& line, const Task& task) {
  for (int tries = 0; tries < kTries; ++tries) {
    const auto made = held_ ? Result<bool>(false) : create(line, task);
    if (!made) return made.error();
    if (*made) {
      held_ = true;
      lastBeat_ = std::chrono::steady_clock::now();
      return {};
    }
    const auto content = readWhole(line, path_, kMostContent, task);
    if (content && content->trimmed().endsWith(name_)) return keepOn(line, task);
    if (!content && !isGone(content.error())) return content.error();
    if (held_) break;  // it was ours, and is somebody else's now
    if (content) {
      const auto free = abandoned(line, *content, task);
      if (!free) return free.error();
      if (!*free) break;
      // Only what was looked at is taken away: another one may have come first.
      const auto again = readWhole(line, path_, kMostContent, task);
      if (again && *again == *content) OFFPRINT_TRY(removeFiles(line, {path_}, task));
    }
  }
  return makeError(ErrorCode::Conflict,
                   say("Another publication to this place is running. Nothing was changed. Wait until it is "
                       "done; what another computer left is taken over after %n minute(s).",
                       static_cast<int>(kSilence.count())))
      .at(QString::fromUtf8(path_));
}

void HostLock::beat(Line& line) {
  const auto now = std::chrono::steady_clock::now();
  if (!held_ || now - lastBeat_ < kBeat) return;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - lastBeat_).count();
  hostTime_ += seconds;
  lastBeat_ = now;
  line.ask(change(path_, {hostTime_, -1}), [](const Result<Answer>&) { return Result<void>(); });
}

Result<void> HostLock::release(Line& line, const Task& task) {
  if (!held_) return {};
  held_ = false;
  return removeFiles(line, {path_}, task);
}

}  // namespace offprint::sftp
