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
/// a word, inside of one (three letters or more), as beginnings of several words ("es" and "exsi" for "Export
/// site") or as one word with letters left out in one place; case and accents do not count. Letters strewn
/// over words are no match. Nothing typed matches everything.
std::optional<FuzzyMatch> fuzzyMatch(const QString& typed, const QString& text);

}  // namespace offprint
