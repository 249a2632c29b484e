#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QJsonArray>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenuBar>
#include <QSplitter>
#include <QStackedLayout>
#include <QTreeView>
#include <QWindow>

#include "app/core/MessageLog.h"
#include "app/session/DocumentSession.h"
#include "app/session/LibrarySession.h"
#include "ui/editor/EditorPane.h"
#include "ui/import/ImportPlace.h"
#include "ui/inspector/InspectorPane.h"
#include "ui/library/ItemHeader.h"
#include "ui/library/ItemListPane.h"
#include "ui/library/ItemView.h"
#include "ui/library/Sidebar.h"
#include "ui/preview/PreviewPane.h"
#include "ui/shell/Commands.h"
#include "ui/shell/EditActions.h"
#include "ui/shell/FindingsView.h"
#include "ui/shell/HelpWindow.h"
#include "ui/shell/Jobs.h"
#include "ui/shell/LibraryActions.h"
#include "ui/shell/PaletteSources.h"
#include "ui/shell/PaneRing.h"
#include "ui/shell/Preferences.h"
#include "ui/shell/Sheets.h"
#include "ui/shell/Shell.h"
#include "ui/shell/SlideOver.h"
#include "ui/shell/StatusBar.h"
#include "ui/shell/WorkArea.h"
#include "ui/widgets/Toast.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr char layoutState[] = "layout";
/// In the order of PageForm.
constexpr const char* previewForms[] = {"preview.as-page", "preview.as-feed", "preview.as-result",
                                        "preview.as-card", "preview.as-print"};
constexpr qreal sidebarInline = 760;  // logical window width (section 3)

bool isAltWithLetter(const QKeyEvent& key) {
  return key.modifiers() == Qt::AltModifier && !key.text().isEmpty() && key.text().at(0).isLetter();
}

/// Opens the menu of a letter; where it is no menu's nothing happens, and no field takes it.
void openMenuOf(QMenuBar& bar, int letter) {
  for (QAction* menu : bar.actions()) {
    const QKeySequence mnemonic = QKeySequence::mnemonic(menu->text());
    if (mnemonic.isEmpty() || mnemonic[0].key() != letter) continue;
    bar.show();
    bar.setFocus(Qt::MenuBarFocusReason);
    bar.setActiveAction(menu);
    return;
  }
}

}  // namespace

// Commands

