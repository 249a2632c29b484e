#include "exporters/output/ZipSink.h"

#include <archive.h>
#include <archive_entry.h>
#include <cerrno>
#include <cstdio>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "exporters/site/BuildManifest.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// True when `file` is a ZIP that holds a site's marker.
bool isSiteArchive(const QString& file) {
  archive* reader = archive_read_new();
  archive_read_support_format_zip(reader);
  bool found = false;
  if (archive_read_open_filename(reader, QFile::encodeName(file).constData(), 64 * 1024) == ARCHIVE_OK) {
    archive_entry* entry = nullptr;
    while (!found && archive_read_next_header(reader, &entry) == ARCHIVE_OK) {
      const char* name = archive_entry_pathname_utf8(entry);
      found = name && QLatin1StringView(name) == kSiteMarker;
    }
  }
  archive_read_free(reader);
  return found;
}

}  // namespace

ZipSink::ZipSink(QString file) : file_(QDir::cleanPath(QDir::current().absoluteFilePath(file))) {}

ZipSink::~ZipSink() {
  if (archive_) archive_write_free(archive_);
}

QString ZipSink::growing() const {
  return building_->filePath(BuildFolder::archiveName());
}

Error ZipSink::failure() const {
  errno = archive_errno(archive_) > 0 ? archive_errno(archive_) : EIO;
  Error error = files::lastSystemError(say("write"), file_);
  error.detail = QString::fromUtf8(archive_error_string(archive_));
  return error;
}

Result<void> ZipSink::begin() {
  const QFileInfo info(file_);
  if (info.exists() && (info.isDir() || (info.size() > 0 && !isSiteArchive(file_)))) {
    return makeError(
               ErrorCode::Conflict,
               say("The site was not written: this is not an exported site and would be lost. Nothing was "
                   "changed. Choose another file name."))
        .at(file_);
  }
  auto building = BuildFolder::beside(file_);
  if (!building) return building.error();
  building_ = std::move(*building);
  archive_ = archive_write_new();
  archive_write_set_format_zip(archive_);
  archive_write_set_options(archive_, "zip:compression=deflate,zip:hdrcharset=UTF-8");
  if (archive_write_open_filename(archive_, QFile::encodeName(growing()).constData()) != ARCHIVE_OK)
    return failure();
  return {};
}

Result<void> ZipSink::addEntry(const QString& path, qint64 bytes) {
  const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                            &archive_entry_free);
  archive_entry_set_pathname_utf8(entry.get(), path.toUtf8().constData());
  archive_entry_set_size(entry.get(), bytes);
  archive_entry_set_filetype(entry.get(), AE_IFREG);
  archive_entry_set_perm(entry.get(), 0644);
  if (archive_write_header(archive_, entry.get()) != ARCHIVE_OK) return failure();
  return {};
}

Result<void> ZipSink::addBytes(const QByteArray& bytes) {
  if (archive_write_data(archive_, bytes.constData(), static_cast<size_t>(bytes.size())) != bytes.size())
    return failure();
  return {};
}

Result<void> ZipSink::write(const QString& path, const QByteArray& content) {
  OFFPRINT_TRY(addEntry(path, content.size()));
  return addBytes(content);
}

Result<void> ZipSink::copy(const QString& path, const QString& sourceFile) {
  QFile source(sourceFile);
  errno = 0;
  if (!source.open(QIODevice::ReadOnly)) {
    if (errno == 0) errno = EIO;
    return files::lastSystemError(say("read"), sourceFile);
  }
  OFFPRINT_TRY(addEntry(path, source.size()));
  while (!source.atEnd()) {
    const QByteArray piece = source.read(256 * 1024);
    if (piece.isEmpty()) break;
    OFFPRINT_TRY(addBytes(piece));
  }
  if (source.error() == QFileDevice::NoError) return {};
  return makeError(ErrorCode::Io, say("Could not read this file."), source.errorString()).at(sourceFile);
}

/// A ZIP file is made whole each time: its list names no file, since who unpacks it onto a host would publish
/// it.
Result<void> ZipSink::finish(const QByteArray& /*manifest*/) {
  OFFPRINT_TRY(write(kSiteMarker, BuildManifest().write()));
  if (archive_write_close(archive_) != ARCHIVE_OK) return failure();
  archive_write_free(archive_);
  archive_ = nullptr;
  if (std::rename(QFile::encodeName(growing()).constData(), QFile::encodeName(file_).constData()) != 0)
    return files::lastSystemError(say("write"), file_);
  building_.reset();
  return {};
}

}  // namespace offprint
