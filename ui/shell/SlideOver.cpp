#include "ui/shell/SlideOver.h"

#include <QApplication>
#include <QKeyEvent>
#include <QPainter>

namespace offprint {

SlideOver::SlideOver(Appearance& look, QWidget* window) : QWidget(window), look_(look) {
  window->installEventFilter(this);
  hide();
}

void SlideOver::present(QWidget* pane, int wide, Qt::Edge edge) {
  dismiss();
  focusBefore_ = QApplication::focusWidget();
  pane_ = pane;
  wide_ = wide;
  edge_ = edge;
  pane->setParent(this);
  place();
  pane->show();
  show();
  raise();
  pane->setFocus(Qt::PopupFocusReason);
  if (!isAncestorOf(QApplication::focusWidget())) focusNextChild();
}

void SlideOver::dismiss() {
  if (!pane_) return;
  QWidget* pane = pane_;
  pane_ = nullptr;
  hide();
  Q_EMIT dismissed(pane);
  if (focusBefore_) focusBefore_->setFocus(Qt::PopupFocusReason);
}

void SlideOver::place() {
  setGeometry(parentWidget()->rect());
  if (!pane_) return;
  const int wide = qMin(wide_, width() - look_.ipx(48));
  pane_->setGeometry(edge_ == Qt::LeftEdge ? 0 : width() - wide, 0, wide, height());
}

void SlideOver::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), look_.color(Token::Scrim));
}

void SlideOver::mousePressEvent(QMouseEvent*) {
  dismiss();
}

void SlideOver::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape) return dismiss();
  QWidget::keyPressEvent(event);
}

bool SlideOver::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parentWidget() && event->type() == QEvent::Resize) place();
  return QWidget::eventFilter(watched, event);
}

}  // namespace offprint

#include "moc_SlideOver.cpp"
