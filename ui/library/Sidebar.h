#pragma once
#include <QFrame>

#include "ui/library/SidebarModel.h"
#include "ui/widgets/Appearance.h"

class QMenu;
class QTreeView;

namespace offprint {

class SiteSwitcher;
class Label;

/// The left column: site switcher, the tree of places, and the state of the exported site at its foot.
class Sidebar : public QFrame {
  Q_OBJECT
 public:
  Sidebar(Appearance& look, QWidget* parent = nullptr);

  SidebarModel& model() { return *model_; }
  /// Name and address at the top; the menu of the switcher is the shell's.
  void setSite(const QString& name, const QString& address);
  void setSwitcherMenu(QMenu* menu);
  /// The foot: what the site in its folder is ("Exported 14:32"); `done` chooses the filled dot.
  void setFoot(const QString& text, bool done);
  /// Rows of the groups Library, Kinds and Site that are not shown, as Place::toText().
  void setHiddenRows(const QStringList& places);
  const QStringList& hiddenRows() const { return hidden_; }
  /// Fills a menu with what the row of a place offers: to hide it.
  void addRowActions(QMenu& menu, const Place& place);
  /// Opens the menu of rows, each to be shown or hidden.
  void customise();
  void setCurrent(const Place& place);
  QTreeView* tree() const { return tree_; }
  QSize sizeHint() const override;

 Q_SIGNALS:
  void placeChosen(const offprint::Place& place);
  void footClicked();
  /// A place was asked for its menu; it is the one that is shown by now.
  void menuRequested(const offprint::Place& place, const QPoint& at);
  void rowsChosen();  ///< by the user: hiddenRows() is another

 private:
  void refresh();
  void hideRows();
  void hide(const Place& place, bool hidden);
  void addRowChoices(QMenu& menu);

  Appearance& look_;
  SidebarModel* model_;
  SiteSwitcher* switcher_;
  QTreeView* tree_;
  QWidget* foot_;
  Label* footText_;
  QWidget* footDot_;
  QStringList hidden_;
};

}  // namespace offprint
