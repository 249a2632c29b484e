#include "exporters/images/ImageVariants.h"

#include <algorithm>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

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
  return whole ? std::make_shared<const PublishedImage>(*image) : nullptr;
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
  const QByteArray record = image->toJson();
  // Without its record the work is done again next time; the files are there all the same.
  std::ignore = files::writeAtomic(folder + u'/' + kRecord, record);
  return std::make_shared<const PublishedImage>(*image);
}

ImageVariants::Image ImageVariants::finish(const QString& sha256, Image image) {
  const QMutexLocker lock(&mutex_);
  making_.remove(sha256);
  // What failed may succeed another time, with a disk that has room again.
  if (image && (!image->error || mode_ == Mode::Background)) known_.insert(sha256, image);
  made_.wakeAll();
  return image;
}

ImageVariants::Image ImageVariants::of(const MediaFile& file, const QString& source) {
  if (!treats(file)) return nullptr;
  const QString& sha256 = file.sha256;
  const auto pending = [&file] {
    PublishedImage image;
    image.pending = true;
    image.width = file.width;
    image.height = file.height;
    return std::make_shared<const PublishedImage>(std::move(image));
  };
  Task task;
  {
    QMutexLocker lock(&mutex_);
    while (making_.contains(sha256) && mode_ == Mode::Wait)
      made_.wait(&mutex_);
    if (const auto known = known_.constFind(sha256); known != known_.constEnd()) return *known;
    task = task_;
    if (making_.contains(sha256) || task.cancelled()) return pending();
    making_.insert(sha256);
  }
  if (Image image = lookUp(sha256)) return finish(sha256, image);
  if (mode_ == Mode::Wait) {
    const Image image = finish(sha256, make(sha256, source, task));
    return image ? image : pending();
  }
  background_.start([this, sha256, source, task] {
    if (finish(sha256, task.cancelled() ? nullptr : make(sha256, source, task))) Q_EMIT ready();
  });
  return pending();
}

}  // namespace offprint

#include "moc_ImageVariants.cpp"
