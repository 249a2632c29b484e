#include "exporters/images/BoxedMetadata.h"

#include <algorithm>
#include <QHash>
#include <QSet>
#include <QtEndian>

namespace offprint {
namespace {

/// Reads and overwrites numbers at places that a file names itself: outside of it they are 0 and nothing.
class Patch {
 public:
  Patch(QByteArray& bytes, bool bigEndian) : bytes_(bytes), big_(bigEndian) {}

  bool within(qint64 at, qint64 length) const {
    return at >= 0 && length >= 0 && at <= bytes_.size() && length <= bytes_.size() - at;
  }
  /// A number of `size` bytes, at most 8.
  quint64 number(qint64 at, int size) const {
    if (!within(at, size)) return 0;
    quint64 value = 0;
    for (int i = 0; i < size; ++i) {
      const int place = big_ ? i : size - 1 - i;
      value = value << 8 | static_cast<quint8>(bytes_.at(at + place));
    }
    return value;
  }
  void put16(qint64 at, quint16 value) {
    if (!within(at, 2)) return;
    if (big_) {
      qToBigEndian(value, bytes_.data() + at);
    } else {
      qToLittleEndian(value, bytes_.data() + at);
    }
  }
  void wipe(qint64 at, qint64 length) {
    if (within(at, length)) std::fill_n(bytes_.data() + at, length, '\0');
  }
  void move(qint64 to, qint64 from, qint64 length) {
    if (within(to, length) && within(from, length))
      std::copy_n(bytes_.constData() + from, length, bytes_.data() + to);
  }
  qint64 size() const { return bytes_.size(); }

