#pragma once
#include <QByteArray>
#include <QString>

namespace offprint {

/// Picture files that the site knows how to treat, told by their first bytes, never by their name. What
/// begins like markup is a drawing: such a file could run, so nothing of it is published that was not read.
enum class ImageFormat { None, Jpeg, Png, Webp, Gif, Tiff, Avif, Svg };

ImageFormat imageFormat(const QByteArray& content);

/// A picture file as it may be published.
struct CleanImage {
  QByteArray bytes;
  bool animated = false;
  bool whole = true;     ///< false: the file ends early or is no such file; `bytes` has what there is
  bool changed = false;  ///< SVG: something that runs or loads was taken out
  QString fault{};       ///< SVG: why nothing of it can be shown, for the author; `bytes` is empty then
};

/// The same pictures without what is not part of them: camera, place, owner, serial numbers, comments,
/// thumbnails, further pictures hidden behind the first. Colour profile and pixels stay, nothing is encoded
/// anew. The orientation of EXIF goes too, except in TIFF: whoever calls this has to turn the pixels. TIFF
/// and AVIF are changed in place, so that offsets stay right.
CleanImage withoutMetadata(const QByteArray& content, ImageFormat format);

/// A drawing without scripts, event handlers, links to other files and the notes of drawing programs. Bytes
/// are those given when there is nothing to take out and they are UTF-8; else the drawing is written in it.
CleanImage cleanSvg(const QByteArray& content);

}  // namespace offprint
