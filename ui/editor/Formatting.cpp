#include "ui/editor/Formatting.h"

#include <algorithm>
#include <array>
#include <functional>
#include <QHash>
#include <QTextBlock>

#include "ui/editor/BlockMoves.h"
#include "ui/editor/EditRules.h"
#include "ui/editor/LineSyntax.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Kind = InlineSpan::Kind;

QString markOf(Kind kind) {
  switch (kind) {
    case Kind::Strong:
      return u"**"_s;
    case Kind::Emphasis:
      return u"*"_s;
    case Kind::Strike:
      return u"~~"_s;
    case Kind::Code:
      return u"`"_s;
    case Kind::Math:
      return u"$"_s;
    default:
      return {};
  }
}

struct Range {
  int start = 0;
  int end = 0;
};

/// The selected part of every selected line, without its prefix and the white space at its ends.
QList<Range> selectedContent(const QTextCursor& cursor) {
  QList<Range> ranges;
  const QTextDocument& document = *cursor.document();
  for (QTextBlock b = document.findBlock(cursor.selectionStart());
       b.isValid() && b.position() <= cursor.selectionEnd(); b = b.next()) {
    const QString line = b.text();
    int start = std::max(cursor.selectionStart() - b.position(), 0);
    int end = std::min(cursor.selectionEnd() - b.position(), static_cast<int>(line.size()));
    start = std::max(start, LinePrefix::of(line).contentStart);
    while (start < end && line[start].isSpace())
      ++start;
    while (end > start && line[end - 1].isSpace())
      --end;
    if (start < end) ranges.append({b.position() + start, b.position() + end});
  }
  return ranges;
}

void insertAt(QTextDocument& document, int position, const QString& text) {
  QTextCursor cursor(&document);
  cursor.setPosition(position);
  cursor.insertText(text);
}

void removeAt(QTextDocument& document, int start, int end) {
  QTextCursor cursor(&document);
  cursor.setPosition(start);
  cursor.setPosition(end, QTextCursor::KeepAnchor);
  cursor.removeSelectedText();
}

void select(QTextCursor& cursor, int start, int end) {
  cursor.setPosition(start);
  cursor.setPosition(end, QTextCursor::KeepAnchor);
}

void wrapRanges(QTextCursor& cursor, const QList<Range>& ranges, const QString& open, const QString& close) {
  QTextDocument& document = *cursor.document();
  for (auto it = ranges.rbegin(); it != ranges.rend(); ++it) {
    insertAt(document, it->end, close);
    insertAt(document, it->start, open);
  }
  const int marks = static_cast<int>((ranges.size() - 1) * (open.size() + close.size()) + open.size());
  select(cursor, ranges.first().start + static_cast<int>(open.size()), ranges.last().end + marks);
}

/// The word around a position, as readers see it: "don't" and "état" are one.
Range wordAt(const QTextCursor& cursor) {
  const QString line = cursor.block().text();
  const auto isWord = [&](int i) {
    return line[i].isLetterOrNumber() || line[i].isMark() || line[i].isSurrogate() ||
           ((line[i] == u'\'' || line[i] == u'’' || line[i] == u'-') && i > 0 && i + 1 < line.size() &&
            line[i - 1].isLetterOrNumber() && line[i + 1].isLetterOrNumber());
  };
  int start = cursor.positionInBlock();
  int end = start;
  while (start > 0 && isWord(start - 1))
    --start;
  while (end < line.size() && isWord(end))
    ++end;
  return {cursor.block().position() + start, cursor.block().position() + end};
}

