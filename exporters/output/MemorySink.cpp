#include "exporters/output/MemorySink.h"

#include "app/core/FileOps.h"

namespace offprint {

bool MemorySink::intact(const QString& path, qint64 bytes, const QByteArray&) {
  const auto found = files_.constFind(path);
  return found != files_.constEnd() && found->size() == bytes;  // nobody else can have changed it
}

Result<void> MemorySink::write(const QString& path, const QByteArray& content) {
  files_.insert(path, content);
  return {};
}

Result<void> MemorySink::copy(const QString& path, const QString& sourceFile) {
  auto content = files::read(sourceFile);
  if (!content) return content.error();
  return write(path, *content);
}

Result<void> MemorySink::remove(const QString& path) {
  files_.remove(path);
  return {};
}

Result<void> MemorySink::finish(const QByteArray& manifest) {
  manifest_ = manifest;
  return {};
}

}  // namespace offprint
