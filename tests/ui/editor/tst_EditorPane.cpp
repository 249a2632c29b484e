#include "ui/editor/EditorPane.h"

#include <QAccessible>
#include <QClipboard>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTextBlock>
#include <QTextLayout>
#include <QtTest>

#include "app/session/DocumentSession.h"
#include "app/store/StoreClient.h"
#include "tests/support/Fixture.h"
#include "ui/editor/DocumentText.h"
#include "ui/editor/ManuscriptEdit.h"
#include "ui/editor/ManuscriptLayout.h"
#include "ui/editor/PastePill.h"
#include "ui/editor/TitleArea.h"
#include "ui/widgets/Appearance.h"

using namespace Qt::StringLiterals;
using namespace offprint;

namespace {

ContentItem itemOf(const QString& uuid, const QString& body) {
  ContentItem item;
  item.uuid = uuid;
  item.kind = u"article"_s;
  item.title = u"Title of "_s + uuid;
  item.summary = u"Summary."_s;
  item.body = body;
  return item;
}

const QString kLong =
    u"# One\n\nA paragraph with enough words to be read, and to wrap over at least one more line of it.\n\n"_s
        .repeated(60);

}  // namespace

class TestEditorPane : public QObject {
  Q_OBJECT

  std::unique_ptr<Appearance> look_;
  std::unique_ptr<StoreClient> store_;
  std::unique_ptr<EditorPane> pane_;
  std::unique_ptr<DocumentSession> session_;
  ManuscriptEdit* edit_ = nullptr;

  void show(const QString& body, const QString& uuid = u"a"_s) {
    auto next = std::make_unique<DocumentSession>(*store_, itemOf(uuid, body));
    pane_->open(next.get());
    session_ = std::move(next);
    pane_->focusText();
  }
  QString text() const { return documentText(*edit_->document()); }
  TitleArea& head() const { return *pane_->findChild<TitleArea*>(); }

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

  void theSessionGetsWhatIsTyped() {
    show(u"- one"_s);
    QSignalSpy edited(session_.get(), &DocumentSession::edited);
    edit_->moveCursor(QTextCursor::End);
    QTest::keyClicks(edit_, u" more"_s);
    QTest::keyClick(edit_, Qt::Key_Return);
    QTest::keyClicks(edit_, u"two"_s);
    QCOMPARE(session_->snapshot().body, u"- one more\n- two"_s);
    QVERIFY(session_->dirty());
    QVERIFY(edited.count() > 0);
    const quint64 edits = session_->edits();
    look_->setTextScale(1.2);  // other sizes are no edit
    look_->setTextScale(1.0);
    QCOMPARE(session_->edits(), edits);
  }

  void focusModeDimsAllButTheParagraphOfTheCaret() {
    show(u"one\n\ntwo\nmore of two\n\nthree"_s);
    const auto dimmed = [this] {
      QList<int> lines;
      const QTextDocument& text = *edit_->document();
      for (QTextBlock block = text.begin(); block.isValid(); block = block.next())
        if (edit_->manuscript()->isDimmed(block)) lines.append(block.blockNumber());
      return lines;
    };
    pane_->goToLine(4);
    QCOMPARE(dimmed(), QList<int>());
    pane_->setFocusMode(true);
    QCOMPARE(dimmed(), (QList<int>{0, 1, 4, 5}));
    pane_->goToLine(1);
    QCOMPARE(dimmed(), (QList<int>{1, 2, 3, 4, 5}));
    QTest::keyClicks(edit_, u"x"_s);
    QCOMPARE(dimmed(), (QList<int>{1, 2, 3, 4, 5}));
    pane_->setFocusMode(false);
    QCOMPARE(dimmed(), QList<int>());
  }

  void openingIsNoEdit() {
    show(u"text with\u00a0a no-break space\u2028and a separator"_s);
    QVERIFY(!session_->dirty());
    QCOMPARE(session_->snapshot().body, u"text with\u00a0a no-break space\u2028and a separator"_s);
  }

