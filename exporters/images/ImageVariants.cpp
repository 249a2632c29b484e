#include "exporters/images/ImageVariants.h"

#include <unistd.h>
#include <algorithm>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include "app/core/CacheLimit.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "exporters/images/ImageMaker.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

const QString kRecord = u"record.json"_s;
/// Beyond it a file is no picture for a page; it is refused before it is read.
constexpr qint64 kMostBytes = 512LL * 1024 * 1024;

std::shared_ptr<const PublishedImage> failed(const Error& error) {
  PublishedImage image;
  image.problem = PublishedImage::Problem::NotMade;
  image.error = error;
  return std::make_shared<const PublishedImage>(std::move(image));
}

/// A folder for each picture, of every version.
QList<cache::Entry> cachedPictures(const QString& cache) {
  QList<cache::Entry> pictures;
  const auto folders = QDir::Dirs | QDir::NoDotAndDotDot;
  for (const QFileInfo& version : QDir(cache).entryInfoList(folders)) {
    for (const QFileInfo& shelf : QDir(version.filePath()).entryInfoList(folders)) {
      for (const QFileInfo& picture : QDir(shelf.filePath()).entryInfoList(folders)) {
        cache::Entry entry{picture.filePath(), 0, picture.lastModified()};
        for (const QFileInfo& file : QDir(picture.filePath()).entryInfoList(QDir::Files)) {
          entry.bytes += file.size();
          if (file.fileName() == kRecord) entry.used = file.lastModified();
        }
        pictures << entry;
      }
    }
  }
  return pictures;
}

}  // namespace

ImageVariants::ImageVariants(Mode mode, const QString& cache) : mode_(mode), cache_(cache) {
  background_.setMaxThreadCount(1);
  background_.setThreadPriority(QThread::LowPriority);
}

ImageVariants::~ImageVariants() {
  if (mode_ == Mode::Background) task_.cancel();  // of our own; an export's is its caller's
  background_.clear();
  background_.waitForDone();
}

QString ImageVariants::defaultCache() {
  return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + u"/offprint/images"_s;
}

bool ImageVariants::treats(const MediaFile& file) {
  // Bitmaps and icons carry no metadata and need no smaller forms.
  static const QSet<QString> plain{u"image/bmp"_s, u"image/x-icon"_s, u"image/vnd.microsoft.icon"_s};
  return file.mimeType.startsWith("image/"_L1) && !plain.contains(file.mimeType);
}

/// A cache that cannot be written (its path is a file, the folder is protected) must not cost the site its
/// pictures. On the thread that asks first, before any file is looked for.
void ImageVariants::settleCache() {
  const QString version = u"%1/%2"_s.arg(cache_).arg(ImageMaker::kVersion);
  const auto made = files::makeFolder(version);
  if (made && ::access(QFile::encodeName(version).constData(), W_OK) == 0) return;
  instead_ = std::make_unique<QTemporaryDir>();
  if (!instead_->isValid()) return;  // each picture says why it cannot be made
  const QMutexLocker lock(&mutex_);
  cacheFinding_ =
      Finding{Finding::Level::Warning,
              u"cache.not-writable"_s,
              say("Prepared pictures cannot be kept, because this folder cannot be written. The "
                  "site is whole, but its pictures are made anew each time. Remove what is in the "
                  "way, or change the permissions."),
              {},
              cache_,
              0};
  cache_ = instead_->path();
}

std::optional<Finding> ImageVariants::cacheFinding() const {
  const QMutexLocker lock(&mutex_);
  return cacheFinding_;
}

QString ImageVariants::folderOf(const QString& sha256) const {
  return u"%1/%2/%3/%4"_s.arg(cache_).arg(ImageMaker::kVersion).arg(sha256.left(2), sha256);
}

QString ImageVariants::originalFile(const MediaFile& file) const {
  return folderOf(file.sha256) + u'/' + ImageMaker::originalName();
}

QString ImageVariants::derivedFile(const MediaFile& file, const ImageFile& derived) const {
  return folderOf(file.sha256) + u'/' + ImageMaker::fileName(derived);
}

void ImageVariants::stopWith(const Task& task) {
  const QMutexLocker lock(&mutex_);
  task_ = task;
}

/// What the cache holds whole.
ImageVariants::Image ImageVariants::lookUp(const QString& sha256) const {
  const QString folder = folderOf(sha256) + u'/';
  const auto record = files::read(folder + kRecord);
  if (!record) return nullptr;
  const auto image = PublishedImage::fromJson(*record);
  if (!image) return nullptr;
  const bool asItLies = image->original.sha256 == sha256.toLatin1();
  if (!asItLies && QFileInfo(folder + ImageMaker::originalName()).size() != image->original.bytes)
    return nullptr;
  const QList<ImageFile> derived = image->derived();
  const bool whole = std::all_of(derived.begin(), derived.end(), [&](const ImageFile& file) {
    return QFileInfo(folder + ImageMaker::fileName(file)).size() == file.bytes;
  });
  if (!whole) return nullptr;
  cache::use(folder + kRecord);
  return std::make_shared<const PublishedImage>(*image);
}