void Shell::bindView() {
  bindModes();
  bindOrder();
  bindPreview();
  bindGo();
  bindHelp();
  Commands& commands = *commands_;
  commands.bind(u"view.sidebar"_s, [this] {
    if (slide_->pane() == sidebar_) return slide_->dismiss();
    if (width() / look_.textScale() < sidebarInline) {
      slide_->present(sidebar_, look_.ipx(240), Qt::LeftEdge);
    } else {
      sidebarWanted_ = !sidebarWanted_;
      arrangeSidebar();
      saveSoon_.start();
    }
    refreshChecks();
  });
  commands.bind(u"view.customise-sidebar"_s, [this] {
    if (!sidebar_->isVisible()) commands_->run(u"view.sidebar"_s);
    sidebar_->customise();
  });
  commands.bind(u"view.list"_s, [this] { work_->toggleList(); });
  commands.bind(u"view.inspector"_s, [this] { work_->toggleInspector(); });
  commands.bind(u"view.problems"_s, [this] {
    // Where no text is shown there is no place under it: the problems of the whole site are what is meant.
    if (!textShown()) return go({Place::Type::Problems, {}});
    problemsWanted_ = !problems_->isVisible();
    if (problemsWanted_) showText();
    arrangeProblems();
    if (problemsWanted_) refreshSnapshot();
  });
  commands.bind(u"view.format-bar"_s, [this] { preferences_.setFormatBar(!preferences_.formatBar()); });
  commands.bind(u"view.status-bar"_s, [this] { preferences_.setStatusBar(!preferences_.statusBar()); });
  commands.bind(u"view.menu-bar"_s, [this] { preferences_.setMenuBar(!preferences_.menuBar()); });
  commands.bind(u"view.focus"_s, [this] { setFocusMode(!focusMode_); });
  commands.bind(u"view.full-screen"_s, [this] { setWindowState(windowState() ^ Qt::WindowFullScreen); });
  const auto scale = [this](qreal by) {
    preferences_.setTextScale(qRound((preferences_.textScale() + by) * 10) / 10.0);
  };
  commands.bind(u"text.larger"_s, [scale] { scale(0.1); });
  commands.bind(u"text.smaller"_s, [scale] { scale(-0.1); });
  commands.bind(u"text.default"_s, [this] { preferences_.setTextScale(1); });
  const auto look = [this](const QString& id, Appearance::Mode mode) {
    commands_->bind(id, [this, mode] { preferences_.setLook(mode); });
  };
  look(u"look.system"_s, Appearance::Mode::System);
  look(u"look.light"_s, Appearance::Mode::Light);
  look(u"look.dark"_s, Appearance::Mode::Dark);
  connect(&preferences_, &Preferences::changed, this, [this] {
    setMenuBarShown(preferences_.menuBar());
    status_->setVisible(preferences_.statusBar() && !focusMode_);
    refreshChecks();
  });
  setMenuBarShown(preferences_.menuBar());
  status_->setVisible(preferences_.statusBar());
  connect(&look_, &Appearance::changed, this, [this] {
    work_->setWindowWidth(width());
    arrangeSidebar();
    refreshKicker();
  });
  connect(qApp, &QApplication::focusChanged, this, &Shell::refreshCommands);
  connect(&commands, &Commands::ran, this, [this] { altAlone_ = false; });
  commands.bind(u"app.preferences"_s, [this] { openPreferences(context(), this); });
  commands.bind(u"app.quit"_s, [this] { close(); });
  commands.bind(u"import.start"_s, [this] {
    import_->begin();
    go({Place::Type::Import, {}});
  });
}

void Shell::bindModes() {
  for (int mode = 0; mode < 3; ++mode) {
    static constexpr const char* ids[] = {"mode.write", "mode.split", "mode.preview"};
    commands_->bind(QString::fromLatin1(ids[mode]), [this, mode] { setMode(mode); });
  }
  commands_->bind(u"mode.cycle"_s, [this] { setMode((static_cast<int>(work_->shownMode()) + 1) % 3); });
}

void Shell::setMode(int mode) {
  work_->chooseMode(static_cast<WorkArea::Mode>(mode));
  if (session_) modeOfKind_.insert(session_->item().kind, mode);
  if (work_->editorShown() && session_) editor_->focusText();
  refreshChecks();
  saveSoon_.start();
}

void Shell::bindPreview() {
  using Width = PreviewPane::Width;
  const auto width = [this](const QString& id, Width wanted) {
    commands_->bind(id, [this, wanted] {
      if (!work_->previewShown()) setMode(static_cast<int>(WorkArea::Mode::Split));
      makePreview();
      preview_->setDeviceWidth(wanted);
      refreshChecks();
      saveSoon_.start();
    });
  };
  width(u"preview.phone"_s, Width::Phone);
  width(u"preview.tablet"_s, Width::Tablet);
  width(u"preview.desktop"_s, Width::Desktop);
  width(u"preview.fit"_s, Width::Fit);
  for (int form = 0; form < 5; ++form) {
    commands_->bind(QString::fromLatin1(previewForms[form]), [this, form] {
      if (!work_->previewShown()) setMode(static_cast<int>(WorkArea::Mode::Split));
      makePreview();
      preview_->setForm(static_cast<PageForm>(form));
      refreshChecks();
    });
  }
  commands_->bind(u"preview.dark"_s, [this] {
    makePreview();
    preview_->setDark(!preview_->dark());
    refreshChecks();
  });
  commands_->bind(u"preview.reload"_s, [this] {
    if (preview_) preview_->reload();
  });
}

