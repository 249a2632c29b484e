#pragma once
#include <chrono>
#include <memory>
#include <mutex>
#include <QDeadlineTimer>
#include <QHash>
#include <QMutex>
#include <QObject>
#include <QSet>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QWaitCondition>

#include "app/core/Task.h"
#include "app/store/Repositories.h"
#include "exporters/images/PublishedImage.h"

namespace offprint {

/// What of each picture goes onto the site, made once and kept in the user's cache.
///
/// Which files there are is known only when they have been encoded: one that came out larger than its source
/// is not published, and no header tells. So pages are composed after their pictures, preview and export ask
/// here alike, and the answer for the same bytes is the same for both. An export waits for it; the preview
/// shows the picture in its own size until the answer is there (`pending`), and asks again on ready().
///
/// The cache is a folder for each content and version. Files are put in place whole, the record last, and all
/// is the same whoever makes it: two processes may work on one picture. It forgets what was not used for the
/// longest time (app/core/CacheLimit.h). Every member may be called from any thread.
class ImageVariants : public QObject {
  Q_OBJECT
 public:
  enum class Mode {
    Wait,        ///< of() makes what is missing on the thread that asks
    Background,  ///< of() starts it on a thread of its own and answers at once
  };
  using Image = std::shared_ptr<const PublishedImage>;

  /// `cache` is defaultCache() but in tests.
  explicit ImageVariants(Mode mode = Mode::Wait, const QString& cache = defaultCache());
  /// Bytes that the cache may take, and how long a picture that could not be prepared in the background is
  /// believed to be so; both are for tests to change, before the first of().
  qint64 mostBytes = 8LL * 1024 * 1024 * 1024;
  std::chrono::milliseconds believedFor = std::chrono::seconds(5);
  ~ImageVariants();

  static QString defaultCache();
  /// Whether a medium is a picture that is published in another form than it lies in the library.
  static bool treats(const MediaFile& file);

  /// `source` is where the bytes lie. Null when the medium is none that treats().
  Image of(const MediaFile& file, const QString& source);
  /// Absolute path of the original without metadata, when that differs from the source (by SHA-256), and of a
  /// derived file.
  QString originalFile(const MediaFile& file) const;
  QString derivedFile(const MediaFile& file, const ImageFile& derived) const;

  /// That the cache cannot be written, so that pictures are kept in a temporary folder and made again by the
  /// next start. Known once of() was asked.
  std::optional<Finding> cacheFinding() const;

  /// What is not made when `task` is cancelled stays `pending`.
  void stopWith(const Task& task);

 Q_SIGNALS:
  /// Something that was pending, or could not be made, may be asked for again. Emitted on the background's
  /// thread.
  void ready();

 private:
  QString folderOf(const QString& sha256) const;
  void settleCache();
  Image lookUp(const QString& sha256) const;
  Image make(const QString& sha256, const QString& source, const Task& task) const;
  Image finish(const QString& sha256, Image image);
  void startMaking(const QString& sha256, const QString& source, const Task& task);
  void keepWithinLimit(const PublishedImage& added);

  const Mode mode_;
  QString cache_;  ///< not changed after settleCache()
  std::once_flag settled_;
  std::unique_ptr<QTemporaryDir> instead_;  ///< where the cache cannot be written
  std::optional<Finding> cacheFinding_;
  mutable QMutex mutex_;
  QWaitCondition made_;
  QHash<QString, Image> known_;
  QHash<QString, QDeadlineTimer> failed_;  ///< when to try again what could not be made
  qint64 added_ = 0;                       ///< bytes since the limit was looked at
  bool limited_ = false;
  QSet<QString> making_;
  Task task_;
  QThreadPool background_;
};

}  // namespace offprint
