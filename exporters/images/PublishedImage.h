#pragma once
#include <optional>
#include <QByteArray>
#include <QList>
#include <QString>

#include "app/content/Finding.h"
#include "app/core/Error.h"

namespace offprint {

/// One file of a picture on the site.
struct ImageFile {
  int width = 0;
  int height = 0;
  QByteArray suffix;  ///< "jpg", "png", "webp"
  QByteArray sha256;  ///< lower-case hex
  qint64 bytes = 0;
  bool operator==(const ImageFile&) const = default;
};

/// What of a picture file goes onto the site. Immutable value.
struct PublishedImage {
  enum class Problem {
    None,
    Broken,       ///< cannot be decoded, or not all of it: published as far as it goes, in one size
    TooLarge,     ///< more pixels than are decoded: published in one size
    Unsupported,  ///< a picture format that the site cannot treat, published as it is
    Cleaned,      ///< a drawing that held scripts or links to other places
    NotMade,      ///< the file could not be read, or the cache not be written: `error` says why
  };

  Problem problem = Problem::None;
  std::optional<Error> error;
  /// Not made yet: the picture in its own size until it is. Never on a site.
  bool pending = false;
  int width = 0;  ///< upright; 0: not known
  int height = 0;
  /// At the medium's own address: without metadata, upright. Empty suffix: nothing is published.
  ImageFile original;
  /// The original is one that every browser shows, so pages may name it.
  bool shown = true;
  QList<ImageFile> fallback;      ///< of the source's own format (JPEG or PNG for TIFF and GIF), ascending
  QList<ImageFile> webp;          ///< ascending; as wide as the widest of the others, or empty
  std::optional<ImageFile> card;  ///< JPEG or PNG for cards of other sites, of a source that is neither

  QList<ImageFile> derived() const;
  QByteArray toJson() const;
  /// Nothing when the text is no such record.
  static std::optional<PublishedImage> fromJson(const QByteArray& json);
  /// What the author should know; `path` is the medium's.
  std::optional<Finding> finding(const QString& path) const;
};

/// The address of a derived file: "media/photo.jpg" → "media/photo.1a2b3c4d-800.webp". Content decides the
/// name, so hosts may keep it for ever, and two pictures of one name in two folders never meet.
QString derivedPath(const QString& mediaPath, const QString& sourceSha256, const ImageFile& file);
/// True when `path` may be a derived file of this medium.
bool isDerivedFrom(const QString& path, const QString& mediaPath, const QString& sourceSha256);

}  // namespace offprint
