#include "app/content/TextDiff.h"

#include <algorithm>
#include <dtl/dtl.hpp>
#include <QHash>
#include <QRegularExpression>
#include <QStringList>
#include <vector>

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Kind = DiffPiece::Kind;

constexpr double kAlike = 0.35;       // share of common words from which paragraphs are versions of one
constexpr qsizetype kPairing = 4000;  // comparisons of paragraphs in one gap

/// A paragraph of one text.
struct Part {
  qsizetype start = 0;
  qsizetype end = 0;
  QString text;  ///< without the line ends behind it
};

/// The marks that open code or a formula over lines; empty: the line opens none.
QString openingOf(QStringView line) {
  static const QRegularExpression fence(
      uR"(^\s*(?:>\s*|[-*+]\s+|\d+[.)]\s+)*(`{3,}(?!.*`)|~{3,}|\$\$(?!.*\$\$)))"_s);
  return fence.match(line.toString()).captured(1);
}

bool closes(QStringView line, const QString& opening) {
  QString text = line.toString();
  static const QRegularExpression quote(u"^[\\s>]+"_s);
  text.remove(quote);
  if (opening == u"$$") return line.contains(opening);
  return text.startsWith(opening) && text.trimmed().count(opening.front()) == text.trimmed().size();
}

QList<Part> partsOf(const QString& text) {
  QList<Part> parts;
  QString opening;
  bool blank = true;  // the line above
  for (qsizetype at = 0; at < text.size();) {
    qsizetype next = text.indexOf(u'\n', at) + 1;
    if (next == 0) next = text.size();
    const QStringView line = QStringView(text).mid(at, next - at);
    const bool empty = line.trimmed().isEmpty();
    // Blank lines belong to the paragraph above them; those on top make one of their own.
    if (parts.isEmpty() || (opening.isEmpty() && blank && !empty)) parts.append({at, at, {}});
    parts.last().end = next;
    if (!opening.isEmpty()) {
      if (closes(line, opening)) opening.clear();
    } else {
      opening = openingOf(line);
    }
    blank = empty;
    at = next;
  }
  for (Part& part : parts) {
    part.text = text.mid(part.start, part.end - part.start);
    while (part.text.endsWith(u'\n'))
      part.text.chop(1);
  }
  return parts;
}

/// Steps from one sequence to another: which elements stay, go, come.
struct Step {
  Kind kind = Kind::Same;
  qsizetype before = 0;  ///< index; of an added one where it comes
  qsizetype after = 0;
};

QList<Step> stepsBetween(const QStringList& before, const QStringList& after) {
  QHash<QString, int> numbers;
  const auto numbered = [&](const QStringList& texts) {
    std::vector<int> list;
    list.reserve(static_cast<size_t>(texts.size()));
    for (const QString& text : texts) {
      const auto known = numbers.constFind(text);
      list.push_back(known != numbers.cend() ? *known
                                             : *numbers.insert(text, static_cast<int>(numbers.size())));
    }
    return list;
  };
  const std::vector<int> a = numbered(before);
  const std::vector<int> b = numbered(after);
  dtl::Diff<int, std::vector<int>> diff(a, b);
  diff.onHuge();
  diff.compose();
  QList<Step> steps;
  qsizetype i = 0;
  qsizetype j = 0;
  for (const auto& [element, info] : diff.getSes().getSequence()) {
    if (info.type == dtl::SES_COMMON) {
      steps.append({Kind::Same, i++, j++});
    } else if (info.type == dtl::SES_DELETE) {
      steps.append({Kind::Removed, i++, j});
    } else {
      steps.append({Kind::Added, i, j++});
    }
  }
  return steps;
}

QStringList wordsOf(const QString& text) {
  static const QRegularExpression word(
      uR"([\p{L}\p{N}_'’]+|\s+|.)"_s,
      QRegularExpression::UseUnicodePropertiesOption | QRegularExpression::DotMatchesEverythingOption);
  QStringList words;
  for (auto found = word.globalMatch(text); found.hasNext();)
    words.append(found.next().captured());
  return words;
}

QStringList linesOf(const QString& text) {
  QStringList lines = text.split(u'\n');
  for (qsizetype i = 0; i + 1 < lines.size(); ++i)
    lines[i] += u'\n';
  return lines;
}

