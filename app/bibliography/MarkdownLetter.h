#pragma once
#include <QString>

namespace offprint {

/// The Markdown of one character of plain text, which stands after `before` and ahead of `rest`: itself, or
/// escaped where it would begin markup, an HTML tag, a formula or a link. "a_b" and "C #1" stay as they are.
QString markdownLetter(QChar letter, QChar before, QStringView rest);

/// A whole plain text so.
QString markdownOf(const QString& text);

}  // namespace offprint
