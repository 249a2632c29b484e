#pragma once
#include <QString>

namespace offprint {

/// What a reader sees of a page's main part, as paragraphs parted by blank lines; headings begin with "## ",
/// formulas are their TeX. For comparing two states of a page: it is no HTML parser, and takes what the
/// themes write.
QString pageText(const QByteArray& html);

}  // namespace offprint
