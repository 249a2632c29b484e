#include "ui/editor/EditRules.h"

#include <algorithm>
#include <array>
#include <QTextBlock>

#include "ui/editor/Formatting.h"
#include "ui/editor/LineSyntax.h"
#include "ui/editor/TableEditing.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Kind = LineState::Kind;
using Open = LineState::Open;

/// One undo step for as long as it lives.
class Step {
 public:
  explicit Step(QTextCursor& cursor) : cursor_(cursor) { cursor_.beginEditBlock(); }
  ~Step() { cursor_.endEditBlock(); }
  Step(const Step&) = delete;
  Step& operator=(const Step&) = delete;

 private:
  QTextCursor& cursor_;
};

QString leadingSpace(const QString& line) {
  const auto end = std::find_if(line.begin(), line.end(), [](QChar c) { return c != u' ' && c != u'\t'; });
  return line.left(end - line.begin());
}

// By its text: inside an edit step the highlighter has not read new lines yet.
bool isBlank(const QTextBlock& block) {
  return block.text().trimmed().isEmpty();
}

/// Where the content column of an item begins: behind marker and space, before a task box.
int itemColumn(const LinePrefix& prefix) {
  return prefix.indent + (prefix.taskStart >= 0 ? prefix.taskStart : prefix.contentStart) -
         prefix.markerStart;
}

bool sameList(const LinePrefix& a, const LinePrefix& b) {
  return a.marker == b.marker && a.delimiter == b.delimiter && a.indent == b.indent &&
         a.quoteDepth == b.quoteDepth;
}

/// The item before or after in the same list; deeper lines and blank ones between are passed over.
QTextBlock sibling(const QTextBlock& block, bool forward) {
  const LinePrefix own = LinePrefix::of(block.text());
  for (QTextBlock b = forward ? block.next() : block.previous(); b.isValid();
       b = forward ? b.next() : b.previous()) {
    const LineState state = LineState::of(b);
    const LinePrefix prefix = LinePrefix::of(b.text());
    if (isBlank(b) || prefix.indent > own.indent || state.isCode() || state.kind == Kind::Math) continue;
    if (prefix.isItem() && sameList(own, prefix)) return b;
    return {};
  }
  return {};
}

/// The nearest item above that is indented less; invalid at the outermost level.
QTextBlock parentItem(const QTextBlock& block, int indent) {
  for (QTextBlock b = block.previous(); b.isValid(); b = b.previous()) {
    const LinePrefix prefix = LinePrefix::of(b.text());
    if (isBlank(b)) continue;
    if (prefix.indent < indent) return prefix.isItem() ? b : QTextBlock();
  }
  return {};
}

/// The line opens something that is not closed again before another such thing opens.
bool isUnclosed(const QTextBlock& opening) {
  const LineState state = LineState::of(opening);
  for (QTextBlock b = opening.next(); b.isValid(); b = b.next()) {
    const LineState inner = LineState::of(b);
    if (inner.open == Open::Nothing) return false;
    const QString text = b.text().trimmed();
    if (state.open == Open::Fence && fenceRun(text, 0) > 0 && text.size() > fenceRun(text, 0)) return true;
  }
  return true;
}

/// What stands before the lines below an opening: inside an item they stand under its content, inside a quote
/// behind its mark.
QString leadUnder(const QString& line, const LinePrefix& prefix) {
  const QString lead = line.left(prefix.markerStart);
  return prefix.isItem() ? lead + QString(prefix.contentStart - prefix.markerStart, u' ') : lead;
}

/// Enter behind "```lang" or "$$": closes it below and stands between.
bool closeFreshBlock(QTextCursor& cursor) {
  const QTextBlock block = cursor.block();
  const LineState state = LineState::of(block);
  const bool opens = (state.kind == Kind::Fence || state.kind == Kind::Math) && state.open != Open::Nothing &&
                     LineState::before(block).open != state.open;
  if (!opens || !cursor.atBlockEnd() || !isUnclosed(block)) return false;
  const QString line = block.text();
  const LinePrefix prefix = LinePrefix::of(line);
  const QString lead = leadUnder(line, prefix);
  QString closing = u"$$"_s;
  if (state.kind == Kind::Fence) closing = QString(state.fenceLength, state.fenceCharacter);
  if (state.open == Open::BracketMath) closing = u"\\]"_s;
  if (state.kind == Kind::Math && line.mid(prefix.contentStart).trimmed().size() > 2) return false;
  cursor.insertText(u"\n"_s + lead + u"\n"_s + lead + closing);
  cursor.movePosition(QTextCursor::PreviousBlock);
  cursor.movePosition(QTextCursor::EndOfBlock);
  return true;
}

