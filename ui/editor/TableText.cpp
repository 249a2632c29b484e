#include "ui/editor/TableText.h"

#include <algorithm>
#include <QCollator>
#include <QHash>
#include <QTextBlock>

#include "ui/editor/LineSyntax.h"
#include "ui/editor/TableEditing.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Align = TableText::Align;

/// A column with a longer cell is not padded to it: the others would go out of sight.
constexpr int widestPadded = 48;
constexpr int leastDashes = 3;

/// How many characters of the mono face a cell takes: marks stand on their letters.
int widthOf(const QString& cell) {
  int width = 0;
  for (const QChar c : cell) {
    if (!c.isMark() && !c.isLowSurrogate()) ++width;
  }
  return width;
}

QString padded(const QString& cell, int width, Align align) {
  const int room = std::max(0, width - widthOf(cell));
  const int before = align == Align::Right ? room : align == Align::Center ? room / 2 : 0;
  return QString(before, u' ') + cell + QString(room - before, u' ');
}

QString delimiter(Align align, int width) {
  QString dashes(std::max(width, leastDashes), u'-');
  if (align == Align::Left || align == Align::Center) dashes.front() = u':';
  if (align == Align::Right || align == Align::Center) dashes.back() = u':';
  return dashes;
}

Align alignOf(const QString& dashes) {
  const bool left = dashes.startsWith(u':');
  const bool right = dashes.endsWith(u':');
  return left && right ? Align::Center : left ? Align::Left : right ? Align::Right : Align::None;
}

QStringList cellTexts(const QString& line) {
  QStringList texts;
  for (const TableCell& cell : tableCells(line))
    texts.append(line.mid(cell.start, cell.end - cell.start));
  return texts;
}

bool isTable(const QTextBlock& block) {
  return block.isValid() && LineState::of(block).kind == LineState::Kind::Table;
}

int cellAt(const QString& line, int position) {
  const QList<TableCell> cells = tableCells(line);
  int index = 0;
  while (index + 1 < cells.size() && position >= cells[index + 1].start)
    ++index;
  return index;
}

/// The order of two cells: numbers by value, also within words; everything else as in a dictionary.
void sortBy(TableText& table, int column) {
  QCollator order;
  order.setNumericMode(true);
  order.setCaseSensitivity(Qt::CaseInsensitive);
  const auto number = [](const QString& cell, bool* isNumber) {
    return QString(cell).remove(u' ').remove(u',').remove(u'%').remove(u'*').toDouble(isNumber);
  };
  const auto less = [&](const QStringList& a, const QStringList& b) {
    bool bothA = false;
    bool bothB = false;
    const double first = number(a.value(column), &bothA);
    const double second = number(b.value(column), &bothB);
    return bothA && bothB ? first < second : order.compare(a.value(column), b.value(column)) < 0;
  };
  const bool sorted = std::is_sorted(table.rows.begin() + 1, table.rows.end(), less);
  if (!sorted) {
    std::stable_sort(table.rows.begin() + 1, table.rows.end(), less);
  } else {
    std::reverse(table.rows.begin() + 1, table.rows.end());
  }
}

/// One change of a table; the cell in `row` and `column` is followed. False where it does not apply.
bool change(TableText& table, const QString& what, int& row, int& column) {
  const int columns = static_cast<int>(table.aligns.size());
  const int rows = static_cast<int>(table.rows.size());
  static const QHash<QString, Align> aligns = {
      {u"align-left"_s, Align::Left}, {u"align-center"_s, Align::Center}, {u"align-right"_s, Align::Right}};
  if (column >= columns && what != u"tidy" && what != u"row") return false;
  if (aligns.contains(what)) {
    Align& align = table.aligns[column];
    align = align == aligns.value(what) ? Align::None : aligns.value(what);
  } else if (what == u"row") {
    table.rows.insert(++row, QStringList(columns, QString()));
    column = 0;
  } else if (what == u"column") {
    ++column;
    table.aligns.insert(column, Align::None);
    for (QStringList& cells : table.rows)
      cells.insert(column, QString());
  } else if (what == u"row-up" || what == u"row-down") {
    const int to = row + (what == u"row-up" ? -1 : 1);
    if (row < 1 || to < 1 || to >= rows) return false;
    table.rows.swapItemsAt(row, to);
    row = to;
  } else if (what == u"column-left" || what == u"column-right") {
    const int to = column + (what == u"column-left" ? -1 : 1);
    if (to < 0 || to >= columns) return false;
    table.aligns.swapItemsAt(column, to);
    for (QStringList& cells : table.rows)
      cells.swapItemsAt(column, to);
    column = to;
  } else if (what == u"sort") {
    if (rows < 3) return false;
    const QStringList here = table.rows.at(row);
    sortBy(table, column);
    row = row == 0 ? 0 : static_cast<int>(table.rows.indexOf(here, 1));
  } else if (what == u"delete-row") {
    if (row < 1) return false;
    table.rows.removeAt(row);
    row = std::min(row, rows - 2);
  } else if (what == u"delete-column") {
    if (columns < 2) return false;
    table.aligns.removeAt(column);
    for (QStringList& cells : table.rows)
      cells.removeAt(column);
    column = std::min(column, columns - 2);
  } else if (what != u"tidy") {
    return false;
  }
  return true;
}

