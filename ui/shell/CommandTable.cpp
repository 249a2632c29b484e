#include "ui/shell/CommandTable.h"

#include "app/core/Text.h"
#include "exporters/output/Exporter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QKeySequence keys(const char* text) {
  return QKeySequence(QString::fromLatin1(text), QKeySequence::PortableText);
}

/// Builds one row; the rarer columns follow as members.
CommandSpec row(const char* id, const QString& name, const char* icon, const char* menu, int section,
                Needs needs = {}, QList<QKeySequence> shortcuts = {}) {
  CommandSpec spec;
  spec.id = QString::fromLatin1(id);
  spec.name = name;
  spec.icon = QString::fromLatin1(icon);
  spec.keys = std::move(shortcuts);
  spec.menu = QString::fromLatin1(menu);
  spec.section = section;
  spec.needs = needs;
  return spec;
}

CommandSpec checkable(CommandSpec spec) {
  spec.checkable = true;
  return spec;
}

CommandSpec repeating(CommandSpec spec) {
  spec.repeats = true;
  return spec;
}

CommandSpec inList(CommandSpec spec) {
  spec.listOnly = true;
  return spec;
}

const Needs library = Need::Library;
const Needs writing = Need::Library | Need::Writable;
const Needs oneItem = Need::Library | Need::Item;
const Needs oneKept = Need::Library | Need::Writable | Need::Item | Need::Kept;
const Needs keptSelection = Need::Library | Need::Writable | Need::Selection | Need::Kept;
const Needs text = Need::Library | Need::Text;
const Needs edits = Need::Library | Need::Writable | Need::Text | Need::Kept;

QList<CommandSpec> fileCommands() {
  return {
      row("item.new", say("New item"), "plus", "file", 0, writing, {keys("Ctrl+N")}),
      row("item.new-kind", say("New item of another kind…"), "copy-plus", "file", 0, writing,
          {keys("Ctrl+Shift+N")}),
      row("work.add", say("Add publications…"), "quote", "file", 0, writing, {keys("Ctrl+Shift+A")}),
      row("go.quick-open", say("Quick open…"), "corner-down-right", "file", 0, library, {keys("Ctrl+O")}),
      row("library.new", say("New library…"), "library-big", "file", 1),
      row("library.open", say("Open library…"), "folder-open", "file", 1),
      row("library.sample", say("Look around in a sample library"), "flask-conical", "file", 1),
      row("library.reveal", say("Show library in file manager"), "folder-search", "file", 1, library),
      row("library.close", say("Close library"), "x", "file", 1, library),
      row("import.start", say("Import…"), "folder-input", "file", 2, writing),
      row("publish.open", say("Publish…"), "upload", "file", 2, writing, {keys("Ctrl+Shift+P")}),
      row("export.again", say("Export again"), "refresh-cw", "file", 2, library | Need::ExportFolder),
      row("backup.now", say("Back up now"), "archive", "file", 3, library),
      row("backup.restore", say("Restore a backup…"), "archive-restore", "file", 3),
      row("library.verify", say("Verify library"), "shield-check", "file", 3, library),
      row("app.preferences", say("Preferences…"), "settings", "file", 4, {}, {keys("Ctrl+,")}),
      row("app.quit", say("Quit"), "log-out", "file", 4, {}, {keys("Ctrl+Q")}),
  };
}

/// One for each export format.
QList<CommandSpec> exportCommands() {
  QList<CommandSpec> specs;
  for (const Exporter& format : exporters()) {
    CommandSpec spec;
    spec.id = u"export."_s + format.id;
    spec.name = format.command;
    spec.icon = format.icon;
    spec.menu = u"file/export"_s;
    spec.needs = library;
    if (format.id == u"site"_s) spec.keys = {keys("Ctrl+Shift+S")};
    specs += spec;
  }
  return specs;
}

