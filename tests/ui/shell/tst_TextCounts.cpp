#include "ui/shell/TextCounts.h"

#include <QtTest>

#include "exporters/markdown/MarkdownEngine.h"

using namespace Qt::StringLiterals;
using namespace offprint;

class TestTextCounts : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { MarkdownEngine::initialize(); }

  void proseIsCounted() {
    const TextCounts counts = textCounts(
        u"# Two words\n\nOne sentence. And another one with *five more* words! $x + y$\n\n"
        "```python\nprint(1)\n```\n\n![A picture](media/a.png)\n\n$$\nx\n$$\n\n| a |\n|---|\n| b |\n\n"
        "Cited [@one; @two] and again [@one].\n"_s);
    QCOMPARE(counts.facts.figures, 1);
    QCOMPARE(counts.facts.equations, 1);
    QCOMPARE(counts.facts.codeBlocks, 1);
    QCOMPARE(counts.facts.tables, 1);
    QCOMPARE(counts.facts.citations.size(), 2);
    QCOMPARE(counts.longest, 7);
    QCOMPARE(counts.longestSentence, u"And another one with five more words!"_s);
    QVERIFY(counts.characters > counts.letters && counts.letters > counts.words);
    QVERIFY(counts.sentences >= 4);
  }

  void nothingIsNothing() {
    const TextCounts counts = textCounts(QString());
    QCOMPARE(counts.words + counts.characters + counts.sentences + counts.longest, 0);
    QVERIFY(counts.longestSentence.isEmpty());
  }
};

QTEST_MAIN(TestTextCounts)
#include "tst_TextCounts.moc"
