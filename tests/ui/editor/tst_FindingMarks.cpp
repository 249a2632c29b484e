#include "ui/editor/FindingMarks.h"

#include <QAbstractButton>
#include <QScrollBar>
#include <QTextBlock>
#include <QtTest>

#include "app/session/DocumentSession.h"
#include "app/store/StoreClient.h"
#include "tests/support/Fixture.h"
#include "ui/editor/EditorPane.h"
#include "ui/editor/HereCard.h"
#include "ui/editor/ManuscriptEdit.h"
#include "ui/editor/ManuscriptLayout.h"
#include "ui/widgets/Appearance.h"

using namespace Qt::StringLiterals;
using namespace offprint;

namespace {

using Level = Finding::Level;

Finding finding(int line, const QString& message, Level level = Level::Warning) {
  Finding finding;
  finding.level = level;
  finding.code = u"link.dead"_s;
  finding.message = message;
  finding.line = line;
  return finding;
}

}  // namespace

class TestFindingMarks : public QObject {
  Q_OBJECT

  std::unique_ptr<Appearance> look_;
  std::unique_ptr<StoreClient> store_;
  std::unique_ptr<EditorPane> pane_;
  std::unique_ptr<DocumentSession> session_;
  ManuscriptEdit* edit_ = nullptr;

  void show(const QString& body, const QString& uuid = u"a"_s) {
    ContentItem item;
    item.uuid = uuid;
    item.kind = u"article"_s;
    item.title = u"Title"_s;
    item.body = body;
    auto next = std::make_unique<DocumentSession>(*store_, item);
    pane_->open(next.get());
    session_ = std::move(next);
    pane_->focusText();
  }
  /// The marks in sight, from the top.
  QList<QAbstractButton*> marks() const {
    QList<QAbstractButton*> marks;
    for (QAbstractButton* button :
         edit_->viewport()->findChildren<QAbstractButton*>(Qt::FindDirectChildrenOnly)) {
      if (button->isVisible()) marks.append(button);
    }
    std::sort(marks.begin(), marks.end(), [](auto* a, auto* b) { return a->y() < b->y(); });
    return marks;
  }
  /// The line a mark stands beside.
  int lineOf(const QAbstractButton* mark) const {
    return static_cast<int>(edit_->lineAt(mark->geometry().center().y()));
  }
  QList<int> lines() const {
    QList<int> lines;
    for (const QAbstractButton* mark : marks())
      lines.append(lineOf(mark));
    return lines;
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
    pane_->show();
    QVERIFY(QTest::qWaitForWindowExposed(pane_.get()));
  }
  void cleanup() {
    pane_.reset();
    session_.reset();
    store_.reset();
  }

  void aMarkStandsBesideItsLineAndMovesNoText() {
    show(u"# One\n\nSome text.\n\n- more"_s);
    const QPoint before = edit_->cursorRect().topLeft();
    const QSizeF size = edit_->manuscript()->documentSize();
    pane_->setFindings({finding(3, u"The link leads nowhere."_s), finding(1, u"Odd."_s, Level::Error),
                        finding(3, u"And again."_s, Level::Note), finding(0, u"No place."_s)});
    QCOMPARE(lines(), (QList<int>{1, 3}));
    QCOMPARE(edit_->cursorRect().topLeft(), before);
    QCOMPARE(edit_->manuscript()->documentSize(), size);
    QCOMPARE(marks().at(1)->toolTip(), u"The link leads nowhere.\nAnd again."_s);
    QCOMPARE(marks().at(1)->accessibleName(), u"Warning in line 3"_s);
    QCOMPARE(marks().at(0)->accessibleName(), u"Error in line 1"_s);
    for (const QAbstractButton* mark : marks()) {
      QVERIFY(mark->x() >= 0);
      QVERIFY(mark->geometry().right() < edit_->manuscript()->columnLeft());
    }
    pane_->setFindings({});
    QVERIFY(marks().isEmpty());
  }

  void marksFollowEdits() {
    show(u"one\n\ntwo\n\nthree"_s);
    pane_->setFindings({finding(3, u"Here."_s)});
    pane_->goToLine(1);
    QTest::keyClick(edit_, Qt::Key_Return);
    QTRY_COMPARE(lines(), QList<int>{4});
    pane_->undo();
    QTRY_COMPARE(lines(), QList<int>{3});
    pane_->goToLine(3);  // a line that moves down whole takes its mark along
    QTest::keyClick(edit_, Qt::Key_Return);
    QTRY_COMPARE(lines(), QList<int>{4});
  }

  void aLineThatComesBackHasItsMarkAgain() {
    show(u"one\n\ntwo\n\nthree"_s);
    pane_->setFindings({finding(3, u"Here."_s)});
    const quint64 before = session_->edits();
    QTextCursor cursor(edit_->document()->findBlockByNumber(2));
    cursor.movePosition(QTextCursor::NextBlock, QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
    pane_->undo();
    QTRY_COMPARE(lines(), QList<int>{4});  // behind what was put back
    pane_->findingsHold(before);           // read before the last edit: says nothing of it
    QCOMPARE(lines(), QList<int>{4});
    pane_->findingsHold(session_->edits());
    QCOMPARE(lines(), QList<int>{3});
  }

  void marksScrollWithTheText() {
    show(u"A paragraph.\n\n"_s.repeated(200));
    pane_->setFindings({finding(3, u"Above."_s), finding(201, u"Below."_s)});
    QCOMPARE(lines(), QList<int>{3});
    pane_->scrollToLine(199);
    QTRY_COMPARE(lines(), QList<int>{201});
  }

  void aClickGoesToTheLineAndSaysWhatIsWrong() {
    show(u"one\n\ntwo"_s);
    pane_->setFindings({finding(3, u"The link leads nowhere."_s)});
    QTest::mouseClick(marks().constFirst(), Qt::LeftButton);
    QCOMPARE(pane_->caretLine(), 3);
    QVERIFY(edit_->hasFocus());
    auto* card = pane_->findChild<HereCard*>();
    QVERIFY(card && card->isVisible());
    QCOMPARE(card->accessibleName(), u"The link leads nowhere."_s);
    QTest::keyClick(edit_, Qt::Key_Escape);
    QVERIFY(!card->isVisible());
  }

  void stepsGoAround() {
    show(u"one\n\ntwo\n\nthree"_s);
    QVERIFY(!pane_->goToFinding(1));
    pane_->setFindings({finding(3, u"A."_s), finding(5, u"B."_s)});
    QList<int> visited;
    for (const int by : {1, 1, 1, -1, -1}) {
      QVERIFY(pane_->goToFinding(by));
      visited.append(pane_->caretLine());
    }
    QCOMPARE(visited, (QList<int>{3, 5, 3, 5, 3}));
    auto* card = pane_->findChild<HereCard*>();
    QVERIFY(card->isVisible());
    QTest::keyClicks(edit_, u"x"_s);  // whoever writes on has read it
    QVERIFY(!card->isVisible());
  }

  void anotherItemBeginsWithoutMarks() {
    show(u"one\n\ntwo"_s);
    pane_->setFindings({finding(3, u"A."_s)});
    show(u"one\n\ntwo"_s, u"b"_s);
    QVERIFY(marks().isEmpty());
    QVERIFY(!pane_->goToFinding(1));
  }
};

QTEST_MAIN(TestFindingMarks)
#include "tst_FindingMarks.moc"
