
#include "app/content/ContentItem.h"
#include "app/store/ContentRepository.h"
#include "app/store/Database.h"
#include "app/store/Library.h"
#include "tests/ui/shell/ShellTest.h"
#include "ui/editor/EditorPane.h"
#include "ui/library/ItemListPane.h"
#include "ui/library/ItemView.h"
#include "ui/library/Sidebar.h"
#include "ui/shell/FindingsView.h"
#include "ui/shell/Jobs.h"
#include "ui/shell/Palette.h"
#include "ui/site/SiteSettingsPage.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/Toast.h"

using namespace offprint;
using test::Window;
using namespace Qt::StringLiterals;

class TestShell : public QObject, test::ShellTest {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { QVERIFY(makeLook()); }
  void init() { begin(); }
  void cleanup() { end(); }
  void cleanupTestCase() { look_.reset(); }

  void everyCommandIsBound() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QCOMPARE(window_->shell->commands().unbound(), QStringList());
    for (const CommandSpec& spec : window_->shell->commands().all())
      QVERIFY(!spec.menu.isEmpty());
  }

  void withoutALibraryCommandsSayWhy() {
    window_->shell->start({});
    window_->shell->show();
    for (const char* id : {"item.new", "export.site", "go.quick-open", "backup.now", "import.start"}) {
      QVERIFY(!window_->run(id));
      QCOMPARE(window_->whyNot(id), u"Open a library first"_s);
    }
    QVERIFY(window_->whyNot("library.open").isEmpty());
  }

  void theFirstRunMakesALibrary() {
    window_->shell->start({});
    window_->shell->show();
    QLineEdit* name = field(u"Your name"_s);
    QVERIFY(name);
    QTest::keyClicks(name, u"Ada: Lovelace"_s);
    QTest::keyClicks(field(u"What you do"_s), u"Analyst"_s);
    QTest::keyClick(name, Qt::Key_Return);
    QTRY_VERIFY2_WITH_TIMEOUT(window_->library.isOpen(), qPrintable(bannerText()), 30'000);
    QCOMPARE(window_->library.name(), u"Ada Lovelace"_s);
    QCOMPARE(window_->library.site().role, u"Analyst"_s);
    QCOMPARE(window_->preferences.recentLibraries().constFirst(), window_->library.folder());
    QVERIFY(QDir(window_->library.folder()).removeRecursively());
  }

  void aMissingLibraryIsToldOnTheFirstRunPage() {
    window_->preferences.rememberLibrary(path(u"gone.offprint"_s));
    window_->shell->start(path(u"gone.offprint"_s));
    window_->shell->show();
    QTRY_VERIFY(field(u"Your name"_s));
    QTRY_VERIFY(bannerShown());
    QVERIFY(!window_->preferences.recentLibraries().contains(path(u"gone.offprint"_s)));
  }

  /// A window that comes up before its library shows nothing of it until all of it is there.
  void nothingHalfMadeIsShown() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    for (int i = 0; i < 6; ++i)
      QVERIFY(window_->add("item.new", u"Item %1"_s.arg(i)).valid());
    beginAgain();
    Shell& shell = *window_->shell;
    QSignalSpy ready(&shell, &Shell::ready);
    shell.start(path(u"A.offprint"_s));
    shell.show();
    const QPointer<QWidget> cover = shell.findChild<QWidget*>(u"cover"_s);
    QVERIFY(cover && cover->isVisible());
    QCOMPARE(cover->size(), shell.size());
    shell.resize(1000, 700);
    QCOMPARE(cover->size(), shell.size());
    QVERIFY(ready.wait(20'000));
    QVERIFY(!cover->isVisible());
    // Every row that a screen holds is there with its words.
    const QAbstractItemModel& rows = *shell.list().view()->model();
    QVERIFY(rows.rowCount() >= 6);
    for (int row = 0; row < rows.rowCount(); ++row)
      QVERIFY(!rows.index(row, 0).data().toString().isEmpty());
    QTRY_VERIFY(!cover);
  }

  void closingAsksWhenTheLastWordsCannotBeStored() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QVERIFY(window_->add("item.new", u"Kept"_s).valid());
    Shell& shell = *window_->shell;
    const auto whole = qScopeGuard([] { Database::setStepFault({}); });
    Database::setStepFault([](const QByteArray& sql) { return sql.startsWith("UPDATE item SET") ? 13 : 0; });
    window_->answers.confirms = false;
    window_->answers.asked.clear();
    shell.session()->setSummary(u"last words"_s);
    shell.close();
    QTRY_COMPARE(window_->answers.asked.size(), 1);
    QVERIFY(shell.isVisible() && shell.isEnabled() && window_->library.isOpen());
    Database::setStepFault({});
    shell.close();
    QTRY_VERIFY(!shell.isVisible());
    QCOMPARE(window_->answers.asked.size(), 1);
    QVERIFY(!window_->library.isOpen());
  }

  void aNewItemIsListedWithItsFirstCharacter() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QSignalSpy shown(window_->shell.get(), &Shell::itemShown);
    QVERIFY(window_->run("item.new"));
    QCOMPARE(shown.count(), 1);
    QCOMPARE(window_->shell->list().count(), 0);
    window_->shell->session()->setTitle(u"F"_s);
    QTRY_COMPARE(window_->shell->list().count(), 1);
    QTRY_COMPARE(window_->shell->list().selected(), QList<ContentId>{window_->shell->session()->item().id});
    QVERIFY(window_->shell->windowTitle().startsWith(u"F"_s));
  }

  void trashUndoRestoreAndEmpty() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    const ContentId id = window_->add("item.new", u"To go"_s);
    QVERIFY(id.valid());
    QTRY_COMPARE(window_->shell->list().count(), 1);
    QVERIFY(window_->run("item.trash"));
    QTRY_COMPARE(window_->shell->list().count(), 0);
    QTRY_VERIFY(toast()->isVisible());
    undo();
    QVERIFY(!toast()->isVisible());
    QTRY_COMPARE(window_->shell->list().count(), 1);
    QVERIFY(window_->shell->list().selected().isEmpty() ||
            window_->shell->list().selected().constFirst() == id);

    window_->shell->openItem(id);
    QTRY_COMPARE(window_->shell->list().selected(), QList<ContentId>{id});
    QVERIFY(window_->run("item.trash"));
    QTRY_COMPARE(window_->library.counts().trashed, 1);
    window_->shell->go({Place::Type::Trash, {}});
    QTRY_COMPARE(window_->shell->list().count(), 1);
    window_->shell->openItem(id);
    QTRY_VERIFY(window_->shell->session() && window_->shell->session()->item().id == id);
    QTRY_VERIFY(window_->shell->session()->item().trashed.isValid());
    QTRY_VERIFY(window_->whyNot("item.restore").isEmpty());
    QCOMPARE(window_->whyNot("item.rename"), u"Put the item back from the trash first"_s);
    QVERIFY(window_->run("item.restore"));
    QTRY_COMPARE(window_->library.counts().trashed, 0);

    window_->shell->go({Place::Type::All, {}});
    QTRY_COMPARE(window_->shell->list().count(), 1);
    window_->shell->openItem(id);
    QTRY_VERIFY(window_->shell->session() && !window_->shell->session()->item().trashed.isValid());
    QVERIFY(window_->run("item.trash"));
    QTRY_COMPARE(window_->library.counts().trashed, 1);
    window_->answers.confirms = false;
    QTRY_VERIFY(window_->whyNot("trash.empty").isEmpty());
    QVERIFY(window_->run("trash.empty"));
    QCOMPARE(window_->library.counts().trashed, 1);
    window_->answers.confirms = true;
    QVERIFY(window_->run("trash.empty"));
    QTRY_COMPARE(window_->library.counts().trashed, 0);
    QVERIFY(!window_->whyNot("trash.empty").isEmpty());
  }

  void renameDuplicateStateAndCollections() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    const ContentId id = window_->add("item.new", u"First name"_s);
    QVERIFY(id.valid());
    QTRY_COMPARE(window_->shell->list().count(), 1);
    window_->answers.text = u"Second name"_s;
    QVERIFY(window_->run("item.rename"));
    QTRY_COMPARE(window_->shell->session()->item().title, u"Second name"_s);
    QVERIFY(window_->run("state.published"));
    QTRY_COMPARE(window_->shell->session()->item().status, Status::Published);
    window_->answers.moment = QDateTime(QDate(2126, 3, 24), QTime(9, 0), Qt::UTC);
    QVERIFY(window_->run("state.scheduled"));
    QTRY_COMPARE(window_->shell->session()->item().status, Status::Scheduled);
    QCOMPARE(window_->shell->session()->item().publishAt, window_->answers.moment);
    window_->answers.text = u"gpu"_s;
    QVERIFY(window_->run("item.add-tag"));
    QTRY_COMPARE(window_->shell->session()->item().tags, QStringList{u"gpu"_s});
    const SidebarModel& places = window_->shell->findChild<Sidebar*>()->model();
    QTRY_VERIFY(places.indexOf({Place::Type::Tag, u"gpu"_s}).isValid());
    QVERIFY(window_->run("item.duplicate"));
    QTRY_COMPARE(window_->library.counts().all, 2);
    // A new item in a collection belongs to it.
    window_->shell->go({Place::Type::Tag, u"gpu"_s});
    QVERIFY(window_->run("item.new"));
    QCOMPARE(window_->shell->session()->item().tags, QStringList{u"gpu"_s});
  }

  void aSampleLibraryTakesAFreeName() {
    const auto sample = [](const QString& name) {
      return QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation) + u"/Offprint/"_s + name;
    };
    QVERIFY(sample({}).startsWith(QDir::homePath()));
    test::spill(sample(u"Sample.offprint/mine.txt"_s), "mine");
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QVERIFY(window_->run("library.sample"));
    QTRY_COMPARE_WITH_TIMEOUT(window_->library.folder(), sample(u"Sample 2.offprint"_s), 20'000);
    QTRY_VERIFY_WITH_TIMEOUT(window_->library.isOpen() && window_->library.counts().all > 3, 20'000);
  }

  void theSiteIsExportedAndAgain() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QVERIFY(window_->add("item.new", u"On the site"_s).valid());
    QVERIFY(window_->run("state.published"));
    QTRY_COMPARE(window_->shell->session()->item().status, Status::Published);
    QCOMPARE(window_->whyNot("export.again"), u"Export the site to a folder first"_s);
    QTRY_COMPARE(window_->library.counts().pending, 1);
    window_->answers.folder = path(u"site"_s);
    QVERIFY(window_->run("export.site"));
    QCOMPARE(window_->answers.asked.constLast(), u"Export site to folder"_s);
    QTRY_VERIFY_WITH_TIMEOUT(window_->shell->jobs().running().isEmpty(), 20'000);
    QVERIFY(QFileInfo::exists(path(u"site/index.html"_s)));
    QVERIFY(QFileInfo::exists(path(u"site/articles/on-the-site/index.html"_s)));
    QTRY_VERIFY(window_->whyNot("export.again").isEmpty());
    // From now on lists tell what differs from it.
    QTRY_COMPARE(window_->library.counts().pending, 0);
    window_->library.rename(window_->shell->session()->item().id, u"On the site, renamed"_s);
    window_->shell->go({Place::Type::Changed, {}});
    QTRY_COMPARE(window_->shell->list().count(), 1);
    QTRY_COMPARE(window_->library.counts().pending, 1);
    undo();
    QTRY_COMPARE(window_->library.counts().pending, 0);
    QTRY_COMPARE(window_->shell->list().count(), 0);
    QVERIFY(window_->run("export.again"));
    QTRY_VERIFY_WITH_TIMEOUT(window_->shell->jobs().running().isEmpty(), 20'000);
    QVERIFY(toast()->accessibleName().startsWith(u"Nothing had changed"_s));
    // A folder that is not ours is refused, and left as it is.
    test::spill(path(u"other/precious.txt"_s), "mine");
    window_->answers.folder = path(u"other"_s);
    QVERIFY(window_->run("export.site"));
    QTRY_VERIFY_WITH_TIMEOUT(window_->shell->jobs().running().isEmpty(), 20'000);
    QTRY_VERIFY(bannerShown());
    QCOMPARE(QDir(path(u"other"_s)).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
             QStringList{u"precious.txt"_s});
  }

  void aBackupIsMadeAndRestored() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QVERIFY(window_->add("item.new", u"Kept"_s).valid());
    QVERIFY(window_->run("backup.now"));
    QTRY_VERIFY_WITH_TIMEOUT(window_->shell->jobs().running().isEmpty(), 20'000);
    const QStringList files = QDir(path(u"A backups"_s)).entryList(QDir::Files);
    QCOMPARE(files.size(), 1);
    window_->answers.file = path(u"A backups/"_s + files.constFirst());
    window_->answers.newFile = path(u"B.offprint"_s);
    QVERIFY(window_->run("backup.restore"));
    QTRY_COMPARE_WITH_TIMEOUT(window_->library.name(), u"B"_s, 20'000);
    QTRY_COMPARE(window_->shell->list().count(), 1);
  }

  /// A search kept under a name stands in the sidebar, also at the next start.
  void aSearchIsSavedAsAView() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QVERIFY(window_->add("item.new", u"On rooflines"_s).valid());
    QCOMPARE(window_->whyNot("library.save-search"), u"Search for something first"_s);
    window_->shell->go({Place::Type::Search, u"rooflines kind:article"_s});
    QTRY_COMPARE(window_->shell->list().count(), 1);
    window_->answers.text = u"All rooflines"_s;
    QVERIFY(window_->run("library.save-search"));
    const Place place{Place::Type::Search, u"rooflines kind:article"_s};
    const auto name = [&] {
      return window_->shell->findChild<Sidebar*>()->model().indexOf(place).data().toString();
    };
    QCOMPARE(name(), u"All rooflines"_s);
    window_->answers.text = u"Rooflines"_s;
    QVERIFY(window_->run("library.save-search"));
    QCOMPARE(name(), u"Rooflines"_s);
    beginAgain();
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QTRY_COMPARE(name(), u"Rooflines"_s);
    window_->shell->go(place);
    QTRY_COMPARE(window_->shell->list().count(), 1);
  }

  void searchFindsWordsAndFilters() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QVERIFY(window_->add("item.new", u"Roofline models"_s).valid());
    QVERIFY(window_->add("item.new.talk", u"A talk about rooflines"_s).valid());
    QVERIFY(window_->run("library.search"));
    window_->shell->list().filter()->setText(u"rooflin"_s);
    QTRY_COMPARE(window_->shell->list().count(), 2);
    window_->shell->list().filter()->setText(u"rooflin kind:talk"_s);
    QTRY_COMPARE(window_->shell->list().count(), 1);
    window_->shell->list().filter()->setText(u"\" OR ( NEAR"_s);
    QTRY_COMPARE(window_->shell->list().count(), 0);
    QVERIFY(!bannerShown());
  }

  void collectionsAreRenamedAndDescribed() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    const ContentId id = window_->add("item.new", u"On caches"_s);
    QVERIFY(id.valid());
    QCOMPARE(window_->whyNot("collection.rename"), u"Choose a topic, tag or series in the sidebar first"_s);
    window_->library.addTopic({id}, u"Memory"_s);
    using Type = CollectionRepository::Type;
    const auto topic = [this] { return window_->library.collections(Type::Topic).value(0); };
    QTRY_COMPARE(topic().name, u"Memory"_s);
    window_->shell->go({Place::Type::Topic, u"Memory"_s});
    window_->answers.text = u"What *lies* near"_s;
    QVERIFY(window_->run("collection.describe"));
    QTRY_COMPARE(topic().description, u"What *lies* near"_s);
    window_->answers.text = u"Caches"_s;
    QVERIFY(window_->run("collection.rename"));
    QTRY_COMPARE(topic().name, u"Caches"_s);
    QTRY_COMPARE(window_->shell->list().place(), (Place{Place::Type::Topic, u"Caches"_s}));
    undo();
    QTRY_COMPARE(topic().name, u"Memory"_s);
  }

  void aProblemIsReportedWithVersions() {
    window_->shell->show();
    QApplication::clipboard()->clear();
    QVERIFY(window_->run("help.report"));
    QTRY_VERIFY(QApplication::clipboard()->text().contains(u"Qt 6"_s));
    QVERIFY(window_->run("help.log"));
    QTRY_COMPARE(window_->answers.revealed.size(), 1);
    QVERIFY(QFileInfo(window_->answers.revealed.constFirst()).isDir());
  }

  void backAndForwardReturnToPlaceAndItem() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    const ContentId article = window_->add("item.new", u"One"_s);
    window_->shell->go({Place::Type::Kind, u"talk"_s});
    const ContentId talk = window_->add("item.new", u"Two"_s);
    QCOMPARE(window_->shell->session()->item().kind, u"talk"_s);
    QVERIFY(window_->run("site.settings"));
    QVERIFY(window_->shell->findChild<SiteSettingsPage*>()->isVisible());
    QVERIFY(window_->run("go.back"));
    QTRY_COMPARE(window_->shell->session()->item().id, talk);
    QCOMPARE(window_->shell->list().place(), (Place{Place::Type::Kind, u"talk"_s}));
    QVERIFY(window_->run("go.back"));
    QTRY_COMPARE(window_->shell->session()->item().id, article);
    QVERIFY(window_->run("go.forward"));
    QTRY_COMPARE(window_->shell->session()->item().id, talk);
  }

  void thePaletteRunsCommandsAndOpensItems() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    const ContentId id = window_->add("item.new", u"Zanzibar notes"_s);
    QVERIFY(window_->add("item.new", u"Another"_s).valid());
    QVERIFY(window_->run("go.palette"));
    Palette& palette = window_->shell->palette();
    QVERIFY(palette.isVisible());
    auto* entry = palette.findChild<QLineEdit*>();
    auto* rows = palette.findChild<QListView*>();
    entry->setText(u"site settings"_s);
    QTest::keyClick(entry, Qt::Key_Return);
    QVERIFY(!palette.isVisible());
    QVERIFY(window_->shell->findChild<SiteSettingsPage*>()->isVisible());
    // Where nothing fits, a line says so.
    QVERIFY(window_->run("go.palette"));
    entry->setText(u"qqqzzz"_s);
    QTRY_VERIFY(!rows->isVisible());
    const auto labels = palette.findChildren<QLabel*>();
    QVERIFY(std::any_of(labels.cbegin(), labels.cend(), [](const QLabel* label) {
      return label->isVisible() && label->text().contains(u"qqqzzz"_s);
    }));
    palette.dismiss();
    // A place is offered once, a state by its whole name.
    const auto offered = [&](const QString& title) {
      int count = 0;
      for (int row = 0; row < rows->model()->rowCount(); ++row)
        count += rows->model()->index(row, 0).data().toString() == title ? 1 : 0;
      return count;
    };
    QVERIFY(window_->run("go.palette"));
    entry->setText(u"publi"_s);
    QCOMPARE(offered(u"Publications"_s), 1);
    QCOMPARE(offered(u"State: Published"_s), 1);
    QCOMPARE(offered(u"Published"_s), 0);
    entry->setText(u"new article"_s);
    QCOMPARE(offered(u"New article"_s), 1);
    // Nothing typed: what was used most comes first, what ends the work last.
    window_->preferences.countUse(u"backup.now"_s);
    entry->setText({});
    QCOMPARE(rows->model()->index(1, 0).data().toString(), u"Back up now"_s);
    QCOMPARE(offered(u"Quit"_s), 0);
    entry->setText(u"quit"_s);
    QCOMPARE(offered(u"Quit"_s), 1);
    entry->setText(u"problems"_s);
    QCOMPARE(offered(u"Problems"_s), 1);
    QCOMPARE(offered(u"View: Problems"_s), 1);
    entry->setText(u">publi"_s);
    QCOMPARE(offered(u"Publications"_s), 1);
    QVERIFY(window_->run("go.quick-open"));
    entry->setText(u"zanzi"_s);
    QTRY_VERIFY(rows->currentIndex().data().toString() == u"Zanzibar notes"_s);
    QTest::keyClick(entry, Qt::Key_Return);
    QTRY_COMPARE(window_->shell->session()->item().id, id);
    // A title that is not there is offered as a new item.
    QVERIFY(window_->run("go.quick-open"));
    entry->setText(u"Never written"_s);
    QTRY_VERIFY(rows->currentIndex().data().toString().contains(u"Never written"_s));
    QTest::keyClick(entry, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(window_->shell->session()->item().title, u"Never written"_s);
    // Esc steps back, then closes.
    QVERIFY(window_->run("go.palette"));
    entry->setText(u"x"_s);
    QTest::keyClick(entry, Qt::Key_Escape);
    QVERIFY(palette.isVisible());
    QTest::keyClick(entry, Qt::Key_Escape);
    QVERIFY(!palette.isVisible());
  }

  void aSecondWindowReadsOnly() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QVERIFY(window_->add("item.new", u"Held"_s).valid());
    QTemporaryDir otherDir;
    Window other(*look_, otherDir.path());
    QVERIFY(other.open(path(u"A.offprint"_s)));
    QVERIFY(other.library.readOnly());
    QTRY_COMPARE(other.shell->list().count(), 1);
    QVERIFY(!other.run("item.new"));
    QCOMPARE(other.whyNot("item.new"), u"This library can only be read"_s);
    bool told = false;
    for (const Banner* banner : other.shell->findChildren<Banner*>())
      told = told || banner->isVisible();
    QVERIFY(told);
  }

  void problemsAreCalledByTitles() {
    FindingsModel model;
    const Finding finding{Finding::Level::Warning, u"x"_s, u"A sentence."_s, u"article/a-b"_s, {}, 7};
    model.setFindings({finding}, false);
    QCOMPARE(model.placeOf(finding), u"article/a-b, line 7"_s);
    model.setTitles({{u"article/a-b"_s, u"A to B"_s}});
    QCOMPARE(model.placeOf(finding), u"A to B, line 7"_s);
    model.setFindings({finding}, true);
    QCOMPARE(model.placeOf(finding), u"Line 7"_s);
  }

  void findingsStandBesideTheText() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));  // the preview is hidden
    QVERIFY(window_->add("item.new", u"With a wrong reference"_s).valid());
    EditorPane& editor = window_->shell->editor();
    const auto marks = [&editor] {
      int shown = 0;
      for (const QWidget* viewport : editor.findChildren<QWidget*>(u"qt_scrollarea_viewport"_s)) {
        for (const auto* mark : viewport->findChildren<QAbstractButton*>(Qt::FindDirectChildrenOnly))
          shown += mark->isVisible() ? 1 : 0;
      }
      return shown;
    };
    editor.insertBlock(1, u"One.\n\nSee [@fig:nothing]."_s);
    QTRY_COMPARE_WITH_TIMEOUT(marks(), 1, 20'000);
    editor.goToLine(1);
    QVERIFY(window_->run("go.next-problem"));
    QCOMPARE(editor.caretLine(), 3);
    for (const FindingsView* view : window_->shell->findChildren<FindingsView*>())
      QVERIFY(!view->isVisible());  // the list has not come up
    editor.undo();
    QTRY_COMPARE_WITH_TIMEOUT(marks(), 0, 20'000);
  }

  void theSiteIsChecked() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QVERIFY(window_->add("item.new", u"With a dead link"_s).valid());
    window_->shell->editor().insertBlock(1, u"See [that](/nowhere/at-all/)."_s);
    QVERIFY(window_->run("state.published"));
    QTRY_COMPARE(window_->shell->session()->item().status, Status::Published);
    QVERIFY(window_->run("site.check"));
    QTRY_VERIFY_WITH_TIMEOUT(window_->shell->jobs().running().isEmpty(), 20'000);
    FindingsView* page = nullptr;
    for (FindingsView* view : window_->shell->findChildren<FindingsView*>()) {
      if (view->isVisible()) page = view;
    }
    QVERIFY(page);
    QTRY_VERIFY(page->siteProblems() > 0);
  }

  void siteSettingsAreSavedAndUndone() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QVERIFY(window_->run("site.settings"));
    auto* page = window_->shell->findChild<SiteSettingsPage*>();
    QVERIFY(!field(u"Base address"_s));
    // The search leads to the page and row that say the words.
    field(u"Search settings"_s)->setText(u"sitemap"_s);
    QLineEdit* base = field(u"Base address"_s);
    QVERIFY(base);
    page->showRow(u"Time zone"_s);
    QVERIFY(field(u"Time zone"_s));
    page->showRow(u"Base address"_s);
    base->setText(u"example.org/notes"_s);
    Q_EMIT base->editingFinished();
    QTRY_COMPARE(window_->library.site().baseUrl, u"https://example.org/notes/"_s);
    base->setText(u"not a web address"_s);
    Q_EMIT base->editingFinished();
    QCOMPARE(window_->library.site().baseUrl, u"https://example.org/notes/"_s);
    undo();
    QTRY_COMPARE(window_->library.site().baseUrl, QString());
  }

  void baseAddresses_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("address");
    QTest::addColumn<bool>("right");
    QTest::newRow("empty") << u" "_s << u""_s << true;
    QTest::newRow("host alone") << u"example.org"_s << u"https://example.org/"_s << true;
    QTest::newRow("with path") << u"http://example.org/a"_s << u"http://example.org/a/"_s << true;
    QTest::newRow("query") << u"https://example.org/?a=b"_s << u""_s << false;
    QTest::newRow("other scheme") << u"ftp://example.org/"_s << u""_s << false;
    QTest::newRow("words") << u"my site"_s << u""_s << false;
  }
  void baseAddresses() {
    QFETCH(QString, typed);
    const auto [address, wrong] = readBaseUrl(typed);
    QTEST(address, "address");
    QTEST(wrong.isEmpty(), "right");
  }

 private:
  QLineEdit* field(const QString& name) const {
    for (QLineEdit* entry : window_->shell->findChildren<QLineEdit*>()) {
      if (entry->accessibleName() == name && entry->isVisible()) return entry;
    }
    return nullptr;
  }
  /// With the list focused, so that it is the library's step and not the text's.
  void undo() {
    window_->shell->activateWindow();
    window_->shell->list().filter()->setFocus();
    QTRY_VERIFY(window_->whyNot("edit.undo").isEmpty());
    QVERIFY(window_->run("edit.undo"));
  }
  QString bannerText() const {
    QStringList texts;
    for (const Banner* banner : window_->shell->findChildren<Banner*>()) {
      if (banner->isVisible()) texts.append(banner->findChild<Label*>()->text());
    }
    return texts.join(u' ');
  }
  bool bannerShown() const {
    const auto banners = window_->shell->findChildren<Banner*>();
    return std::any_of(banners.cbegin(), banners.cend(),
                       [](const Banner* banner) { return banner->isVisible(); });
  }
  Toast* toast() const { return window_->shell->findChild<Toast*>(); }
};

int main(int argc, char** argv) {
  QTEST_SET_MAIN_SOURCE_PATH
  return test::runShellTest<TestShell>(argc, argv);
}
#include "tst_Shell.moc"