/// Enter between the halves of "$$|$$": a formula over lines.
bool openPair(QTextCursor& cursor) {
  const QString line = cursor.block().text();
  const int at = cursor.positionInBlock();
  if (line.left(at).trimmed() != u"$$" || line.mid(at).trimmed() != u"$$") return false;
  const QString lead = leadingSpace(line);
  cursor.insertText(u"\n"_s + lead + u"\n"_s + lead);
  cursor.movePosition(QTextCursor::PreviousBlock);
  cursor.movePosition(QTextCursor::EndOfBlock);
  return true;
}

QString nextMarker(const QString& line, const LinePrefix& prefix, bool sameNumber) {
  const int box = prefix.taskStart >= 0 ? prefix.taskStart : prefix.contentStart;
  QString marker = line.mid(prefix.markerStart, box - prefix.markerStart);
  if (prefix.marker == LinePrefix::Marker::Ordered) {
    const qsizetype digits = marker.indexOf(prefix.delimiter);
    marker = QString::number(prefix.number + (sameNumber ? 0 : 1)) + marker.mid(digits);
  }
  if (!marker.endsWith(u' ') && !marker.endsWith(u'\t')) marker += u' ';
  if (prefix.taskStart >= 0) marker += u"[ ] "_s;
  return marker;
}

void endEmptyItem(QTextCursor& cursor, const LinePrefix& prefix) {
  const QTextBlock block = cursor.block();
  if (prefix.isItem() && parentItem(block, prefix.indent).isValid()) {
    outdent(cursor);
    return;
  }
  const int keep = prefix.isItem() ? prefix.markerStart - prefix.indent : 0;
  const QTextBlock after = prefix.marker == LinePrefix::Marker::Ordered ? sibling(block, true) : QTextBlock();
  replaceInLine(block, std::max(keep, 0), block.length() - 1, QString());
  cursor.setPosition(block.position() + block.length() - 1);
  if (after.isValid()) renumber(after);
}

bool continueItem(QTextCursor& cursor) {
  const QTextBlock block = cursor.block();
  const QString line = block.text();
  const LinePrefix prefix = LinePrefix::of(line);
  const bool inList = LineState::of(block).listIndent > 0;
  if (!prefix.isItem() && prefix.quoteDepth == 0 && !(inList && prefix.indent > 0)) return false;
  if (cursor.positionInBlock() < prefix.contentStart || prefix.headingLevel > 0) return false;
  if (line.mid(prefix.contentStart).trimmed().isEmpty() && !(!prefix.isItem() && prefix.quoteDepth == 0)) {
    endEmptyItem(cursor, prefix);
    return true;
  }
  QString lead = line.left(prefix.markerStart);
  bool ordered = false;
  if (prefix.isItem()) {
    const QTextBlock above = sibling(block, false);
    const bool same = above.isValid() && prefix.marker == LinePrefix::Marker::Ordered &&
                      LinePrefix::of(above.text()).number == prefix.number;
    lead += nextMarker(line, prefix, same);
    ordered = prefix.marker == LinePrefix::Marker::Ordered && !same;
  }
  cursor.insertText(u"\n"_s + lead);
  if (ordered) renumber(cursor.block());
  return true;
}

}  // namespace

void replaceInLine(const QTextBlock& block, int from, int to, const QString& text) {
  QTextCursor cursor(block);
  cursor.setPosition(block.position() + from);
  cursor.setPosition(block.position() + to, QTextCursor::KeepAnchor);
  cursor.insertText(text);
}

namespace {

QTextBlock firstItem(const QTextBlock& block) {
  QTextBlock first = block;
  for (QTextBlock b = sibling(block, false); b.isValid(); b = sibling(b, false))
    first = b;
  return first;
}

}  // namespace

int firstNumber(const QTextBlock& block) {
  const LinePrefix prefix = LinePrefix::of(firstItem(block).text());
  return prefix.marker == LinePrefix::Marker::Ordered ? prefix.number : -1;
}

