#include "app/store/BackupArchive.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <QFile>
#include <QFileInfo>

#include "app/core/FileOps.h"
#include "app/core/Sha256.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qint64 pieceSize = 256 * 1024;

}  // namespace

// ---- writing

BackupWriter::BackupWriter(QString path, int descriptor, archive* handle)
    : path_(std::move(path)), descriptor_(descriptor), handle_(handle) {}

BackupWriter::BackupWriter(BackupWriter&& other) noexcept
    : path_(std::move(other.path_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      handle_(std::exchange(other.handle_, nullptr)) {}

BackupWriter::~BackupWriter() {
  if (handle_) archive_write_free(handle_);
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<BackupWriter> BackupWriter::create(const QString& path) {
  const int descriptor =
      ::open(QFile::encodeName(path).constData(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (descriptor < 0) return files::lastSystemError(say("write"), path);
  archive* handle = archive_write_new();
  archive_write_set_format_zip(handle);
  archive_write_set_bytes_in_last_block(handle, 1);
  BackupWriter writer(path, descriptor, handle);
  if (archive_write_open_fd(handle, descriptor) != ARCHIVE_OK) return writer.failure();
  return writer;
}

Error BackupWriter::failure() const {
  const int code = archive_errno(handle_);
  Error error = makeError(ErrorCode::Io, say("The backup could not be written. The library is unchanged."));
  if (code > 0) {
    errno = code;
    error = files::lastSystemError(say("write"), path_);
  }
  error.detail += u' ' + QString::fromUtf8(archive_error_string(handle_));
  error.file = path_;
  return error;
}

Result<void> BackupWriter::begin(const QString& name, qint64 bytes, bool packed) {
  if (packed) {
    archive_write_zip_set_compression_deflate(handle_);
  } else {
    archive_write_zip_set_compression_store(handle_);
  }
  archive_entry* entry = archive_entry_new();
  archive_entry_set_pathname_utf8(entry, name.toUtf8().constData());
  archive_entry_set_size(entry, bytes);
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_perm(entry, 0644);
  const int code = archive_write_header(handle_, entry);
  archive_entry_free(entry);
  return code == ARCHIVE_OK ? Result<void>() : Result<void>(failure());
}

Result<void> BackupWriter::write(const QByteArray& content) {
  const la_ssize_t written =
      archive_write_data(handle_, content.constData(), static_cast<size_t>(content.size()));
  return written == content.size() ? Result<void>() : Result<void>(failure());
}

Result<QString> BackupWriter::add(const QString& name, const QString& source, bool packed) {
  QFile file(source);
  if (!file.open(QIODevice::ReadOnly))
    return makeError(ErrorCode::Io, say("The backup was not made: “%1” could not be read.").arg(name),
                     file.errorString())
        .at(source);
  OFFPRINT_TRY(begin(name, file.size(), packed));
  Sha256 hash;
  qint64 left = file.size();
  while (left > 0) {
    const QByteArray piece = file.read(std::min(left, pieceSize));
    if (piece.isEmpty())
      return makeError(ErrorCode::Io, say("The backup was not made: “%1” could not be read.").arg(name),
                       file.errorString())
          .at(source);
    hash.addData(piece);
    OFFPRINT_TRY(write(piece));
    left -= piece.size();
  }
  return QString::fromLatin1(hash.result().toHex());
}

Result<void> BackupWriter::addContent(const QString& name, const QByteArray& content) {
  OFFPRINT_TRY(begin(name, content.size(), true));
  return write(content);
}

Result<void> BackupWriter::finish() {
  if (archive_write_close(handle_) != ARCHIVE_OK) return failure();
  if (::fsync(descriptor_) != 0) return files::lastSystemError(say("write"), path_);
  return {};
}

// ---- reading

BackupReader::BackupReader(QString path, archive* handle) : path_(std::move(path)), handle_(handle) {}

BackupReader::BackupReader(BackupReader&& other) noexcept
    : path_(std::move(other.path_)), handle_(std::exchange(other.handle_, nullptr)) {}

BackupReader::~BackupReader() {
  if (handle_) archive_read_free(handle_);
}

Result<BackupReader> BackupReader::open(const QString& path) {
  const QFileInfo info(path);
  if (!info.isFile()) return makeError(ErrorCode::NotFound, say("There is no backup of this name.")).at(path);
  if (!info.isReadable()) return makeError(ErrorCode::Denied, say("This backup may not be read.")).at(path);
  archive* handle = archive_read_new();
  archive_read_support_format_zip(handle);
  BackupReader reader(path, handle);
  if (archive_read_open_filename(handle, QFile::encodeName(path).constData(), 64 * 1024) != ARCHIVE_OK)
    return reader.failure();
  return reader;
}

Error BackupReader::failure() const {
  return makeError(ErrorCode::Corrupt,
                   say("This is not a whole Offprint backup. Nothing was restored. Choose another backup."),
                   QString::fromUtf8(archive_error_string(handle_)))
      .at(path_);
}

Result<std::optional<QString>> BackupReader::next() {
  archive_entry* entry = nullptr;
  const int code = archive_read_next_header(handle_, &entry);
  if (code == ARCHIVE_EOF) return std::optional<QString>();
  if (code != ARCHIVE_OK || archive_entry_filetype(entry) != AE_IFREG) return failure();
  const char* name = archive_entry_pathname_utf8(entry);
  if (!name) return failure();
  return std::optional(QString::fromUtf8(name));
}

Result<void> BackupReader::content(const std::function<Result<void>(const QByteArray&)>& take) {
  QByteArray piece(pieceSize, Qt::Uninitialized);
  for (;;) {
    const la_ssize_t size = archive_read_data(handle_, piece.data(), static_cast<size_t>(piece.size()));
    if (size == 0) return {};
    if (size < 0) return failure();
    OFFPRINT_TRY(take(piece.left(size)));
  }
}

}  // namespace offprint
