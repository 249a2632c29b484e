#pragma once
#include <QTextCursor>

namespace offprint {

// Moving through a GFM table by its cells (app.md section 9). False: the cursor is in no table row.

/// Offsets of a cell's content in its line, blanks at both ends left out.
struct TableCell {
  int start = 0;
  int end = 0;
};
/// The cells of a table's line. A bar behind a backslash is text.
QList<TableCell> tableCells(const QString& line);
/// What stands before the cells of a line: indent and quote marks.
QString tablePrefix(const QString& line);

/// Selects the content of the next or previous cell; behind the last one a new row begins.
bool nextCell(QTextCursor& cursor, bool forward);
/// Goes to the same cell of the row below; false in the last row.
bool cellBelow(QTextCursor& cursor);

/// Lines of tab-separated cells as a table; empty when `text` has no two columns and rows in every line.
QString tableFromTabs(const QString& text);

}  // namespace offprint
