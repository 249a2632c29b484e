#include "ui/editor/InlineSyntax.h"

#include <algorithm>
#include <optional>
#include <QVarLengthArray>

#include "exporters/markdown/Attributes.h"
#include "exporters/markdown/Citations.h"
#include "exporters/markdown/References.h"

namespace offprint {
namespace {

using Role = InlineRole;
using Kind = InlineSpan::Kind;

struct Cell {
  Role role = Role::Plain;
  bool strong = false;
  bool emphasis = false;
  bool strike = false;
  bool operator==(const Cell&) const = default;
};

/// A run of *, _ or ~ that may open or close emphasis.
struct Delimiter {
  QChar character;
  int start = 0;
  int length = 0;  ///< what is left of it
  int original = 0;
  bool opens = false;
  bool closes = false;
};

bool isAsciiPunctuation(QChar c) {
  return c.unicode() < 128 && c.unicode() > 32 && !c.isLetterOrNumber();
}

/// Nothing that is read by lengthBy() is longer; a line of braces must not be converted once for each of
/// them.
constexpr qsizetype kLongest = 1024;

/// How much of `text` a reader of the renderer takes; it counts bytes, the editor UTF-16 units.
template <typename Reader>
int lengthBy(const Reader& read, QStringView text) {
  const QByteArray utf8 = text.first(std::min(text.size(), kLongest)).toUtf8();
  const qsizetype bytes = read(utf8.constData(), utf8.constData() + utf8.size());
  return static_cast<int>(QString::fromUtf8(utf8.first(bytes)).size());
}

class Scanner {
 public:
  Scanner(QStringView line, int from) : line_(line), cells_(line.size()), at_(from) {}

  InlineScan scan() {
    while (at_ < size()) {
      if (!step()) ++at_;
    }
    pairDelimiters();
    return {runs(), std::move(spans_)};
  }

 private:
  int size() const { return static_cast<int>(line_.size()); }
  QChar peek(int offset = 0) const { return at_ + offset < size() ? line_[at_ + offset] : QChar(); }
  void mark(int from, int to, Role role) {
    for (int i = from; i < to; ++i)
      cells_[i].role = role;
  }

  /// Reads one construct at at_ and moves behind it; false: a plain character.
  bool step() {
    switch (line_[at_].unicode()) {
      case u'\\':
        return escape();
      case u'`':
        return code();
      case u'$':
        return math();
      case u'<':
        return angle();
      case u'[':
        return bracket(false);
      case u'!':
        return peek(1) == u'[' && bracket(true);
      case u'^':
        return inlineNote();
      case u'@':
        return bareCitation();
      case u'{':
        return attributes();
      case u'h':
        return bareUrl();
      case u'*':
      case u'_':
      case u'~':
        return delimiter();
      default:
        return false;
    }
  }

  bool escape() {
    if (peek(1) == u'(' || peek(1) == u'[') {
      const QStringView closes = peek(1) == u'(' ? QStringView(u"\\)") : QStringView(u"\\]");
      const qsizetype end = line_.indexOf(closes, at_ + 2);
      if (end > at_ + 2) return take(Kind::Math, Role::Math, 2, static_cast<int>(end), 2);
    }
    if (!isAsciiPunctuation(peek(1))) return false;
    mark(at_, at_ + 1, Role::Marker);
    at_ += 2;
    return true;
  }

  /// Marks delimiters and inside of an opaque construct; math keeps its colour to the dollars (mock 01).
  bool take(Kind kind, Role role, int opening, int innerEnd, int closing) {
    const int innerStart = at_ + opening;
    const int outerEnd = innerEnd + closing;
    const bool whole = role == Role::Math || role == Role::Cite;
    mark(at_, outerEnd, whole ? role : Role::Marker);
    mark(innerStart, innerEnd, role);
    spans_.append({kind, at_, outerEnd, innerStart, innerEnd, innerStart, innerEnd});
    at_ = outerEnd;
    return true;
  }

