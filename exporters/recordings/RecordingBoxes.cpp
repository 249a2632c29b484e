// MP4 and QuickTime: boxes of a size, a name and content.
#include <algorithm>
#include <optional>
#include <QSet>

#include "exporters/recordings/RecordingSource.h"

namespace offprint {
namespace {

using Box = RecordingPart;

/// The boxes in [at, end), in order. One whose size leads out of it ends the list, and so does a number of
/// them that no recording has: then the file was not read to its end.
QList<Box> boxesIn(RecordingSource& source, qint64 at, qint64 end) {
  constexpr qsizetype most = 1'000'000;  // two a fragment, a fragment a second, for five days
  QList<Box> list;
  while (at + 8 <= end && list.size() < most) {
    auto size = static_cast<qint64>(source.big(at, 4));
    qint64 head = 8;
    if (size == 1) {
      size = static_cast<qint64>(source.big(at + 8, 8));
      head = 16;
    } else if (size == 0) {
      size = end - at;
    }
    if (size < head || size > end - at) {
      // QuickTime ends a list of user data with four zeros.
      source.found.whole = source.found.whole && source.big(at, 4) == 0;
      break;
    }
    list.append({at, at + head, at + size, source.bytes(at + 4, 4)});
    at += size;
  }
  if (list.size() == most && at < end) source.found.whole = false;
  return list;
}

std::optional<Box> boxIn(RecordingSource& source, const Box& parent, const QByteArray& name) {
  for (const Box& box : boxesIn(source, parent.content, parent.end))
    if (box.name == name) return box;
  return {};
}

/// Room that nobody uses is what is left of a box.
void blank(RecordingSource& source, const Box& box) {
  source.put(box.at + 4, "free");
  source.put(box.content, {}, box.end - box.content);
}

/// Entries that say what the work is, of iTunes and QuickTime alike; those of texts begin with a sign.
bool namesTheWork(const QByteArray& name) {
  static const QSet<QByteArray> texts{"nam", "ART", "alb", "gen", "day", "des", "wrt", "cpy"};
  static const QSet<QByteArray> kept{"aART", "covr", "desc", "ldes", "cprt", "titl", "chpl", "name",
                                     "trkn", "disk", "stik", "pgap", "cpil", "pcst", "catg", "keyw",
                                     "purl", "egid", "tvsh", "tvsn", "tves", "rtng", "gnre"};
  return name.startsWith('\xa9') ? texts.contains(name.mid(1)) : kept.contains(name);
}

/// iTunes' own list of tags stays with what names the work; those of cameras (keys of "mdta") go.
void editMeta(RecordingSource& source, const Box& meta) {
  // A full box, but for QuickTime's.
  const bool plain = source.bytes(meta.content + 4, 4) == "hdlr";
  const Box body{meta.at, meta.content + (plain ? 0 : 4), meta.end, meta.name};
  const auto handler = boxIn(source, body, "hdlr");
  const auto list = boxIn(source, body, "ilst");
  if (!handler || !list || source.bytes(handler->content + 8, 4) != "mdir") return blank(source, meta);
  for (const Box& box : boxesIn(source, body.content, body.end))
    if (box.name != "hdlr" && box.name != "ilst") blank(source, box);
  for (const Box& entry : boxesIn(source, list->content, list->end))
    if (!namesTheWork(entry.name)) blank(source, entry);
}

void editUserData(RecordingSource& source, const Box& userData) {
  for (const Box& box : boxesIn(source, userData.content, userData.end)) {
    if (box.name == "meta") {
      editMeta(source, box);
    } else if (!namesTheWork(box.name)) {
      blank(source, box);
    }
  }
}

/// Zeros over the samples of a track (ISO/IEC 14496-12, 8.7: sizes, samples of a chunk, places of chunks).
void wipeSamples(RecordingSource& source, const Box& table) {
  const auto sizes = boxIn(source, table, "stsz");
  const auto runs = boxIn(source, table, "stsc");
  auto places = boxIn(source, table, "stco");
  const int wide = places ? 4 : 8;
  if (!places) places = boxIn(source, table, "co64");
  if (!sizes || !runs || !places) {
    source.found.whole = false;
    return;
  }
  const quint64 same = source.big(sizes->content + 4, 4);
  const quint64 samples = source.big(sizes->content + 8, 4);
  const quint64 runCount = source.big(runs->content + 4, 4);
  const quint64 chunks = source.big(places->content + 4, 4);
  const bool listed = same > 0 || source.within(sizes->content + 12, qint64(samples) * 4);
  if (!listed || !source.within(places->content + 8, qint64(chunks) * wide)) {
    source.found.whole = false;
    return;
  }
  quint64 sample = 0;
  quint64 run = 0;
  for (quint64 chunk = 1; chunk <= chunks && sample < samples; ++chunk) {
    while (run + 1 < runCount && source.big(runs->content + 8 + qint64(run + 1) * 12, 4) <= chunk)
      ++run;
    const quint64 inChunk =
        std::min(source.big(runs->content + 8 + qint64(run) * 12 + 4, 4), samples - sample);
    auto length = static_cast<qint64>(same * inChunk);
    for (quint64 i = 0; same == 0 && i < inChunk; ++i)
      length += static_cast<qint64>(source.big(sizes->content + 12 + qint64(sample + i) * 4, 4));
    sample += inChunk;
    source.put(static_cast<qint64>(source.big(places->content + 8 + qint64(chunk - 1) * wide, wide)), {},
               length);
  }
}

/// A track of measurements (position, orientation, exposure) goes with its samples; of the others the name of
/// the handler, where cameras write their own. True when it went.
bool editTrack(RecordingSource& source, const Box& track) {
  const auto media = boxIn(source, track, "mdia");
  const auto handler = media ? boxIn(source, *media, "hdlr") : std::nullopt;
  if (!handler) return false;
  if (source.bytes(handler->content + 8, 4) != "meta") {
    source.put(handler->content + 24, {}, handler->end - handler->content - 24);
    return false;
  }
  const auto information = boxIn(source, *media, "minf");
  const auto table = information ? boxIn(source, *information, "stbl") : std::nullopt;
  if (table) wipeSamples(source, *table);
  blank(source, track);
  return true;
}

void editIn(RecordingSource& source, qint64 at, qint64 end, bool& hasMeasurements) {
  static const QSet<QByteArray> nested{"moov", "trak", "moof", "traf", "mdia", "minf"};
  for (const Box& box : boxesIn(source, at, end)) {
    if (box.name == "uuid") {
      blank(source, box);
    } else if (box.name == "free" || box.name == "skip") {  // what was there before
      source.put(box.content, {}, box.end - box.content);
    } else if (box.name == "meta") {
      editMeta(source, box);
    } else if (box.name == "udta") {
      editUserData(source, box);
    } else if (box.name == "trak" && editTrack(source, box)) {
      hasMeasurements = true;
    } else if (nested.contains(box.name)) {
      editIn(source, box.content, box.end, hasMeasurements);
    }
  }
}

}  // namespace

void editBoxes(RecordingSource& source) {
  bool hasMeasurements = false;
  editIn(source, 0, source.size(), hasMeasurements);
  if (!hasMeasurements) return;
  // The samples of fragments are found by other tables.
  for (const Box& box : boxesIn(source, 0, source.size()))
    if (box.name == "moof") source.found.whole = false;
}

}  // namespace offprint
