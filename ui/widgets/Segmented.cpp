#include "ui/widgets/Segmented.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPainter>
#include <QRadioButton>

#include "ui/widgets/Label.h"
#include "ui/widgets/OverlayScrollBar.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// One part, painted by itself: text or icon on the raised ground when chosen.
class SegmentButton : public QRadioButton {
 public:
  SegmentButton(Appearance& look, const Segmented::Part& part, QWidget* parent)
      : QRadioButton(parent), look_(look), icon_(part.icon) {
    setText(part.text);
    setAccessibleName(part.text);
    setToolTip(part.icon.isEmpty() ? QString() : part.text);
    setFocusPolicy(Qt::TabFocus);
    setAttribute(Qt::WA_Hover);
  }

  QSize sizeHint() const override {
    const int height = look_.ipx(26);
    if (!icon_.isEmpty()) return QSize(look_.ipx(32), height);
    return QSize(QFontMetrics(fontOf(true)).horizontalAdvance(text()) + look_.ipx(22), height);
  }

 protected:
  bool hitButton(const QPoint& point) const override { return rect().contains(point); }
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(rect()).adjusted(.5, .5, -.5, -.5);
    if (isChecked()) {
      painter.setPen(QPen(look_.color(Token::SegmentEdge), 1));
      painter.setBrush(look_.color(Token::SegmentOn));
      painter.drawRoundedRect(box, look_.px(5), look_.px(5));
    }
    const Token ink = isChecked() || underMouse() ? Token::TextPrimary : Token::TextSecondary;
    if (icon_.isEmpty()) {
      painter.setFont(fontOf(isChecked()));
      painter.setPen(look_.color(ink));
      painter.drawText(rect(), Qt::AlignCenter, text());
    } else {
      const int side = look_.ipx(16);
      look_.icon(icon_, ink).paint(&painter, QRect((width() - side) / 2, (height() - side) / 2, side, side));
    }
    if (showsFocus(*this)) {
      painter.setPen(QPen(look_.color(Token::Accent), 2));
      painter.setBrush(Qt::NoBrush);
      painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), look_.px(4), look_.px(4));
    }
  }

 private:
  QFont fontOf(bool chosen) const {
    return look_.font(Appearance::Face::Interface, 12.4, chosen ? QFont::Medium : QFont::Normal);
  }

  Appearance& look_;
  QString icon_;
};

}  // namespace

Segmented::Segmented(Appearance& look, const QString& name, const QList<Part>& parts, QWidget* parent)
    : QWidget(parent), look_(look), group_(new QButtonGroup(this)) {
  setAccessibleName(name);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(2, 2, 2, 2);
  row->setSpacing(0);
  for (const Part& part : parts) {
    auto* button = new SegmentButton(look_, part, this);
    group_->addButton(button, static_cast<int>(group_->buttons().size()));
    row->addWidget(button);
  }
  setCurrent(0);
  connect(group_, &QButtonGroup::idClicked, this, [this](int index) {
    setCurrent(index);
    Q_EMIT chosen(index);
  });
  connect(&look_, &Appearance::changed, this, [this] {
    for (QAbstractButton* button : group_->buttons())
      button->updateGeometry();
    update();
  });
}

int Segmented::current() const {
  return group_->checkedId();
}

void Segmented::setCurrent(int index) {
  QAbstractButton* button = group_->button(index);
  if (!button) return;
  button->setChecked(true);
  for (QAbstractButton* other : group_->buttons()) {
    other->setFocusPolicy(other == button ? Qt::TabFocus : Qt::NoFocus);
  }
}

void Segmented::setPartText(int index, const QString& text) {
  if (QAbstractButton* button = group_->button(index)) {
    button->setText(text);
    button->setAccessibleName(text);
    button->updateGeometry();
  }
}

void Segmented::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(look_.color(Token::Segment));
  painter.drawRoundedRect(rect(), look_.px(7), look_.px(7));
}

}  // namespace offprint

#include "moc_Segmented.cpp"
