#include <QAbstractButton>
#include <QPushButton>

#include "app/content/ContentItem.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "tests/ui/shell/ShellTest.h"
#include "ui/editor/EditorPane.h"
#include "ui/import/ImportPlace.h"
#include "ui/library/BulkCard.h"
#include "ui/library/ItemHeader.h"
#include "ui/library/ItemListModel.h"
#include "ui/library/ItemListPane.h"
#include "ui/library/ItemView.h"
#include "ui/library/Sidebar.h"
#include "ui/shell/FindingsView.h"
#include "ui/shell/FindingVerbs.h"
#include "ui/shell/Jobs.h"
#include "ui/widgets/Segmented.h"

using namespace offprint;
using namespace Qt::StringLiterals;

/// Which item is open in which place, and what rows of lists and of Problems do.
class TestShellLists : public QObject, test::ShellTest {
  Q_OBJECT
  ItemListPane& list() { return window_->shell->list(); }
  QString openTitle() const {
    return window_->shell->session() ? window_->shell->session()->item().title : QString();
  }
  const SidebarModel& places() { return window_->shell->findChild<Sidebar*>()->model(); }
  /// A library with two articles, the second the newer, and a talk.
  bool openThree() {
    {
      auto library = Library::create(path(u"A.offprint"_s), test::resources(), test::clock());
      if (!library) return false;
      int day = 0;
      for (const auto& [kind, title] :
           {std::pair{u"article"_s, u"Older"_s}, {u"article"_s, u"Newer"_s}, {u"talk"_s, u"Spoken"_s}}) {
        ContentItem item;
        item.kind = kind;
        item.title = title;
        item.status = Status::Published;
        item.date = Date::day(2026, 1, ++day);
        item.topics = QStringList{u"Systems/"_s + title};
        if (!(*library)->content().insert(item)) return false;
      }
    }
    return window_->open(path(u"A.offprint"_s));
  }

 private Q_SLOTS:
  void initTestCase() { QVERIFY(makeLook()); }
  void init() { begin(); }
  void cleanup() { end(); }
  void cleanupTestCase() { look_.reset(); }

  void aPlaceOpensOneOfItsOwnItems() {
    QVERIFY(openThree());
    window_->shell->go({Place::Type::Kind, u"talk"_s});
    QTRY_COMPARE(openTitle(), u"Spoken"_s);
    // The first of the list, then the one that was open there last.
    window_->shell->go({Place::Type::Kind, u"article"_s});
    QTRY_COMPARE(openTitle(), u"Newer"_s);
    list().selectNext(1);
    QTRY_COMPARE(openTitle(), u"Older"_s);
    window_->shell->go({Place::Type::Kind, u"talk"_s});
    QTRY_COMPARE(openTitle(), u"Spoken"_s);
    window_->shell->go({Place::Type::Kind, u"article"_s});
    QTRY_COMPARE(openTitle(), u"Older"_s);
    // What the next place holds stays open.
    window_->shell->go({Place::Type::Topic, u"Systems"_s});
    QTRY_COMPARE(list().count(), 3);
    QCOMPARE(openTitle(), u"Older"_s);
    // A place without items shows none.
    window_->shell->go({Place::Type::Kind, u"news"_s});
    QTRY_VERIFY(!window_->shell->session());
    // An item that is asked for by name brings its own place.
    window_->shell->openItem(ContentId{3});
    QTRY_COMPARE(openTitle(), u"Spoken"_s);
    QCOMPARE(list().place(), (Place{Place::Type::Kind, u"talk"_s}));
    QTRY_COMPARE(list().selected(), QList<ContentId>{ContentId{3}});
  }

