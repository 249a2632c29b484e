#pragma once
#include <array>
#include <QBuffer>
#include <QColorSpace>
#include <QImage>
#include <QPainter>
#include <QRandomGenerator>
#include <QtEndian>

namespace offprint::test {

/// What a camera notes and a site must not tell.
inline const QByteArray kSerial = "SN-4711-0815";
inline const QByteArray kGpsMark = "GPSPLACE";

/// Its corners tell how it stands: red is top left, green top right, blue bottom left. Noise makes it as
/// heavy as a photo.
inline QImage photo(int width, int height, bool noise = true) {
  QImage image(width, height, QImage::Format_RGB32);
  image.fill(Qt::gray);
  if (noise) {
    QRandomGenerator random(7);
    for (int y = 0; y < height; ++y) {
      auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
      for (int x = 0; x < width; ++x) {
        const int base = 90 + 60 * x / width + 50 * y / height + int(random.bounded(12));
        line[x] = qRgb(base, base / 2 + 40, 255 - base);
      }
    }
  }
  QPainter painter(&image);
  painter.fillRect(0, 0, width / 4, height / 4, Qt::red);
  painter.fillRect(width - width / 4, 0, width / 4, height / 4, Qt::green);
  painter.fillRect(0, height - height / 4, width / 4, height / 4, Qt::blue);
  return image;
}

/// The picture as a camera stores it that was held so: shown with EXIF `orientation` it is `upright`.
inline QImage heldAs(const QImage& upright, int orientation) {
  switch (orientation) {
    case 2:
      return upright.mirrored(true, false);
    case 3:
      return upright.mirrored(true, true);
    case 4:
      return upright.mirrored(false, true);
    case 5:
      return upright.transformed(QTransform().rotate(90)).mirrored(true, false);
    case 6:
      return upright.transformed(QTransform().rotate(-90));
    case 7:
      return upright.transformed(QTransform().rotate(-90)).mirrored(true, false);
    case 8:
      return upright.transformed(QTransform().rotate(90));
    default:
      return upright;
  }
}

inline QByteArray encoded(QImage image, const char* format, int quality = 90, bool profile = true) {
  if (profile) image.setColorSpace(QColorSpace(QColorSpace::DisplayP3));
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  if (!image.save(&buffer, format, quality)) qFatal("no writer for %s", format);
  return bytes;
}

/// EXIF as a TIFF of its own: orientation, the serial number of the body, a place.
inline QByteArray exif(int orientation) {
  QByteArray tiff("MM\0*\0\0\0\x08", 8);
  const auto add16 = [&](int value) { tiff += char(value >> 8), tiff += char(value); };
  const auto add32 = [&](int value) { add16(value >> 16), add16(value); };
  const auto entry = [&](int tag, int type, int count, int value, bool isShort = false) {
    add16(tag), add16(type), add32(count);
    isShort ? (add16(value), add16(0)) : add32(value);
  };
  // Directory at 8 with three entries, EXIF at 50 with one, GPS at 68 with one, texts behind.
  add16(3);
  entry(0x0112, 3, 1, orientation, true);
  entry(0x8769, 4, 1, 50);
  entry(0x8825, 4, 1, 68);
  add32(0);
  add16(1);
  entry(0xa431, 2, int(kSerial.size()) + 1, 86);
  add32(0);
  add16(1);
  entry(0x001b, 2, int(kGpsMark.size()) + 1, 86 + int(kSerial.size()) + 1);
  add32(0);
  return tiff + kSerial + '\0' + kGpsMark + '\0';
}

inline QByteArray jpegSegment(char marker, const QByteArray& content) {
  const auto length = static_cast<int>(content.size()) + 2;
  return QByteArray("\xff") + marker + char(length >> 8) + char(length) + content;
}

/// A JPEG with all that cameras add, also a second picture behind the first.
inline QByteArray cameraJpeg(const QImage& upright, int orientation, int quality = 90) {
  QByteArray jpeg = encoded(heldAs(upright, orientation), "jpg", quality);
  jpeg.insert(2, jpegSegment('\xe1', QByteArray("Exif\0\0", 6) + exif(orientation)) +
                     jpegSegment('\xe1', "http://ns.adobe.com/xap/1.0/" + QByteArray(1, '\0') + kSerial) +
                     jpegSegment('\xed', "Photoshop 3.0" + kSerial) + jpegSegment('\xfe', kGpsMark));
  return jpeg + "\xff\xd8\xff\xe1" + kGpsMark + kSerial;
}

inline QByteArray pngChunk(const QByteArray& name, const QByteArray& content) {
  quint32 crc = 0xffffffff;
  for (const char byte : name + content) {
    crc ^= static_cast<quint8>(byte);
    for (int bit = 0; bit < 8; ++bit)
      crc = crc & 1 ? crc >> 1 ^ 0xedb88320 : crc >> 1;
  }
  QByteArray length(4, '\0');
  QByteArray check(4, '\0');
  qToBigEndian(static_cast<quint32>(content.size()), length.data());
  qToBigEndian(crc ^ 0xffffffff, check.data());
  return length + name + content + check;
}

/// A PNG with EXIF, texts and a private chunk.
inline QByteArray cameraPng(const QImage& upright, int orientation) {
  QByteArray png = encoded(heldAs(upright, orientation), "png", -1);
  png.insert(33, pngChunk("eXIf", exif(orientation)) +
                     pngChunk("tEXt", QByteArray("Comment\0", 8) + kSerial) + pngChunk("prVt", kGpsMark));
  return png;
}

inline QByteArray webpChunk(const QByteArray& name, const QByteArray& content) {
  QByteArray length(4, '\0');
  qToLittleEndian(static_cast<quint32>(content.size()), length.data());
  return name + length + content + (content.size() % 2 ? QByteArray(1, '\0') : QByteArray());
}

inline QByteArray cameraWebp(const QImage& upright, int orientation) {
  const QImage held = heldAs(upright, orientation);
  const QByteArray plain = encoded(held, "webp", 80, false).mid(12);
  QByteArray head(10, '\0');
  head[0] = 0x0c;
  qToLittleEndian(quint16(held.width() - 1), head.data() + 4);
  qToLittleEndian(quint16(held.height() - 1), head.data() + 7);
  QByteArray webp = "RIFF" + QByteArray(4, '\0') + "WEBP" + webpChunk("VP8X", head) + plain +
                    webpChunk("EXIF", exif(orientation)) + webpChunk("XMP ", kSerial);
  qToLittleEndian(quint32(webp.size() - 8), webp.data() + 4);
  return webp;
}

/// True when red, green and blue are where photo() put them.
inline bool standsUpright(const QImage& image) {
  const int x = image.width() / 8;
  const int y = image.height() / 8;
  const QColor topLeft = image.pixelColor(x, y);
  const QColor topRight = image.pixelColor(image.width() - x, y);
  const QColor bottomLeft = image.pixelColor(x, image.height() - y);
  return topLeft.red() > 180 && topLeft.green() < 90 && topRight.green() > 180 && topRight.red() < 140 &&
         bottomLeft.blue() > 180 && bottomLeft.red() < 90;
}

}  // namespace offprint::test
