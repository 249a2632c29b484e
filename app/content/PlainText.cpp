#include "app/content/PlainText.h"

#include <array>
#include <QHash>
#include <QList>
#include <QStringView>
#include <QTextBoundaryFinder>

#include "app/content/MarkdownLines.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr QChar removed = u'\0';

bool isPunctuation(QChar c) {
  return c.unicode() < 0x80 && (c.isPunct() || c.isSymbol());
}

/// Reads inline Markdown from left to right; every search forward that failed is remembered, so that no input
/// costs more than a few passes.
class InlineScanner {
 public:
  InlineScanner(QStringView text, PlainUse use)
      : text_(text), use_(use), linkBudget_(text.size() * 8 + 65'536) {
    out_.reserve(text.size());
  }

  QString run() {
    while (at_ < text_.size())
      step();
    QString plain;
    plain.reserve(out_.size());
    for (const QChar c : std::as_const(out_)) {
      if (c != removed) plain += c;
    }
    return plain;
  }

 private:
  struct Delimiter {
    qsizetype out;
    qsizetype count;
  };
  struct Bracket {
    qsizetype out;
    bool image;
  };

  QChar peek(qsizetype ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : QChar(u'\n');
  }
  QChar before() const { return at_ > 0 ? text_[at_ - 1] : QChar(u'\n'); }

  void step() {
    const QChar c = text_[at_];
    switch (c.unicode()) {
      case u'\\':
        return escape();
      case u'`':
        return code();
      case u'$':
        return math();
      case u'!':
        if (peek(1) == u'[' && peek(2) != u'^') {
          brackets_ << Bracket{out_.size(), true};
          at_ += 2;
          return;
        }
        break;
      case u'[':
        return openBracket();
      case u']':
        return closeBracket();
      case u'<':
        return tag();
      case u'&':
        return entity();
      case u'*':
      case u'_':
      case u'~':
        return delimiter();
      case u'^':
        if (note()) return;
        break;
      case u'{':
        if (attributes()) return;
        break;
      default:
        break;
    }
    out_ += c == removed ? QChar(QChar::ReplacementCharacter) : c;
    ++at_;
  }

  /// Index of `needle` from `from` on, or -1; a needle that was not found once is not looked for again.
  qsizetype find(const QString& needle, qsizetype from) {
    if (missing_.contains(needle)) return -1;
    const qsizetype found = text_.indexOf(needle, from);
    if (found < 0) missing_.insert(needle, true);
    return found;
  }

  void showMath(QStringView tex) {
    if (use_ == PlainUse::Excerpt) out_ += plainMath(tex.toString());
  }

  void escape() {
    const QChar next = peek(1);
    if (next == u'(' || next == u'[') {
      const qsizetype end = find(next == u'(' ? u"\\)"_s : u"\\]"_s, at_ + 2);
      if (end >= 0) {
        showMath(text_.mid(at_ + 2, end - at_ - 2));
        at_ = end + 2;
        return;
      }
    }
    if (isPunctuation(next)) {
      out_ += next;
      at_ += 2;
    } else {
      if (next != u'\n') out_ += u'\\';
      ++at_;
    }
  }

  qsizetype runLength(QChar c, qsizetype from) const {
    qsizetype end = from;
    while (end < text_.size() && text_[end] == c)
      ++end;
    return end - from;
  }

  void code() {
    const qsizetype ticks = runLength(u'`', at_);
    const qsizetype begin = at_ + ticks;
    if (ticks >= qsizetype(noCloser_.size()) || !noCloser_[size_t(ticks)]) {
      qsizetype end = begin;
      while ((end = text_.indexOf(u'`', end)) >= 0) {
        const qsizetype closing = runLength(u'`', end);
        if (closing == ticks) {
          if (use_ == PlainUse::Excerpt) out_ += text_.mid(begin, end - begin).trimmed();
          at_ = end + closing;
          return;
        }
        end += closing;
      }
      if (ticks < qsizetype(noCloser_.size())) noCloser_[size_t(ticks)] = true;
    }
    out_ += text_.mid(at_, ticks);
    at_ = begin;
  }