  bool code() {
    int run = 0;
    while (peek(run) == u'`')
      ++run;
    for (int i = at_ + run; i < size();) {
      if (line_[i] != u'`') {
        ++i;
        continue;
      }
      int closing = 0;
      while (i + closing < size() && line_[i + closing] == u'`')
        ++closing;
      if (closing == run) return take(Kind::Code, Role::Code, run, i, run);
      i += closing;
    }
    at_ += run;
    return true;
  }

  bool math() {
    const int run = peek(1) == u'$' ? 2 : 1;
    if (run == 1 && peek(1) == u'`') {  // $`…`$
      const qsizetype end = line_.indexOf(QStringView(u"`$"), at_ + 2);
      if (end > at_ + 2) return take(Kind::Math, Role::Math, 2, static_cast<int>(end), 2);
    }
    const QChar first = peek(run);
    if (first.isNull() || (run == 1 && first.isSpace())) return at_ += run, true;
    for (int i = at_ + run; i < size(); ++i) {
      if (line_[i] == u'\\') {
        ++i;
        continue;
      }
      if (line_[i] != u'$') continue;
      if (run == 2) {
        if (i + 1 < size() && line_[i + 1] == u'$') return take(Kind::Math, Role::Math, 2, i, 2);
        continue;
      }
      // Pandoc's rule: no space before the closing dollar, no digit after it; else there is no formula at
      // all.
      if (line_[i - 1].isSpace() || (i + 1 < size() && line_[i + 1].isDigit())) break;
      return take(Kind::Math, Role::Math, 1, i, 1);
    }
    at_ += run;
    return true;
  }

  bool angle() {
    const qsizetype end = line_.indexOf(u'>', at_ + 1);
    if (end < 0) return false;
    const QStringView inner = line_.mid(at_ + 1, end - at_ - 1);
    const auto spaced = std::any_of(inner.begin(), inner.end(), [](QChar c) { return c.isSpace(); });
    const bool address =
        !spaced && (inner.contains(QStringView(u"://")) || inner.startsWith(QStringView(u"mailto:")) ||
                    (inner.contains(u'@') && inner.indexOf(u'@') > 0));
    if (address) return take(Kind::Autolink, Role::Target, 1, static_cast<int>(end), 1);
    const QChar first = inner.isEmpty() ? QChar() : inner[0];
    if (!first.isLetter() && first != u'/' && first != u'!' && first != u'?') return false;
    mark(at_, static_cast<int>(end) + 1, Role::Html);
    at_ = static_cast<int>(end) + 1;
    return true;
  }

  bool bareUrl() {
    const QStringView rest = line_.mid(at_);
    if (at_ > 0 && line_[at_ - 1].isLetterOrNumber()) return false;
    if (!rest.startsWith(QStringView(u"http://")) && !rest.startsWith(QStringView(u"https://"))) return false;
    int end = at_;
    while (end < size() && !line_[end].isSpace() && line_[end] != u'<')
      ++end;
    while (end > at_ && QStringView(u".,;:!?'\"*_~)").contains(line_[end - 1])) {
      // A closing parenthesis belongs to the address when it opened one (GFM autolinks).
      if (line_[end - 1] == u')' &&
          line_.mid(at_, end - at_).count(u'(') >= line_.mid(at_, end - at_).count(u')'))
        break;
      --end;
    }
    return take(Kind::Autolink, Role::Target, 0, end, 0);
  }

  /// Offset of the bracket that closes the one at `open`; code, math and escapes inside are passed over.
  std::optional<int> closing(int open, QChar opening, QChar closes) const {
    int depth = 0;
    for (int i = open; i < size(); ++i) {
      if (line_[i] == u'\\') {
        ++i;
      } else if (line_[i] == u'`') {
        int run = 1;
        while (i + run < size() && line_[i + run] == u'`')
          ++run;
        const qsizetype end = line_.indexOf(line_.mid(i, run), i + run);
        i = (end < 0 ? i : static_cast<int>(end)) + run - 1;
      } else if (line_[i] == opening) {
        ++depth;
      } else if (line_[i] == closes && --depth == 0) {
        return i;
      }
    }
    return std::nullopt;
  }

