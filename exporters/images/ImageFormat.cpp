#include "exporters/images/ImageFormat.h"

#include <cstring>
#include <QtEndian>

#include "exporters/images/BoxedMetadata.h"
#include "exporters/images/XmlText.h"

namespace offprint {
namespace {

quint8 byteAt(const QByteArray& content, qsizetype at) {
  return at < content.size() ? static_cast<quint8>(content.at(at)) : quint8{0};
}

/// The end of a scan's data: the next marker that is neither stuffing nor a restart.
qsizetype endOfScan(const QByteArray& content, qsizetype at) {
  while (at + 1 < content.size()) {
    at = content.indexOf('\xff', at);
    if (at < 0 || at + 1 >= content.size()) return content.size();
    const quint8 marker = byteAt(content, at + 1);
    if (marker != 0 && marker != 0xff && !(marker >= 0xd0 && marker <= 0xd7)) return at;
    ++at;
  }
  return content.size();
}

/// JFIF, the colour profile and Adobe's note on the colour model; other application segments and comments say
/// nothing about the pixels.
bool keepsSegment(quint8 marker, const QByteArray& content, qsizetype data) {
  const auto starts = [&](const char* name) {
    return std::strncmp(content.constData() + data, name, std::strlen(name)) == 0;
  };
  if (marker == 0xe0) return starts("JFIF");
  if (marker == 0xe2) return starts("ICC_PROFILE");
  if (marker == 0xee) return starts("Adobe");
  return marker != 0xfe && !(marker >= 0xe0 && marker <= 0xef);
}

/// JFIF's own segment ends with a thumbnail, which may show what was cut off the picture since (JFIF 1.02).
QByteArray withoutThumbnail(const QByteArray& segment) {
  constexpr qsizetype head = 2 + 2 + 12;  // marker, length, up to the thumbnail's width
  if (segment.size() < head + 2) return segment;
  QByteArray plain = segment.left(head) + QByteArray(2, '\0');
  qToBigEndian(static_cast<quint16>(plain.size() - 2), plain.data() + 2);
  return plain;
}

CleanImage cleanJpeg(const QByteArray& content) {
  CleanImage clean{content.left(2)};
  for (qsizetype at = 2; at + 4 <= content.size();) {
    const quint8 marker = byteAt(content, at + 1);
    if (byteAt(content, at) != 0xff) break;
    if (marker == 0xff) {  // padding
      ++at;
      continue;
    }
    if (marker == 0xd9) break;
    const int length = byteAt(content, at + 2) << 8 | byteAt(content, at + 3);
    qsizetype end = at + 2 + length;
    if (length < 2 || end > content.size()) break;
    if (marker == 0xda) end = endOfScan(content, end);
    if (marker == 0xe0 && keepsSegment(marker, content, at + 4)) {
      clean.bytes += withoutThumbnail(content.mid(at, end - at));
    } else if (keepsSegment(marker, content, at + 4)) {
      clean.bytes.append(content.constData() + at, end - at);
    }
    at = end;
    // Cameras put more pictures behind the first, each with its own metadata.
    if (byteAt(content, at) == 0xff && byteAt(content, at + 1) == 0xd9) {
      clean.bytes.append("\xff\xd9", 2);
      return clean;
    }
  }
  clean.whole = false;
  return clean;
}

bool keepsChunk(const QByteArray& name) {
  // Upper case begins what a decoder must know (PNG, third edition, 5.4); the rest says how to show it.
  static const char* const Shown[] = {"tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV",
                                      "cLLI", "sBIT", "bKGD", "pHYs", "acTL", "fcTL", "fdAT"};
  if (name.at(0) >= 'A' && name.at(0) <= 'Z') return true;
  for (const char* shown : Shown)
    if (name == shown) return true;
  return false;
}

CleanImage cleanPng(const QByteArray& content) {
  CleanImage clean{content.left(8)};
  for (qsizetype at = 8; at + 12 <= content.size();) {
    const quint32 length = qFromBigEndian<quint32>(content.constData() + at);
    const QByteArray name = content.mid(at + 4, 4);
    const qint64 end = at + 12 + qint64{length};
    if (end > content.size()) break;
    if (keepsChunk(name)) clean.bytes.append(content.constData() + at, end - at);
    if (name == "acTL") clean.animated = true;
    if (name == "IEND") return clean;
    at = end;
  }
  clean.whole = false;
  return clean;
}

CleanImage cleanWebp(const QByteArray& content) {
  CleanImage clean{content.left(12)};
  static const char* const Shown[] = {"VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"};
  for (qsizetype at = 12; at + 8 <= content.size();) {
    const QByteArray name = content.mid(at, 4);
    const quint32 length = qFromLittleEndian<quint32>(content.constData() + at + 4);
    const qint64 end = at + 8 + qint64{length} + (length & 1);
    if (at + 8 + qint64{length} > content.size()) {
      clean.whole = false;
      break;
    }
    for (const char* shown : Shown) {
      if (name == shown) clean.bytes += content.mid(at, end - at);
    }
    if (name == "VP8X" && length >= 10) {
      char& flags = clean.bytes[clean.bytes.size() - (end - at) + 8];
      clean.animated = flags & 0x02;
      flags = static_cast<char>(flags & ~0x0c);  // there is no EXIF and no XMP any more
    }
    at = end;
  }
  if (clean.bytes.size() % 2 != 0) clean.bytes += '\0';
  const quint32 size = static_cast<quint32>(clean.bytes.size() - 8);
  qToLittleEndian(size, clean.bytes.data() + 4);
  return clean;
}

/// The end of a GIF's data blocks, or -1.
qsizetype endOfBlocks(const QByteArray& content, qsizetype at) {
  while (at < content.size()) {
    const quint8 length = byteAt(content, at);
    if (length == 0) return at + 1;
    at += 1 + length;
  }
  return -1;
}

qsizetype colourTable(quint8 flags) {
  return flags & 0x80 ? 3 * (qsizetype{2} << (flags & 7)) : 0;
}

CleanImage cleanGif(const QByteArray& content) {
  qsizetype at = 13 + colourTable(byteAt(content, 10));
  CleanImage clean{content.left(at)};
  int pictures = 0;
  while (at < content.size()) {
    const quint8 kind = byteAt(content, at);
    if (kind == 0x3b) {
      clean.bytes += '\x3b';
      return clean;
    }
    bool keep = true;
    qsizetype data = at + 2;
    if (kind == 0x2c) {
      clean.animated = ++pictures > 1;
      data = at + 11 + colourTable(byteAt(content, at + 9));  // with the byte of the code size
    } else if (kind == 0x21) {
      const QByteArray name = content.mid(at + 3, 11);
      const bool loops = name == "NETSCAPE2.0" || name == "ANIMEXTS1.0" || name == "ICCRGBG1012";
      keep = byteAt(content, at + 1) == 0xf9 || (byteAt(content, at + 1) == 0xff && loops);
    } else {
      break;
    }
    const qsizetype end = endOfBlocks(content, data);
    if (end < 0) break;
    if (keep) clean.bytes.append(content.constData() + at, end - at);
    at = end;
  }
  clean.whole = false;
  return clean;
}

}  // namespace

ImageFormat imageFormat(const QByteArray& content) {
  if (content.startsWith("\xff\xd8\xff")) return ImageFormat::Jpeg;
  if (content.startsWith("\x89PNG\r\n\x1a\n")) return ImageFormat::Png;
  if (content.startsWith("RIFF") && content.mid(8, 4) == "WEBP") return ImageFormat::Webp;
  if (content.startsWith("GIF8")) return ImageFormat::Gif;
  if (content.startsWith(QByteArray("II*\0", 4)) || content.startsWith(QByteArray("MM\0*", 4)))
    return ImageFormat::Tiff;
  if (content.mid(4, 4) == "ftyp" && content.mid(8, 64).contains("avi")) return ImageFormat::Avif;
  if (content.left(4096).contains("<svg") || isMarkup(content)) return ImageFormat::Svg;
  return ImageFormat::None;
}

CleanImage withoutMetadata(const QByteArray& content, ImageFormat format) {
  switch (format) {
    case ImageFormat::Jpeg:
      return cleanJpeg(content);
    case ImageFormat::Png:
      return cleanPng(content);
    case ImageFormat::Webp:
      return cleanWebp(content);
    case ImageFormat::Gif:
      return cleanGif(content);
    case ImageFormat::Tiff:
      return cleanTiff(content);
    case ImageFormat::Avif:
      return cleanAvif(content);
    case ImageFormat::Svg:
      return cleanSvg(content);
    case ImageFormat::None:
      break;
  }
  return {content};
}

}  // namespace offprint
