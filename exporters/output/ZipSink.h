#pragma once
#include <memory>

#include "app/core/BuildFolder.h"
#include "exporters/site/OutputSink.h"

struct archive;

namespace offprint {

/// A site in one ZIP file. It appears only when it is whole; entries carry no times, so that the same site
/// gives the same bytes. An existing file is replaced only when it is a site's ZIP (it holds the marker).
class ZipSink : public OutputSink {
 public:
  explicit ZipSink(QString file);
  ~ZipSink() override;
  ZipSink(const ZipSink&) = delete;
  ZipSink& operator=(const ZipSink&) = delete;

  Result<void> begin() override;
  Result<QByteArray> manifest() override { return QByteArray(); }
  bool intact(const QString&, qint64, const QByteArray&) override { return false; }
  Result<void> write(const QString& path, const QByteArray& content) override;
  Result<void> copy(const QString& path, const QString& sourceFile) override;
  Result<void> remove(const QString&) override { return {}; }
  Result<void> finish(const QByteArray& manifest) override;

 private:
  Error failure() const;
  Result<void> addEntry(const QString& path, qint64 bytes);
  QString growing() const;
  Result<void> addBytes(const QByteArray& bytes);

  QString file_;
  std::unique_ptr<BuildFolder> building_;  ///< the archive grows in it, beside the file
  archive* archive_ = nullptr;
};

}  // namespace offprint
