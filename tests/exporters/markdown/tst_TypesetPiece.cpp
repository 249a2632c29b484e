#include <QTest>

#include "exporters/markdown/MarkdownEngine.h"

using namespace Qt::StringLiterals;
using namespace offprint;

class TestTypesetPiece : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { MarkdownEngine::initialize(); }
  void piecesAreListed();
  void drawingsTakeTheirPlace();
  void codeIsCutIntoLines();
  void faultsShowTheSource();
  void waitingPiecesMarkTheirBlock();
  void blocksAreKnownByTheirSource();
  void titles();
  void labels_data();
  void labels();
  void labelsAreLinked();
  void idsStayUnique();
};

namespace {

TypesetResult drawing(const char* html) {
  TypesetResult result;
  result.html = html;
  return result;
}

}  // namespace

void TestTypesetPiece::piecesAreListed() {
  const ParsedDocument document = MarkdownEngine::prepare(
      "a $x$\n\n$$\ny\n$$ {#eq:y}\n\n```python {hl=2 start=10}\np()\n```\n\n```mermaid\ngraph TD\n```\n\n"
      "![a](b \"is $z$\")");
  using Kind = TypesetPiece::Kind;
  QCOMPARE(document.pieces.size(), 5);
  const QList<Kind> kinds{Kind::InlineMath, Kind::DisplayMath, Kind::Code, Kind::Diagram, Kind::InlineMath};
  const QList<int> lines{1, 3, 7, 11, 15};
  for (qsizetype i = 0; i < kinds.size(); ++i) {
    QCOMPARE(document.pieces.at(i).kind, kinds.at(i));
    QCOMPARE(document.pieces.at(i).line, lines.at(i));
  }
  QCOMPARE(document.pieces.at(1).source, QByteArray("y"));
  QCOMPARE(document.pieces.at(2).language, QByteArray("python"));
  QCOMPARE(document.pieces.at(2).marked, QByteArray("2"));
  QCOMPARE(document.pieces.at(2).firstLine, 10);
  QVERIFY(document.blocks.first().html.contains(pieceMark(0)));
}

void TestTypesetPiece::drawingsTakeTheirPlace() {
  ParsedDocument document = MarkdownEngine::prepare("## On $x$\n\n::toc\n\ntext");
  const size_t before = document.blocks.first().hash;
  const size_t text = document.blocks.last().hash;
  fill(document, QList<TypesetResult>(document.pieces.size(), drawing("<i>X</i>")));
  QVERIFY(document.pieces.isEmpty());
  QVERIFY(document.blocks.first().html.contains("On <span class=\"math inline\"><i>X</i></span>"));
  QVERIFY(document.blocks.first().hash != before);
  QCOMPARE(document.blocks.last().hash, text);
  QVERIFY(document.outline.first().html.contains("<i>X</i>"));
  QVERIFY(document.blocks.at(1).html.contains("<i>X</i>"));
  QVERIFY(document.findings.isEmpty());
}

void TestTypesetPiece::codeIsCutIntoLines() {
  ParsedDocument document = MarkdownEngine::prepare("```py {hl=11 lines start=10}\na\nb\nc\n```");
  fill(document, {drawing("<span class=\"s\">a\n<b>b</b>\n</span>c\n")});
  QVERIFY(
      document.html().contains("<span class=\"l\"><span class=\"s\">a</span></span>\n"
                               "<span class=\"l hl\"><span class=\"s\"><b>b</b></span></span>\n"
                               "<span class=\"l\"><span class=\"s\"></span>c</span>\n"));
}

void TestTypesetPiece::faultsShowTheSource() {
  ParsedDocument document = MarkdownEngine::prepare("# A $<x$\n\nb");
  TypesetResult result;
  result.code = u"math.invalid"_s;
  result.message = u"wrong"_s;
  result.shown = u"Cannot draw"_s;
  fill(document, QList<TypesetResult>(document.pieces.size(), result));
  QVERIFY(document.html().contains("<span class=\"fault\">Cannot draw</span> <code>&lt;x</code>"));
  // Once, though the formula stands in the heading and in the contents.
  QCOMPARE(document.findings.size(), 1);
  QCOMPARE(document.findings.first().code, u"math.invalid"_s);
  QCOMPARE(document.findings.first().line, 1);
}

void TestTypesetPiece::waitingPiecesMarkTheirBlock() {
  ParsedDocument document = MarkdownEngine::prepare("a\n\nb $x$");
  TypesetResult result;
  result.pending = true;
  fill(document, {result});
  QVERIFY(!document.blocks.first().pending);
  QVERIFY(document.blocks.last().pending);
  QVERIFY(document.html().contains("\\(x\\)"));
}

