#pragma once
#include <functional>
#include <QHash>
#include <QObject>

#include "ui/shell/CommandTable.h"
#include "ui/widgets/Appearance.h"

class QAction;
class QMenu;
class QMenuBar;
class QWidget;

namespace offprint {

/// The command table brought to life: one QAction for each command. Menus, toolbar, palette and shortcuts are
/// views of these actions. GUI thread.
class Commands : public QObject {
  Q_OBJECT
 public:
  /// Shortcuts work in `window`.
  Commands(Appearance& look, QWidget* window);

  /// What a command does. Each command is bound once.
  void bind(const QString& id, std::function<void()> run);
  /// A command that depends on the library (a kind, a recent library). `group` lets a whole group be
  /// replaced.
  void addVarying(const QString& group, const CommandSpec& spec, std::function<void()> run);
  void clearVarying(const QString& group);

  /// Enables and disables by what is at hand now.
  void setAtHand(Needs atHand);
  /// Where the keys of list-only commands work.
  void setListWidget(QWidget* list);

  const QList<CommandSpec>& all() const { return specs_; }
  QAction* action(const QString& id) const;  ///< nullptr when there is none
  void setName(const QString& id, const QString& name);
  void setChecked(const QString& id, bool checked);
  /// Why it does not work now; empty when it does.
  QString whyNot(const QString& id) const;
  /// Runs it if it works now; true when it ran.
  bool run(const QString& id);
  /// Commands that nobody bound: a mistake, for tests.
  QStringList unbound() const;

  /// Fills a menu bar or the ≡ menu with every menu.
  void fill(QMenuBar& bar);
  void fill(QMenu& menu);
  /// The menu of one path ("item/state"), owned by this; kept in step.
  QMenu* menu(const QString& path) const;

 Q_SIGNALS:
  void changed();
  void ran(const QString& id);

 private:
  QAction* addAction(const CommandSpec& spec);
  void scheduleMenus();
  void buildMenus();
  void buildMenu(const QString& path);
  Needs missing(const CommandSpec& spec) const { return spec.needs & ~atHand_; }

  Appearance& look_;
  QWidget* window_;
  QList<CommandSpec> specs_;
  QHash<QString, QAction*> actions_;
  QHash<QString, std::function<void()>> runs_;
  QHash<QString, QStringList> varying_;
  QHash<QString, QMenu*> menus_;
  Needs atHand_;
  bool menusScheduled_ = false;
};

}  // namespace offprint
