#pragma once
#include <QByteArray>
#include <QList>
#include <QString>

namespace offprint {

struct ParsedDocument;

/// A part of a text that an engine outside of the parser draws: a formula, code, a diagram. It stands in the
/// HTML of its block as pieceMark(index) until fill() puts the drawing there.
struct TypesetPiece {
  enum class Kind {
    InlineMath,
    DisplayMath,
    Code,
    Diagram,
    Citations  ///< all of a text: `source` is the request of resources/web/citations.js, html its answer
  };
  Kind kind = Kind::InlineMath;
  QByteArray source;    ///< TeX without delimiters, code, or the diagram's text; UTF-8
  QByteArray language;  ///< of code, as written; empty: none
  QByteArray marked;    ///< of code: lines to mark, "3,5-7", counted from `firstLine`
  int firstLine = 1;    ///< of code: number of its first line
  bool byLine = false;  ///< of code: each line is an element of its own
  QByteArray plain;     ///< of a diagram: the HTML that shows its text instead
  QByteArray id;        ///< of a diagram
  QByteArray title;     ///< of a diagram: its caption, and what it shows for those who cannot see it
  int line = 0;         ///< 1-based, in the item's text
};

/// What came of a piece. Without `html` its source is shown.
struct TypesetResult {
  QByteArray html;
  QString code;          ///< of the finding, "math.invalid"; empty: nothing to report
  QString message;       ///< of the finding: what happened, what to do
  QString shown;         ///< said in the piece's place, before its source; empty: nothing
  int line = 0;          ///< the piece's line that the finding is about, from 1; 0: the piece as a whole
  bool pending = false;  ///< not drawn yet: ask again
};

/// Stands in the HTML for piece number `index` of its document. Of noncharacters, which no text holds.
QByteArray pieceMark(qsizetype index);

/// Sets the `source` of blocks, by which a block is known again before it is drawn, wherever it has moved.
/// For a document with its marks.
void rememberSources(ParsedDocument& document);

/// Puts the `results`, one for each piece, in the place of the marks, in blocks and outline, and adds their
/// findings. Pieces without a result show their source: TeX between \( \) or \[ \], code as it is.
void fill(ParsedDocument& document, const QList<TypesetResult>& results = {});

}  // namespace offprint