/// Looks through the whole cache, so it does so with the first picture and then for every sixteenth of the
/// limit.
void ImageVariants::keepWithinLimit(const PublishedImage& added) {
  {
    const QMutexLocker lock(&mutex_);
    added_ += added.original.bytes;
    for (const ImageFile& file : added.derived())
      added_ += file.bytes;
    if (limited_ && added_ < mostBytes / 16) return;
    limited_ = true;
    added_ = 0;
  }
  const QList<cache::Entry> all = cachedPictures(cache_);
  QSet<QString> gone;
  for (const cache::Entry& entry : all)
    gone.insert(entry.path);
  for (const cache::Entry& entry : cache::keepWithin(all, mostBytes))
    gone.remove(entry.path);
  const QMutexLocker lock(&mutex_);
  for (const QString& folder : std::as_const(gone))
    known_.remove(QFileInfo(folder).fileName());
}

ImageVariants::Image ImageVariants::make(const QString& sha256, const QString& source,
                                         const Task& task) const {
  const auto content = files::read(source, kMostBytes);
  if (!content) return failed(content.error());
  // What is made is kept under that hash for every library: bytes that were damaged must not stand for it.
  if (files::sha256(*content) != sha256)
    return failed(makeError(ErrorCode::Corrupt, say("The file of this picture in the library is damaged. The "
                                                    "picture is left out. Restore it from a "
                                                    "backup, or add it again."))
                      .at(source));
  const QString folder = folderOf(sha256);
  if (const auto made = files::makeFolder(folder); !made) return failed(made.error());
  const auto image = ImageMaker::make(*content, folder, task);
  if (!image && image.error().code == ErrorCode::Cancelled) return nullptr;
  if (!image) return failed(image.error());
  // Without its record the work is done again next time; the files are there all the same.
  std::ignore = files::writeAtomic(folder + u'/' + kRecord, image->toJson());
  return std::make_shared<const PublishedImage>(*image);
}

ImageVariants::Image ImageVariants::finish(const QString& sha256, Image image) {
  const QMutexLocker lock(&mutex_);
  making_.remove(sha256);
  if (image) failed_.remove(sha256);
  // What failed may succeed another time, with a disk that has room again. The background says meanwhile what
  // is wrong: who is answered "pending" would ask without end.
  const bool background = mode_ == Mode::Background;
  if (image && image->error && background) failed_.insert(sha256, QDeadlineTimer(believedFor));
  if (image && (!image->error || background)) known_.insert(sha256, image);
  made_.wakeAll();
  return image;
}

void ImageVariants::startMaking(const QString& sha256, const QString& source, const Task& task) {
  background_.start([this, sha256, source, task] {
    Image before;
    {
      const QMutexLocker lock(&mutex_);
      before = known_.value(sha256);
    }
    const Image image = task.cancelled() ? nullptr : make(sha256, source, task);
    // The same failure again is no news.
    const bool same =
        before && image && before->error && image->error && before->error->message == image->error->message;
    if (finish(sha256, image) && !same) Q_EMIT ready();
    if (image && !image->error) keepWithinLimit(*image);
  });
}

ImageVariants::Image ImageVariants::of(const MediaFile& file, const QString& source) {
  if (!treats(file)) return nullptr;
  std::call_once(settled_, [this] { settleCache(); });
  const QString& sha256 = file.sha256;
  const auto pending = [&file] {
    PublishedImage image;
    image.pending = true;
    image.width = file.width;
    image.height = file.height;
    return std::make_shared<const PublishedImage>(std::move(image));
  };
  Task task;
  Image before;
  {
    QMutexLocker lock(&mutex_);
    while (making_.contains(sha256) && mode_ == Mode::Wait)
      made_.wait(&mutex_);
    before = known_.value(sha256);
    const auto failure = failed_.constFind(sha256);
    const bool again = failure != failed_.constEnd() && failure->hasExpired();
    if (before && !again) return before;
    task = task_;
    if (making_.contains(sha256) || task.cancelled()) return before ? before : pending();
    making_.insert(sha256);
  }
  if (Image image = lookUp(sha256)) return finish(sha256, image);
  if (mode_ == Mode::Wait) {
    const Image image = finish(sha256, make(sha256, source, task));
    if (image && !image->error) keepWithinLimit(*image);
    return image ? image : pending();
  }
  startMaking(sha256, source, task);
  return before ? before : pending();
}

}  // namespace offprint

#include "moc_ImageVariants.cpp"
