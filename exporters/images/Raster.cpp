#include "exporters/images/Raster.h"

#include <vips/vips.h>
#include <climits>
#include <memory>
#include <mutex>
#include <QLibrary>

#include "app/core/Text.h"

namespace offprint {
namespace {

/// The functions of libvips that are used, found at run time.
struct Vips {
#define OFFPRINT_VIPS(use)                                                                                  \
  use(vips_init) use(vips_cache_set_max) use(vips_concurrency_set) use(vips_block_untrusted_set)            \
      use(vips_error_buffer_copy) use(vips_thread_shutdown) use(vips_image_new_from_buffer)                 \
          use(vips_thumbnail_image) use(vips_image_copy_memory) use(vips_image_get_width)                   \
              use(vips_image_get_height) use(vips_image_get_interpretation) use(vips_image_get_orientation) \
                  use(vips_image_hasalpha) use(vips_image_get_fields) use(vips_image_remove)                \
                      use(vips_icc_transform) use(vips_autorot) use(vips_image_get_bands)                   \
                          use(vips_image_get_format) use(vips_format_sizeof) use(vips_image_new_temp_file)  \
                              use(vips_image_write) use(vips_jpegsave_buffer) use(vips_pngsave_buffer)      \
                                  use(vips_webpsave_buffer) use(g_object_unref) use(g_free) use(g_strfreev) \
                                      use(g_log_set_handler)
#define OFFPRINT_MEMBER(name) decltype(&::name) name = nullptr;
  OFFPRINT_VIPS(OFFPRINT_MEMBER)
#undef OFFPRINT_MEMBER

  /// Null when the library cannot be loaded. Asked again, it tries again: it may be installed meanwhile.
  static const Vips* get();
};

/// Which library, and what of it was loaded last.
struct Loader {
  std::mutex mutex;
  QString name = QStringLiteral("vips");
  std::unique_ptr<const Vips> vips;
  QString fault;