void Shell::bindGo() {
  Commands& commands = *commands_;
  commands.bind(u"go.palette"_s, [this] { sources_->openPalette(*palette_); });
  commands.bind(u"go.quick-open"_s, [this] { sources_->openQuickOpen(*palette_); });
  commands.bind(u"go.back"_s, [this] { visit(trail_.back(), false); });
  commands.bind(u"go.forward"_s, [this] { visit(trail_.forward(), false); });
  commands.bind(u"go.next-pane"_s, [this] { cyclePane(1); });
  commands.bind(u"go.previous-pane"_s, [this] { cyclePane(-1); });
  commands.bind(u"go.next-problem"_s, [this] { stepProblem(1); });
  commands.bind(u"go.previous-problem"_s, [this] { stepProblem(-1); });
  commands.bind(u"library.search"_s, [this] {
    const QString words = place_.type == Place::Type::Search ? place_.key : QString();
    go({Place::Type::Search, words});
    if (!work_->listShown()) work_->toggleList();
    list_->filter()->setFocus(Qt::ShortcutFocusReason);
    list_->filter()->selectAll();
  });
  commands.bind(u"item.browser"_s, [this] { showInBrowser(); });
  commands.bind(u"site.home"_s, [this] { go({Place::Type::Home, {}}); });
  commands.bind(u"site.appearance"_s, [this] { go({Place::Type::Appearance, {}}); });
  commands.bind(u"site.settings"_s, [this] { go({Place::Type::Settings, {}}); });
  commands.bind(u"site.check"_s, [this] { go({Place::Type::Problems, {}}); });
  connect(&sidebar_->model(), &QAbstractItemModel::rowsInserted, this, [this] {
    // Ctrl+1 is All items; 2 to 9 the kinds in their order.
    commands_->clearVarying(u"places"_s);
    int number = 1;
    for (const QModelIndex& row : sidebar_->model().placeRows()) {
      const Place place = sidebar_->model().placeOf(row);
      const bool numbered = place.type == Place::Type::All || place.type == Place::Type::Kind;
      if (!numbered && place.type != Place::Type::Drafts && place.type != Place::Type::Changed &&
          place.type != Place::Type::Trash)
        continue;
      CommandSpec spec;
      spec.id = u"go."_s + place.toText();
      spec.name = row.data().toString();
      spec.icon = row.data(SidebarModel::IconRole).toString();
      spec.menu = u"view/places"_s;
      spec.needs = Need::Library;
      if (numbered && number <= 9)
        spec.keys = {QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_0 + number++))};
      commands_->addVarying(u"places"_s, spec, [this, place] { go(place); });
    }
  });
}

void Shell::bindHelp() {
  Commands& commands = *commands_;
  commands.bind(u"help.start"_s, [this] {
    helpStart_ = true;
    go({Place::Type::All, {}});
  });
  commands.bind(u"help.markdown"_s,
                [this] { HelpWindow::open(context(), this, u"markdown"_s, tr("Markdown")); });
  commands.bind(u"help.publishing"_s,
                [this] { HelpWindow::open(context(), this, u"publishing"_s, tr("Publishing")); });
  commands.bind(u"help.keyboard"_s, [this] { openKeyboardHelp(context(), this); });
  commands.bind(u"help.log"_s, [this] {
    jobs_->run<QString>(
        tr("Opening the log folder"),
        [](const Task&) -> Result<QString> {
          const QString folder = MessageLog::defaultFolder();
          QDir().mkpath(folder);
          return folder;
        },
        [this](const Result<QString>& folder) {
          if (folder) dialogs_->reveal(*folder);
        });
  });
  commands.bind(u"help.report"_s, [this] {
    jobs_->run<QString>(
        tr("Reading the log"),
        [](const Task&) -> Result<QString> { return problemReport(MessageLog::defaultFolder()); },
        [this](const Result<QString>& report) {
          if (!report) return;
          QApplication::clipboard()->setText(*report);
          toast_->tell(
              tr("Copied: versions and the last lines of the log, without texts and names of yours."));
        });
  });
  commands.bind(u"help.about"_s, [this] { openAbout(context(), this); });
}

