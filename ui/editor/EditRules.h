#pragma once
#include <QTextCursor>

namespace offprint {

// The rules of typing in a manuscript (app.md section 9). Each works on a cursor, changes the document in one
// undo step, leaves the cursor where writing goes on, and returns false when it does not apply: the key then
// does what it does in any text.

/// Enter: goes on with a list, task or quote, ends an empty one, closes a fresh fence or formula, keeps the
/// indent of code, goes down in a table.
bool breakLine(QTextCursor& cursor);
/// Shift+Enter: a hard line break inside the paragraph, item or quote.
bool breakInside(QTextCursor& cursor);
/// Backspace: at the start of an item removes its marker, then its indent, then a quote mark; between the
/// halves of an automatic pair removes both.
bool eraseBack(QTextCursor& cursor);
/// Tab: one list level deeper with everything below it, an indent in code, the next cell of a table.
bool indent(QTextCursor& cursor);
/// Shift+Tab: the reverse.
bool outdent(QTextCursor& cursor);
/// A typed character: wraps a selection in * _ ` [ ( " $ ~, closes [[ and [@ and $$, types over what it
/// closed, and puts a closing fence into the column of its opening.
bool typeCharacter(QTextCursor& cursor, QChar character);
/// Ticks or unticks the task at the cursor.
bool tick(QTextCursor& cursor);

/// Number of the first item of the ordered list that holds `block`; -1: it is in none.
int firstNumber(const QTextBlock& block);
/// Gives the items of the ordered list that holds `block` ascending numbers, from its first one's or `from`
/// on.
void renumber(const QTextBlock& block, int from = -1);
/// Changes a line by replacing only [from, to) of it.
void replaceInLine(const QTextBlock& block, int from, int to, const QString& text);

}  // namespace offprint
