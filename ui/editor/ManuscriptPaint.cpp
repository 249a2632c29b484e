#include <algorithm>
#include <cmath>
#include <QPainter>
#include <QTextDocument>
#include <QTextLayout>

#include "ui/editor/ManuscriptLayout.h"

// How ManuscriptLayout draws what it has laid out.

namespace offprint {
namespace {

constexpr qreal dimmed = 0.38;  // ink of what is not written at

}  // namespace

void ManuscriptLayout::setLit(int first, int last) {
  if (first == firstLit_ && last == lastLit_) return;
  firstLit_ = first;
  lastLit_ = last;
  Q_EMIT update();
}

bool ManuscriptLayout::isDimmed(const QTextBlock& block) const {
  return firstLit_ >= 0 && (block.blockNumber() < firstLit_ || block.blockNumber() > lastLit_);
}

void ManuscriptLayout::draw(QPainter* painter, const PaintContext& context) {
  const QRectF clip = context.clip.isValid() ? context.clip : QRectF(QPointF(), documentSize());
  layUntil(-1, clip.bottom(), -1);
  for (QTextBlock block = blockAt(clip.top()); block.isValid(); block = block.next()) {
    const auto number = static_cast<std::size_t>(block.blockNumber());
    if (static_cast<int>(number) >= laid_ || boxes_[number].top > clip.bottom()) break;
    painter->setOpacity(isDimmed(block) ? dimmed : 1);
    drawBlock(painter, block, context, clip);
  }
  painter->setOpacity(1);
}

void ManuscriptLayout::drawBlock(QPainter* painter, const QTextBlock& block, const PaintContext& context,
                                 const QRectF& clip) const {
  const Box& box = boxes_[static_cast<std::size_t>(block.blockNumber())];
  drawGround(painter, block, box);
  drawHits(painter, block, box, clip);
  QList<QTextLayout::FormatRange> inks;
  for (const Selection& selection : context.selections) {
    const int start = std::max(selection.cursor.selectionStart() - block.position(), 0);
    const int end = std::min(selection.cursor.selectionEnd() - block.position(), block.length());
    if (end <= start) continue;
    drawSpan(painter, block, box, {start, end}, clip, selection.format.background().color());
    QTextCharFormat ink;
    if (selection.format.hasProperty(QTextFormat::ForegroundBrush))
      ink.setForeground(selection.format.foreground());
    inks.append({start, std::min(end, block.length() - 1) - start, ink});
  }
  painter->setPen(context.palette.color(QPalette::Text));
  block.layout()->draw(painter, {}, inks, clip);
  const int caret = context.cursorPosition;
  if (caret < -1 && !block.layout()->preeditAreaText().isEmpty()) {  // inside text an input method composes
    drawCaret(painter, block, block.layout()->preeditAreaPosition() - (caret + 2));
  } else if (caret >= block.position() && caret < block.position() + block.length()) {
    drawCaret(painter, block, caret - block.position());
  }
}

void ManuscriptLayout::drawGround(QPainter* painter, const QTextBlock& block, const Box& box) const {
  if (LineState::of(block).isCode()) {
    const qreal inset = 14 * style_.pitch / 27;
    painter->fillRect(QRectF(columnLeft() - inset, box.top, columnWidth() + 2 * inset, box.height),
                      style_.codeGround);
  }
  const Change change = changeSource_ ? changeSource_(block) : Change::None;
  if (change == Change::None) return;
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(Qt::NoPen);
  painter->setBrush(change == Change::Added ? style_.addedBar : style_.changedBar);
  const qreal unit = style_.pitch / 27;
  painter->drawRoundedRect(
      QRectF(columnLeft() - 30 * unit, box.top + 3 * unit, 3 * unit, box.height - 6 * unit), 1.5 * unit,
      1.5 * unit);
  painter->restore();
}

void ManuscriptLayout::drawHits(QPainter* painter, const QTextBlock& block, const Box& box,
                                const QRectF& clip) const {
  const int from = block.position();
  const int to = from + block.length() - 1;
  auto it = std::lower_bound(hits_.begin(), hits_.end(), from,
                             [](const Range& hit, int at) { return hit.end <= at; });
  for (; it != hits_.end() && it->start < to; ++it) {
    const bool current = it - hits_.begin() == currentHit_;
    drawSpan(painter, block, box,
             {std::max(it->start - from, 0), std::min(it->end - from, block.length() - 1)}, clip,
             current ? style_.currentHit : style_.hit);
  }
}

/// Paints the ground of some characters of a paragraph over the whole pitch of each line, so that the lines
/// of a selection close up; its end may include the paragraph's, which shows as a small stub.
void ManuscriptLayout::drawSpan(QPainter* painter, const QTextBlock& block, const Box& box, Range range,
                                const QRectF& clip, const QColor& color) const {
  const QTextLayout& layout = *block.layout();
  const QPointF corner(origin(), box.top);
  const qreal stub = style_.pitch / 4;
  for (int i = 0; i < layout.lineCount(); ++i) {
    const QTextLine line = layout.lineAt(i);
    const int lineEnd = line.textStart() + line.textLength();
    const int from = std::max(range.start, line.textStart());
    const int to = std::min(range.end, lineEnd);
    const bool last = i + 1 == layout.lineCount();
    const bool breakInside = last && range.end >= block.length();
    if (from > to || (from == to && !breakInside)) continue;
    const qreal top = corner.y() + line.y() + line.ascent() - baseline_;
    if (top > clip.bottom() || top + style_.pitch < clip.top()) continue;
    const qreal height = std::min(style_.pitch, std::max(box.height - (top - corner.y()), style_.pitch / 2));
    // In a line of both directions a range is several stretches: character by character, joined.
    QRectF stretch;
    const auto flush = [&] {
      if (!stretch.isEmpty()) painter->fillRect(stretch, color);
      stretch = {};
    };
    for (int at = from; at < to;) {
      int next = layout.nextCursorPosition(at);
      if (next <= at || next > to) next = to;
      const qreal a = line.cursorToX(at);
      const qreal b = line.cursorToX(next, QTextLine::Leading);
      const QRectF cell(corner.x() + std::min(a, b), top, std::abs(b - a), height);
      if (!stretch.isEmpty() &&
          (std::abs(stretch.right() - cell.left()) < 0.5 || std::abs(cell.right() - stretch.left()) < 0.5)) {
        stretch = stretch.united(cell);
      } else {
        flush();
        stretch = cell;
      }
      at = next;
    }
    flush();
    if (breakInside)
      painter->fillRect(QRectF(corner.x() + line.cursorToX(std::max(to, from)), top, stub, height), color);
  }
}

void ManuscriptLayout::drawCaret(QPainter* painter, const QTextBlock& block, int position) const {
  const QTextLayout& layout = *block.layout();
  const QTextLine line = layout.lineForTextPosition(position);
  if (!line.isValid()) return;
  const Box& box = boxes_[static_cast<std::size_t>(block.blockNumber())];
  const qreal x = origin() + line.cursorToX(position);
  const qreal base = box.top + line.y() + line.ascent();
  painter->fillRect(
      QRectF(std::floor(x), std::floor(base - ascent_ * 0.94), cursorWidth_, std::ceil(ascent_ * 1.16)),
      style_.caret);
}

}  // namespace offprint