  bool bracket(bool image) {
    const int open = at_ + (image ? 1 : 0);
    if (!image && open + 1 < size()) {
      const QChar next = line_[open + 1];
      if (next == u'[') return itemLink();
      if (next == u'^') return footnote();
      if (reference() || citation()) return true;
    }
    const std::optional<int> end = closing(open, u'[', u']');
    if (!end || *end + 1 >= size()) return false;
    const QChar after = line_[*end + 1];
    if (after != u'(' && after != u'[') return false;
    const std::optional<int> last = closing(*end + 1, after, after == u'(' ? u')' : u']');
    if (!last) return false;
    mark(at_, open + 1, Role::Marker);
    mark(*end, *end + 2, Role::Marker);
    mark(*end + 2, *last, Role::Target);
    mark(*last, *last + 1, Role::Marker);
    spans_.append({image ? Kind::Image : Kind::Link, at_, *last + 1, open + 1, *end, *end + 2, *last});
    if (!image) {
      for (int i = open + 1; i < *end; ++i)
        cells_[i].role = Role::LinkText;
    }
    resume(open + 1, *end, *last + 1);
    return true;
  }

  /// The text of a link is Markdown too: it is read with the same delimiters, then the address is passed.
  void resume(int from, int to, int behind) {
    at_ = from;
    while (at_ < to) {
      if (!step()) ++at_;
    }
    at_ = std::max(at_, behind);
  }

  bool itemLink() {
    const qsizetype end = line_.indexOf(QStringView(u"]]"), at_ + 2);
    if (end < 0) return false;
    mark(at_, static_cast<int>(end) + 2, Role::Marker);
    mark(at_ + 2, static_cast<int>(end), Role::LinkText);
    spans_.append({Kind::ItemLink, at_, static_cast<int>(end) + 2, at_ + 2, static_cast<int>(end), at_ + 2,
                   static_cast<int>(end)});
    at_ = static_cast<int>(end) + 2;
    return true;
  }

  bool footnote() {
    const qsizetype end = line_.indexOf(u']', at_ + 2);
    if (end <= at_ + 2 || line_.mid(at_ + 2, end - at_ - 2).contains(u' ')) return false;
    return take(Kind::Footnote, Role::Cite, 2, static_cast<int>(end), 1);
  }

  bool inlineNote() {
    if (peek(1) != u'[') return false;
    const std::optional<int> end = closing(at_ + 1, u'[', u']');
    if (!end) return false;
    mark(at_, at_ + 2, Role::Cite);
    mark(*end, *end + 1, Role::Cite);
    spans_.append({Kind::Footnote, at_, *end + 1, at_ + 2, *end, at_ + 2, *end});
    resume(at_ + 2, *end, *end + 1);
    return true;
  }

  /// [@fig:heat], [@fig:heat; @tbl:costs]
  bool reference() {
    const int length = lengthBy(referenceLength, line_.mid(at_));
    return length > 0 && take(Kind::Reference, Role::Cite, 1, at_ + length - 1, 1);
  }

  /// [@key], [-@key], [see @key, p. 3]
  bool citation() {
    const int length = lengthBy(bracketedCitationLength, line_.mid(at_));
    return length > 0 && take(Kind::Citation, Role::Cite, 1, at_ + length - 1, 1);
  }

  /// "@key says", "@key [p. 3]"
  bool bareCitation() {
    const QByteArray before = at_ > 0 ? line_.mid(at_ - 1, 1).toUtf8() : QByteArray();
    const int length = lengthBy(
        [&](const char* begin, const char* end) {
          return inTextCitationLength(before.isEmpty() ? '\0' : before.back(), begin, end);
        },
        line_.mid(at_));
    return length > 0 && take(Kind::Citation, Role::Cite, 1, at_ + length, 0);
  }

  bool attributes() {
    const int length = lengthBy(
        [](const char* begin, const char* end) { return attributesLength(begin, end); }, line_.mid(at_));
    if (length == 0) return false;
    mark(at_, at_ + length, Role::Attribute);
    at_ += length;
    return true;
  }

