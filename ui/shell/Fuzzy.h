#pragma once
#include <optional>
#include <QList>
#include <QString>

namespace offprint {

/// How well typed letters fit a text, and which letters of it they are.
struct FuzzyMatch {
  int score = 0;         ///< greater is better
  QList<int> positions;  ///< ascending, in the text
};

/// Matches `typed` against `text` as a palette does: every word of `typed` must be found, as the beginning of
/// a word, inside of one, as initials ("es" for "Export site") or as letters in order; case and accents do
/// not count. Nothing typed matches everything.
std::optional<FuzzyMatch> fuzzyMatch(const QString& typed, const QString& text);

}  // namespace offprint
