#include <QSignalSpy>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextLayout>
#include <QtTest>

#include "tests/support/EditorFixture.h"

using namespace Qt::StringLiterals;
using namespace offprint;
using test::Manuscript;

namespace {

/// A letter for every character's look, by its ink: a dot for plain text, capitals for strong, and so on.
QString looks(const QTextBlock& block) {
  const ManuscriptStyle style = test::manuscriptStyle();
  QString marks(block.length() - 1, u'.');
  for (const QTextLayout::FormatRange& range : block.layout()->formats()) {
    const QColor ink = range.format.foreground().color();
    QChar mark = u'.';
    if (ink == style.marker) mark = u'm';
    if (ink == style.headingInk) mark = u'h';
    if (ink == style.link)
      mark = range.format.fontFamilies() == QVariant(style.mono.families()) ? u't' : u'l';
    if (ink == style.cite) mark = u'c';
    if (ink == style.math) mark = u'x';
    if (ink == style.code) mark = u'k';
    if (ink == style.directive) mark = u'd';
    if (ink == style.secondary) mark = u'w';
    if (range.format.fontWeight() >= QFont::DemiBold && mark == u'.') mark = u'B';
    if (range.format.fontItalic() && mark == u'.') mark = u'I';
    if (range.format.fontStrikeOut() && mark == u'.') mark = u'S';
    if (range.format.fontFamilies() == QVariant(style.mono.families()) && mark == u'.') mark = u'f';
    for (int i = range.start; i < range.start + range.length && i < marks.size(); ++i)
      marks[i] = mark;
  }
  return marks;
}

QString looks(const Manuscript& m) {
  QStringList lines;
  for (QTextBlock b = m.document->firstBlock(); b.isValid(); b = b.next())
    lines.append(looks(b));
  return lines.join(u'\n');
}

}  // namespace

