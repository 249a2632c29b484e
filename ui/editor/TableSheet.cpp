#include "ui/editor/TableSheet.h"

#include <QHeaderView>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include "app/core/Text.h"
#include "ui/widgets/Label.h"
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
  // Columns keep their alignment when others come and go.
  for (int column = 0; column < table.aligns.size(); ++column) {
    auto* head = new QTableWidgetItem;
    head->setData(Qt::UserRole, static_cast<int>(table.aligns.at(column)));
    grid.setHorizontalHeaderItem(column, head);
  }
  for (int row = 0; row < grid.rowCount(); ++row) {
    for (int column = 0; column < columns; ++column)
      grid.setItem(row, column, new QTableWidgetItem(shown(table.rows.at(row).value(column))));
  }
}

TableText read(const QTableWidget& grid, TableText table) {
  table.aligns.clear();
  for (int column = 0; column < grid.columnCount(); ++column) {
    const QTableWidgetItem* head = grid.horizontalHeaderItem(column);
    table.aligns.append(head ? static_cast<TableText::Align>(head->data(Qt::UserRole).toInt())
                             : TableText::Align::None);
  }
  table.rows.clear();
  for (int row = 0; row < grid.rowCount(); ++row) {
    QStringList cells;
    for (int column = 0; column < grid.columnCount(); ++column)
      cells.append(grid.item(row, column) ? written(grid.item(row, column)->text()) : QString());
    table.rows.append(cells);
  }
  return table;
}

/// Cells in the window's own lines; the first row is the head and looks so wherever rows come and go.
void dress(QTableWidget& grid, const Appearance& look) {
  constexpr int fitting = 5;  // more columns scroll sideways
  grid.horizontalHeader()->setSectionResizeMode(grid.columnCount() <= fitting ? QHeaderView::Stretch
                                                                              : QHeaderView::Interactive);
  for (int row = 0; row < grid.rowCount(); ++row) {
    for (int column = 0; column < grid.columnCount(); ++column) {
      if (!grid.item(row, column)) grid.setItem(row, column, new QTableWidgetItem);
      QTableWidgetItem& cell = *grid.item(row, column);
      cell.setFont(fontFor(look, row == 0 ? TextRole::BodyStrong : TextRole::Body));
      cell.setBackground(row == 0 ? QBrush(look.color(Token::SurfaceList)) : QBrush());
    }
  }
}

}  // namespace

void openTableSheet(Appearance& look, const TableText& table, int row, int column, QWidget* window,
                    std::function<void(const TableText&)> done) {
  auto* sheet = new Sheet(look, say("Edit table"), window);
  auto* grid = new QTableWidget(sheet);
  grid->setAccessibleName(say("Cells of the table; the first row is its head"));
  grid->horizontalHeader()->setDefaultSectionSize(look.ipx(160));
  grid->horizontalHeader()->hide();
  grid->verticalHeader()->setDefaultSectionSize(look.ipx(34));
  grid->verticalHeader()->hide();
  grid->setWordWrap(true);
  fill(*grid, table);
  dress(*grid, look);
  grid->setCurrentCell(row, column);
  sheet->content()->addWidget(grid, 1);
  auto* more = new QHBoxLayout;
  const auto add = [&](const QString& name, std::function<void()> run) {
    auto* button = new QPushButton(name, sheet);
    button->setProperty("quiet", true);
    button->setAutoDefault(false);
    QObject::connect(button, &QPushButton::clicked, grid, [grid, &look, run = std::move(run)] {
      run();
      dress(*grid, look);
      grid->setFocus();
    });
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
  add(say("Delete row"), [grid] {
    if (grid->rowCount() > 1) grid->removeRow(grid->currentRow());
  });
  add(say("Delete column"), [grid] {
    if (grid->columnCount() > 1) grid->removeColumn(grid->currentColumn());
  });
  more->addStretch();
  sheet->content()->addLayout(more);
  sheet->addCancel(say("Cancel"));
  sheet->addButton(say("Change table"), Sheet::Act::Default, [grid, table, done = std::move(done)] {
    // What is being typed in a cell counts.
    grid->setFocus();
    done(read(*grid, table));
  });
  sheet->resize(look.ipx(760), look.ipx(480));
  grid->setFocus();
  sheet->open();
}

}  // namespace offprint
