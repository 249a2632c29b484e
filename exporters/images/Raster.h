#pragma once
#include <memory>
#include <QByteArray>
#include <QSize>

#include "app/core/Result.h"

typedef struct _VipsImage VipsImage;

namespace offprint {

/// Pixels of a picture, upright, with their colour profile and no other metadata. Any thread, one at a time
/// for each object. The library behind it (libvips) is loaded with the first picture: what it brings along
/// would make every start of the program slower.
class Raster {
 public:
  struct Header {
    QSize size;           ///< upright
    int orientation = 1;  ///< of EXIF, 1 to 8
    bool alpha = false;
  };
  /// Loads this library instead of libvips from now on; for tests.
  static void setLibrary(const QString& name);

  /// Reads the head of a JPEG, PNG, WebP, TIFF, AVIF or GIF file; decodes nothing. Unsupported when the
  /// library cannot be loaded, which says nothing about the picture.
  static Result<Header> header(const QByteArray& content);
  /// Decodes the first picture, made smaller to `width` where it is wider, and holds it in memory. What is
  /// more than 300 MB before that goes by way of a temporary file. Corrupt when anything of it is damaged.
  static Result<Raster> decode(const QByteArray& content, int width);
  /// All pixels, turned as EXIF says; damaged ones too. More than 100 MB of them lie in a temporary file
  /// while this lives, and `content` must live as long.
  static Result<Raster> upright(const QByteArray& content);

  QSize size() const;
  /// Made smaller to `width` pixels.
  Result<Raster> scaled(int width) const;

  /// Quality from 1 to 100.
  Result<QByteArray> jpeg(int quality) const;
  Result<QByteArray> png() const;
  /// Without loss when `quality` is 0.
  Result<QByteArray> webp(int quality) const;

 private:
  explicit Raster(VipsImage* image);
  /// False when there is no new one.
  bool replace(VipsImage* image);

  std::shared_ptr<VipsImage> image_;
};

}  // namespace offprint