class TestHighlighter : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void colours_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const QString& text, const QString& expected) {
      QTest::newRow(name) << text << expected;
    };
    row("heading", u"## A *b*"_s, u"mmmhhmhm"_s);
    row("no heading", u"#tag"_s, u"...."_s);
    row("setext", u"A\n==="_s, u"h\nmmm"_s);
    row("strong and emphasis", u"**a** *b* ~~c~~"_s, u"mmBmm.mIm.mmSmm"_s);
    row("nested emphasis", u"***a** b*"_s, u"mmmBmmIIm"_s);
    row("underscores in words", u"snake_case_name"_s, u"..............."_s);
    row("unmatched star", u"2 * 3 * 4 *x"_s, u"............"_s);
    row("code", u"`a` ``b ` c``"_s, u"mkm.mmkkkkkmm"_s);
    row("code is opaque", u"`*a* $x$`"_s, u"mkkkkkkkm"_s);
    row("math", u"$x_i$ a"_s, u"xxxxx.."_s);
    row("math is opaque", u"$a_{i}$ and $b_{j}$"_s, u"xxxxxxx.....xxxxxxx"_s);  // case 1
    row("prices", u"$61 per *c* than $76"_s, u"........mIm........."_s);        // case 3
    row("price and formula", u"$10.00 … $p' = p$"_s, u".........xxxxxxxx"_s);   // case 3
    row("escaped dollar", uR"($\$10$)"_s, u"xxxxxx"_s);                         // case 4
    row("dollar escape", uR"(\$10 $x$)"_s, u"m....xxx"_s);
    row("parenthesis math", uR"(\(x\) \[)"_s, u"xxxxx.m."_s);
    row("heading with math", u"## On $x$"_s, u"mmmhhhxxx"_s);  // case 5
    row("link", u"[a *b*](c) d"_s, u"mllmlmmmtm.."_s);
    row("image", u"![alt](media/a.svg)"_s, u"mm...mmtttttttttttm"_s);
    row("item link", u"[[slug|text]]"_s, u"mmlllllllllmm"_s);
    row("citation", u"see [@key, p. 3]"_s, u"....cccccccccccc"_s);
    row("no citation", u"a@b.org https://m.com/@u x/@y"_s,
        u"........tttttttttttttttt....."_s);  // case 24
    row("citation in the text", u"as @key says, @b [p. 3]"_s, u"...cccc.......ccccccccc"_s);
    row("no bracketed citation", u"[a @b](c)"_s, u"mllccmmtm"_s);
    row("footnote", u"a[^1]"_s, u".cccc"_s);
    row("autolink", u"<https://a.b>"_s, u"mtttttttttttm"_s);
    row("bare address", u"at https://a.b/c(d)."_s, u"...tttttttttttttttt."_s);
    row("html", u"H<sub>2</sub>O"_s, u".wwwww.wwwwww."_s);  // case 10
    row("less than", u"a < b > c"_s, u"........."_s);
    row("bullet", u"- a"_s, u"mm."_s);
    row("task", u"- [x] a"_s, u"mmmmmm."_s);
    row("quote", u"> > a"_s, u"mmmm."_s);
    row("rule", u"a\n\n* * *"_s, u".\n\nmmmmm"_s);
    row("fence", u"```py\n*a* $x$\n```\n*b*"_s, u"mmmmm\nkkkkkkk\nmmm\nmIm"_s);  // case 6
    row("tilde fence", u"~~~\n```\n~~~\na"_s, u"mmm\nkkk\nmmm\n."_s);
    row("longer fence", u"````\n```\n````\na"_s, u"mmmm\nkkk\nmmmm\n."_s);
    row("an indented run closes nothing", u"```\nx\n    ```\ny"_s, u"mmm\nk\nkkkkkkk\nk"_s);
    row("three spaces close", u"```\nx\n   ```\ny"_s, u"mmm\nk\nmmmmmm\n."_s);
    row("an indented run in an item", u"- ```\n      ```\n     ```\nb"_s, u"mmmmm\nkkkkkkkkk\nmmmmmmmm\n."_s);
    row("three spaces in a quote", u"> ```\n>    ```\n> b"_s, u"mmmmm\nmmmmmmmm\nmm."_s);
    row("fence in an item", u"1. a\n   ```\n   x\n   ```\n2. b"_s,
        u"mmm.\nmmmmmm\nkkkk\nmmmmmm\nmmm."_s);  // case 7
    row("item ends its fence", u"- ```\n  x\n\nb"_s, u"mmmmm\nkkk\n\n."_s);
    row("quote ends its fence", u"> ```\n> x\nb"_s, u"mmmmm\nkkk\n."_s);
    row("indented code", u"a\n\n    *x*\n\nb"_s, u".\n\nkkkkkkk\n\n."_s);
    row("lazy line is no code", u"a\n    *b*"_s, u".\n....mIm"_s);
    row("indented in a list", u"- a\n\n  *b*"_s, u"mm.\n\n..mIm"_s);
    row("display math", u"$$\na_b\n$$\n*c*"_s, u"mm\nxxx\nmm\nmIm"_s);
    row("display math in one line", u"$$a_b$$ c"_s, u"xxxxxxx.."_s);
    row("bracket math",
        uR"(\[
a_b
\])"_s,
        u"mm\nxxx\nmm"_s);
    row("comment", u"<!-- a\n*b*\n--> *c*\n*d*"_s, u"mmmmmm\nmmm\nmmmmmmm\nmIm"_s);
    row("front matter", u"---\ntitle: a\n---\n*b*"_s, u"mmm\nmmmmmmmm\nmmm\nmIm"_s);
    row("rule at the top", u"---\n\n*b*"_s, u"mmm\n\nmIm"_s);
    row("table", u"| a | `b` |\n|---|---|\n| c | d |\n\n*e*"_s,
        u"mfffmfmkmfm\nmmmmmmmmm\nmfffmfffm\n\nmIm"_s);
    row("table without outer bars", u"a | b\n--|--\nc | d"_s, u"ffmff\nmmmmm\nffmff"_s);
    row("directives", u"::demo{x}\n::: aside\n*a*\n:::"_s, u"ddddddmmm\nddddddddd\nmIm\nddd"_s);
    row("attributes", u"## A {#id .c}"_s, u"mmmhhmmmmmmmm"_s);
    row("attributes of a picture", u"![a](b){#fig:x width=60%}"_s, u"mm.mmtmmmmmmmmmmmmmmmmmmm"_s);
    row("attributes with blanks", u"## A { .c }"_s, u"mmmhhmmmmmm"_s);
    row("title of a directive", u":::aside[A *b*]{#x}"_s, u"ddddddddm..mImmmmmm"_s);
    row("title behind a blank", u"::: theorem Of *x*"_s, u"ddddddddddd....mIm"_s);
    row("directive in a quote", u"> :::aside"_s, u"mmdddddddd"_s);
    row("callout", u"> [!NOTE]- *b*\n> [!NOTE] c"_s, u"mmdddddddd.mIm\nmm........."_s);
    row("caption of a table", u"| a |\n|---|\n: *c* {#tbl:x}"_s, u"mfffm\nmmmmm\nd.mIm.mmmmmmmm"_s);
    row("caption of a picture", u"![a](b)\n: c"_s, u"mm.mmtm\nd.."_s);
    row("caption paragraph", u"a\n\n: c"_s, u".\n\nd.."_s);
    row("no caption", u"a\n: c"_s, u".\n..."_s);
    row("cross reference", u"see [@fig:a; @tbl:b]"_s, u"....cccccccccccccccc"_s);
    row("inline note", u"a^[b *c*]"_s, u".cc..mImc"_s);
    row("bracket math in a line", uR"(a \[x_i\] b)"_s, u"..xxxxxxx.."_s);
    row("label of a formula", u"$$\na\n$$ {#eq:a}"_s, u"mm\nx\nmmxmmmmmmm"_s);
    row("braces in prose", u"a {b} c"_s, u"......."_s);
    row("escape", uR"(\*a\*)"_s, u"m..m."_s);
  }
  void colours() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const Manuscript m(text);
    QCOMPARE(looks(m), expected);
  }

  void typingEqualsLoading_data() { colours_data(); }
  void typingEqualsLoading() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    Manuscript m;
    QTextCursor cursor(m.document.get());
    for (const QChar c : text)
      cursor.insertText(QString(c));
    QCoreApplication::processEvents();  // lines whose reading hangs on the next are read again
    QCOMPARE(looks(m), expected);
    // And backwards: from a text behind it, deleting up to it.
    Manuscript longer(text + u"\n```\nx\n-->\n$$"_s);
    QTextCursor end(longer.document.get());
    end.movePosition(QTextCursor::End);
    while (end.position() > text.size())
      end.deletePreviousChar();
    QCoreApplication::processEvents();
    QCOMPARE(looks(longer), expected);
  }

  void aKeyReadsOnlyItsLine() {
    Manuscript m(u"line *a*\n"_s.repeated(500));
    QTextCursor cursor(m.document.get());
    cursor.setPosition(3);
    int reported = 0;
    connect(m.document.get(), &QTextDocument::contentsChange, this,
            [&](int, int, int added) { reported = added; });
    cursor.insertText(u"x"_s);
    QCOMPARE(reported, 1);
    QCOMPARE(looks(m.document->firstBlock()), u"......mIm"_s);
  }

  void otherColoursAreNoEdit() {
    Manuscript m(u"# a\n\n*b*"_s);
    QSignalSpy changes(m.document.get(), &QTextDocument::contentsChange);
    ManuscriptStyle other = test::manuscriptStyle();
    std::swap(other.headingInk, other.marker);
    m.highlighter->setStyle(other);
    QCOMPARE(looks(m.document->firstBlock()), u"hhm"_s);
    QCOMPARE(changes.count(), 0);
    QVERIFY(!m.document->isUndoAvailable());
  }
};

QTEST_MAIN(TestHighlighter)
#include "tst_Highlighter.moc"