QList<CommandSpec> editCommands() {
  return {
      row("edit.undo", say("Undo"), "undo-2", "edit", 0, Need::UndoStep, {keys("Ctrl+Z")}),
      row("edit.redo", say("Redo"), "redo-2", "edit", 0, Need::RedoStep,
          {keys("Ctrl+Shift+Z"), keys("Ctrl+Y")}),
      row("edit.cut", say("Cut"), "scissors", "edit", 1, {}, {keys("Ctrl+X")}),
      row("edit.copy", say("Copy"), "copy", "edit", 1, {}, {keys("Ctrl+C")}),
      row("edit.paste", say("Paste"), "clipboard-paste", "edit", 1, {}, {keys("Ctrl+V")}),
      row("edit.paste-plain", say("Paste as plain text"), "clipboard-type", "edit/paste", 0, edits,
          {keys("Ctrl+Shift+V")}),
      row("edit.paste-quote", say("Paste as quote"), "text-quote", "edit/paste", 0, edits),
      row("edit.paste-code", say("Paste as code block"), "square-code", "edit/paste", 0, edits),
      row("edit.paste-table", say("Paste as table"), "table", "edit/paste", 0, edits),
      row("edit.select-all", say("Select all"), "text-cursor-input", "edit", 1, {}, {keys("Ctrl+A")}),
      row("edit.find", say("Find…"), "search", "edit", 2, text, {keys("Ctrl+F")}),
      row("edit.replace", say("Replace…"), "replace", "edit", 2, edits, {keys("Ctrl+H")}),
      repeating(row("edit.find-next", say("Find next"), "arrow-down", "edit", 2, text, {keys("F3")})),
      repeating(
          row("edit.find-previous", say("Find previous"), "arrow-up", "edit", 2, text, {keys("Shift+F3")})),
      row("edit.next-misspelt", say("Next misspelt word"), "spell-check", "edit", 2, text, {keys("F7")}),
      row("edit.words", say("Personal words…"), "book-a", "edit", 2),
      row("edit.here", say("Show what is here"), "info", "edit", 2, text, {keys("Shift+F1")}),
      row("library.search", say("Search in library…"), "text-search", "edit", 3, library,
          {keys("Ctrl+Shift+F")}),
      row("library.save-search", say("Save this search…"), "list-filter", "edit", 3, writing | Need::Search),
  };
}

QList<CommandSpec> insertCommands() {
  return {
      row("insert.image", say("Figure"), "image", "insert", 0, edits, {keys("Ctrl+Shift+I")}),
      row("insert.table", say("Table"), "table", "insert", 0, edits),
      row("insert.math", say("Equation"), "sigma", "insert", 0, edits, {keys("Ctrl+Shift+M")}),
      row("insert.code-block", say("Code block"), "square-code", "insert", 0, edits),
      row("insert.callout", say("Note"), "lightbulb", "insert", 0, edits),
      row("insert.footnote", say("Footnote"), "superscript", "insert", 1, edits),
      row("insert.cite", say("Citation…"), "quote", "insert", 1, edits, {keys("Ctrl+Shift+R")}),
      row("insert.link", say("Link…"), "link", "insert", 1, edits, {keys("Ctrl+L")}),
      row("insert.bibliography", say("Bibliography"), "book-open", "insert", 1, edits),
      row("insert.rule", say("Divider"), "minus", "insert", 1, edits),
  };
}

QList<CommandSpec> formatCommands() {
  return {
      row("format.bold", say("Bold"), "bold", "format", 0, edits, {keys("Ctrl+B")}),
      row("format.italic", say("Italic"), "italic", "format", 0, edits, {keys("Ctrl+I")}),
      row("format.code", say("Code"), "code", "format", 0, edits, {keys("Ctrl+Shift+C")}),
      row("format.strike", say("Strike"), "strikethrough", "format", 0, edits, {keys("Ctrl+Shift+X")}),
      row("format.quote", say("Quote"), "text-quote", "format", 1, edits, {keys("Ctrl+Shift+B")}),
      row("format.list", say("List"), "list", "format", 1, edits, {keys("Ctrl+Shift+L")}),
      row("format.task", say("Task"), "list-todo", "format", 1, edits),
      repeating(row("format.heading-up", say("Raise heading or list level"), "heading", "format", 2, edits,
                    {keys("Alt+Shift+Left")})),
      repeating(row("format.heading-down", say("Lower heading or list level"), "heading", "format", 2, edits,
                    {keys("Alt+Shift+Right")})),
      repeating(
          row("format.move-up", say("Move paragraph up"), "arrow-up", "format", 3, edits, {keys("Alt+Up")})),
      repeating(row("format.move-down", say("Move paragraph down"), "arrow-down", "format", 3, edits,
                    {keys("Alt+Down")})),
  };
}