void removeTable(QTextCursor& cursor, const TablePlace& place) {
  const QTextDocument& document = *cursor.document();
  const QTextBlock last = document.findBlockByNumber(place.lastLine);
  cursor.setPosition(document.findBlockByNumber(place.firstLine).position());
  cursor.setPosition(last.position() + last.length() - 1, QTextCursor::KeepAnchor);
  cursor.removeSelectedText();
}

}  // namespace

QString TableText::toText() const {
  QList<int> widths(aligns.size(), leastDashes);
  for (const QStringList& cells : rows) {
    for (qsizetype i = 0; i < std::min(cells.size(), widths.size()); ++i)
      widths[i] = std::max(widths[i], std::min(widthOf(cells[i]), widestPadded));
  }
  QStringList lines;
  for (const QStringList& cells : rows) {
    QString line = prefix + u'|';
    for (qsizetype i = 0; i < std::max(cells.size(), widths.size()); ++i) {
      const QString cell = cells.value(i);
      line += u' ' + (i < widths.size() ? padded(cell, widths[i], aligns[i]) : cell) + u" |"_s;
    }
    lines.append(line);
  }
  QString rule = prefix + u'|';
  for (qsizetype i = 0; i < widths.size(); ++i)
    rule += u' ' + delimiter(aligns[i], widths[i]) + u" |"_s;
  lines.insert(1, rule);
  return lines.join(u'\n');
}

std::optional<TablePlace> tableAt(const QTextCursor& cursor) {
  QTextBlock first = cursor.block();
  if (!isTable(first)) return std::nullopt;
  while (isTable(first.previous()))
    first = first.previous();
  TablePlace place;
  place.firstLine = first.blockNumber();
  place.table.prefix = tablePrefix(first.text());
  const QTextBlock rule = first.next();
  if (!isTable(rule) || !isTableDelimiter(rule.text().mid(tablePrefix(rule.text()).size())))
    return std::nullopt;
  if (LinePrefix::of(first.text()).isItem()) return std::nullopt;
  for (const QString& dashes : cellTexts(rule.text()))
    place.table.aligns.append(alignOf(dashes));
  const int here = cursor.blockNumber();
  for (QTextBlock block = first; isTable(block); block = block.next()) {
    place.lastLine = block.blockNumber();
    if (block == rule) continue;
    QStringList cells = cellTexts(block.text());
    while (cells.size() < place.table.aligns.size())
      cells.append(QString());
    place.table.rows.append(cells);
    if (block.blockNumber() == here) place.row = static_cast<int>(place.table.rows.size()) - 1;
  }
  place.column = cellAt(cursor.block().text(), cursor.positionInBlock());
  return place;
}

void replaceTable(QTextCursor& cursor, const TablePlace& place, const TableText& table, int row, int column) {
  const QTextDocument& document = *cursor.document();
  const QTextBlock last = document.findBlockByNumber(place.lastLine);
  QTextCursor whole(document.findBlockByNumber(place.firstLine));
  whole.setPosition(last.position() + last.length() - 1, QTextCursor::KeepAnchor);
  const QString text = table.toText();
  if (whole.selectedText() != QString(text).replace(u'\n', QChar::ParagraphSeparator)) whole.insertText(text);
  const QTextBlock line = document.findBlockByNumber(place.firstLine + row + (row > 0 ? 1 : 0));
  const QList<TableCell> cells = tableCells(line.text());
  const TableCell cell = cells.value(std::min<qsizetype>(column, cells.size() - 1));
  cursor.setPosition(line.position() + cell.end);
}

bool changeTable(QTextCursor& cursor, const QString& what) {
  const auto place = tableAt(cursor);
  if (!place) return false;
  if (what == u"delete") {
    removeTable(cursor, *place);
    return true;
  }
  TableText table = place->table;
  int row = place->row;
  int column = place->column;
  if (!change(table, what, row, column)) return false;
  replaceTable(cursor, *place, table, row, column);
  return true;
}

}  // namespace offprint
