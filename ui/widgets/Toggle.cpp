#include "ui/widgets/Toggle.h"
#include "ui/widgets/OverlayScrollBar.h"

#include <QPainter>

namespace offprint {

Toggle::Toggle(Appearance& look, const QString& name, QWidget* parent) : QCheckBox(parent), look_(look) {
  setAccessibleName(name);
  setFocusPolicy(Qt::TabFocus);
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  connect(&look_, &Appearance::changed, this, [this] {
    updateGeometry();
    update();
  });
}

QSize Toggle::sizeHint() const {
  return QSize(look_.ipx(34), look_.ipx(22));
}

void Toggle::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const qreal inset = look_.px(2);
  const QRectF groove = QRectF(rect()).adjusted(inset, inset, -inset, -inset);
  const qreal radius = groove.height() / 2;
  painter.setPen(Qt::NoPen);
  painter.setBrush(look_.color(!isEnabled()  ? Token::SelectIdle
                               : isChecked() ? Token::AccentFill
                                             : Token::LineField));
  painter.drawRoundedRect(groove, radius, radius);
  const qreal knob = radius - look_.px(2);
  const bool right = isChecked() != (layoutDirection() == Qt::RightToLeft);
  const QPointF centre(right ? groove.right() - radius : groove.left() + radius, groove.center().y());
  painter.setBrush(look_.color(Token::Knob));
  painter.drawEllipse(centre, knob, knob);
  if (!showsFocus(*this)) return;
  QColor ring = look_.color(Token::Accent);
  ring.setAlphaF(0.38F);
  painter.setPen(QPen(ring, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(groove.adjusted(-1, -1, 1, 1), radius + 1, radius + 1);
}

}  // namespace offprint

#include "moc_Toggle.cpp"
