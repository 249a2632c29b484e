#include "ui/shell/Fuzzy.h"

#include <algorithm>

namespace offprint {
namespace {

/// Lower case without accents, letter for letter, so that positions stay those of the text.
QString folded(const QString& text) {
  QString plain = text;
  for (QChar& letter : plain) {
    const QString parts = QString(letter).normalized(QString::NormalizationForm_D);
    letter = (parts.isEmpty() ? letter : parts.at(0)).toCaseFolded();
  }
  return plain;
}

bool startsWord(const QString& text, qsizetype at) {
  return at == 0 || !text.at(at - 1).isLetterOrNumber();
}

/// Places of a run of letters: prefers the beginning of a word.
std::optional<FuzzyMatch> matchRun(const QString& word, const QString& text) {
  qsizetype inside = -1;
  for (qsizetype at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (startsWord(text, at)) {
      inside = at;
      break;
    }
    if (inside < 0) inside = at;
  }
  if (inside < 0) return std::nullopt;
  FuzzyMatch match;
  match.score = startsWord(text, inside) ? (inside == 0 ? 100 : 80) : 40;
  for (qsizetype i = 0; i < word.size(); ++i)
    match.positions.append(static_cast<int>(inside + i));
  return match;
}

/// Letters in order; only beginnings of words when `initials`.
std::optional<FuzzyMatch> matchLetters(const QString& word, const QString& text, bool initials) {
  FuzzyMatch match;
  qsizetype from = 0;
  int gaps = 0;
  for (const QChar letter : word) {
    qsizetype at = text.indexOf(letter, from);
    while (at >= 0 && initials && !startsWord(text, at))
      at = text.indexOf(letter, at + 1);
    if (at < 0) return std::nullopt;
    // Letters of a word that begin nowhere are no match that a person would see.
    if (match.positions.isEmpty() && !initials) {
      while (at >= 0 && !startsWord(text, at))
        at = text.indexOf(letter, at + 1);
      if (at < 0) return std::nullopt;
    }
    if (from > 0 && at != from) ++gaps;
    match.positions.append(static_cast<int>(at));
    from = at + 1;
  }
  match.score = initials ? 60 : 20 - gaps;
  // Letters strewn over a long text are no match that a person would see.
  if (!initials && gaps > 3) return std::nullopt;
  return match;
}

}  // namespace

std::optional<FuzzyMatch> fuzzyMatch(const QString& typed, const QString& text) {
  const QString where = folded(text);
  FuzzyMatch whole;
  for (const QString& word : folded(typed).split(u' ', Qt::SkipEmptyParts)) {
    auto match = matchRun(word, where);
    if (!match) match = matchLetters(word, where, true);
    if (!match && word.size() > 2) match = matchLetters(word, where, false);
    if (!match) return std::nullopt;
    whole.score += match->score;
    whole.positions += match->positions;
  }
  std::sort(whole.positions.begin(), whole.positions.end());
  whole.positions.erase(std::unique(whole.positions.begin(), whole.positions.end()), whole.positions.end());
  whole.score -= static_cast<int>(std::min<qsizetype>(where.size(), 80) / 8);
  return whole;
}

}  // namespace offprint
