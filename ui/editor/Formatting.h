#pragma once
#include <QTextCursor>

#include "ui/editor/InlineSyntax.h"

namespace offprint {

// What the Format and Insert menus do to the text. Every function is one undo step.

/// Puts marks around the selection (in every selected line around its content) and keeps it selected.
void wrapSelection(QTextCursor& cursor, const QString& open, const QString& close);
/// Adds or removes the marks of a span: around the selection, else the word at the cursor, else an empty pair
/// with the cursor inside; a marked span that holds the cursor loses its marks.
void toggleSpan(QTextCursor& cursor, InlineSpan::Kind kind);
/// Runs a command of EditorPane::format() by its name; false when there is none of that name.
bool applyFormat(QTextCursor& cursor, const QString& what);

}  // namespace offprint
