#pragma once
#include "app/core/Result.h"
#include "app/core/Task.h"
#include "exporters/images/PublishedImage.h"

namespace offprint {

/// Makes what is published of one picture: the clean original and its smaller forms. No state; any thread.
/// One picture is decoded once, to at most the widest form, and every form is made from that.
class ImageMaker {
 public:
  /// Raised whenever other files come out for the same source.
  static constexpr int kVersion = 3;
  /// Widths in pixels. The text column of the built-in theme is 620 px and a wide figure 864 px: 480 and 800
  /// serve phones at one and two device pixels for each CSS pixel, 1,200 and 1,600 the columns at two, 2,400
  /// a phone at three and a wide figure at nearly three. Steps of about a half more: closer ones save readers
  /// little and hosts hold more files.
  static constexpr int kWidths[] = {480, 800, 1200, 1600, 2400};
  /// Pixels of a source beyond which no smaller forms are made: 300 MB of memory with three bytes each, and
  /// never more (Raster::decode).
  static constexpr qint64 kMostPixels = 100'000'000;
  /// Pixels of a JPEG or PNG beyond which it is not turned upright: the largest sensors of phones have 200
  /// million. Turning goes by way of the disk, 3 bytes for each.
  static constexpr qint64 kMostTurned = 250'000'000;

  /// A file as it is named in the folder given to make().
  static QString fileName(const ImageFile& file);
  static QString originalName() { return QStringLiteral("original"); }

  /// Writes the files into `folder`, which must exist. `content` is the whole source. Errors: those of
  /// writing, Cancelled between two forms, Unsupported without libvips, InvalidInput for what must not be
  /// published (a drawing that cannot be read, a picture that cannot be turned upright); any other source
  /// that cannot be treated is a PublishedImage with a problem.
  static Result<PublishedImage> make(const QByteArray& content, const QString& folder, const Task& task);
};

}  // namespace offprint
