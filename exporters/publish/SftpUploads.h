#pragma once
#include <deque>
#include <QFile>

#include "app/core/Sha256.h"
#include "exporters/publish/DeployPlan.h"
#include "exporters/publish/SftpLine.h"

namespace offprint::sftp {

/// One file on its way to a host.
struct Parcel {
  SiteFile file;
  QByteArray to;            ///< where it lies; it gets its time of change when it is whole
  qint64 permissions = -1;  ///< as Change::permissions
  bool confirmed = false;   ///< the host has all of it under that name
  bool placed = false;      ///< and has moved it on to where it belongs
};

/// Sends files, many at once, in pieces of which each is confirmed. Holds a few megabytes whatever their
/// size. One connection; parcels stay where they are until settle() returned.
class Uploads {
 public:
  /// `modified`: the time that the files get on the host, seconds since 1970.
  Uploads(Line& line, qint64 modified) : line_(line), modified_(modified) {}

  /// Begins with one. What fails shows in Line::settle(): Conflict when its bytes are not what it says.
  void begin(Parcel& parcel);

 private:
  void next();
  struct Upload {
    Upload(Parcel& what, QByteArray opened) : parcel(what), handle(std::move(opened)) {}
    Parcel& parcel;
    QByteArray handle;
    std::unique_ptr<QFile> source;
    Sha256 hash;
    qint64 offset = 0;
  };
  Result<void> opened(Parcel& parcel, const QByteArray& handle);
  Result<void> feed();
  Result<void> sendPiece(Upload& upload);
  void finish(const Upload& upload);

  static constexpr int kMostOpen = 192;  ///< on the host; servers may open 256 files or more

  Line& line_;
  qint64 modified_;
  std::deque<Parcel*> waiting_;
  int open_ = 0;
  std::deque<Upload> hungry_;  ///< open on the host and not sent whole
  int pieces_ = 0;             ///< under way
};

}  // namespace offprint::sftp
