#include "ui/editor/ManuscriptLayout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <QElapsedTimer>
#include <QFontMetricsF>
#include <QTextDocument>
#include <QTextLayout>
#include <QTimerEvent>

namespace offprint {
namespace {

constexpr qreal kBlankRatio = 0.52;    // a blank line after text, in pitches
constexpr qreal kHeadingSpace = 0.45;  // above a heading, in pitches
constexpr qreal kTableSpace = 0.85;    // above a table: with the blank line there, the bar for tables fits in
constexpr int kSliceMs = 6;            // an idle slice; well within a frame
constexpr int kEagerBlocks = 200;      // an edit of more paragraphs is laid out as it is looked at

}  // namespace

/// How the lines of one paragraph are set.
struct ManuscriptLayout::Setting {
  LineState state;
  int prefix = 0;        ///< characters of the hanging marker, preedit text included
  bool outdent = false;  ///< the marker hangs outside the column
  bool wrap = true;
  bool rightToLeft = false;
  bool headsTable = false;  ///< the first line of a table
};

ManuscriptLayout::ManuscriptLayout(QTextDocument* document, const ManuscriptStyle& style)
    : QAbstractTextDocumentLayout(document), style_(style), pageSize_(document->pageSize()) {
  updateBaseline();
  boxes_.resize(static_cast<std::size_t>(document->blockCount()));
  laidColumn_ = columnWidth();
  updateTotal();
}

void ManuscriptLayout::updateBaseline() {
  const QFontMetricsF metrics(style_.text);
  ascent_ = metrics.ascent();
  baseline_ = (style_.pitch - metrics.ascent() - metrics.descent()) / 2 + metrics.ascent();
}

void ManuscriptLayout::setStyle(const ManuscriptStyle& style) {
  style_ = style;
  updateBaseline();
  layAgain();
}

void ManuscriptLayout::setMargins(qreal top, qreal bottom) {
  if (qFuzzyCompare(top, topMargin_) && qFuzzyCompare(bottom, bottomMargin_)) return;
  topMargin_ = top;
  bottomMargin_ = bottom;
  stack(0);
  updateTotal();
  announceSize();
  Q_EMIT update();
}

void ManuscriptLayout::setChangeSource(std::function<Change(const QTextBlock&)> source) {
  changeSource_ = std::move(source);
  Q_EMIT update();
}

void ManuscriptLayout::setHits(std::vector<Range> hits, int current) {
  hits_ = std::move(hits);
  currentHit_ = current;
  Q_EMIT update();
}

qreal ManuscriptLayout::pageWidth() const {
  return std::max<qreal>(document()->pageSize().width(), 240);
}
qreal ManuscriptLayout::columnWidth() const {
  return std::min(style_.measure, pageWidth() - 2 * style_.gutter);
}
qreal ManuscriptLayout::columnLeft() const {
  return std::floor((pageWidth() - columnWidth()) / 2);
}

int ManuscriptLayout::pageCount() const {
  return 1;
}

QSizeF ManuscriptLayout::documentSize() const {
  const qreal wide = widest_ > columnWidth() ? columnLeft() + widest_ + style_.gutter / 2 : 0;
  return {std::max(pageWidth(), wide), total_};
}

QRectF ManuscriptLayout::frameBoundingRect(QTextFrame*) const {
  return {QPointF(), documentSize()};
}

QRectF ManuscriptLayout::blockBoundingRect(const QTextBlock& block) const {
  if (!block.isValid() || block.blockNumber() >= static_cast<int>(boxes_.size())) return {};
  layTo(block);
  const Box& box = boxes_[static_cast<std::size_t>(block.blockNumber())];
  return {origin(), box.top, columnWidth() + style_.gutter, box.height};
}

QTextBlock ManuscriptLayout::blockAt(qreal y) const {
  if (boxes_.empty()) return {};
  layUntil(-1, y, -1);
  const auto end = boxes_.begin() + laid_;
  const auto it =
      std::upper_bound(boxes_.begin(), end, y, [](qreal v, const Box& box) { return v < box.top; });
  return document()->findBlockByNumber(std::max(0, static_cast<int>(it - boxes_.begin()) - 1));
}

bool ManuscriptLayout::isWideBetween(qreal top, qreal bottom) const {
  if (widest_ <= columnWidth()) return false;
  for (int i = blockAt(top).blockNumber(); i >= 0 && i < laid_; ++i) {
    const Box& box = boxes_[static_cast<std::size_t>(i)];
    if (box.top > bottom) break;
    if (box.width > columnWidth()) return true;
  }
  return false;
}

qreal ManuscriptLayout::textTop(const QTextBlock& block) const {
  const qreal top = blockBoundingRect(block).top();
  const QTextLine line = block.layout()->lineAt(0);
  return line.isValid() ? top + line.y() + line.ascent() - baseline_ : top;
}

int ManuscriptLayout::hitTest(const QPointF& point, Qt::HitTestAccuracy accuracy) const {
  const QTextBlock block = blockAt(point.y());
  if (!block.isValid()) return -1;
  const Box& box = boxes_[static_cast<std::size_t>(block.blockNumber())];
  const QTextLayout* layout = block.layout();
  const qreal y = point.y() - box.top;
  const qreal x = point.x() - origin();
  for (int i = 0; i < layout->lineCount(); ++i) {
    const QTextLine line = layout->lineAt(i);
    const bool last = i + 1 == layout->lineCount();
    const qreal bottom =
        last ? box.height : layout->lineAt(i + 1).y() + layout->lineAt(i + 1).ascent() - baseline_;
    if (y >= bottom && !last) continue;
    const QRectF used = line.naturalTextRect();
    if (accuracy == Qt::ExactHit && (y < 0 || y > box.height || x < used.left() || x > used.right()))
      return -1;
    int offset = line.xToCursor(x);
    const int preedit = layout->preeditAreaPosition();
    if (preedit >= 0 && offset > preedit) {
      offset -= std::min(offset - preedit, static_cast<int>(layout->preeditAreaText().size()));
    }
    return block.position() + std::min(offset, block.length() - 1);
  }
  return block.position();
}

void ManuscriptLayout::complete() {
  layUntil(std::numeric_limits<int>::max(), -1, -1);
  announceSize();
}

void ManuscriptLayout::forget() {
  laid_ = 0;
}

void ManuscriptLayout::layAgain() {
  forget();
  laidColumn_ = columnWidth();
  layUntil(-1, seen_, -1);
  announceSize();
  Q_EMIT update();
}

void ManuscriptLayout::documentChanged(int from, int charsRemoved, int charsAdded) {
  const int count = document()->blockCount();
  if (document()->pageSize() != pageSize_) {  // only QTextDocument::setPageSize() calls so, without an edit
    pageSize_ = document()->pageSize();
    if (qFuzzyCompare(columnWidth(), laidColumn_)) {
      stack(0);
      updateTotal();
      announceSize();
      Q_EMIT update();
      return;
    }
    return layAgain();
  }
  shiftHits(from, charsRemoved, charsAdded);
  QTextBlock block = document()->findBlock(from);
  if (!block.isValid()) block = document()->firstBlock();
  const int first = block.blockNumber();
  const QTextBlock lastBlock =
      document()->findBlock(std::min(from + charsAdded, document()->characterCount() - 1));
  const int last = lastBlock.isValid() ? lastBlock.blockNumber() : count - 1;
  const int delta = count - static_cast<int>(boxes_.size());
  // Whatever was inserted or removed lies behind the first changed paragraph, and all changed ones are laid
  // out afresh: it does not matter which boxes go.
  if (delta > 0)
    boxes_.insert(boxes_.begin() + std::min<std::ptrdiff_t>(first + 1, std::ssize(boxes_)),
                  static_cast<std::size_t>(delta), {});
  if (delta < 0) {
    const auto at = boxes_.begin() + std::min<std::ptrdiff_t>(first + 1, std::ssize(boxes_) + delta);
    boxes_.erase(at, at - delta);
  }
  const qreal oldTotal = total_;
  const bool knew = first < laid_;
  const int end = std::min(last + 2, count);  // one more: the height of a blank line hangs on the line above
  if (!knew) {
    // Nothing that anybody looked at.
  } else if (end - first > kEagerBlocks) {
    laid_ = first;
    layUntil(-1, seen_, -1);
  } else {
    for (int i = first; i < end && block.isValid(); ++i, block = block.next()) {
      boxes_[static_cast<std::size_t>(i)] = lay(block);
    }
    laid_ = std::max(std::min(laid_ + delta, count), end);
    stack(first);
  }
  updateTotal();
  if (laid_ < count) idle_.start(0, this);
  announceSize();
  const qreal top = knew && first < laid_ ? boxes_[static_cast<std::size_t>(first)].top : 0;
  const bool moved = !qFuzzyCompare(oldTotal, total_) || delta != 0 || end > laid_;
  const qreal bottom = moved ? std::max(total_, oldTotal)
                             : boxes_[static_cast<std::size_t>(end - 1)].top +
                                   boxes_[static_cast<std::size_t>(end - 1)].height;
  Q_EMIT update(QRectF(0, top - style_.pitch, documentSize().width(), bottom - top + 2 * style_.pitch));
}

void ManuscriptLayout::shiftHits(int from, int charsRemoved, int charsAdded) {
  if (hits_.empty() || charsRemoved == charsAdded) return;
  const int delta = charsAdded - charsRemoved;
  std::erase_if(hits_, [&](const Range& hit) { return hit.end > from && hit.start < from + charsRemoved; });
  for (Range& hit : hits_) {
    if (hit.start >= from + charsRemoved) hit = {hit.start + delta, hit.end + delta};
  }
  currentHit_ = -1;
}

void ManuscriptLayout::timerEvent(QTimerEvent* event) {
  if (event->timerId() != idle_.timerId()) return QAbstractTextDocumentLayout::timerEvent(event);
  layUntil(std::numeric_limits<int>::max(), -1, kSliceMs);
  if (laid_ >= static_cast<int>(boxes_.size())) idle_.stop();
  announceSize();
}

qreal ManuscriptLayout::laidBottom() const {
  if (laid_ == 0) return topMargin_;
  const Box& box = boxes_[static_cast<std::size_t>(laid_ - 1)];
  return box.top + box.height;
}

void ManuscriptLayout::layUntil(int block, qreal y, int budgetMs) const {
  seen_ = std::max(seen_, y);
  const int count = std::min(static_cast<int>(boxes_.size()), document()->blockCount());
  if (laid_ >= count || (block < laid_ && laidBottom() > y)) return;
  QElapsedTimer clock;
  clock.start();
  QTextBlock next = document()->findBlockByNumber(laid_);
  const qreal left = origin();
  while (laid_ < count && (laid_ <= block || laidBottom() <= y) && next.isValid()) {
    Box box = lay(next);
    box.top = laidBottom();
    next.layout()->setPosition({left, box.top});
    boxes_[static_cast<std::size_t>(laid_)] = box;
    ++laid_;
    next = next.next();
    if (budgetMs >= 0 && clock.elapsed() >= budgetMs) break;
  }
  updateTotal();
  // The new size is announced from the timer: this may run inside a paint event.
  if (!idle_.isActive()) idle_.start(0, const_cast<ManuscriptLayout*>(this));
}

void ManuscriptLayout::stack(int from) const {
  qreal y = from > 0 ? boxes_[static_cast<std::size_t>(from - 1)].top +
                           boxes_[static_cast<std::size_t>(from - 1)].height
                     : topMargin_;
  const qreal left = origin();
  QTextBlock block = document()->findBlockByNumber(from);
  for (int i = from; i < laid_ && block.isValid(); ++i, block = block.next()) {
    Box& box = boxes_[static_cast<std::size_t>(i)];
    box.top = y;
    block.layout()->setPosition({left, y});  // accessibility reads it for the rectangle of a character
    y += box.height;
  }
}

void ManuscriptLayout::updateTotal() const {
  const int count = static_cast<int>(boxes_.size());
  widest_ = 0;
  for (int i = 0; i < laid_; ++i)
    widest_ = std::max(widest_, boxes_[static_cast<std::size_t>(i)].width);
  qreal rest = 0;
  if (laid_ < count) {
    // As high as the characters before, or as a first guess at 70 characters a line.
    const int known = laid_ > 0 ? document()->findBlockByNumber(laid_).position() : 0;
    const int unknown = document()->characterCount() - known;
    const qreal each = known > 400 ? (laidBottom() - topMargin_) / known : style_.pitch / 70;
    rest = unknown * each;
  }
  total_ = std::ceil(laidBottom() + rest + bottomMargin_);
}

void ManuscriptLayout::announceSize() {
  if (announced_ == documentSize()) return;
  announced_ = documentSize();
  Q_EMIT documentSizeChanged(announced_);
}

ManuscriptLayout::Box ManuscriptLayout::lay(const QTextBlock& block) const {
  using Kind = LineState::Kind;
  QTextLayout& layout = *block.layout();
  const QString text = block.text();
  Setting setting{LineState::of(block)};
  const Kind kind = setting.state.kind;
  if (kind == Kind::Text || kind == Kind::Heading) {
    const LinePrefix prefix = LinePrefix::of(text);
    setting.prefix = prefix.contentStart;
    setting.outdent = prefix.headingLevel > 0;
    const int preedit = layout.preeditAreaPosition();
    if (preedit >= 0 && preedit < setting.prefix)
      setting.prefix += static_cast<int>(layout.preeditAreaText().size());
  }
  setting.wrap = kind != Kind::Table;
  setting.headsTable = kind == Kind::Table &&
                       (!block.previous().isValid() || LineState::of(block.previous()).kind != Kind::Table);
  QTextOption option;
  option.setWrapMode(setting.wrap ? QTextOption::WrapAtWordBoundaryOrAnywhere : QTextOption::NoWrap);
  option.setTabStopDistance(QFontMetricsF(style_.mono).horizontalAdvance(u' ') * 4);
  option.setTextDirection(setting.state.isOpaque() || !setting.wrap ? Qt::LeftToRight
                                                                    : Qt::LayoutDirectionAuto);
  if (option.textDirection() == Qt::LayoutDirectionAuto &&
      (text + layout.preeditAreaText()).isRightToLeft()) {
    option.setAlignment(Qt::AlignRight);
    setting.rightToLeft = true;
  }
  layout.setTextOption(option);
  Box box;
  setLines(layout, setting, box);
  if (text.isEmpty() && layout.preeditAreaText().isEmpty() && !setting.state.isOpaque()) {
    const QTextBlock previous = block.previous();
    if (previous.isValid() && !previous.text().isEmpty()) box.height = std::round(style_.pitch * kBlankRatio);
  }
  return box;
}

void ManuscriptLayout::setLines(QTextLayout& layout, const Setting& setting, Box& box) const {
  const qreal column = columnWidth();
  const bool heading = setting.state.kind == LineState::Kind::Heading;
  qreal y = heading              ? std::round(style_.pitch * kHeadingSpace)
            : setting.headsTable ? std::round(style_.pitch * kTableSpace)
                                 : 0;
  qreal hang = 0;
  layout.beginLayout();
  for (int i = 0;; ++i, y += style_.pitch) {
    QTextLine line = layout.createLine();
    if (!line.isValid()) break;
    line.setLineWidth(column);
    qreal x = 0;
    if (i == 0 && setting.prefix > 0) {
      hang = std::min(std::abs(line.cursorToX(setting.prefix) - line.cursorToX(0)), column / 2);
      if (setting.outdent) {
        hang = std::min(hang, style_.gutter - 4);
        line.setLineWidth(column + hang);
        x = setting.rightToLeft ? 0 : -hang;
      }
    } else if (i > 0 && hang > 0 && !setting.outdent) {
      line.setLineWidth(column - hang);
      x = setting.rightToLeft ? 0 : hang;
    }
    if (!setting.wrap) box.width = std::max(box.width, line.naturalTextWidth());
    line.setPosition({style_.gutter + x, y + baseline_ - line.ascent()});  // one baseline whatever the faces
  }
  layout.endLayout();
  box.height = std::max(y, style_.pitch);
}

}  // namespace offprint
#include "moc_ManuscriptLayout.cpp"
