#include "exporters/markdown/TypesetPiece.h"

#include <algorithm>
#include <QSet>

#include "exporters/markdown/Escape.h"
#include "exporters/markdown/ParsedDocument.h"
#include "exporters/markdown/SourceMarks.h"

namespace offprint {
namespace {

using Kind = TypesetPiece::Kind;

/// Line numbers of "3,5-7".
QSet<int> lineNumbers(const QByteArray& list) {
  QSet<int> numbers;
  for (const QByteArray& part : list.split(',')) {
    const qsizetype dash = part.indexOf('-');
    const int first = part.left(dash < 0 ? part.size() : dash).toInt();
    const int last = dash < 0 ? first : qMin(part.mid(dash + 1).toInt(), first + 10'000);
    for (int n = first; n > 0 && n <= last; ++n) {
      numbers.insert(n);
    }
  }
  return numbers;
}

/// Follows the <span>s of highlighted code from line to line.
class OpenSpans {
 public:
  void read(QByteArrayView html) {
    for (qsizetype at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
      const qsizetype end = html.indexOf('>', at);
      if (end < 0) return;
      if (html.sliced(at).startsWith("</")) {
        if (!tags_.isEmpty()) tags_.removeLast();
      } else {
        tags_ << html.sliced(at, end + 1 - at).toByteArray();
      }
    }
  }
  QByteArray opening() const { return tags_.join(); }
  QByteArray closing() const { return QByteArrayLiteral("</span>").repeated(tags_.size()); }

 private:
  QByteArrayList tags_;
};

/// The code with each line in its own element, which ends within the line so that copying gives clean text.
QByteArray byLine(const QByteArray& html, const TypesetPiece& piece) {
  const QSet<int> marked = lineNumbers(piece.marked);
  int number = piece.firstLine;
  OpenSpans spans;
  QByteArray out;
  qsizetype at = 0;
  while (at < html.size()) {
    qsizetype end = html.indexOf('\n', at);
    if (end < 0) end = html.size();
    out += marked.contains(number) ? "<span class=\"l hl\">" : "<span class=\"l\">";
    out += spans.opening();
    out.append(html.constData() + at, end - at);
    spans.read(QByteArrayView(html).sliced(at, end - at));
    out += spans.closing() + "</span>\n";
    at = end + 1;
    ++number;
  }
  return out;
}

QByteArray sourceHtml(const TypesetPiece& piece) {
  switch (piece.kind) {
    case Kind::InlineMath:
      return "\\(" + escapedHtml(piece.source) + "\\)";
    case Kind::DisplayMath:
      return "\\[" + escapedHtml(piece.source) + "\\]";
    case Kind::Diagram:
      return piece.plain;
    case Kind::Citations:
      return {};
    case Kind::Code:
      break;
  }
  return escapedHtml(piece.source);
}

QByteArray diagramFrame(const TypesetPiece& piece, const QByteArray& drawing) {
  QByteArray html = "<figure class=\"diagram\"";
  if (!piece.id.isEmpty()) html += " id=\"" + escapedHtml(piece.id) + '"';
  html += " tabindex=\"0\">" + drawing;
  if (!piece.title.isEmpty()) html += "<figcaption>" + escapedHtml(piece.title) + "</figcaption>";
  return html + "</figure>\n";
}

QByteArray htmlOf(const TypesetPiece& piece, const TypesetResult& result) {
  QByteArray html = result.html.isEmpty() ? sourceHtml(piece) : result.html;
  if (piece.kind == Kind::Diagram && !result.html.isEmpty()) html = diagramFrame(piece, html);
  if (piece.kind == Kind::Code && piece.byLine) html = byLine(html, piece);
  if (result.shown.isEmpty()) return html;
  const QByteArray said = escapedHtml(result.shown.toUtf8());
  return piece.kind == Kind::Diagram
             ? "<p class=\"fault\">" + said + "</p>\n" + html
             : "<span class=\"fault\">" + said + "</span> <code>" + escapedHtml(piece.source) + "</code>";
}

/// The same diagram twice on a page: the second has ids of its own.
void makeIdsUnique(QByteArrayList& drawings, const ParsedDocument& document) {
  QHash<QByteArray, int> seen;
  for (qsizetype i = 0; i < drawings.size(); ++i) {
    if (document.pieces.at(i).kind != Kind::Diagram) continue;
    QByteArray& drawing = drawings[i];
    const qsizetype svg = drawing.indexOf("<svg");
    const qsizetype begin = svg < 0 ? -1 : drawing.indexOf(" id=\"", svg);
    if (begin < 0) continue;
    const QByteArray id = drawing.mid(begin + 5, drawing.indexOf('"', begin + 5) - begin - 5);
    const int times = ++seen[id];
    if (times > 1) drawing.replace(id, id + '-' + QByteArray::number(times));
  }
}

/// A heading's formula stands in the text and in the outline: it is reported once.
void addFindings(ParsedDocument& document, const QList<TypesetResult>& results) {
  Findings& findings = document.findings;
  for (qsizetype i = 0; i < results.size(); ++i) {
    const TypesetResult& result = results.at(i);
    if (result.code.isEmpty()) continue;
    Finding finding;
    finding.level = Finding::Level::Warning;
    finding.code = result.code;
    finding.message = result.message;
    // A fence's text starts on the line behind its opening.
    finding.line = document.pieces.at(i).line + result.line;
    if (!findings.contains(finding)) findings << finding;
  }
  std::stable_sort(findings.begin(), findings.end(),
                   [](const Finding& a, const Finding& b) { return a.line < b.line; });
}

}  // namespace

QByteArray pieceMark(qsizetype index) {
  return markBytes(Mark::PieceOpen) + QByteArray::number(index) + markBytes(Mark::PieceClose);
}

void rememberSources(ParsedDocument& document) {
  for (RenderedBlock& block : document.blocks) {
    bool drawn = block.html.contains(bibliographyMark());
    QByteArray html = replacedMarks(block.html, Mark::PieceOpen, Mark::PieceClose, [&](qsizetype index) {
      drawn = true;
      const TypesetPiece& piece = document.pieces.at(index);
      return QByteArray::number(static_cast<int>(piece.kind)) + piece.language + '\0' + piece.source;
    });
    html = replacedMarks(html, Mark::CitationOpen, Mark::CitationClose, [&](qsizetype index) {
      drawn = true;
      return document.citations.at(index).source;
    });
    if (drawn) block.source = qHashBits(html.constData(), static_cast<size_t>(html.size()), 0) | 1;
  }
}

void fill(ParsedDocument& document, const QList<TypesetResult>& results) {
  if (document.pieces.isEmpty()) return;
  QByteArrayList drawings;
  drawings.reserve(document.pieces.size());
  for (qsizetype i = 0; i < document.pieces.size(); ++i)
    drawings << htmlOf(document.pieces.at(i), results.value(i));
  makeIdsUnique(drawings, document);
  const QByteArray open = markBytes(Mark::PieceOpen);
  for (RenderedBlock& block : document.blocks) {
    if (!block.html.contains(open)) continue;
    block.setHtml(replacedMarks(block.html, Mark::PieceOpen, Mark::PieceClose, [&](qsizetype index) {
      block.pending |= results.value(index).pending;
      return drawings.at(index);
    }));
  }
  for (OutlineEntry& entry : document.outline) {
    entry.html = replacedMarks(entry.html, Mark::PieceOpen, Mark::PieceClose,
                               [&](qsizetype index) { return drawings.at(index); });
  }
  addFindings(document, results);
  document.pieces.clear();
}

}  // namespace offprint
