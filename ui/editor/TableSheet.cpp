#include "ui/editor/TableSheet.h"

#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include "app/core/Text.h"
#include "ui/widgets/Sheet.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Bars and line breaks would end a cell in the text.
QString shown(QString cell) {
  return cell.replace(u"\\|"_s, u"|"_s);
}

QString written(QString cell) {
  return cell.replace(u'\n', u' ').replace(u"\\|"_s, u"|"_s).replace(u'|', u"\\|"_s).trimmed();
}

void fill(QTableWidget& grid, const TableText& table) {
  int columns = static_cast<int>(table.aligns.size());
  for (const QStringList& cells : table.rows)
    columns = std::max(columns, static_cast<int>(cells.size()));
  grid.setRowCount(static_cast<int>(table.rows.size()));
  grid.setColumnCount(columns);
  for (int row = 0; row < grid.rowCount(); ++row) {
    for (int column = 0; column < columns; ++column)
      grid.setItem(row, column, new QTableWidgetItem(shown(table.rows.at(row).value(column))));
  }
}

TableText read(const QTableWidget& grid, TableText table) {
  while (table.aligns.size() < grid.columnCount())
    table.aligns.append(TableText::Align::None);
  table.rows.clear();
  for (int row = 0; row < grid.rowCount(); ++row) {
    QStringList cells;
    for (int column = 0; column < grid.columnCount(); ++column)
      cells.append(grid.item(row, column) ? written(grid.item(row, column)->text()) : QString());
    table.rows.append(cells);
  }
  return table;
}

}  // namespace

void openTableSheet(Appearance& look, const TableText& table, int row, int column, QWidget* window,
                    std::function<void(const TableText&)> done) {
  auto* sheet = new Sheet(look, say("Table"), window);
  auto* grid = new QTableWidget(sheet);
  grid->setAccessibleName(say("Cells of the table; the first row is its head"));
  grid->horizontalHeader()->setDefaultSectionSize(look.ipx(160));
  grid->setWordWrap(true);
  fill(*grid, table);
  grid->setCurrentCell(row, column);
  sheet->content()->addWidget(grid, 1);
  auto* more = new QHBoxLayout;
  const auto add = [&](const QString& name, std::function<void()> run) {
    auto* button = new QPushButton(name, sheet);
    button->setProperty("quiet", true);
    QObject::connect(button, &QPushButton::clicked, grid, std::move(run));
    more->addWidget(button);
  };
  add(say("Add row"), [grid] {
    grid->insertRow(grid->currentRow() + 1);
    grid->setCurrentCell(grid->currentRow() + 1, 0);
  });
  add(say("Add column"), [grid] {
    grid->insertColumn(grid->currentColumn() + 1);
    grid->setCurrentCell(std::max(0, grid->currentRow()), grid->currentColumn() + 1);
  });
  more->addStretch();
  sheet->content()->addLayout(more);
  sheet->addCancel(say("Cancel"));
  sheet->addButton(say("Take over"), Sheet::Act::Default, [grid, table, done = std::move(done)] {
    // What is being typed in a cell counts.
    grid->setFocus();
    done(read(*grid, table));
  });
  sheet->resize(look.ipx(760), look.ipx(480));
  grid->setFocus();
  sheet->open();
}

}  // namespace offprint
