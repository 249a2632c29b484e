#include <QtTest>

#include "exporters/markdown/MarkdownEngine.h"

using namespace offprint;
using namespace Qt::StringLiterals;

/// What the parser has to say about a text, with its line; that it says nothing about what is meant so; and
/// that nothing of the text is lost.
class MarkdownFindings : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { MarkdownEngine::initialize(); }
  void findings_data();
  void findings();
  void nothingIsFoundInWhatIsMeant_data();
  void nothingIsFoundInWhatIsMeant();
  void whatIsNoConstructIsText();
  void boundsAreTold();
  void equalFindingsAreSummedUp();
};

/// Thousands of one kind leave room for the others.
void MarkdownFindings::equalFindingsAreSummedUp() {
  QByteArray text;
  for (int i = 0; i < 5000; ++i)
    text += "a <b>c\n\n";
  text += ":::gizmo\nx\n:::\n";
  const Findings found = MarkdownEngine::prepare(text, {}).findings;
  QCOMPARE(found.size(), 22);
  QCOMPARE(found.last().code, u"directive.unknown"_s);
  QCOMPARE(found.at(20).line, 41);
  QVERIFY2(found.at(20).message.endsWith(u"The same is found 4979 more time(s), up to line 9999."_s),
           qPrintable(found.at(20).message));
  QCOMPARE(found.at(19).message, found.at(0).message);
}

void MarkdownFindings::findings_data() {
  QTest::addColumn<QByteArray>("markdown");
  QTest::addColumn<QString>("code");
  QTest::addColumn<int>("line");
  const auto finding = [](const char* code, const char* markdown, int line) {
    QTest::addRow("%s %d", code, line) << QByteArray(markdown) << QString::fromLatin1(code) << line;
  };
  finding("directive.unknown", "a\n\n:::gizmo\nx\n:::", 3);
  finding("directive.unclosed", "a\n\n:::aside\nx", 3);
  finding("directive.stray", "a\n\n:::\n", 3);
  finding("directive.unsupported", "a\n\n::publications", 3);
  finding("callout.unknown", "a\n\n> [!RECIPE] x", 3);
  finding("math.unclosed", "a\n\nb\n$$\nx", 4);
  finding("html.unbalanced", "a\n\nb\nc <b>d", 4);
  finding("footnote.undefined", "a\n\nb[^9]", 3);
  finding("heading.duplicate-id", "# a {#x}\n\n# b {#x}", 3);
  finding("text.control-character", "a\nb\001", 2);
  finding("reference.unknown", "a\n\nb\nsee [@fig:nil]", 4);
  finding("reference.duplicate", "![a](b){#fig:a}\n\n![a](b){#fig:a}", 3);
  finding("reference.duplicate", "# A {#x}\n\n:::aside{#x}\na\n:::", 3);
  finding("attribute.unknown", "a\n\n:::theorem{name=\"Bound\"}\nx\n:::", 3);
  finding("attribute.unknown", "a\n\n::video{src=a.mp4 autoplay}", 3);
  finding("attribute.dropped", "a\n\n[b](c){onclick=d}", 3);
  finding("attribute.dropped", "# a {style=\"x\"}", 1);
  finding("directive.unclosed", "a\n\n:::theorem\nx", 3);
  finding("directive.unsupported", "a\n\n::items{kind=talk}", 3);
  finding("directive.unsupported", "::youtube{id=\"a b\"}", 1);
  finding("directive.unsupported", "::demo{title=x}", 1);
  finding("footnote.undefined", "a ^[b [^c] d]", 1);
  finding("footnote.unused", "a\n\n[^b]: c\n\n    d\n\n```\n[^x]: y\n```\n", 3);
  finding("footnote.unused", "a[^b]\n\n[^b]: c\n[^b]: d", 4);
  // What is never closed, or says what is not understood.
  finding("footnote.unclosed", "a\n\nb\nc ^[d *e*\n\nf]", 4);
  finding("footnote.unclosed", "a\n\nb ^[]", 3);
  finding("footnote.unclosed", "a\n\n## b ^[c", 3);
  finding("link.unclosed", "a\n\nsee [[slug and", 3);
  finding("link.unclosed", "a\n\n| b |\n|---|\n| [[slug] |", 5);
  finding("attribute.unclosed", "a\n\n## b {#c", 3);
  finding("attribute.unclosed", "a\n\n![b](c){.d e=\"f}", 3);
  finding("attribute.unclosed", "a\n\n:::aside{#x\nb\n:::", 3);
  finding("attribute.unclosed", "a\n\n::video{src=\"a.mp4}", 3);
  finding("attribute.unclosed", "a\n\n::toc{depth=", 3);
  finding("attribute.stray", "a\n\nb word{.c} d", 3);
  finding("attribute.stray", "a\n\nb *c*{#d .e}", 3);
  finding("code.attributes", "a\n\n```py {title=\"b\nc\n```", 3);
  finding("code.attributes", "a\n\n```{r, echo=FALSE}\nc\n```", 3);
  finding("attribute.invalid", "a\n\n```py {hl=\"x\"}\nb\n```", 3);
  finding("attribute.invalid", "a\n\n```py {hl=\"3,7-5\"}\nb\n```", 3);
  finding("attribute.invalid", "a\n\n```py {lines start=q}\nb\n```", 3);
  finding("attribute.invalid", "a\n\n![b](c){width=60}", 3);
  finding("attribute.invalid", "a\n\n::youtube{id=abcdefgh start=1m}", 3);
  finding("attribute.invalid", "a\n\n::demo{src=a height=-1}", 3);
}