  void math() {
    if (peek(1) == u'$') {
      const qsizetype end = find(u"$$"_s, at_ + 2);
      if (end < 0) return literal(2);
      showMath(text_.mid(at_ + 2, end - at_ - 2));
      at_ = end + 2;
      return;
    }
    if (peek(1) == u'`') {
      const qsizetype end = find(u"`$"_s, at_ + 2);
      if (end < 0) return literal(1);
      showMath(text_.mid(at_ + 2, end - at_ - 2));
      at_ = end + 2;
      return;
    }
    // Pandoc's rule: no blank inside the dollars, no digit after the closing one (text.md, case 3).
    if (peek(1).isSpace()) return literal(1);
    qsizetype end = at_ + 1;
    while (end < text_.size() && text_[end] != u'$' &&
           !(text_[end] == u'\n' && text_.mid(end, 2) == u"\n\n"_s))
      end += text_[end] == u'\\' ? 2 : 1;
    const bool closes = end < text_.size() && text_[end] == u'$' && !text_[end - 1].isSpace() &&
                        (end + 1 >= text_.size() || !text_[end + 1].isDigit());
    if (!closes) return literal(1);
    showMath(text_.mid(at_ + 1, end - at_ - 1));
    at_ = end + 1;
  }

  void literal(qsizetype count) {
    out_ += text_.mid(at_, count);
    at_ += count;
  }

  /// Length of "[see @key, p. 3; also @other]" at the bracket; 0: none.
  qsizetype citationLength() const {
    constexpr qsizetype Longest = 500;
    const QStringView rest = text_.mid(at_, Longest);
    const qsizetype end = rest.indexOf(u']');
    if (end < 0 || (end + 1 < rest.size() && rest[end + 1] == u'(')) return 0;
    for (qsizetype i = rest.indexOf(u'@'); i >= 0 && i < end; i = rest.indexOf(u'@', i + 1)) {
      const bool starts = QStringView(u"[ -;\n").contains(rest[i - 1]);
      if (starts && (rest[i + 1].isLetterOrNumber() || rest[i + 1] == u'{')) return end + 1;
    }
    return 0;
  }

  void openBracket() {
    const QStringView rest = text_.mid(at_, 4);
    const qsizetype note = rest.startsWith(u"[^"_s) ? find(u"]"_s, at_) + 1 - at_ : 0;
    if (note > 0) {
      at_ += note;
      return;
    }
    if (const qsizetype length = citationLength(); length > 0) {
      at_ += length;
      const QChar next = at_ < text_.size() ? text_[at_] : u' ';
      if (out_.endsWith(u' ') && (next.isSpace() || QStringView(u".,;:!?)").contains(next))) out_.chop(1);
      return;
    }
    if (rest.startsWith(u"[["_s)) {
      const qsizetype end = find(u"]]"_s, at_);
      if (end >= 0) {
        const QStringView target = text_.mid(at_ + 2, end - at_ - 2);
        const qsizetype bar = target.lastIndexOf(u'|');
        out_ += bar >= 0 ? target.mid(bar + 1) : target.mid(target.lastIndexOf(u'/') + 1);
        at_ = end + 2;
        return;
      }
    }
    brackets_ << Bracket{out_.size(), false};
    literal(1);
  }

  /// Length of what makes `[…]` a link: "(url)" or "[label]"; 0 when nothing does. An address may be long (a
  /// picture in a data: URL), so it is all scans together that are bounded, not one.
  qsizetype linkTail(qsizetype from) {
    if (from >= text_.size() || (text_[from] != u'(' && text_[from] != u'[')) return 0;
    const QChar opening = text_[from];
    const QChar closing = opening == u'(' ? u')' : u']';
    int depth = 0;
    for (qsizetype i = from; i < text_.size() && --linkBudget_ > 0; ++i) {
      const QChar c = text_[i];
      if (c == u'\\') {
        ++i;
      } else if (c == opening) {
        ++depth;
      } else if (c == closing && --depth == 0) {
        return i + 1 - from;
      } else if (c == u'\n' && i + 1 < text_.size() && text_[i + 1] == u'\n') {
        return 0;
      }
    }
    return 0;
  }

  void closeBracket() {
    if (brackets_.isEmpty()) return literal(1);
    const Bracket open = brackets_.takeLast();
    const qsizetype tail = linkTail(at_ + 1);
    if (open.image) {
      out_.truncate(open.out);
      forgetDelimitersFrom(open.out);
      at_ += 1 + tail;
    } else if (tail > 0) {
      out_[open.out] = removed;
      at_ += 1 + tail;
    } else {
      literal(1);
    }
  }

