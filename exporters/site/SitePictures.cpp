#include "exporters/site/SitePictures.h"

#include <algorithm>

#include "exporters/images/ImageVariants.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Open Graph asks for 1,200 px; a feed reader's column is no wider than 1,600 device pixels on most screens.
constexpr int kPlainWidth = 1600;
/// A source wider than the widest form by more than this is offered to nobody: readers would wait for it.
constexpr int kWidestOffered = 2400;

/// Packed drawings are published unpacked.
QByteArray publishedType(const QString& ofMedium) {
  return ofMedium == "image/svg+xml-compressed"_L1 ? QByteArray("image/svg+xml") : ofMedium.toLatin1();
}

QByteArray mimeType(const QByteArray& suffix) {
  return "image/" + (suffix == "jpg" ? QByteArray("jpeg") : suffix);
}

/// The file of a picture's form that is published at `path`.
std::optional<MediaSource> derivedSource(const SiteSnapshot& snapshot, const MediaFile& file,
                                         const QString& path) {
  if (!isDerivedFrom(path, file.path, file.sha256)) return {};
  const auto image = snapshot.published(file);
  const QList<ImageFile> files = image ? image->derived() : QList<ImageFile>();
  const auto form = std::find_if(files.begin(), files.end(), [&](const ImageFile& each) {
    return derivedPath(file.path, file.sha256, each) == path;
  });
  if (form == files.end()) return {};
  return MediaSource{snapshot.images->derivedFile(file, *form), mimeType(form->suffix)};
}

}  // namespace

PictureMarkup pictureMarkup(const MediaFile& file, const PublishedImage& image,
                            const std::function<QByteArray(const QString&)>& toPath) {
  PictureMarkup markup{toPath(file.path), {}, {}, image.width, image.height};
  const auto set = [&](const QList<ImageFile>& files) {
    QByteArrayList candidates;
    for (const ImageFile& each : files)
      candidates +=
          toPath(derivedPath(file.path, file.sha256, each)) + ' ' + QByteArray::number(each.width) + 'w';
    return candidates;
  };
  QByteArrayList own = set(image.fallback);
  const bool narrow = image.width <= kWidestOffered || image.fallback.isEmpty() ||
                      image.fallback.constLast().width < kWidestOffered;
  if (image.shown && narrow) own += markup.src + ' ' + QByteArray::number(image.width) + 'w';
  if (!image.shown && !image.fallback.isEmpty())
    markup.src = toPath(derivedPath(file.path, file.sha256, image.fallback.constLast()));
  if (own.size() > 1) markup.srcset = own.join(", ");
  markup.webp = set(image.webp).join(", ");
  return markup;
}

PlainPicture plainPicture(const MediaFile& file, const PublishedImage* image) {
  if (!image || image->width == 0) return {file.path, file.width, file.height};
  const auto derived = [&](const ImageFile& each) {
    return PlainPicture{derivedPath(file.path, file.sha256, each), each.width, each.height};
  };
  if (image->card) return derived(*image->card);
  if (image->shown && image->width <= kPlainWidth) return {file.path, image->width, image->height};
  const auto fits = [](const ImageFile& each) { return each.width <= kPlainWidth && each.suffix != "webp"; };
  const auto widest = std::find_if(image->fallback.rbegin(), image->fallback.rend(), fits);
  if (widest != image->fallback.rend()) return derived(*widest);
  return {file.path, image->width, image->height};
}

std::optional<MediaSource> mediaSource(const SiteSnapshot& snapshot, const QString& path) {
  if (const auto own = snapshot.media.constFind(path); own != snapshot.media.constEnd()) {
    const auto image = snapshot.published(*own);
    if (image && image->error) return {};
    return MediaSource{snapshot.publishedFile(*own, image.get()), publishedType(own->mimeType)};
  }
  if (!path.startsWith(QLatin1String("media/"))) return {};
  // "media/photo.1a2b3c4d-800.webp" is of "media/photo" or of "media/photo.…", which follow each other.
  const QString stem = path.left(path.lastIndexOf(QLatin1Char('-'))).section(QLatin1Char('.'), 0, -2);
  if (const auto plain = snapshot.media.constFind(stem); plain != snapshot.media.constEnd()) {
    if (auto found = derivedSource(snapshot, *plain, path)) return found;
  }
  const QString start = stem + QLatin1Char('.');
  for (auto file = snapshot.media.lowerBound(start);
       file != snapshot.media.constEnd() && file.key().startsWith(start); ++file) {
    if (auto found = derivedSource(snapshot, *file, path)) return found;
  }
  return {};
}

}  // namespace offprint