void renumber(const QTextBlock& block, int from) {
  const QTextBlock first = firstItem(block);
  int number = from >= 0 ? from : LinePrefix::of(first.text()).number;
  for (QTextBlock b = first; b.isValid(); b = sibling(b, true), ++number) {
    const LinePrefix prefix = LinePrefix::of(b.text());
    if (prefix.marker != LinePrefix::Marker::Ordered) return;
    if (prefix.number == number) continue;
    const int digits = static_cast<int>(b.text().indexOf(prefix.delimiter, prefix.markerStart));
    replaceInLine(b, prefix.markerStart, digits, QString::number(number));
  }
}

bool breakLine(QTextCursor& cursor) {
  const Step step(cursor);
  cursor.removeSelectedText();
  const QTextBlock block = cursor.block();
  const LineState state = LineState::of(block);
  if (closeFreshBlock(cursor) || openPair(cursor)) return true;
  if (state.kind == Kind::Table && cellBelow(cursor)) return true;
  if (state.isOpaque()) {
    const QString before = block.text().left(cursor.positionInBlock());
    cursor.insertText(u"\n"_s + leadingSpace(before));
    return true;
  }
  if (!continueItem(cursor)) cursor.insertText(u"\n"_s);
  return true;
}

bool breakInside(QTextCursor& cursor) {
  const Step step(cursor);
  cursor.removeSelectedText();
  const QTextBlock block = cursor.block();
  const QString before = block.text().left(cursor.positionInBlock());
  const LinePrefix prefix = LinePrefix::of(block.text());
  const LineState state = LineState::of(block);
  if (state.isOpaque() || prefix.headingLevel > 0 || state.kind == Kind::Table) {
    cursor.insertText(u"\n"_s + leadingSpace(before));
    return true;
  }
  const bool breaks =
      !before.mid(std::min<qsizetype>(prefix.contentStart, before.size())).trimmed().isEmpty() &&
      !before.endsWith(u'\\') && !before.endsWith(u"  ");
  QString lead = block.text().left(prefix.markerStart);
  if (prefix.isItem()) lead += QString(itemColumn(prefix) - prefix.indent, u' ');
  cursor.insertText((breaks ? u"\\\n"_s : u"\n"_s) + lead);
  return true;
}

bool eraseBack(QTextCursor& cursor) {
  if (cursor.hasSelection()) return false;
  const QTextBlock block = cursor.block();
  const QString line = block.text();
  const int at = cursor.positionInBlock();
  for (const auto& [open, close] :
       {std::pair(u"[["_s, u"]]"_s), std::pair(u"[@"_s, u"]"_s), std::pair(u"$$"_s, u"$$"_s)}) {
    if (at < 2 || QStringView(line).mid(at - 2, 2) != open || !QStringView(line).mid(at).startsWith(close))
      continue;
    const Step step(cursor);
    replaceInLine(block, at - 1, at + static_cast<int>(close.size()), QString());
    return true;
  }
  const LineState state = LineState::of(block);
  if (state.isOpaque() || at == 0) return false;
  const LinePrefix prefix = LinePrefix::of(line);
  if (prefix.isItem() && at == prefix.contentStart) {
    const Step step(cursor);
    const QTextBlock after =
        prefix.marker == LinePrefix::Marker::Ordered ? sibling(block, true) : QTextBlock();
    replaceInLine(block, prefix.markerStart, prefix.contentStart, QString());
    if (after.isValid()) renumber(after);
    return true;
  }
  if (prefix.isItem() || prefix.headingLevel > 0 || at != prefix.markerStart) return false;
  const QStringView lead = QStringView(line).left(at);
  const qsizetype mark = lead.lastIndexOf(u'>');
  if (prefix.indent == 0 && mark < 0) return false;
  const Step step(cursor);
  // Indent first; the one space behind a quote mark goes with the mark.
  const int from = prefix.indent > 0 ? static_cast<int>(mark) + (mark >= 0 ? 2 : 1) : static_cast<int>(mark);
  replaceInLine(block, from, at, QString());
  return true;
}

