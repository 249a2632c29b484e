#include "ui/editor/BlockMoves.h"

#include <algorithm>
#include <QTextBlock>

#include "ui/editor/EditRules.h"
#include "ui/editor/LineSyntax.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Kind = LineState::Kind;

/// Whole lines, both ends included.
struct Lines {
  QTextBlock first;
  QTextBlock last;
  bool isValid() const { return first.isValid() && last.isValid(); }
};

bool isBlank(const QTextBlock& block) {
  return block.text().trimmed().isEmpty() && !LineState::of(block).isOpaque();
}

/// Level of an ATX heading; 0: the line is none.
int headingLevel(const QTextBlock& block) {
  return LineState::of(block).kind == Kind::Heading ? LinePrefix::of(block.text()).headingLevel : 0;
}

QTextBlock withoutTrailingBlanks(const QTextBlock& first, QTextBlock last) {
  while (last.blockNumber() > first.blockNumber() && isBlank(last))
    last = last.previous();
  return last;
}

Lines sectionAt(const QTextBlock& heading) {
  const int level = headingLevel(heading);
  QTextBlock last = heading;
  for (QTextBlock b = heading.next(); b.isValid(); b = b.next()) {
    const int other = headingLevel(b);
    if (other > 0 && other <= level) break;
    last = b;
  }
  return {heading, withoutTrailingBlanks(heading, last)};
}

Lines itemAt(const QTextBlock& item) {
  const int indent = LinePrefix::of(item.text()).indent;
  QTextBlock last = item;
  for (QTextBlock b = item.next(); b.isValid(); b = b.next()) {
    if (!isBlank(b) && LinePrefix::of(b.text()).indent <= indent) break;
    last = b;
  }
  return {item, withoutTrailingBlanks(item, last)};
}

/// The block that holds a line: a fence or formula with both its ends, a heading alone, or a run of lines
/// without a gap.
Lines runAt(const QTextBlock& block) {
  if (headingLevel(block) > 0) return {block, block};
  const auto belongs = [](const QTextBlock& b) { return b.isValid() && !isBlank(b) && headingLevel(b) == 0; };
  QTextBlock first = block;
  QTextBlock last = block;
  while (belongs(first.previous()))
    first = first.previous();
  while (belongs(last.next()))
    last = last.next();
  return {first, last};
}

QTextBlock nextContent(QTextBlock block, bool down) {
  do {
    block = down ? block.next() : block.previous();
  } while (block.isValid() && isBlank(block));
  return block;
}

Lines neighbourSection(const Lines& own, bool down) {
  const int level = headingLevel(own.first);
  for (QTextBlock b = down ? nextContent(own.last, true) : own.first.previous(); b.isValid();
       b = down ? b.next() : b.previous()) {
    const int other = headingLevel(b);
    if (other == level) return sectionAt(b);
    if (other > 0 && other < level) break;
  }
  return {};
}

Lines neighbourItem(const Lines& own, bool down) {
  const LinePrefix prefix = LinePrefix::of(own.first.text());
  if (down) {
    const QTextBlock next = nextContent(own.last, true);
    const LinePrefix other = LinePrefix::of(next.text());
    return next.isValid() && other.isItem() && other.indent == prefix.indent ? itemAt(next) : Lines();
  }
  for (QTextBlock b = own.first.previous(); b.isValid(); b = b.previous()) {
    if (isBlank(b)) continue;
    const LinePrefix other = LinePrefix::of(b.text());
    if (other.indent > prefix.indent) continue;
    return other.isItem() && other.indent == prefix.indent ? itemAt(b) : Lines();
  }
  return {};
}

QTextCursor over(const Lines& lines) {
  QTextCursor cursor(lines.first);
  cursor.setPosition(lines.last.position() + lines.last.length() - 1, QTextCursor::KeepAnchor);
  return cursor;
}

/// Exchanges two stretches of lines, `a` above `b`; what lies between stays.
void exchange(const Lines& a, const Lines& b) {
  QTextCursor upper = over(a);
  QTextCursor lower = over(b);
  const QString upperText = upper.selectedText();
  const QString lowerText = lower.selectedText();
  lower.insertText(upperText);
  upper.insertText(lowerText);
}

}  // namespace

bool moveBlock(QTextCursor& cursor, bool down) {
  const QTextBlock block = cursor.block();
  if (isBlank(block)) return false;
  const bool opaque = LineState::of(block).isOpaque();
  const bool heading = headingLevel(block) > 0;
  const bool item = !opaque && LinePrefix::of(block.text()).isItem();
  const Lines own = heading ? sectionAt(block) : item ? itemAt(block) : runAt(block);
  Lines other;
  if (heading) {
    other = neighbourSection(own, down);
  } else if (item) {
    other = neighbourItem(own, down);
  } else if (const QTextBlock next = nextContent(down ? own.last : own.first, down); next.isValid()) {
    other = runAt(next);
  }
  if (!other.isValid()) return false;
  const int offset = cursor.position() - own.first.position();
  const int ownLength = static_cast<int>(over(own).selectedText().size());
  const int start = down ? over(other).selectionEnd() - ownLength : other.first.position();
  const int number = item ? firstNumber(block) : -1;
  cursor.beginEditBlock();
  if (down) {
    exchange(own, other);
  } else {
    exchange(other, own);
  }
  cursor.setPosition(start + offset);
  if (number >= 0) renumber(cursor.block(), number);
  cursor.endEditBlock();
  return true;
}

bool changeLevel(QTextCursor& cursor, bool deeper) {
  const QTextBlock block = cursor.block();
  const LineState state = LineState::of(block);
  if (state.isOpaque() || state.kind == Kind::Table) return false;
  const int level = headingLevel(block);
  cursor.beginEditBlock();
  bool changed = true;
  if (level > 0) {
    const Lines section = sectionAt(block);
    int highest = level;
    for (QTextBlock b = block; b.isValid(); b = b.next()) {
      highest = deeper ? std::max(highest, headingLevel(b)) : highest;
      if (b == section.last) break;
    }
    if (deeper && level == 6) {
      replaceInLine(block, 0, LinePrefix::of(block.text()).contentStart, QString());
    } else if (deeper ? highest == 6 : level == 1) {
      changed = false;  // the levels below could not follow
    } else {
      for (QTextBlock b = block; b.isValid(); b = b.next()) {
        if (headingLevel(b) > 0) {
          const int at = LinePrefix::of(b.text()).markerStart;
          replaceInLine(b, at, at + (deeper ? 0 : 1), deeper ? u"#"_s : QString());
        }
        if (b == section.last) break;
      }
    }
  } else if (LinePrefix::of(block.text()).isItem()) {
    changed = deeper ? indent(cursor) : outdent(cursor);
  } else if (!deeper && !isBlank(block) && LinePrefix::of(block.text()).quoteDepth == 0) {
    int above = 2;
    for (QTextBlock b = block.previous(); b.isValid(); b = b.previous()) {
      if (headingLevel(b) == 0) continue;
      above = headingLevel(b);
      break;
    }
    replaceInLine(block, 0, LinePrefix::of(block.text()).markerStart, QString(above, u'#') + u' ');
  } else {
    changed = false;
  }
  cursor.endEditBlock();
  return changed;
}

}  // namespace offprint
