#pragma once
#include <QByteArray>

namespace offprint {

/// The same style sheet without comments and spaces that say nothing (CSS Syntax Module Level 3, sections 4
/// and 5); one line a rule of the outermost level. Strings and addresses stay as they are. What is not CSS
/// comes out as something that is not CSS either.
QByteArray compactStyles(const QByteArray& css);

}  // namespace offprint
