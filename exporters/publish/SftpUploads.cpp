#include "exporters/publish/SftpUploads.h"

#include "app/core/FileOps.h"
#include "app/core/Text.h"

namespace offprint::sftp {
namespace {

constexpr int kMostPieces = 128;  ///< under way at once: 4 MB

}  // namespace

void Uploads::begin(Parcel& parcel) {
  waiting_.push_back(&parcel);
  next();
}

void Uploads::next() {
  for (; open_ < kMostOpen && !waiting_.empty(); ++open_) {
    Parcel& parcel = *waiting_.front();
    waiting_.pop_front();
    line_.ask(open(parcel.to, Open::Replace), [this, &parcel](const Result<Answer>& answer) {
      return answer ? opened(parcel, answer->data) : Result<void>(answer.error());
    });
  }
}

Result<void> Uploads::opened(Parcel& parcel, const QByteArray& handle) {
  hungry_.emplace_back(parcel, handle);
  return feed();
}

/// The first file is sent to its end before the next: few are open here at a time.
Result<void> Uploads::feed() {
  while (pieces_ < kMostPieces && !hungry_.empty()) {
    Upload& upload = hungry_.front();
    if (upload.offset < upload.parcel.file.bytes) {
      OFFPRINT_TRY(sendPiece(upload));
      continue;
    }
    if (upload.hash.result().toHex() != upload.parcel.file.sha256)
      return makeError(ErrorCode::Conflict,
                       say("This file was changed while it was published. Publish again."))
          .at(upload.parcel.file.source);
    finish(upload);
    hungry_.pop_front();
  }
  return {};
}

Result<void> Uploads::sendPiece(Upload& upload) {
  const QString& path = upload.parcel.file.source;
  if (!upload.source) {
    OFFPRINT_TRY(files::readable(path));
    upload.source = std::make_unique<QFile>(path);
    if (!upload.source->open(QIODevice::ReadOnly | QIODevice::Unbuffered))
      return files::lastSystemError(say("read"), path);
  }
  const QByteArray piece = upload.source->read(Line::kPiece);
  if (piece.isEmpty())
    return makeError(ErrorCode::Conflict, say("This file was changed while it was published. Publish again."))
        .at(path);
  upload.hash.addData(piece);
  ++pieces_;
  line_.ask(write(upload.handle, upload.offset, piece, upload.parcel.to),
            [this](const Result<Answer>& answer) {
              --pieces_;
              return answer ? feed() : Result<void>(answer.error());
            });
  upload.offset += piece.size();
  return {};
}

/// It gets its time when the host has all of it.
void Uploads::finish(const Upload& upload) {
  Parcel& parcel = upload.parcel;
  line_.ask(changeOpen(upload.handle, {modified_, parcel.permissions}, parcel.to));
  Request closing = close(upload.handle);
  closing.path = parcel.to;
  line_.ask(closing, [this, &parcel](const Result<Answer>& closed) -> Result<void> {
    if (!closed) return closed.error();
    parcel.confirmed = true;
    --open_;
    next();
    return {};
  });
}

}  // namespace offprint::sftp
