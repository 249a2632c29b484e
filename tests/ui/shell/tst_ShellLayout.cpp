#include "app/content/ContentItem.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "tests/ui/shell/ShellTest.h"
#include "ui/editor/EditorPane.h"
#include "ui/inspector/InspectorPane.h"
#include "ui/library/ItemListPane.h"
#include "ui/library/ItemView.h"
#include "ui/library/Sidebar.h"
#include "ui/shell/FindingsView.h"
#include "ui/shell/HelpWindow.h"
#include "ui/shell/PaneRing.h"
#include "ui/shell/SlideOver.h"
#include "ui/shell/WorkArea.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::Window;

/// What is where in the window, and what of it is remembered.
class TestShellLayout : public QObject, test::ShellTest {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { QVERIFY(makeLook()); }
  void init() { begin(); }
  void cleanup() { end(); }
  void cleanupTestCase() { look_.reset(); }

  void narrowWindowsSlideTheirColumnsOver() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QVERIFY(window_->add("item.new", u"Narrow"_s).valid());
    auto* sidebar = window_->shell->findChild<Sidebar*>();
    auto* slide = window_->shell->findChild<SlideOver*>();
    QVERIFY(sidebar->isVisible());
    window_->shell->resize(720, 450);
    QTRY_VERIFY(!sidebar->isVisible());
    QVERIFY(!window_->shell->list().isVisible());
    QVERIFY(window_->shell->editor().isVisible());
    for (const char* id : {"view.list", "view.sidebar", "view.inspector"}) {
      QVERIFY(window_->run(id));
      QVERIFY2(slide->isVisible(), id);
      QTest::keyClick(slide, Qt::Key_Escape);
      QVERIFY2(!slide->isVisible(), id);
    }
    window_->shell->resize(1440, 868);
    QTRY_VERIFY(sidebar->isVisible());
    QVERIFY(window_->shell->list().isVisible());
  }

  // With no item chosen a button leads to the list that has no room.
  void aNarrowWindowWithoutAnItemOffersItsList() {
    {
      auto library = Library::create(path(u"A.offprint"_s), test::resources(), test::clock());
      QVERIFY(library.has_value());
      for (int n = 0; n < 6; ++n) {
        ContentItem item;
        item.kind = u"article"_s;
        item.title = u"Item %1"_s.arg(n);
        QVERIFY((*library)->content().insert(item).has_value());
      }
    }
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    const auto offered = [&] {
      for (auto* button : window_->shell->findChildren<QPushButton*>()) {
        if (button->text() == u"Show list"_s && button->isVisible()) return button;
      }
      return static_cast<QPushButton*>(nullptr);
    };
    window_->shell->resize(720, 450);
    QTRY_VERIFY(offered());
    offered()->click();
    QTRY_VERIFY(window_->shell->list().isVisible());
    QTest::keyClick(window_->shell->findChild<SlideOver*>(), Qt::Key_Escape);
    window_->shell->resize(1440, 868);
    QTRY_VERIFY(!offered());
  }

  void focusModeLeavesTheEditorAlone() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QVERIFY(window_->add("item.new", u"Alone"_s).valid());
    QVERIFY(window_->run("view.focus"));
    QVERIFY(window_->shell->editor().isVisible());
    QVERIFY(!window_->shell->list().isVisible());
    QVERIFY(!window_->shell->findChild<Sidebar*>()->isVisible());
    QTest::keyClick(window_->shell.get(), Qt::Key_Escape);
    QVERIFY(window_->shell->list().isVisible());
    QVERIFY(window_->shell->findChild<Sidebar*>()->isVisible());
  }

  void theLayoutIsRemembered() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    const ContentId id = window_->add("item.new", u"Remembered"_s);
    window_->shell->go({Place::Type::Drafts, {}});
    QVERIFY(window_->run("view.sidebar"));
    window_.reset();
    window_ = std::make_unique<Window>(*look_, dir_->path());
    QCOMPARE(window_->preferences.recentLibraries(), QStringList());
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QTRY_VERIFY(window_->shell->session() && window_->shell->session()->item().id == id);
    QCOMPARE(window_->shell->list().place(), (Place{Place::Type::Drafts, {}}));
    QVERIFY(!window_->shell->findChild<Sidebar*>()->isVisible());
  }

  void aLibraryWithoutAPlaceOpensItsNewestArticle() {
    const QString folder = path(u"A.offprint"_s);
    {
      const auto library = Library::create(folder, test::resources());
      QVERIFY(library.has_value());
      int day = 0;
      for (const auto& [kind, status] : {std::pair{u"article"_s, Status::Published},
                                         {u"article"_s, Status::Published},
                                         {u"article"_s, Status::Draft},
                                         {u"talk"_s, Status::Published},
                                         {u"page"_s, Status::Published}}) {
        ContentItem item;
        item.kind = kind;
        item.status = status;
        item.date = Date::day(2026, 1, ++day);
        item.title = u"Day %1"_s.arg(day);
        QVERIFY((*library)->content().insert(item).has_value());
      }
    }
    QVERIFY(window_->open(folder));
    QVERIFY(window_->shell->session());
    QCOMPARE(window_->shell->session()->item().title, u"Day 2"_s);
    QCOMPARE(window_->shell->list().place(), Place());
    // Everything has room: the list begins with its first row.
    QCOMPARE(window_->shell->list().view()->verticalScrollBar()->value(), 0);
  }

  void aRememberedItemThatIsGoneLeavesTheWindowReady() {
    const QString folder = path(u"A.offprint"_s);
    QVERIFY(window_->open(folder));
    const ContentId id = window_->add("item.new", u"Gone"_s);
    window_.reset();
    {
      const auto library = Library::open(folder, test::resources());
      QVERIFY(library.has_value());
      QVERIFY((*library)->content().erase(id).has_value());
    }
    window_ = std::make_unique<Window>(*look_, dir_->path());
    QVERIFY(window_->open(folder));
    QVERIFY(!window_->shell->session());
  }

  // Alt with another key is no call for the menus, also when that key never comes to the window.
  void altAloneOpensTheMenus() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    auto* bar = window_->shell->findChild<QMenuBar*>();
    QVERIFY(!bar->isVisible());
    QTest::keyPress(window_->shell.get(), Qt::Key_Alt);
    QTest::keyClicks(window_->shell->list().filter(), u"x"_s);
    QTest::keyRelease(window_->shell.get(), Qt::Key_Alt);
    QVERIFY(!bar->isVisible());
    QTest::keyPress(window_->shell.get(), Qt::Key_Alt);
    QTest::keyRelease(window_->shell.get(), Qt::Key_Alt);
    QVERIFY(bar->isVisible());
  }

  // Alt with a letter is for the menus: no field takes the letter.
  void altWithALetterWritesNothing() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    window_->shell->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window_->shell.get()));
    auto* bar = window_->shell->findChild<QMenuBar*>();
    QLineEdit* field = window_->shell->list().filter();
    field->setFocus();
    QTest::keyPress(field, Qt::Key_Alt);
    QTest::keyClick(field, 'e', Qt::AltModifier);
    QCOMPARE(field->text(), QString());
    QVERIFY(bar->isVisible() && bar->activeAction());
    QCOMPARE(bar->activeAction()->text(), u"&Edit"_s);
    if (QWidget* menu = QApplication::activePopupWidget()) menu->close();
  }

  // The help stands beside the window, finds words, and shows bars of tables as they are written.
  void theHelpFindsWords() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QVERIFY(window_->run("help.markdown"));
    auto* help = window_->shell->findChild<HelpWindow*>();
    QVERIFY(help && help->isVisible() && !help->isModal());
    auto* text = help->findChild<QTextBrowser*>();
    QTRY_VERIFY(text->toPlainText().contains(u"[[kind/slug#heading|text]]"_s));
    QVERIFY(help->findChild<QListWidget*>()->count() > 3);
    auto* field = help->findChild<QLineEdit*>();
    field->setText(u"table"_s);
    QVERIFY(text->extraSelections().size() > 1);
    const int first = text->textCursor().position();
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(text->textCursor().position() > first);
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(!help->isVisible());
  }

  // F6 shows which pane it went to, until the next key.
  void thePaneThatF6WentToIsSeen() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QVERIFY(window_->add("item.new", u"One"_s).valid());
    window_->shell->list().view()->setFocus();
    QVERIFY(window_->run("go.next-pane"));
    auto* ring = window_->shell->findChild<PaneRing*>();
    QVERIFY(ring && ring->isVisible());
    QCOMPARE(ring->size(), window_->shell->editor().size());
    QTest::keyClicks(QApplication::focusWidget(), u"a"_s);
    QVERIFY(!ring->isVisible());
  }

  // Every pane has its least width, and what is lit in the toolbar is what is to be seen.
  /// From 1,520 on both stand beside each other; below, the inspector takes the preview's place (section 3).
  void theInspectorTakesThePreviewsPlace() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QVERIFY(window_->add("item.new", u"Wide"_s).valid());
    auto* work = window_->shell->findChild<WorkArea*>();
    auto* inspector = window_->shell->findChild<InspectorPane*>();
    QWidget preview;
    work->setPreview(&preview);
    window_->shell->resize(1520, 868);
    QVERIFY(window_->run("mode.split"));
    QVERIFY(window_->run("view.inspector"));
    QTRY_VERIFY(preview.isVisible() && inspector->isVisible() && window_->shell->list().isVisible());
    QTRY_VERIFY(window_->shell->editor().width() >= look_->ipx(420));
    QVERIFY(preview.width() >= look_->ipx(300));
    QVERIFY(inspector->width() >= look_->ipx(260));
    QVERIFY(window_->shell->rect().contains(
        QRect(inspector->mapTo(window_->shell.get(), QPoint()), inspector->size())));
    const auto lit = [&](const char* id) {
      return window_->shell->commands().action(QString::fromLatin1(id))->isChecked();
    };
    QVERIFY(lit("mode.split"));
    // Nobody is told of a split where there is none, and asking for one brings the preview back.
    window_->shell->resize(1440, 868);
    QTRY_VERIFY(!preview.isVisible());
    QVERIFY(inspector->isVisible() && window_->shell->list().isVisible());
    QVERIFY(lit("mode.write") && !lit("mode.split"));
    QVERIFY(window_->run("mode.split"));
    QVERIFY(preview.isVisible() && !inspector->isVisible());
    QVERIFY(lit("mode.split"));
    preview.setParent(nullptr);
  }

  /// A table takes the editor's room: Split has the page beside it, Write the text, and the inspector what
  /// is there; a command that edits the text brings it back.
  void aTableTakesTheEditorsRoom() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QVERIFY(window_->add("item.new", u"Wide"_s).valid());
    auto* work = window_->shell->findChild<WorkArea*>();
    auto* inspector = window_->shell->findChild<InspectorPane*>();
    QWidget preview;
    work->setPreview(&preview);
    window_->shell->go({Place::Type::Kind, u"article"_s});
    window_->shell->resize(1280, 800);
    QVERIFY(window_->run("view.as-table"));
    const ItemListPane& list = window_->shell->list();
    const EditorPane& editor = window_->shell->editor();
    QVERIFY(window_->run("mode.split"));
    QTRY_VERIFY(list.isVisible() && preview.isVisible() && !editor.isVisible());
    QTRY_VERIFY(list.width() + preview.width() > work->width() - look_->ipx(20));
    QVERIFY(list.width() >= look_->ipx(560));
    QVERIFY(window_->run("view.inspector"));
    QTRY_VERIFY(list.isVisible() && inspector->isVisible() && !preview.isVisible() && !editor.isVisible());
    QVERIFY(window_->run("insert.table"));
    QTRY_VERIFY(list.isVisible() && editor.isVisible() && !inspector->isVisible());
    QVERIFY(editor.isAncestorOf(QApplication::focusWidget()));
    QTRY_VERIFY(editor.width() >= look_->ipx(420));
    QVERIFY(list.width() >= look_->ipx(360));
    preview.setParent(nullptr);
  }

  /// Problems of the item are shown under its text, and nowhere else.
  void problemsOfTheItemGoWithItsText() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QVERIFY(window_->add("item.new", u"One"_s).valid());
    FindingsView* panel = nullptr;
    for (FindingsView* view : window_->shell->findChildren<FindingsView*>())
      if (work()->isAncestorOf(view)) panel = view;
    QVERIFY(window_->run("view.problems"));
    QVERIFY(panel->isVisible());
    for (const Place::Type place : {Place::Type::Home, Place::Type::Appearance, Place::Type::Trash}) {
      window_->shell->go({place, {}});
      QTRY_VERIFY(!panel->isVisible());
    }
    window_->shell->go({Place::Type::Kind, u"article"_s});
    QTRY_VERIFY(panel->isVisible());
    QVERIFY(window_->run("view.problems"));
    QVERIFY(!panel->isVisible());
  }

  /// From the list, a command that edits the text gives it the keys.
  void editingFromTheListFocusesTheText() {
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    QVERIFY(window_->add("item.new", u"One"_s).valid());
    window_->shell->list().view()->setFocus();
    QVERIFY(window_->run("insert.table"));
    QVERIFY(window_->shell->editor().isAncestorOf(QApplication::focusWidget()));
  }

 private:
  WorkArea* work() const { return window_->shell->findChild<WorkArea*>(); }
};

int main(int argc, char** argv) {
  QTEST_SET_MAIN_SOURCE_PATH
  return test::runShellTest<TestShellLayout>(argc, argv);
}
#include "tst_ShellLayout.moc"
