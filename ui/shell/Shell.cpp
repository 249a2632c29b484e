#include "ui/shell/Shell.h"

#include <QAction>
#include <QDragEnterEvent>
#include <QMenu>
#include <QMenuBar>
#include <QStackedLayout>
#include <QVBoxLayout>
#include <QWindow>

#include "app/core/MessageLog.h"
#include "app/core/Text.h"
#include "app/session/DocumentSession.h"
#include "app/session/LibrarySession.h"
#include "app/session/UndoStack.h"
#include "exporters/typeset/Typesetter.h"
#include "ui/bibliography/WorkActions.h"
#include "ui/editor/EditorPane.h"
#include "ui/editor/Spelling.h"
#include "ui/history/HistoryPane.h"
#include "ui/import/ImportPlace.h"
#include "ui/inspector/InspectorPane.h"
#include "ui/library/BulkCard.h"
#include "ui/library/EmptyState.h"
#include "ui/library/GettingStarted.h"
#include "ui/library/ItemActions.h"
#include "ui/library/ItemListPane.h"
#include "ui/library/ItemView.h"
#include "ui/library/Sidebar.h"
#include "ui/preview/PreviewPane.h"
#include "ui/shell/Commands.h"
#include "ui/shell/CountsPopup.h"
#include "ui/shell/Cover.h"
#include "ui/shell/Dialogs.h"
#include "ui/shell/EditActions.h"
#include "ui/shell/FindingsView.h"
#include "ui/shell/FormatBar.h"
#include "ui/shell/Jobs.h"
#include "ui/shell/LibraryActions.h"
#include "ui/shell/Palette.h"
#include "ui/shell/PaletteSources.h"
#include "ui/shell/Preferences.h"
#include "ui/shell/SavedViews.h"
#include "ui/shell/SlideOver.h"
#include "ui/shell/StatusBar.h"
#include "ui/shell/Toolbar.h"
#include "ui/shell/WorkArea.h"
#include "ui/site/AppearancePane.h"
#include "ui/site/HomeComposer.h"
#include "ui/site/SiteSettingsPage.h"
#include "ui/site/WelcomePage.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Splitter.h"
#include "ui/widgets/Toast.h"