  void forgetDelimitersFrom(qsizetype out) {
    for (QList<Delimiter>& stack : delimiters_) {
      while (!stack.isEmpty() && stack.last().out >= out)
        stack.removeLast();
    }
  }

  void tag() {
    if (text_.mid(at_, 4) == u"<!--"_s) {
      const qsizetype end = find(u"-->"_s, at_ + 4);
      if (end < 0) return literal(1);
      at_ = end + 3;
      return;
    }
    const QChar next = peek(1);
    if (!next.isLetter() && next != u'/' && next != u'?' && next != u'!') return literal(1);
    const qsizetype end = find(u">"_s, at_);
    if (end < 0) return literal(1);
    const QStringView inside = text_.mid(at_ + 1, end - at_ - 1);
    if (inside.startsWith(u"http"_s) || inside.startsWith(u"mailto:"_s)) {
      if (use_ == PlainUse::Excerpt) out_ += inside;
      at_ = end + 1;
      return;
    }
    at_ = end + 1;
    for (const QString& name : {u"script"_s, u"style"_s}) {
      if (!inside.startsWith(name, Qt::CaseInsensitive)) continue;
      const qsizetype close = find(u"</"_s + name, at_);
      const qsizetype after = close < 0 ? -1 : find(u">"_s, close);
      if (after >= 0) at_ = after + 1;
    }
  }

  void entity() {
    static const QHash<QString, QString> named = {
        {u"amp"_s, u"&"_s},   {u"lt"_s, u"<"_s},    {u"gt"_s, u">"_s},     {u"quot"_s, u"\""_s},
        {u"apos"_s, u"'"_s},  {u"nbsp"_s, u" "_s},  {u"ndash"_s, u"–"_s},  {u"mdash"_s, u"—"_s},
        {u"lsquo"_s, u"‘"_s}, {u"rsquo"_s, u"’"_s}, {u"ldquo"_s, u"“"_s},  {u"rdquo"_s, u"”"_s},
        {u"times"_s, u"×"_s}, {u"copy"_s, u"©"_s},  {u"hellip"_s, u"…"_s}, {u"middot"_s, u"·"_s}};
    const qsizetype end = text_.mid(at_, 12).indexOf(u';');
    if (end < 2) return literal(1);
    const QString name = text_.mid(at_ + 1, end - 1).toString();
    QString value = named.value(name);
    if (name.startsWith(u'#')) {
      const bool hex = name.mid(1, 1).toLower() == u"x"_s;
      const char32_t code = name.mid(hex ? 2 : 1).toUInt(nullptr, hex ? 16 : 10);
      if (code >= 0x20 && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF))
        value = QString::fromUcs4(&code, 1);
    }
    if (value.isEmpty()) return literal(1);
    out_ += value;
    at_ += end + 1;
  }

  void delimiter() {
    const QChar c = text_[at_];
    const qsizetype count = runLength(c, at_);
    const QChar left = before();
    const QChar right = at_ + count < text_.size() ? text_[at_ + count] : QChar(u'\n');
    bool opens = !right.isSpace();
    bool closes = !left.isSpace();
    if (c == u'_') {
      opens = opens && !left.isLetterOrNumber();
      closes = closes && !right.isLetterOrNumber();
    }
    if (c == u'~' && count != 2) opens = closes = false;
    const qsizetype start = out_.size();
    literal(count);
    QList<Delimiter>& stack = delimiters_[c == u'*' ? 0 : c == u'_' ? 1 : 2];
    qsizetype remaining = count;
    while (closes && remaining > 0 && !stack.isEmpty()) {
      Delimiter& opener = stack.last();
      const qsizetype matched = qMin(opener.count, remaining);
      for (qsizetype i = 0; i < matched; ++i) {
        out_[opener.out + opener.count - 1 - i] = removed;
        out_[start + count - remaining + i] = removed;
      }
      opener.count -= matched;
      remaining -= matched;
      if (opener.count == 0) stack.removeLast();
    }
    if (opens && remaining > 0) stack << Delimiter{start + count - remaining, remaining};
  }

  /// `^[a note in place]`: counted as prose, and left out of excerpts.
  bool note() {
    const qsizetype length = use_ == PlainUse::Excerpt && peek(1) == u'[' ? linkTail(at_ + 1) : 0;
    if (length == 0) return false;
    at_ += 1 + length;
    return true;
  }

  /// `{#id .class key=value}` after a heading, link or image.
  bool attributes() {
    const QChar next = peek(1);
    const qsizetype lineEnd = text_.indexOf(u'\n', at_);
    const QStringView rest =
        text_.mid(at_, qMin<qsizetype>(400, (lineEnd < 0 ? text_.size() : lineEnd) - at_));
    const qsizetype end = rest.indexOf(u'}');
    if (end < 0) return false;
    const bool named = next == u'#' || next == u'.' || (next.isLetter() && rest.left(end).contains(u'='));
    if (!named) return false;
    at_ += end + 1;
    return true;
  }

  QStringView text_;
  PlainUse use_;
  qsizetype linkBudget_;
  qsizetype at_ = 0;
  QString out_;
  QList<Bracket> brackets_;
  std::array<QList<Delimiter>, 3> delimiters_;
  std::array<bool, 64> noCloser_{};
  QHash<QString, bool> missing_;
};