/// Takes the marks of the span that holds [start, end] away; false when none does.
bool unmark(QTextCursor& cursor, Kind kind, int start, int end) {
  const QTextBlock block = cursor.document()->findBlock(start);
  const QString line = block.text();
  const InlineScan scan = scanInline(line, LinePrefix::of(line).contentStart);
  const InlineSpan* span = scan.around(kind, start - block.position(), end - block.position());
  if (!span) return false;
  const InlineSpan found = *span;
  const int base = block.position();
  const auto mapped = [&](int position) {
    const int inside = std::clamp(position - base, found.innerStart, found.innerEnd);
    return base + inside - (found.innerStart - found.outerStart);
  };
  const int anchor = mapped(cursor.anchor());
  const int position = mapped(cursor.position());
  removeAt(*cursor.document(), base + found.innerEnd, base + found.outerEnd);
  removeAt(*cursor.document(), base + found.outerStart, base + found.innerStart);
  cursor.setPosition(anchor);
  cursor.setPosition(position, QTextCursor::KeepAnchor);
  return true;
}

/// The cursor stands between the halves of an empty pair: they go.
bool removeEmptyPair(QTextCursor& cursor, const QString& mark) {
  const QString line = cursor.block().text();
  const int at = cursor.positionInBlock();
  const int size = static_cast<int>(mark.size());
  if (at < size || line.mid(at - size, size) != mark || line.mid(at, size) != mark) return false;
  removeAt(*cursor.document(), cursor.position() - size, cursor.position() + size);
  return true;
}

}  // namespace

void wrapSelection(QTextCursor& cursor, const QString& open, const QString& close) {
  const QList<Range> ranges = selectedContent(cursor);
  if (ranges.isEmpty()) return;
  cursor.beginEditBlock();
  wrapRanges(cursor, ranges, open, close);
  cursor.endEditBlock();
}

void toggleSpan(QTextCursor& cursor, Kind kind) {
  const QString mark = markOf(kind);
  cursor.beginEditBlock();
  QList<Range> ranges = selectedContent(cursor);
  if (!cursor.hasSelection()) {
    if (removeEmptyPair(cursor, mark) || unmark(cursor, kind, cursor.position(), cursor.position())) {
      cursor.endEditBlock();
      return;
    }
    const Range word = wordAt(cursor);
    const int offset = cursor.position() - word.start;
    if (word.start < word.end) {
      wrapRanges(cursor, {word}, mark, mark);
      cursor.setPosition(word.start + static_cast<int>(mark.size()) + offset);
    } else {
      cursor.insertText(mark + mark);
      cursor.movePosition(QTextCursor::PreviousCharacter, QTextCursor::MoveAnchor,
                          static_cast<int>(mark.size()));
    }
  } else if (ranges.size() == 1 && unmark(cursor, kind, ranges[0].start, ranges[0].end)) {
    // The marks were there.
  } else if (!ranges.isEmpty()) {
    wrapRanges(cursor, ranges, mark, mark);
  }
  cursor.endEditBlock();
}