  void titleAndSummaryGoOnWithEnter() {
    show(u"text"_s);
    pane_->focusTitle();
    // The blank that was typed last is still under the caret when the keys come back.
    QTest::keyClicks(&head().title(), u"New title "_s);
    QCOMPARE(head().title().content(), u"New title "_s);
    QCOMPARE(session_->item().title, u"New title"_s);
    QTest::keyClick(&head().title(), Qt::Key_Tab);
    QVERIFY(head().summary().hasFocus());
    QTest::keyClick(&head().summary(), Qt::Key_Backtab);
    QVERIFY(head().title().hasFocus());
    QTest::keyClick(&head().title(), Qt::Key_End);
    QTest::keyClick(&head().title(), Qt::Key_Backspace);
    QCOMPARE(session_->item().title, u"New title"_s);
    QTest::keyClick(&head().title(), Qt::Key_Return);
    QVERIFY(head().summary().hasFocus());
    QTest::keyClick(&head().summary(), Qt::Key_Return);
    QVERIFY(edit_->hasFocus());
    QCOMPARE(session_->item().summary, u"Summary."_s);
    QCOMPARE(text(), u"text"_s);
    edit_->moveCursor(QTextCursor::Start);
    QTest::keyClick(edit_, Qt::Key_Up);
    QVERIFY(head().summary().hasFocus());
    QTest::keyClick(&head().summary(), Qt::Key_Up);
    QVERIFY(head().title().hasFocus());
    QTest::keyClick(&head().title(), Qt::Key_Down);
    QVERIFY(head().summary().hasFocus());
  }

  void titleGrowsAndPushesTheText() {
    show(u"text"_s);
    const qreal before = edit_->manuscript()->blockBoundingRect(edit_->document()->firstBlock()).top();
    pane_->focusTitle();
    QTest::keyClicks(&head().title(), u"a title so long that it has to go on in a second line of the page"_s);
    const qreal after = edit_->manuscript()->blockBoundingRect(edit_->document()->firstBlock()).top();
    QCOMPARE(after - before, look_->px(35));
    QCOMPARE(head().height(), qRound(after));
  }

  void aTitleIsOneLine() {
    show(u"text"_s);
    pane_->focusTitle();
    QGuiApplication::clipboard()->setText(u"two\n  lines"_s);
    head().title().paste();
    QCOMPARE(session_->item().title, u"two lines"_s);
  }

  void titleChangedElsewhereIsShown() {
    show(u"text"_s);
    session_->setTitle(u"Renamed"_s);
    QCOMPARE(head().title().content(), u"Renamed"_s);
  }

  void undoSurvivesAnotherItem() {
    show(u"one"_s, u"a"_s);
    edit_->moveCursor(QTextCursor::End);
    QTest::keyClicks(edit_, u" two"_s);
    const QString body = session_->snapshot().body;
    const int caret = edit_->textCursor().position();
    show(u"other"_s, u"b"_s);
    QCOMPARE(text(), u"other"_s);
    pane_->undo();
    QCOMPARE(text(), u"other"_s);
    show(body, u"a"_s);
    QCOMPARE(edit_->textCursor().position(), caret);
    pane_->undo();
    QCOMPARE(text(), u"one"_s);
    pane_->redo();
    QCOMPARE(text(), u"one two"_s);
    QCOMPARE(session_->snapshot().body, u"one two"_s);
  }

  void aSessionKeepsItsTextWhenAnotherIsShown() {
    auto first = std::make_unique<DocumentSession>(*store_, itemOf(u"a"_s, u"one"_s));
    auto second = std::make_unique<DocumentSession>(*store_, itemOf(u"b"_s, u"two"_s));
    pane_->open(first.get());
    edit_->moveCursor(QTextCursor::End);
    QTest::keyClicks(edit_, u"!"_s);
    pane_->open(second.get());
    edit_->moveCursor(QTextCursor::End);
    QTest::keyClicks(edit_, u"?"_s);
    QCOMPARE(first->snapshot().body, u"one!"_s);
    QCOMPARE(second->snapshot().body, u"two?"_s);
    pane_->open(nullptr);
    QVERIFY(!pane_->session());
    QVERIFY(!edit_->isVisible());
  }

