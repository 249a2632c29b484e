#include "ui/widgets/FlowLayout.h"

#include <QStyle>
#include <QWidget>

namespace offprint {

FlowLayout::FlowLayout(QWidget* parent, int gap) : QLayout(parent) {
  setContentsMargins(0, 0, 0, 0);
  setSpacing(gap);
}

FlowLayout::~FlowLayout() {
  qDeleteAll(items_);
}

void FlowLayout::setLastStretches(bool stretches) {
  lastStretches_ = stretches;
  invalidate();
}

void FlowLayout::addItem(QLayoutItem* item) {
  items_.append(item);
  invalidate();
}

void FlowLayout::insertWidget(int index, QWidget* widget) {
  addWidget(widget);
  items_.move(items_.size() - 1, index);
  invalidate();
}

int FlowLayout::count() const {
  return static_cast<int>(items_.size());
}

QLayoutItem* FlowLayout::itemAt(int index) const {
  return items_.value(index);
}

QLayoutItem* FlowLayout::takeAt(int index) {
  return index >= 0 && index < items_.size() ? items_.takeAt(index) : nullptr;
}

int FlowLayout::heightForWidth(int width) const {
  return arrange(QRect(0, 0, width, 0), false);
}

QSize FlowLayout::minimumSize() const {
  QSize size;
  for (const QLayoutItem* item : items_)
    size = size.expandedTo(item->minimumSize());
  return size.grownBy(contentsMargins());
}

QSize FlowLayout::sizeHint() const {
  int width = 0;
  int height = 0;
  for (const QLayoutItem* item : items_) {
    width += item->sizeHint().width() + (width > 0 ? spacing() : 0);
    height = qMax(height, item->sizeHint().height());
  }
  return QSize(width, height).grownBy(contentsMargins());
}

void FlowLayout::setGeometry(const QRect& rect) {
  QLayout::setGeometry(rect);
  arrange(rect, true);
}

int FlowLayout::arrange(const QRect& rect, bool apply) const {
  const QRect room = rect.marginsRemoved(contentsMargins());
  const Qt::LayoutDirection direction = parentWidget() ? parentWidget()->layoutDirection() : Qt::LeftToRight;
  int x = room.left();
  int y = room.top();
  int lineHeight = 0;
  for (qsizetype i = 0; i < items_.size(); ++i) {
    QLayoutItem* item = items_[i];
    if (item->isEmpty()) continue;
    QSize size =
        item->sizeHint().boundedTo(QSize(qMax(room.width(), item->minimumSize().width()), QWIDGETSIZE_MAX));
    if (x > room.left() && x + size.width() > room.right() + 1) {
      x = room.left();
      y += lineHeight + spacing();
      lineHeight = 0;
    }
    if (lastStretches_ && i == items_.size() - 1) size.setWidth(qMax(size.width(), room.right() + 1 - x));
    if (apply) item->setGeometry(QStyle::visualRect(direction, room, QRect(QPoint(x, y), size)));
    x += size.width() + spacing();
    lineHeight = qMax(lineHeight, size.height());
  }
  return y + lineHeight - rect.top() + contentsMargins().bottom();
}

}  // namespace offprint

#include "moc_FlowLayout.cpp"
