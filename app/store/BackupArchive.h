#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <QByteArray>
#include <QString>

#include "app/core/Result.h"

struct archive;

namespace offprint {

/// Writes a ZIP file entry by entry, beside its final name.
class BackupWriter {
 public:
  /// Begins `path`, which is made new. Errors: Denied, DiskFull, Io.
  static Result<BackupWriter> create(const QString& path);
  BackupWriter(BackupWriter&& other) noexcept;
  BackupWriter& operator=(BackupWriter&&) = delete;
  ~BackupWriter();

  /// Adds the file `source` as `name` and returns the SHA-256 of what was added. `packed`: worth compressing.
  Result<QString> add(const QString& name, const QString& source, bool packed);
  Result<void> addContent(const QString& name, const QByteArray& content);
  /// Writes the directory of the archive and syncs. Nothing is whole before it.
  Result<void> finish();

 private:
  BackupWriter(QString path, int descriptor, archive* handle);
  Result<void> begin(const QString& name, qint64 bytes, bool packed);
  Result<void> write(const QByteArray& content);
  Error failure() const;
  QString path_;
  int descriptor_;
  archive* handle_;
};

/// Reads a ZIP file from its beginning to its end.
class BackupReader {
 public:
  /// Errors: NotFound, Denied, Corrupt (no ZIP file).
  static Result<BackupReader> open(const QString& path);
  BackupReader(BackupReader&& other) noexcept;
  BackupReader& operator=(BackupReader&&) = delete;
  ~BackupReader();

  /// Name of the next entry, which must be a plain file; nothing at the end. Corrupt, Io.
  Result<std::optional<QString>> next();
  /// Content of the entry, piece by piece. Errors of `take`, Corrupt, Io.
  Result<void> content(const std::function<Result<void>(const QByteArray&)>& take);

 private:
  BackupReader(QString path, archive* handle);
  Error failure() const;
  QString path_;
  archive* handle_;
};

}  // namespace offprint