  void onlyTheLastTwentyKeepTheirHistory() {
    for (int i = 0; i <= 20; ++i) {
      show(u"x"_s, QString::number(i));
      QTest::keyClicks(edit_, u"y"_s);
    }
    show(u"yx"_s, u"1"_s);
    QVERIFY(edit_->document()->isUndoAvailable());
    show(u"yx"_s, u"0"_s);
    QVERIFY(!edit_->document()->isUndoAvailable());
  }

  void scrollAndCaretComeBack() {
    show(kLong, u"a"_s);
    pane_->goToLine(81, 3);
    const int scroll = edit_->verticalScrollBar()->value();
    QVERIFY(scroll > 0);
    show(u"short"_s, u"b"_s);
    show(kLong, u"a"_s);
    QCOMPARE(pane_->caretLine(), 81);
    QCOMPARE(pane_->caretColumn(), 3);
    QCOMPARE(edit_->verticalScrollBar()->value(), scroll);
  }

  void linesAndScrollAgree() {
    show(kLong);
    QSignalSpy scrolled(pane_.get(), &EditorPane::scrolled);
    for (const double line : {0.0, 0.5, 1.0, 3.5, 57.25, 101.0}) {
      pane_->scrollToLine(line);
      QVERIFY2(qAbs(edit_->lineAt(0) - line) < 0.06, qPrintable(QString::number(edit_->lineAt(0))));
    }
    QCOMPARE(scrolled.last().first().toDouble(), edit_->lineAt(0));
  }

  void whatIsReadStaysWhenTheWidthChanges() {
    show(kLong);
    edit_->manuscript()->complete();
    pane_->scrollToLine(121);
    pane_->resize(480, 700);
    QVERIFY2(qAbs(edit_->lineAt(0) - 121) < 0.1, qPrintable(QString::number(edit_->lineAt(0))));
    pane_->resize(900, 700);
    QVERIFY(qAbs(edit_->lineAt(0) - 121) < 0.1);
    QCOMPARE(head().y(), -edit_->verticalScrollBar()->value());
  }

  void typingDoesNotMoveThePage() {
    show(kLong);
    pane_->goToLine(121);
    pane_->scrollToLine(119);
    const int scroll = edit_->verticalScrollBar()->value();
    QTest::keyClicks(edit_, u"more words "_s);
    QCoreApplication::processEvents();
    QCOMPARE(edit_->verticalScrollBar()->value(), scroll);
    edit_->verticalScrollBar()->setValue(0);
    QCOMPARE(head().y(), 0);
  }

  void aWideTableHasABarWhileInSight() {
    show(u"text\n\n"_s.repeated(60) + u"| "_s + u"wide cell "_s.repeated(40) + u"|\n|---|\n\n"_s +
         u"text\n\n"_s.repeated(60));
    edit_->manuscript()->complete();
    QVERIFY(!edit_->horizontalScrollBar()->isVisible());
    pane_->scrollToLine(118);
    QTRY_VERIFY(edit_->horizontalScrollBar()->isVisible());
    edit_->horizontalScrollBar()->setValue(100);
    QCOMPARE(head().x(), qRound(edit_->manuscript()->columnLeft()) - 100);
    pane_->scrollToLine(200);
    QTRY_VERIFY(!edit_->horizontalScrollBar()->isVisible());
    QCOMPARE(edit_->horizontalScrollBar()->value(), 0);
    QCOMPARE(head().x(), qRound(edit_->manuscript()->columnLeft()));
  }

