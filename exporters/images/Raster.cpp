#include "exporters/images/Raster.h"

#include <vips/vips.h>
#include <climits>
#include <optional>
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
                      use(vips_icc_transform) use(vips_jpegsave_buffer) use(vips_pngsave_buffer)            \
                          use(vips_webpsave_buffer) use(g_object_unref) use(g_free) use(g_strfreev)         \
                              use(g_log_set_handler)
#define OFFPRINT_MEMBER(name) decltype(&::name) name = nullptr;
  OFFPRINT_VIPS(OFFPRINT_MEMBER)
#undef OFFPRINT_MEMBER

  static const Vips* get();
};

void ignoreLog(const gchar*, GLogLevelFlags, const gchar*, gpointer) {}

std::optional<Vips> loaded() {
  QLibrary library(QStringLiteral("vips"), 42);
  if (!library.load()) return {};
  Vips vips;
  bool whole = true;
#define OFFPRINT_FIND(name)                                                \
  vips.name = reinterpret_cast<decltype(&::name)>(library.resolve(#name)); \
  whole = whole && vips.name;
  OFFPRINT_VIPS(OFFPRINT_FIND)
#undef OFFPRINT_FIND
#undef OFFPRINT_VIPS
  if (!whole || vips.vips_init("offprint") != 0) return {};
  // One picture at a time for each thread that calls, nothing kept between them, only loaders that stand
  // hostile files; what it has to say comes back as errors.
  vips.vips_cache_set_max(0);
  vips.vips_concurrency_set(1);
  vips.vips_block_untrusted_set(TRUE);
  const auto levels =
      static_cast<GLogLevelFlags>(G_LOG_LEVEL_WARNING | G_LOG_LEVEL_INFO | G_LOG_LEVEL_MESSAGE);
  vips.g_log_set_handler("VIPS", levels, ignoreLog, nullptr);
  return vips;
}

const Vips* Vips::get() {
  static const std::optional<Vips> vips = loaded();
  return vips ? &*vips : nullptr;
}

Error missing() {
  return makeError(ErrorCode::Unsupported,
                   say("The library libvips, which prepares pictures for the site, is not installed."));
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

}  // namespace

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

Result<Raster> Raster::decode(const QByteArray& content, int width, Damage damage) {
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
  const VipsFailOn failOn = damage == Damage::Refuse ? VIPS_FAIL_ON_WARNING : VIPS_FAIL_ON_NONE;
  Raster raster(vips->vips_image_new_from_buffer(content.constData(), static_cast<size_t>(content.size()),
                                                 options.constData(), "access", VIPS_ACCESS_SEQUENTIAL,
                                                 "fail_on", failOn, nullptr));
  if (!raster.image_ || !raster.replace(vips->vips_image_copy_memory(raster.image_.get())))
    return failure(*vips);
  if (vips->vips_image_get_interpretation(raster.image_.get()) == VIPS_INTERPRETATION_CMYK) {
    VipsImage* onScreen = nullptr;
    vips->vips_icc_transform(raster.image_.get(), &onScreen, "srgb", "embedded", TRUE, nullptr);
    if (!raster.replace(onScreen)) return failure(*vips);
  }
  auto upright = raster.scaled(width);  // turns as well
  vips->vips_thread_shutdown();
  if (upright) dropMetadata(*vips, upright->image_.get());
  return upright;
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