  // It has no row in the library before its first character, and is seen all the same.
  void aNewItemStandsInTheListAtOnce() {
    QVERIFY(openThree());
    window_->shell->go({Place::Type::Kind, u"article"_s});
    QTRY_COMPARE(list().count(), 2);
    auto* model = static_cast<ItemListModel*>(list().view()->model());
    const int rows = model->rowCount();
    QVERIFY(window_->run("item.new"));
    QCOMPARE(model->rowCount(), rows + 1);
    QCOMPARE(model->index(0).data().toString(), u"Untitled"_s);
    QVERIFY(list().view()->selectionModel()->isSelected(model->index(0)));
    QVERIFY(list().selected().isEmpty());
    // A listing meanwhile keeps it.
    window_->library.refresh();
    QTRY_VERIFY(list().view()->selectionModel()->isSelected(model->index(0)));
    window_->shell->session()->setTitle(u"T"_s);
    QTRY_COMPARE(list().count(), 3);
    QVERIFY(model->newcomerRow() < 0);
    QTRY_COMPARE(list().selected(), QList<ContentId>{window_->shell->session()->item().id});
    // One that stays empty leaves nothing behind.
    QVERIFY(window_->run("item.new"));
    window_->shell->openItem(ContentId{1});
    QTRY_COMPARE(openTitle(), u"Older"_s);
    QVERIFY(model->newcomerRow() < 0);
    QCOMPARE(list().count(), 3);
  }

  /// Publications part into all, one's own and those that a text cites.
  void worksAreAllOwnOrCited() {
    {
      auto library = Library::create(path(u"W.offprint"_s), test::resources(), test::clock());
      QVERIFY(library);
      const auto add = [&](const QString& kind, const QString& title, const QString& body,
                           const QJsonObject& fields) {
        ContentItem item;
        item.kind = kind;
        item.title = title;
        item.body = body;
        item.fields = fields;
        QVERIFY((*library)->content().insert(item));
      };
      add(u"publication"_s, u"Own"_s, {}, {{u"citationKey"_s, u"own"_s}, {u"mine"_s, true}});
      add(u"publication"_s, u"Cited"_s, {},
          {{u"citationKey"_s, u"cited"_s}, {u"mine"_s, false}, {u"doi"_s, u"10.1/x"_s}});
      add(u"publication"_s, u"Other"_s, {}, {{u"citationKey"_s, u"other"_s}, {u"mine"_s, false}});
      add(u"article"_s, u"Text"_s, u"See [@cited].\n"_s, {});
    }
    QVERIFY(window_->open(path(u"W.offprint"_s)));
    window_->shell->resize(1440, 868);
    window_->shell->go({Place::Type::Kind, u"publication"_s});
    QTRY_COMPARE(list().count(), 3);
    auto* works = list().findChild<Segmented*>();
    QVERIFY(works && works->isVisible());
    const QList<QAbstractButton*> parts = works->findChildren<QAbstractButton*>();
    QCOMPARE(parts.size(), 3);
    QTRY_COMPARE(parts[1]->text(), u"Mine 1"_s);
    parts[1]->click();
    QTRY_COMPARE(list().count(), 1);
    parts[2]->click();
    const auto* model = static_cast<const ItemListModel*>(list().view()->model());
    QTRY_COMPARE(model->timesCited(list().firstId()), 1);
    QCOMPARE(list().count(), 1);
    // What several have in common is set for all of them, as one step.
    parts[0]->click();
    QTRY_COMPARE(list().count(), 3);
    list().view()->selectAll();
    auto* bulk = window_->shell->findChild<BulkCard*>();
    QTRY_VERIFY(bulk->isVisible());
    const QList<QPushButton*> buttons = bulk->findChildren<QPushButton*>();
    const auto yes = std::find_if(buttons.begin(), buttons.end(), [](const QPushButton* button) {
      return button->accessibleName() == u"Mine: Yes"_s;
    });
    QVERIFY(yes != buttons.end());
    (*yes)->click();
    QTRY_COMPARE(parts[1]->text(), u"Mine 3"_s);
    QVERIFY(window_->run("edit.undo"));
    QTRY_COMPARE(parts[1]->text(), u"Mine 1"_s);
    window_->shell->go({Place::Type::Kind, u"article"_s});
    QTRY_VERIFY(!works->isVisible());
    window_->shell->go({Place::Type::Kind, u"publication"_s});
    QTRY_COMPARE(list().count(), 3);
  }

