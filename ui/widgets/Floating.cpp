#include "ui/widgets/Floating.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>

namespace offprint {

int floatingMargin(const Appearance& look) {
  return look.ipx(14);
}

void paintFloating(QPainter& painter, const Appearance& look, const QRectF& outer, qreal radius) {
  painter.setRenderHint(QPainter::Antialiasing);
  const int margin = floatingMargin(look);
  const QRectF box = outer.adjusted(margin, margin, -margin, -margin);
  const QColor shadow = look.color(Token::Shadow);
  painter.setPen(Qt::NoPen);
  // Rings that add up: a blur without an effect on live widgets.
  for (int ring = margin; ring > 0; --ring) {
    QColor ink = shadow;
    const qreal nearness = 1 - qreal(ring) / margin;
    ink.setAlphaF(static_cast<float>(shadow.alphaF() * nearness * nearness * 0.22));
    painter.setBrush(ink);
    const qreal drop = margin * 0.3;
    painter.drawRoundedRect(box.adjusted(-ring, drop - ring, ring, drop * 0.6 + ring * 0.7), radius + ring,
                            radius + ring);
  }
  QColor edge = look.color(Token::LineStrong);
  painter.setPen(QPen(edge, 1));
  painter.setBrush(look.color(Token::SurfaceRaised));
  painter.drawRoundedRect(box.adjusted(.5, .5, -.5, -.5), radius, radius);
}

Popup::Popup(Appearance& look, QWidget* window) : QFrame(window), look_(look) {
  setFocusPolicy(Qt::NoFocus);
  setFrameShape(QFrame::NoFrame);
  connect(&look_, &Appearance::changed, this, &Popup::refresh);
  refresh();
  hide();
}

void Popup::refresh() {
  const int inside = floatingMargin(look_) + look_.ipx(5);
  setContentsMargins(inside, inside, inside, inside);
  update();
}

void Popup::popUpAt(const QRect& anchor) {
  refresh();  // a frame loses its margins with a new parent
  adjustSize();
  const int margin = floatingMargin(look_);
  const int gap = look_.ipx(4);
  const QRect field(parentWidget()->mapFromGlobal(anchor.topLeft()), anchor.size());
  const QRect room = parentWidget()->rect();
  const int below = field.bottom() + 1 + gap - margin;
  const int above = field.top() - gap - height() + margin;
  const bool flips = below + height() - margin > room.bottom() && above + margin >= room.top();
  const int x =
      qBound(room.left() - margin, field.left() - margin, qMax(room.left(), room.right() - width() + margin));
  move(x, flips ? above : below);
  raise();
  show();
}

void Popup::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintFloating(painter, look_, QRectF(rect()), look_.px(10));
}

void Popup::showEvent(QShowEvent* event) {
  qApp->installEventFilter(this);
  QFrame::showEvent(event);
}

void Popup::hideEvent(QHideEvent* event) {
  qApp->removeEventFilter(this);
  QFrame::hideEvent(event);
  Q_EMIT dismissed();
}

bool Popup::eventFilter(QObject* watched, QEvent* event) {
  const bool pressed = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::Wheel;
  if (pressed) {
    const auto* widget = qobject_cast<QWidget*>(watched);
    if (widget && widget != this && !isAncestorOf(widget)) hide();
  }
  if (watched == parentWidget() &&
      (event->type() == QEvent::Resize || event->type() == QEvent::WindowDeactivate))
    hide();
  return QFrame::eventFilter(watched, event);
}

}  // namespace offprint

#include "moc_Floating.cpp"
