#include "ui/editor/Peek.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTextBlock>
#include <QtTest>

#include "app/session/DocumentSession.h"
#include "app/store/StoreClient.h"
#include "exporters/site/SiteSnapshot.h"
#include "tests/support/Fixture.h"
#include "ui/editor/EditorPane.h"
#include "ui/editor/HereCard.h"
#include "ui/editor/ManuscriptEdit.h"
#include "ui/editor/ManuscriptLayout.h"
#include "ui/widgets/Appearance.h"

using namespace Qt::StringLiterals;
using namespace offprint;

class TestPeek : public QObject {
  Q_OBJECT

  std::unique_ptr<Appearance> look_;
  std::unique_ptr<StoreClient> store_;
  std::unique_ptr<EditorPane> pane_;
  std::unique_ptr<DocumentSession> session_;
  QTemporaryDir folder_;
  ManuscriptEdit* edit_ = nullptr;
  HereCard* card_ = nullptr;

  std::shared_ptr<const SiteSnapshot> site() {
    auto snapshot = std::make_shared<SiteSnapshot>();
    ItemSummary article;
    article.kind = u"article"_s;
    article.slug = u"roofline"_s;
    article.title = u"Reading a roofline"_s;
    snapshot->items = {article};
    snapshot->mediaFolder = folder_.path();
    MediaFile figure;
    figure.path = u"media/heat.png"_s;
    figure.sha256 = u"ab12"_s;
    figure.width = 640;
    figure.height = 320;
    snapshot->media.insert(figure.path, figure);
    const QString file = snapshot->mediaFile(figure);
    QDir().mkpath(QFileInfo(file).path());
    QImage picture(640, 320, QImage::Format_RGB32);
    picture.fill(Qt::darkGreen);
    if (!picture.save(file, "PNG")) return nullptr;
    return snapshot;
  }
  void show(const QString& body) {
    ContentItem item;
    item.uuid = u"a"_s;
    item.kind = u"article"_s;
    item.body = body;
    auto next = std::make_unique<DocumentSession>(*store_, item);
    pane_->open(next.get());
    session_ = std::move(next);
    pane_->focusText();
  }
  /// Where a character stands in the viewport.
  QPoint placeOf(int position) const {
    QTextCursor cursor(edit_->document());
    cursor.setPosition(position);
    return edit_->cursorRect(cursor).center() + QPoint(3, 0);
  }

 private Q_SLOTS:
  void initTestCase() {
    auto look = Appearance::create(test::resources());
    QVERIFY(look);
    look_ = std::move(*look);
  }
  void init() {
    store_ = std::make_unique<StoreClient>();
    pane_ = std::make_unique<EditorPane>(*look_);
    pane_->resize(720, 700);
    edit_ = pane_->findChild<ManuscriptEdit*>();
    const auto snapshot = site();
    QVERIFY(snapshot);
    pane_->setSnapshot(snapshot);
    pane_->show();
    QVERIFY(QTest::qWaitForWindowExposed(pane_.get()));
    card_ = pane_->findChild<HereCard*>();
  }
  void cleanup() {
    pane_.reset();
    session_.reset();
    store_.reset();
  }

  void theCaretAsks() {
    show(u"See [[roofline]] and more."_s);
    pane_->goToLine(1, 8);
    pane_->showHere();
    QVERIFY(card_->isVisible());
    QVERIFY(card_->accessibleName().startsWith(u"Reading a roofline"_s));
    for (const QLabel* label : card_->findChildren<QLabel*>()) {  // nothing is cut off
      if (label->isVisible())
        QVERIFY(card_->rect().contains(QRect(label->mapTo(card_, QPoint()), label->size())));
    }
    QVERIFY(edit_->hasFocus());
    QTest::keyClick(edit_, Qt::Key_Escape);
    QVERIFY(!card_->isVisible());
    pane_->goToLine(1, 25);
    pane_->showHere();  // says that there is nothing, rather than keep silent
    QVERIFY(card_->isVisible());
    QTest::keyClicks(edit_, u"x"_s);
    QVERIFY(!card_->isVisible());
  }

  void itsButtonOpensTheItem() {
    show(u"See [[roofline]]."_s);
    QSignalSpy opened(pane_.get(), &EditorPane::linkActivated);
    pane_->goToLine(1, 8);
    pane_->showHere();
    QPushButton* open = card_->findChild<QPushButton*>();
    QVERIFY(open->isVisible());
    QTest::mouseClick(open, Qt::LeftButton);
    QCOMPARE(opened.count(), 1);
    QCOMPARE(opened.first().first().toString(), u"article/roofline"_s);
    QVERIFY(!card_->isVisible());
  }

  void aReferenceLeadsToItsLine() {
    show(u"See [@fig:heat].\n\n![Heat](media/heat.png){#fig:heat}"_s);
    QSignalSpy opened(pane_.get(), &EditorPane::linkActivated);
    pane_->goToLine(1, 8);
    QTest::keyClick(edit_, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(pane_->caretLine(), 3);
    pane_->goToLine(1, 8);
    pane_->showHere();
    QTest::mouseClick(card_->findChild<QPushButton*>(), Qt::LeftButton);
    QCOMPARE(pane_->caretLine(), 3);
    QCOMPARE(opened.count(), 0);
  }

  void thePictureComesIntoTheCard() {
    show(u"![Heat](media/heat.png)"_s);
    pane_->goToLine(1, 5);
    pane_->showHere();
    const auto picture = [this] {
      for (QLabel* label : card_->findChildren<QLabel*>()) {
        if (label->isVisible() && label->width() > 200 && !label->pixmap().isNull()) return label->size();
      }
      return QSize();
    };
    QTRY_COMPARE(picture(), QSize(320, 160));
  }

  void thePointerRests() {
    show(u"See [[roofline]] and more."_s);
    QTest::mouseMove(edit_->viewport(), placeOf(20));
    QTest::mouseMove(edit_->viewport(), placeOf(8));
    QTRY_VERIFY(card_->isVisible());
    QVERIFY(edit_->hasFocus());
    QTest::mouseMove(edit_->viewport(), placeOf(22));
    QTRY_VERIFY(!card_->isVisible());
  }

  void aFormulaIsAsWrittenWithoutATypesetter() {
    show(u"$$\na^2\n$$"_s);
    pane_->goToLine(2);
    pane_->showHere();
    QCOMPARE(card_->accessibleName(), u"a^2"_s);
  }

  void theLineSaysWhatWasFound() {
    show(u"one two"_s);
    Finding finding;
    finding.level = Finding::Level::Warning;
    finding.message = u"Something is odd."_s;
    finding.line = 1;
    pane_->setFindings({finding});
    pane_->showHere();
    QCOMPARE(card_->accessibleName(), u"Something is odd."_s);
  }
};

QTEST_MAIN(TestPeek)
#include "tst_Peek.moc"
