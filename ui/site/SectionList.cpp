#include "ui/site/SectionList.h"

#include <QJsonArray>
#include <QKeyEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include "app/core/Text.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/OverlayScrollBar.h"
#include "ui/widgets/Toggle.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

enum Role { About = Qt::UserRole, IconName };

constexpr qreal rowHeight = 46;

QRect switchIn(const Appearance& look, const QRect& row) {
  const QSize size(look.ipx(34), look.ipx(22));
  return QRect(row.right() - look.ipx(16) - size.width(), row.center().y() - size.height() / 2, size.width(),
               size.height());
}

/// What a section shows, in a few words: its type where the heading does not say it, and how much of it.
QString aboutOf(const Section& section, const SectionType* type) {
  if (!type) return say("This version does not know “%1”").arg(section.type);
  const bool named = section.title.isEmpty() || section.title == type->label;
  QString about = named ? type->about : type->label;
  const qsizetype picks = section.options.value(u"items"_s).toArray().size();
  const int limit = section.options.value(u"limit"_s).toInt();
  if (picks > 0) {
    about += u" · "_s + say("%1 chosen").arg(picks);
  } else if (limit > 0) {
    about += u" · "_s + say("%1 at most").arg(limit);
  }
  return about;
}

class SectionDelegate : public QStyledItemDelegate {
 public:
  SectionDelegate(Appearance& look, QObject* parent) : QStyledItemDelegate(parent), look_(look) {}

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return QSize(look_.ipx(200), look_.ipx(rowHeight));
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    const bool on = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    const QRect box = option.rect.adjusted(look_.ipx(8), 1, -look_.ipx(8), -1);
    if (selected || option.state.testFlag(QStyle::State_MouseOver)) {
      painter->setPen(Qt::NoPen);
      painter->setBrush(look_.color(selected ? Token::AccentTint : Token::SurfaceHover));
      painter->drawRoundedRect(box, look_.px(6), look_.px(6));
    }
    if (option.state.testFlag(QStyle::State_HasFocus) && showsFocus(*option.widget)) {
      painter->setBrush(Qt::NoBrush);
      painter->setPen(QPen(look_.color(Token::Accent), 2));
      painter->drawRoundedRect(QRectF(box).adjusted(1, 1, -1, -1), look_.px(5), look_.px(5));
    }
    const int side = look_.ipx(16);
    const auto icon = [&](const QString& name, Token ink, int left) {
      look_.icon(name, ink).paint(painter, QRect(left, box.center().y() - side / 2, side, side));
    };
    icon(u"grip-vertical"_s, Token::TextTertiary, box.left() + look_.ipx(4));
    icon(index.data(IconName).toString(), selected ? Token::Accent : Token::TextSecondary,
         box.left() + look_.ipx(26));
    QRect words = box;
    words.setLeft(box.left() + look_.ipx(52));
    words.setRight(switchIn(look_, option.rect).left() - look_.ipx(8));
    const auto line = [&](TextRole role, Token ink, const QString& text, int top) {
      painter->setFont(fontFor(look_, role));
      painter->setPen(look_.color(ink));
      const QFontMetrics metrics = painter->fontMetrics();
      painter->drawText(QRect(words.left(), top, words.width(), metrics.height()), Qt::AlignVCenter,
                        metrics.elidedText(text, Qt::ElideRight, words.width()));
    };
    line(TextRole::BodyStrong, on ? Token::TextPrimary : Token::TextSecondary, index.data().toString(),
         box.top() + look_.ipx(5));
    line(TextRole::Meta, Token::TextTertiary, index.data(About).toString(), box.top() + look_.ipx(23));
    paintToggle(*painter, look_, QRectF(switchIn(look_, option.rect)), on, true, option.direction);
    painter->restore();
  }

 private:
  Appearance& look_;
};

}  // namespace

