#pragma once
#include <QTextCursor>

namespace offprint {

/// Alt+Up, Alt+Down: moves the paragraph, list item or block at the cursor, or the section of the heading at
/// the cursor, past its neighbour of the same kind. False when there is none.
bool moveBlock(QTextCursor& cursor, bool down);

/// Alt+Shift+Right (deeper), Alt+Shift+Left: the level of a heading together with the headings below it, of a
/// list item with its sub-items; a paragraph becomes a heading, a heading of level 6 a paragraph.
bool changeLevel(QTextCursor& cursor, bool deeper);

}  // namespace offprint