/// Where the text is not seen, a mode that shows it: beside a table only Write does.
void Shell::showText() {
  if (!textShown()) return;
  const bool table = list_->isTable() && work_->listShown();
  if (!work_->editorShown()) setMode(static_cast<int>(table ? WorkArea::Mode::Write : WorkArea::Mode::Split));
  editor_->focusText();
}

/// The problems of the item go with its text.
void Shell::arrangeProblems() {
  problems_->setVisible(problemsWanted_ && textShown() && !focusMode_);
  refreshChecks();
}

bool Shell::textShown() const {
  return session_ && centre_->currentWidget() == editor_ && places_->currentWidget() == work_;
}

/// What is at hand decides which commands work.
void Shell::refreshCommands() {
  Needs atHand;
  const QList<ContentId> chosen = list_->selected();
  const bool open = library_.isOpen() && root_->currentWidget() == desk_;
  const bool item = session_ && chosen.size() <= 1;
  const bool trashed =
      session_ && chosen.size() <= 1 ? session_->item().trashed.isValid() : place_.type == Place::Type::Trash;
  const bool selection = !chosen.isEmpty() || (session_ && session_->item().id.valid());
  atHand.setFlag(Need::Library, open);
  atHand.setFlag(Need::Writable, open && !library_.readOnly());
  atHand.setFlag(Need::Item, item);
  atHand.setFlag(Need::Selection, selection);
  atHand.setFlag(Need::Kept, !trashed);
  atHand.setFlag(Need::Trashed, trashed && selection);
  atHand.setFlag(Need::TrashFilled, open && library_.counts().trashed > 0);
  atHand.setFlag(Need::Search,
                 place_.type == Place::Type::Search && !list_->filter()->text().trimmed().isEmpty());
  atHand.setFlag(Need::Text, textShown());
  atHand.setFlag(Need::Table, textShown() && editor_->inTable());
  atHand.setFlag(Need::UndoStep, open && editActions_->canUndo());
  atHand.setFlag(Need::RedoStep, open && editActions_->canRedo());
  atHand.setFlag(Need::Back, open && trail_.canGoBack());
  atHand.setFlag(Need::Forward, open && trail_.canGoForward());
  atHand.setFlag(Need::ExportFolder, open && !libraryActions_->lastExport().folder.isEmpty());
  const ContentKind* kind =
      session_ && library_.kinds() ? library_.kinds()->find(session_->item().kind) : nullptr;
  atHand.setFlag(Need::Collection, place_.collection().has_value());
  atHand.setFlag(Need::Page, kind && !kind->itemTemplate.isEmpty());
  if (library_.kinds()) {
    const ContentKind* here =
        place_.type == Place::Type::Kind ? library_.kinds()->find(place_.key) : &library_.kinds()->usual();
    if (here) commands_->setName(u"item.new"_s, here->newLabel);
  }
  editActions_->nameSteps();
  commands_->setAtHand(atHand);
  refreshChecks();
}