SectionList::SectionList(Appearance& look, QWidget* parent) : QListWidget(parent), look_(look) {
  setAccessibleName(tr("Sections of the home page"));
  setFrameShape(QFrame::NoFrame);
  setItemDelegate(new SectionDelegate(look, this));
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setMouseTracking(true);
  viewport()->setAutoFillBackground(false);
  new OverlayScrollBar(this);
  connect(this, &QListWidget::currentRowChanged, this, [this](int row) {
    if (!filling_ && row >= 0) Q_EMIT chosen(row);
  });
  connect(&look, &Appearance::changed, this, [this] { scheduleDelayedItemsLayout(); });
}

void SectionList::setSections(const QList<Section>& sections, const SectionCatalog& catalog) {
  filling_ = true;
  while (count() > sections.size())
    delete takeItem(count() - 1);
  while (count() < sections.size())
    addItem(new QListWidgetItem);
  for (int row = 0; row < count(); ++row) {
    const Section& section = sections.at(row);
    const SectionType* type = catalog.find(section.type);
    QListWidgetItem* entry = item(row);
    entry->setText(!section.title.isEmpty() ? section.title : type ? type->label : section.type);
    entry->setData(About, aboutOf(section, type));
    entry->setData(IconName, type ? type->icon : u"circle-help"_s);
    entry->setCheckState(section.enabled ? Qt::Checked : Qt::Unchecked);
  }
  filling_ = false;
}

void SectionList::setReadOnly(bool readOnly) {
  readOnly_ = readOnly;
}

QRect SectionList::switchOf(int row) const {
  return switchIn(look_, visualItemRect(item(row)));
}

void SectionList::move(int from, int to) {
  if (readOnly_ || from < 0 || to < 0 || to >= count() || from == to) return;
  Q_EMIT moved(from, to);
  filling_ = true;
  setCurrentRow(to);
  filling_ = false;
}

void SectionList::keyPressEvent(QKeyEvent* event) {
  const int row = currentRow();
  const bool alt = event->modifiers() == Qt::AltModifier;
  if (alt && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)) {
    move(row, row + (event->key() == Qt::Key_Up ? -1 : 1));
  } else if (event->key() == Qt::Key_Space && row >= 0 && !readOnly_) {
    Q_EMIT switched(row, item(row)->checkState() != Qt::Checked);
  } else if (event->key() == Qt::Key_Delete && row >= 0 && !readOnly_) {
    Q_EMIT removalRequested(row);
  } else {
    return QListWidget::keyPressEvent(event);
  }
  event->accept();
}

void SectionList::mousePressEvent(QMouseEvent* event) {
  const QModelIndex at = indexAt(event->pos());
  dragged_ = -1;
  if (event->button() == Qt::LeftButton && at.isValid() && !readOnly_) {
    if (switchOf(at.row()).contains(event->pos())) {
      Q_EMIT switched(at.row(), item(at.row())->checkState() != Qt::Checked);
      return;
    }
    dragged_ = at.row();
    pressedY_ = event->pos().y();
  }
  QListWidget::mousePressEvent(event);
}

/// The row follows the pointer: past the middle of its neighbour they change places.
void SectionList::mouseMoveEvent(QMouseEvent* event) {
  if (dragged_ < 0 || !(event->buttons() & Qt::LeftButton)) return QListWidget::mouseMoveEvent(event);
  const int y = event->pos().y();
  const int rowSize = visualItemRect(item(dragged_)).height();
  if (qAbs(y - pressedY_) < rowSize / 2) return;
  const int to = dragged_ + (y > pressedY_ ? 1 : -1);
  if (to < 0 || to >= count()) return;
  pressedY_ += to > dragged_ ? rowSize : -rowSize;
  move(std::exchange(dragged_, to), to);
}

void SectionList::mouseReleaseEvent(QMouseEvent* event) {
  dragged_ = -1;
  QListWidget::mouseReleaseEvent(event);
}

}  // namespace offprint

#include "moc_SectionList.cpp"
