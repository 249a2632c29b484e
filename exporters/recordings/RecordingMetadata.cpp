#include "exporters/recordings/RecordingMetadata.h"

#include <algorithm>
#include <QFile>
#include <QSet>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "exporters/recordings/RecordingSource.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

// ---- RIFF: chunks of a name, a size and content, padded to even places

using Chunk = RecordingPart;

QList<Chunk> chunksIn(RecordingSource& source, qint64 at, qint64 end) {
  QList<Chunk> list;
  while (at + 8 <= end) {
    const auto size = static_cast<qint64>(source.little(at + 4, 4));
    if (size > end - at - 8) {
      source.found.whole = false;
      break;
    }
    list.append({at, at + 8, at + 8 + size, source.bytes(at, 4)});
    at += 8 + size + size % 2;
  }
  return list;
}

void blank(RecordingSource& source, const Chunk& chunk) {
  source.put(chunk.at, "JUNK");
  source.put(chunk.content, {}, chunk.end - chunk.content);
}

void editRiff(RecordingSource& source, qint64 at, qint64 end, int depth) {
  // Broadcast wave and recorders (EBU Tech 3285, iXML), XMP, ID3, the data of Canon's and Nikon's cameras.
  static const QSet<QByteArray> own{"bext", "iXML", "axml", "aXML", "_PMX",
                                    "id3 ", "ID3 ", "JUNK", "strd", "ncdt"};
  static const QSet<QByteArray> named{"INAM", "IART", "IPRD", "ICOP", "IGNR", "ITRK", "ICRD"};
  for (const Chunk& chunk : chunksIn(source, at, end)) {
    const QByteArray type = chunk.name == "LIST" ? source.bytes(chunk.content, 4) : QByteArray();
    if (own.contains(chunk.name) || own.contains(type)) {
      blank(source, chunk);
    } else if (type == "INFO") {
      for (const Chunk& entry : chunksIn(source, chunk.content + 4, chunk.end))
        if (!named.contains(entry.name)) blank(source, entry);
    } else if (!type.isEmpty() && type != "movi" && depth > 0) {
      editRiff(source, chunk.content + 4, chunk.end, depth - 1);
    }
  }
}

// ---- Matroska: elements of an id, a size and content (RFC 8794)

/// A number whose first bit set tells its length; with `marked` that bit belongs to it (ids).
struct Number {
  quint64 value = 0;
  int length = 0;
  bool unknown = false;  ///< all bits of the value are set: a size that is not known
};

Number numberAt(RecordingSource& source, qint64 at, bool marked) {
  const auto first = static_cast<quint8>(source.big(at, 1));
  int length = 1;
  while (length <= 8 && (first & (0x80 >> (length - 1))) == 0)
    ++length;
  if (length > 8 || !source.within(at, length)) return {};
  const quint64 whole = source.big(at, length);
  const quint64 mask = (quint64{1} << (7 * length)) - 1;
  return {marked ? whole : whole & mask, length, (whole & mask) == mask};
}

/// Written over an element from its id on: one of no meaning, whose size takes eight bytes.
void blankElement(RecordingSource& source, qint64 at, qint64 length) {
  constexpr qint64 head = 9;
  if (length < head) return;
  QByteArray text("\xec\x01", 2);
  for (int byte = 6; byte >= 0; --byte)
    text += static_cast<char>((length - head) >> (8 * byte));
  source.put(at, text, length - head);
}

void editMatroska(RecordingSource& source) {
  constexpr quint64 segmentId = 0x18538067;
  constexpr quint64 tagsId = 0x1254c367;
  qint64 at = 0;
  qint64 end = source.size();
  while (at < end) {
    const Number id = numberAt(source, at, true);
    const Number size = numberAt(source, at + id.length, false);
    if (id.length == 0 || size.length == 0) break;
    const qint64 content = at + id.length + size.length;
    if (id.value == segmentId) {  // its children follow; what is behind it is none of ours
      if (!size.unknown) end = std::min(end, content + static_cast<qint64>(size.value));
      at = content;
      continue;
    }
    if (size.unknown || !source.within(content, static_cast<qint64>(size.value))) break;
    const qint64 next = content + static_cast<qint64>(size.value);
    if (id.value == tagsId) blankElement(source, at, next - at);
    at = next;
  }
  source.found.whole = at >= end;
}

// ---- MP3: frames of ID3v2 at the beginning (id3.org/id3v2.4.0-structure)