QList<CommandSpec> tableCommands() {
  const Needs cell = edits | Need::Table;
  return {
      row("table.row", say("Add row"), "between-horizontal-end", "format/table", 0, cell),
      row("table.column", say("Add column"), "between-vertical-end", "format/table", 0, cell),
      row("table.align-left", say("Align column left"), "text-align-start", "format/table", 1, cell),
      row("table.align-center", say("Centre column"), "text-align-center", "format/table", 1, cell),
      row("table.align-right", say("Align column right"), "text-align-end", "format/table", 1, cell),
      repeating(row("table.row-up", say("Move row up"), "arrow-up", "format/table", 2, cell)),
      repeating(row("table.row-down", say("Move row down"), "arrow-down", "format/table", 2, cell)),
      repeating(row("table.column-left", say("Move column left"), "arrow-left", "format/table", 2, cell)),
      repeating(row("table.column-right", say("Move column right"), "arrow-right", "format/table", 2, cell)),
      row("table.sort", say("Sort table by this column"), "arrow-down-a-z", "format/table", 3, cell),
      row("table.tidy", say("Tidy table"), "table", "format/table", 3, cell),
      row("table.grid", say("Edit table as grid…"), "grid-3x3", "format/table", 3, cell),
      row("table.delete-row", say("Delete row"), "table-rows-split", "format/table", 4, cell),
      row("table.delete-column", say("Delete column"), "table-columns-split", "format/table", 4, cell),
      row("table.delete", say("Delete table"), "trash-2", "format/table", 4, cell),
  };
}

QList<CommandSpec> itemCommands() {
  return {
      row("item.rename", say("Rename"), "square-pen", "item", 0, oneKept, {keys("F2")}),
      row("item.duplicate", say("Duplicate"), "copy", "item", 0, oneKept, {keys("Ctrl+D")}),
      row("item.keep", say("Keep this version…"), "save", "item", 0, oneKept, {keys("Ctrl+S")}),
      row("work.complete", say("Complete publication"), "text-search", "item", 0, oneKept),
      row("work.compare", say("Compare and merge…"), "copy", "item", 0, keptSelection),
      row("item.history", say("Show history"), "history", "item", 0, oneItem),
      row("state.draft", say("Draft"), "circle-dashed", "item/state", 0, keptSelection),
      row("state.published", say("Published"), "circle-check", "item/state", 0, keptSelection),
      row("state.unlisted", say("Unlisted"), "eye-off", "item/state", 0, keptSelection),
      row("state.scheduled", say("Scheduled…"), "clock", "item/state", 0, keptSelection),
      row("item.add-topic", say("Add to topic…"), "shapes", "item/add", 0, keptSelection),
      row("item.add-tag", say("Add tag…"), "tag", "item/add", 0, keptSelection),
      row("item.add-series", say("Add to series…"), "layers", "item/add", 0, keptSelection),
      row("item.browser", say("Open page in browser"), "external-link", "item", 1, oneItem | Need::Page),
      row("item.copy-link", say("Copy link"), "link", "item", 1, oneItem),
      row("item.copy-address", say("Copy address"), "hash", "item", 1, oneItem | Need::Page),
      inList(row("item.trash", say("Move to Trash"), "trash-2", "item", 2, keptSelection, {keys("Delete")})),
      row("item.restore", say("Put back"), "undo-2", "item", 2,
          Need::Library | Need::Writable | Need::Selection | Need::Trashed),
      row("collection.rename", say("Rename topic, tag or series…"), "square-pen", "item", 3,
          Need::Library | Need::Writable | Need::Collection),
      row("collection.describe", say("Describe topic, tag or series…"), "pen-line", "item", 3,
          Need::Library | Need::Writable | Need::Collection),
      row("trash.empty", say("Empty trash…"), "trash-2", "item", 2,
          Need::Library | Need::Writable | Need::TrashFilled),
  };
}

