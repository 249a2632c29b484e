#include <QtTest>
#include <QtWidgets>

#include "tests/support/Fixture.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Chips.h"
#include "ui/widgets/Floating.h"
#include "ui/widgets/FlowLayout.h"
#include "ui/widgets/Glyphs.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/PlainTextField.h"
#include "ui/widgets/Segmented.h"
#include "ui/widgets/Sheet.h"
#include "ui/widgets/SuggestionList.h"
#include "ui/widgets/Toast.h"
#include "ui/widgets/Toggle.h"

using namespace offprint;
using namespace Qt::StringLiterals;

class TestControls : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() {
    auto made = Appearance::create(test::resources());
    QVERIFY(made.has_value());
    look_ = std::move(*made);
    look_->apply();
  }
  void cleanupTestCase() { look_.reset(); }

  void segmentsMoveByArrowsAndTellTheUser() {
    Segmented segments(*look_, u"View mode"_s, {{u"Write"_s, {}}, {u"Split"_s, {}}, {u"Preview"_s, {}}});
    segments.show();
    QSignalSpy chosen(&segments, &Segmented::chosen);
    segments.setCurrent(1);
    QCOMPARE(chosen.count(), 0);
    const auto parts = segments.findChildren<QRadioButton*>();
    QCOMPARE(parts.size(), 3);
    QVERIFY(QTest::qWaitForWindowActive(&segments));
    parts[1]->setFocus();
    QTest::keyClick(parts[1], Qt::Key_Right);
    QCOMPARE(segments.current(), 2);
    QCOMPARE(chosen.takeFirst().at(0).toInt(), 2);
    QTest::mouseClick(parts[0], Qt::LeftButton);
    QCOMPARE(segments.current(), 0);
    QCOMPARE(QAccessible::queryAccessibleInterface(parts[0])->role(), QAccessible::RadioButton);
    QCOMPARE(segments.sizeHint().height(), look_->ipx(26) + 4);
  }

  void aLabelKeepsItsSizeInAnotherAppearance() {
    Label headline(*look_, TextRole::Headline, u"Write it here."_s, Token::TextPrimary);
    const QFont before = headline.font();
    look_->setMode(look_->dark() ? Appearance::Mode::Light : Appearance::Mode::Dark);
    QCOMPARE(headline.font(), before);
    look_->setMode(Appearance::Mode::System);
  }

  /// A text or table in a sheet has all the room there is.
  void aSheetGivesItsContentTheRoom() {
    QWidget window;
    QPointer<Sheet> sheet = new Sheet(*look_, u"Help"_s, &window);
    auto* text = new QTextBrowser(sheet);
    sheet->content()->addWidget(text, 1);
    sheet->addClose();
    sheet->resize(620, 600);
    sheet->show();
    QVERIFY2(text->height() > 420, qPrintable(QString::number(text->height())));
    delete sheet;
  }

  void theSwitchIsACheckBox() {
    Toggle toggle(*look_, u"Increased contrast"_s);
    toggle.resize(toggle.sizeHint());
    toggle.show();
    QCOMPARE(QAccessible::queryAccessibleInterface(&toggle)->role(), QAccessible::CheckBox);
    QTest::mouseClick(&toggle, Qt::LeftButton, {}, QPoint(toggle.width() - 4, toggle.height() / 2));
    QVERIFY(toggle.isChecked());
    QTest::keyClick(&toggle, Qt::Key_Space);
    QVERIFY(!toggle.isChecked());
  }

  void chipsAreAddedEditedAndRemoved() {
    QWidget window;
    auto* chips = new Chips(*look_, u"Tags"_s, u"Add tag"_s, &window);
    window.show();
    chips->setValues({u"gpu"_s});
    QSignalSpy edited(chips, &Chips::edited);
    auto* field = chips->findChild<QLineEdit*>();
    QTest::keyClicks(field, u"  memory  "_s);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(chips->values(), QStringList({u"gpu"_s, u"memory"_s}));
    // Twice and empty add nothing.
    QTest::keyClicks(field, u"gpu"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(edited.count(), 1);
    QTest::keyClicks(field, u"a,b,"_s);
    QCOMPARE(chips->values(), QStringList({u"gpu"_s, u"memory"_s, u"a"_s, u"b"_s}));
    // Backspace in the empty field takes the last back.
    QTest::keyClick(field, Qt::Key_Backspace);
    QCOMPARE(field->text(), u"b"_s);
    QCOMPARE(chips->values().size(), 3);
    field->clear();
    auto* first = chips->findChild<QAbstractButton*>();
    QCOMPARE(first->accessibleName(), u"Remove gpu"_s);
    QTest::keyClick(first, Qt::Key_Delete);
    QTRY_COMPARE(chips->values(), QStringList({u"memory"_s, u"a"_s}));
    chips->setReadOnly(true);
    QVERIFY(!field->isVisible());
  }

  void suggestions_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QStringList>("offered");
    QTest::newRow("nothing typed") << u" "_s << QStringList();
    QTest::newRow("beginnings first") << u"mem"_s << QStringList({u"memory"_s, u"GPU memory"_s});
    QTest::newRow("case") << u"gpu"_s << QStringList({u"GPU memory"_s});
    QTest::newRow("typed whole") << u"memory"_s << QStringList({u"GPU memory"_s});
    QTest::newRow("none") << u"zebra"_s << QStringList();
  }
  void suggestions() {
    QFETCH(QString, typed);
    QTEST(suggestionsFor(typed, {u"GPU memory"_s, u"memory"_s, u"attention"_s}), "offered");
  }

  void theListBelowAFieldTakesArrowsAndEnter() {
    QWidget window;
    window.resize(400, 300);
    auto* field = new QLineEdit(&window);
    field->setGeometry(20, 20, 200, 28);
    SuggestionList list(*look_, field, [] { return QStringList({u"alpha"_s, u"alpine"_s}); });
    QSignalSpy accepted(&list, &SuggestionList::accepted);
    window.show();
    field->setFocus();
    QTest::keyClicks(field, u"al"_s);
    QVERIFY(list.isVisible());
    // Never over the field.
    QVERIFY(list.geometry().top() + floatingMargin(*look_) > field->geometry().bottom());
    QTest::keyClick(field, Qt::Key_Down);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(!list.isVisible());
    QCOMPARE(accepted.takeFirst().at(0).toString(), u"alpine"_s);
    QTest::keyClicks(field, u"p"_s);
    QVERIFY(list.isVisible());
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(!list.isVisible());
  }

  void popupsFlipWhereThereIsNoRoomBelow() {
    QWidget window;
    window.resize(400, 300);
    window.show();
    Popup popup(*look_, &window);
    popup.setMinimumSize(150, 120);
    const QRect low(window.mapToGlobal(QPoint(20, 270)), QSize(100, 20));
    popup.popUpAt(low);
    QVERIFY(popup.geometry().bottom() - floatingMargin(*look_) < 270);
    popup.hide();
    const QRect high(window.mapToGlobal(QPoint(20, 10)), QSize(100, 20));
    popup.popUpAt(high);
    QVERIFY(popup.geometry().top() + floatingMargin(*look_) > 30);
    QSignalSpy dismissed(&popup, &Popup::dismissed);
    QTest::mouseClick(&window, Qt::LeftButton, {}, QPoint(390, 290));
    QVERIFY(!popup.isVisible());
    QCOMPARE(dismissed.count(), 1);
  }

  void wordsFlowIntoLines() {
    QWidget host;
    auto* flow = new FlowLayout(&host, 4);
    for (int i = 0; i < 6; ++i) {
      auto* word = new QWidget(&host);
      word->setFixedSize(60, 20);
      flow->addWidget(word);
    }
    QCOMPARE(flow->heightForWidth(1000), 20);
    QCOMPARE(flow->heightForWidth(130), 3 * 20 + 2 * 4);
    QCOMPARE(flow->heightForWidth(10), 6 * 20 + 5 * 4);
    host.resize(130, 100);
    host.show();
    QCOMPARE(flow->itemAt(2)->geometry().topLeft(), QPoint(0, 24));
  }

  void aToastRunsItsVerbOnce() {
    QWidget window;
    window.resize(600, 400);
    window.show();
    Toast toast(*look_, &window);
    int undone = 0;
    toast.tell(u"3 items moved to Trash"_s, u"Undo"_s, [&] { ++undone; });
    QVERIFY(toast.isVisible());
    QVERIFY(window.rect().contains(toast.geometry().center()));
    auto* verb = toast.findChild<QPushButton*>();
    verb->click();
    QVERIFY(!toast.isVisible());
    verb->click();
    QCOMPARE(undone, 1);
    toast.tell(u"Saved"_s);
    QVERIFY(!verb->isVisible());
  }

  void bannersSayAndAct() {
    QWidget window;
    auto* banner = new Banner(*look_, &window);
    window.show();
    QVERIFY(!banner->isVisible());
    int tries = 0;
    banner->tell(Banner::Kind::Error, u"The disk is full."_s, {{u"Try again"_s, [&] { ++tries; }}});
    QVERIFY(banner->isVisible());
    QCOMPARE(banner->property("kind").toString(), u"error"_s);
    banner->findChild<QPushButton*>()->click();
    QCOMPARE(tries, 1);
    banner->tell(Banner::Kind::Note, u"Fine again."_s);
    QTRY_VERIFY(banner->findChildren<QPushButton*>().isEmpty());
    banner->clear();
    QVERIFY(!banner->isVisible());
  }

  void sheetsActOnEnterAndNotOnEscape() {
    QWidget window;
    window.show();
    for (const int key : {int(Qt::Key_Return), int(Qt::Key_Escape)}) {
      int acts = 0;
      QPointer<Sheet> sheet = new Sheet(*look_, u"Rename"_s, &window);
      sheet->addCancel(u"Cancel"_s);
      sheet->addButton(u"Rename"_s, Sheet::Act::Default, [&] { ++acts; });
      sheet->open();
      QTest::keyClick(sheet, static_cast<Qt::Key>(key));
      QCOMPARE(acts, key == Qt::Key_Return ? 1 : 0);
      QTRY_VERIFY(!sheet);
    }
  }

  void keyCapsNameEveryKey_data() {
    QTest::addColumn<QString>("keys");
    QTest::addColumn<QStringList>("caps");
    QTest::newRow("one") << u"F2"_s << QStringList({u"F2"_s});
    QTest::newRow("three") << u"Ctrl+Shift+P"_s << QStringList({u"Ctrl"_s, u"Shift"_s, u"P"_s});
    QTest::newRow("plus") << u"Ctrl++"_s << QStringList({u"Ctrl"_s, u"+"_s});
    QTest::newRow("none") << u""_s << QStringList();
  }
  void keyCapsNameEveryKey() {
    QFETCH(QString, keys);
    QTEST(keyCaps(QKeySequence(keys)), "caps");
  }

  // Section 4: the shape says the state; no two are drawn alike in one colour.
  void everyStateHasItsShape() {
    QList<QImage> shapes;
    QList<StateShape> states;
    for (const SiteState state : {SiteState::Draft, SiteState::ToPublish, SiteState::Published,
                                  SiteState::Changed, SiteState::Scheduled, SiteState::ToRemove}) {
      states.append(StateShape(state));
      states.append(StateShape(state, true));
    }
    for (const StateShape& state : states) {
      QImage picture(24, 24, QImage::Format_ARGB32_Premultiplied);
      picture.fill(Qt::transparent);
      QPainter painter(&picture);
      paintState(painter, *look_, QRectF(0, 0, 24, 24), state);
      painter.end();
      shapes.append(picture.convertToFormat(QImage::Format_Alpha8));
      QVERIFY(!stateLabel(state.state).isEmpty());
      QVERIFY(!shapes.mid(0, shapes.size() - 1).contains(shapes.constLast()));
    }
  }

  /// What Qt hands on where an X server's clipboard has no owner.
  void pastingNothingDoesNothing() {
    struct Field : PlainTextField {
      using PlainTextField::canInsertFromMimeData;
      using PlainTextField::insertFromMimeData;
    } field;
    field.setPlainText(u"kept"_s);
    QVERIFY(!field.canInsertFromMimeData(nullptr));
    field.insertFromMimeData(nullptr);
    QMimeData text;
    text.setText(u"and "_s);
    field.insertFromMimeData(&text);
    QCOMPARE(field.toPlainText(), u"and kept"_s);
  }

  void labelsElideAndTellTheWhole() {
    Label label(*look_, TextRole::Body, u"A title that is far too long for so little room"_s);
    label.setEliding(true);
    label.resize(80, 20);
    label.show();
    QTRY_COMPARE(label.toolTip(), label.text());
    label.resize(900, 20);
    QTRY_VERIFY(label.toolTip().isEmpty());
  }

 private:
  std::unique_ptr<Appearance> look_;
};

QTEST_MAIN(TestControls)
#include "tst_Controls.moc"
