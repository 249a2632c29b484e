#include "exporters/images/ImageMaker.h"

#include <algorithm>
#include <QDir>
#include <QUuid>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/store/ImageHeader.h"
#include "exporters/images/ImageFormat.h"
#include "exporters/images/PackedDrawing.h"
#include "exporters/images/Raster.h"

namespace offprint {
namespace {

using Problem = PublishedImage::Problem;

// libvips's own default is 75. Sources are compressed already, and figures have thin lines: a little above.
constexpr int kJpegQuality = 82;
constexpr int kWebpQuality = 80;
/// Tried in turn for a photo that has to be turned upright, until it is no larger than it was.
constexpr int kUprightQualities[] = {92, 86, 80, 74, 68};
/// Other sites show cards of 1,200 × 630 px (Open Graph) and refuse very large files.
constexpr int kCardWidth = 1200;

constexpr int kWidest = ImageMaker::kWidths[std::size(ImageMaker::kWidths) - 1];

QByteArray suffixOf(ImageFormat format) {
  switch (format) {
    case ImageFormat::Jpeg:
      return "jpg";
    case ImageFormat::Png:
      return "png";
    case ImageFormat::Webp:
      return "webp";
    case ImageFormat::Gif:
      return "gif";
    case ImageFormat::Tiff:
      return "tiff";
    case ImageFormat::Avif:
      return "avif";
    case ImageFormat::Svg:
      return "svg";
    case ImageFormat::None:
      break;
  }
  return "bin";
}

/// Without loss as it came: line art and screenshots suffer where photos do not.
bool isDrawn(ImageFormat format, const QByteArray& content) {
  return format == ImageFormat::Png || format == ImageFormat::Gif ||
         (format == ImageFormat::Webp && content.left(64).contains("VP8L"));
}

/// The making of one picture.
class Making {
 public:
  Making(const QByteArray& content, const QString& folder, const Task& task)
      : source_(content),
        content_(unpackedDrawing(content)),
        folder_(folder),
        task_(task),
        format_(imageFormat(content_)),
        drawn_(isDrawn(format_, content_)) {}

  Result<PublishedImage> run() {
    clean_ = withoutMetadata(content_, format_);
    if (format_ == ImageFormat::None) {
      image_.problem = Problem::Unsupported;
    } else if (format_ == ImageFormat::Svg) {
      OFFPRINT_TRY(drawing());
    } else {
      OFFPRINT_TRY(raster());
    }
    // What is the source byte for byte is published from where it lies.
    if (clean_.bytes == source_) {
      image_.original = {image_.width, image_.height, suffixOf(format_), files::sha256(content_).toLatin1(),
                         content_.size()};
      return image_;
    }
    const auto original = put(clean_.bytes, {image_.width, image_.height, suffixOf(format_), {}, 0},
                              ImageMaker::originalName());
    if (!original) return original.error();
    image_.original = *original;
    return image_;
  }

 private:
  void setSize(const QSize& size) {
    image_.width = std::max(size.width(), 0);
    image_.height = std::max(size.height(), 0);
  }

  Result<void> drawing() {
    if (!clean_.fault.isEmpty())
      return makeError(
          ErrorCode::InvalidInput,
          say("This is no drawing that can be read (%1). The file in the library is unchanged. Save it "
              "again as SVG in UTF-8.")
              .arg(clean_.fault));
    if (!clean_.whole) image_.problem = Problem::Broken;
    if (clean_.changed) image_.problem = Problem::Cleaned;
    setSize(imageSize(clean_.bytes));
    return {};
  }

  Result<void> raster() {
    const auto header = Raster::header(content_);
    if (!header && header.error().code == ErrorCode::Unsupported) return header.error();
    setSize(header ? header->size : imageSize(content_));
    image_.shown = format_ != ImageFormat::Tiff;
    // AVIF turns its pixels by itself, whatever EXIF says, and TIFF keeps its note.
    if (header && header->orientation > 1 && format_ != ImageFormat::Avif && format_ != ImageFormat::Tiff)
      OFFPRINT_TRY(turnUpright());
    if (pixels() > ImageMaker::kMostPixels) {
      image_.problem = Problem::TooLarge;
      return {};
    }
    if (!header) {
      image_.problem = Problem::Broken;
      return {};
    }
    if (clean_.animated) return {};
    alpha_ = header->alpha;
    const auto base = Raster::decode(content_, kWidest);
    if (!base || !clean_.whole) image_.problem = Problem::Broken;
    return base && clean_.whole ? derive(*base) : Result<void>();
  }

  qint64 pixels() const { return qint64{image_.width} * image_.height; }

  /// The original without its note of how to hold it, or nothing: without both it would lie on its side.
  Result<void> turnUpright() {
    const bool byLines = format_ == ImageFormat::Jpeg || format_ == ImageFormat::Png;
    if (clean_.animated || pixels() > (byLines ? ImageMaker::kMostTurned : ImageMaker::kMostPixels))
      return makeError(
          ErrorCode::InvalidInput,
          say("It is stored turned or mirrored, as the camera was held, and is too large, or moves, so "
              "that it cannot be turned upright here. The file in the library is unchanged. Turn it in "
              "a picture program and save it, or make it smaller."));
    const auto whole = Raster::upright(content_);
    if (!whole) return whole.error();
    QByteArray turned;
    for (const int quality : kUprightQualities) {
      OFFPRINT_TRY(task_.check());
      auto bytes = written(*whole, format_, quality);
      if (!bytes) return bytes.error();
      turned = *std::move(bytes);
      if (drawn_ || turned.size() <= content_.size()) break;
    }
    clean_.bytes = turned;
    return {};
  }

