#include "ui/shell/PaneRing.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>

namespace offprint {

PaneRing::PaneRing(Appearance& look, QWidget* window) : QWidget(window), look_(look) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAttribute(Qt::WA_NoSystemBackground);
  hide();
}

void PaneRing::around(QWidget* pane, Appearance& look) {
  auto* ring = pane->window()->findChild<PaneRing*>(QString(), Qt::FindDirectChildrenOnly);
  if (!ring) ring = new PaneRing(look, pane->window());
  ring->pane_ = pane;
  ring->place();
  ring->show();
  ring->raise();
  qApp->installEventFilter(ring);
}

/// Four sides of the pane: what is inside is not covered, so that a web view below keeps painting itself.
void PaneRing::place() {
  const QRect box(pane_->mapTo(parentWidget(), QPoint()), pane_->size());
  setGeometry(box);
  const int line = look_.ipx(2);
  setMask(QRegion(rect()) - QRegion(rect().adjusted(line, line, -line, -line)));
}

void PaneRing::paintEvent(QPaintEvent*) {
  QPainter(this).fillRect(rect(), look_.color(Token::Accent));
}

bool PaneRing::eventFilter(QObject* watched, QEvent* event) {
  const auto otherKey = [event] {
    const int key = static_cast<QKeyEvent*>(event)->key();
    return key != Qt::Key_F6 && key != Qt::Key_Shift;
  };
  const bool over = !pane_ || !pane_->isVisible() || event->type() == QEvent::MouseButtonPress ||
                    (event->type() == QEvent::KeyPress && otherKey());
  if (over) {
    qApp->removeEventFilter(this);
    hide();
  } else if (watched == pane_ && (event->type() == QEvent::Resize || event->type() == QEvent::Move)) {
    place();
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace offprint

#include "moc_PaneRing.cpp"