  /// A list can be a table; what was chosen for a place is kept, and so is what is selected.
  void listsCanBeTables() {
    QVERIFY(openThree());
    window_->shell->resize(1440, 868);
    window_->shell->go({Place::Type::Kind, u"article"_s});
    QTRY_COMPARE(list().count(), 2);
    QVERIFY(!list().isTable());
    const int narrow = list().width();
    QTRY_VERIFY(!list().selected().isEmpty());
    const QList<ContentId> chosen = list().selected();
    QVERIFY(window_->run("view.as-table"));
    QVERIFY(list().isTable() && list().columns()->isVisible());
    QVERIFY(list().width() > narrow);
    QCOMPARE(list().selected(), chosen);
    // Every row is one line, and its cells lie beside each other.
    ItemView& view = *list().view();
    const QRect row = view.visualRect(view.model()->index(1, 0));
    QCOMPARE(row.height(), view.visualRect(view.model()->index(view.model()->rowCount() - 1, 0)).height());
    using Column = ItemHeader::Column;
    const QRect title = list().columns()->cell(Column::Title, row);
    const QRect state = list().columns()->cell(Column::State, row);
    QVERIFY(title.width() > 100 && state.left() > title.right());
    QVERIFY(list().columns()->cell(Column::Kind, row).isEmpty());  // all are articles
    QVERIFY(!list().columns()->hasSecondLine());
    // A click on a head sorts, a second one turns the order.
    QVERIFY(window_->run("sort.date"));
    Q_EMIT list().columns()->sortChosen(ContentQuery::Sort::Title);
    const QAction* ascending = window_->shell->commands().action(u"sort.ascending"_s);
    QVERIFY(ascending->isChecked());
    Q_EMIT list().columns()->sortChosen(ContentQuery::Sort::Title);
    QVERIFY(!ascending->isChecked());
    // Talks start as a table, with what their kind lists; the others stay as they are.
    window_->shell->go({Place::Type::Kind, u"talk"_s});
    QVERIFY(list().isTable());
    ItemSummary talk;
    talk.fields = {{u"event"_s, u"GPU days"_s}, {u"eventShort"_s, u"GD"_s}};
    QVERIFY(!list().columns()->cell(Column::First, row).isEmpty());
    QCOMPARE(list().columns()->fieldText(Column::First, talk), u"GD"_s);
    QVERIFY(list().columns()->cell(Column::Words, row).isEmpty());
    QVERIFY(list().columns()->hasSecondLine());
    QVERIFY(window_->run("view.as-list"));
    window_->shell->go({});
    QVERIFY(!list().isTable());
    list().columns()->setUnwanted({u"date"_s});
    Q_EMIT list().columns()->unwantedChanged();
    window_->shell->shutdown();
    beginAgain();
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    window_->shell->go({Place::Type::Kind, u"talk"_s});
    QVERIFY(!list().isTable());
    window_->shell->go({Place::Type::Kind, u"article"_s});
    QVERIFY(list().isTable());
    QCOMPARE(list().columns()->unwanted(), QStringList{u"date"_s});
    QVERIFY(list().columns()->cell(Column::Date, row).isEmpty());
  }

  /// The button that empties the filter goes with the text: it listens to what the field tells.
  void theFilterIsEmptiedWithThePlace() {
    QVERIFY(openThree());
    list().filter()->setText(u"roof"_s);
    QSignalSpy told(list().filter(), &QLineEdit::textChanged);
    window_->shell->go({Place::Type::Kind, u"talk"_s});
    QVERIFY(list().filter()->text().isEmpty());
    QCOMPARE(told.size(), 1);
  }