void add(QList<DiffPiece>& pieces, Kind kind, const QString& text) {
  if (text.isEmpty()) return;
  if (!pieces.isEmpty() && pieces.last().kind == kind) {
    pieces.last().text += text;
  } else {
    pieces.append({kind, text});
  }
}

/// What was removed before what came for it; blanks and signs between two changes are part of them, so that a
/// phrase that was exchanged reads as a phrase.
QList<DiffPiece> smoothed(const QList<DiffPiece>& raw) {
  const auto slight = [](const QString& text) {
    return std::none_of(text.begin(), text.end(), [](QChar c) { return c.isLetterOrNumber() || c == u'\n'; });
  };
  QList<DiffPiece> pieces;
  QString removed;
  QString added;
  const auto flush = [&] {
    QString behind;  // blanks that both end with are no change
    while (!removed.isEmpty() && !added.isEmpty() && removed.back() == added.back() &&
           removed.back().isSpace()) {
      behind.prepend(removed.back());
      removed.chop(1);
      added.chop(1);
    }
    add(pieces, Kind::Removed, std::exchange(removed, {}));
    add(pieces, Kind::Added, std::exchange(added, {}));
    add(pieces, Kind::Same, behind);
  };
  for (qsizetype i = 0; i < raw.size(); ++i) {
    const DiffPiece& piece = raw[i];
    if (piece.kind == Kind::Removed) removed += piece.text;
    if (piece.kind == Kind::Added) added += piece.text;
    if (piece.kind != Kind::Same) continue;
    const bool between = !removed.isEmpty() && !added.isEmpty() && i + 1 < raw.size() && slight(piece.text);
    if (between) {
      removed += piece.text;
      added += piece.text;
    } else {
      flush();
      add(pieces, Kind::Same, piece.text);
    }
  }
  flush();
  return pieces;
}

QList<DiffPiece> compared(const QStringList& before, const QStringList& after) {
  QList<DiffPiece> pieces;
  for (const Step& step : stepsBetween(before, after))
    add(pieces, step.kind, step.kind == Kind::Added ? after[step.after] : before[step.before]);
  return pieces;
}

/// 0 to 1: share of the words that both have, blanks and signs aside.
double likeness(const QString& a, const QString& b) {
  QHash<QString, int> counts;
  int first = 0;
  int second = 0;
  int common = 0;
  const auto counted = [](const QString& word) { return word.front().isLetterOrNumber(); };
  for (const QString& word : wordsOf(a)) {
    if (!counted(word)) continue;
    ++counts[word];
    ++first;
  }
  for (const QString& word : wordsOf(b)) {
    if (!counted(word)) continue;
    ++second;
    if (counts.value(word) > 0) {
      --counts[word];
      ++common;
    }
  }
  return first + second == 0 ? 0 : 2.0 * common / (first + second);
}

class Comparison {
 public:
  Comparison(const QString& before, const QString& after)
      : before_(partsOf(before)), after_(partsOf(after)) {}

  TextDiff run() && {
    const auto texts = [](const QList<Part>& parts) {
      QStringList list;
      for (const Part& part : parts)
        list.append(part.text);
      return list;
    };
    qsizetype oldFrom = 0;
    qsizetype newFrom = 0;
    for (const Step& step : stepsBetween(texts(before_), texts(after_))) {
      if (step.kind != Kind::Same) continue;
      gap(oldFrom, step.before, newFrom, step.after);
      put(step.before, step.after);
      oldFrom = step.before + 1;
      newFrom = step.after + 1;
    }
    gap(oldFrom, before_.size(), newFrom, after_.size());
    return std::move(out_);
  }

