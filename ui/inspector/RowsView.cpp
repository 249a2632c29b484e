#include "ui/inspector/RowsView.h"

#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

enum Role { Trailing = Qt::UserRole, Indent, Current, Ink };

constexpr qreal rowHeight = 27;

class RowDelegate : public QStyledItemDelegate {
 public:
  RowDelegate(Appearance& look, QObject* parent) : QStyledItemDelegate(parent), look_(look) {}

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return QSize(look_.ipx(80), look_.ipx(rowHeight));
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRect box = option.rect.adjusted(look_.ipx(8), 0, -look_.ipx(8), 0);
    const bool current = index.data(Current).toBool();
    const bool focused = option.state.testFlag(QStyle::State_HasFocus);
    if (current || option.state.testFlag(QStyle::State_MouseOver)) {
      painter->setPen(Qt::NoPen);
      painter->setBrush(look_.color(current ? Token::AccentTint : Token::SurfaceHover));
      painter->drawRoundedRect(box, look_.px(6), look_.px(6));
    }
    QRect line = box.adjusted(look_.ipx(8), 0, -look_.ipx(8), 0);
    painter->setFont(fontFor(look_, TextRole::Meta));
    const QString trailing = index.data(Trailing).toString();
    if (!trailing.isEmpty()) {
      painter->setPen(look_.color(current ? Token::TextSecondary : Token::TextTertiary));
      painter->drawText(line, Qt::AlignVCenter | Qt::AlignRight, trailing);
      line.setRight(line.right() - painter->fontMetrics().horizontalAdvance(trailing) - look_.ipx(8));
    }
    line.setLeft(line.left() + look_.ipx(16) * index.data(Indent).toInt());
    if (const QIcon icon = index.data(Qt::DecorationRole).value<QIcon>(); !icon.isNull()) {
      const int side = look_.ipx(14);
      icon.paint(painter, QRect(line.left(), line.center().y() - side / 2, side, side));
      line.setLeft(line.left() + side + look_.ipx(8));
    }
    painter->setFont(fontFor(look_, current ? TextRole::BodyStrong : TextRole::Body));
    painter->setPen(look_.color(static_cast<Token>(index.data(Ink).toInt())));
    painter->drawText(
        line, Qt::AlignVCenter,
        painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, line.width()));
    if (focused) {
      painter->setBrush(Qt::NoBrush);
      painter->setPen(QPen(look_.color(Token::Accent), 2));
      painter->drawRoundedRect(QRectF(box).adjusted(1, 1, -1, -1), look_.px(5), look_.px(5));
    }
    painter->restore();
  }

 private:
  Appearance& look_;
};

}  // namespace

RowsView::RowsView(Appearance& look, const QString& name, QWidget* parent)
    : QListWidget(parent), look_(look) {
  setObjectName(u"items"_s);
  setAccessibleName(name);
  setFrameShape(QFrame::NoFrame);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setMouseTracking(true);
  setSelectionMode(QAbstractItemView::NoSelection);
  setItemDelegate(new RowDelegate(look, this));
  connect(this, &QListWidget::itemClicked, this, [this](QListWidgetItem* item) { Q_EMIT chosen(row(item)); });
  connect(&look_, &Appearance::changed, this, [this] { setFixedHeight(look_.ipx(rowHeight) * count()); });
}

void RowsView::setRows(const QList<Row>& rows) {
  const int focused = currentRow();
  clear();
  for (const Row& row : rows) {
    auto* item = new QListWidgetItem(row.icon, row.text, this);
    item->setData(Trailing, row.trailing);
    item->setData(Indent, row.indent);
    item->setData(Current, row.current);
    item->setData(Ink, static_cast<int>(row.ink));
    item->setToolTip(row.toolTip.isEmpty() ? row.text : row.toolTip);
    item->setData(Qt::AccessibleTextRole,
                  row.trailing.isEmpty() ? row.text : u"%1, %2"_s.arg(row.text, row.trailing));
  }
  setCurrentRow(std::min(focused, count() - 1), QItemSelectionModel::NoUpdate);
  setFixedHeight(look_.ipx(rowHeight) * count());
}

void RowsView::keyPressEvent(QKeyEvent* event) {
  const bool chooses =
      event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
  if (chooses && currentRow() >= 0) {
    Q_EMIT chosen(currentRow());
    return;
  }
  QListWidget::keyPressEvent(event);
}

}  // namespace offprint

#include "moc_RowsView.cpp"