  /// JPEG or PNG, which every program reads.
  ImageFormat plainFormat() const {
    if (format_ == ImageFormat::Jpeg || format_ == ImageFormat::Png) return format_;
    return alpha_ || drawn_ ? ImageFormat::Png : ImageFormat::Jpeg;
  }

  Result<QByteArray> written(const Raster& raster, ImageFormat format, int quality) const {
    auto bytes = format == ImageFormat::Jpeg   ? raster.jpeg(quality)
                 : format == ImageFormat::Webp ? raster.webp(drawn_ ? 0 : quality)
                                               : raster.png();
    if (!bytes) return bytes.error();
    return withoutMetadata(*bytes, format).bytes;
  }

  Result<QByteArray> encoded(const Raster& raster, ImageFormat format) const {
    return written(raster, format, format == ImageFormat::Jpeg ? kJpegQuality : kWebpQuality);
  }

  struct Form {
    ImageFile file;
    QByteArray bytes;
  };

  /// Nothing may be larger than what it stands in for, nor a small form larger than a wide one: taken from
  /// the wide end, each must be smaller than the last that was kept.
  void add(QList<Form>& forms, const Raster& raster, ImageFormat format, bool always) const {
    const auto bytes = encoded(raster, format);
    const qint64 limit = forms.isEmpty() ? clean_.bytes.size() : forms.constFirst().bytes.size();
    if (!bytes || (bytes->size() >= limit && !always)) return;
    forms.prepend({{raster.size().width(), raster.size().height(), suffixOf(format), {}, 0}, *bytes});
  }

  Result<void> derive(const Raster& base) {
    QList<Form> fallback;
    QList<Form> webp;
    const int full = base.size().width();
    QList<int> widths{full};
    for (auto width = std::rbegin(ImageMaker::kWidths); width != std::rend(ImageMaker::kWidths); ++width)
      if (*width < full) widths += *width;
    const bool isWebp = format_ == ImageFormat::Webp;
    for (const int width : std::as_const(widths)) {
      OFFPRINT_TRY(task_.check());
      const auto raster = width == full ? Result<Raster>(base) : base.scaled(width);
      if (!raster) return raster.error();
      // The source itself is its full size, unless browsers do not show it: they must get something then.
      const bool forced = !image_.shown && width == full;
      if (format_ != ImageFormat::Avif && (width < image_.width || forced))
        add(fallback, *raster, isWebp ? format_ : plainFormat(), forced);
      if (!isWebp) add(webp, *raster, ImageFormat::Webp, false);
    }
    // Browsers take WebP where it is offered: it must then be there in full.
    if (webp.isEmpty() || webp.constLast().file.width < full) webp.clear();
    OFFPRINT_TRY(keepAll(fallback, image_.fallback));
    OFFPRINT_TRY(keepAll(webp, image_.webp));
    return isWebp || format_ == ImageFormat::Avif ? makeCard(base) : Result<void>();
  }

  Result<void> makeCard(const Raster& base) {
    const auto small = base.scaled(std::min(kCardWidth, base.size().width()));
    if (!small) return small.error();
    const auto bytes = encoded(*small, plainFormat());
    if (!bytes) return bytes.error();
    QList<ImageFile> files;
    OFFPRINT_TRY(keepAll(
        {{{small->size().width(), small->size().height(), suffixOf(plainFormat()), {}, 0}, *bytes}}, files));
    image_.card = files.constFirst();
    return {};
  }

  Result<void> keepAll(const QList<Form>& forms, QList<ImageFile>& files) const {
    for (const Form& form : forms) {
      const auto kept = put(form.bytes, form.file, ImageMaker::fileName(form.file));
      if (!kept) return kept.error();
      files += *kept;
    }
    return {};
  }

  Result<ImageFile> put(const QByteArray& bytes, ImageFile file, const QString& name) const {
    const QString path = folder_ + QLatin1Char('/') + name;
    OFFPRINT_TRY(files::replace(path, bytes, path + QUuid::createUuid().toString(QUuid::Id128)));
    file.sha256 = files::sha256(bytes).toLatin1();
    file.bytes = bytes.size();
    return file;
  }

  const QByteArray& source_;
  const QByteArray content_;  ///< the source, unpacked
  const QString& folder_;
  const Task& task_;
  const ImageFormat format_;
  const bool drawn_;
  CleanImage clean_;
  PublishedImage image_;
  bool alpha_ = false;
};

}  // namespace

QString ImageMaker::fileName(const ImageFile& file) {
  return QString::number(file.width) + QLatin1Char('.') + QString::fromLatin1(file.suffix);
}

Result<PublishedImage> ImageMaker::make(const QByteArray& content, const QString& folder, const Task& task) {
  return Making(content, folder, task).run();
}

}  // namespace offprint
