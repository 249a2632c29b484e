#pragma once
#include <algorithm>
#include <QFile>

#include "exporters/recordings/RecordingMetadata.h"

namespace offprint {

/// A named part of a file: a box, or a chunk.
struct RecordingPart {
  qint64 at = 0;
  qint64 content = 0;
  qint64 end = 0;
  QByteArray name;
};

/// The file that is looked through, and what is found. Places that a file names itself may lie anywhere:
/// outside of it every number is 0, every text empty and every edit nothing.
class RecordingSource {
 public:
  explicit RecordingSource(QFile& file) : file_(file), size_(file.size()) {}

  qint64 size() const { return size_; }
  bool within(qint64 at, qint64 length) const {
    return at >= 0 && length >= 0 && at <= size_ && length <= size_ - at;
  }
  QByteArray bytes(qint64 at, qint64 length) {
    if (!within(at, length) || !file_.seek(at)) return {};
    return file_.read(length);
  }
  /// A number of `length` bytes, at most 8.
  quint64 big(qint64 at, int length) {
    quint64 value = 0;
    for (const char byte : bytes(at, length))
      value = value << 8 | static_cast<quint8>(byte);
    return value;
  }
  quint64 little(qint64 at, int length) {
    QByteArray read = bytes(at, length);
    std::reverse(read.begin(), read.end());
    quint64 value = 0;
    for (const char byte : read)
      value = value << 8 | static_cast<quint8>(byte);
    return value;
  }

  void put(qint64 at, const QByteArray& text, qint64 zeros = 0) {
    if (within(at, text.size() + zeros)) found.edits.append({at, text, zeros});
  }

  RecordingEdits found;

 private:
  QFile& file_;
  qint64 size_;
};

/// ISO/IEC 14496-12 and QuickTime.
void editBoxes(RecordingSource& source);

}  // namespace offprint
