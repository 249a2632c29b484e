#include "exporters/markdown/SourceMarks.h"

#include <array>
#include <cstring>

#include "app/core/Text.h"
#include "exporters/markdown/Attributes.h"
#include "exporters/markdown/Citations.h"
#include "exporters/markdown/MathScan.h"
#include "exporters/markdown/References.h"
#include "exporters/markdown/SourceText.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

// Bounds of what is passed to cmark-gfm 0.29.0.gfm.6, whose cost grows with the square of these (measured).
constexpr int MaxNesting = 64;         // containers that one line may open
constexpr int MaxIndent = 256;         // columns before a container marker
constexpr int MaxOpenBrackets = 64;    // open brackets before an image may start
constexpr int MaxCells = 512;          // cells of one table row
constexpr int MaxClosingParens = 256;  // ")" in a row, behind an address
constexpr qint64 MaxTableCost =
    250'000;                            // square of the lines before a table's rule, summed over a paragraph
constexpr qsizetype MaxItemLink = 512;  // bytes between [[ and ]]
constexpr int MaxCodeTicks = 8;         // longer runs of backticks are left to cmark-gfm
constexpr int MaxCloserSteps = 1000;    // closing lines looked at for one :::unknown

constexpr std::array<bool, 256> specialBytes(bool smart) {
  std::array<bool, 256> special{};
  for (const char c : {'\\', '$', '`', '[', ']', '{', '|', '!', ')', '^'}) {
    special[static_cast<unsigned char>(c)] = true;
  }
  for (const char c : {'<', '"', '\'', '-', '.', '\xe2'}) {
    special[static_cast<unsigned char>(c)] = smart;
  }
  return special;
}

/// Walks a text once, line by line, and writes the marked copy.
class SourceMarker {
 public:
  SourceMarker(const QByteArray& clean, bool smart, bool oneParagraph)
      : smart_(smart), oneParagraph_(oneParagraph) {
    begin_ = clean.constData();
    end_ = begin_ + clean.size();
  }

  MarkedSource run() {
    source_.text.reserve(end_ - begin_ + 64);
    budget_.steps = static_cast<size_t>(end_ - begin_) * 8 + 4096;
    noteSteps_ = (end_ - begin_) * 8 + 4096;
    const char* p = begin_;
    while (p != end_) {
      ++line_;
      const char* lineEnd = lineEndOf(p);
      source_.lineStarts << source_.text.size();
      markLine(p, lineEnd);
      if (lineEnd == end_) break;
      source_.text += '\n';
      p = lineEnd + 1;
    }
    source_.lineStarts << source_.text.size() + 1;
    return std::move(source_);
  }

 private:
  const char* lineEndOf(const char* p) const {
    const void* newline = std::memchr(p, '\n', static_cast<size_t>(end_ - p));
    return newline ? static_cast<const char*>(newline) : end_;
  }

  void put(Mark mark) {
    const char bytes[] = {MarkLead, '\xb7', static_cast<char>(mark)};
    source_.text.append(bytes, MarkSize);
  }
  void copy(const char* from, const char* to) { source_.text.append(from, to - from); }

  void startRun() {
    runLines_ = 0;
    tableCost_ = 0;
    openBrackets_ = 0;
    literal_.clear();
  }

  void markLine(const char* s, const char* e) {
    const LinePrefix prefix = scanPrefix(s, e, MaxNesting, MaxIndent);
    if (prefix.text == e) {
      startRun();
      copy(s, e);
      return;
    }
    if (isFenceOrHeading(prefix.text, e)) startRun();
    ++runLines_;
    if (oneParagraph_) {
      if (mayStartBlock(s, e)) put(Mark::Nothing);
      markText(s, e);
      return;
    }
    if (e - prefix.text > 4 && prefix.text[0] == '[' && prefix.text[1] == '^') {
      const qsizetype end = QByteArray::fromRawData(prefix.text, e - prefix.text).indexOf("]:");
      if (end > 2) source_.noteLines.insert(line_, QByteArray(prefix.text, end + 1));
    }
    copy(s, prefix.text);
    if (prefix.tooDeep) {
      put(Mark::Nothing);
      bound(SourceBound::Nesting);
    }
    if (isTableRule(prefix.text, e)) {
      tableCost_ += runLines_ * runLines_;
      if (tableCost_ > MaxTableCost) {
        put(Mark::Nothing);
        bound(SourceBound::TablePlace);
      }
    }
    findClosingLine(prefix.text, e);
    markText(prefix.text, e);
  }

