#include "app/bibliography/CslJson.h"
#include "app/import/WorkIntake.h"
#include "app/session/UndoStack.h"
#include "tests/support/LookupServer.h"
#include "tests/ui/shell/ShellTest.h"
#include "ui/bibliography/AddField.h"
#include "ui/bibliography/AddWorksSheet.h"
#include "ui/library/ItemListPane.h"
#include "ui/shell/FindingVerbs.h"
#include "ui/shell/Jobs.h"

using namespace offprint;
using namespace Qt::StringLiterals;

/// Works come into the window through one field, and nobody is asked before the author says so.
class TestAddWorksSheet : public QObject, test::ShellTest {
  Q_OBJECT
  std::unique_ptr<test::LookupServer> server_;

  AddWorksSheet* sheet() const { return window_->shell->findChild<AddWorksSheet*>(); }
  QTreeWidget& found() const { return *sheet()->findChild<QTreeWidget*>(); }
  QString said() const {
    QStringList texts;
    for (const QLabel* label : sheet()->findChildren<QLabel*>())
      texts << label->text();
    return texts.join(u'\n');
  }
  QPushButton* button(const QString& verb) const {
    for (QPushButton* button : sheet()->findChildren<QPushButton*>())
      if (button->text() == verb && button->isVisible()) return button;
    return nullptr;
  }
  void press(const QString& verb) const {
    QPushButton* wanted = button(verb);
    if (!wanted) return QTest::qFail(qPrintable(u"no button "_s + verb), __FILE__, __LINE__);
    wanted->click();
  }
  void beginWith(const QString& written) {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QVERIFY(window_->run("work.add"));
    QTRY_VERIFY(sheet() && sheet()->isVisible());
    sheet()->write(written);
  }
  DocumentSession* session() const { return window_->shell->session(); }

 private Q_SLOTS:
  void initTestCase() { QVERIFY(makeLook()); }
  void init() {
    begin();
    server_ = std::make_unique<test::LookupServer>();
    for (const char* service : {"doi", "arxiv", "books", "works"})
      window_->preferences.setLookupAddress(QString::fromLatin1(service), server_->address());
  }
  void cleanup() {
    end();
    server_.reset();
  }
  void cleanupTestCase() { look_.reset(); }

  void aDoiIsAskedForWhenTheAuthorSaysSo() {
    server_->put("/10.5555/tiles.2021.7", {200, "application/json", test::registry::article(), {}});
    beginWith(u"10.5555/tiles.2021.7"_s);
    QVERIFY2(said().contains(u"the DOI registry"_s), qPrintable(said()));
    QVERIFY(server_->asked().isEmpty());
    press(u"Look up"_s);
    QTRY_COMPARE(found().topLevelItemCount(), 1);
    QCOMPARE(server_->asked().size(), 1);
    QVERIFY(found().topLevelItem(0)->text(2).startsWith(u"New"_s));
    QCOMPARE(window_->library.counts().all, 0);
    press(u"Add 1 work"_s);
    QTRY_VERIFY(session());
    QCOMPARE(session()->item().title, u"Counting tiles without touching them"_s);
    QTRY_VERIFY(!sheet());
    // One step takes it back, and it is known the next time.
    QVERIFY(window_->run("work.add"));
    sheet()->write(u"doi:10.5555/TILES.2021.7"_s);
    press(u"Look up"_s);
    QTRY_COMPARE(found().topLevelItemCount(), 1);
    QVERIFY(found().topLevelItem(0)->text(2).startsWith(u"Already here"_s));
    QCOMPARE(server_->asked().size(), 1);
    press(u"Cancel"_s);
    window_->library.undoStack().undo();
    QTRY_COMPARE(window_->library.counts().all, 0);
  }

  void entriesAreShownAtOnce() {
    beginWith(
        u"@article{a, title={Same}, author={Berg, Ada}}\n@article{b, title={Other}}\n@article{c, title={Broken\n"_s);
    QTRY_COMPARE(found().topLevelItemCount(), 3);
    QVERIFY(found().topLevelItem(2)->text(2).contains(u"Cannot be read, line 3"_s));
    QVERIFY(found().topLevelItem(2)->data(0, Qt::CheckStateRole).isNull());
    QVERIFY2(said().contains(u"2 works found, 1 cannot be read."_s), qPrintable(said()));
    QVERIFY(!button(u"Look up"_s));
    found().topLevelItem(1)->setCheckState(0, Qt::Unchecked);
    press(u"Add 1 work"_s);
    QTRY_COMPARE(window_->library.counts().all, 1);
    QVERIFY(server_->asked().isEmpty());
  }

  void whatCannotBeAskedIsKeptAndCompletedFromProblems() {
    server_->put("/10.5555/tiles.2021.7", {429, "text/plain", "no", "Retry-After: 30\r\n"});
    beginWith(u"10.5555/tiles.2021.7"_s);
    press(u"Look up"_s);
    QTRY_VERIFY(button(u"Keep for later"_s));
    QVERIFY2(said().contains(u"30 seconds"_s), qPrintable(said()));
    press(u"Keep for later"_s);
    QTRY_VERIFY(session());
    QCOMPARE(session()->item().status, Status::Draft);
    Finding finding;
    finding.code = u"work.incomplete"_s;
    finding.item = session()->item().ref();
    QCOMPARE(verbName(verbOf(finding)), u"Complete"_s);
    server_->put("/10.5555/tiles.2021.7", {200, "application/json", test::registry::article(), {}});
    QVERIFY(window_->run("work.complete"));
    QTRY_COMPARE(session()->item().title, u"Counting tiles without touching them"_s);
    QCOMPARE(session()->item().status, Status::Published);
  }

  void nothingIsAskedWhereItIsSwitchedOff() {
    window_->preferences.setLookUps(false);
    beginWith(u"2101.00042"_s);
    QVERIFY(button(u"Keep for later"_s));
    press(u"Look up"_s);
    QTRY_VERIFY2(said().contains(u"switched off"_s), qPrintable(said()));
    QVERIFY(server_->asked().isEmpty());
  }

  void aLookUpCanBeStopped() {
    server_->put("/10.5555/silent", {200, "text/plain", {}, {}, test::LookupServer::Reply::Manner::Never});
    beginWith(u"10.5555/silent"_s);
    press(u"Look up"_s);
    QTRY_COMPARE(server_->asked().size(), 1);
    press(u"Stop"_s);
    QVERIFY(button(u"Look up"_s));
    QTRY_VERIFY(window_->shell->jobs().running().isEmpty());
  }

  void theFieldOverPublications() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    auto* field = window_->shell->findChild<AddField*>();
    QVERIFY(field && !field->isVisible());
    window_->shell->go({Place::Type::Kind, u"publication"_s});
    QTRY_VERIFY(field->isVisible());
    QApplication::clipboard()->setText(u"TY  - JOUR\nTI  - Pasted\nER  - \n"_s);
    QTest::keySequence(field, QKeySequence::Paste);
    QTRY_VERIFY(sheet());
    QTRY_COMPARE(found().topLevelItemCount(), 1);
    QVERIFY(found().topLevelItem(0)->text(0).startsWith(u"Pasted"_s));
    window_->shell->go({Place::Type::Kind, u"article"_s});
    QTRY_VERIFY(!field->isVisible());
  }
};

int main(int argc, char** argv) {
  return test::runShellTest<TestAddWorksSheet>(argc, argv);
}

#include "tst_AddWorksSheet.moc"
