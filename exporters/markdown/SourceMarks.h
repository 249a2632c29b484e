#pragma once
#include <functional>
#include <QByteArray>
#include <QByteArrayList>
#include <QHash>
#include <QMap>

#include "app/content/Finding.h"

namespace offprint {

/// Marks that stand for source text which cmark-gfm would otherwise take for something else. They are
/// noncharacters (U+FDD0 to U+FDEF, three bytes EF B7 9x), which no text may contain; ones that a writer
/// pastes are replaced first, so a mark is never mistaken for text.
enum class Mark : char {
  MathOpen = '\x90',         ///< \(
  MathClose = '\x91',        ///< \)
  DisplayOpen = '\x92',      ///< \[
  DisplayClose = '\x93',     ///< \]
  Pipe = '\x94',             ///< | inside a formula, so that a table row is not cut there
  EscapedPipe = '\x95',      ///< \| inside a formula
  ItemOpen = '\x96',         ///< [[
  ItemClose = '\x97',        ///< ]]
  AttributesOpen = '\x98',   ///< starts the number of an entry of MarkedSource::attributes
  AttributesClose = '\x99',  ///< ends it
  Nothing = '\x9a',          ///< stops cmark-gfm from reading a construct here; shown as nothing
  Quote = '\x9b',           ///< " inside <code>, <kbd>, <samp>, <pre>, <tt>, where punctuation stays as typed
  Apostrophe = '\x9c',      ///< '
  Hyphen = '\x9d',          ///< -
  Dot = '\x9e',             ///< .
  PieceOpen = '\x9f',       ///< in HTML alone: starts the number of a piece that is not drawn yet
  PieceClose = '\xa0',      ///< ends it
  ReferenceOpen = '\xa1',   ///< [ of a cross reference ("[@fig:a]")
  ReferenceClose = '\xa2',  ///< ]
  NoteOpen = '\xa3',        ///< ^[
  NoteClose = '\xa4',       ///< its ]
  OpenQuote = '\xa5',  ///< a curly quotation mark that the author typed: only cmark-gfm's own are localised
  CloseQuote = '\xa6',
  OpenSingle = '\xa7',
  CloseSingle = '\xa8',
  CitationOpen = '\xa9',   ///< [ of a citation; in HTML it starts the number of one that is not formatted yet
  CitationClose = '\xaa',  ///< its ]
  Bibliography = '\xab',   ///< in HTML alone: where the list of cited works goes
  Unclosed = '\xac',  ///< behind the first sign of "^[", "[[" or "{#" that nothing ends; shown as nothing
};

/// First byte of every mark.
inline constexpr char MarkLead = '\xef';
inline constexpr int MarkSize = 3;

/// The mark whose three bytes start at `text`, or Mark{0}.
Mark markAt(const char* text, qsizetype length);
QByteArray markBytes(Mark mark);
/// `html` with each number between `open` and `close` replaced by what `text` says of it. Linear.
QByteArray replacedMarks(const QByteArray& html, Mark open, Mark close,
                         const std::function<QByteArray(qsizetype)>& text);

/// What a text may not exceed, since cmark-gfm's cost would grow with its square.
enum class SourceBound { Nesting, TableWidth, TablePlace, OpenBrackets };

/// A text prepared for cmark-gfm. Lines keep their numbers.
struct MarkedSource {
  QByteArray text;
  /// Attribute blocks ("{#id .class}") as written.
  QByteArrayList attributes;
  /// Line of an opening `$$`, `\[` or `:::unknown` to the line of what closes it, where both stand at the
  /// ends of their lines and no blank line is between (formulas; Pandoc's rule).
  QHash<int, int> closingLines;
  /// Lines that may start the text of a footnote ("[^label]: …"), by number, and their labels with brackets.
  QMap<int, QByteArray> noteLines;
  /// Lines on which a bound of markSource() changed what cmark-gfm reads, unless they hold code or raw HTML.
  QMap<int, SourceBound> bounds;
  Findings findings;

  /// What stood in the source: for code, raw HTML and TeX.
  QByteArray verbatim(const char* marked, qsizetype length) const;
  QByteArray verbatim(const QByteArray& marked) const { return verbatim(marked.constData(), marked.size()); }
  /// The same with backslash escapes taken off, as cmark-gfm does it: for text, addresses and titles.
  QByteArray unescaped(const char* marked, qsizetype length) const;
  QByteArray unescaped(const QByteArray& marked) const {
    return unescaped(marked.constData(), marked.size());
  }
  /// The text of a line (1-based) as written.
  QByteArray line(int number) const;

  QList<qsizetype> lineStarts;

 private:
  QByteArray restore(const char* marked, qsizetype length, bool escapes) const;
};

/// Prepares a text: replaces control characters (with a finding), sets the marks and bounds what would cost
/// cmark-gfm more than linear time (nesting deeper than 64 in one line, hundreds of open image brackets,
/// table rules deep in a paragraph, thousands of cells in a row). With `oneParagraph` the first line starts
/// no block, whatever its first sign is. Linear time.
MarkedSource markSource(const QByteArray& utf8, bool smartPunctuation, bool oneParagraph = false);

}  // namespace offprint