void Shell::refreshChecks() {
  const auto check = [this](const char* id, bool on) { commands_->setChecked(QString::fromLatin1(id), on); };
  check("mode.write", work_->shownMode() == WorkArea::Mode::Write);
  check("mode.split", work_->shownMode() == WorkArea::Mode::Split);
  check("mode.preview", work_->shownMode() == WorkArea::Mode::Preview);
  toolbar_->setMode(work_->shownMode());
  check("view.sidebar", sidebar_->isVisibleTo(this));
  check("view.list", work_->listShown());
  check("view.as-list", !list_->isTable());
  check("view.as-table", list_->isTable());
  check("view.inspector", work_->inspectorShown());
  check("view.problems", problems_->isVisibleTo(centreRows_));
  check("view.format-bar", preferences_.formatBar());
  check("view.status-bar", preferences_.statusBar());
  check("view.menu-bar", preferences_.menuBar());
  check("view.spelling", preferences_.spelling());
  check("view.focus", focusMode_);
  check("view.full-screen", windowState() & Qt::WindowFullScreen);
  check("sort.date", sort_ == ContentQuery::Sort::Date);
  check("sort.edited", sort_ == ContentQuery::Sort::Edited);
  check("sort.title", sort_ == ContentQuery::Sort::Title);
  check("sort.words", sort_ == ContentQuery::Sort::Words);
  check("sort.state", sort_ == ContentQuery::Sort::State);
  check("sort.ascending", ascending_);
  check("group.default", grouping_ == ListingRequest::Grouping::Default);
  check("group.state", grouping_ == ListingRequest::Grouping::State);
  check("group.year", grouping_ == ListingRequest::Grouping::Year);
  check("group.topic", grouping_ == ListingRequest::Grouping::Topic);
  check("group.none", grouping_ == ListingRequest::Grouping::None);
  check("look.system", preferences_.look() == Appearance::Mode::System);
  check("look.light", preferences_.look() == Appearance::Mode::Light);
  check("look.dark", preferences_.look() == Appearance::Mode::Dark);
  using Width = PreviewPane::Width;
  const Width shown = preview_ ? preview_->deviceWidth() : Width::Phone;
  check("preview.phone", shown == Width::Phone);
  check("preview.tablet", shown == Width::Tablet);
  check("preview.desktop", shown == Width::Desktop);
  check("preview.fit", shown == Width::Fit);
  for (int form = 0; form < 5; ++form)
    check(previewForms[form], static_cast<int>(preview_ ? preview_->form() : PageForm::Page) == form);
  check("preview.dark", preview_ && preview_->dark());
}

// The window's shape

void Shell::setMenuBarShown(bool shown) {
  menuBar_->setVisible(shown);
}

void Shell::setFocusMode(bool on) {
  if (on && !textShown()) return;
  focusMode_ = on;
  toolbar_->setVisible(!on);
  status_->setVisible(!on && preferences_.statusBar());
  arrangeProblems();
  work_->setEditorOnly(on);
  editor_->setFocusMode(on);
  arrangeSidebar();
  if (on) editor_->focusText();
  refreshChecks();
}

void Shell::arrangeSidebar() {
  if (slide_->pane() == sidebar_) return;
  const bool room = width() / look_.textScale() >= sidebarInline;
  sidebar_->setVisible(sidebarWanted_ && room && !focusMode_);
  status_->setNarrow(!room);
}

/// F6: the panes that are shown, in the order of section 22.
void Shell::cyclePane(int by) {
  QList<QWidget*> panes;
  for (QWidget* pane : QList<QWidget*>{toolbar_->menuButton(), sidebar_->tree(), list_->view(), editor_,
                                       inspector_, preview_, problems_, siteProblems_}) {
    if (pane && pane->isVisible()) panes.append(pane);
  }
  if (panes.isEmpty()) return;
  const QWidget* focus = QApplication::focusWidget();
  qsizetype at = -1;
  for (qsizetype i = 0; i < panes.size(); ++i) {
    if (focus && (panes[i] == focus || panes[i]->isAncestorOf(focus))) at = i;
  }
  const qsizetype next = at < 0 ? 0 : (at + by + panes.size()) % panes.size();
  PaneRing::around(panes[next], look_);
  if (panes[next] == editor_) return editor_->focusText();
  panes[next]->setFocus(Qt::TabFocusReason);
  if (!panes[next]->hasFocus() && !panes[next]->isAncestorOf(QApplication::focusWidget())) {
    // A pane without a focus of its own: its first field.
    for (QWidget* child : panes[next]->findChildren<QWidget*>()) {
      if (child->isVisible() && child->isEnabled() && (child->focusPolicy() & Qt::TabFocus)) {
        return child->setFocus(Qt::TabFocusReason);
      }
    }
  }
}

