#pragma once
#include <QList>
#include <QString>

namespace offprint {

/// A stretch of a paragraph that is in both texts, in the earlier one alone or in the later one alone.
struct DiffPiece {
  enum class Kind { Same, Removed, Added };
  Kind kind = Kind::Same;
  QString text;
  bool operator==(const DiffPiece&) const = default;
};

/// One paragraph of a comparison, with the blank lines behind it; a fenced block or formula is one whole.
/// Ranges are UTF-16 offsets into the two texts; that of a text without this paragraph is empty.
struct DiffPassage {
  bool changed = false;
  qsizetype oldStart = 0;
  qsizetype oldEnd = 0;
  qsizetype newStart = 0;
  qsizetype newEnd = 0;
  QList<DiffPiece> pieces;
};

/// What differs between two versions of a Markdown text: paragraphs are brought together, then compared word
/// by word, code and formulas line by line. The passages cover both texts without a gap.
struct TextDiff {
  QList<DiffPassage> passages;
  int changes = 0;  ///< passages that changed
};
TextDiff compareTexts(const QString& before, const QString& after);

/// `after` with one passage as it was in `before`; `after` itself when the passage is not of these texts.
QString passageRestored(const QString& before, const QString& after, const DiffPassage& passage);

/// Words of one line that differ, for titles and values.
QList<DiffPiece> compareWords(const QString& before, const QString& after);

}  // namespace offprint
