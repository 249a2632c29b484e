#include <atomic>
#include <QRandomGenerator>
#include <QtTest>
#include <thread>

#include "exporters/markdown/MarkdownEngine.h"
#include "tests/exporters/markdown/Balance.h"
#include "tests/exporters/markdown/SpecExamples.h"
#include "tests/support/Fixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

/// What holds for every text, however odd.
class MarkdownProperties : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void everyBlockIsBalanced();
  void everyBlockStandsAlone();
  void threadsGiveTheSameAsOne();
  void anEditChangesOneBlock();
  void nothingIsDropped();
  void deepNestingEnds();
  void hugeTextIsRead();
  void linear_data();
  void linear();

 private:
  QByteArray randomText(QRandomGenerator& random) const;
  QByteArrayList pieces_;
};

void MarkdownProperties::initTestCase() {
  MarkdownEngine::initialize();
  for (const char* file : {"spec.txt", "extensions.txt", "regression.txt"}) {
    for (const test::SpecExample& example :
         test::specExamples(test::slurp(test::shared(u"inputs/spec/"_s + QString::fromLatin1(file))))) {
      pieces_ << example.markdown;
    }
  }
  for (const char* piece : {"$$\nx\n$$\n",
                            "$x$ \\(y\\) ",
                            "\\[\na\n\\]\n",
                            ":::aside\n",
                            ":::\n",
                            ":::unknown\n",
                            "::toc\n",
                            "> [!NOTE] a\n> b\n",
                            "![a](b)\n: c\n",
                            "[[a|b]] ",
                            "# h {#i .c}\n",
                            "<div>\n",
                            "</div>\n",
                            "<b>",
                            "</b>",
                            "<p>",
                            "a[^1]\n\n[^1]: n\n",
                            "\n",
                            "\n\n",
                            "| a | $b|c$ |\n|---|---|\n| d | e |\n",
                            "```math\nx\n```\n",
                            "```py {hl=1}\nx\n```\n",
                            "  ",
                            "> ",
                            "- ",
                            "1. ",
                            "<!-- ",
                            "-->",
                            "<script>",
                            "</script>",
                            "<svg><path/></svg>",
                            "\t",
                            "`",
                            "$",
                            "\\",
                            "*",
                            "_",
                            "{",
                            "}",
                            "{.a}",
                            "|",
                            "\xef\xb7\x90",
                            "\xff",
                            "b^[n [l](m)]\n",
                            "^[",
                            "[@fig:a] ",
                            "[@eq:b; @tbl:c]",
                            "![a](b){#fig:a}\n\n",
                            ": c {#tbl:c}\n",
                            ":::figure{#fig:d}\n",
                            ":::proof\n",
                            "::items{kind=a}\n",
                            "::demo{src=a}\n",
                            "## s {#sec:s}\n",
                            "<a href=\"x",
                            "\">"}) {
    for (int weight = 0; weight < 8; ++weight)
      pieces_ << QByteArray(piece);
  }
}

QByteArray MarkdownProperties::randomText(QRandomGenerator& random) const {
  QByteArray text;
  for (int n = random.bounded(1, 14); n > 0; --n) {
    text += pieces_.at(random.bounded(static_cast<int>(pieces_.size())));
    if (random.bounded(3) == 0) text += '\n';
  }
  return text;
}

void MarkdownProperties::everyBlockIsBalanced() {
  QRandomGenerator random(1);
  for (int i = 0; i < 6000; ++i) {
    const QByteArray text = randomText(random);
    const ParsedDocument document = MarkdownEngine::parse(text);
    int line = 0;
    for (const RenderedBlock& block : document.blocks) {
      const QByteArray tag = test::unbalancedTag(block.html);
      QVERIFY2(tag.isEmpty(), (tag + " in\n" + block.html + "\nof\n" + text).constData());
      QVERIFY(block.html.endsWith('\n'));
      QVERIFY(block.firstLine >= 1 && block.lastLine >= block.firstLine);
      QVERIFY(block.lastLine <= text.count('\n') + text.count('\r') + 1);
      const bool notes = block.html.startsWith("<ol class=\"notes\">");
      QVERIFY2(notes || block.firstLine >= line, text.constData());
      line = block.firstLine;
    }
    for (const Finding& finding : document.findings) {
      QVERIFY2(finding.line >= 1 && finding.line <= text.count('\n') + text.count('\r') + 1,
               qPrintable(finding.code + u' ' + QString::number(finding.line)));
    }
    QVERIFY2(!document.html().contains("\xef\xb7"), text.constData());  // no mark is left
  }
}