void Shell::stepProblem(int by) {
  if (place_.type == Place::Type::Problems) return siteProblems_->step(by);
  const bool ofSite = problems_->isVisible() && problems_->scope() == FindingsView::Scope::Site;
  if (!ofSite && editor_->isVisible() && editor_->goToFinding(by)) return;
  if (!problems_->isVisible()) commands_->run(u"view.problems"_s);
  problems_->step(by);
}

void Shell::saveLayout() {
  if (!library_.isOpen() || restoring_) return;
  QJsonObject modes;
  for (auto mode = modeOfKind_.cbegin(); mode != modeOfKind_.cend(); ++mode)
    modes.insert(mode.key(), mode.value());
  QVariantHash tables;
  for (auto table = tables_.cbegin(); table != tables_.cend(); ++table)
    tables.insert(table.key(), table.value());
  QJsonObject state{{u"work"_s, work_->save()},
                    {u"sidebar"_s, sidebarWanted_},
                    {u"geometry"_s, QString::fromLatin1(saveGeometry().toBase64())},
                    {u"place"_s, place_.type == Place::Type::Search ? Place().toText() : place_.toText()},
                    {u"item"_s, session_ ? static_cast<double>(session_->item().id.value) : 0.0},
                    {u"caret"_s, session_ ? editor_->caretLine() : 0},
                    {u"column"_s, session_ ? editor_->caretColumn() : 0},
                    {u"modes"_s, modes},
                    {u"tables"_s, QJsonObject::fromVariantHash(tables)},
                    {u"columns"_s, QJsonArray::fromStringList(list_->columns()->unwanted())},
                    {u"hidden"_s, QJsonArray::fromStringList(sidebar_->hiddenRows())},
                    {u"sort"_s, static_cast<int>(sort_)},
                    {u"ascending"_s, ascending_},
                    {u"grouping"_s, static_cast<int>(grouping_)}};
  if (preview_) state.insert(u"preview"_s, static_cast<int>(preview_->itemWidth()));
  if (library_.readOnly()) return;
  library_.setState(QString::fromLatin1(layoutState), state);
}

void Shell::restoreLayout() {
  restoring_ = true;
  library_.state(QString::fromLatin1(layoutState), this, [this](Result<QJsonValue> stored) {
    const QJsonObject state = stored ? stored->toObject() : QJsonObject();
    if (!isVisible() && state.contains(u"geometry"_s)) {
      restoreGeometry(QByteArray::fromBase64(state[u"geometry"_s].toString().toLatin1()));
    }
    sidebarWanted_ = state[u"sidebar"_s].toBool(true);
    list_->columns()->setUnwanted(state[u"columns"_s].toVariant().toStringList());
    tables_.clear();
    const QJsonObject tables = state[u"tables"_s].toObject();
    for (auto table = tables.constBegin(); table != tables.constEnd(); ++table)
      tables_.insert(table.key(), table.value().toBool());
    sidebar_->setHiddenRows(state[u"hidden"_s].toVariant().toStringList());
    sort_ =
        static_cast<ContentQuery::Sort>(state[u"sort"_s].toInt(static_cast<int>(ContentQuery::Sort::Date)));
    ascending_ = state[u"ascending"_s].toBool(false);
    grouping_ = static_cast<ListingRequest::Grouping>(state[u"grouping"_s].toInt());
    modeOfKind_.clear();
    const QJsonObject modes = state[u"modes"_s].toObject();
    for (auto mode = modes.constBegin(); mode != modes.constEnd(); ++mode)
      modeOfKind_.insert(mode.key(), mode.value().toInt());
    list_->setOrder(sort_, ascending_, grouping_);
    work_->restore(state[u"work"_s].toObject());
    arrangeSidebar();
    const Place place = Place::fromText(state[u"place"_s].toString());
    const ContentId item{state[u"item"_s].toInteger()};
    restoring_ = false;
    visit({place.isList() ? place : Place(), {}}, true);
    unsettled_ = false;  // what is opened first is decided here
    if (item.valid()) {
      openFirst(item, state[u"caret"_s].toInt(), state[u"column"_s].toInt());
    } else if (state.isEmpty()) {
      openNewest();
    } else {
      Q_EMIT ready();
    }
  });
}

