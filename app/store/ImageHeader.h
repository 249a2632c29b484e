#pragma once
#include <QByteArray>
#include <QSize>

namespace offprint {

/// Width and height in pixels, upright (EXIF orientation applied), read from the head of a PNG, JPEG, GIF,
/// WebP or SVG file without decoding it; an empty size for anything else or when it cannot be told. SVG: from
/// width and height in px, else from viewBox.
QSize imageSize(const QByteArray& content);

}  // namespace offprint
