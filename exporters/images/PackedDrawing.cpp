#include "exporters/images/PackedDrawing.h"

#include <archive.h>
#include <archive_entry.h>
#include <memory>

#include "exporters/images/XmlText.h"

namespace offprint {
namespace {

constexpr qsizetype kMost = 64 * 1024 * 1024;
constexpr qsizetype kPiece = 64 * 1024;

}  // namespace

QByteArray unpackedDrawing(const QByteArray& content) {
  if (!content.startsWith("\x1f\x8b")) return content;
  const std::unique_ptr<archive, decltype(&archive_read_free)> packed(archive_read_new(), &archive_read_free);
  archive_read_support_filter_gzip(packed.get());
  archive_read_support_format_raw(packed.get());
  archive_entry* entry = nullptr;
  if (archive_read_open_memory(packed.get(), content.constData(), static_cast<size_t>(content.size())) !=
          ARCHIVE_OK ||
      archive_read_next_header(packed.get(), &entry) != ARCHIVE_OK)
    return content;
  QByteArray drawing;
  QByteArray piece(kPiece, Qt::Uninitialized);
  for (;;) {
    const la_ssize_t size = archive_read_data(packed.get(), piece.data(), static_cast<size_t>(piece.size()));
    if (size < 0 || drawing.size() + size > kMost) return content;
    if (size == 0) break;
    drawing.append(piece.constData(), size);
  }
  return isMarkup(drawing) ? drawing : content;
}

}  // namespace offprint