 private:
  /// Paragraphs that no equal one was found for: those that are alike are versions of one another.
  void gap(qsizetype oldFrom, qsizetype oldTo, qsizetype newFrom, qsizetype newTo) {
    const qsizetype rows = oldTo - oldFrom;
    const qsizetype columns = newTo - newFrom;
    const bool pair = rows > 0 && columns > 0 && rows * columns <= kPairing;
    const auto width = static_cast<size_t>(columns + 1);
    std::vector<double> best(pair ? static_cast<size_t>(rows + 1) * width : 0, 0.0);
    std::vector<double> like(best.size(), 0.0);
    const auto at = [width](qsizetype i, qsizetype j) {
      return static_cast<size_t>(i) * width + static_cast<size_t>(j);
    };
    for (qsizetype i = rows - 1; pair && i >= 0; --i) {
      for (qsizetype j = columns - 1; j >= 0; --j) {
        const double alike = likeness(before_[oldFrom + i].text, after_[newFrom + j].text);
        like[at(i, j)] = alike >= kAlike ? alike : 0;
        best[at(i, j)] = std::max({best[at(i + 1, j)], best[at(i, j + 1)],
                                   like[at(i, j)] > 0 ? like[at(i, j)] + best[at(i + 1, j + 1)] : 0});
      }
    }
    qsizetype i = 0;
    qsizetype j = 0;
    while (i < rows || j < columns) {
      const bool both = pair && i < rows && j < columns;
      if (both && like[at(i, j)] > 0 && best[at(i, j)] == like[at(i, j)] + best[at(i + 1, j + 1)]) {
        put(oldFrom + i++, newFrom + j++);
      } else if (!pair && rows == columns) {
        put(oldFrom + i++, newFrom + j++);  // too many to look at each: one for one
      } else if (i < rows && (!both || best[at(i, j)] == best[at(i + 1, j)])) {
        put(oldFrom + i++, -1);
      } else {
        put(-1, newFrom + j++);
      }
    }
  }

  /// -1: not in that text.
  void put(qsizetype before, qsizetype after) {
    DiffPassage passage;
    passage.oldStart = passage.oldEnd = oldEnd_;
    passage.newStart = passage.newEnd = newEnd_;
    if (before >= 0) oldEnd_ = passage.oldEnd = before_[before].end;
    if (after >= 0) newEnd_ = passage.newEnd = after_[after].end;
    const QString was = before >= 0 ? before_[before].text : QString();
    const QString is = after >= 0 ? after_[after].text : QString();
    passage.changed = was != is;
    if (!passage.changed) {
      passage.pieces = {{Kind::Same, is}};
    } else {
      passage.pieces = piecesOf(was, is);
      ++out_.changes;
    }
    out_.passages.append(passage);
  }

  static QList<DiffPiece> piecesOf(const QString& was, const QString& is) {
    if (was.isEmpty()) return {{Kind::Added, is}};
    if (is.isEmpty()) return {{Kind::Removed, was}};
    const bool byLine =
        !openingOf(was.section(u'\n', 0, 0)).isEmpty() || !openingOf(is.section(u'\n', 0, 0)).isEmpty();
    if (!byLine) return compareWords(was, is);
    // Marks of code that changed would open two blocks at once: each version is shown whole.
    const bool sameMarks = was.section(u'\n', 0, 0) == is.section(u'\n', 0, 0) &&
                           was.section(u'\n', -1) == is.section(u'\n', -1);
    if (!sameMarks) return {{Kind::Removed, was + u'\n'}, {Kind::Added, is}};
    return compared(linesOf(was), linesOf(is));
  }

  QList<Part> before_;
  QList<Part> after_;
  qsizetype oldEnd_ = 0;
  qsizetype newEnd_ = 0;
  TextDiff out_;
};

}  // namespace

TextDiff compareTexts(const QString& before, const QString& after) {
  return Comparison(before, after).run();
}

QString passageRestored(const QString& before, const QString& after, const DiffPassage& passage) {
  const auto within = [](qsizetype start, qsizetype end, const QString& text) {
    return start >= 0 && start <= end && end <= text.size();
  };
  if (!within(passage.oldStart, passage.oldEnd, before) || !within(passage.newStart, passage.newEnd, after))
    return after;
  QString was = before.mid(passage.oldStart, passage.oldEnd - passage.oldStart);
  const QString above = after.first(passage.newStart);
  const QString below = after.mid(passage.newEnd);
  // The last paragraph of a text may end without the lines that part it from the next.
  if (!was.isEmpty() && !below.isEmpty()) {
    while (!was.endsWith(u"\n\n"_s))
      was += u'\n';
  }
  QString gap;
  if (!was.isEmpty() && !above.isEmpty()) {
    while (!(above + gap).endsWith(u"\n\n"_s))
      gap += u'\n';
  }
  return above + gap + was + below;
}

QList<DiffPiece> compareWords(const QString& before, const QString& after) {
  return smoothed(compared(wordsOf(before), wordsOf(after)));
}

}  // namespace offprint
