#include "app/session/UndoStack.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "app/store/StoreClient.h"
#include "tests/ui/shell/ShellTest.h"
#include "ui/bibliography/MergeSheet.h"
#include "ui/library/ItemListPane.h"
#include "ui/shell/FindingVerbs.h"

using namespace offprint;
using namespace Qt::StringLiterals;

/// Works that may be one are compared in the window, and one step takes a decision back.
class TestMergeSheet : public QObject, test::ShellTest {
  Q_OBJECT
  QList<ContentItem> works_;
  ContentItem text_;

  void beginWithTwo() {
    {
      auto library = Library::create(path(u"A.offprint"_s), test::resources(), test::clock());
      QVERIFY(library.has_value());
      works_.clear();
      for (const auto& [key, year] : {std::pair{u"early"_s, 2020}, {u"late"_s, 2021}}) {
        ContentItem work;
        work.kind = u"publication"_s;
        work.title = u"Counting the tiles"_s;
        work.authors = {Person::parse(u"Ada Berg"_s)};
        work.date = Date::year(year);
        work.status = Status::Published;
        work.fields = {{u"citationKey"_s, key}, {u"type"_s, u"article"_s}, {u"venue"_s, key + u" venue"_s}};
        works_ << (*library)->content().insert(work).value_or({});
      }
      ContentItem text;
      text.kind = u"article"_s;
      text.title = u"Citing"_s;
      text.body = u"See [@late]."_s;
      text_ = (*library)->content().insert(text).value_or({});
    }
    QVERIFY(window_->open(path(u"A.offprint"_s)));
  }
  MergeSheet* sheet() const {
    for (MergeSheet* sheet : window_->shell->findChildren<MergeSheet*>())
      if (sheet->isVisible()) return sheet;
    return nullptr;
  }
  void press(const QString& verb) const {
    for (QPushButton* button : sheet()->findChildren<QPushButton*>())
      if (button->text() == verb) return button->click();
    QTest::qFail(qPrintable(u"no button "_s + verb), __FILE__, __LINE__);
  }
  ContentItem stored(ContentId id) {
    ContentItem item;
    bool answered = false;
    window_->library.store().run<ContentItem>([id](Library& library) { return library.content().get(id); },
                                              this,
                                              [&](const Result<ContentItem>& found) {
                                                item = found.value_or({});
                                                answered = true;
                                              });
    if (!QTest::qWaitFor([&] { return answered; })) QTest::qFail("no answer", __FILE__, __LINE__);
    return item;
  }
  /// The comparison is shown: both values of each row.
  QList<QRadioButton*> choices() const { return sheet()->findChildren<QRadioButton*>(); }

 private Q_SLOTS:
  void initTestCase() { QVERIFY(makeLook()); }
  void init() { begin(); }
  void cleanup() { end(); }
  void cleanupTestCase() { look_.reset(); }

  void worksAreMergedAndParted() {
    beginWithTwo();
    QVERIFY(window_->run("work.duplicates"));
    QTRY_VERIFY(sheet() && choices().size() == 4);
    // Date, then venue; of the venue the other's is wanted.
    choices().at(3)->click();
    press(u"Merge"_s);
    QTRY_COMPARE(stored(text_.id).body, u"See [@early]."_s);
    QCOMPARE(stored(works_.at(0).id).fields["venue"_L1].toString(), u"late venue"_s);
    QCOMPARE(stored(works_.at(0).id).date.iso(), u"2020"_s);
    QVERIFY(stored(works_.at(1).id).trashed.isValid());
    window_->library.undoStack().undo();
    QTRY_VERIFY(!stored(works_.at(1).id).trashed.isValid());
    QCOMPARE(stored(text_.id).body, u"See [@late]."_s);
    QCOMPARE(stored(works_.at(0).id).fields["venue"_L1].toString(), u"early venue"_s);
    window_->library.undoStack().redo();
    QTRY_COMPARE(stored(text_.id).body, u"See [@early]."_s);
  }

  void theOtherMayStay() {
    beginWithTwo();
    QVERIFY(window_->run("work.duplicates"));
    QTRY_VERIFY(sheet() && choices().size() == 4);
    press(u"Keep the other one"_s);
    QTRY_VERIFY(sheet()->findChildren<QPushButton*>().size() > 3 && choices().size() >= 4);
    QTRY_VERIFY(choices().first()->accessibleName() == u"2021"_s);
    press(u"Merge"_s);
    QTRY_VERIFY(stored(works_.at(0).id).trashed.isValid());
    QCOMPARE(stored(text_.id).body, u"See [@late]."_s);
  }

  void decisionsAreRemembered_data() {
    QTest::addColumn<QString>("verb");
    QTest::newRow("not the same") << u"Not the same"_s;
    QTest::newRow("versions") << u"Keep both, link as versions"_s;
  }
  void decisionsAreRemembered() {
    QFETCH(QString, verb);
    beginWithTwo();
    Finding finding;
    finding.code = u"work.duplicate"_s;
    finding.item = works_.at(1).ref();
    QCOMPARE(verbName(verbOf(finding)), u"Compare…"_s);
    window_->shell->openItem(works_.at(1).id);
    QTRY_VERIFY(window_->shell->session() && window_->shell->session()->item().id == works_.at(1).id);
    QVERIFY(window_->run("work.compare"));
    QTRY_VERIFY(sheet() && choices().size() == 4);
    QSignalSpy acted(&window_->library, &LibrarySession::acted);
    press(verb);
    QTRY_COMPARE(acted.size(), 1);
    QTRY_VERIFY(!sheet());
    QVERIFY(window_->run("work.compare"));
    // A remembered pair is no pair; without the step it is one again.
    window_->library.undoStack().undo();
    QTRY_VERIFY(window_->run("work.duplicates") && sheet());
  }
};

int main(int argc, char** argv) {
  return test::runShellTest<TestMergeSheet>(argc, argv);
}

#include "tst_MergeSheet.moc"
