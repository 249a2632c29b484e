#pragma once
#include <functional>

#include "ui/editor/TableText.h"
#include "ui/widgets/Appearance.h"

namespace offprint {

/// Opens a table as a grid of cells in a sheet, for tables wider than the page. `done` gets what was made of
/// it; it is not called when the sheet is left without.
void openTableSheet(Appearance& look, const TableText& table, int row, int column, QWidget* window,
                    std::function<void(const TableText&)> done);

}  // namespace offprint