namespace {

/// The lines of the selection, or the cursor's own.
std::pair<QTextBlock, QTextBlock> selectedLines(const QTextCursor& cursor) {
  const QTextBlock first = cursor.document()->findBlock(cursor.selectionStart());
  QTextBlock last = cursor.document()->findBlock(cursor.selectionEnd());
  if (cursor.hasSelection() && last != first && cursor.selectionEnd() == last.position())
    last = last.previous();
  return {first, last};
}

/// The last line that belongs to an item: everything below that is indented more.
QTextBlock subtreeEnd(const QTextBlock& item, int indent) {
  QTextBlock end = item;
  for (QTextBlock b = item.next(); b.isValid(); b = b.next()) {
    if (isBlank(b)) continue;
    if (LinePrefix::of(b.text()).indent <= indent) break;
    end = b;
  }
  return end;
}

void shiftLine(const QTextBlock& block, int by) {
  if (block.text().trimmed().isEmpty()) return;
  const LinePrefix prefix = LinePrefix::of(block.text());
  if (by > 0) replaceInLine(block, prefix.markerStart, prefix.markerStart, QString(by, u' '));
  if (by < 0) {
    // The columns kept are written as spaces: half a tab cannot be removed.
    const qsizetype mark = block.text().left(prefix.markerStart).lastIndexOf(u'>');
    const int from = std::min(static_cast<int>(mark) + (mark >= 0 ? 2 : 1), prefix.markerStart);
    replaceInLine(block, from, prefix.markerStart, QString(std::max(0, prefix.indent + by), u' '));
  }
}

void renumberAfterShift(const QTextBlock& item, const QTextBlock& oldNext) {
  // An item that has become the first of a list starts it with 1.
  for (const QTextBlock& b : {item, oldNext}) {
    if (b.isValid() && firstNumber(b) >= 0) renumber(b, sibling(b, false).isValid() ? -1 : 1);
  }
}

bool shiftCode(QTextCursor& cursor, bool deeper) {
  const auto [first, last] = selectedLines(cursor);
  if (first == last && deeper) {
    cursor.insertText(QString(4 - cursor.positionInBlock() % 4, u' '));
    return true;
  }
  for (QTextBlock b = first; b.isValid(); b = b.next()) {
    const QString line = b.text();
    if (deeper) {
      if (!line.isEmpty()) replaceInLine(b, 0, 0, u"    "_s);
    } else if (line.startsWith(u'\t')) {
      replaceInLine(b, 0, 1, QString());
    } else {
      replaceInLine(b, 0, static_cast<int>(std::min<qsizetype>(4, leadingSpace(line).size())), QString());
    }
    if (b == last) break;
  }
  return true;
}

/// Moves the items of the selection with all below them one level.
bool shiftItems(QTextCursor& cursor, bool deeper) {
  const auto [first, last] = selectedLines(cursor);
  const LinePrefix prefix = LinePrefix::of(first.text());
  if (!prefix.isItem()) return false;
  const QTextBlock parent = parentItem(first, prefix.indent);
  int by = 0;
  if (deeper) {
    const QTextBlock above = sibling(first, false);
    if (above.isValid()) by = itemColumn(LinePrefix::of(above.text())) - prefix.indent;
  } else {
    by = (parent.isValid() ? LinePrefix::of(parent.text()).indent : 0) - prefix.indent;
  }
  if (by == 0) return true;
  const QTextBlock below = subtreeEnd(first, prefix.indent);
  const QTextBlock end =
      below.blockNumber() > last.blockNumber() ? below : subtreeEnd(last, LinePrefix::of(last.text()).indent);
  const QTextBlock oldNext = sibling(last, true);
  for (QTextBlock b = first; b.isValid(); b = b.next()) {
    shiftLine(b, by);
    if (b == end) break;
  }
  renumberAfterShift(first, oldNext);
  return true;
}

}  // namespace

bool indent(QTextCursor& cursor) {
  const Step step(cursor);
  const LineState state = LineState::of(cursor.block());
  if (state.isCode() || state.kind == Kind::Math) return shiftCode(cursor, true);
  if (state.kind == Kind::Table) return nextCell(cursor, true);
  return shiftItems(cursor, true);
}

bool outdent(QTextCursor& cursor) {
  const Step step(cursor);
  const LineState state = LineState::of(cursor.block());
  if (state.isCode() || state.kind == Kind::Math) return shiftCode(cursor, false);
  if (state.kind == Kind::Table) return nextCell(cursor, false);
  return shiftItems(cursor, false);
}

bool tick(QTextCursor& cursor) {
  const QTextBlock block = cursor.block();
  const LinePrefix prefix = LinePrefix::of(block.text());
  if (prefix.taskStart < 0 || LineState::of(block).isOpaque()) return false;
  const Step step(cursor);
  // Insert before removing: a cursor inside the box stays where it is.
  replaceInLine(block, prefix.taskStart + 1, prefix.taskStart + 2, prefix.ticked ? u" "_s : u"x"_s);
  return true;
}