/// Rendering block by block equals rendering whole: each block of a text, given alone, renders the same,
/// unless it depends on the rest (references, footnotes, ids that repeat).
void MarkdownProperties::everyBlockStandsAlone() {
  QByteArray text;
  for (const char* block :
       {"# One\n\n", "para *a* $x$\nsecond line\n\n", "- a\n- b\n  - c\n\n", "> q\n> r\n\n",
        "$$\nx\n- y\n$$\n\n", "```py\ncode\n```\n\n", "| a | b |\n|---|---|\n| $c|d$ | e |\n\n",
        "<div>\n\nin\n\n</div>\n\n", ":::aside\nx\n\ny\n:::\n\n", "> [!TIP] T\n> u\n\n", "![a](b \"c\")\n\n",
        ":::unknown\n*x*\n\n:::\n\n", "***\n\n"}) {
    text += block;
  }
  const ParsedDocument whole = MarkdownEngine::parse(text);
  QCOMPARE(whole.blocks.size(), 13);
  const QByteArrayList lines = text.split('\n');
  QByteArray together;
  for (const RenderedBlock& block : whole.blocks) {
    const QByteArray part =
        lines.mid(block.firstLine - 1, block.lastLine - block.firstLine + 1).join('\n') + '\n';
    const ParsedDocument alone = MarkdownEngine::parse(part);
    QCOMPARE(alone.blocks.size(), 1);
    QCOMPARE(alone.blocks.first().html, block.html);
    QCOMPARE(alone.blocks.first().hash, block.hash);
    together += alone.html();
  }
  QCOMPARE(together, whole.html());
}

void MarkdownProperties::threadsGiveTheSameAsOne() {
  QRandomGenerator random(2);
  QByteArrayList texts;
  QByteArrayList expected;
  for (int i = 0; i < 400; ++i) {
    texts << randomText(random);
    MarkdownOptions options;
    options.plain = i % 5 == 0;
    options.smartPunctuation = i % 3 == 0;
    expected << MarkdownEngine::parse(texts.last(), options).html();
  }
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int round = 0; round < 5; ++round) {
        for (int n = 0; n < 400; ++n) {
          const int i = (n * 7 + t * 53) % 400;
          MarkdownOptions options;
          options.plain = i % 5 == 0;
          options.smartPunctuation = i % 3 == 0;
          if (MarkdownEngine::parse(texts.at(i), options).html() != expected.at(i)) ++wrong;
        }
      }
    });
  }
  for (std::thread& thread : threads)
    thread.join();
  QCOMPARE(wrong.load(), 0);
}

void MarkdownProperties::anEditChangesOneBlock() {
  QByteArray text;
  for (int i = 0; i < 40; ++i)
    text += "paragraph " + QByteArray::number(i) + " with $x_" + QByteArray::number(i) + "$\n\n";
  const ParsedDocument before = MarkdownEngine::parse(text);
  for (int i = 0; i < 40; ++i) {
    QByteArray edited = text;
    edited.replace("paragraph " + QByteArray::number(i) + ' ', "changed " + QByteArray::number(i) + " $ ");
    const ParsedDocument after = MarkdownEngine::parse(edited);
    QCOMPARE(after.blocks.size(), before.blocks.size());
    for (int b = 0; b < 40; ++b)
      QCOMPARE(after.blocks.at(b) == before.blocks.at(b), b != i);
  }
}

/// Every word of a text is on the page, or a finding says what became of it.
void MarkdownProperties::nothingIsDropped() {
  const QByteArrayList words = {":::gizmo WORD\nx\n:::\n",
                                "::gizmo{a=WORD}\n",
                                ":::aside\nWORD\n",
                                ":::unknown\nWORD\n",
                                ":::unknown\nWORD\n:::\n",
                                "> [!WORD] x\n",
                                "> [!NOTE]\n> WORD\n",
                                "> [!NOTE] WORD\n",
                                "$$\nWORD\n\nx\n",
                                "> $$\n> WORD\nx\n> $$\n",
                                "- $$\n  WORD\n\n",
                                "\\[ WORD\n",
                                "<div WORD\n\n",
                                "<!-- WORD\n\n",
                                "[[WORD\n",
                                "[[a|WORD]]\n",
                                "{#WORD}\n",
                                "a {.WORD}\n",
                                "![WORD](b){.c}d\n",
                                "| a |\n|---|\n| b |\n: WORD\n",
                                "![x](y)\n: WORD\n",
                                "[^WORD]\n",
                                ":::WORD\n",
                                "# a {.b} WORD\n",
                                "```x {WORD}\n```\n",
                                "::publications{kind=WORD}\n",
                                "::youtube{id=\"WORD \"}\n",
                                "::video{source=WORD}\n",
                                "a^[WORD]\n",
                                "a^[WORD\n\nb]\n",
                                "| a |\n|---|\n| b^[WORD] |\n",
                                "![a^[WORD]](b)\n[@fig:WORD]\n",
                                ":::theorem[WORD]\nx\n:::\n",
                                ":::figure\nx\n:::\n: WORD\n",
                                ":::column\nWORD\n:::\n",
                                "::toc{x=WORD}\n::toc{y=WORD}\n"};
  for (const QByteArray& text : words) {
    const ParsedDocument document = MarkdownEngine::parse(text);
    const bool attribute = text.startsWith("```") || text.startsWith("::toc");
    QVERIFY2(attribute || document.html().toLower().contains("word"), text.constData());
  }
}