void MarkdownFindings::findings() {
  QFETCH(QByteArray, markdown);
  QFETCH(QString, code);
  QFETCH(int, line);
  const Findings found = MarkdownEngine::parse(markdown).findings;
  QCOMPARE(found.size(), 1);
  QCOMPARE(found.first().code, code);
  QCOMPARE(found.first().line, line);
  QVERIFY(found.first().message.endsWith(u'.'));
}

void MarkdownFindings::nothingIsFoundInWhatIsMeant_data() {
  QTest::addColumn<QByteArray>("markdown");
  for (const char* markdown :
       {"`^[a` `[[b` `{#c`", "```\n^[a\n[[b\n{#c\n```", "    ^[a [[b {#c", "<!-- ^[a [[b {#c -->",
        "$x^[2$ $a_{#b}$", "\\^[a \\[[b \\{#c", "[[1, 2], [3, 4]] [[a] b](c) a{#b", "[^[ ]] \\[^1] x[0][1]",
        "```{r}\nx\n```", "```py {title=\"a b\" hl=\"3, 5-7\" lines start=10 .wide}\nx\n```", "[[a](b)](c)",
        "{{x}} {% y %} {#", "{}"})
    QTest::newRow(QByteArray(markdown).simplified().constData()) << QByteArray(markdown);
}

void MarkdownFindings::nothingIsFoundInWhatIsMeant() {
  QFETCH(QByteArray, markdown);
  const Findings found = MarkdownEngine::parse(markdown).findings;
  QVERIFY2(found.isEmpty(), qPrintable(found.value(0).code + u": "_s + found.value(0).message));
}

void MarkdownFindings::whatIsNoConstructIsText() {
  const auto render = [](const char* markdown) { return MarkdownEngine::parse(markdown).html(); };
  // Notebooks name a language like this.
  QVERIFY(render("```{python}\nx\n```").contains("<code class=\"language-python\">"));
  // And what appears as text is whole.
  QCOMPARE(render("a ^[b [[c {#d"), QByteArray("<p>a ^[b [[c {#d</p>\n"));
  QCOMPARE(render("## A {#b"), QByteArray("<h2 id=\"a-b\"><a href=\"#a-b\">A {#b</a></h2>\n"));
}

/// What would cost more than linear time is cut off, and that is told once.
void MarkdownFindings::boundsAreTold() {
  const auto told = [](const QByteArray& markdown, const char* code, int line) {
    const Findings found = MarkdownEngine::parse(markdown).findings;
    return found.size() == 1 && found.first().code == QLatin1StringView(code) && found.first().line == line;
  };
  const QByteArray wide = QByteArray("|a").repeated(600) + "|\n" + QByteArray("|-").repeated(600) + "|\n";
  const QByteArray deep = QByteArray("- ").repeated(80) + "y\n";
  QVERIFY(told("x\n\n" + wide + wide.left(1201), "table.too-wide", 3));
  QVERIFY(told("x\n\n" + deep + deep, "text.too-deep", 3));
  QVERIFY(told(QByteArray("x\n").repeated(600) + "|a|\n|-|\n", "table.in-paragraph", 602));
  QVERIFY(told(QByteArray("a^[x ").repeated(9000) + "y" + QByteArray("]").repeated(9000) + "\n", "note.depth",
               1));
  QVERIFY(told(QByteArray("[").repeated(80) + "![a](b)\n", "image.too-deep", 1));
  QVERIFY(MarkdownEngine::parse("```\n" + wide + deep + "```\n").findings.isEmpty());
}

QTEST_GUILESS_MAIN(MarkdownFindings)
#include "tst_MarkdownFindings.moc"
