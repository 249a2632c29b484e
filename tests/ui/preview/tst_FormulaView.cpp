#include "ui/preview/FormulaView.h"

#include <future>
#include <QSignalSpy>
#include <QtTest>

#include "exporters/typeset/Typesetter.h"
#include "tests/support/Fixture.h"

using namespace Qt::StringLiterals;
using namespace offprint;

/// The real typesetter and the real web engine.
class TestFormulaView : public QObject {
  Q_OBJECT

  static FormulaView::Look look() {
    FormulaView::Look look;
    look.ink = Qt::black;
    look.ground = Qt::white;
    look.room = QSize(500, 300);
    return look;
  }

 private Q_SLOTS:
  void initTestCase() {
    typesetter_ = std::make_unique<Typesetter>(test::resources(), QString());
    window_ = std::make_unique<QWidget>();
    window_->resize(600, 400);
    view_ = new FormulaView(*typesetter_, test::resources(), window_.get());
    window_->show();
    // The engine may need longer for its start than whoever looks at a formula would wait.
    TypesetPiece piece;
    piece.source = "x";
    const auto ready = std::async(
        std::launch::async, [&] { return typesetter_->typeset({piece}, {}, 120'000, Task()).value(0).html; });
    QVERIFY(QTest::qWaitFor(
        [&] { return ready.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }, 130'000));
  }
  void cleanupTestCase() {
    typesetter_->stop();
    window_.reset();
    typesetter_.reset();
  }

  void aFormulaIsDrawnInItsSize() {
    QSignalSpy drawn(view_, &FormulaView::drawn);
    view_->draw(u"x^2"_s, false, look());
    QVERIFY(drawn.wait(60'000));
    const QSize small = drawn.last().first().toSize();
    QVERIFY2(small.width() > 8 && small.width() < 80, qPrintable(QString::number(small.width())));
    QCOMPARE(view_->size(), small);
    view_->draw(u"\\sum_{i=1}^n \\frac{a_i}{b_i}"_s, true, look());
    QVERIFY(drawn.wait(60'000));
    const QSize large = drawn.last().first().toSize();
    QVERIFY(large.width() > small.width() && large.height() > small.height());
    const auto inked = [this] {
      const QImage shown = view_->grab().toImage();
      int dark = 0;
      for (int y = 0; y < shown.height(); ++y) {
        for (int x = 0; x < shown.width(); ++x)
          dark += qGray(shown.pixel(x, y)) < 100 ? 1 : 0;
      }
      return dark > 40;
    };
    QTRY_VERIFY_WITH_TIMEOUT(inked(), 20'000);
  }

  void aLongOneIsMadeSmaller() {
    QSignalSpy drawn(view_, &FormulaView::drawn);
    view_->draw(u"a+"_s.repeated(300) + u"a"_s, true, look());
    QVERIFY(drawn.wait(60'000));
    QVERIFY(drawn.last().first().toSize().width() <= 501);
  }

  void aWrongOneSaysWhatIsWrong() {
    QSignalSpy failed(view_, &FormulaView::failed);
    view_->draw(u"\\frac{1"_s, false, look());
    QVERIFY(failed.wait(60'000));
    QVERIFY(!failed.last().first().toString().isEmpty());
  }

  void onlyTheLastOneIsShown() {
    QSignalSpy drawn(view_, &FormulaView::drawn);
    QSignalSpy failed(view_, &FormulaView::failed);
    view_->draw(u"\\frac{2"_s, false, look());
    view_->draw(u"y"_s, false, look());
    QVERIFY(drawn.wait(60'000));
    QCOMPARE(drawn.count(), 1);
    QCOMPARE(failed.count(), 0);
  }

 private:
  std::unique_ptr<Typesetter> typesetter_;
  std::unique_ptr<QWidget> window_;
  FormulaView* view_ = nullptr;
};

int main(int argc, char** argv) {
  QCoreApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
  Typesetter::prepareProcess();
  QApplication application(argc, argv);
  TestFormulaView test;
  return QTest::qExec(&test, argc, argv);
}

#include "tst_FormulaView.moc"
