#include "ui/library/ItemView.h"

#include <algorithm>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>

#include "ui/library/ItemDelegate.h"
#include "ui/library/ItemListModel.h"
#include "ui/widgets/OverlayScrollBar.h"

using namespace Qt::StringLiterals;

namespace offprint {

ItemView::ItemView(Appearance& look, ItemListModel* model, QWidget* parent)
    : QAbstractItemView(parent), look_(look), model_(model) {
  setObjectName(u"items"_s);
  setFrameShape(QFrame::NoFrame);
  setSelectionMode(ExtendedSelection);
  setSelectionBehavior(SelectRows);
  setEditTriggers(NoEditTriggers);
  setVerticalScrollMode(ScrollPerPixel);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setDragEnabled(true);
  setDragDropMode(DragOnly);
  viewport()->setMouseTracking(true);
  viewport()->setAttribute(Qt::WA_Hover);
  setModel(model);
  new OverlayScrollBar(this);
  connect(&look_, &Appearance::changed, this, [this] {
    measureAll();
    viewport()->update();
  });
}

void ItemView::setItemDelegateOfList(ItemDelegate* delegate) {
  delegate_ = delegate;
  setItemDelegate(delegate);
  measureAll();
}

void ItemView::measureAgain() {
  measureAll();
  viewport()->update();
  if (currentIndex().isValid()) scrollTo(currentIndex());
}

void ItemView::reset() {
  QAbstractItemView::reset();
  hover_ = -1;
  measureAll();
  verticalScrollBar()->setValue(0);
}

void ItemView::measureAll() {
  heights_.resize(model_->rowCount());
  measure(0, static_cast<int>(heights_.size()) - 1);
}

void ItemView::measure(int first, int last) {
  if (!delegate_) return;
  for (int row = first; row <= last; ++row)
    heights_[row] = delegate_->heightOf(*model_, row, viewport()->width());
  tops_.resize(heights_.size());
  int y = look_.ipx(2);
  for (qsizetype row = 0; row < heights_.size(); ++row) {
    tops_[row] = y;
    y += heights_[row];
  }
  contentHeight_ = heights_.isEmpty() ? 0 : y + look_.ipx(8);
  updateGeometries();
}

void ItemView::dataChanged(const QModelIndex& first, const QModelIndex& last, const QList<int>& roles) {
  QAbstractItemView::dataChanged(first, last, roles);
  if (last.row() >= heights_.size()) return;
  // What is at the top of the screen stays there although rows above it may have grown.
  const int anchor = rowAtContentY(verticalOffset());
  const int within = anchor >= 0 ? verticalOffset() - tops_[anchor] : 0;
  measure(first.row(), last.row());
  if (anchor > 0) verticalScrollBar()->setValue(tops_[anchor] + within);
  viewport()->update();
}

int ItemView::rowAtContentY(int y) const {
  if (tops_.isEmpty() || y < 0 || y >= tops_.constLast() + heights_.constLast()) return -1;
  const auto after = std::upper_bound(tops_.cbegin(), tops_.cend(), y);
  return std::max(0, static_cast<int>(after - tops_.cbegin()) - 1);
}

QRect ItemView::visualRect(const QModelIndex& index) const {
  if (!index.isValid() || index.row() >= tops_.size()) return {};
  return QRect(0, tops_[index.row()] - verticalOffset(), viewport()->width(), heights_[index.row()]);
}

void ItemView::scrollTo(const QModelIndex& index, ScrollHint hint) {
  if (!isVisible()) {
    // How much room there is, is known when the view is shown.
    scrollWhenShown_ = index;
    return;
  }
  QRect rect = visualRect(index);
  if (!rect.isValid()) return;
  // The first row of a group is seen with the group's name.
  if (index.row() > 0 && !model_->idAt(index.row() - 1).valid())
    rect.setTop(rect.top() - heights_[index.row() - 1]);
  const int room = viewport()->height();
  int by = 0;
  if (hint == PositionAtCenter) {
    by = rect.center().y() - room / 2;
  } else if (rect.top() < 0 || hint == PositionAtTop) {
    by = rect.top();
  } else if (rect.bottom() >= room) {
    by = std::min(rect.bottom() - room + 1, rect.top());
  }
  verticalScrollBar()->setValue(verticalScrollBar()->value() + by);
}

void ItemView::showEvent(QShowEvent* event) {
  QAbstractItemView::showEvent(event);
  if (scrollWhenShown_.isValid()) scrollTo(scrollWhenShown_);
  scrollWhenShown_ = QPersistentModelIndex();
}

QModelIndex ItemView::indexAt(const QPoint& point) const {
  const int row = rowAtContentY(point.y() + verticalOffset());
  return row < 0 ? QModelIndex() : model_->index(row);
}

int ItemView::nextItem(int row, int by) const {
  for (int i = row + by; i >= 0 && i < model_->rowCount(); i += by) {
    if (model_->idAt(i).valid()) return i;
  }
  return row;
}

QModelIndex ItemView::moveCursor(CursorAction action, Qt::KeyboardModifiers) {
  const int rows = model_->rowCount();
  if (rows == 0) return {};
  const int at = currentIndex().isValid() ? currentIndex().row() : -1;
  const int page = viewport()->height();
  switch (action) {
    case MoveUp:
    case MovePrevious:
    case MoveLeft:
      return model_->index(at < 0 ? nextItem(rows, -1) : nextItem(at, -1));
    case MoveDown:
    case MoveNext:
    case MoveRight:
      return model_->index(nextItem(at, 1));
    case MoveHome:
      return model_->index(nextItem(-1, 1));
    case MoveEnd:
      return model_->index(nextItem(rows, -1));
    case MovePageUp: {
      const int row = rowAtContentY(std::max(0, tops_.value(std::max(at, 0)) - page));
      return model_->index(nextItem(std::max(row, 0) - 1, 1));
    }
    case MovePageDown: {
      const int row = rowAtContentY(std::min(contentHeight_ - 1, tops_.value(std::max(at, 0)) + page));
      return model_->index(nextItem(row < 0 ? rows : row + 1, -1));
    }
  }
  return {};
}

int ItemView::verticalOffset() const {
  return verticalScrollBar()->value();
}

void ItemView::setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags flags) {
  const int first = rowAtContentY(std::max(0, rect.top() + verticalOffset()));
  const int last = rowAtContentY(std::max(0, std::min(contentHeight_ - 1, rect.bottom() + verticalOffset())));
  if (first < 0 || last < 0) {
    selectionModel()->select(QItemSelection(), flags);
    return;
  }
  selectionModel()->select(
      QItemSelection(model_->index(std::min(first, last)), model_->index(std::max(first, last))), flags);
}

