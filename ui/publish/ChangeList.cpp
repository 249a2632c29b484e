#include "ui/publish/ChangeList.h"

#include <QPainter>
#include <QStyledItemDelegate>
#include <QTextOption>

#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

enum Role { ShapeRole = Qt::UserRole, DetailRole, SideRole, NumberRole, MonoRole };

struct ChangeLook {
  const char* icon;
  Token ink;
  Token ground;
};

ChangeLook lookOf(ChangeRow::Shape shape) {
  using Shape = ChangeRow::Shape;
  switch (shape) {
    case Shape::Added:
      return {"plus", Token::StPublished, Token::TintPublished};
    case Shape::Changed:
      return {"pencil", Token::StChanged, Token::TintChanged};
    case Shape::Removed:
      return {"minus", Token::StDanger, Token::TintDanger};
    case Shape::Kept:
      return {"shield", Token::TextSecondary, Token::SurfaceSunken};
    case Shape::Online:
      return {"check", Token::StPublished, Token::TintPublished};
    case Shape::RolledBack:
      return {"undo-2", Token::StChanged, Token::TintChanged};
    case Shape::Left:
      return {"circle-dashed", Token::TextSecondary, Token::SurfaceSunken};
    default:
      return {nullptr, Token::TextSecondary, Token::SurfaceSunken};
  }
}

class ChangeDelegate : public QStyledItemDelegate {
 public:
  ChangeDelegate(Appearance& look, QListWidget* list) : QStyledItemDelegate(list), look_(look), list_(list) {}

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
    switch (shapeOf(index)) {
      case ChangeRow::Shape::Heading:
        return {0, look_.ipx(32)};
      case ChangeRow::Shape::Note: {
        const int width = list_->viewport()->width() - look_.ipx(20);
        const QFontMetrics metrics(fontFor(look_, TextRole::Body));
        return {0,
                metrics.boundingRect(0, 0, width, 4000, Qt::TextWordWrap, index.data().toString()).height() +
                    look_.ipx(8)};
      }
      default:
        return {0, look_.ipx(index.data(DetailRole).toString().isEmpty() ? 32 : 46)};
    }
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRect row = option.rect;
    switch (shapeOf(index)) {
      case ChangeRow::Shape::Heading:
        painter->setFont(fontFor(look_, TextRole::Caption));
        painter->setPen(look_.color(Token::TextSecondary));
        painter->drawText(row.adjusted(look_.ipx(10), look_.ipx(8), 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                          index.data().toString());
        painter->drawText(row.adjusted(0, look_.ipx(8), -look_.ipx(10), 0), Qt::AlignRight | Qt::AlignVCenter,
                          index.data(SideRole).toString());
        break;
      case ChangeRow::Shape::Note:
        painter->setFont(fontFor(look_, TextRole::Body));
        painter->setPen(look_.color(Token::TextSecondary));
        painter->drawText(row.adjusted(look_.ipx(10), look_.ipx(2), -look_.ipx(10), 0), Qt::TextWordWrap,
                          index.data().toString());
        break;
      default:
        paintRow(*painter, option, index);
    }
    painter->restore();
  }

 private:
  static ChangeRow::Shape shapeOf(const QModelIndex& index) {
    return static_cast<ChangeRow::Shape>(index.data(ShapeRole).toInt());
  }

