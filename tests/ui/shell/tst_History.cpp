#include "tests/ui/shell/ShellTest.h"
#include "ui/editor/EditorPane.h"
#include "ui/editor/ManuscriptEdit.h"
#include "ui/editor/ManuscriptLayout.h"
#include "ui/history/DiffText.h"
#include "ui/history/HistoryPane.h"
#include "ui/history/RevisionList.h"
#include "ui/history/ValueDiff.h"

using namespace offprint;
using namespace Qt::StringLiterals;

/// Versions in the whole window: compared, restored whole and by passage.
class TestHistory : public QObject, private test::ShellTest {
  Q_OBJECT

  Shell& shell() { return *window_->shell; }
  ManuscriptEdit* text() { return shell().editor().findChild<ManuscriptEdit*>(); }
  QString body() { return shell().session()->snapshot().body; }
  bool keep() {
    DocumentSession* session = shell().session();
    const int before = session->revisionCount();
    session->keep();
    return QTest::qWaitFor([&] { return session->revisionCount() > before; });
  }
  void type(const QString& words) {
    QTextCursor cursor(text()->document());
    cursor.select(QTextCursor::Document);
    cursor.insertText(words);
  }
  DiffText* diff() { return shell().findChild<HistoryPane*>()->findChild<DiffText*>(); }
  QList<QPushButton*> buttons() {
    QList<QPushButton*> list;
    for (auto* button : diff()->findChildren<QPushButton*>())
      if (button->isVisible()) list.append(button);
    return list;
  }

 private Q_SLOTS:
  void initTestCase() { QVERIFY(makeLook()); }
  void init() { begin(); }
  void cleanup() { end(); }

  void aPassageComesBack() {
    QVERIFY(window_->open(path(u"a.offprint"_s)));
    QVERIFY(window_->add("item.new", u"One title"_s).valid());
    type(u"The cache holds four pages.\n\nNothing changes here.\n\nThe last words stay as they are."_s);
    QVERIFY(keep());
    type(
        u"The cache holds nine pages.\n\nNothing changes here.\n\nThe last words went elsewhere, as they are."_s);
    shell().session()->setTitle(u"Another title"_s);
    QVERIFY(window_->run("item.history"));
    QTRY_COMPARE(buttons().size(), 2);
    const auto* shown = diff()->findChild<ManuscriptEdit*>();
    QVERIFY(shown->toPlainText().contains(u"holds fournine pages"_s));
    QVERIFY(diff()->findChild<QLabel*>()->text().contains(u"Another"_s));
    const QList<QPushButton*> both = buttons();
    both.first()->click();
    both.last()->click();  // of the comparison with the text as it was: nothing
    QCOMPARE(body().section(u'\n', 0, 0), u"The cache holds four pages."_s);
    QVERIFY(body().endsWith(u"went elsewhere, as they are."_s));
    QTRY_COMPARE(buttons().size(), 1);
    // What was there before is a version, and a step of the text's undo.
    QTRY_VERIFY(shell().session()->revisionCount() >= 2);
    shell().editor().undo();
    QCOMPARE(body().section(u'\n', 0, 0), u"The cache holds nine pages."_s);
    QVERIFY(window_->run("go.back"));
    QVERIFY(text()->isVisible());
  }

  void aWholeVersionComesBack() {
    QVERIFY(window_->open(path(u"a.offprint"_s)));
    QVERIFY(window_->add("item.new", u"Title"_s).valid());
    type(u"First words."_s);
    QVERIFY(keep());
    type(u"Quite other words now."_s);
    QVERIFY(keep());
    QVERIFY(window_->run("item.history"));
    auto* list = shell().findChild<RevisionList*>();
    QTRY_VERIFY(list->count() >= 4);  // a day, now, two versions
    list->setCurrentRow(3);
    QPushButton* restore = nullptr;
    for (auto* button : shell().findChild<HistoryPane*>()->findChildren<QPushButton*>())
      if (button->text() == u"Restore this version") restore = button;
    QVERIFY(restore);
    QTRY_VERIFY(restore->isVisible());
    restore->click();
    QTRY_COMPARE(body(), u"First words."_s);
    QTRY_VERIFY(list->count() >= 5);
  }

  void valuesAreNamed() {
    ContentItem before;
    before.title = u"A"_s;
    before.tags = {u"x"_s};
    before.fields.insert(u"venue"_s, u"ICML"_s);
    ContentItem after = before;
    QVERIFY(differingValues(before, after, nullptr).isEmpty());
    after.title = u"B <i>"_s;
    after.tags = {u"x"_s, u"y"_s};
    after.fields.insert(u"venue"_s, u"NeurIPS"_s);
    const QList<ValueDiff> values = differingValues(before, after, nullptr);
    QCOMPARE(values.size(), 3);
    QCOMPARE(values[1].after, u"x, y"_s);
    const QString html = valuesHtml(values, *look_);
    QVERIFY(html.contains(u"&lt;"_s) && !html.contains(u"<i>"_s));
  }
};

int main(int argc, char** argv) {
  QTEST_SET_MAIN_SOURCE_PATH
  return test::runShellTest<TestHistory>(argc, argv);
}
#include "tst_History.moc"