/// Wherever the block has moved to, and whatever its pieces are numbered.
void TestTypesetPiece::blocksAreKnownByTheirSource() {
  const auto sources = [](const QByteArray& markdown) {
    ParsedDocument document = MarkdownEngine::prepare(markdown);
    rememberSources(document);
    fill(document);
    QList<size_t> list;
    for (const RenderedBlock& block : document.blocks)
      list << block.source;
    return list;
  };
  const QList<size_t> before = sources("a $x$ b\n\nwords\n\nof [@work]\n");
  const QList<size_t> after = sources("$y$ and [@other]\n\na $x$ b\n\nwords\n\nof [@work]\n\na $z$ b\n");
  QCOMPARE(before.at(1), size_t{0});
  QCOMPARE(after.mid(1, 3), before);
  QVERIFY(after.at(4) != after.at(1));
}

void TestTypesetPiece::titles() {
  ParsedDocument document = MarkdownEngine::prepareInline(u"1. On $x$"_s);
  QCOMPARE(document.pieces.size(), 1);
  fill(document, {drawing("X")});
  QCOMPARE(document.html(), QByteArray("1. On <span class=\"math inline\">X</span>"));
}

void TestTypesetPiece::labels_data() {
  QTest::addColumn<QByteArray>("markdown");
  QTest::addColumn<QByteArray>("tex");
  QTest::addColumn<QByteArray>("html");
  const auto row = [](const char* name, const char* markdown, const char* tex, const char* html) {
    QTest::newRow(name) << QByteArray(markdown) << QByteArray(tex) << QByteArray(html);
  };
  row("label", "$$\nx \\label{a}\n$$", "x",
      "<div id=\"a\" class=\"math display numbered\">X<span class=\"eq-n\">(1)</span></div>\n");
  row("tag", "$$\nx \\tag{*}\n$$", "x \\tag{*}", "<div class=\"math display\">X</div>\n");
  row("rows", "$$\n\\begin{align} a \\label{r:a} \\\\ b \\\\ c \\tag{C} \\label{r:c} \\end{align}\n$$",
      "\\begin{align*} a  \\tag{1}\\\\ b \\\\ c \\tag{C}  \\end{align*}",
      "<div id=\"r:a\" class=\"math display\"><span id=\"r:c\"></span>X</div>\n");
  row("rows without labels", "$$\n\\begin{gather}a\\\\b\\end{gather}\n$$",
      "\\begin{gather*}a\\\\b\\end{gather*}", "<div class=\"math display\">X</div>\n");
  row("comment", "$$\nx % \\label{a}\n$$", "x % \\label{a}", "<div class=\"math display\">X</div>\n");
  row("in text", "a $$x\\label{a}$$ b", "x",
      "<p>a <span id=\"a\" class=\"math display numbered\">X<span class=\"eq-n\">(1)</span></span> b</p>\n");
}

void TestTypesetPiece::labels() {
  QFETCH(QByteArray, markdown);
  QFETCH(QByteArray, tex);
  QFETCH(QByteArray, html);
  ParsedDocument document = MarkdownEngine::prepare(markdown);
  QCOMPARE(document.pieces.size(), 1);
  QCOMPARE(document.pieces.first().source, tex);
  fill(document, {drawing("X")});
  QCOMPARE(QString::fromUtf8(document.html()), QString::fromUtf8(html));
}

void TestTypesetPiece::labelsAreLinked() {
  const ParsedDocument document = MarkdownEngine::prepare(
      "By $\\eqref{b}$ and $\\ref{none}$\n\n$$\nx\\label{a}\n$$\n\n$$\ny\\label{b}\n$$");
  QCOMPARE(document.pieces.at(0).source, QByteArray("\\href{#b}{\\text{(2)}}"));
  QCOMPARE(document.pieces.at(1).source, QByteArray("\\text{??}"));
  QCOMPARE(document.findings.size(), 1);
  QCOMPARE(document.findings.first().code, u"math.unknown-reference"_s);
  QCOMPARE(document.findings.first().line, 1);
}

void TestTypesetPiece::idsStayUnique() {
  ParsedDocument document = MarkdownEngine::prepare("```mermaid\nx\n```\n\n```mermaid\nx\n```");
  const TypesetResult svg = drawing("<svg id=\"d1\"><style>#d1 g{}</style></svg>");
  fill(document, {svg, svg});
  QCOMPARE(document.html().count("id=\"d1\""), 1);
  QVERIFY(document.html().contains("<svg id=\"d1-2\"><style>#d1-2 g{}"));
}

QTEST_GUILESS_MAIN(TestTypesetPiece)
#include "tst_TypesetPiece.moc"
