#include "ui/editor/ScrollMarks.h"

#include <cmath>
#include <QEvent>
#include <QPainter>
#include <QScrollBar>

#include "ui/widgets/Appearance.h"

namespace offprint {

ScrollMarks::ScrollMarks(Appearance& look, QScrollBar* bar) : QWidget(bar), look_(look) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  resize(bar->size());
  bar->installEventFilter(this);
}

void ScrollMarks::setPlaces(const QList<qreal>& places) {
  places_ = places;
  setVisible(!places.isEmpty());
  update();
}

bool ScrollMarks::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) resize(parentWidget()->size());
  return QWidget::eventFilter(watched, event);
}

void ScrollMarks::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const qreal thickness = look_.px(2);
  for (const qreal place : places_) {
    const qreal y = std::floor(place * (height() - thickness));
    painter.fillRect(QRectF(1, y, width() - 2, thickness), look_.color(Token::StChanged));
  }
}

}  // namespace offprint

#include "moc_ScrollMarks.cpp"
