#pragma once
#include <optional>
#include <QList>
#include <QStringList>
#include <QTextCursor>

namespace offprint {

/// A GFM table of a manuscript by rows and columns. Cells are as written: their bars stay escaped.
struct TableText {
  enum class Align { None, Left, Center, Right };

  QList<QStringList> rows;  ///< the head first; one with more cells than the head keeps them
  QList<Align> aligns;      ///< one for each column
  QString prefix;           ///< before every line: indent and quote marks

  bool operator==(const TableText&) const = default;
  /// Its lines, columns padded so that they stand under each other in the mono face.
  QString toText() const;
};

/// A table and the place of a cursor in it.
struct TablePlace {
  TableText table;
  int firstLine = 0;  ///< 0-based lines of the document
  int lastLine = 0;
  int row = 0;  ///< of the cursor; 0 is the head, as for the line below it
  int column = 0;
};

/// The table that holds a cursor; nothing outside of one, or where a list marker stands before it.
std::optional<TablePlace> tableAt(const QTextCursor& cursor);

/// Changes the table at the cursor in one undo step and leaves the cursor in the cell it was in, or the new
/// one: "row", "column" (behind the present one), "row-up", "row-down", "column-left", "column-right",
/// "align-left", "align-center", "align-right" (again: none), "sort" (by this column, again: the other way
/// round), "tidy", "delete-row", "delete-column", "delete". False where it does not apply.
bool changeTable(QTextCursor& cursor, const QString& what);
/// Puts a table in the place of another, one undo step; the cursor goes to a cell.
void replaceTable(QTextCursor& cursor, const TablePlace& place, const TableText& table, int row, int column);

}  // namespace offprint
