#include "ui/editor/TableEditing.h"

#include <algorithm>
#include <QList>
#include <QRegularExpression>
#include <QStringList>
#include <QTextBlock>

#include "ui/editor/LineSyntax.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Cell = TableCell;

bool isRow(const QTextBlock& block) {
  return block.isValid() && LineState::of(block).kind == LineState::Kind::Table &&
         !isTableDelimiter(block.text());
}

bool isTableLine(const QTextBlock& block) {
  return block.isValid() && LineState::of(block).kind == LineState::Kind::Table;
}

QList<Cell> cellsOf(const QString& line) {
  QList<int> bars;
  const int from = static_cast<int>(tablePrefix(line).size());
  for (int i = from; i < line.size(); ++i) {
    if (line[i] == u'\\') {
      ++i;
    } else if (line[i] == u'|') {
      bars.append(i);
    }
  }
  const QStringView view(line);
  if (bars.isEmpty() || !view.mid(from, bars.first() - from).trimmed().isEmpty()) bars.prepend(from - 1);
  if (!view.mid(bars.last() + 1).trimmed().isEmpty() || bars.size() == 1)
    bars.append(static_cast<int>(line.size()));
  QList<Cell> cells;
  for (qsizetype i = 0; i + 1 < bars.size(); ++i) {
    int start = bars[i] + 1;
    int end = bars[i + 1];
    while (start < end && line[start].isSpace())
      ++start;
    while (end > start && line[end - 1].isSpace())
      --end;
    // An empty cell is entered behind its first blank.
    if (start == end && start == bars[i + 1] && bars[i] + 1 < start) start = end = bars[i] + 2;
    cells.append({std::min(start, bars[i + 1]), std::min(end, bars[i + 1])});
  }
  return cells;
}

int cellAt(const QList<Cell>& cells, int column) {
  int index = 0;
  while (index + 1 < cells.size() && column >= cells[index + 1].start)
    ++index;
  return index;
}

void select(QTextCursor& cursor, const QTextBlock& block, const Cell& cell) {
  cursor.setPosition(block.position() + cell.start);
  cursor.setPosition(block.position() + cell.end, QTextCursor::KeepAnchor);
}

QTextBlock neighbourRow(const QTextBlock& block, bool forward) {
  QTextBlock row = forward ? block.next() : block.previous();
  if (isTableLine(row) && !isRow(row)) row = forward ? row.next() : row.previous();
  return isRow(row) ? row : QTextBlock();
}

}  // namespace

QString tablePrefix(const QString& line) {
  static const QRegularExpression prefix(uR"(^[ \t]*(?:>[ \t]?)*[ \t]*)"_s);
  return prefix.match(line).captured();
}

QList<TableCell> tableCells(const QString& line) {
  return cellsOf(line);
}

bool nextCell(QTextCursor& cursor, bool forward) {
  const QTextBlock block = cursor.block();
  if (!isTableLine(block)) return false;
  const QList<Cell> cells = cellsOf(block.text());
  const int index = cellAt(cells, cursor.selectionStart() - block.position()) + (forward ? 1 : -1);
  if (isRow(block) && index >= 0 && index < cells.size()) {
    select(cursor, block, cells[index]);
    return true;
  }
  const QTextBlock row = neighbourRow(block, forward);
  if (row.isValid()) {
    const QList<Cell> others = cellsOf(row.text());
    select(cursor, row, forward ? others.first() : others.last());
  } else if (forward) {
    QTextBlock end = block;
    while (isTableLine(end.next()))
      end = end.next();
    cursor.setPosition(end.position() + end.length() - 1);
    const QString prefix = tablePrefix(end.text());
    cursor.insertText(u'\n' + prefix + u'|' + u"  |"_s.repeated(cells.size()));
    cursor.setPosition(cursor.block().position() + static_cast<int>(prefix.size()) + 2);
  }
  return true;
}

bool cellBelow(QTextCursor& cursor) {
  const QTextBlock block = cursor.block();
  if (!isTableLine(block)) return false;
  const QTextBlock row = neighbourRow(block, true);
  if (!row.isValid() || cursor.atBlockStart()) return false;
  const QList<Cell> cells = cellsOf(row.text());
  const int index = cellAt(cellsOf(block.text()), cursor.positionInBlock());
  select(cursor, row, cells[std::min<qsizetype>(index, cells.size() - 1)]);
  return true;
}

QString tableFromTabs(const QString& text) {
  QStringList lines = text.split(u'\n');
  while (!lines.isEmpty() && lines.last().trimmed().isEmpty())
    lines.removeLast();
  if (lines.size() < 2) return {};
  const qsizetype columns = lines.first().count(u'\t') + 1;
  QStringList rows;
  for (QString& line : lines) {
    if (columns < 2 || line.count(u'\t') + 1 != columns) return {};
    QStringList cells = line.remove(u'\r').split(u'\t');
    for (QString& cell : cells)
      cell = cell.trimmed().replace(u'|', u"\\|"_s);
    rows.append(u"| "_s + cells.join(u" | ") + u" |"_s);
  }
  rows.insert(1, u"|"_s + u" --- |"_s.repeated(columns));
  return rows.join(u'\n');
}

}  // namespace offprint