/// Removes what is not prose line by line and leaves inline Markdown.
class BlockScanner {
 public:
  BlockScanner(QStringView markdown, PlainUse use) : rest_(markdown), use_(use) {}

  QString run() {
    bool first = true;
    QStringView line;
    while (nextLine(line)) {
      if (first && line.trimmed() == u"---"_s && skipFrontMatter()) {
        first = false;
        continue;
      }
      first = false;
      take(line);
    }
    return out_;
  }

 private:
  bool nextLine(QStringView& line) {
    if (rest_.isEmpty()) return false;
    const qsizetype end = rest_.indexOf(u'\n');
    line = end < 0 ? rest_ : rest_.left(end);
    rest_ = end < 0 ? QStringView() : rest_.mid(end + 1);
    if (line.endsWith(u'\r')) line.chop(1);
    return true;
  }

  bool skipFrontMatter() {
    const qsizetype end = rest_.indexOf(u"\n---\n"_s);
    if (end < 0) return false;
    rest_ = rest_.mid(end + 5);
    return true;
  }

  static qsizetype indent(QStringView line) {
    qsizetype columns = 0;
    for (const QChar c : line) {
      if (c == u'\t')
        columns += 4 - columns % 4;
      else if (c == u' ')
        ++columns;
      else
        break;
    }
    return columns;
  }

  /// Removes quote and list markers and a task's box; true when there was a list marker.
  static bool stripContainers(QStringView& line) {
    bool list = false;
    line = lines::withoutContainers(line, list);
    const QStringView box = line.left(4);
    if (list && (box == u"[ ] "_s || box == u"[x] "_s || box == u"[X] "_s)) line = line.mid(4);
    return list;
  }

  static bool onlyOf(QStringView line, QStringView allowed) {
    for (const QChar c : line) {
      if (!allowed.contains(c)) return false;
    }
    return !line.isEmpty();
  }

  void take(QStringView line) {
    const qsizetype columns = indent(line);
    const bool list = stripContainers(line);
    if (fence_ > 0) {
      const qsizetype closing = lines::fenceLength(line);
      if (closing >= fence_ && line[0] == fenceMark_ && line.size() == closing) fence_ = 0;
      return;
    }
    if (foreign_ > 0) {
      if (onlyOf(line, u":") && line.size() >= foreign_) foreign_ = 0;
      return;
    }
    if (line.isEmpty()) {
      blank_ = true;
      if (!out_.endsWith(u"\n\n"_s)) out_ += out_.endsWith(u'\n') ? u"\n"_s : u"\n\n"_s;
      return;
    }
    const bool afterBlank = std::exchange(blank_, false);
    if (list) inList_ = true;
    if (columns >= 4 && afterBlank && !inList_) {
      blank_ = true;  // the next indented line is code too
      return;
    }
    if (columns == 0 && afterBlank && !list) inList_ = false;
    if (lines::fenceLength(line) > 0) {
      fence_ = lines::fenceLength(line);
      fenceMark_ = line[0];
      return;
    }
    foreign_ = foreignBlock(line);
    if (foreign_ > 0 || notProse(line)) return;
    out_ += line;
    out_ += u'\n';
  }