namespace {

QList<QTextBlock> selectedLines(const QTextCursor& cursor) {
  QList<QTextBlock> lines;
  for (QTextBlock b = cursor.document()->findBlock(cursor.selectionStart()); b.isValid(); b = b.next()) {
    const bool behind = b.position() > cursor.selectionEnd() ||
                        (b.position() == cursor.selectionEnd() && !lines.isEmpty() && cursor.hasSelection());
    if (behind) break;
    lines.append(b);
  }
  return lines;
}

void toggleQuote(QTextCursor& cursor) {
  const QList<QTextBlock> lines = selectedLines(cursor);
  const bool quoted =
      std::all_of(lines.begin(), lines.end(), [](const QTextBlock& b) { return b.text().startsWith(u'>'); });
  for (const QTextBlock& b : lines) {
    if (!quoted) {
      replaceInLine(b, 0, 0, u"> "_s);
    } else {
      replaceInLine(b, 0, b.text().startsWith(u"> ") ? 2 : 1, QString());
    }
  }
}

enum class ListStyle { None, Bullet, Number, Task };

ListStyle listStyle(const LinePrefix& prefix) {
  if (prefix.taskStart >= 0) return ListStyle::Task;
  if (prefix.marker == LinePrefix::Marker::Ordered) return ListStyle::Number;
  return prefix.isItem() ? ListStyle::Bullet : ListStyle::None;
}

/// None, bullet, number, task, and none again (app.md section 7).
void setListStyle(QTextCursor& cursor, ListStyle style) {
  int number = 1;
  for (const QTextBlock& b : selectedLines(cursor)) {
    const LinePrefix prefix = LinePrefix::of(b.text());
    if (b.text().trimmed().isEmpty() && selectedLines(cursor).size() > 1) continue;
    QString marker;
    if (style == ListStyle::Bullet) marker = u"- "_s;
    if (style == ListStyle::Number) marker = QString::number(number++) + u". "_s;
    if (style == ListStyle::Task) marker = u"- [ ] "_s;
    replaceInLine(b, prefix.markerStart, prefix.contentStart, marker);
  }
}

void cycleList(QTextCursor& cursor) {
  const ListStyle now = listStyle(LinePrefix::of(selectedLines(cursor).first().text()));
  setListStyle(cursor,
               now == ListStyle::Task ? ListStyle::None : static_cast<ListStyle>(static_cast<int>(now) + 1));
}

void tickOrMakeTask(QTextCursor& cursor) {
  if (!tick(cursor)) setListStyle(cursor, ListStyle::Task);
}

/// `[text](│)` around the selection or word; an existing link has its address selected, an image likewise.
void linkTo(QTextCursor& cursor, Kind kind, const QString& open) {
  const QTextBlock block = cursor.block();
  const QString line = block.text();
  const InlineScan scan = scanInline(line, LinePrefix::of(line).contentStart);
  if (const InlineSpan* span = scan.around(kind, cursor.selectionStart() - block.position(),
                                           cursor.selectionEnd() - block.position())) {
    select(cursor, block.position() + span->targetStart, block.position() + span->targetEnd);
    return;
  }
  const QList<Range> content = selectedContent(cursor);
  Range range = content.isEmpty() ? wordAt(cursor) : content.first();
  if (content.size() > 1) range.end = content.first().end;
  insertAt(*cursor.document(), range.end, u"]()"_s);
  insertAt(*cursor.document(), range.start, open);
  const int shift = static_cast<int>(open.size());
  // Without a text there is one to be written first.
  cursor.setPosition(range.start == range.end ? range.start + shift : range.end + shift + 2);
}

/// Puts lines between blank ones behind the cursor's paragraph; the cursor goes to `caret` characters into
/// it.
void insertBlock(QTextCursor& cursor, const QString& text, int caret) {
  const QTextBlock block = cursor.block();
  const bool empty = block.text().trimmed().isEmpty();
  cursor.movePosition(QTextCursor::EndOfBlock);
  QString lead = empty ? QString() : u"\n\n"_s;
  if (empty && block.previous().isValid() && !block.previous().text().trimmed().isEmpty()) lead = u"\n"_s;
  const QTextBlock next = block.next();
  const bool gap = next.isValid() && !next.text().trimmed().isEmpty();
  const int start = cursor.position() + static_cast<int>(lead.size());
  cursor.insertText(lead + text + (gap ? u"\n"_s : QString()));
  cursor.setPosition(start + caret);
}

void insertRule(QTextCursor& cursor) {
  insertBlock(cursor, u"---\n\n"_s, 5);
}

void insertTable(QTextCursor& cursor) {
  insertBlock(cursor, u"| Column | Column |\n| ------ | ------ |\n|        |        |"_s, 2);
  cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor, 6);
}

void codeBlock(QTextCursor& cursor) {
  if (!cursor.hasSelection()) return insertBlock(cursor, u"```\n\n```"_s, 3);
  const QList<QTextBlock> lines = selectedLines(cursor);
  int longest = 2;
  for (const QTextBlock& b : lines)
    longest = std::max(longest, fenceRun(b.text().trimmed(), 0));
  const QString fence(longest + 1, u'`');
  insertAt(*cursor.document(), lines.last().position() + lines.last().length() - 1, u"\n"_s + fence);
  const int start = lines.first().position();
  insertAt(*cursor.document(), start, fence + u"\n"_s);
  cursor.setPosition(start + static_cast<int>(fence.size()));
}

