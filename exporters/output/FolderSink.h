#pragma once
#include <QSet>

#include "exporters/site/OutputSink.h"

namespace offprint {

/// A site in a folder. Each file is written beside and renamed into place, so that a server reads the old or
/// the new one, never a part. Nothing is synced but the manifest: a build that was cut off is completed by
/// the next, which finds what is not as the manifest says. New paths are journalled before they are written,
/// so that what a killed build left is known to be ours. Files that no build wrote are neither replaced nor
/// removed.
class FolderSink : public OutputSink {
 public:
  explicit FolderSink(const QString& folder);
  ~FolderSink() override;
  FolderSink(const FolderSink&) = delete;
  FolderSink& operator=(const FolderSink&) = delete;

  /// Makes or takes the folder and locks it against a second export. Errors: Conflict (foreign content, or
  /// another export is running), Corrupt (damaged manifest), VersionTooNew, Denied, DiskFull, Io.
  Result<void> begin() override;
  Result<QByteArray> manifest() override { return marker_; }
  QStringList leftovers() override;
  /// A file older than the manifest needs only its size looked at; a younger one is hashed.
  bool intact(const QString& path, qint64 bytes, const QByteArray& sha256) override;
  Result<void> write(const QString& path, const QByteArray& content) override;
  Result<void> copy(const QString& path, const QString& sourceFile) override;
  Result<void> remove(const QString& path) override;
  Result<void> finish(const QByteArray& manifest) override;

 private:
  QString absolute(const QString& path) const { return folder_ + QLatin1Char('/') + path; }
  QString temporary() const;
  Result<void> lock();
  Result<void> readMarker();
  void readJournal();
  Result<void> makeRoom(const QString& path);
  Result<void> prepareFolder(const QString& path);
  Result<void> note(const QString& path);

  QString folder_;
  QByteArray marker_;      ///< with every name
  QByteArray written_;     ///< as it lies there
  qint64 markerTime_ = 0;  ///< nanoseconds since 1970; 0: there was none
  QSet<QString> ours_;     ///< paths of the manifest and the journal
  QStringList journalled_;
  QSet<QString> folders_;  ///< known to be real folders
  int lock_ = -1;
  int journal_ = -1;
};

}  // namespace offprint