  /// The colons that open a block of another program's source (`:::unknown`, which imports write); 0: none.
  static qsizetype foreignBlock(QStringView line) {
    qsizetype colons = 0;
    while (colons < line.size() && line[colons] == u':')
      ++colons;
    const QStringView rest = line.mid(colons).trimmed();
    const bool named =
        rest == u"unknown"_s || rest.startsWith(u"unknown{"_s) || rest.startsWith(u"unknown "_s);
    return colons >= 3 && named ? colons : 0;
  }

  /// True for lines without prose of their own; strips the markers of those that have some.
  bool notProse(QStringView& line) {
    if (onlyOf(line, u"-=*_ ") && line.size() > 1) return true;
    if (onlyOf(line, u"|-: ") && line.contains(u'-')) return true;
    if (line.startsWith(u"::"_s)) return true;
    if (line.startsWith(u": "_s)) {  // the caption of what is above
      line = line.mid(2);
      return use_ == PlainUse::Excerpt;
    }
    if (line.startsWith(u'|') && use_ == PlainUse::Excerpt) return true;
    if (line.startsWith(u"[!"_s)) {
      const qsizetype end = line.indexOf(u']');
      if (end > 0) line = line.mid(end + 1);
      return false;
    }
    if (line.startsWith(u'[')) {
      const qsizetype end = line.indexOf(u"]:"_s);
      const bool note = line.startsWith(u"[^"_s);
      if (end > 0 && (!note || use_ == PlainUse::Excerpt)) return true;
      if (end > 0) line = line.mid(end + 2);
      return false;
    }
    if (!line.startsWith(u'#')) return false;
    qsizetype level = 0;
    while (level < line.size() && line[level] == u'#')
      ++level;
    if (level > 6 || level >= line.size() || !line[level].isSpace()) return false;
    line = line.mid(level).trimmed();
    return use_ == PlainUse::Excerpt;
  }

  QStringView rest_;
  PlainUse use_;
  QString out_;
  qsizetype fence_ = 0;
  QChar fenceMark_;
  qsizetype foreign_ = 0;
  bool blank_ = true;
  bool inList_ = false;
};

/// Scripts whose words are not set apart by blanks.
bool isIdeographic(char32_t c) {
  switch (QChar::script(c)) {
    case QChar::Script_Han:
    case QChar::Script_Hiragana:
    case QChar::Script_Katakana:
    case QChar::Script_Bopomofo:
      return true;
    default:
      return false;
  }
}

}  // namespace

QString plainText(const QString& markdown, PlainUse use) {
  const QString lines = BlockScanner(markdown, use).run();
  return InlineScanner(lines, use).run();
}

QString plainInline(const QString& markdown, PlainUse use) {
  return InlineScanner(markdown, use).run();
}

int proseWords(const QString& plain) {
  int words = 0;
  int ideographs = 0;
  bool inWord = false;
  for (qsizetype i = 0; i < plain.size(); ++i) {
    char32_t c = plain[i].unicode();
    if (plain[i].isHighSurrogate() && i + 1 < plain.size() && plain[i + 1].isLowSurrogate()) {
      c = QChar::surrogateToUcs4(plain[i], plain[i + 1]);
      ++i;
    }
    if (isIdeographic(c)) {
      ++ideographs;
      inWord = false;
    } else if (QChar::isLetterOrNumber(c)) {
      if (!inWord) ++words;
      inWord = true;
    } else if (QChar::isSpace(c) || c == U'—') {
      inWord = false;
    }
  }
  return words + ideographs / 2;
}

QString cutAtWord(const QString& plain, int maxCharacters) {
  if (plain.size() <= maxCharacters) return plain;
  const qsizetype room = qMax(0, maxCharacters - 1);
  qsizetype end = plain.lastIndexOf(u' ', room);
  if (end <= room / 2) {
    // No blank near the end (Chinese, Japanese, a long address): the last whole character that fits.
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, plain);
    finder.setPosition(room);
    if (!finder.isAtBoundary()) finder.toPreviousBoundary();
    end = qMax<qsizetype>(0, finder.position());
  }
  while (end > 0 && (plain[end - 1].isSpace() || plain[end - 1] == u',' || plain[end - 1] == u';'))
    --end;
  return plain.left(end) + u'…';
}

}  // namespace offprint
