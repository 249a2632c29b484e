#include <QtTest>

#include "ui/library/Snippet.h"

using namespace offprint;
using namespace Qt::StringLiterals;

class TestSnippet : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void marksAreRead() {
    const Snippet read = readSnippet(u"in \u2039one\u203A sweep, \u2039one\u203A row"_s);
    QCOMPARE(read.text, u"in one sweep, one row"_s);
    QCOMPARE(read.matches, (QList<Snippet::Match>{{3, 3}, {14, 3}}));
    const Snippet loose = readSnippet(u"a\u203A b \u2039c"_s);
    QCOMPARE(loose.text, u"a b c"_s);
    QVERIFY(loose.matches.isEmpty());
  }

  /// What is found in a text is shown as it reads, not as it is written.
  void markupIsNotShown() {
    const auto read = [](const QString& text) { return readSnippet(text).text; };
    QCOMPARE(read(u"## Why \u2039softmax\u203A **is** `safe`"_s), u"Why softmax is safe"_s);
    QCOMPARE(read(u"in [[article/one|part \u2039two\u203A]] and [a link](https://a.example) here"_s),
             u"in part two and a link here"_s);
    QCOMPARE(read(u"calls cuda_launch with a_b_c, 3 * 4"_s), u"calls cuda_launch with a_b_c, 3 * 4"_s);
    QCOMPARE(read(u"as said[^1] there; title {\u2039Flash\u203AAttention}: a {GPU} kernel"_s),
             u"as said there; title FlashAttention: a GPU kernel"_s);
    QCOMPARE(read(u"f() { return 1; } and \\mathbb{R}"_s), u"f() { return 1; } and \\mathbb{R}"_s);
    QCOMPARE(read(u"says so [@dao2022] of it"_s), u"says so @dao2022 of it"_s);
  }

  void whatFitsStays() {
    const Snippet whole = readSnippet(u"a \u2039match\u203A here"_s);
    QCOMPARE(fitted(whole, QFontMetricsF(QFont()), 10000), whole);
  }

  void theFirstMatchIsSeenAtEveryWidth() {
    const QFontMetricsF metrics{QFont()};
    const Snippet whole = readSnippet(
        u"Many words that nobody looked for stand before the \u2039softmax\u203A and the second "
        "\u2039softmax\u203A ends the line, with more behind"_s);
    const qreal least = metrics.horizontalAdvance(u"\u2026softmax\u2026"_s) + 1;
    for (qreal width = least; width < metrics.horizontalAdvance(whole.text) + 20; width += 7) {
      const Snippet shown = fitted(whole, metrics, width);
      QVERIFY(metrics.horizontalAdvance(shown.text) <= width);
      QVERIFY(!shown.matches.isEmpty());
      const Snippet::Match first = shown.matches.constFirst();
      QCOMPARE(shown.text.mid(first.start, first.length), u"softmax"_s);
      for (const Snippet::Match& match : shown.matches)
        QVERIFY(match.start + match.length <= shown.text.size());
      QVERIFY(!shown.text.startsWith(u"\u2026\u2026"_s));
    }
  }

  void aMatchWiderThanTheLineIsCutAtItsEnd() {
    const QFontMetricsF metrics{QFont()};
    const Snippet shown = fitted(readSnippet(u"before \u2039averyveryverylongword\u203A after"_s), metrics,
                                 metrics.horizontalAdvance(u"\u2026averyvery\u2026"_s));
    QVERIFY(shown.text.startsWith(u"\u2026avery"_s));
    QCOMPARE(shown.matches.size(), 1);
    QCOMPARE(shown.matches.constFirst().start, 1);
  }
};

QTEST_MAIN(TestSnippet)
#include "tst_Snippet.moc"
