#include "ui/editor/LineSyntax.h"

#include <algorithm>
#include <QTextBlock>

namespace offprint {
namespace {

bool isSpace(QChar c) {
  return c == u' ' || c == u'\t';
}

int skipSpaces(QStringView line, int from) {
  while (from < line.size() && isSpace(line[from]))
    ++from;
  return from;
}

/// An indent of so many columns makes a line code (CommonMark, section 4.4), not the end of a fence.
constexpr int leastIndentedCode = 4;

/// Columns of white space between two offsets, a tab reaching the next multiple of four.
int columns(QStringView line, int from, int to) {
  int column = 0;
  for (int i = from; i < to; ++i)
    column = line[i] == u'\t' ? (column / 4 + 1) * 4 : column + 1;
  return column;
}

void readMarker(QStringView line, LinePrefix& prefix) {
  const int start = prefix.markerStart;
  const int size = static_cast<int>(line.size());
  int end = start;
  if (start < size && (line[start] == u'-' || line[start] == u'*' || line[start] == u'+')) {
    prefix.delimiter = line[start];
    end = start + 1;
    if ((end < size && !isSpace(line[end])) || isThematicBreak(line.mid(start))) return;
    prefix.marker = LinePrefix::Marker::Bullet;
  } else {
    while (end < size && end - start < 9 && line[end] >= u'0' && line[end] <= u'9')
      ++end;
    if (end == start || end >= size || (line[end] != u'.' && line[end] != u')')) return;
    if (end + 1 < size && !isSpace(line[end + 1])) return;
    prefix.number = line.mid(start, end - start).toInt();
    prefix.delimiter = line[end];
    prefix.marker = LinePrefix::Marker::Ordered;
    ++end;
  }
  const int content = skipSpaces(line, end);
  // Five spaces and more after a marker begin an indented code block: the content starts after the first.
  prefix.contentStart = content - end > 4 ? end + 1 : content;
  const int box = prefix.contentStart;
  if (box + 2 < size && line[box] == u'[' && line[box + 2] == u']' &&
      (box + 3 == size || isSpace(line[box + 3])) &&
      (line[box + 1] == u' ' || line[box + 1] == u'x' || line[box + 1] == u'X')) {
    prefix.taskStart = box;
    prefix.ticked = line[box + 1] != u' ';
    prefix.contentStart = skipSpaces(line, box + 3);
  }
}

void readHeading(QStringView line, LinePrefix& prefix) {
  int end = prefix.markerStart;
  while (end < line.size() && line[end] == u'#')
    ++end;
  const int level = end - prefix.markerStart;
  if (level < 1 || level > 6 || (end < line.size() && !isSpace(line[end]))) return;
  prefix.headingLevel = level;
  prefix.contentStart = skipSpaces(line, end);
}

}  // namespace

LinePrefix LinePrefix::of(QStringView line) {
  LinePrefix prefix;
  int at = 0;
  for (;;) {
    const int mark = skipSpaces(line, at);
    if (mark >= line.size() || line[mark] != u'>' || columns(line, at, mark) > 3) break;
    ++prefix.quoteDepth;
    at = mark + 1;
    if (at < line.size() && isSpace(line[at])) ++at;
  }
  prefix.markerStart = skipSpaces(line, at);
  prefix.indent = columns(line, at, prefix.markerStart);
  prefix.contentStart = prefix.markerStart;
  readMarker(line, prefix);
  if (!prefix.isItem() && prefix.indent < 4) readHeading(line, prefix);
  return prefix;
}

int LineState::pack() const {
  return static_cast<int>(open) | std::clamp(fenceLength, 0, 63) << 4 |
         (fenceCharacter == u'~' ? 1 << 10 : 0) | std::clamp(containerIndent, 0, 31) << 11 |
         std::clamp(quoteDepth, 0, 7) << 16 | std::clamp(listIndent, 0, 31) << 19 |
         (afterText ? 1 << 24 : 0) | static_cast<int>(kind) << 25;
}

LineState LineState::unpack(int userState) {
  LineState state;
  if (userState < 0) return state;
  state.open = static_cast<Open>(userState & 15);
  state.fenceLength = userState >> 4 & 63;
  state.fenceCharacter = userState >> 10 & 1 ? u'~' : u'`';
  state.containerIndent = userState >> 11 & 31;
  state.quoteDepth = userState >> 16 & 7;
  state.listIndent = userState >> 19 & 31;
  state.afterText = (userState >> 24 & 1) != 0;
  state.kind = static_cast<Kind>(userState >> 25);
  return state;
}

LineState LineState::of(const QTextBlock& block) {
  return unpack(block.userState());
}

LineState LineState::before(const QTextBlock& block) {
  const QTextBlock previous = block.previous();
  return previous.isValid() ? unpack(previous.userState()) : LineState();
}

bool isThematicBreak(QStringView content) {
  content = content.trimmed();
  if (content.size() < 3 || (content[0] != u'-' && content[0] != u'*' && content[0] != u'_')) return false;
  int marks = 0;
  for (const QChar c : content) {
    if (c == content[0]) {
      ++marks;
    } else if (!isSpace(c)) {
      return false;
    }
  }
  return marks >= 3;
}

bool isSetextUnderline(QStringView line) {
  const QStringView content = line.trimmed();
  if (content.isEmpty() || (content[0] != u'=' && content[0] != u'-')) return false;
  if (columns(line, 0, skipSpaces(line, 0)) > 3) return false;
  return std::all_of(content.begin(), content.end(), [&](QChar c) { return c == content[0]; });
}

bool isTableDelimiter(QStringView line) {
  const QStringView content = line.trimmed();
  if (!content.contains(u'|') || !content.contains(u'-')) return false;
  return std::all_of(content.begin(), content.end(),
                     [](QChar c) { return c == u'|' || c == u'-' || c == u':' || isSpace(c); });
}

int fenceRun(QStringView line, int start) {
  if (start >= line.size() || (line[start] != u'`' && line[start] != u'~')) return 0;
  int end = start;
  while (end < line.size() && line[end] == line[start])
    ++end;
  if (end - start < 3 || (line[start] == u'`' && line.mid(end).contains(u'`'))) return 0;
  return end - start;
}

namespace {

bool startsMath(QStringView content, QStringView open, QStringView close) {
  return content.startsWith(open) && !content.mid(open.size()).contains(close);
}

/// A line inside something opened above; false when its container has ended and it is to be read afresh.
bool continueOpen(const LineState& before, QStringView line, LineState& state) {
  using Open = LineState::Open;
  using Kind = LineState::Kind;
  state = before;
  const QStringView content = line.trimmed();
  switch (before.open) {
    case Open::Comment:
      state.kind = Kind::Comment;
      if (line.contains(QStringView(u"-->"))) state.open = Open::Nothing;
      return true;
    case Open::FrontMatter:
      state.kind = Kind::FrontMatter;
      if (content == QStringView(u"---")) state.open = Open::Nothing;
      return true;
    case Open::Fence:
    case Open::DollarMath:
    case Open::BracketMath:
      break;
    default:
      return false;
  }
  LinePrefix prefix;
  int at = 0;
  while (prefix.quoteDepth < before.quoteDepth) {
    const int mark = skipSpaces(line, at);
    if (mark >= line.size() || line[mark] != u'>') return false;  // the quote has ended, and all in it
    ++prefix.quoteDepth;
    at = mark + 1;
    if (at < line.size() && line[at] == u' ') ++at;
  }
  const int start = skipSpaces(line, at);
  if (before.containerIndent > 0 && start < line.size() &&
      columns(line, at, start) < before.containerIndent) {
    return false;  // the list item has ended
  }
  const QStringView inner = line.mid(start).trimmed();
  if (before.open == Open::Fence) {
    const bool closes =
        columns(line, at, start) - before.containerIndent < leastIndentedCode &&
        inner.size() >= before.fenceLength &&
        std::all_of(inner.begin(), inner.end(), [&](QChar c) { return c == before.fenceCharacter; });
    state.kind = closes ? Kind::Fence : Kind::Code;
    if (closes) state.open = Open::Nothing;
  } else {
    state.kind = Kind::Math;
    if (line.contains(before.open == Open::DollarMath ? QStringView(u"$$") : QStringView(u"\\]"))) {
      state.open = Open::Nothing;
    }
  }
  return true;
}

/// Opens a fence, a formula or a comment that the content starts; true when it did.
bool openBlock(QStringView line, const LinePrefix& prefix, int containerIndent, LineState& state) {
  using Open = LineState::Open;
  using Kind = LineState::Kind;
  const int start = prefix.isItem() ? prefix.contentStart : prefix.markerStart;
  const QStringView content = line.mid(start);
  const bool indented = !prefix.isItem() && prefix.indent - containerIndent >= leastIndentedCode;
  state.containerIndent = containerIndent;
  state.quoteDepth = prefix.quoteDepth;
  if (const int run = indented ? 0 : fenceRun(line, start)) {
    state.kind = Kind::Fence;
    state.open = Open::Fence;
    state.fenceLength = run;
    state.fenceCharacter = line[start];
    return true;
  }
  if (startsMath(content, u"$$", u"$$")) {
    state.open = Open::DollarMath;
  } else if (startsMath(content, u"\\[", u"\\]")) {
    state.open = Open::BracketMath;
  } else if (startsMath(content, u"<!--", u"-->")) {
    state.kind = Kind::Comment;
    state.open = Open::Comment;
    return true;
  } else {
    return false;
  }
  state.kind = Kind::Math;
  return true;
}

LineState::Kind plainKind(const LineState& before, QStringView line, QStringView next,
                          const LinePrefix& prefix) {
  using Kind = LineState::Kind;
  const QStringView content = line.mid(prefix.markerStart);
  if (prefix.headingLevel > 0) return Kind::Heading;
  if (content.startsWith(QStringView(u":::")) ||
      (content.startsWith(QStringView(u"::")) && content.size() > 2 && content[2].isLetter())) {
    return Kind::Directive;
  }
  if (!prefix.isItem() && before.afterText && before.kind == Kind::Heading && isSetextUnderline(line))
    return Kind::Rule;
  if (isThematicBreak(content)) return Kind::Rule;
  // A caption ends the table that it stands under.
  if (before.open == LineState::Open::Table && content.startsWith(QStringView(u": "))) return Kind::Text;
  if (content.startsWith(u'|') || (content.contains(u'|') && isTableDelimiter(next)) ||
      before.open == LineState::Open::Table) {
    return Kind::Table;
  }
  if (!prefix.isItem() && prefix.quoteDepth == 0 && prefix.indent < 4 && isSetextUnderline(next))
    return Kind::Heading;
  return Kind::Text;
}

}  // namespace

LineState readLine(const LineState& before, QStringView line, QStringView next, bool firstLine) {
  using Kind = LineState::Kind;
  LineState state;
  if (before.open != LineState::Open::Nothing && continueOpen(before, line, state)) return state;
  state = LineState();
  const LinePrefix prefix = LinePrefix::of(line);
  if (prefix.markerStart >= line.size() && !prefix.isItem()) {
    state.kind = prefix.quoteDepth > 0 ? Kind::Text : Kind::Blank;
    state.listIndent = before.listIndent;
    return state;
  }
  if (firstLine && line == QStringView(u"---") && next.contains(u':')) {
    state.kind = Kind::FrontMatter;
    state.open = LineState::Open::FrontMatter;
    return state;
  }
  const bool continuesItem = before.listIndent > 0 && prefix.indent >= before.listIndent;
  if (!prefix.isItem() && prefix.indent >= 4 + before.listIndent && !before.afterText &&
      prefix.quoteDepth == 0) {
    state.kind = Kind::Code;
    state.listIndent = before.listIndent;
    return state;
  }
  if (prefix.isItem()) {
    const int content = std::min(prefix.taskStart >= 0 ? prefix.taskStart : prefix.contentStart,
                                 static_cast<int>(line.size()));
    state.listIndent = std::max(1, prefix.indent + content - prefix.markerStart);
  } else if (continuesItem || before.afterText) {
    state.listIndent = before.listIndent;
  }
  if (openBlock(line, prefix, prefix.isItem() || continuesItem ? state.listIndent : 0, state)) return state;
  state.containerIndent = state.quoteDepth = 0;
  state.kind = plainKind(before, line, next, prefix);
  state.afterText = state.kind == Kind::Text || state.kind == Kind::Table ||
                    (state.kind == Kind::Heading && prefix.headingLevel == 0);
  if (state.kind == Kind::Table) state.open = LineState::Open::Table;
  return state;
}

}  // namespace offprint