 private:
  QByteArray& bytes_;
  bool big_;
};

// TIFF 6.0: a directory is a count of two bytes, entries of twelve, the place of the next directory.
constexpr int kEntry = 12;

qint64 dataLength(const Patch& tiff, qint64 entry) {
  static constexpr int Sizes[] = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4};
  const quint64 type = tiff.number(entry + 2, 2);
  return type < std::size(Sizes) ? Sizes[type] * qint64(tiff.number(entry + 4, 4)) : 0;
}

bool pointsAtDirectory(quint64 tag) {
  return tag == 0x8769 || tag == 0x8825 || tag == 0xa005;  // EXIF, GPS, interoperability
}

bool isPrivate(quint64 tag) {
  // Description, maker, model, software, date, artist, host, copyright; XMP, IPTC, Photoshop, Windows' own;
  // serial numbers of camera and lens (DNG and EXIF).
  static const QSet<quint64> tags{270,    271,    272,    305,    306,    315,    316,    33432,
                                  700,    33723,  34377,  0x9c9b, 0x9c9c, 0x9c9d, 0x9c9e, 0x9c9f,
                                  0xc62f, 0xc614, 0xc634, 0xa431, 0xa435, 0xa430, 0xc65d};
  return pointsAtDirectory(tag) || tags.contains(tag);
}

void wipeEntry(Patch& tiff, qint64 entry, int depth);

void wipeDirectory(Patch& tiff, qint64 at, int depth) {
  const auto count = static_cast<qint64>(tiff.number(at, 2));
  if (depth > 4 || !tiff.within(at, 2 + count * kEntry + 4)) return;
  for (qint64 i = 0; i < count; ++i)
    wipeEntry(tiff, at + 2 + i * kEntry, depth);
  tiff.wipe(at, 2 + count * kEntry + 4);
}

void wipeEntry(Patch& tiff, qint64 entry, int depth) {
  const auto place = static_cast<qint64>(tiff.number(entry + 8, 4));
  if (pointsAtDirectory(tiff.number(entry, 2))) return wipeDirectory(tiff, place, depth + 1);
  if (const qint64 length = dataLength(tiff, entry); length > 4) tiff.wipe(place, length);
}

/// Returns the place of the next directory.
qint64 cleanDirectory(Patch& tiff, qint64 at) {
  auto count = static_cast<qint64>(tiff.number(at, 2));
  if (!tiff.within(at, 2 + count * kEntry + 4)) return 0;
  const auto next = static_cast<qint64>(tiff.number(at + 2 + count * kEntry, 4));
  for (qint64 i = 0; i < count;) {
    const qint64 entry = at + 2 + i * kEntry;
    if (!isPrivate(tiff.number(entry, 2))) {
      ++i;
      continue;
    }
    wipeEntry(tiff, entry, 0);
    const qint64 behind = at + 2 + count * kEntry + 4 - (entry + kEntry);
    tiff.move(entry, entry + kEntry, behind);
    tiff.wipe(entry + behind, kEntry);
    tiff.put16(at, static_cast<quint16>(--count));
  }
  return next;
}

// ISO base media: boxes of a size, a name and content.
struct Box {
  qint64 content = 0;
  qint64 end = 0;
};

struct NamedBox : Box {
  QByteArray name;
};

/// The boxes in [at, end), in order.
QList<NamedBox> boxList(const QByteArray& bytes, const Patch& file, qint64 at, qint64 end) {
  QList<NamedBox> found;
  while (at + 8 <= end) {
    auto size = static_cast<qint64>(file.number(at, 4));
    qint64 head = 8;
    if (size == 1) {
      size = static_cast<qint64>(file.number(at + 8, 8));
      head = 16;
    } else if (size == 0) {
      size = end - at;
    }
    if (size < head || size > end - at) break;
    found.append({{at + head, at + size}, bytes.mid(at + 4, 4)});
    at += size;
  }
  return found;
}

/// By name; the first of each.
QHash<QByteArray, Box> boxes(const QByteArray& bytes, const Patch& file, qint64 at, qint64 end) {
  QHash<QByteArray, Box> found;
  for (const NamedBox& box : boxList(bytes, file, at, end))
    if (!found.contains(box.name)) found.insert(box.name, box);
  return found;
}

/// Boxes of programs and cameras (XMP, GPS, serial numbers lie in `uuid` and `udta`), and room that nobody
/// uses, which may hold what was there before. Their places stay: others are found by counting.
void wipePrivateBoxes(const QByteArray& bytes, Patch& file, qint64 at, qint64 end, int depth) {
  static const QSet<QByteArray> own{"uuid", "udta", "free", "skip"};
  static const QSet<QByteArray> nested{"moov", "trak", "mdia", "minf", "stbl",
                                       "iprp", "ipco", "edts", "dinf"};
  for (const NamedBox& box : boxList(bytes, file, at, end)) {
    if (own.contains(box.name)) file.wipe(box.content, box.end - box.content);
    if (depth == 0) continue;
    if (nested.contains(box.name)) wipePrivateBoxes(bytes, file, box.content, box.end, depth - 1);
    if (box.name == "meta") wipePrivateBoxes(bytes, file, box.content + 4, box.end, depth - 1);
  }
}

/// Items of the types that hold EXIF and XMP.
QSet<quint64> metadataItems(const QByteArray& bytes, const Patch& file, const Box& iinf) {
  const int wide = file.number(iinf.content, 1) == 0 ? 2 : 4;
  QSet<quint64> items;
  qint64 at = iinf.content + 4 + wide;
  while (at + 8 <= iinf.end) {
    const auto size = static_cast<qint64>(file.number(at, 4));
    if (size < 12) break;
    const quint64 version = file.number(at + 8, 1);
    const int idSize = version < 3 ? 2 : 4;
    const QByteArray type = bytes.mid(at + 12 + idSize + 2, 4);
    if (type == "Exif" || type == "mime") items.insert(file.number(at + 12, idSize));
    at += size;
  }
  return items;
}

/// Small pictures of the whole, which may show what was cut off since: what `thmb` references come from, but
/// never the picture itself (ISO/IEC 23008-12, 6.4.4 and 14496-12, 8.11.12).
QSet<quint64> thumbnailItems(const QByteArray& bytes, const Patch& file,
                             const QHash<QByteArray, Box>& parts) {
  const Box iref = parts.value("iref");
  const Box pitm = parts.value("pitm");
  const int idSize = file.number(iref.content, 1) == 0 ? 2 : 4;
  QSet<quint64> items;
  for (const NamedBox& reference : boxList(bytes, file, iref.content + 4, iref.end))
    if (reference.name == "thmb") items.insert(file.number(reference.content, idSize));
  items.remove(file.number(pitm.content + 4, file.number(pitm.content, 1) == 0 ? 2 : 4));
  return items;
}

void wipeItems(Patch& file, const Box& iloc, qint64 idat, const QSet<quint64>& items) {
  const quint64 version = file.number(iloc.content, 1);
  const quint64 sizes = file.number(iloc.content + 4, 2);
  const int offsetSize = sizes >> 12 & 15;
  const int lengthSize = sizes >> 8 & 15;
  const int baseSize = sizes >> 4 & 15;
  const int indexSize = version > 0 ? sizes & 15 : 0;
  const int idSize = version < 2 ? 2 : 4;
  const quint64 count = file.number(iloc.content + 6, idSize);
  qint64 at = iloc.content + 6 + idSize;
  for (quint64 i = 0; i < count && at < iloc.end; ++i) {
    const quint64 id = file.number(at, idSize);
    at += idSize;
    const bool inIdat = version > 0 && (file.number(at, 2) & 15) == 1;
    at += (version > 0 ? 2 : 0) + 2;
    const auto base = static_cast<qint64>(file.number(at, baseSize)) + (inIdat ? idat : 0);
    at += baseSize;
    const quint64 extents = file.number(at, 2);
    at += 2;
    for (quint64 e = 0; e < extents && at < iloc.end; ++e) {
      at += indexSize;
      const auto from = static_cast<qint64>(file.number(at, offsetSize));
      const auto length = static_cast<qint64>(file.number(at + offsetSize, lengthSize));
      if (items.contains(id)) file.wipe(base + from, length);
      at += offsetSize + lengthSize;
    }
  }
}

}  // namespace

CleanImage cleanTiff(const QByteArray& content) {
  CleanImage clean{content};
  Patch tiff(clean.bytes, content.startsWith("MM"));
  QSet<qint64> seen;
  for (auto at = static_cast<qint64>(tiff.number(4, 4)); at > 0 && !seen.contains(at);) {
    seen.insert(at);
    at = cleanDirectory(tiff, at);
  }
  clean.whole = !seen.isEmpty();
  return clean;
}

CleanImage cleanAvif(const QByteArray& content) {
  CleanImage clean{content};
  Patch file(clean.bytes, true);
  clean.animated = content.mid(8, 4) == "avis";
  const auto top = boxes(clean.bytes, file, 0, file.size());
  const auto meta = top.constFind("meta");
  if (meta == top.constEnd()) {
    clean.whole = false;
    return clean;
  }
  const auto parts = boxes(clean.bytes, file, meta->content + 4, meta->end);
  const QSet<quint64> items =
      metadataItems(clean.bytes, file, parts.value("iinf")).unite(thumbnailItems(clean.bytes, file, parts));
  wipeItems(file, parts.value("iloc"), parts.value("idat").content, items);
  wipePrivateBoxes(clean.bytes, file, 0, file.size(), 8);
  return clean;
}

}  // namespace offprint
