#include "ui/shell/Fuzzy.h"

#include <algorithm>
#include <QSet>
#include <utility>

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

constexpr qsizetype leastInside = 3;  // fewer letters are looked for at the beginnings of words alone
constexpr qsizetype leastGapped = 4;  // fewer letters do not stand for a word with one left out

/// Letters that stand together: at the beginning of a word, else inside of one.
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
  const bool atStart = startsWord(text, inside);
  if (!atStart && word.size() < leastInside) return std::nullopt;
  FuzzyMatch match;
  match.score = inside == 0 ? 100 : atStart ? 80 : 40;
  for (qsizetype i = 0; i < word.size(); ++i)
    match.positions.append(static_cast<int>(inside + i));
  return match;
}

/// Finds the beginnings of several words, in order: "es" and "exsi" for "Export site". What failed once is
/// not tried again, so that no text takes long.
class Beginnings {
 public:
  Beginnings(const QString& word, const QString& text) : word_(word), text_(text) {}

  std::optional<FuzzyMatch> match() {
    if (!from(0, 0)) return std::nullopt;
    return FuzzyMatch{60, positions_};
  }

 private:
  /// The letters of the word from `next` on, in the text from `at` on.
  bool from(qsizetype next, qsizetype at) {
    if (next == word_.size()) return true;
    if (failed_.contains({next, at})) return false;
    for (qsizetype start = at; start < text_.size(); ++start) {
      if (!startsWord(text_, start)) continue;
      qsizetype length = 0;
      while (next + length < word_.size() && start + length < text_.size() &&
             text_.at(start + length) == word_.at(next + length))
        ++length;
      // The longest beginning first; a shorter one where the rest is not found behind it.
      for (; length > 0; --length) {
        const qsizetype before = positions_.size();
        for (qsizetype i = 0; i < length; ++i)
          positions_.append(static_cast<int>(start + i));
        if (from(next + length, start + length)) return true;
        positions_.resize(before);
      }
    }
    failed_.insert({next, at});
    return false;
  }

  const QString& word_;
  const QString& text_;
  QList<int> positions_;
  QSet<std::pair<qsizetype, qsizetype>> failed_;
};

/// One word with a run of letters left out: "exprt" for "Export".
std::optional<FuzzyMatch> matchGapped(const QString& word, const QString& text) {
  if (word.size() < leastGapped) return std::nullopt;
  for (qsizetype start = 0; start < text.size(); ++start) {
    if (!startsWord(text, start) || text.at(start) != word.at(0)) continue;
    FuzzyMatch match;
    match.score = 20;
    int gaps = 0;
    qsizetype at = start;
    qsizetype next = 0;
    for (; at < text.size() && text.at(at).isLetterOrNumber() && next < word.size(); ++at) {
      if (text.at(at) != word.at(next)) continue;
      if (next > 0 && match.positions.constLast() != at - 1) ++gaps;
      match.positions.append(static_cast<int>(at));
      ++next;
    }
    if (next == word.size() && gaps <= 1) return match;
  }
  return std::nullopt;
}

}  // namespace

std::optional<FuzzyMatch> fuzzyMatch(const QString& typed, const QString& text) {
  const QString where = folded(text);
  FuzzyMatch whole;
  for (const QString& word : folded(typed).split(u' ', Qt::SkipEmptyParts)) {
    auto match = matchRun(word, where);
    if (!match) match = Beginnings(word, where).match();
    if (!match) match = matchGapped(word, where);
    if (!match) return std::nullopt;
    whole.score += match->score;
    whole.positions += match->positions;
  }
  std::sort(whole.positions.begin(), whole.positions.end());
  whole.positions.erase(std::unique(whole.positions.begin(), whole.positions.end()), whole.positions.end());
  whole.score -= static_cast<int>(std::min<qsizetype>(where.size(), 80) / 8);
  if (where == folded(typed).trimmed()) whole.score += 30;
  return whole;
}

}  // namespace offprint
