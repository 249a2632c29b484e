#include "ui/widgets/Toggle.h"
#include "ui/widgets/OverlayScrollBar.h"

#include <QPainter>

namespace offprint {
namespace {

QRectF grooveOf(const Appearance& look, const QRectF& box) {
  const qreal inset = look.px(2);
  return box.adjusted(inset, inset, -inset, -inset);
}

}  // namespace

void paintToggle(QPainter& painter, const Appearance& look, const QRectF& box, bool on, bool enabled,
                 Qt::LayoutDirection direction) {
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF groove = grooveOf(look, box);
  const qreal radius = groove.height() / 2;
  painter.setPen(Qt::NoPen);
  painter.setBrush(look.color(!enabled ? Token::SelectIdle : on ? Token::AccentFill : Token::LineField));
  painter.drawRoundedRect(groove, radius, radius);
  const qreal knob = radius - look.px(2);
  const bool right = on != (direction == Qt::RightToLeft);
  const QPointF centre(right ? groove.right() - radius : groove.left() + radius, groove.center().y());
  painter.setBrush(look.color(Token::Knob));
  painter.drawEllipse(centre, knob, knob);
}

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
  paintToggle(painter, look_, QRectF(rect()), isChecked(), isEnabled(), layoutDirection());
  if (!showsFocus(*this)) return;
  const QRectF groove = grooveOf(look_, QRectF(rect()));
  const qreal radius = groove.height() / 2;
  QColor ring = look_.color(Token::Accent);
  ring.setAlphaF(0.38F);
  painter.setPen(QPen(ring, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(groove.adjusted(-1, -1, 1, 1), radius + 1, radius + 1);
}

}  // namespace offprint

#include "moc_Toggle.cpp"