  void paintRow(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QRect row = option.rect.adjusted(0, 1, 0, -1);
    const bool chosen = option.state & QStyle::State_Selected;
    const bool choosable = index.flags() & Qt::ItemIsSelectable;
    if (chosen || (choosable && option.state & QStyle::State_MouseOver)) {
      painter.setPen(Qt::NoPen);
      painter.setBrush(look_.color(chosen ? Token::AccentTint : Token::SurfaceHover));
      painter.drawRoundedRect(row, look_.px(8), look_.px(8));
    }
    if (option.state & QStyle::State_HasFocus && option.state & QStyle::State_KeyboardFocusChange) {
      painter.setPen(QPen(look_.color(Token::Accent), 2));
      painter.setBrush(Qt::NoBrush);
      painter.drawRoundedRect(QRectF(row).adjusted(1, 1, -1, -1), look_.px(8), look_.px(8));
    }
    const int side = look_.ipx(18);
    paintChange(painter, look_,
                QRect(row.left() + look_.ipx(10), row.top() + (row.height() - side) / 2, side, side),
                shapeOf(index));
    QRect words = row.adjusted(look_.ipx(38), look_.ipx(5), -look_.ipx(10), -look_.ipx(5));
    const QString right = index.data(SideRole).toString();
    if (!right.isEmpty()) {
      painter.setFont(fontFor(look_, TextRole::Meta));
      painter.setPen(look_.color(Token::TextSecondary));
      painter.drawText(words, Qt::AlignRight | Qt::AlignVCenter, right);
      words.setRight(words.right() - painter.fontMetrics().horizontalAdvance(right) - look_.ipx(8));
    }
    const QString detail = index.data(DetailRole).toString();
    painter.setFont(index.data(MonoRole).toBool() ? look_.font(Appearance::Face::Mono, 12)
                                                  : fontFor(look_, TextRole::BodyStrong));
    painter.setPen(look_.color(Token::TextPrimary));
    painter.drawText(
        words, (detail.isEmpty() ? Qt::AlignVCenter : Qt::AlignTop) | Qt::AlignLeft,
        painter.fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, words.width()));
    painter.setFont(fontFor(look_, TextRole::Meta));
    painter.setPen(look_.color(Token::TextSecondary));
    painter.drawText(words, Qt::AlignBottom | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(detail, Qt::ElideRight, words.width()));
  }

  Appearance& look_;
  QListWidget* list_;
};

}  // namespace

void paintChange(QPainter& painter, const Appearance& look, const QRect& box, ChangeRow::Shape shape) {
  const ChangeLook how = lookOf(shape);
  if (!how.icon) return;
  painter.setPen(Qt::NoPen);
  painter.setBrush(look.color(how.ground));
  painter.drawRoundedRect(box, look.px(4), look.px(4));
  const int side = look.ipx(12);
  QRect sign(0, 0, side, side);
  sign.moveCenter(box.center());
  look.icon(QString::fromLatin1(how.icon), how.ink, 12).paint(&painter, sign);
}

ChangeList::ChangeList(Appearance& look, const QString& name, QWidget* parent)
    : QListWidget(parent), look_(look) {
  setAccessibleName(name);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setItemDelegate(new ChangeDelegate(look, this));
  setMouseTracking(true);
  viewport()->setAutoFillBackground(false);
  connect(this, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* row) {
    if (row) Q_EMIT numberChosen(row->data(NumberRole).toInt());
  });
  connect(&look_, &Appearance::changed, this, [this] { scheduleDelayedItemsLayout(); });
}

void ChangeList::setRows(const QList<ChangeRow>& rows) {
  {
    const QSignalBlocker quiet(this);
    clear();
    for (const ChangeRow& row : rows) {
      auto* item = new QListWidgetItem(row.title, this);
      item->setData(ShapeRole, static_cast<int>(row.shape));
      item->setData(DetailRole, row.detail);
      item->setData(SideRole, row.side);
      item->setData(NumberRole, row.number);
      item->setData(MonoRole, row.mono);
      item->setFlags(row.number >= 0 ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::ItemIsEnabled);
      item->setToolTip(row.detail.isEmpty() ? row.title : row.title + u'\n' + row.detail);
      QStringList spoken{row.title, row.detail, row.side};
      spoken.removeAll(QString());
      item->setData(Qt::AccessibleTextRole, spoken.join(u", "_s));
    }
  }
  for (int i = 0; i < count(); ++i)
    if (item(i)->data(NumberRole).toInt() >= 0) return setCurrentRow(i);
}

int ChangeList::currentNumber() const {
  return currentItem() ? currentItem()->data(NumberRole).toInt() : -1;
}

void ChangeList::choose(int number) {
  for (int i = 0; i < count(); ++i)
    if (item(i)->data(NumberRole).toInt() == number) return setCurrentRow(i);
}

/// Sentences are as high as the width lets them be.
void ChangeList::resizeEvent(QResizeEvent* event) {
  QListWidget::resizeEvent(event);
  scheduleDelayedItemsLayout();
}

}  // namespace offprint

#include "moc_ChangeList.cpp"
