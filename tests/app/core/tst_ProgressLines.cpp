#include <QTest>

#include "app/core/ProgressLines.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestProgressLines : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void aShortJobIsSilent() {
    ProgressLines lines;
    lines.report({u"Pages"_s, 1, 5});
    QVERIFY(!lines.due(100ms));
    lines.report({u"Media"_s, 1, 1});
    QVERIFY(!lines.due(1999ms));
    QCOMPARE(lines.next(), ProgressLines::kSilent);
  }

  /// Also of a step that reports nothing more after its beginning.
  void aLongStepIsToldFromTimeToTime() {
    ProgressLines lines;
    lines.report({u"Pages"_s, 1, 5});
    QCOMPARE(lines.due(2000ms), u"Pages: 1/5"_s);
    lines.report({u"Pages"_s, 2, 5});
    QVERIFY(!lines.due(2001ms));
    QVERIFY(!lines.due(11'999ms));
    QCOMPARE(lines.next(), 12'000ms);
    QCOMPARE(lines.due(12'000ms), u"Pages: 2/5"_s);
    QCOMPARE(lines.due(22'000ms), u"Pages: 2/5"_s);
  }

  void eachStepIsToldWhenItBegins() {
    ProgressLines lines;
    lines.report({u"Reading"_s, 7, 0});
    QCOMPARE(lines.due(2500ms), u"Reading"_s);
    lines.report({u"Pages"_s, 1, 2});
    QCOMPARE(lines.due(2501ms), u"Pages: 1/2"_s);
    QCOMPARE(lines.next(), 12'501ms);
  }

  void nothingIsToldOfAJobThatReportsNothing() {
    ProgressLines lines;
    QVERIFY(!lines.due(3s));
    QCOMPARE(lines.next(), 13'000ms);
    lines.report({u"Pages"_s, 1, 2});
    QCOMPARE(lines.due(4s), u"Pages: 1/2"_s);
  }
};

QTEST_GUILESS_MAIN(TestProgressLines)
#include "tst_ProgressLines.moc"