  void markText(const char* s, const char* e) {
    static constexpr std::array<bool, 256> Plain = specialBytes(false);
    static constexpr std::array<bool, 256> Smart = specialBytes(true);
    const std::array<bool, 256>& special = smart_ ? Smart : Plain;
    hasPipe_ = std::memchr(s, '|', static_cast<size_t>(e - s)) != nullptr;
    missingTicks_ = 0;
    pipes_ = 0;
    lineStart_ = s;
    const char* p = s;
    const char* from = s;
    while (p != e) {
      if (!special[static_cast<unsigned char>(*p)]) {
        ++p;
        continue;
      }
      const char* at = p;
      copied_ = from;
      p = markSpecial(p, e);
      from = copied_;
      if (p == at) ++p;
    }
    copy(from, e);
  }

  /// Writes everything up to `p` and goes on copying at `next`.
  void replaceUpTo(const char* p, const char* next) {
    copy(copied_, p);
    copied_ = next;
  }

  /// Handles the special byte at `p`; returns where to go on (`p` itself: it was nothing).
  const char* markSpecial(const char* p, const char* e) {
    switch (*p) {
      case '\\':
        return markBackslash(p, e);
      case '$':
        return hasPipe_ ? markDollar(p, e) : p;
      case '`':
        return skipCodeSpan(p, e);
      case '[':
        return markBracket(p, e);
      case ']':
        if (p == noteClose_) {
          substitute(p, 1, Mark::NoteClose);
          return p + 1;
        }
        if (p == citationClose_) {
          substitute(p, 1, Mark::CitationClose);
          return p + 1;
        }
        if (openBrackets_ > 0) --openBrackets_;
        return p;
      case '^':
        return markNote(p);
      case '\xe2':
        return markTypedQuote(p, e);
      case '{':
        return markAttributes(p, e);
      case '|':
        countPipe(p);
        return p;
      case '!':
        if (p + 1 != e && p[1] == '[' && openBrackets_ > MaxOpenBrackets) {
          replaceUpTo(p + 1, p + 1);
          put(Mark::Nothing);
          bound(SourceBound::OpenBrackets);
        }
        return p;
      case ')':
        return markParens(p, e);
      case '<':
        return markTag(p, e);
      default:
        return markPunctuation(p);
    }
  }

  void substitute(const char* p, qsizetype length, Mark mark) {
    replaceUpTo(p, p + length);
    put(mark);
  }

  const char* markBackslash(const char* p, const char* e) {
    if (p + 1 == e) return p;
    const bool round = p[1] == '(' || p[1] == ')';
    if (!round && p[1] != '[' && p[1] != ']') return p + 2;
    Delimiter& delimiter = round ? round_ : square_;
    if (p == delimiter.close) {
      substitute(p, 2, round ? Mark::MathClose : Mark::DisplayClose);
      return p + 2;
    }
    const bool opens = p[1] == '(' || p[1] == '[';
    if (!opens || p < delimiter.close || !findCloser(delimiter, p, round ? ')' : ']')) {
      if (p[1] != '[' || p + 2 == e || p[2] != '^') return p + 2;
      replaceUpTo(p + 2, p + 2);  // "\\[^1]" is no note that lacks its text
      put(Mark::Nothing);
      return p + 2;
    }
    substitute(p, 2, round ? Mark::MathOpen : Mark::DisplayOpen);
    if (!hasPipe_ || delimiter.close >= e) return p + 2;
    copyFormula(p + 2, delimiter.close);
    return delimiter.close;
  }

  /// A position in the text up to which a kind of formula is already decided.
  struct Delimiter {
    const char* close = nullptr;   ///< where the formula that was found last is closed
    const char* noneTo = nullptr;  ///< none is closed before this
  };

  bool findCloser(Delimiter& delimiter, const char* p, char closer) {
    if (p < delimiter.noneTo) return false;
    const char* q = p + 2;
    for (; q < end_ && !(*q == '\n' && isBlankLine(q + 1, end_)); ++q) {
      if (*q != '\\' || q + 1 == end_) continue;
      if (q[1] == closer) {
        if (isBlankText(p + 2, q)) break;
        delimiter.close = q;
        return true;
      }
      ++q;
    }
    delimiter.noneTo = q;
    return false;
  }