/// Opens the first item, its caret where it was left, and says ready(), also where the item is there no more.
void Shell::openFirst(ContentId item, int line, int column) {
  openItem(item, [this, line, column](bool shown) {
    if (shown && (line > 1 || column > 1)) editor_->goToLine(line, qMax(1, column));
    Q_EMIT ready();
  });
}

/// A library that remembers no place begins with its newest published writing, so that text and page are seen
/// at once. One with a few items begins with the first steps instead.
void Shell::openNewest() {
  ContentQuery query;
  for (const ContentKind& kind : library_.kinds()->all())
    if (kind.writing) query.kinds.append(kind.id);
  query.statuses = {Status::Published};
  query.sort = ContentQuery::Sort::Date;
  query.limit = 1;
  library_.ids(query, this, [this](const Result<QList<ContentId>>& newest) {
    if (!newest || newest->isEmpty() || session_ || library_.counts().all < fewItems) {
      Q_EMIT ready();
      return;
    }
    openFirst(newest->constFirst(), 1, 1);
  });
}

void Shell::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  work_->setWindowWidth(width());
  arrangeSidebar();
  saveSoon_.start();
}

void Shell::changeEvent(QEvent* event) {
  if (event->type() == QEvent::WindowStateChange) refreshChecks();
  if (event->type() == QEvent::ActivationChange) {
    altAlone_ = false;
    // Leaving the window stores what is written (section 18).
    if (!isActiveWindow() && session_ && session_->dirty()) session_->flush();
    list_->view()->viewport()->update();
  }
  QWidget::changeEvent(event);
}

void Shell::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) {
    if (slide_->pane()) return slide_->dismiss();
    if (focusMode_) return setFocusMode(false);
  }
  if (event->key() == Qt::Key_F10 && event->modifiers() == Qt::NoModifier) return openMenuBar();
  altAlone_ = event->key() == Qt::Key_Alt;
  // Whoever takes the next key, Alt is not alone then: a pop-up or a field may keep it to itself.
  if (altAlone_) qApp->installEventFilter(this);
  QWidget::keyPressEvent(event);
}

void Shell::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Alt) qApp->removeEventFilter(this);
  if (event->key() == Qt::Key_Alt && std::exchange(altAlone_, false)) return openMenuBar();
  QWidget::keyReleaseEvent(event);
}

void Shell::openMenuBar() {
  if (root_->currentWidget() != desk_) return;
  setMenuBarShown(true);
  menuBar_->setFocus(Qt::MenuBarFocusReason);
  menuBar_->setActiveAction(menuBar_->actions().constFirst());
}

bool Shell::eventFilter(QObject* watched, QEvent* event) {
#ifndef Q_OS_MACOS
  if (event->type() == QEvent::KeyPress && watched->isWidgetType() && isActiveWindow() &&
      isAltWithLetter(*static_cast<QKeyEvent*>(event))) {
    altAlone_ = false;
    if (root_->currentWidget() == desk_) openMenuOf(*menuBar_, static_cast<QKeyEvent*>(event)->key());
    return true;
  }
#endif
  if (altAlone_ &&
      (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::Wheel ||
       (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() != Qt::Key_Alt)))
    altAlone_ = false;
  // After the first paint, so that the window is there before the web engine (start-up budget).
  if (watched == windowHandle() && event->type() == QEvent::Expose && !std::exchange(exposed_, true)) {
    // Hidden, the preview starts no engine, but it reads the text for findings and outline.
    QTimer::singleShot(0, this, &Shell::makePreview);
  }
  // A menu bar that Alt or F10 brought goes with the focus.
  if (watched == menuBar_ && event->type() == QEvent::FocusOut && !preferences_.menuBar()) {
    const auto reason = static_cast<QFocusEvent*>(event)->reason();
    if (reason != Qt::PopupFocusReason) setMenuBarShown(false);
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace offprint
