#pragma once
#include <QByteArray>
#include <QHash>
#include <QSet>
#include <QString>

#include "app/core/Result.h"

namespace offprint {

/// Where a site is written to. Paths are relative, "/"-separated, NFC. One thread at a time.
class OutputSink {
 public:
  virtual ~OutputSink() = default;
  /// Refuses a place that is not ours (Conflict): a folder that is neither empty nor carries the marker.
  virtual Result<void> begin() = 0;
  /// The manifest of the last build here, or an empty array when there is none.
  virtual Result<QByteArray> manifest() = 0;
  /// Paths that a build wrote here which never finished, and that its manifest does not name.
  virtual QStringList leftovers() { return {}; }
  /// True when `path` is still as the manifest says (size and content).
  virtual bool intact(const QString& path, qint64 bytes, const QByteArray& sha256) = 0;
  /// Conflict when a file is there that no build wrote: it is kept.
  virtual Result<void> write(const QString& path, const QByteArray& content) = 0;
  /// Copies a file (media) without holding it in memory.
  virtual Result<void> copy(const QString& path, const QString& sourceFile) = 0;
  virtual Result<void> remove(const QString& path) = 0;
  /// Writes the manifest last; until then the place counts as unfinished and the next build completes it.
  virtual Result<void> finish(const QByteArray& manifest) = 0;
};

/// Name of the manifest on a site. A folder that carries it is ours.
inline constexpr QLatin1StringView kSiteMarker{".offprint-site.json"};
/// Value of its "format" key.
inline constexpr QLatin1StringView kSiteFormat{"offprint-site"};

}  // namespace offprint
