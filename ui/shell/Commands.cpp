#include "ui/shell/Commands.h"

#include <algorithm>
#include <QAction>
#include <QMenu>
#include <QMenuBar>

using namespace Qt::StringLiterals;

namespace offprint {

Commands::Commands(Appearance& look, QWidget* window) : QObject(window), look_(look), window_(window) {
  for (const MenuSpec& spec : menuTable()) {
    auto* menu = new QMenu(spec.title, window_);
    menu->setToolTipsVisible(true);
    if (!spec.icon.isEmpty()) menu->setIcon(look_.icon(spec.icon));
    menus_.insert(spec.path, menu);
  }
  for (const CommandSpec& spec : commandTable())
    addAction(spec);
  buildMenus();
}

QAction* Commands::addAction(const CommandSpec& spec) {
  auto* action = new QAction(look_.icon(spec.icon), spec.name, this);
  action->setObjectName(spec.id);
  action->setCheckable(spec.checkable);
  action->setAutoRepeat(spec.repeats);
  action->setShortcuts(spec.keys);
  action->setShortcutContext(spec.listOnly ? Qt::WidgetWithChildrenShortcut : Qt::WindowShortcut);
  connect(action, &QAction::triggered, this, [this, id = spec.id] {
    // A copy: running may replace the command (switching the library).
    const std::function<void()> work = runs_.value(id);
    if (work) work();
    Q_EMIT ran(id);
  });
  if (!spec.listOnly) window_->addAction(action);
  specs_.append(spec);
  actions_.insert(spec.id, action);
  setName(spec.id, spec.name);
  return action;
}

void Commands::bind(const QString& id, std::function<void()> run) {
  Q_ASSERT_X(actions_.contains(id) && !runs_.contains(id), "Commands::bind", qPrintable(id));
  runs_.insert(id, std::move(run));
}

void Commands::addVarying(const QString& group, const CommandSpec& spec, std::function<void()> run) {
  addAction(spec)->setEnabled(!missing(spec));
  runs_.insert(spec.id, std::move(run));
  varying_[group].append(spec.id);
  scheduleMenus();
}

void Commands::clearVarying(const QString& group) {
  for (const QString& id : varying_.take(group)) {
    specs_.removeIf([&](const CommandSpec& spec) { return spec.id == id; });
    runs_.remove(id);
    actions_.take(id)->deleteLater();
  }
  scheduleMenus();
}

void Commands::setAtHand(Needs atHand) {
  atHand_ = atHand;
  for (const CommandSpec& spec : std::as_const(specs_)) {
    QAction* action = actions_.value(spec.id);
    action->setEnabled(!missing(spec));
    const QString keys =
        spec.keys.isEmpty() ? QString() : spec.keys.constFirst().toString(QKeySequence::NativeText);
    const QString why = offprint::whyNot(missing(spec));
    const QString name = keys.isEmpty() ? action->text() : u"%1 (%2)"_s.arg(action->text(), keys);
    action->setToolTip(why.isEmpty() ? name : name + u'\n' + why);
  }
  Q_EMIT changed();
}

void Commands::setListWidget(QWidget* list) {
  for (const CommandSpec& spec : std::as_const(specs_)) {
    if (spec.listOnly) list->addAction(actions_.value(spec.id));
  }
}

QAction* Commands::action(const QString& id) const {
  return actions_.value(id);
}

void Commands::setName(const QString& id, const QString& name) {
  QAction* action = actions_.value(id);
  if (!action) return;
  action->setText(QString(name).replace(u'&', u"&&"_s));
  action->setIconText(name);
}

void Commands::setChecked(const QString& id, bool checked) {
  if (QAction* action = actions_.value(id)) action->setChecked(checked);
}

QString Commands::whyNot(const QString& id) const {
  const auto spec =
      std::find_if(specs_.cbegin(), specs_.cend(), [&](const CommandSpec& s) { return s.id == id; });
  return spec == specs_.cend() ? QString() : offprint::whyNot(missing(*spec));
}

bool Commands::run(const QString& id) {
  QAction* action = actions_.value(id);
  if (!action || !action->isEnabled()) return false;
  action->trigger();
  return true;
}

QStringList Commands::unbound() const {
  QStringList ids;
  for (const CommandSpec& spec : specs_) {
    if (!runs_.contains(spec.id)) ids.append(spec.id);
  }
  return ids;
}

void Commands::fill(QMenuBar& bar) {
  for (const MenuSpec& spec : menuTable()) {
    if (!spec.path.contains(u'/')) bar.addMenu(menus_.value(spec.path));
  }
}

void Commands::fill(QMenu& menu) {
  for (const MenuSpec& spec : menuTable()) {
    if (!spec.path.contains(u'/')) menu.addMenu(menus_.value(spec.path));
  }
}

QMenu* Commands::menu(const QString& path) const {
  return menus_.value(path);
}

void Commands::scheduleMenus() {
  if (std::exchange(menusScheduled_, true)) return;
  QMetaObject::invokeMethod(
      this,
      [this] {
        menusScheduled_ = false;
        buildMenus();
      },
      Qt::QueuedConnection);
}

void Commands::buildMenus() {
  for (QMenu* menu : std::as_const(menus_))
    menu->clear();
  for (const MenuSpec& spec : menuTable())
    buildMenu(spec.path);
}

/// A menu section by section: its sub-menus first, then its commands; lines between sections.
void Commands::buildMenu(const QString& path) {
  QMenu* menu = menus_.value(path);
  constexpr int sections = 6;
  for (int section = 0; section < sections; ++section) {
    QList<QAction*> entries;
    for (const MenuSpec& sub : menuTable()) {
      const bool here = sub.path.section(u'/', 0, -2) == path && sub.section == section;
      if (here) entries.append(menus_.value(sub.path)->menuAction());
    }
    for (const CommandSpec& command : std::as_const(specs_)) {
      if (command.menu == path && command.section == section) entries.append(actions_.value(command.id));
    }
    if (!entries.isEmpty() && !menu->isEmpty()) menu->addSeparator();
    menu->addActions(entries);
  }
  menu->menuAction()->setVisible(!menu->isEmpty());
}

}  // namespace offprint

#include "moc_Commands.cpp"
