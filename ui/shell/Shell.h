#pragma once
#include <functional>
#include <memory>
#include <QPointer>
#include <QTimer>
#include <QWidget>

#include "app/session/DocumentSession.h"
#include "exporters/markdown/ParsedDocument.h"
#include "ui/library/ItemListing.h"
#include "ui/shell/Dialogs.h"
#include "ui/shell/Place.h"
#include "ui/shell/ShellContext.h"
#include "ui/site/SitePanes.h"

class QMenu;
class QMenuBar;
class QSplitter;
class QStackedLayout;

namespace offprint {

class Banner;
class BulkCard;
class EditActions;
class EditorPane;
class EmptyState;
class FindingsView;
class GettingStarted;
class HistoryPane;
class ImportPlace;
class InspectorPane;
class ItemActions;
class ItemListPane;
class LibraryActions;
class Palette;
class PaletteSources;
class PreviewPane;
class Sidebar;
class SlideOver;
class Spelling;
class StatusBar;
class Toolbar;
class WelcomePage;
class WorkArea;

/// The window (app.md section 3). Owns the panes and puts them together: which place is shown, which item is
/// open, what commands do to the view (to items and libraries: ItemActions, LibraryActions). GUI thread.
class Shell : public QWidget {
  Q_OBJECT
 public:
  /// `dialogs` may be null: the platform's are used. The rest outlives the window.
  Shell(Appearance& look, LibrarySession& library, Preferences& preferences, Clock clock,
        std::unique_ptr<Dialogs> dialogs = {}, QWidget* parent = nullptr);
  ~Shell() override;

  /// Opens a library, or shows the first run when `folder` is empty.
  void start(const QString& folder);
  void go(const Place& place);
  /// `done` hears once whether the item is shown: not when it is gone or another was asked for since.
  void openItem(ContentId id, const std::function<void(bool shown)>& done = {});
  DocumentSession* session() const { return session_; }
  Commands& commands() { return *commands_; }
  Jobs& jobs() { return *jobs_; }
  EditorPane& editor() { return *editor_; }
  PreviewPane* preview() const { return preview_; }
  ItemListPane& list() { return *list_; }
  Palette& palette() { return *palette_; }
  /// Cancels work and stores everything; before the application ends.
  void shutdown();

 Q_SIGNALS:
  void itemShown(offprint::DocumentSession* session);  ///< null: none
  /// There is something to look at: the remembered item, an empty library, or the first run.
  void ready();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void keyReleaseEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  // Shell.cpp: building and wiring.
  ShellContext context();
  void build();
  QWidget* buildCentre();
  QWidget* buildDesk();
  void wireLibrary();
  void wireList();
  void fillItemMenu(QMenu& menu);
  void wireEditor();
  void wireSidebar();
  void wireActions();
  void makePreview();
  // ShellPlaces.cpp: places, items, what is shown.
  void visit(const Trail::Step& step, bool remember);
  void settle();
  void rememberOpen();
  void showSession(DocumentSession* session);
  void closeItem();
  void follow(DocumentSession* session);
  void chooseCentre();
  void sayNothingChosen();
  void showSitePage();
  void refreshSidebar();
  void refreshKicker();
  void showKicker(const ItemSummary& item);
  void refreshTitle();
  void refreshBanner();
  void refreshVocabulary();
  void refreshSnapshot();
  void scheduleSnapshot();
  void openReference(const QString& reference);
  void openAddress(const QString& address);
  void showInBrowser();
  void addFiles(const QStringList& paths, int line, const QByteArray& content);
  void wirePublishing();  // ShellPublish.cpp
  void showLive();
  // ShellFindings.cpp
  void atItemOf(const Finding& finding, const std::function<void()>& then);
  void visitFinding(const Finding& finding);
  void mendFinding(const Finding& finding);
  void createDraft(const QString& title);
  void checkByItself();
  void checkSite();
  void takeCheck(const Result<Findings>& findings);
  void followCheck();
  void showChecking(const QString& progress);
  void showSiteFindings(const Findings& findings, const QString& checked);
  // ShellInspector.cpp
  void wireInspector();
  void findBacklinks();
  void pickMedia(const QString& field);
  void setMediaField(const QString& field, const QString& path);
  // ShellSpelling.cpp
  void wireSpelling();
  // ShellHistory.cpp
  void wireHistory();
  void openHistory(qint64 revision);
  void refreshHistory();
  void restoreBody(const QString& body);
  // ShellView.cpp, ShellOrder.cpp: commands of the view, layout, menus.
  void bindView();
  void bindModes();
  void bindOrder();
  void bindPreview();
  void bindGo();
  void bindHelp();
  void setMode(int mode);
  void setOrder(const QString& id);
  void showAsTable(bool table);
  void showText();
  void arrangeProblems();
  bool wantsTable(const Place& place) const;
  void setFocusMode(bool on);
  void setMenuBarShown(bool shown);
  void cyclePane(int by);
  void stepProblem(int by);
  void refreshCommands();
  void refreshChecks();
  void arrangeSidebar();
  void openMenuBar();
  void saveLayout();
  void restoreLayout();
  void openFirst(ContentId item, int line, int column);
  void openNewest();
  bool textShown() const;