QRegion ItemView::visualRegionForSelection(const QItemSelection& selection) const {
  QRegion region;
  for (const QItemSelectionRange& range : selection) {
    region += visualRect(range.topLeft()).united(visualRect(range.bottomRight()));
  }
  // Lines between rows depend on their neighbours' selection.
  return region.translated(0, -1) + region.translated(0, 1);
}

void ItemView::updateGeometries() {
  verticalScrollBar()->setPageStep(viewport()->height());
  verticalScrollBar()->setSingleStep(look_.ipx(24));
  verticalScrollBar()->setRange(0, std::max(0, contentHeight_ - viewport()->height()));
  QAbstractItemView::updateGeometries();
}

void ItemView::paintEvent(QPaintEvent* event) {
  if (!delegate_) return;
  QPainter painter(viewport());
  const int from = std::max(0, rowAtContentY(std::max(0, event->rect().top() + verticalOffset())));
  QStyleOptionViewItem option;
  initViewItemOption(&option);
  option.widget = this;
  for (int row = from; row < model_->rowCount(); ++row) {
    const QModelIndex index = model_->index(row);
    option.rect = visualRect(index);
    if (option.rect.top() > event->rect().bottom()) break;
    const auto selected = [&](int other) {
      return other >= 0 && selectionModel()->isSelected(model_->index(other));
    };
    option.state = QStyle::State_Enabled;
    option.state.setFlag(QStyle::State_Selected, selected(row));
    option.state.setFlag(QStyle::State_Active, window()->isActiveWindow());
    option.state.setFlag(QStyle::State_MouseOver, row == hover_);
    const bool ringed = hasFocus() && index == currentIndex() && selectionModel()->selectedRows().size() > 1;
    option.state.setFlag(QStyle::State_HasFocus, ringed);
    const bool line = row > 0 && model_->idAt(row - 1).valid() && !selected(row) && !selected(row - 1);
    option.features.setFlag(QStyleOptionViewItem::Alternate, line);
    delegate_->paint(&painter, option, index);
  }
}

void ItemView::resizeEvent(QResizeEvent* event) {
  QAbstractItemView::resizeEvent(event);
  if (event->size().width() != event->oldSize().width()) {
    measureAll();
  } else {
    updateGeometries();
  }
}

void ItemView::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
    Q_EMIT openRequested();
    return;
  }
  QAbstractItemView::keyPressEvent(event);
}

void ItemView::mouseDoubleClickEvent(QMouseEvent* event) {
  QAbstractItemView::mouseDoubleClickEvent(event);
  if (indexAt(event->pos()).isValid()) Q_EMIT openRequested();
}

bool ItemView::viewportEvent(QEvent* event) {
  const QEvent::Type type = event->type();
  if (type == QEvent::HoverMove || type == QEvent::HoverEnter || type == QEvent::HoverLeave) {
    const int before = hover_;
    hover_ = type == QEvent::HoverLeave
                 ? -1
                 : indexAt(static_cast<QHoverEvent*>(event)->position().toPoint()).row();
    if (before != hover_) {
      viewport()->update(visualRect(model_->index(before)));
      viewport()->update(visualRect(model_->index(hover_)));
    }
  }
  return QAbstractItemView::viewportEvent(event);
}

}  // namespace offprint

#include "moc_ItemView.cpp"