  /// Copies TeX; a table row is not cut at its pipes.
  void copyFormula(const char* from, const char* to) {
    for (const char* p = from; p < to; ++p) {
      const bool escaped = *p == '\\' && p + 1 < to && p[1] == '|';
      if (escaped || *p == '|') {
        substitute(p, escaped ? 2 : 1, escaped ? Mark::EscapedPipe : Mark::Pipe);
      }
      if (*p == '\\') ++p;
    }
  }

  const char* markDollar(const char* p, const char* e) {
    const MathSpan span = scanDollarMath(p, static_cast<size_t>(e - p), true, budget_);
    if (!span) return p[1] == '$' && p + 1 != e ? p + 2 : p;
    copyFormula(p + span.contentStart, p + span.contentEnd);
    return p + span.end;
  }

  /// Code on one line is copied as it is. (Code over several lines gets marks, which are taken back.)
  const char* skipCodeSpan(const char* p, const char* e) {
    const char* open = p;
    while (p != e && *p == '`') {
      ++p;
    }
    const auto ticks = p - open;
    if (ticks > MaxCodeTicks || (missingTicks_ & (1U << ticks)) != 0) return p;
    for (const char* q = p; q != e;) {
      if (*q != '`') {
        ++q;
        continue;
      }
      const char* close = q;
      while (q != e && *q == '`') {
        ++q;
      }
      if (q - close == ticks) return countPipes(open, q);
    }
    missingTicks_ |= 1U << ticks;
    return p;
  }

  void countPipe(const char* p) {
    if (++pipes_ <= MaxCells) return;
    substitute(p, 1, Mark::Pipe);
    bound(SourceBound::TableWidth);
  }

  void bound(SourceBound bound) {
    if (!source_.bounds.contains(line_)) source_.bounds.insert(line_, bound);
  }

  const char* countPipes(const char* from, const char* to) {
    for (const char* p = from; p != to; ++p) {
      if (*p == '|') countPipe(p);
    }
    return to;
  }

  const char* markBracket(const char* p, const char* e) {
    const bool item = p + 1 != e && p[1] == '[' && (p == lineStart_ || (p[-1] != '!' && p[-1] != '['));
    const char* close = item ? itemLinkEnd(p + 2, e) : nullptr;
    if (!close) {
      if (const qsizetype length = referenceLength(p, e)) {
        substitute(p, 1, Mark::ReferenceOpen);
        substitute(p + length - 1, 1, Mark::ReferenceClose);
        return p + length;
      }
      if (const qsizetype length = p >= citationClose_ ? bracketedCitationLength(p, end_) : 0) {
        citationClose_ = p + length - 1;
        substitute(p, 1, Mark::CitationOpen);
        return p + 1;
      }
      ++openBrackets_;
      return item && isUnclosedLink(p + 2, e) ? markUnclosed(p) : p;
    }
    substitute(p, 2, Mark::ItemOpen);
    copyFormula(p + 2, close);
    substitute(close, 2, Mark::ItemClose);
    return close + 2;
  }

  static const char* itemLinkEnd(const char* from, const char* e) {
    for (const char* p = from; p + 1 < e && p - from <= MaxItemLink && *p != '['; ++p) {
      if (*p != ']') continue;
      const bool closed = p[1] == ']' && (p + 2 == e || p[2] != ']');
      return closed && !isBlankText(from, p) && *from != '^' ? p : nullptr;
    }
    return nullptr;
  }

  /// The text behind "[[" is a name that its line never ends with brackets: no list in brackets, no link with
  /// brackets in its text.
  static bool isUnclosedLink(const char* from, const char* e) {
    if (from == e || std::strchr(" \t[]!^@", *from)) return false;
    const auto* close = static_cast<const char*>(std::memchr(from, ']', static_cast<size_t>(e - from)));
    if (!close) return true;
    const bool last = !std::memchr(close + 1, ']', static_cast<size_t>(e - close - 1));
    return last && (close + 1 == e || !std::strchr("([:", close[1]));
  }

  /// Goes on behind the first of two signs that would open a construct if anything ended it.
  const char* markUnclosed(const char* p) {
    replaceUpTo(p + 1, p + 1);
    put(Mark::Unclosed);
    return p + 1;
  }