qint64 syncsafe(quint64 number) {
  return static_cast<qint64>((number & 0x7f) | (number >> 8 & 0x7f) << 7 | (number >> 16 & 0x7f) << 14 |
                             (number >> 24 & 0x7f) << 21);
}

bool isFrameName(const QByteArray& name) {
  return name.size() == 4 && std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
         });
}

void editId3(RecordingSource& source) {
  // Private data of programs, files, encoders and devices, and values under names of their own.
  static const QSet<QByteArray> own{"PRIV", "GEOB", "TXXX", "TENC", "TSSE", "UFID", "ENCR", "AENC"};
  constexpr qint64 head = 10;
  constexpr qint64 most = 64 * 1024 * 1024;
  const quint64 version = source.big(3, 1);
  const qint64 size = syncsafe(source.big(6, 4));
  const bool plain = (version == 3 || version == 4) && source.big(5, 1) == 0;
  if (!plain || size > most || !source.within(head, size)) {
    source.found.whole = false;
    return;
  }
  QByteArray kept;
  qint64 at = head;
  while (at + head <= head + size && source.big(at, 1) != 0) {
    const QByteArray name = source.bytes(at, 4);
    const quint64 number = source.big(at + 4, 4);
    const qint64 length = head + (version == 4 ? syncsafe(number) : static_cast<qint64>(number));
    if (!isFrameName(name) || at + length > head + size) {
      source.found.whole = false;
      return;
    }
    if (!own.contains(name)) kept += source.bytes(at, length);
    at += length;
  }
  if (kept.size() < at - head) source.put(head, kept, at - head - kept.size());
}

// ---- FLAC: blocks before the sound

void editFlac(RecordingSource& source) {
  qint64 at = 4;
  for (bool last = false; !last;) {
    const quint64 head = source.big(at, 4);
    const qint64 length = head & 0xffffff;
    if (!source.within(at, 4 + length) || !source.within(at, 4)) {
      source.found.whole = false;
      return;
    }
    last = (head >> 31) != 0;
    constexpr quint64 application = 2;
    constexpr char padding = 1;
    if ((head >> 24 & 0x7f) == application) {
      source.put(at, QByteArray(1, static_cast<char>(padding | (last ? 0x80 : 0))));
      source.put(at + 4, {}, length);
    }
    at += 4 + length;
  }
}

void look(RecordingSource& source) {
  static const QSet<QByteArray> boxes{"ftyp", "moov", "mdat", "wide", "free", "skip", "pnot"};
  const QByteArray start = source.bytes(0, std::min<qint64>(source.size(), 12));
  source.found.known = true;
  if (boxes.contains(start.mid(4, 4))) return editBoxes(source);
  if (start.startsWith("RIFF")) return editRiff(source, 12, source.size(), 3);
  if (start.startsWith("\x1a\x45\xdf\xa3")) return editMatroska(source);
  if (start.startsWith("ID3")) return editId3(source);
  if (start.startsWith("fLaC")) return editFlac(source);
  // An MP3 without tags begins with a frame.
  if (start.size() > 1 && start.at(0) == '\xff' && (start.at(1) & '\xe0') == '\xe0') return;
  source.found.known = false;
}

}  // namespace

Result<RecordingEdits> recordingEdits(const QString& path) {
  OFFPRINT_TRY(files::readable(path));
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly))
    return makeError(ErrorCode::Io, say("Could not read this file."), file.errorString()).at(path);
  RecordingSource source(file);
  look(source);
  std::sort(source.found.edits.begin(), source.found.edits.end(),
            [](const auto& a, const auto& b) { return a.at < b.at; });
  return std::move(source.found);
}

Result<void> copyRecording(const QString& source, const QString& target, const RecordingEdits& edits) {
  OFFPRINT_TRY(files::copyFile(source, target));
  QFile file(target);
  const auto failure = [&]() -> Error {
    return makeError(ErrorCode::Io, say("Could not write this file."), file.errorString()).at(target);
  };
  if (!file.open(QIODevice::ReadWrite)) return failure();
  const QByteArray nothing(64 * 1024, '\0');
  for (const RecordingEdits::Edit& edit : edits.edits) {
    if (!file.seek(edit.at) || file.write(edit.bytes) != edit.bytes.size()) return failure();
    for (qint64 left = edit.zeros; left > 0;) {
      const qint64 written = file.write(nothing.constData(), std::min<qint64>(left, nothing.size()));
      if (written <= 0) return failure();
      left -= written;
    }
  }
  return file.flush() ? Result<void>() : Result<void>(failure());
}

}  // namespace offprint
