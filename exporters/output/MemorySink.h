#pragma once
#include <QMap>

#include "exporters/site/BuildManifest.h"
#include "exporters/site/OutputSink.h"

namespace offprint {

/// A site in memory, for the preview, small servers and tests. A second build into it is incremental.
class MemorySink : public OutputSink {
 public:
  const QMap<QString, QByteArray>& files() const { return files_; }

  Result<void> begin() override { return {}; }
  Result<QByteArray> manifest() override {
    return BuildManifest::named(manifest_, [this] { return files_.keys(); });
  }
  bool intact(const QString& path, qint64 bytes, const QByteArray& sha256) override;
  Result<void> write(const QString& path, const QByteArray& content) override;
  Result<void> copy(const QString& path, const QString& sourceFile) override;
  Result<void> remove(const QString& path) override;
  Result<void> finish(const QByteArray& manifest) override;

 private:
  QMap<QString, QByteArray> files_;
  QByteArray manifest_;
};

}  // namespace offprint
