#pragma once
#include <QList>
#include <QString>

namespace offprint {

/// A part of a text, [begin, end).
struct TextRange {
  qsizetype begin = 0;
  qsizetype end = 0;
};

/// The parts of Markdown that no template language or link rule may touch: fenced and indented code, code
/// spans, HTML comments. In order, without overlap. Linear in the text.
QList<TextRange> opaqueRanges(const QString& markdown);

/// Walks a text's opaque ranges beside a position that only grows.
class OpaqueCursor {
 public:
  explicit OpaqueCursor(const QList<TextRange>& ranges) : ranges_(ranges) {}
  /// The end of the opaque range that holds `at`, or -1.
  qsizetype endAt(qsizetype at) {
    while (next_ < ranges_.size() && ranges_[next_].end <= at)
      ++next_;
    return next_ < ranges_.size() && ranges_[next_].begin <= at ? ranges_[next_].end : -1;
  }

 private:
  const QList<TextRange>& ranges_;
  qsizetype next_ = 0;
};

}  // namespace offprint
