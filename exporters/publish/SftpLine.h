#pragma once
#include <functional>
#include <memory>
#include <QByteArray>
#include <QHash>

#include "app/core/Task.h"
#include "exporters/publish/SshCommand.h"

/// SSH File Transfer Protocol, version 3 (draft-ietf-secsh-filexfer-02) with the extensions of OpenSSH's
/// PROTOCOL file, section 4. Paths are bytes, UTF-8 by use.
namespace offprint::sftp {

/// One entry of a folder, or what is known of a path.
struct Entry {
  QByteArray name;
  quint32 mode = 0;  ///< as st_mode; 0: the host does not tell
  qint64 bytes = -1;
  qint64 modified = 0;  ///< seconds since 1970

  bool isFolder() const { return (mode & 0170000) == 0040000; }
  bool isLink() const { return (mode & 0170000) == 0120000; }
  bool isFile() const { return (mode & 0170000) == 0100000; }
  quint32 permissions() const { return mode & 07777; }
};

struct Answer {
  QByteArray data;       ///< a handle, the bytes of a file, the body of an extended answer
  QList<Entry> entries;  ///< of a folder, or the one that was asked for
  bool atEnd = false;    ///< of the file or folder
};

/// A request, ready to be sent.
struct Request {
  quint8 type = 0;
  QByteArray body;
  QString verb{};     ///< "write", for what is told when it fails
  QByteArray path{};  ///< likewise
};

/// How a file is opened.
enum class Open { Read, Replace, Exclusive };

/// Attributes that are set; -1: left alone.
struct Change {
  qint64 modified = -1;     ///< seconds since 1970
  qint64 permissions = -1;  ///< mode bits
};

Request open(const QByteArray& path, Open how);
Request close(const QByteArray& handle);
Request read(const QByteArray& handle, qint64 offset, quint32 bytes, const QByteArray& path);
Request write(const QByteArray& handle, qint64 offset, const QByteArray& bytes, const QByteArray& path);
Request lstat(const QByteArray& path);
Request stat(const QByteArray& path);
Request change(const QByteArray& path, const Change& what);
Request changeOpen(const QByteArray& handle, const Change& what, const QByteArray& path);
Request openFolder(const QByteArray& path);
Request readFolder(const QByteArray& handle, const QByteArray& path);
Request removeFile(const QByteArray& path);
Request removeFolder(const QByteArray& path);
Request makeFolder(const QByteArray& path);
Request realPath(const QByteArray& path);
Request readLink(const QByteArray& path);
/// In the order of OpenSSH, which differs from the draft's; who needs it looks at what came of it.
Request symlink(const QByteArray& content, const QByteArray& path);
Request hardLink(const QByteArray& from, const QByteArray& to);
/// Takes the place of what is there, in one step.
Request renameOver(const QByteArray& from, const QByteArray& to);
/// Refused by the host when something is there.
Request rename(const QByteArray& from, const QByteArray& to);
/// The body of its answer: statvfs(3) as eleven 64-bit numbers.
Request freeSpace(const QByteArray& path);

inline constexpr QByteArrayView kRenameOver{"posix-rename@openssh.com"};
inline constexpr QByteArrayView kHardLink{"hardlink@openssh.com"};

/// A connection on which many requests are under way at once. One thread, not the GUI's. After a failed
/// settle() or now() none of the functions given to ask() before is called any more; after Network the
/// connection is gone for good.
class Line {
 public:
  /// Gets the answer or why there is none, when its turn comes in settle().
  using Then = std::function<Result<void>(const Result<Answer>&)>;

  /// Errors: as SshCommand; Unsupported when the host speaks something else.
  static Result<std::unique_ptr<Line>> open(const SshPlace& place, const SecretSource& secrets,
                                            const Task& task);

  bool offers(QByteArrayView extension) const { return extensions_.contains(extension.toByteArray()); }
  bool broken() const { return broken_; }
  /// Puts a request into the queue. Null `then`: it must succeed.
  void ask(const Request& request, Then then = {});
  /// Sends and receives until no more than `open` answers are missing. Errors: Cancelled, Network, and what
  /// a `then` returned.
  Result<void> settle(qsizetype open, const Task& task);
  /// Waits for the one answer, and for those before it.
  Result<Answer> now(const Request& request, const Task& task);

  /// Requests that are worth having under way: enough for 40 ms of distance (measured).
  static constexpr qsizetype kWindow = 1024;
  static constexpr quint32 kPiece = 32 * 1024;  ///< bytes of one write; every server takes as many

 private:
  struct Waiting {
    Request request;  ///< without its body
    Then then;
  };
  explicit Line(std::unique_ptr<SshCommand> command) : command_(std::move(command)) {}
  Result<void> greet(const Task& task);
  Result<void> turn(const Task& task);
  Result<QByteArray> nextPacket();
  Result<void> take(const QByteArray& packet);
  Result<bool> takeAll();
  void forget();
  Result<void> fail(const Error& error);

  std::unique_ptr<SshCommand> command_;
  QHash<QByteArray, QByteArray> extensions_;
  QByteArray out_;
  qsizetype sent_ = 0;  ///< bytes of `out_` that are gone
  QByteArray in_;
  qsizetype read_ = 0;  ///< bytes of `in_` that are taken
  QHash<quint32, Waiting> waiting_;
  quint32 last_ = 0;
  bool broken_ = false;
};

}  // namespace offprint::sftp