  static Loader& get() {
    static Loader loader;
    return loader;
  }
};

void ignoreLog(const gchar*, GLogLevelFlags, const gchar*, gpointer) {}

std::unique_ptr<const Vips> load(const QString& name, QString& fault) {
  QLibrary library(name, 42);
  if (!library.load()) {
    fault = library.errorString();
    return {};
  }
  Vips vips;
#define OFFPRINT_FIND(function)                                                        \
  vips.function = reinterpret_cast<decltype(&::function)>(library.resolve(#function)); \
  if (!vips.function) fault = say("it has no %1, so its version is wrong").arg(QStringLiteral(#function));
  OFFPRINT_VIPS(OFFPRINT_FIND)
#undef OFFPRINT_FIND
#undef OFFPRINT_VIPS
  if (!fault.isEmpty()) return {};
  if (vips.vips_init("offprint") != 0) {
    fault = say("it does not start");
    return {};
  }
  // One picture at a time for each thread that calls, nothing kept between them, only loaders that stand
  // hostile files; what it has to say comes back as errors.
  vips.vips_cache_set_max(0);
  vips.vips_concurrency_set(1);
  vips.vips_block_untrusted_set(TRUE);
  const auto levels =
      static_cast<GLogLevelFlags>(G_LOG_LEVEL_WARNING | G_LOG_LEVEL_INFO | G_LOG_LEVEL_MESSAGE);
  vips.g_log_set_handler("VIPS", levels, ignoreLog, nullptr);
  return std::make_unique<const Vips>(vips);
}

const Vips* Vips::get() {
  Loader& loader = Loader::get();
  const std::lock_guard lock(loader.mutex);
  if (!loader.vips) {
    loader.fault.clear();
    loader.vips = load(loader.name, loader.fault);
  }
  return loader.vips.get();
}

Error missing() {
  Loader& loader = Loader::get();
  const std::lock_guard lock(loader.mutex);
  return makeError(
      ErrorCode::Unsupported,
      say("The library libvips, which prepares pictures for the site, cannot be loaded. The picture "
          "in the library is unchanged. Install libvips, then try again."),
      loader.fault);
}

Error failure(const Vips& vips) {
  char* text = vips.vips_error_buffer_copy();
  const QString detail = QString::fromUtf8(text).trimmed();
  vips.g_free(text);
  return makeError(ErrorCode::Corrupt, say("The picture cannot be decoded."), detail);
}

/// Saves through one of libvips's functions that give a buffer.
template <class Save>
Result<QByteArray> saved(Save save) {
  const Vips& vips = *Vips::get();
  void* buffer = nullptr;
  size_t length = 0;
  if (save(vips, &buffer, &length) != 0) return failure(vips);
  QByteArray bytes(static_cast<const char*>(buffer), static_cast<qsizetype>(length));
  vips.g_free(buffer);
  return bytes;
}

void dropMetadata(const Vips& vips, VipsImage* image) {
  gchar** fields = vips.vips_image_get_fields(image);
  for (gchar** field = fields; *field; ++field) {
    if (qstrcmp(*field, VIPS_META_ICC_NAME) != 0) vips.vips_image_remove(image, *field);
  }
  vips.g_strfreev(fields);
}

/// What screens show of a picture for print.
VipsImage* onScreen(const Vips& vips, VipsImage* image) {
  VipsImage* shown = nullptr;
  vips.vips_icc_transform(image, &shown, "srgb", "embedded", TRUE, nullptr);
  return shown;
}

bool isForPrint(const Vips& vips, VipsImage* image) {
  return vips.vips_image_get_interpretation(image) == VIPS_INTERPRETATION_CMYK;
}

/// Bytes of pixels that are held in memory: a picture of ImageMaker::kMostPixels with three bytes each. With
/// transparency and 16 bits they are 800 MB (measured), and two pictures are made at a time.
constexpr quint64 kMostMemory = 300'000'000;

/// All pixels of `image`: in memory, or in a temporary file that goes with them. Null with an error of
/// libvips.
VipsImage* withPixels(const Vips& vips, VipsImage* image) {
  const quint64 pixels =
      quint64(vips.vips_image_get_width(image)) * quint64(vips.vips_image_get_height(image));
  const quint64 each =
      quint64(vips.vips_image_get_bands(image)) * vips.vips_format_sizeof(vips.vips_image_get_format(image));
  if (pixels * each <= kMostMemory) return vips.vips_image_copy_memory(image);
  VipsImage* file = vips.vips_image_new_temp_file("%s.v");
  if (file && vips.vips_image_write(image, file) == 0) return file;
  if (file) vips.g_object_unref(file);
  return nullptr;
}

}  // namespace

void Raster::setLibrary(const QString& name) {
  Loader& loader = Loader::get();
  const std::lock_guard lock(loader.mutex);
  // Never unloaded: pictures and threads may hold on to it.
  std::ignore = loader.vips.release();
  loader.name = name;
}

Raster::Raster(VipsImage* image) {
  if (image) image_.reset(image, [](VipsImage* each) { Vips::get()->g_object_unref(each); });
}

Result<Raster::Header> Raster::header(const QByteArray& content) {
  const Vips* vips = Vips::get();
  if (!vips) return missing();
  VipsImage* image =
      vips->vips_image_new_from_buffer(content.constData(), static_cast<size_t>(content.size()), "", "access",
                                       VIPS_ACCESS_SEQUENTIAL, nullptr);
  if (!image) return failure(*vips);
  Header header;
  header.size = {vips->vips_image_get_width(image), vips->vips_image_get_height(image)};
  header.orientation = vips->vips_image_get_orientation(image);
  if (header.orientation > 4) header.size.transpose();
  header.alpha = vips->vips_image_hasalpha(image);
  vips->g_object_unref(image);
  return header;
}

Result<Raster> Raster::decode(const QByteArray& content, int width) {
  const Vips* vips = Vips::get();
  if (!vips) return missing();
  const auto head = header(content);
  if (!head) return head.error();
  // JPEG gives a half, a quarter, an eighth at a fraction of the work.
  int shrink = 1;
  while (content.startsWith("\xff\xd8") && shrink < 8 && head->size.width() / (shrink * 2) >= width)
    shrink *= 2;
  const QByteArray options = shrink > 1 ? "[shrink=" + QByteArray::number(shrink) + ']' : QByteArray();
  // A decoder warns where data are wrong and goes on with grey. Straight into memory: the caches between
  // libvips's steps, thumbnails among them, swallow errors.
  Raster raster(vips->vips_image_new_from_buffer(content.constData(), static_cast<size_t>(content.size()),
                                                 options.constData(), "access", VIPS_ACCESS_SEQUENTIAL,
                                                 "fail_on", VIPS_FAIL_ON_WARNING, nullptr));
  if (!raster.image_ || !raster.replace(withPixels(*vips, raster.image_.get()))) return failure(*vips);
  if (isForPrint(*vips, raster.image_.get()) && !raster.replace(onScreen(*vips, raster.image_.get())))
    return failure(*vips);
  auto upright = raster.scaled(width);  // turns as well
  vips->vips_thread_shutdown();
  if (upright) dropMetadata(*vips, upright->image_.get());
  return upright;
}

Result<Raster> Raster::upright(const QByteArray& content) {
  const Vips* vips = Vips::get();
  if (!vips) return missing();
  // Lines of a turned picture lie across those of the file, so libvips decodes it whole, and puts what is
  // large onto the disk; saving then turns it piece by piece.
  Raster raster(vips->vips_image_new_from_buffer(content.constData(), static_cast<size_t>(content.size()), "",
                                                 "access", VIPS_ACCESS_RANDOM, "fail_on", VIPS_FAIL_ON_NONE,
                                                 nullptr));
  VipsImage* turned = nullptr;
  if (!raster.image_ || vips->vips_autorot(raster.image_.get(), &turned, nullptr) != 0) return failure(*vips);
  raster.replace(turned);
  if (isForPrint(*vips, turned) && !raster.replace(onScreen(*vips, turned))) return failure(*vips);
  dropMetadata(*vips, raster.image_.get());
  return raster;
}

bool Raster::replace(VipsImage* image) {
  image_ = Raster(image).image_;
  return image;
}

QSize Raster::size() const {
  const Vips& vips = *Vips::get();
  return {vips.vips_image_get_width(image_.get()), vips.vips_image_get_height(image_.get())};
}

Result<Raster> Raster::scaled(int width) const {
  const Vips& vips = *Vips::get();
  VipsImage* small = nullptr;
  vips.vips_thumbnail_image(image_.get(), &small, width, "height", VIPS_MAX_COORD, "size", VIPS_SIZE_DOWN,
                            nullptr);
  Raster raster(small);
  if (!small || !raster.replace(vips.vips_image_copy_memory(small))) return failure(vips);
  return raster;
}

Result<QByteArray> Raster::jpeg(int quality) const {
  return saved([&](const Vips& vips, void** buffer, size_t* length) {
    return vips.vips_jpegsave_buffer(image_.get(), buffer, length, "Q", quality, "optimize_coding", TRUE,
                                     nullptr);
  });
}

Result<QByteArray> Raster::png() const {
  return saved([&](const Vips& vips, void** buffer, size_t* length) {
    return vips.vips_pngsave_buffer(image_.get(), buffer, length, "compression", 6, "filter",
                                    VIPS_FOREIGN_PNG_FILTER_ALL, nullptr);
  });
}

Result<QByteArray> Raster::webp(int quality) const {
  return saved([&](const Vips& vips, void** buffer, size_t* length) {
    const bool lossless = quality == 0;
    return vips.vips_webpsave_buffer(image_.get(), buffer, length, "Q", lossless ? 75 : quality, "lossless",
                                     lossless, "effort", lossless ? 0 : 4, nullptr);
  });
}

}  // namespace offprint
