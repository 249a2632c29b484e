#pragma once
#include <functional>
#include <QObject>

#include "ui/shell/ShellContext.h"

namespace offprint {

class EditorPane;

/// The Edit, Insert and Format commands: to the field or text that has the focus, or the manuscript.
class EditActions : public QObject {
  Q_OBJECT
 public:
  /// `showText` brings the text up where it is not seen and gives it the keys.
  EditActions(ShellContext context, EditorPane& editor, std::function<void()> showText,
              QObject* parent = nullptr);

  /// Undo and redo are there: of the text when it has the focus, else of the library.
  bool canUndo() const;
  bool canRedo() const;
  /// Puts the step's name into the menu ("Undo Move 3 items to Trash").
  void nameSteps();

 private:
  bool textFocused() const;

  ShellContext context_;
  EditorPane& editor_;
};

}  // namespace offprint
