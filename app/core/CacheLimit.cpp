#include "app/core/CacheLimit.h"

#include <algorithm>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <utility>

namespace offprint::cache {

QList<Entry> keepWithin(QList<Entry> entries, qint64 most) {
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(b.used, a.path) < std::tie(a.used, b.path);
  });
  qint64 bytes = 0;
  for (const Entry& entry : std::as_const(entries))
    bytes += entry.bytes;
  const QDateTime rested = QDateTime::currentDateTimeUtc().addSecs(-kRestSeconds);
  while (bytes > most && !entries.isEmpty() && entries.constLast().used < rested) {
    const Entry oldest = entries.takeLast();
    bytes -= oldest.bytes;
    if (QFileInfo(oldest.path).isDir()) {
      QDir(oldest.path).removeRecursively();
    } else {
      QFile::remove(oldest.path);
    }
  }
  return entries;
}

void use(const QString& path) {
  const QDateTime now = QDateTime::currentDateTimeUtc();
  if (QFileInfo(path).lastModified().daysTo(now) < 1) return;
  QFile file(path);
  if (file.open(QIODevice::ReadWrite)) file.setFileTime(now, QFileDevice::FileModificationTime);
}

}  // namespace offprint::cache
