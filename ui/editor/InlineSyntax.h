#pragma once
#include <QList>
#include <QStringView>

namespace offprint {

/// What a stretch of a line is to a reader of the source.
enum class InlineRole : quint8 { Plain, Marker, Code, Math, Cite, LinkText, Target, Html, Attribute };

/// A stretch of equal look. Offsets are UTF-16 units into the line.
struct InlineRun {
  int start = 0;
  int length = 0;
  InlineRole role = InlineRole::Plain;
  bool strong = false;
  bool emphasis = false;
  bool strike = false;

  bool operator==(const InlineRun&) const = default;
};

/// A construct with its delimiters: [outerStart, outerEnd) holds [innerStart, innerEnd).
struct InlineSpan {
  enum class Kind {
    Strong,
    Emphasis,
    Strike,
    Code,
    Math,
    Link,
    Image,
    ItemLink,
    Citation,
    Footnote,
    Autolink,
    Reference  ///< "[@fig:heat; @tbl:costs]"
  };
  Kind kind = Kind::Strong;
  int outerStart = 0;
  int outerEnd = 0;
  int innerStart = 0;
  int innerEnd = 0;
  int targetStart = 0;  ///< address of a link or image
  int targetEnd = 0;
};

struct InlineScan {
  QList<InlineRun> runs;  ///< in order, without the plain ones
  QList<InlineSpan> spans;

  /// The innermost span of a kind that holds [from, to], delimiters included.
  const InlineSpan* around(InlineSpan::Kind kind, int from, int to) const;
};

/// Reads the inline constructs of markdown.md in one line, from an offset on (after its LinePrefix). Code,
/// math, addresses and raw HTML are opaque: nothing inside them is read. Emphasis follows CommonMark's
/// delimiter rules.
InlineScan scanInline(QStringView line, int from = 0);

}  // namespace offprint
