#include "ui/shell/EditActions.h"

#include <QApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTextEdit>

#include "app/core/Text.h"
#include "app/session/LibrarySession.h"
#include "app/session/UndoStack.h"
#include "ui/editor/EditorPane.h"
#include "ui/shell/Commands.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Calls the same slot of whichever text widget has the focus.
template <class Line, class Rich, class Plain>
void onFocused(Line line, Rich rich, Plain plain) {
  QWidget* focus = QApplication::focusWidget();
  if (auto* field = qobject_cast<QLineEdit*>(focus)) (field->*line)();
  if (auto* text = qobject_cast<QTextEdit*>(focus)) (text->*rich)();
  if (auto* text = qobject_cast<QPlainTextEdit*>(focus)) (text->*plain)();
}

}  // namespace

EditActions::EditActions(ShellContext context, EditorPane& editor, std::function<void()> showText,
                         QObject* parent)
    : QObject(parent), context_(std::move(context)), editor_(editor) {
  Commands& commands = context_.commands;
  commands.bind(u"edit.undo"_s, [this] {
    if (textFocused()) {
      editor_.undo();
    } else {
      context_.library.undoStack().undo();
    }
  });
  commands.bind(u"edit.redo"_s, [this] {
    if (textFocused()) {
      editor_.redo();
    } else {
      context_.library.undoStack().redo();
    }
  });
  commands.bind(u"edit.cut"_s, [] { onFocused(&QLineEdit::cut, &QTextEdit::cut, &QPlainTextEdit::cut); });
  commands.bind(u"edit.copy"_s, [] { onFocused(&QLineEdit::copy, &QTextEdit::copy, &QPlainTextEdit::copy); });
  commands.bind(u"edit.paste"_s,
                [] { onFocused(&QLineEdit::paste, &QTextEdit::paste, &QPlainTextEdit::paste); });
  commands.bind(u"edit.select-all"_s,
                [] { onFocused(&QLineEdit::selectAll, &QTextEdit::selectAll, &QPlainTextEdit::selectAll); });
  const auto inText = [showText](auto run) {
    return [showText, run] {
      showText();
      run();
    };
  };
  commands.bind(u"edit.find"_s, inText([this] { editor_.find(); }));
  commands.bind(u"edit.replace"_s, inText([this] { editor_.replace(); }));
  commands.bind(u"edit.here"_s, inText([this] { editor_.showHere(); }));
  commands.bind(u"edit.find-next"_s, [this] { editor_.findNext(); });
  commands.bind(u"edit.find-previous"_s, [this] { editor_.findPrevious(); });
  for (const CommandSpec& spec : commandTable()) {
    const QString group = spec.id.section(u'.', 0, 0);
    if (spec.id.startsWith(u"edit.paste-"_s))
      commands.bind(spec.id, [this, form = spec.id.section(u'-', 1)] {
        // A field knows but one way.
        if (!editor_.pasteAs(form)) context_.commands.run(u"edit.paste"_s);
      });
    if (group == u"table"_s)
      commands.bind(spec.id, inText([this, what = spec.id.section(u'.', 1)] { editor_.changeTable(what); }));
    if (group != u"format"_s && group != u"insert"_s) continue;
    commands.bind(spec.id, inText([this, what = spec.id.section(u'.', 1)] { editor_.format(what); }));
  }
  connect(&context_.library.undoStack(), &UndoStack::changed, this, &EditActions::nameSteps);
}

bool EditActions::textFocused() const {
  const QWidget* focus = QApplication::focusWidget();
  return focus && editor_.isAncestorOf(focus);
}

bool EditActions::canUndo() const {
  return textFocused() || context_.library.undoStack().canUndo();
}

bool EditActions::canRedo() const {
  return textFocused() || context_.library.undoStack().canRedo();
}

void EditActions::nameSteps() {
  const UndoStack& stack = context_.library.undoStack();
  const bool text = textFocused();
  const QString undo = text ? QString() : stack.undoName();
  const QString redo = text ? QString() : stack.redoName();
  context_.commands.setName(u"edit.undo"_s, undo.isEmpty() ? say("Undo") : say("Undo: %1").arg(undo));
  context_.commands.setName(u"edit.redo"_s, redo.isEmpty() ? say("Redo") : say("Redo: %1").arg(redo));
}

}  // namespace offprint

#include "moc_EditActions.cpp"