  void readOnlyChangesNothing() {
    show(u"- one"_s);
    pane_->setReadOnly(true);
    edit_->moveCursor(QTextCursor::End);
    QTest::keyClicks(edit_, u"x"_s);
    QTest::keyClick(edit_, Qt::Key_Return);
    QTest::keyClick(edit_, Qt::Key_Up, Qt::AltModifier);
    pane_->format(u"bold"_s);
    QTest::keyClicks(&head().title(), u"x"_s);
    QCOMPARE(text(), u"- one"_s);
    QCOMPARE(session_->item().title, u"Title of a"_s);
    show(u"two"_s, u"b"_s);
    QTest::keyClicks(edit_, u"x"_s);
    QCOMPARE(text(), u"two"_s);
  }

  void keysOfTheRules() {
    show(u"- a\n- b"_s);
    edit_->moveCursor(QTextCursor::End);
    QTest::keyClick(edit_, Qt::Key_Tab);
    QCOMPARE(text(), u"- a\n  - b"_s);
    QTest::keyClick(edit_, Qt::Key_Backtab, Qt::ShiftModifier);
    QCOMPARE(text(), u"- a\n- b"_s);
    QTest::keyClick(edit_, Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(text(), u"- b\n- a"_s);
    QTest::keyClick(edit_, Qt::Key_Return, Qt::ShiftModifier);
    QTest::keyClick(edit_, Qt::Key_Backspace);
    pane_->undo();
    pane_->format(u"task"_s);
    show(u"- [ ] a"_s, u"c"_s);
    QTest::keyClick(edit_, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(text(), u"- [x] a"_s);
    show(u"## a"_s, u"d"_s);
    QTest::keyClick(edit_, Qt::Key_Right, Qt::AltModifier | Qt::ShiftModifier);
    QCOMPARE(text(), u"### a"_s);
    show(u"prose"_s, u"e"_s);
    QTest::keyClick(edit_, Qt::Key_Tab);
    QCOMPARE(text(), u"prose"_s);
    QVERIFY(edit_->hasFocus());
  }

  void links() {
    show(u"see [the paper](https://a.b/c \"T\") and [[slug]] `[x](y)` <https://d.e>"_s);
    const auto at = [&](const QString& what) {
      return edit_->linkAt(static_cast<int>(text().indexOf(what)) + 1);
    };
    QCOMPARE(at(u"the"_s), u"https://a.b/c"_s);
    QCOMPARE(at(u"slug"_s), u"[[slug]]"_s);
    QCOMPARE(at(u"d.e"_s), u"https://d.e"_s);
    QCOMPARE(at(u"[x]"_s), QString());
    QCOMPARE(at(u"see"_s), QString());
    QSignalSpy opened(pane_.get(), &EditorPane::linkActivated);
    QTextCursor cursor = edit_->textCursor();
    cursor.setPosition(static_cast<int>(text().indexOf(u"paper"_s)));
    edit_->setTextCursor(cursor);
    QTest::keyClick(edit_, Qt::Key_Return, Qt::ControlModifier);
    QTest::mouseClick(edit_->viewport(), Qt::LeftButton, Qt::ControlModifier, edit_->cursorRect().center());
    QCOMPARE(opened.count(), 2);
    QCOMPARE(opened.first().first().toString(), u"https://a.b/c"_s);
    QCOMPARE(text().size(), edit_->document()->characterCount() - 1);
  }

  void pasting_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("clip");
    QTest::addColumn<QString>("after");
    QTest::newRow("plain") << u"‹›"_s << u"a\r\nb\u00a0c"_s << u"a\nb\u00a0c"_s;
    QTest::newRow("address over a selection") << u"‹text›"_s << u"https://a.b"_s << u"[text](https://a.b)"_s;
    QTest::newRow("address with parentheses")
        << u"‹t›"_s << u"https://a.b/c(d"_s << u"[t](https://a.b/c%28d)"_s;
    QTest::newRow("address alone") << u"‹›"_s << u"https://a.b\n"_s << u"<https://a.b>"_s;
    QTest::newRow("address over an address") << u"‹https://x.y›"_s << u"https://a.b"_s << u"https://a.b"_s;
    QTest::newRow("address into a link") << u"[t](‹›)"_s << u"https://a.b"_s << u"[t](https://a.b)"_s;
    QTest::newRow("address in code") << u"```\n‹›\n```"_s << u"https://a.b"_s << u"```\nhttps://a.b\n```"_s;
    QTest::newRow("spreadsheet") << u"‹›"_s << u"a\tb\n1\t2\n"_s << u"| a | b |\n| --- | --- |\n| 1 | 2 |"_s;
    QTest::newRow("inline formula") << u"‹›"_s << u"\\(x^2\\)"_s << u"$x^2$"_s;
    QTest::newRow("display formula") << u"‹›"_s << u"\\[x^2\\]"_s << u"$$\nx^2\n$$"_s;
    QTest::newRow("equation") << u"‹›"_s << u"\\begin{equation}x\\end{equation}"_s
                              << u"$$\n\\begin{equation}x\\end{equation}\n$$"_s;
    QTest::newRow("no address") << u"‹t›"_s << u"javascript:alert(1)"_s << u"javascript:alert(1)"_s;
  }
  void pasting() {
    QFETCH(QString, before);
    QFETCH(QString, clip);
    QFETCH(QString, after);
    QString plain = before;
    const int start = static_cast<int>(plain.indexOf(u'‹'));
    plain.remove(start, 1);
    const int end = static_cast<int>(plain.indexOf(u'›'));
    plain.remove(end, 1);
    show(plain);
    QTextCursor cursor = edit_->textCursor();
    cursor.setPosition(start);
    cursor.setPosition(end, QTextCursor::KeepAnchor);
    edit_->setTextCursor(cursor);
    QGuiApplication::clipboard()->setText(clip);
    edit_->paste();
    QCOMPARE(text(), after);
    int steps = 0;
    for (; edit_->document()->isUndoAvailable(); ++steps)
      edit_->undo();
    QCOMPARE(text(), plain);
    QVERIFY(steps <= 2);
  }

  void richTextComesAsItsText() {
    show(QString());
    auto* rich = new QMimeData;
    rich->setHtml(u"<span style=\"color:red\">red</span>"_s);
    rich->setText(u"red"_s);
    QGuiApplication::clipboard()->setMimeData(rich);
    edit_->paste();
    QCOMPARE(text(), u"red"_s);
  }

  /// What was pasted can take another form: the pill offers it, and goes with the next key.
  void thePillOffersOtherForms() {
    show(QString());
    auto* pill = pane_->findChild<PastePill*>();
    const auto offered = [&] {
      QStringList names;
      for (const QPushButton* button : pill->findChildren<QPushButton*>())
        names.append(button->text());
      return names;
    };
    QGuiApplication::clipboard()->setText(u"https://youtu.be/abcdefghijk"_s);
    edit_->setFocus();
    edit_->paste();
    QCOMPARE(text(), u"<https://youtu.be/abcdefghijk>"_s);
    QVERIFY(pill->isVisible());
    QCOMPARE(offered(), (QStringList{u"Film"_s, u"Link"_s, u"Plain"_s}));
    QTest::keyClick(edit_, Qt::Key_Return, Qt::AltModifier);
    QWidget* first = QApplication::focusWidget();
    QCOMPARE(qobject_cast<QPushButton*>(first), pill->findChildren<QPushButton*>().constFirst());
    QTest::keyClick(first, Qt::Key_Return);
    QTRY_COMPARE(text(), u"::youtube{id=abcdefghijk}"_s);
    QVERIFY(!pill->isVisible());
    QVERIFY(edit_->hasFocus());
    edit_->undo();
    QCOMPARE(text(), u"<https://youtu.be/abcdefghijk>"_s);
    edit_->selectAll();
    edit_->paste();
    QTest::keyClicks(edit_, u"x"_s);
    QVERIFY(!pill->isVisible());
    edit_->selectAll();
    QGuiApplication::clipboard()->setText(u"just words"_s);
    edit_->paste();
    QVERIFY(!pill->isVisible());
  }

  void pastingAsSomething() {
    show(u"Text"_s);
    edit_->moveCursor(QTextCursor::End);
    edit_->setFocus();
    QGuiApplication::clipboard()->setText(u"https://a.b"_s);
    QVERIFY(pane_->pasteAs(u"plain"_s));
    QCOMPARE(text(), u"Texthttps://a.b"_s);
    edit_->undo();
    QVERIFY(pane_->pasteAs(u"code"_s));
    QCOMPARE(text(), u"Text\n\n```\nhttps://a.b\n```"_s);
  }

  void copyingKeepsEveryCharacter() {
    const QString odd = u"a\u00a0b\u2028c\n\u2029d"_s;
    show(odd);
    edit_->selectAll();
    edit_->copy();
    QCOMPARE(QGuiApplication::clipboard()->text(), odd);
    QVERIFY(!QGuiApplication::clipboard()->mimeData()->hasHtml());
    QCOMPARE(pane_->selectedText(), odd);
  }

  void filesAreHandedOn() {
    show(u"one\ntwo"_s);
    edit_->moveCursor(QTextCursor::End);
    auto* files = new QMimeData;
    files->setUrls({QUrl::fromLocalFile(u"/tmp/a b.png"_s), QUrl(u"https://a.b/c.png"_s)});
    QGuiApplication::clipboard()->setMimeData(files);
    QSignalSpy dropped(pane_.get(), &EditorPane::filesDropped);
    edit_->paste();
    QCOMPARE(dropped.count(), 1);
    QCOMPARE(dropped.first().at(0).toStringList(), QStringList{u"/tmp/a b.png"_s});
    QCOMPARE(dropped.first().at(1).toInt(), 2);
    QCOMPARE(text(), u"one\ntwo"_s);
  }

  void copiedPicturesAreHandedOn() {
    show(u"one\ntwo"_s);
    edit_->moveCursor(QTextCursor::End);
    QImage image(2, 2, QImage::Format_RGB32);
    image.fill(Qt::red);
    auto* picture = new QMimeData;
    picture->setImageData(image);
    picture->setText(u"https://a.b/c.png"_s);  // what browsers add
    QGuiApplication::clipboard()->setMimeData(picture);
    QSignalSpy dropped(pane_.get(), &EditorPane::filesDropped);
    edit_->paste();
    QCOMPARE(dropped.count(), 1);
    QCOMPARE(dropped.first().at(0).toStringList(), QStringList{u"pasted.png"_s});
    QCOMPARE(dropped.first().at(1).toInt(), 2);
    QCOMPARE(QImage::fromData(dropped.first().at(2).toByteArray()).size(), image.size());
    auto* cells = new QMimeData;  // a spreadsheet offers a picture of its cells
    cells->setImageData(image);
    cells->setText(u"three words here"_s);
    QGuiApplication::clipboard()->setMimeData(cells);
    edit_->paste();
    QCOMPARE(dropped.count(), 1);
    QVERIFY(text().endsWith(u"three words here"_s));
  }

  // A finished word leaves Enter its meaning; a begun one is completed.
  void enterBehindAFinishedLanguageIsALine() {
    show(QString());
    edit_->setFocus();
    QTest::keyClicks(edit_, u"```python"_s);
    QTest::keyClick(edit_, Qt::Key_Space, Qt::ControlModifier);
    QTest::keyClick(edit_, Qt::Key_Return);
    QVERIFY2(text().startsWith(u"```python\n"_s), qPrintable(text()));
  }

  void findCountsAndSteps() {
    show(u"tile one\ntile two\ntile three"_s);
    edit_->moveCursor(QTextCursor::Start);
    pane_->find();
    auto* pattern = pane_->findChild<QLineEdit*>();
    QTest::keyClicks(pattern, u"tile"_s);
    QCOMPARE(edit_->textCursor().selectionStart(), 0);
    QCOMPARE(edit_->manuscript()->hits().size(), std::size_t{3});
    QTest::keyClick(pattern, Qt::Key_Return);
    QCOMPARE(edit_->textCursor().selectionStart(), 9);
    pane_->findNext();
    pane_->findNext();
    QCOMPARE(edit_->textCursor().selectionStart(), 0);
    QTest::keyClick(pattern, Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(edit_->textCursor().selectionStart(), 18);
    QTest::keyClick(pattern, Qt::Key_Escape);
    QVERIFY(edit_->hasFocus());
    QVERIFY(edit_->manuscript()->hits().empty());
    pane_->findPrevious();
    QCOMPARE(edit_->textCursor().selectionStart(), 9);
  }

  void theSelectionSeedsTheField() {
    show(u"one two"_s);
    QTextCursor cursor = edit_->textCursor();
    cursor.setPosition(4);
    cursor.setPosition(7, QTextCursor::KeepAnchor);
    edit_->setTextCursor(cursor);
    pane_->find();
    QCOMPARE(pane_->findChild<QLineEdit*>()->text(), u"two"_s);
  }

  void replacingOneAndAll() {
    show(u"tile tile tile"_s);
    edit_->moveCursor(QTextCursor::Start);
    pane_->replace();
    const QList<QLineEdit*> fields = pane_->findChildren<QLineEdit*>();
    QCOMPARE(fields.size(), 2);
    QTest::keyClicks(fields[0], u"tile"_s);
    fields[1]->setFocus();
    QTest::keyClicks(fields[1], u"block"_s);
    QTest::keyClick(fields[1], Qt::Key_Return);
    QCOMPARE(text(), u"block tile tile"_s);
    QTest::keyClick(fields[1], Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(text(), u"block block block"_s);
    pane_->undo();
    QCOMPARE(text(), u"block tile tile"_s);
  }

  void charactersHaveTheirRectangles() {
    show(
        u"# Heading\n\nText that wraps over a line because it is long enough to do so in this column of the page.\n- item"_s);
    pane_->scrollToLine(0.5);
    QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(edit_);
    QVERIFY(interface);
    QCOMPARE(interface->text(QAccessible::Name), u"Text"_s);
    QAccessibleTextInterface* characters = interface->textInterface();
    QVERIFY(characters);
    QCOMPARE(characters->characterCount(), static_cast<int>(text().size()));
    int checked = 0;
    for (int i = 0; i < text().size(); ++i) {
      if (text()[i] == u'\n') continue;
      const QRect rect = characters->characterRect(i);
      QTextCursor cursor(edit_->document());
      cursor.setPosition(i);
      const QRect caret = edit_->cursorRect(cursor).translated(edit_->viewport()->mapToGlobal(QPoint()));
      QVERIFY2(qAbs(rect.left() - caret.left()) <= 2 && qAbs(rect.top() - caret.top()) <= 2,
               qPrintable(u"character %1"_s.arg(i)));
      if (text()[i] == u' ') continue;  // the last one of a line takes no room
      QCOMPARE(characters->offsetAtPoint(QPoint(rect.left() + 2, rect.center().y())), i);
      ++checked;
    }
    QVERIFY(checked > 50);
    QCOMPARE(QAccessible::queryAccessibleInterface(&head().title())->text(QAccessible::Name), u"Title"_s);
    QCOMPARE(QAccessible::queryAccessibleInterface(&head().summary())->text(QAccessible::Name), u"Summary"_s);
  }

  void theCaretWalksEveryLine() {
    show(kLong);
    edit_->moveCursor(QTextCursor::Start);
    int lines = 0;
    while (edit_->textCursor().blockNumber() < edit_->document()->blockCount() - 1 && lines < 2000) {
      const QTextCursor before = edit_->textCursor();
      QTest::keyClick(edit_, Qt::Key_Down);
      QVERIFY(edit_->textCursor().position() > before.position());
      QVERIFY(edit_->viewport()->rect().contains(edit_->cursorRect().center()));
      ++lines;
    }
    QVERIFY(lines > 180);
  }
};

QTEST_MAIN(TestEditorPane)
#include "tst_EditorPane.moc"