namespace {

bool typeOver(QTextCursor& cursor, QChar character) {
  const QString line = cursor.block().text();
  const int at = cursor.positionInBlock();
  if (at >= line.size() || line[at] != character) return false;
  const QString before = line.left(at);
  if (character == u']') {
    const bool open = before.lastIndexOf(u"[[") > before.lastIndexOf(u"]]") ||
                      before.lastIndexOf(u"[@") > before.lastIndexOf(u']');
    if (!open || line.count(u'[') != line.count(u']')) return false;
  } else if (character == u'$') {
    if (before.count(u"$$"_s) % 2 == 0 && !(before.endsWith(u'$') && line.count(u'$') % 2 == 0 && at > 2))
      return false;
    if (before.endsWith(u"$$")) return false;
  } else {
    return false;
  }
  cursor.movePosition(QTextCursor::NextCharacter);
  return true;
}

/// The last mark of a closing fence, typed on a line of its own: it goes to the column of the fence that it
/// closes, since CommonMark (section 4.5) reads one indented by four or more as code. Where the fence is
/// closed on the next line, writing goes on behind that one.
bool closeFence(QTextCursor& cursor, QChar character) {
  const QTextBlock block = cursor.block();
  const LineState state = LineState::of(block);
  if (state.kind != Kind::Code || state.open != Open::Fence || character != state.fenceCharacter)
    return false;
  QTextBlock opening = block.previous();
  while (opening.isValid() && LineState::of(opening).kind != Kind::Fence)
    opening = opening.previous();
  if (!opening.isValid() || !cursor.atBlockEnd()) return false;
  const QString lead = leadUnder(opening.text(), LinePrefix::of(opening.text()));
  const QString mark(state.fenceLength, character);
  QString typed = block.text();
  if (state.quoteDepth > 0) typed.remove(0, LinePrefix::of(typed).markerStart);
  if (typed.trimmed() + character != mark) return false;
  const Step step(cursor);
  const QTextBlock below = block.next();
  const LineState next = LineState::of(below);
  if (below.isValid() && next.kind == Kind::Fence && next.open == Open::Nothing) {
    cursor.setPosition(block.position());
    cursor.setPosition(below.position(), QTextCursor::KeepAnchor);
    cursor.removeSelectedText();
    cursor.movePosition(QTextCursor::EndOfBlock);
    return true;
  }
  replaceInLine(block, 0, block.length() - 1, lead + mark);
  cursor.setPosition(block.position() + block.length() - 1);
  return true;
}

bool closePair(QTextCursor& cursor, QChar character) {
  const QString line = cursor.block().text();
  const int at = cursor.positionInBlock();
  const QChar before = at > 0 ? line[at - 1] : QChar();
  const QChar after = at < line.size() ? line[at] : QChar(u' ');
  if (after.isLetterOrNumber()) return false;
  QString closing;
  if (character == u'[' && before == u'[' && (at < 2 || line[at - 2] != u'[')) closing = u"]]"_s;
  if (character == u'@' && before == u'[') closing = u"]"_s;
  if (character == u'$' && before == u'$' && after != u'$' &&
      (at < 2 || (line[at - 2] != u'$' && line[at - 2] != u'\\')) && line.left(at).count(u'$') % 2 == 1) {
    closing = u"$$"_s;
  }
  if (closing.isEmpty()) return false;
  const Step step(cursor);
  cursor.insertText(character + closing);
  cursor.movePosition(QTextCursor::PreviousCharacter, QTextCursor::MoveAnchor,
                      static_cast<int>(closing.size()));
  return true;
}

}  // namespace

bool typeCharacter(QTextCursor& cursor, QChar character) {
  if (!cursor.hasSelection() && closeFence(cursor, character)) return true;
  if (LineState::of(cursor.block()).isOpaque()) return false;
  if (!cursor.hasSelection()) return typeOver(cursor, character) || closePair(cursor, character);
  constexpr std::array<std::pair<char16_t, char16_t>, 8> kPairs = {{{u'*', u'*'},
                                                                    {u'_', u'_'},
                                                                    {u'`', u'`'},
                                                                    {u'[', u']'},
                                                                    {u'(', u')'},
                                                                    {u'"', u'"'},
                                                                    {u'$', u'$'},
                                                                    {u'~', u'~'}}};
  const auto it =
      std::find_if(kPairs.begin(), kPairs.end(), [&](const auto& pair) { return character == pair.first; });
  if (it == kPairs.end()) return false;
  wrapSelection(cursor, QString(QChar(it->first)), QString(QChar(it->second)));
  return true;
}

}  // namespace offprint
