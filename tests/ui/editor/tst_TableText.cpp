#include "ui/editor/TableText.h"

#include <QtTest>

#include "app/session/DocumentSession.h"
#include "app/store/StoreClient.h"
#include "tests/support/EditorFixture.h"
#include "tests/support/Fixture.h"
#include "tests/support/MarkedText.h"
#include "ui/editor/EditorPane.h"
#include "ui/editor/ManuscriptEdit.h"
#include "ui/editor/TableBar.h"

using namespace Qt::StringLiterals;
using namespace offprint;

class TestTableText : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void changes_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("after");  // as before: it does not apply
    const auto row = [](const char* name, const QString& before, const char* what, const QString& after) {
      QTest::newRow(name) << before << QString::fromLatin1(what) << after;
    };
    const QString small = u"|a|b|\n|-|-|\n|1│|2|"_s;
    row("tidy", u"|a│|longer|\n|-|:-:|\n|three words|2|\n\nText"_s, "tidy",
        u"| a│           | longer |\n| ----------- | :----: |\n| three words |   2    |\n\nText"_s);
    row("add row", small, "row", u"| a   | b   |\n| --- | --- |\n| 1   | 2   |\n| │    |     |"_s);
    row("add column", small, "column", u"| a   |     | b   |\n| --- | --- | --- |\n| 1   | │    | 2   |"_s);
    row("align", small, "align-right", u"|   a | b   |\n| --: | --- |\n|   1│ | 2   |"_s);
    row("align again", u"|a|b|\n|-:|-|\n|1│|2|"_s, "align-right",
        u"| a   | b   |\n| --- | --- |\n| 1│   | 2   |"_s);
    row("move column", small, "column-right", u"| b   | a   |\n| --- | --- |\n| 2   | 1│   |"_s);
    row("move row", u"|a|\n|-|\n|1│|\n|2|"_s, "row-down", u"| a   |\n| --- |\n| 2   |\n| 1│   |"_s);
    row("the head does not move", u"|a│|\n|-|\n|1|"_s, "row-down", u"|a│|\n|-|\n|1|"_s);
    row("sort numbers", u"|n│|\n|-|\n|10|\n|9.5|\n|100|"_s, "sort",
        u"| n│   |\n| --- |\n| 9.5 |\n| 10  |\n| 100 |"_s);
    row("sort words, followed", u"|n|\n|-|\n|pear│|\n|apple|"_s, "sort",
        u"| n     |\n| ----- |\n| apple |\n| pear│  |"_s);
    row("sort again", u"|n│|\n|-|\n|1|\n|2|"_s, "sort", u"| n│   |\n| --- |\n| 2   |\n| 1   |"_s);
    row("delete row", u"|a|\n|-|\n|1│|\n|2|"_s, "delete-row", u"| a   |\n| --- |\n| 2│   |"_s);
    row("the head stays", u"|a│|\n|-|\n|1|"_s, "delete-row", u"|a│|\n|-|\n|1|"_s);
    row("delete column", small, "delete-column", u"| b   |\n| --- |\n| 2│   |"_s);
    row("delete", u"Text\n\n|a│|\n|-|\n|1|\n\nMore"_s, "delete", u"Text\n\n│\n\nMore"_s);
    row("escaped bars are text", u"|a \\| b│|c|\n|-|-|\n|1|2|"_s, "tidy",
        u"| a \\| b│ | c   |\n| ------ | --- |\n| 1      | 2   |"_s);
    row("in a quote", u"> |a│|b|\n> |-|-|\n> |1|22222|"_s, "tidy",
        u"> | a│   | b     |\n> | --- | ----- |\n> | 1   | 22222 |"_s);
    row("a cell too many is kept", u"|a│|\n|-|\n|1|2|"_s, "tidy", u"| a│   |\n| --- |\n| 1   | 2 |"_s);
    row("a cell too few", u"|a│|b|\n|-|-|\n|1|"_s, "tidy", u"| a│   | b   |\n| --- | --- |\n| 1   |     |"_s);
    row("no table", u"a │ b"_s, "tidy", u"a │ b"_s);
    row("in code", u"```\n|a│|\n|-|\n```"_s, "tidy", u"```\n|a│|\n|-|\n```"_s);
  }
  void changes() {
    QFETCH(QString, before);
    QFETCH(QString, what);
    QFETCH(QString, after);
    test::MarkedManuscript m(before);
    const bool changed = changeTable(m.cursor, what);
    QCOMPARE(m.marked(), after);
    QCOMPARE(changed, before != after);
    if (!changed) return;
    m.document->undo();
    QCOMPARE(documentText(*m.document), QString(before).remove(u'│'));
  }

  /// Padding a table twice is padding it once.
  void tidyIsSettled() {
    test::MarkedManuscript m(u"| a│ | **b** | `x \\| y` |\n|:--|--:|:-:|\n| 1 | 2 | 3 | 4 |\n| ä |"_s);
    QVERIFY(changeTable(m.cursor, u"tidy"_s));
    const QString once = documentText(*m.document);
    QVERIFY(changeTable(m.cursor, u"tidy"_s));
    QCOMPARE(documentText(*m.document), once);
  }

  void theBarIsThereInTablesAlone() {
    auto look = Appearance::create(test::resources());
    QVERIFY(look);
    StoreClient store;
    ContentItem item;
    item.uuid = u"a"_s;
    item.body = u"Text.\n\n|a|b|\n|-|-|\n|1|2|\n\nEnd."_s;
    DocumentSession session(store, item);
    EditorPane pane(**look);
    pane.resize(900, 600);
    pane.open(&session);
    pane.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pane));
    pane.focusText();
    auto* edit = pane.findChild<ManuscriptEdit*>();
    auto* bar = pane.findChild<TableBar*>();
    const auto text = [&] { return session.snapshot().body; };
    pane.goToLine(1);
    QVERIFY(!bar->isVisible() && !pane.inTable());
    QSignalSpy told(&pane, &EditorPane::inTableChanged);
    pane.goToLine(5, 3);
    QVERIFY(bar->isVisible() && pane.inTable());
    QCOMPARE(told.count(), 1);
    QVERIFY(!bar->geometry().adjusted(14, 14, -14, -14).intersects(edit->cursorRect()));
    // Typing there and leaving tidies.
    QTest::keyClicks(edit, u"000"_s);
    QCOMPARE(text().section(u'\n', 4, 4), u"|1000|2|"_s);
    pane.goToLine(7);
    QTRY_COMPARE(text().section(u'\n', 2, 4), u"| a    | b   |\n| ---- | --- |\n| 1000 | 2   |"_s);
    QCOMPARE(pane.caretLine(), 7);
    QVERIFY(!bar->isVisible());
    pane.undo();
    QCOMPARE(text().section(u'\n', 4, 4), u"|1000|2|"_s);
    pane.undo();
    QCOMPARE(text(), item.body);
    // An undo alone leaves the table as it is, so that it can be done again.
    pane.goToLine(1);
    QCoreApplication::processEvents();
    QCOMPARE(text(), item.body);
    pane.goToLine(5, 3);
    pane.changeTable(u"row"_s);
    QCOMPARE(text().count(u'\n'), item.body.count(u'\n') + 1);
    QCOMPARE(pane.caretLine(), 6);
    pane.setReadOnly(true);
    pane.goToLine(3);
    QVERIFY(!pane.inTable());
  }
};

QTEST_MAIN(TestTableText)
#include "tst_TableText.moc"