  bool delimiter() {
    Delimiter run{line_[at_], at_, 0, 0, false, false};
    while (peek(run.length) == run.character)
      ++run.length;
    run.original = run.length;
    const QChar before = at_ > 0 ? line_[at_ - 1] : QChar(u' ');
    const QChar after = at_ + run.length < size() ? line_[at_ + run.length] : QChar(u' ');
    const auto punctuation = [](QChar c) { return c.isPunct() || c.isSymbol(); };
    const bool left = !after.isSpace() && (!punctuation(after) || before.isSpace() || punctuation(before));
    const bool right = !before.isSpace() && (!punctuation(before) || after.isSpace() || punctuation(after));
    run.opens = left && (run.character != u'_' || !right || punctuation(before));
    run.closes = right && (run.character != u'_' || !left || punctuation(after));
    at_ += run.length;
    if (run.character != u'~' || run.length <= 2) delimiters_.append(run);
    return true;
  }

  static bool matches(const Delimiter& opener, const Delimiter& closer) {
    if (!opener.opens || opener.length == 0 || opener.character != closer.character) return false;
    if (opener.character == u'~')
      return opener.original == closer.original && opener.length == opener.original;
    const bool both = (opener.opens && opener.closes) || (closer.opens && closer.closes);
    return !both || (opener.original + closer.original) % 3 != 0 ||
           (opener.original % 3 == 0 && closer.original % 3 == 0);
  }

  /// CommonMark's "process emphasis": every closer takes the nearest opener that fits.
  void pairDelimiters() {
    for (qsizetype c = 0; c < delimiters_.size(); ++c) {
      while (delimiters_[c].closes && delimiters_[c].length > 0) {
        qsizetype o = c - 1;
        while (o >= 0 && !matches(delimiters_[o], delimiters_[c]))
          --o;
        if (o < 0) break;
        pair(delimiters_[o], delimiters_[c]);
        for (qsizetype i = o + 1; i < c; ++i)
          delimiters_[i].length = 0;  // what lies between stays literal
      }
    }
  }

  void pair(Delimiter& opener, Delimiter& closer) {
    const bool tilde = opener.character == u'~';
    const int used = tilde ? opener.length : (opener.length >= 2 && closer.length >= 2 ? 2 : 1);
    const Kind kind = tilde ? Kind::Strike : used == 2 ? Kind::Strong : Kind::Emphasis;
    const int openEnd = opener.start + opener.length;
    const int closeStart = closer.start + closer.original - closer.length;
    mark(openEnd - used, openEnd, Role::Marker);
    mark(closeStart, closeStart + used, Role::Marker);
    for (int i = openEnd; i < closeStart; ++i) {
      if (kind == Kind::Strong) cells_[i].strong = true;
      if (kind == Kind::Emphasis) cells_[i].emphasis = true;
      if (kind == Kind::Strike) cells_[i].strike = true;
    }
    spans_.append({kind, openEnd - used, closeStart + used, openEnd, closeStart, 0, 0});
    opener.length -= used;
    closer.length -= used;
  }

  QList<InlineRun> runs() const {
    QList<InlineRun> runs;
    for (int i = 0; i < size();) {
      int end = i + 1;
      while (end < size() && cells_[end] == cells_[i])
        ++end;
      const Cell& cell = cells_[i];
      if (cell != Cell()) runs.append({i, end - i, cell.role, cell.strong, cell.emphasis, cell.strike});
      i = end;
    }
    return runs;
  }

  QStringView line_;
  QVarLengthArray<Cell, 512> cells_;
  QVarLengthArray<Delimiter, 16> delimiters_;
  QList<InlineSpan> spans_;
  int at_;
};

}  // namespace

const InlineSpan* InlineScan::around(InlineSpan::Kind kind, int from, int to) const {
  const InlineSpan* best = nullptr;
  for (const InlineSpan& span : spans) {
    if (span.kind != kind || from < span.outerStart || to > span.outerEnd) continue;
    if (!best || span.outerEnd - span.outerStart < best->outerEnd - best->outerStart) best = &span;
  }
  return best;
}

InlineScan scanInline(QStringView line, int from) {
  return Scanner(line, from).scan();
}

}  // namespace offprint