void insertFootnote(QTextCursor& cursor) {
  const QString text = cursor.document()->toRawText();
  int number = 1;
  while (text.contains(u"[^%1]"_s.arg(number)))
    ++number;
  cursor.setPosition(cursor.selectionEnd());
  cursor.insertText(u"[^%1]"_s.arg(number));
  cursor.movePosition(QTextCursor::End);
  const QString last = cursor.block().text();
  const bool after = last.startsWith(u"[^") || last.isEmpty();
  const bool first = cursor.document()->isEmpty();
  const QString lead = last.startsWith(u"[^") ? u"\n"_s : after || first ? QString() : u"\n\n"_s;
  cursor.insertText(lead + u"[^%1]: "_s.arg(number));
}

/// `[@│]`, where the works are offered; a selected key is put into it.
void cite(QTextCursor& cursor) {
  const QString key = cursor.selectedText();
  cursor.insertText(u"[@"_s + key + u']');
  if (key.isEmpty()) cursor.movePosition(QTextCursor::PreviousCharacter);
}

void insertBibliography(QTextCursor& cursor) {
  insertBlock(cursor, u"::bibliography\n\n"_s, 16);
}

void callout(QTextCursor& cursor) {
  if (!cursor.hasSelection() && cursor.block().text().trimmed().isEmpty()) {
    return insertBlock(cursor, u"> [!NOTE]\n> "_s, 12);
  }
  const QList<QTextBlock> lines = selectedLines(cursor);
  for (const QTextBlock& b : lines)
    replaceInLine(b, 0, 0, u"> "_s);
  insertAt(*cursor.document(), lines.first().position(), u"> [!NOTE]\n"_s);
}

using Command = std::function<void(QTextCursor&)>;

const QHash<QString, Command>& commands() {
  const auto span = [](Kind kind) { return [kind](QTextCursor& c) { toggleSpan(c, kind); }; };
  static const QHash<QString, Command> table = {
      {u"bold"_s, span(Kind::Strong)},
      {u"italic"_s, span(Kind::Emphasis)},
      {u"code"_s, span(Kind::Code)},
      {u"strike"_s, span(Kind::Strike)},
      {u"math"_s, span(Kind::Math)},
      {u"link"_s, [](QTextCursor& c) { linkTo(c, Kind::Link, u"["_s); }},
      {u"image"_s, [](QTextCursor& c) { linkTo(c, Kind::Image, u"!["_s); }},
      {u"quote"_s, toggleQuote},
      {u"list"_s, cycleList},
      {u"task"_s, tickOrMakeTask},
      {u"heading-up"_s, [](QTextCursor& c) { changeLevel(c, false); }},
      {u"heading-down"_s, [](QTextCursor& c) { changeLevel(c, true); }},
      {u"move-up"_s, [](QTextCursor& c) { moveBlock(c, false); }},
      {u"move-down"_s, [](QTextCursor& c) { moveBlock(c, true); }},
      {u"rule"_s, insertRule},
      {u"table"_s, insertTable},
      {u"code-block"_s, codeBlock},
      {u"footnote"_s, insertFootnote},
      {u"cite"_s, cite},
      {u"bibliography"_s, insertBibliography},
      {u"callout"_s, callout},
  };
  return table;
}

}  // namespace

bool applyFormat(QTextCursor& cursor, const QString& what) {
  const auto it = commands().find(what);
  if (it == commands().end()) return false;
  cursor.beginEditBlock();
  (*it)(cursor);
  cursor.endEditBlock();
  return true;
}

}  // namespace offprint