  /// "^[note]": brackets inside pair, code and escaped signs do not count, and no blank line is inside.
  const char* markNote(const char* p) {
    if (p + 1 >= end_ || p[1] != '[' || p < noteClose_) return p;
    const char* close = noteEnd(p + 2);
    // "[^[]" is a set of signs in a regular expression.
    if (!close) return p != lineStart_ && p[-1] == '[' ? p : markUnclosed(p);
    noteClose_ = close;
    substitute(p, 2, Mark::NoteOpen);
    return p + 2;
  }

  const char* noteEnd(const char* from) {
    int depth = 1;
    for (const char* q = from; q < end_ && noteSteps_-- > 0; ++q) {
      if (*q == '\\') {
        ++q;
      } else if (*q == '`') {
        q = behindCode(q) - 1;
      } else if (*q == '[') {
        ++depth;
      } else if (*q == ']' && --depth == 0) {
        return isBlankText(from, q) ? nullptr : q;
      } else if (*q == '\n' && isBlankLine(q + 1, end_)) {
        return nullptr;
      }
    }
    return nullptr;
  }

  /// Behind the code span at `p` when it ends on its line, else behind its ticks.
  const char* behindCode(const char* p) {
    const char* e = lineEndOf(p);
    const char* open = p;
    while (p != e && *p == '`')
      ++p;
    const QByteArray ticks(p - open, '`');
    const qsizetype close = QByteArray::fromRawData(p, e - p).indexOf(ticks);
    noteSteps_ -= close < 0 ? e - p : close;
    return close < 0 ? p : p + close + ticks.size();
  }

  const char* markTypedQuote(const char* p, const char* e) {
    if (e - p < 3 || p[1] != '\x80') return p;
    const char third = p[2];
    const Mark mark = third == '\x9c'   ? Mark::OpenQuote
                      : third == '\x9d' ? Mark::CloseQuote
                      : third == '\x98' ? Mark::OpenSingle
                      : third == '\x99' ? Mark::CloseSingle
                                        : Mark::Nothing;
    if (mark == Mark::Nothing || p == lineStart_) return p;
    substitute(p, 3, mark);
    return p + 3;
  }

  const char* markAttributes(const char* p, const char* e) {
    const char before = p == lineStart_ ? ' ' : p[-1];
    if (before != ' ' && before != '\t' && before != ')' && before != ']') return p;
    const qsizetype length = attributesLength(p, e);
    if (length == 0) {
      const bool meant = e - p > 2 && (p[1] == '#' || p[1] == '.') && isAsciiLetter(p[2]);
      return meant ? markUnclosed(p) : p;
    }
    substitute(p, length, Mark::AttributesOpen);
    source_.text += QByteArray::number(source_.attributes.size());
    put(Mark::AttributesClose);
    source_.attributes << QByteArray(p, length);
    return p + length;
  }

  const char* markParens(const char* p, const char* e) {
    int run = 0;
    for (; p != e && *p == ')'; ++p) {
      if (++run % MaxClosingParens != 0) continue;
      replaceUpTo(p, p);
      put(Mark::Nothing);
    }
    return p;
  }

  const char* markTag(const char* p, const char* e) {
    const bool closes = p + 1 != e && p[1] == '/';
    const char* name = p + (closes ? 2 : 1);
    const char* nameEnd = name;
    while (nameEnd != e && nameEnd - name < 8 && isAsciiLetter(*nameEnd)) {
      ++nameEnd;
    }
    const QByteArray tag = QByteArray(name, nameEnd - name).toLower();
    if (tag != "code" && tag != "kbd" && tag != "samp" && tag != "pre" && tag != "tt") return p;
    if (closes && tag == literal_) literal_.clear();
    const void* tagEnd = std::memchr(nameEnd, '>', static_cast<size_t>(e - nameEnd));
    if (!tagEnd) return p;
    if (!closes && literal_.isEmpty()) literal_ = tag;
    return static_cast<const char*>(tagEnd) + 1;
  }

  const char* markPunctuation(const char* p) {
    // The first byte of a line decides about blocks and is left alone.
    if (literal_.isEmpty() || p == lineStart_) return p;
    substitute(p, 1,
               *p == '"'    ? Mark::Quote
               : *p == '\'' ? Mark::Apostrophe
               : *p == '-'  ? Mark::Hyphen
                            : Mark::Dot);
    return p;
  }

