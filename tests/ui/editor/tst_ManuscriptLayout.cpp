#include <QImage>
#include <QPainter>
#include <QRandomGenerator>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextLayout>
#include <QtTest>

#include "tests/support/EditorFixture.h"
#include "ui/editor/ManuscriptEdit.h"

using namespace Qt::StringLiterals;
using namespace offprint;
using test::Manuscript;

namespace {

const QStringList& pieces() {
  static const QStringList list = {u"word "_s,
                                   u"\n"_s,
                                   u"\n\n"_s,
                                   u"# Heading\n"_s,
                                   u"- item with a longer text that has to wrap somewhere "_s,
                                   u"12. numbered\n"_s,
                                   u"```\ncode\n```\n"_s,
                                   u"```"_s,
                                   u"$$\nx^2\n$$\n"_s,
                                   u"| a | b |\n|---|---|\n| 1 | 2 |\n"_s,
                                   u"> quoted text\n"_s,
                                   u"**strong** and `code` and $x$ "_s,
                                   u"שלום עולם "_s,
                                   u"漢字かな交じり文 "_s,
                                   u"👩‍👩‍👧 "_s,
                                   u"\u2028"_s,
                                   u"\t"_s,
                                   u"a\u00a0b "_s,
                                   u"<!-- "_s,
                                   u"-->"_s,
                                   u"    indented\n"_s,
                                   u"Title\n=====\n"_s,
                                   u"supercalifragilisticexpialidocious"_s.repeated(6),
                                   u"::: aside\ntext\n:::\n"_s,
                                   u"\ufffc"_s};
  return list;
}

QString someText(QRandomGenerator& random, int count) {
  QString text;
  for (int i = 0; i < count; ++i)
    text += pieces()[random.bounded(static_cast<int>(pieces().size()))];
  return text;
}

/// Compares every paragraph's place, height and line geometry with a layout made afresh.
void compareWithFresh(Manuscript& edited) {
  QCoreApplication::processEvents();  // what the highlighter queued
  edited.layout->complete();
  Manuscript fresh(documentText(*edited.document), edited.document->pageSize().width());
  QCoreApplication::processEvents();
  fresh.layout->complete();
  QCOMPARE(edited.document->blockCount(), fresh.document->blockCount());
  QTextBlock a = edited.document->firstBlock();
  QTextBlock b = fresh.document->firstBlock();
  for (; a.isValid(); a = a.next(), b = b.next()) {
    if (edited.layout->blockBoundingRect(a) != fresh.layout->blockBoundingRect(b) ||
        a.userState() != b.userState() || a.layout()->lineCount() != b.layout()->lineCount() ||
        a.layout()->position() != b.layout()->position()) {
      qWarning() << "block" << a.blockNumber() << a.text() << edited.layout->blockBoundingRect(a)
                 << fresh.layout->blockBoundingRect(b) << a.userState() << b.userState();
      QFAIL("a paragraph differs from a fresh layout");
    }
  }
  QCOMPARE(edited.layout->documentSize(), fresh.layout->documentSize());
}

}  // namespace

