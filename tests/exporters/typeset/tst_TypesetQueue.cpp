#include <QTest>
#include <utility>

#include "exporters/typeset/TypesetQueue.h"
#include "tests/support/Fixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

class TestTypesetQueue : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  /// So that a long batch is written to the disk before it is drawn whole.
  void whoWaitsIsCalledMeanwhile() {
    TypesetQueue queue(Engines(test::resources()), [] {});
    TypesetJob job;
    job.key = "first";
    bool called = false;
    const auto outcomes = queue.draw({job}, -1, {}, [&] {
      if (std::exchange(called, true)) return;
      const QList<TypesetJob> taken = queue.take();  // deadlocks were the lock held
      QCOMPARE(taken.size(), 1);
      queue.deliver("first", {TypesetOutcome::State::Drawn, {Drawing::State::Drawn, "x"}});
    });
    QVERIFY(called);
    QCOMPARE(outcomes.value("first").drawing.text, QByteArray("x"));
  }
};

QTEST_GUILESS_MAIN(TestTypesetQueue)
#include "tst_TypesetQueue.moc"