using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace offprint {

Shell::Shell(Appearance& look, LibrarySession& library, Preferences& preferences, Clock clock,
             std::unique_ptr<Dialogs> dialogs, QWidget* parent)
    : QWidget(parent),
      look_(look),
      library_(library),
      preferences_(preferences),
      clock_(std::move(clock)),
      dialogs_(dialogs ? std::move(dialogs) : std::make_unique<WindowDialogs>(look, this)),
      commands_(new Commands(look, this)),
      jobs_(new Jobs(this)),
      typesetter_(new Typesetter(library.resources(), Typesetter::defaultCacheFolder())),
      mainMenu_(new QMenu(this)),
      menuBar_(new QMenuBar(this)),
      toast_(new Toast(look, this)),
      slide_(new SlideOver(look, this)) {
  setWindowTitle(u"Offprint"_s);
  typesetter_->setParent(this);  // behind the jobs, which may wait for it
  setWindowIcon(QIcon(library.resources().path(u"appearance/offprint-mark.svg"_s)));
  setAcceptDrops(true);
  setMinimumSize(look_.ipx(640), look_.ipx(420));
  resize(look_.ipx(1440), look_.ipx(868));
  build();
  wireActions();
  wireLibrary();
  wireList();
  wireEditor();
  wireInspector();
  wireHistory();
  wireSpelling();
  wireSidebar();
  wirePublishing();
  bindView();
  refreshCommands();
}

Shell::~Shell() {
  typesetter_->stop();
  // Panes refer to the session and the library: they go first, in the order of what they show.
  delete preview_;
  delete inspector_;
  delete editor_;
  delete spelling_;
}

ShellContext Shell::context() {
  return {look_, library_, preferences_, *commands_, *dialogs_, *jobs_, *toast_, *typesetter_, clock_};
}

void Shell::build() {
  commands_->fill(*mainMenu_);
  commands_->fill(*menuBar_);
  menuBar_->installEventFilter(this);
  root_ = new QStackedLayout;
  root_->addWidget(buildDesk());
  auto* whole = new QVBoxLayout(this);
  whole->setContentsMargins(0, 0, 0, 0);
  whole->setSpacing(0);
  whole->setMenuBar(menuBar_);
  whole->addLayout(root_, 1);
  palette_ = new Palette(look_, this);
  snapshotSoon_.setSingleShot(true);
  snapshotSoon_.setInterval(800ms);
  connect(&snapshotSoon_, &QTimer::timeout, this, &Shell::refreshSnapshot);
  checkSoon_.setSingleShot(true);
  checkSoon_.setInterval(10s);
  connect(&checkSoon_, &QTimer::timeout, this, &Shell::checkByItself);
  saveSoon_.setSingleShot(true);
  saveSoon_.setInterval(1s);
  connect(&saveSoon_, &QTimer::timeout, this, &Shell::saveLayout);
}

QWidget* Shell::buildDesk() {
  desk_ = new QWidget(this);
  sidebar_ = new Sidebar(look_, desk_);
  toolbar_ = new Toolbar(look_, *commands_, mainMenu_, desk_);
  banner_ = new Banner(look_, desk_);
  messages_ = new Banner(look_, desk_);
  list_ = new ItemListPane(look_, library_, clock_, desk_);
  inspector_ = new InspectorPane(look_, desk_);
  inspector_->setObjectName(u"inspector"_s);
  work_ = new WorkArea(look_, list_, buildCentre(), inspector_, *slide_, desk_);
  import_ = new ImportPlace(context(), desk_);
  site_.settings = new SiteSettingsPage(context(), desk_);
  siteProblems_ = new FindingsView(look_, desk_);
  siteProblems_->setPage(true);
  history_ = new HistoryPane(look_, clock_, desk_);
  status_ = new StatusBar(look_, *jobs_, clock_, desk_);

  auto* placesHost = new QWidget(desk_);
  places_ = new QStackedLayout(placesHost);
  for (QWidget* place : QList<QWidget*>{work_, import_, site_.settings, siteProblems_, history_})
    places_->addWidget(place);
  auto* main = new QWidget(desk_);
  auto* column = new QVBoxLayout(main);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(toolbar_);
  auto* banners = new QVBoxLayout;
  banners->setContentsMargins(0, 0, 0, 0);
  banners->addWidget(banner_);
  banners->addWidget(messages_);
  column->addLayout(banners);
  column->addWidget(placesHost, 1);
  column->addWidget(status_);

  deskColumns_ = new Splitter(look_, Qt::Horizontal, desk_);
  deskColumns_->addWidget(sidebar_);
  deskColumns_->addWidget(main);
  deskColumns_->setStretchFactor(0, 0);
  deskColumns_->setStretchFactor(1, 1);
  deskColumns_->setHandleWidth(0);
  sidebar_->setMinimumWidth(look_.ipx(160));
  sidebar_->setMaximumWidth(look_.ipx(360));
  deskColumns_->setSizes({look_.ipx(216), look_.ipx(1224)});
  auto* row = new QHBoxLayout(desk_);
  row->setContentsMargins(0, 0, 0, 0);
  row->addWidget(deskColumns_);
  return desk_;
}

QWidget* Shell::buildCentre() {
  editor_ = new EditorPane(look_);
  editor_->loadCompletions(library_.resources());
  editor_->setTypesetter(*typesetter_, library_.resources());
  editor_->setObjectName(u"editor"_s);
  editor_->setBar(new FormatBar(look_, *commands_, preferences_));
  bulk_ = new BulkCard(look_, *commands_);
  started_ = new GettingStarted(look_, *commands_);
  nothing_ = new EmptyState(look_);
  site_.home = new HomeComposer(context());
  site_.appearance = new AppearancePane(context());
  problems_ = new FindingsView(look_);
  auto* host = new QFrame;
  host->setObjectName(u"place"_s);
  centre_ = new QStackedLayout(host);
  for (QWidget* page : QList<QWidget*>{nothing_, editor_, bulk_, started_, site_.home, site_.appearance})
    centre_->addWidget(page);
  centreRows_ = new Splitter(look_, Qt::Vertical);
  centreRows_->addWidget(host);
  centreRows_->addWidget(problems_);
  centreRows_->setStretchFactor(0, 1);
  centreRows_->setSizes({look_.ipx(600), look_.ipx(202)});
  problems_->setMinimumHeight(look_.ipx(110));
  problems_->hide();
  return centreRows_;
}

void Shell::makePreview() {
  if (preview_) return;
  preview_ = new PreviewPane(look_, work_);
  preview_->setTypesetter(typesetter_);
  preview_->setObjectName(u"preview"_s);
  connect(preview_, &PreviewPane::lineActivated, this, [this](double line) {
    editor_->goToPlace(line);
    editor_->focusText();
  });
  connect(preview_, &PreviewPane::scrolled, editor_, &EditorPane::scrollToLine);
  connect(preview_, &PreviewPane::itemRequested, this, &Shell::openAddress);
  connect(preview_, &PreviewPane::findingsChanged, this, [this](const Findings& findings) {
    findings_ = findings;
    status_->setFindings(findings);
    problems_->setItemFindings(findings);
    inspector_->setFindings(findings);
    editor_->setFindings(findings);
  });
  connect(preview_, &PreviewPane::factsHold, editor_, &EditorPane::findingsHold);
  connect(preview_, &PreviewPane::outlineChanged, this, [this](const QList<OutlineEntry>& outline) {
    outline_ = outline;
    inspector_->setOutline(outline);
  });
  connect(preview_, &PreviewPane::deviceWidthChosen, this, [this] {
    refreshChecks();
    saveSoon_.start();
  });
  connect(preview_, &PreviewPane::darkChosen, this, &Shell::refreshChecks);
  connect(preview_, &PreviewPane::formChosen, this, &Shell::refreshChecks);
  connect(preview_, &PreviewPane::externalRequested, this,
          [this](const QUrl& url) { dialogs_->openUrl(url.toString(QUrl::FullyEncoded)); });
  connect(site_.home, &HomeComposer::selectionChanged, preview_, [this] {
    if (place_.type == Place::Type::Home) showSitePage();
  });
  connect(site_.appearance, &AppearancePane::pageChosen, preview_, &PreviewPane::openAddress);
  connect(preview_, &PreviewPane::partClicked, site_.home, &HomeComposer::selectSection);
  connect(preview_, &PreviewPane::browserRequested, libraryActions_, &LibraryActions::showInBrowser);
  work_->setPreview(preview_);
  snapshotOld_ = true;
  refreshSnapshot();
  if (session_) preview_->open(session_);
  refreshChecks();
}

void Shell::wireActions() {
  libraryActions_ = new LibraryActions(context(), this);
  ItemActions::Source source;
  source.selected = [this] {
    QList<ContentId> ids = list_->selected();
    if (ids.isEmpty() && session_ && session_->item().id.valid()) ids.append(session_->item().id);
    return ids;
  };
  source.open = [this] { return session_.data(); };
  source.place = [this] { return place_; };
  itemActions_ = new ItemActions(context(), source, this);
  editActions_ = new EditActions(
      context(), *editor_, [this] { showText(); }, this);
  PaletteSources::Targets targets;
  targets.openItem = [this](ContentId id) { openItem(id); };
  targets.go = [this](const Place& place) { go(place); };
  targets.goToLine = [this](int line) {
    showText();
    editor_->goToLine(line);
  };
  targets.newWithTitle = [this](const QString& title) {
    if (library_.kinds()) itemActions_->newItem(library_.kinds()->usual().id);
    if (session_) session_->setTitle(title);
  };
  targets.outline = [this] { return outline_; };
  targets.openTitle = [this] { return session_ ? plainTitle(session_->item().title) : QString(); };
  sources_ = new PaletteSources(context(), sidebar_->model(), targets, this);

  auto* works = new WorkActions(context(), this, {source.open, source.selected});
  works->putFieldOver(*list_);
  connect(works, &WorkActions::openRequested, this, [this](ContentId id) { openItem(id); });
  connect(works, &WorkActions::failed, libraryActions_, &LibraryActions::failed);
  connect(itemActions_, &ItemActions::created, this, [this](DocumentSession* session) {
    helpStart_ = false;
    showSession(session);
    showText();
    editor_->focusTitle();
  });
  connect(itemActions_, &ItemActions::trashing, list_, &ItemListPane::moveOn);
  connect(itemActions_, &ItemActions::titleRequested, this, [this] {
    showText();
    editor_->focusTitle();
  });
  connect(itemActions_, &ItemActions::kindChoiceRequested, this, [this] { sources_->openKinds(*palette_); });
  connect(itemActions_, &ItemActions::historyRequested, this, [this] { openHistory(0); });
  connect(libraryActions_, &LibraryActions::welcomeRequested, this, [this] { start({}); });
  connect(libraryActions_, &LibraryActions::failed, this, [this](const Error& error) {
    if (!library_.isOpen() && !(welcome_ && root_->currentWidget() == welcome_)) start({});
    if (welcome_ && root_->currentWidget() == welcome_) {
      welcome_->showError(error);
    } else {
      messages_->tell(Banner::Kind::Error, error.located(), {{tr("Close"), [this] { messages_->clear(); }}});
    }
  });
  connect(libraryActions_, &LibraryActions::exportChanged, this, &Shell::refreshSidebar);
  connect(libraryActions_, &LibraryActions::exportFindings, this, [this](const Findings& findings) {
    if (!hasErrors(findings)) return;
    showSiteFindings(findings, tr("found while exporting"));
    messages_->tell(Banner::Kind::Warning,
                    tr("The site was exported. Some of what it says leads nowhere or could not be shown."),
                    {{tr("Show problems"),
                      [this] {
                        messages_->clear();
                        go({Place::Type::Problems, {}});
                      }},
                     {tr("Close"), [this] { messages_->clear(); }}});
  });
  connect(libraryActions_, &LibraryActions::verified, this, [this](const Findings& findings) {
    if (findings.isEmpty()) return;
    showSiteFindings(findings, tr("found by Verify library"));
    go({Place::Type::Problems, {}});
  });
}

void Shell::wireLibrary() {
  connect(&library_, &LibrarySession::opened, this, [this] {
    opening_++;
    trail_.clear();
    lastOpen_.clear();
    sources_->forget();
    messages_->clear();
    inspector_->setCatalog(library_.kinds());
    inspector_->setReadOnly(library_.readOnly());
    editor_->setReadOnly(library_.readOnly());
    sidebar_->model().setKinds(library_.kinds());
    showSiteFindings({}, {});
    refreshVocabulary();
    refreshBanner();
    refreshSidebar();
    root_->setCurrentWidget(desk_);
    snapshotOld_ = true;
    sidebar_->model().setProblems(0);
    checkSoon_.start();
    restoreLayout();
    refreshCommands();
  });
  connect(&library_, &LibrarySession::closed, this, [this] {
    checkSoon_.stop();
    closeItem();
    refreshCommands();
  });
  connect(&library_, &LibrarySession::itemClosing, this, [this](DocumentSession* session) {
    if (session == session_) closeItem();
  });
  connect(&library_, &LibrarySession::countsChanged, this, &Shell::refreshSidebar);
  connect(&library_, &LibrarySession::collectionsChanged, this, [this] {
    refreshVocabulary();
    scheduleSnapshot();
  });
  connect(&library_, &LibrarySession::siteChanged, this, [this] {
    refreshSidebar();
    scheduleSnapshot();
    // Whoever sets up the site looks at it.
    if (work_->pageOnly()) refreshSnapshot();
  });
  connect(&library_, &LibrarySession::itemsChanged, this, [this] {
    scheduleSnapshot();
    refreshCommands();
    refreshKicker();
  });
  connect(&library_, &LibrarySession::acted, this, [this](const QString& sentence, bool undoable) {
    checkSoon_.start();
    if (undoable) {
      toast_->tell(sentence, tr("Undo"), [this] { library_.undoStack().undo(); });
    } else {
      toast_->tell(sentence);
    }
  });
  connect(&library_, &LibrarySession::errorOccurred, this, [this](const Error& error) {
    qCWarning(ownMessages, "%s: %s", qUtf8Printable(errorCodeName(error.code)), qUtf8Printable(error.detail));
    messages_->tell(Banner::Kind::Error, error.located(), {{tr("Close"), [this] { messages_->clear(); }}});
  });
  connect(&library_, &LibrarySession::recovered, this, [this](const QList<ContentId>& ids) {
    messages_->tell(Banner::Kind::Note,
                    tr("Text that could not be stored last time is back in %n item(s).", nullptr,
                       static_cast<int>(ids.size())),
                    {{tr("Show"), [this, ids] {
                        messages_->clear();
                        openItem(ids.constFirst());
                      }}});
  });
  connect(&library_.undoStack(), &UndoStack::changed, this, [this] {
    // Its "Undo" would take back another step than the one it tells of; a new step brings a report of its
    // own.
    toast_->withdraw(tr("Undo"));
    refreshCommands();
  });
}

void Shell::wireList() {
  list_->setOrderMenu(commands_->menu(u"view/sort"_s));
  list_->setNewAction(commands_->action(u"item.new"_s));
  list_->setEmptyTrashAction(commands_->action(u"trash.empty"_s));
  list_->setVerbs({[this] { commands_->run(u"item.new"_s); },
                   [this](const QString& words) {
                     go({Place::Type::Search, words});
                   }});
  commands_->setListWidget(list_->view());
  connect(list_, &ItemListPane::selectionChanged, this, [this](const QList<ContentId>& ids) {
    helpStart_ = false;
    if (ids.size() == 1) {
      openItem(ids.constFirst());
    } else {
      const auto kinds = library_.kinds();
      const bool alike = place_.type == Place::Type::Kind && kinds;
      bulk_->setCount(static_cast<int>(ids.size()), place_.type == Place::Type::Trash,
                      alike ? kinds->find(place_.key) : nullptr);
      chooseCentre();
    }
    refreshCommands();
  });
  connect(bulk_, &BulkCard::fieldChosen, this, [this](const QString& key, const QString& label, bool value) {
    library_.edit(list_->selected(), tr("Set “%1”").arg(label),
                  [key, value](ContentItem& item) { item.fields.insert(key, value); });
  });
  connect(list_, &ItemListPane::openRequested, this, [this] {
    slide_->dismiss();
    showText();
  });
  auto* ofItems = new QMenu(this);
  connect(list_, &ItemListPane::contextMenuRequested, this, [this, ofItems](const QPoint& at) {
    if (list_->selected().isEmpty()) return;
    fillItemMenu(*ofItems);
    ofItems->popup(at);
  });
  connect(list_, &ItemListPane::listed, this, [this] {
    settle();
    chooseCentre();
    refreshCommands();
  });
}

void Shell::wireEditor() {
  connect(editor_, &EditorPane::caretMoved, this, [this](int line, int column) {
    status_->setCaret(line, column);
    if (preview_ && preview_->isVisible()) preview_->followCaret(editor_->caretPlace());
  });
  connect(editor_, &EditorPane::scrolled, this, [this](double line) {
    if (preview_ && preview_->isVisible()) preview_->scrollToLine(line);
  });
  connect(editor_, &EditorPane::selectionChanged, this,
          [this] { status_->setSelection(editor_->selectedText()); });
  connect(editor_, &EditorPane::inTableChanged, this, &Shell::refreshCommands);
  connect(editor_, &EditorPane::linkActivated, this, &Shell::openReference);
  connect(editor_, &EditorPane::filesDropped, this, &Shell::addFiles);
  for (FindingsView* view : {problems_, siteProblems_}) {
    connect(view, &FindingsView::visited, this, &Shell::visitFinding);
    connect(view, &FindingsView::verbChosen, this, &Shell::mendFinding);
    connect(view, &FindingsView::checkRequested, this, &Shell::checkSite);
  }
  connect(problems_, &FindingsView::closeRequested, this, [this] {
    problemsWanted_ = false;
    arrangeProblems();
  });
  connect(jobs_, &Jobs::changed, this, &Shell::followCheck);
  connect(status_, &StatusBar::problemsClicked, this, [this] { commands_->run(u"view.problems"_s); });
  auto* counts = new CountsPopup(look_, clock_, this);
  connect(this, &Shell::itemShown, counts, &CountsPopup::follow);
  for (const QStackedLayout* pages : {places_, centre_})
    connect(pages, &QStackedLayout::currentChanged, counts, &QWidget::hide);
  connect(status_, &StatusBar::countsClicked, this, [this] { commands_->run(u"view.counts"_s); });
  commands_->bind(u"view.counts"_s, [this, counts] {
    counts->tell(
        status_->isVisible()
            ? status_->countsPlace()
            : QRect(editor_->mapToGlobal(editor_->rect().bottomRight()) - QPoint(1, 1), QSize(1, 1)));
  });
  connect(status_, &StatusBar::revisionsClicked, this, [this] { commands_->run(u"item.history"_s); });
  connect(import_, &ImportPlace::itemRequested, this, &Shell::openReference);
  connect(import_, &ImportPlace::imported, this, &Shell::checkSite);
  connect(work_, &WorkArea::previewWanted, this, [this] {
    if (exposed_) QTimer::singleShot(0, this, &Shell::makePreview);
  });
  connect(work_, &WorkArea::arranged, this, [this] {
    if ((work_->previewShown() || work_->inspectorShown()) && snapshotOld_) scheduleSnapshot();
    if (!session_) sayNothingChosen();
    refreshChecks();
    saveSoon_.start();
  });
}

void Shell::wireSidebar() {
  connect(sidebar_, &Sidebar::placeChosen, this, [this](const Place& place) {
    go(place);
    if (slide_->pane() == sidebar_) slide_->dismiss();
  });
  connect(&sidebar_->model(), &SidebarModel::itemsDropped, itemActions_, &ItemActions::drop);
  auto* views = new SavedViews(context(), sidebar_->model(), this);
  commands_->bind(u"library.save-search"_s,
                  [this, views] { views->save(list_->filter()->text().trimmed()); });
  auto* ofRow = new QMenu(this);
  connect(sidebar_, &Sidebar::menuRequested, this,
          [this, ofRow, views](const Place& place, const QPoint& at) {
            ofRow->clear();
            views->addActions(*ofRow, place);
            const QStringList ids = place.collection()
                                        ? QStringList{u"collection.rename"_s, u"collection.describe"_s}
                                    : place.type == Place::Type::Trash ? QStringList{u"trash.empty"_s}
                                                                       : QStringList{};
            for (const QString& id : ids)
              ofRow->addAction(commands_->action(id));
            ofRow->addSeparator();
            sidebar_->addRowActions(*ofRow, place);
            ofRow->popup(at);
          });
  connect(sidebar_, &Sidebar::rowsChosen, &saveSoon_, qOverload<>(&QTimer::start));
  connect(itemActions_, &ItemActions::placeRenamed, this, [this](const Place& from, const Place& to) {
    if (place_ == from) go(to);
  });
  auto* menu = new QMenu(this);
  menu->addMenu(commands_->menu(u"file/recent"_s));
  menu->addSeparator();
  for (const char* id : {"library.new", "library.open", "library.reveal"}) {
    menu->addAction(commands_->action(QString::fromLatin1(id)));
  }
  sidebar_->setSwitcherMenu(menu);
  connect(slide_, &SlideOver::dismissed, this, [this](QWidget* pane) {
    if (pane != sidebar_) return;
    deskColumns_->insertWidget(0, sidebar_);
    arrangeSidebar();
  });
  connect(toolbar_, &Toolbar::placeClicked, this, [this] {
    if (!work_->listShown()) work_->toggleList();
    list_->view()->setFocus();
  });
  connect(toolbar_, &Toolbar::titleClicked, this, [this] { commands_->run(u"item.rename"_s); });
}

void Shell::start(const QString& folder) {
  list_->view()->setFocus();
  if (!folder.isEmpty()) {
    auto* cover = new Cover(look_, tr("Opening %1").arg(QFileInfo(folder).completeBaseName()), this);
    connect(this, &Shell::ready, cover, [cover] {
      cover->hide();
      cover->deleteLater();
    });
    libraryActions_->open(folder);
    return;
  }
  if (!welcome_) {
    welcome_ = new WelcomePage(context(), this);
    root_->addWidget(welcome_);
    connect(welcome_, &WelcomePage::createRequested, this,
            [this](const QString& path, const Site& site) { libraryActions_->create(path, site); });
    connect(welcome_, &WelcomePage::importRequested, this, [this](const QString& path, const Site& site) {
      libraryActions_->create(path, site, [this] { commands_->run(u"import.start"_s); });
    });
    connect(welcome_, &WelcomePage::backRequested, this, [this] { root_->setCurrentWidget(desk_); });
  }
  welcome_->begin(library_.isOpen());
  root_->setCurrentWidget(welcome_);
  setWindowTitle(u"Offprint"_s);
  Q_EMIT ready();
}

void Shell::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (windowHandle()) windowHandle()->installEventFilter(this);
}

/// A folder or files dropped anywhere but on the text are imported.
void Shell::dragEnterEvent(QDragEnterEvent* event) {
  const bool ready = library_.isOpen() && !library_.readOnly() && root_->currentWidget() == desk_;
  if (ready && !ImportPlace::sourcesOf(*event->mimeData()).isEmpty()) event->acceptProposedAction();
}

void Shell::dropEvent(QDropEvent* event) {
  import_->begin(ImportPlace::sourcesOf(*event->mimeData()));
  go({Place::Type::Import, {}});
}

}  // namespace offprint

#include "moc_Shell.cpp"
