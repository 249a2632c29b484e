#pragma once
#include <QFlags>
#include <QKeySequence>
#include <QList>
#include <QString>

namespace offprint {

/// What must be so for a command to work. Each has one sentence that says what is missing.
enum class Need {
  Library = 1 << 0,      ///< a library is open
  Writable = 1 << 1,     ///< and may be changed
  Item = 1 << 2,         ///< exactly one item is open
  Selection = 1 << 3,    ///< one or more items are chosen
  Kept = 1 << 4,         ///< what is chosen is not in the trash
  Trashed = 1 << 5,      ///< what is chosen is in the trash
  TrashFilled = 1 << 6,  ///< there is something in the trash
  Text = 1 << 7,         ///< the manuscript is shown
  UndoStep = 1 << 8,
  RedoStep = 1 << 9,
  Back = 1 << 10,
  Forward = 1 << 11,
  ExportFolder = 1 << 12,  ///< the site was exported to a folder before
  Page = 1 << 13,          ///< the item has an address of its own
  Collection = 1 << 14,    ///< a topic, tag or series is shown
  Table = 1 << 15,         ///< the cursor stands in a table
  Search = 1 << 16,        ///< something is searched for
};
Q_DECLARE_FLAGS(Needs, Need)
Q_DECLARE_OPERATORS_FOR_FLAGS(Needs)

/// The sentence for a missing need; of several, the first in the order above.
QString whyNot(Needs missing);

/// One command as every view of it (menu, toolbar, palette, shortcut sheet) shows it.
struct CommandSpec {
  QString id;    ///< "item.rename"; stable, for stored shortcuts
  QString name;  ///< as in menus, without mnemonic; ends in "…" when more input follows
  QString icon;
  QList<QKeySequence> keys;  ///< the first is shown
  QString menu;              ///< "file", "file/export"; every command has a place
  int section = 0;           ///< lines part sections of a menu
  Needs needs;
  bool checkable = false;
  bool repeats = false;   ///< holding the key repeats the command
  bool listOnly = false;  ///< the key works in the item list alone ("Delete")
};

/// Menu titles by path, with mnemonics, in the order of the menu bar.
struct MenuSpec {
  QString path;
  QString title;
  QString icon;     ///< of a sub-menu
  int section = 0;  ///< of the menu that holds a sub-menu
};

const QList<CommandSpec>& commandTable();
const QList<MenuSpec>& menuTable();

}  // namespace offprint