  static constexpr int mostCheckedByItself = 300;  ///< items
  static constexpr int fewItems = 5;               ///< a library with fewer begins with the first steps

  Appearance& look_;
  LibrarySession& library_;
  Preferences& preferences_;
  Clock clock_;
  std::unique_ptr<Dialogs> dialogs_;
  Commands* commands_;
  Jobs* jobs_;
  Typesetter* typesetter_;
  Spelling* spelling_;
  QMenu* mainMenu_;
  QMenuBar* menuBar_;
  Toast* toast_;
  SlideOver* slide_;
  QStackedLayout* root_;
  WelcomePage* welcome_ = nullptr;
  QWidget* desk_;
  QSplitter* deskColumns_;
  Sidebar* sidebar_;
  Toolbar* toolbar_;
  Banner* banner_;
  Banner* messages_;
  QStackedLayout* places_;
  WorkArea* work_;
  ImportPlace* import_;
  SitePanes site_;
  HistoryPane* history_;
  FindingsView* siteProblems_;
  ItemListPane* list_;
  QSplitter* centreRows_;
  QStackedLayout* centre_;
  EditorPane* editor_;
  BulkCard* bulk_;
  GettingStarted* started_;
  EmptyState* nothing_;
  FindingsView* problems_;
  InspectorPane* inspector_;
  PreviewPane* preview_ = nullptr;
  StatusBar* status_;
  Palette* palette_;
  LibraryActions* libraryActions_;
  ItemActions* itemActions_;
  EditActions* editActions_;
  PaletteSources* sources_;

  QPointer<DocumentSession> session_;
  Place place_;
  Trail trail_;
  Findings findings_;
  QList<OutlineEntry> outline_;
  QHash<QString, ContentId> lastOpen_;  ///< by place, of this library while it is open
  enum class Closing { No, Storing, Agreed } closing_ = Closing::No;
  bool unsettled_ = false;  ///< the place's list is awaited, to open one of its items
  quint64 opening_ = 0;     ///< the newest request to open an item wins
  ContentQuery::Sort sort_ = ContentQuery::Sort::Date;
  bool ascending_ = false;
  ListingRequest::Grouping grouping_ = ListingRequest::Grouping::Default;
  bool sidebarWanted_ = true;
  bool focusMode_ = false;
  bool problemsWanted_ = false;
  bool helpStart_ = false;   ///< Getting started was asked for
  bool snapshotOld_ = true;  ///< the preview's site is behind the library
  bool restoring_ = false;   ///< the remembered layout is being put in place
  QTimer snapshotSoon_, checkSoon_, saveSoon_;
  int checkJob_ = 0;
  bool checking_ = false;
  bool checkAgain_ = false;  ///< what is being checked has changed meanwhile
  QHash<QString, int> modeOfKind_;
  QHash<QString, bool> tables_;  ///< places whose list the author wants as a table, or not as one
  bool exposed_ = false;         ///< the window was painted once
  bool altAlone_ = false;        ///< Alt went down and nothing else since
};

}  // namespace offprint
