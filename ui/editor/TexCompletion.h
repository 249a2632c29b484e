#pragma once
#include <QStringView>

#include "app/content/TexMacros.h"
#include "ui/editor/Completion.h"

class QTextBlock;

namespace offprint {

/// A TeX command that is being written at a column of a line: in a formula on lines of its own, or between
/// the dollars of one within the line. Nothing where no formula is.
std::optional<CompletionQuery> texCommandAt(const QTextBlock& block, int column);

/// What formulas can be written with: the site's own macros, structures with places for their parts, names of
/// functions, and `symbols`.
QList<CompletionEntry> texCommands(const TexMacros& macros, const QList<CompletionEntry>& symbols);

/// Every symbol that formulas are drawn with, each with its glyph, from the table of KaTeX. Reads a file; not
/// for the GUI thread. Empty when the file is not there.
QList<CompletionEntry> texSymbols(const Resources& resources);

}  // namespace offprint