QList<CommandSpec> viewCommands() {
  return {
      checkable(row("mode.write", say("Write"), "pen-line", "view", 0, library, {keys("Alt+1")})),
      checkable(row("mode.split", say("Split"), "columns-2", "view", 0, library, {keys("Alt+2")})),
      checkable(row("mode.preview", say("Preview"), "app-window", "view", 0, library, {keys("Alt+3")})),
      row("mode.cycle", say("Next view mode"), "refresh-cw", "view", 0, library, {keys("Ctrl+E")}),
      checkable(row("view.sidebar", say("Sidebar"), "panel-left", "view", 1, library, {keys("F9")})),
      row("view.customise-sidebar", say("Customise sidebar…"), "sliders-horizontal", "view", 1, library),
      checkable(row("view.list", say("Item list"), "list", "view", 1, library, {keys("Shift+F9")})),
      checkable(row("view.as-list", say("As list"), "rows-3", "view", 1, library)),
      checkable(row("view.as-table", say("As table"), "table", "view", 1, library)),
      checkable(row("view.inspector", say("Inspector"), "panel-right", "view", 1, library, {keys("F12")})),
      checkable(row("view.problems", say("Problems"), "triangle-alert", "view", 1, library)),
      checkable(row("view.format-bar", say("Format bar"), "bold", "view", 1)),
      checkable(row("view.status-bar", say("Status bar"), "minus", "view", 1)),
      checkable(row("view.menu-bar", say("Menu bar"), "menu", "view", 1)),
      checkable(row("sort.date", say("Date"), "calendar", "view/sort", 0, library)),
      checkable(row("sort.edited", say("Edited"), "history", "view/sort", 0, library)),
      checkable(row("sort.title", say("Title"), "a-large-small", "view/sort", 0, library)),
      checkable(row("sort.words", say("Words"), "file-text", "view/sort", 0, library)),
      checkable(row("sort.state", say("State"), "circle-dot", "view/sort", 0, library)),
      checkable(row("sort.ascending", say("Ascending"), "arrow-up", "view/sort", 1, library)),
      checkable(row("group.default", say("Group by state and year"), "layers", "view/sort", 2, library)),
      checkable(row("group.state", say("Group by state"), "circle-dot", "view/sort", 2, library)),
      checkable(row("group.year", say("Group by year"), "calendar", "view/sort", 2, library)),
      checkable(row("group.topic", say("Group by topic"), "shapes", "view/sort", 2, library)),
      checkable(row("group.none", say("Do not group"), "list", "view/sort", 2, library)),
      // Before the preview's: who types "dark" means the window first.
      checkable(row("look.system", say("Appearance as the system"), "sun-moon", "view/appearance", 0)),
      checkable(row("look.light", say("Light appearance"), "sun", "view/appearance", 0)),
      checkable(row("look.dark", say("Dark appearance"), "moon", "view/appearance", 0)),
      checkable(row("preview.phone", say("Phone"), "smartphone", "view/preview", 0, library)),
      checkable(row("preview.tablet", say("Tablet"), "tablet", "view/preview", 0, library)),
      checkable(row("preview.desktop", say("Desktop"), "monitor", "view/preview", 0, library)),
      checkable(row("preview.fit", say("Fit"), "move-horizontal", "view/preview", 0, library)),
      checkable(row("preview.dark", say("Dark page"), "moon", "view/preview", 1, library)),
      checkable(row("preview.as-page", say("Show as page"), "app-window", "view/preview", 2, library)),
      checkable(row("preview.as-feed", say("Show as feed entry"), "rss", "view/preview", 2, library)),
      checkable(row("preview.as-result", say("Show as search result"), "search", "view/preview", 2, library)),
      checkable(row("preview.as-card", say("Show as sharing card"), "share-2", "view/preview", 2, library)),
      checkable(row("preview.as-print", say("Show as print"), "printer", "view/preview", 2, library)),
      row("preview.reload", say("Check the page again"), "rotate-ccw", "view/preview", 1, library,
          {keys("F5")}),
      row("go.palette", say("Command palette…"), "command", "view/go", 0, {}, {keys("Ctrl+K")}),
      row("go.back", say("Back"), "arrow-left", "view/go", 1, Need::Back, {keys("Alt+Left")}),
      row("go.forward", say("Forward"), "arrow-right", "view/go", 1, Need::Forward, {keys("Alt+Right")}),
      row("go.next-pane", say("Next pane"), "columns-2", "view/go", 1, {}, {keys("F6")}),
      row("go.previous-pane", say("Previous pane"), "columns-2", "view/go", 1, {}, {keys("Shift+F6")}),
      row("go.next-problem", say("Next problem"), "circle-alert", "view/go", 2, library, {keys("F8")}),
      row("go.previous-problem", say("Previous problem"), "circle-alert", "view/go", 2, library,
          {keys("Shift+F8")}),
      row("view.counts", say("Counts of the text"), "file-text", "view", 3, text),
      checkable(row("view.spelling", say("Check spelling"), "spell-check", "view", 3)),
      checkable(row("view.focus", say("Focus mode"), "focus", "view", 3, text, {keys("Ctrl+Shift+D")})),
      checkable(row("view.full-screen", say("Full screen"), "maximize", "view", 3, {}, {keys("F11")})),
      repeating(
          row("text.larger", say("Text larger"), "zoom-in", "view", 4, {}, {keys("Ctrl++"), keys("Ctrl+=")})),
      repeating(row("text.smaller", say("Text smaller"), "zoom-out", "view", 4, {}, {keys("Ctrl+-")})),
      row("text.default", say("Text in default size"), "rotate-ccw", "view", 4, {}, {keys("Ctrl+0")}),
  };
}

