#include "app/store/ImageHeader.h"

#include <QRegularExpression>
#include <QtEndian>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Reads numbers at byte positions; positions outside give 0, so that cut files are no danger.
class Bytes {
 public:
  Bytes(const QByteArray& content, bool bigEndian) : content_(content), big_(bigEndian) {}
  quint8 u8(qsizetype at) const { return within(at, 1) ? static_cast<quint8>(content_.at(at)) : quint8{0}; }
  quint16 u16(qsizetype at) const { return number<quint16>(at); }
  quint32 u32(qsizetype at) const { return number<quint32>(at); }
  quint32 u24little(qsizetype at) const {
    return u8(at) | quint32{u8(at + 1)} << 8 | quint32{u8(at + 2)} << 16;
  }

 private:
  bool within(qsizetype at, qsizetype length) const { return at >= 0 && at + length <= content_.size(); }
  template <class T>
  T number(qsizetype at) const {
    if (!within(at, sizeof(T))) return 0;
    const char* from = content_.constData() + at;
    return big_ ? qFromBigEndian<T>(from) : qFromLittleEndian<T>(from);
  }
  const QByteArray& content_;
  bool big_;
};

QSize sized(quint32 width, quint32 height) {
  constexpr quint32 most = 1'000'000;  // beyond it is damage, not a picture
  if (width == 0 || height == 0 || width > most || height > most) return {};
  return {static_cast<int>(width), static_cast<int>(height)};
}

QSize pngSize(const QByteArray& content) {
  const Bytes bytes(content, true);
  return sized(bytes.u32(16), bytes.u32(20));
}

QSize gifSize(const QByteArray& content) {
  const Bytes bytes(content, false);
  return sized(bytes.u16(6), bytes.u16(8));
}

QSize webpSize(const QByteArray& content) {
  const Bytes bytes(content, false);
  const QByteArray chunk = content.mid(12, 4);
  if (chunk == "VP8X") return sized(bytes.u24little(24) + 1, bytes.u24little(27) + 1);
  if (chunk == "VP8 ") return sized(bytes.u16(26) & 0x3fff, bytes.u16(28) & 0x3fff);
  if (chunk == "VP8L") {
    const quint32 packed = bytes.u32(21);
    return sized((packed & 0x3fff) + 1, ((packed >> 14) & 0x3fff) + 1);
  }
  return {};
}

/// EXIF orientation (1–8) of an APP1 segment's content; 1 when there is none.
int exifOrientation(const QByteArray& segment) {
  if (!segment.startsWith(QByteArray("Exif\0\0", 6))) return 1;
  const QByteArray tiff = segment.mid(6);
  const Bytes bytes(tiff, tiff.startsWith("MM"));
  const qsizetype directory = bytes.u32(4);
  const int entries = bytes.u16(directory);
  for (int i = 0; i < entries; ++i) {
    const qsizetype entry = directory + 2 + 12 * qsizetype{i};
    if (bytes.u16(entry) == 0x0112) return bytes.u16(entry + 8);
  }
  return 1;
}

bool startOfFrame(quint8 marker) {
  return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

QSize jpegSize(const QByteArray& content) {
  const Bytes bytes(content, true);
  int orientation = 1;
  for (qsizetype at = 2; at + 4 <= content.size();) {
    if (bytes.u8(at) != 0xff) return {};
    const quint8 marker = bytes.u8(at + 1);
    if (marker == 0xff) {  // padding
      ++at;
      continue;
    }
    const int length = bytes.u16(at + 2);
    if (length < 2) return {};
    if (marker == 0xe1) orientation = exifOrientation(content.mid(at + 4, length - 2));
    if (startOfFrame(marker)) {
      const QSize size = sized(bytes.u16(at + 7), bytes.u16(at + 5));
      return orientation >= 5 && orientation <= 8 ? size.transposed() : size;
    }
    at += 2 + length;
  }
  return {};
}

double pixels(QStringView length) {
  static const QRegularExpression form(u"^\\s*([0-9]*\\.?[0-9]+)(px)?\\s*$"_s);
  const auto match = form.match(length);
  return match.hasMatch() ? match.captured(1).toDouble() : 0;
}

QSize svgSize(const QByteArray& content) {
  QXmlStreamReader reader(content.left(65'536));
  if (!reader.readNextStartElement() || reader.name() != u"svg") return {};
  const QXmlStreamAttributes attributes = reader.attributes();
  double width = pixels(attributes.value(u"width"_s));
  double height = pixels(attributes.value(u"height"_s));
  static const QRegularExpression gaps(u"[\\s,]+"_s);
  const QStringList box = attributes.value(u"viewBox"_s).toString().trimmed().split(gaps);
  if (box.size() == 4 && (width <= 0 || height <= 0)) {
    const double boxWidth = box.at(2).toDouble();
    const double boxHeight = box.at(3).toDouble();
    if (boxWidth <= 0 || boxHeight <= 0) return {};
    if (width > 0) {
      height = width * boxHeight / boxWidth;
    } else if (height > 0) {
      width = height * boxWidth / boxHeight;
    } else {
      width = boxWidth;
      height = boxHeight;
    }
  }
  if (width > 1e6 || height > 1e6) return {};
  return sized(static_cast<quint32>(qRound(width)), static_cast<quint32>(qRound(height)));
}

}  // namespace

QSize imageSize(const QByteArray& content) {
  if (content.startsWith("\x89PNG\r\n\x1a\n")) return pngSize(content);
  if (content.startsWith("GIF8")) return gifSize(content);
  if (content.startsWith("\xff\xd8\xff")) return jpegSize(content);
  if (content.startsWith("RIFF") && content.mid(8, 4) == "WEBP") return webpSize(content);
  if (content.left(4096).contains("<svg")) return svgSize(content);
  return {};
}

}  // namespace offprint