  void listsAreGroupedAsAsked() {
    QVERIFY(openThree());
    const auto labels = [this] {
      QStringList texts;
      const QAbstractItemModel* model = list().view()->model();
      for (int row = 0; row < model->rowCount(); ++row)
        if (model->index(row, 0).data(ItemListModel::GroupRole).toBool())
          texts.append(model->index(row, 0).data().toString());
      return texts;
    };
    QTRY_COMPARE(labels(), QStringList{u"2026"_s});
    QVERIFY(window_->run("group.topic"));
    QTRY_COMPARE(labels(), QStringList{u"Systems"_s});
    window_->library.setStatus({ContentId{1}}, Status::Draft);
    QVERIFY(window_->run("group.state"));
    QTRY_COMPARE(labels(), QStringList({u"Draft"_s, u"To publish"_s}));
    QVERIFY(window_->run("group.year"));
    QTRY_COMPARE(labels(), QStringList{u"2026"_s});
    QVERIFY(window_->run("group.none"));
    QTRY_COMPARE(labels(), QStringList());
  }

  void rowsOfTheSidebarAreHidden() {
    QVERIFY(openThree());
    auto* sidebar = window_->shell->findChild<Sidebar*>();
    const auto shown = [&](const Place& place) {
      const QModelIndex row = places().indexOf(place);
      return row.isValid() && !sidebar->tree()->isRowHidden(row.row(), row.parent());
    };
    const Place talks{Place::Type::Kind, u"talk"_s};
    QMenu menu;
    sidebar->addRowActions(menu, talks);
    menu.actions().constFirst()->trigger();
    QVERIFY(!shown(talks));
    // Topics below others stand under them, whether an item names the upper one or not.
    QVERIFY(shown({Place::Type::Topic, u"Systems"_s}));
    QCOMPARE(places().indexOf({Place::Type::Topic, u"Systems"_s}).data(SidebarModel::CountRole).toInt(), 3);
    window_.reset();
    window_ = std::make_unique<test::Window>(*look_, dir_->path());
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    sidebar = window_->shell->findChild<Sidebar*>();
    QTRY_VERIFY(!shown(talks));
    QMenu again;
    sidebar->addRowActions(again, Place());
    for (QAction* row : again.findChildren<QAction*>())
      if (row->text() == places().indexOf(talks).data().toString()) row->trigger();
    QVERIFY(shown(talks));
  }

  void verbsFollowFromFindings_data() {
    QTest::addColumn<Finding>("finding");
    QTest::addColumn<QString>("verb");
    const auto row = [](const char* name, const QString& code, const QString& message, const QString& item,
                        int line, const QString& verb) {
      QTest::newRow(name) << Finding{Finding::Level::Warning, code, message, item, {}, line} << verb;
    };
    const QString item = u"article/a"_s;
    row("picture", u"image.alt"_s, u"The image “media/a.png” in the text has no alternative text."_s, item, 4,
        u"Write alt text"_s);
    row("cover", u"cover.alt"_s, u"The cover has no alternative text."_s, item, 0, u"Show fields"_s);
    row("link by title", u"link.dead"_s, u"The link “Roofline models” in the text leads to no page."_s, item,
        4, u"Create item"_s);
    row("link by slug", u"link.dead"_s, u"The link “roofline-models” in the text leads to no page."_s, item,
        4, u"Create item"_s);
    row("link by address", u"link.dead"_s, u"The link “/a/b/” in the text leads to no page."_s, item, 4,
        u"Go to line"_s);
    row("link to a heading", u"link.dead"_s, u"The link “#there” in the text leads to no heading."_s, item, 4,
        u"Go to line"_s);
    row("no title", u"title.missing"_s, u"It has no title."_s, item, 0, u"Write title"_s);
    row("address", u"site.base-url"_s, u"The site has no address."_s, {}, 0, u"Open settings"_s);
    row("page", u"page.failed"_s, u"It failed."_s, item, 0, u"Open item"_s);
    row("nothing to do", u"file.not-written"_s, u"The disk is full."_s, {}, 0, QString());
  }
  void verbsFollowFromFindings() {
    QFETCH(Finding, finding);
    QTEST(verbName(verbOf(finding)), "verb");
  }