QList<CommandSpec> siteAndHelpCommands() {
  return {
      row("site.home", say("Home page"), "house", "site", 0, library),
      row("site.appearance", say("Appearance of the site"), "palette", "site", 0, library),
      row("site.settings", say("Site settings"), "settings", "site", 0, library),
      row("publish.history", say("Publish history"), "history", "site", 1, library),
      row("publish.targets", say("Publishing targets"), "server", "site", 1, library),
      row("work.duplicates", say("Find duplicate publications…"), "copy", "site", 1, writing),
      row("site.check", say("Check site"), "list-checks", "site", 1, library),
      row("help.start", say("Getting started"), "book-open", "help", 0, library),
      row("help.markdown", say("Markdown"), "type", "help", 0, {}, {keys("F1")}),
      row("help.publishing", say("Publishing"), "upload", "help", 0),
      row("help.keyboard", say("Keyboard"), "keyboard", "help", 0),
      row("help.log", say("Show log folder"), "folder-search", "help", 1),
      row("help.report", say("Copy report of a problem"), "copy", "help", 1),
      row("help.about", say("About Offprint"), "info", "help", 1),
  };
}

}  // namespace

QString whyNot(Needs missing) {
  if (missing & Need::Library) return say("Open a library first");
  if (missing & Need::Writable) return say("This library can only be read");
  if (missing & Need::Item) return say("Choose one item first");
  if (missing & Need::Selection) return say("Choose an item first");
  if (missing & Need::Kept) return say("Put the item back from the trash first");
  if (missing & Need::Trashed) return say("Choose an item in the trash first");
  if (missing & Need::TrashFilled) return say("The trash is empty");
  if (missing & Need::Text) return say("Open an item in the editor first");
  if (missing & Need::UndoStep) return say("There is nothing to undo");
  if (missing & Need::RedoStep) return say("There is nothing to redo");
  if (missing & Need::Back) return say("There is no earlier place");
  if (missing & Need::Forward) return say("There is no later place");
  if (missing & Need::ExportFolder) return say("Export the site to a folder first");
  if (missing & Need::Page) return say("Items of this kind have no page of their own");
  if (missing & Need::Table) return say("Put the cursor into a table first");
  if (missing & Need::Search) return say("Search for something first");
  if (missing & Need::Collection) return say("Choose a topic, tag or series in the sidebar first");
  return {};
}

const QList<CommandSpec>& commandTable() {
  static const QList<CommandSpec> table = fileCommands() + exportCommands() + editCommands() +
                                          insertCommands() + formatCommands() + tableCommands() +
                                          itemCommands() + viewCommands() + siteAndHelpCommands();
  return table;
}

const QList<MenuSpec>& menuTable() {
  static const QList<MenuSpec> menus = {
      {u"file"_s, say("&File"), {}, 0},
      {u"file/new"_s, say("New"), u"plus"_s, 0},
      {u"file/recent"_s, say("Recent libraries"), u"history"_s, 1},
      {u"file/export"_s, say("Export"), u"folder-output"_s, 2},
      {u"edit"_s, say("&Edit"), {}, 0},
      {u"edit/paste"_s, say("Paste as"), u"clipboard-paste"_s, 1},
      {u"insert"_s, say("&Insert"), {}, 0},
      {u"format"_s, say("F&ormat"), {}, 0},
      {u"format/table"_s, say("Table"), u"table"_s, 4},
      {u"item"_s, say("I&tem"), {}, 0},
      {u"item/state"_s, say("State"), u"circle-dot"_s, 0},
      {u"item/add"_s, say("Add to"), u"shapes"_s, 0},
      {u"view"_s, say("&View"), {}, 0},
      {u"view/sort"_s, say("Sort and group"), u"arrow-down-wide-narrow"_s, 2},
      {u"view/preview"_s, say("Preview page"), u"app-window"_s, 2},
      {u"view/go"_s, say("Go"), u"arrow-right"_s, 2},
      {u"view/places"_s, say("Go to"), u"library"_s, 2},
      {u"view/appearance"_s, say("Appearance"), u"sun-moon"_s, 4},
      {u"site"_s, say("&Site"), {}, 0},
      {u"help"_s, say("&Help"), {}, 0},
  };
  return menus;
}

}  // namespace offprint