class TestManuscriptLayout : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void editsEqualAFreshLayout_data() {
    QTest::addColumn<int>("seed");
    QTest::addColumn<int>("pieceCount");
    for (int seed = 1; seed <= 6; ++seed)
      QTest::addRow("seed %d", seed) << seed << 40 * seed;
    QTest::newRow("large") << 99 << 900;
  }
  void editsEqualAFreshLayout() {
    QFETCH(int, seed);
    QFETCH(int, pieceCount);
    QRandomGenerator random(static_cast<quint32>(seed));
    Manuscript m(someText(random, pieceCount));
    for (int step = 0; step < 600; ++step) {
      QTextCursor cursor(m.document.get());
      const int end = m.document->characterCount() - 1;
      cursor.setPosition(random.bounded(end + 1));
      switch (random.bounded(8)) {
        case 0:
        case 1:
        case 2:
          cursor.insertText(pieces()[random.bounded(static_cast<int>(pieces().size()))]);
          break;
        case 3:
          cursor.setPosition(std::min(end, cursor.position() + random.bounded(60)), QTextCursor::KeepAnchor);
          cursor.removeSelectedText();
          break;
        case 4:
          m.document->undo();
          break;
        case 5:
          m.document->redo();
          break;
        case 6:
          cursor.beginEditBlock();
          cursor.insertText(u"x\n"_s);
          cursor.setPosition(random.bounded(m.document->characterCount()));
          cursor.insertText(u"```\n"_s);
          cursor.endEditBlock();
          break;
        default:
          cursor.setPosition(std::min(end, cursor.position() + 400), QTextCursor::KeepAnchor);
          cursor.insertText(someText(random, 12));
          break;
      }
      if (step % 150 == 149) m.document->setPageSize({step % 300 == 149 ? 420.0 : 900.0, -1});
      if (step % 25 == 24) {
        compareWithFresh(m);
        if (QTest::currentTestFailed()) {
          qWarning() << "at step" << step;
          return;
        }
      }
    }
  }

  void linesStandOnThePitch() {
    const ManuscriptStyle style = test::manuscriptStyle();
    Manuscript m(u"Plain `code` $x$ **strong** 漢字 "_s.repeated(30) + u"\n\n## Heading\n\ntext"_s);
    m.layout->complete();
    const QTextLayout* layout = m.document->firstBlock().layout();
    QVERIFY(layout->lineCount() > 3);
    for (int i = 1; i < layout->lineCount(); ++i) {
      const QTextLine a = layout->lineAt(i - 1);
      const QTextLine b = layout->lineAt(i);
      QVERIFY(qAbs(b.y() + b.ascent() - a.y() - a.ascent() - style.pitch) < 0.02);
    }
    QTextBlock block = m.document->firstBlock().next();
    QCOMPARE(m.layout->blockBoundingRect(block).height(), std::round(style.pitch * 0.52));
    block = block.next();
    const qreal column = m.layout->columnLeft() - m.layout->blockBoundingRect(block).left();
    QVERIFY(block.layout()->lineAt(0).cursorToX(0) < column - 10);  // the hashes hang in the margin
    const int content = 3;
    QVERIFY(qAbs(block.layout()->lineAt(0).cursorToX(content) - column) < 1.0);
  }

  void continuationLinesHang() {
    Manuscript m(u"- "_s + u"word "_s.repeated(60) + u"\n> "_s + u"word "_s.repeated(60) + u"\n10. "_s +
                 u"word "_s.repeated(60));
    m.layout->complete();
    for (QTextBlock b = m.document->firstBlock(); b.isValid(); b = b.next()) {
      const int content = static_cast<int>(b.text().indexOf(u'w'));
      const QTextLayout* layout = b.layout();
      QVERIFY(layout->lineCount() > 1);
      QVERIFY(qAbs(layout->lineAt(1).x() - layout->lineAt(0).cursorToX(content)) < 1.0);
    }
  }

  void rightToLeftStandsAtTheRight() {
    Manuscript m(u"שלום עולם\n\n# כותרת\n\n- "_s + u"מילה "_s.repeated(60));
    m.layout->complete();
    const qreal column = m.layout->columnLeft() -
                         m.layout->blockBoundingRect(m.document->firstBlock()).left() +
                         m.layout->columnWidth();
    QTextLine line = m.document->firstBlock().layout()->lineAt(0);
    QVERIFY(qAbs(line.naturalTextRect().right() - column) < 1.0);
    line = m.document->findBlockByNumber(2).layout()->lineAt(0);
    QVERIFY(qAbs(line.cursorToX(2) - column) < 1.5);  // the hash hangs in the right margin
    const QTextLayout* item = m.document->findBlockByNumber(4).layout();
    QVERIFY(item->lineCount() > 1);
    QVERIFY(qAbs(item->lineAt(1).naturalTextRect().right() - item->lineAt(0).cursorToX(2)) < 1.5);
  }

  /// Room above a table for its bar, however the line above came to be one of the table.
  void tablesHaveRoomAboveThem() {
    Manuscript m(u"text\n\n| a |\n|---|\n| b |"_s);
    m.layout->complete();
    const auto room = [&](int number) {
      const QTextBlock block = m.document->findBlockByNumber(number);
      return m.layout->textTop(block) - m.layout->blockBoundingRect(block).top();
    };
    QVERIFY(room(2) > test::manuscriptStyle().pitch / 2);
    QVERIFY(qAbs(room(3)) < 0.02);
    QVERIFY(qAbs(room(0)) < 0.02);
    QTextCursor cursor(m.document->findBlockByNumber(2));
    cursor.insertText(u"| c |\n"_s);
    compareWithFresh(m);
  }

  /// Caret and selection cover the whole pitch: so must what is painted again when they move, also where the
  /// faces of the line are lower.
  void caretsOfLowLinesLeaveNothingBehind() {
    Manuscript m(u"```\nlet x = 1\n```"_s);
    ManuscriptEdit edit;
    edit.setStyle(test::manuscriptStyle());
    edit.showDocument(m.document.get());
    edit.resize(760, 400);
    edit.show();
    QVERIFY(QTest::qWaitForWindowExposed(&edit));
    QTextCursor cursor(m.document->findBlockByNumber(1));
    edit.setTextCursor(cursor);
    edit.setFocus();
    QCoreApplication::processEvents();
    const QRectF line = m.layout->blockBoundingRect(cursor.block());
    const QRect caret(edit.cursorRect().left(), qRound(line.top()) + 1, 2, qRound(line.height()) - 2);
    struct Painted : QObject {
      QRegion region;
      bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Paint) region += static_cast<QPaintEvent*>(event)->region();
        return QObject::eventFilter(watched, event);
      }
    } painted;
    edit.viewport()->installEventFilter(&painted);
    cursor.movePosition(QTextCursor::Right, QTextCursor::MoveAnchor, 5);
    edit.setTextCursor(cursor);
    QTRY_VERIFY((QRegion(caret) - painted.region).isEmpty());
  }

  void tablesDoNotWrapButWidenThePage() {
    const QString row = u"| "_s + u"a long cell of a table "_s.repeated(8) + u"|"_s;
    Manuscript m(row + u"\n|---|\n"_s + row);
    m.layout->complete();
    QCOMPARE(m.document->firstBlock().layout()->lineCount(), 1);
    QVERIFY(m.layout->documentSize().width() > 760);
    QTextCursor cursor(m.document.get());
    cursor.select(QTextCursor::Document);
    cursor.insertText(u"short"_s);
    QCOMPARE(m.layout->documentSize().width(), 760.0);
  }

  void hitTestFindsEveryCharacter() {
    Manuscript m(
        u"# Heading\n\nPlain text that wraps over more than one line because it is long enough for that, "
        "and `code` too.\n\n- an item\n\n```\ncode\n```\n\n| a | b |\n|---|---|\n"_s);
    m.layout->complete();
    for (QTextBlock b = m.document->firstBlock(); b.isValid(); b = b.next()) {
      const QPointF origin = m.layout->blockBoundingRect(b).topLeft();
      for (int i = 0; i < b.length() - 1; ++i) {
        const QTextLine line = b.layout()->lineForTextPosition(i);
        const qreal width = line.cursorToX(i + 1) - line.cursorToX(i);
        if (b.text()[i] == u' ') continue;  // the last one of a line takes no room
        QVERIFY(width > 0);
        const QPointF point = origin + QPointF(line.cursorToX(i) + width * 0.2, line.y() + line.height() / 2);
        QCOMPARE(m.layout->hitTest(point, Qt::FuzzyHit), b.position() + i);
      }
    }
    QCOMPARE(m.layout->hitTest({-50, 5}, Qt::ExactHit), -1);
    QCOMPARE(m.layout->hitTest({5000, 1e6}, Qt::FuzzyHit), m.document->characterCount() - 1);
  }

  void textOfAnInputMethodIsLaidOut() {
    Manuscript m(u"- one two"_s);
    m.layout->complete();
    const QTextBlock block = m.document->firstBlock();
    const qreal before = block.layout()->lineAt(0).naturalTextWidth();
    QTextCursor cursor(m.document.get());
    cursor.beginEditBlock();
    block.layout()->setPreeditArea(5, u"にほんご"_s);
    cursor.endEditBlock();
    QVERIFY(block.layout()->lineAt(0).naturalTextWidth() > before + 20);
    const QTextLine line = block.layout()->lineAt(0);
    const QRectF box = m.layout->blockBoundingRect(block);
    QCOMPARE(m.layout->hitTest({box.left() + line.cursorToX(9) + 1, box.center().y()}, Qt::FuzzyHit), 5);
    QCOMPARE(m.layout->hitTest({box.left() + line.cursorToX(11) + 1, box.center().y()}, Qt::FuzzyHit), 7);
  }

  void aHugeDocumentIsLaidOutAsItIsLookedAt() {
    Manuscript m(u"A paragraph of several words, long enough to be honest about its height on the page.\n\n"_s
                     .repeated(6000),
                 760);
    const qreal guess = m.layout->documentSize().height();
    const QTextBlock last = m.document->lastBlock();
    QCOMPARE(last.layout()->lineCount(), 0);
    const QRectF rect = m.layout->blockBoundingRect(last.previous().previous());
    QVERIFY(last.previous().previous().layout()->lineCount() > 0);
    QVERIFY(rect.top() > 0);
    m.layout->complete();
    const qreal exact = m.layout->documentSize().height();
    QVERIFY2(qAbs(guess - exact) < exact * 0.25, qPrintable(u"guessed %1, is %2"_s.arg(guess).arg(exact)));
  }

  void aParagraphOfAHundredThousandCharactersHolds() {
    Manuscript m(u"word "_s.repeated(20000));
    m.layout->complete();
    const QTextBlock block = m.document->firstBlock();
    QCOMPARE(m.layout->blockBoundingRect(block).height(),
             test::manuscriptStyle().pitch * block.layout()->lineCount());
    compareWithFresh(m);
  }

  void hitsMoveWithEdits() {
    Manuscript m(u"one two three two"_s);
    m.layout->setHits({{4, 7}, {14, 17}}, 0);
    QTextCursor cursor(m.document.get());
    cursor.insertText(u"zero "_s);
    QCOMPARE(m.layout->hits(), (std::vector<ManuscriptLayout::Range>{{9, 12}, {19, 22}}));
    cursor.setPosition(10);
    cursor.deleteChar();
    QCOMPARE(m.layout->hits(), (std::vector<ManuscriptLayout::Range>{{18, 21}}));
  }

  void groundsBarsAndCaretArePainted() {
    const ManuscriptStyle style = test::manuscriptStyle();
    Manuscript m(u"text\n```\ncode\n```\nchanged\nadded"_s);
    m.layout->setMargins(0, 0);
    m.layout->setChangeSource([](const QTextBlock& block) {
      using Change = ManuscriptLayout::Change;
      return block.text() == u"changed" ? Change::Changed
             : block.text() == u"added" ? Change::Added
                                        : Change::None;
    });
    m.layout->setHits({{0, 4}}, 0);
    m.layout->complete();
    QImage image(760, static_cast<int>(m.layout->documentSize().height()), QImage::Format_RGB32);
    image.fill(Qt::white);
    QPainter painter(&image);
    QAbstractTextDocumentLayout::PaintContext context;
    context.cursorPosition = 2;
    QTextCursor selected(m.document.get());
    selected.movePosition(QTextCursor::End);
    selected.movePosition(QTextCursor::StartOfBlock, QTextCursor::KeepAnchor);
    QAbstractTextDocumentLayout::Selection selection;
    selection.cursor = selected;
    selection.format.setBackground(style.selection);
    context.selections.append(selection);
    m.layout->draw(&painter, context);
    painter.end();
    const auto has = [&](int block, const QColor& color) {
      const QRectF box = m.layout->blockBoundingRect(m.document->findBlockByNumber(block));
      for (int y = qCeil(box.top()); y < qFloor(box.bottom()); ++y) {
        for (int x = 0; x < image.width(); ++x) {
          if (image.pixelColor(x, y) == color) return true;
        }
      }
      return false;
    };
    QVERIFY(has(0, style.currentHit));
    QVERIFY(has(0, style.caret));
    for (int block = 1; block <= 3; ++block)
      QVERIFY(has(block, style.codeGround));
    QVERIFY(!has(0, style.codeGround));
    QVERIFY(has(4, style.changedBar));
    QVERIFY(has(5, style.addedBar));
    QVERIFY(has(5, style.selection));
    QVERIFY(!has(4, style.selection));
  }
};

QTEST_MAIN(TestManuscriptLayout)
#include "tst_ManuscriptLayout.moc"