  void altTextHasItsPlace() {
    QCOMPARE(altColumn(u"![](media/a.png)"_s, u"media/a.png"_s), 3);
    QCOMPARE(altColumn(u"See ![x](b.png) and ![](media/a.png)"_s, u"media/a.png"_s), 23);
    QCOMPARE(altColumn(u"nothing"_s, u"media/a.png"_s), 1);
    QCOMPARE(meantTitle(u"roofline-models"_s), u"Roofline models"_s);
    QCOMPARE(meantTitle(u"Roofline models"_s), u"Roofline models"_s);
  }

  // A click on the sentence goes there, on the verb does what it says; long sentences are shown whole.
  void rowsOfProblemsAct() {
    FindingsView view(*look_);
    const Finding dead{
        Finding::Level::Warning,
        u"link.dead"_s,
        u"The link “Roofline models” in the text leads to no page of the site. Change or remove it, or "
        "write the item that it means, and publish that item with this one."_s,
        u"article/a"_s,
        {},
        3};
    view.setItemFindings({dead});
    view.resize(420, 300);
    view.setVisible(true);
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    auto* rows = view.findChild<QListView*>();
    const QRect row = rows->visualRect(rows->model()->index(0, 0));
    QVERIFY(row.height() > 60);
    QSignalSpy visited(&view, &FindingsView::visited);
    QSignalSpy acted(&view, &FindingsView::verbChosen);
    QTest::mouseClick(rows->viewport(), Qt::LeftButton, {}, QPoint(60, row.top() + 12));
    QCOMPARE(visited.count(), 1);
    QTest::mouseClick(rows->viewport(), Qt::LeftButton, {}, QPoint(row.right() - 40, row.top() + 12));
    QCOMPARE(acted.count(), 1);
    QTest::keyClick(rows, Qt::Key_Return);
    QCOMPARE(acted.count(), 2);
    QCOMPARE(visited.count(), 1);
  }

  void aDeadLinkMakesItsDraft() {
    QVERIFY(openThree());
    window_->shell->openItem(ContentId{2});
    QTRY_COMPARE(openTitle(), u"Newer"_s);
    auto* view = window_->shell->findChild<FindingsView*>();
    Q_EMIT view->verbChosen({Finding::Level::Warning,
                             u"link.dead"_s,
                             u"The link “roofline-models” in the text."_s,
                             u"article/newer"_s,
                             {},
                             1});
    QTRY_COMPARE(window_->library.counts().all, 4);
    QCOMPARE(openTitle(), u"Newer"_s);
    window_->shell->openItem(ContentId{4});
    QTRY_COMPARE(openTitle(), u"Roofline models"_s);
    QCOMPARE(window_->shell->session()->item().slug, u"roofline-models"_s);
  }

  void referencesAreImportedFromFiles() {
    QVERIFY(openThree());
    const auto file = [this](const QString& name, const QByteArray& id) {
      test::spill(path(name),
                  "[{\"id\": \"" + id + "\", \"type\": \"article-journal\", \"title\": \"On " + id + "\"}]");
      return path(name);
    };
    const QStringList sources{file(u"one.json"_s, "alpha"), file(u"two.json"_s, "beta")};
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(sources[0]), QUrl::fromLocalFile(sources[1])});
    QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_->shell.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_->shell.get(), &drop);
    auto* place = window_->shell->findChild<ImportPlace*>();
    QVERIFY(place->isVisible());
    const auto says = [place](const QString& words) {
      for (const QLabel* label : place->findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains(words)) return true;
      return false;
    };
    QTRY_VERIFY(says(u"Recognised: References in CSL JSON"_s));
    for (QPushButton* button : place->findChildren<QPushButton*>())
      if (button->text() == u"Import"_s) button->click();
    QTRY_COMPARE(window_->library.counts().byKind.value(u"publication"_s), 2);
    QTRY_VERIFY(says(u"2 files read, 2 items in the library"_s));
  }
};

int main(int argc, char** argv) {
  QTEST_SET_MAIN_SOURCE_PATH
  return test::runShellTest<TestShellLists>(argc, argv);
}
#include "tst_ShellLists.moc"
