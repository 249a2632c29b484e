#pragma once
#include <QByteArray>
#include <QList>
#include <QString>

#include "app/core/Result.h"

namespace offprint {

/// What must be overwritten in a video or audio file before it is published: where it was recorded, and with
/// which device. Everything stays where it is in the file, since its parts point at each other by offsets.
struct RecordingEdits {
  struct Edit {
    qint64 at = 0;
    QByteArray bytes;  ///< what is written there first
    qint64 zeros = 0;  ///< and so many zeros behind it
  };
  QList<Edit> edits;   ///< none touches another; in the order of the file once found
  bool known = false;  ///< the format is one that is read here
  bool whole = true;   ///< it could be read to its end
  bool empty() const { return edits.isEmpty(); }
};

/// Looks through the file without holding it in memory. Read are MP4 and QuickTime (ISO/IEC 14496-12), WebM
/// and Matroska (RFC 9559), WAV and AVI (RIFF), MP3 with ID3v2.3 or 2.4 and FLAC (RFC 9639). What names the
/// work (title, author, album, cover, chapters) stays, as podcasts need it; dates stay. Errors: those of
/// reading.
Result<RecordingEdits> recordingEdits(const QString& file);

/// Copies `source` to the new file `target` with the edits. Errors: Denied, DiskFull, Io.
Result<void> copyRecording(const QString& source, const QString& target, const RecordingEdits& edits);

/// Grows when recordingEdits() finds more.
inline constexpr int kRecordingVersion = 1;

}  // namespace offprint