  void findClosingLine(const char* s, const char* e) {
    int closing = 0;
    if (e - s >= 2 && s[0] == '$' && s[1] == '$') {
      closing = closingDelimiter(s, '$', '$');
    } else if (e - s >= 2 && s[0] == '\\' && s[1] == '[') {
      closing = closingDelimiter(s, '\\', ']');
    } else if (const int colons = colonsOfUnknown(s, e)) {
      closing = closingColons(colons);
    }
    if (closing > 0) source_.closingLines.insert(line_, closing);
  }

  /// Line of the next `a``b` after the two bytes at `s`, when it ends its line and no blank line comes first.
  int closingDelimiter(const char* s, char a, char b) {
    if (b == ']' && s < square_.noneTo) return 0;
    int line = line_;
    const char* q = s + 2;
    for (; q + 1 < end_; ++q) {
      if (*q == '\n') {
        if (isBlankLine(q + 1, end_)) break;
        ++line;
      } else if (*q == a && q[1] == b) {
        const char* behind = q + 2;
        return !isBlankText(s + 2, q) && endsLine(behind) ? line : 0;
      } else if (*q == '\\' && q[1] != '\n') {
        ++q;
      }
    }
    if (b == ']') square_.noneTo = q;
    return 0;
  }

  bool endsLine(const char* p) const {
    const char* e = lineEndOf(p);
    while (p != e && (*p == ' ' || *p == '\t')) {
      ++p;
    }
    p += attributesLength(p, e);
    return isBlankText(p, e);
  }

  int closingColons(int colons) {
    if (!closersKnown_) {
      closersKnown_ = true;
      closers_ = colonLines(begin_, end_);
    }
    while (nextCloser_ < closers_.size() && closers_.at(nextCloser_).first <= line_) {
      ++nextCloser_;
    }
    for (qsizetype i = nextCloser_; i < closers_.size() && i < nextCloser_ + MaxCloserSteps; ++i) {
      if (closers_.at(i).second >= colons) return closers_.at(i).first;
    }
    return 0;
  }

  MarkedSource source_;
  const char* begin_ = nullptr;
  const char* end_ = nullptr;
  const char* copied_ = nullptr;
  const char* lineStart_ = nullptr;
  bool smart_ = false;
  bool oneParagraph_ = false;
  bool hasPipe_ = false;
  int line_ = 0;
  qint64 runLines_ = 0;
  qint64 tableCost_ = 0;
  int openBrackets_ = 0;
  int pipes_ = 0;
  unsigned missingTicks_ = 0;
  QByteArray literal_;
  Delimiter round_;
  Delimiter square_;
  MathBudget budget_;
  const char* noteClose_ = nullptr;      ///< of the note at hand or the last one
  const char* citationClose_ = nullptr;  ///< of the citation at hand or the last one
  qint64 noteSteps_ = 0;                 ///< all searches for ends of notes together
  bool closersKnown_ = false;
  QList<std::pair<int, int>> closers_;  ///< line and length of every line of colons
  qsizetype nextCloser_ = 0;
};

}  // namespace

QByteArray replacedMarks(const QByteArray& html, Mark open, Mark close,
                         const std::function<QByteArray(qsizetype)>& text) {
  const QByteArray opening = markBytes(open);
  const QByteArray closing = markBytes(close);
  qsizetype next = html.indexOf(opening);
  if (next < 0) return html;
  QByteArray out;
  qsizetype at = 0;
  for (; next >= 0; next = html.indexOf(opening, at)) {
    const qsizetype end = html.indexOf(closing, next);
    out.append(html.constData() + at, next - at);
    out += text(html.mid(next + MarkSize, end - next - MarkSize).toLongLong());
    at = end + MarkSize;
  }
  return out.append(html.constData() + at, html.size() - at);
}

MarkedSource markSource(const QByteArray& utf8, bool smartPunctuation, bool oneParagraph) {
  Findings findings;
  const QByteArray clean = cleanedSource(utf8, findings);
  MarkedSource source = SourceMarker(clean, smartPunctuation, oneParagraph).run();
  source.findings = std::move(findings);
  return source;
}

}  // namespace offprint