void MarkdownProperties::deepNestingEnds() {
  for (const char* unit :
       {"> ", "- ", "1. ", "*a **a ", "[", "![", "<b>", "<div>", "\\(", "{", ":::aside\n", "> [!NOTE] "}) {
    const ParsedDocument document = MarkdownEngine::parse(QByteArray(unit).repeated(50'000) + "x\n");
    QVERIFY2(document.html().contains('x'), unit);
  }
}

void MarkdownProperties::hugeTextIsRead() {
  const QByteArray paragraph = "A paragraph with $x_i$, *emphasis* and [a link](https://example.org/).\n\n";
  const QByteArray text = paragraph.repeated(50'000'000 / paragraph.size());
  const ParsedDocument document = MarkdownEngine::parse(text);
  QCOMPARE(document.blocks.size(), text.size() / paragraph.size());
  QCOMPARE(document.links.size(), document.blocks.size());
  QCOMPARE(document.blocks.last().firstLine, 2 * static_cast<int>(document.blocks.size()) - 1);
}

/// Inputs whose cost grew with the square of their size, in cmark-gfm or in a careless reader of the dialect.
/// At this size each of them would run into the time limit of a test function.
void MarkdownProperties::linear_data() {
  QTest::addColumn<QByteArray>("text");
  constexpr qsizetype Size = 1'000'000;
  const auto repeat = [](const char* name, const char* unit, const char* before = "",
                         const char* after = "") {
    QTest::newRow(name) << QByteArray(before) +
                               QByteArray(unit).repeated(Size / static_cast<qsizetype>(std::strlen(unit))) +
                               QByteArray(after) + '\n';
  };
  repeat("open brackets", "[");
  repeat("emphasis", "*a **a ");
  repeat("image brackets", "![[]()");
  repeat("blank lines in nested items", "\n", QByteArray("- ").repeated(20'000).constData());
  repeat("cells", "|", "", ("\n" + QByteArray("|-").repeated(500'000) + '|').constData());
  repeat("table rules", "a | b\n-|\n");
  repeat("paragraph before a table", "a\n", "", "|-|");
  repeat("parentheses behind an address", ")", "www.a");
  repeat("dollars", "$");
  repeat("open dollars", "$a ");
  repeat("display dollars", "$$a ");
  repeat("display lines", "$$\n");
  repeat("dollars in text", "$\\text{");
  repeat("backtick math", "$`a");
  repeat("round brackets", "\\(a");
  repeat("square brackets", "\\[ a\n");
  repeat("item links", "[[a ");
  repeat("attributes", " {#a");
  repeat("headings with ids", "# a {#a}\n");
  repeat("containers", ":::a\n");
  repeat("nested containers", ":::aside\n", "", QByteArray(":::\n").repeated(200'000).constData());
  repeat("unknown blocks", ":::unknown\n", "", ":::");
  repeat("unknown blocks with short ends", "::::unknown\n", "",
         QByteArray(":::\n").repeated(200'000).constData());
  repeat("contents", "::toc\n", QByteArray("# a\n").repeated(50'000).constData());
  repeat("open tags", "<b>");
  repeat("end tags that fit nothing", "</i>", QByteArray("<b>").repeated(200'000).constData());
  repeat("raw text elements", "<script><style>");
  repeat("unfinished tags", "<a x=\"", "<div>");
  repeat("unfinished comments", "<!", "<div>");
  repeat("code spans", "` `` ``` ");
  repeat("footnotes", "[^1] ", "", "\n\n[^1]: a");
  repeat("callouts", "> [!NOTE]\n\n");
  repeat("captions", "![a](b)\n\n: c\n\n");
  repeat("notes in place", "a^[b] ");
  repeat("notes that never close", "^[ ");
  repeat("notes in notes", "^[a", "", QByteArray("]").repeated(300'000).constData());
  repeat("notes over blank lines", "^[`a\n\n");
  repeat("references", "[@fig:a; @fig:b] ", "![a](b){#fig:a}\n\n");
  repeat("references without end", "[@fig:a; @fig:");
  repeat("numbered figures", "![a](b \"c\")\n\n");
  repeat("figures with parts", ":::figure\n![a](b)\n:::\n: c\n");
  repeat("section numbers", "# a\n", "# b {#sec:b}\n");
}

void MarkdownProperties::linear() {
  QFETCH(QByteArray, text);
  QVERIFY(!MarkdownEngine::parse(text).blocks.isEmpty());
}

QTEST_GUILESS_MAIN(MarkdownProperties)
#include "tst_MarkdownProperties.moc"
