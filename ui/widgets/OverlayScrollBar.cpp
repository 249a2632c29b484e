#include "ui/widgets/OverlayScrollBar.h"

#include <QAbstractScrollArea>
#include <QEvent>

namespace offprint {

OverlayScrollBar::OverlayScrollBar(QAbstractScrollArea* area) : QScrollBar(Qt::Vertical, area), area_(area) {
  area->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  QScrollBar* own = area->verticalScrollBar();
  const auto follow = [this, own] {
    setRange(own->minimum(), own->maximum());
    setPageStep(own->pageStep());
    setSingleStep(own->singleStep());
    setVisible(own->maximum() > own->minimum());
    place();
  };
  connect(own, &QScrollBar::rangeChanged, this, follow);
  connect(own, &QScrollBar::valueChanged, this, &QScrollBar::setValue);
  connect(this, &QScrollBar::valueChanged, own, &QScrollBar::setValue);
  area->installEventFilter(this);
  follow();
}

void OverlayScrollBar::place() {
  const int wide = sizeHint().width();
  setPageStep(area_->verticalScrollBar()->pageStep());
  setGeometry(area_->width() - wide, 0, wide, area_->height());
  raise();
}

bool OverlayScrollBar::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize || event->type() == QEvent::Show) place();
  return QScrollBar::eventFilter(watched, event);
}

bool showsFocus(const QWidget& widget) {
  return widget.hasFocus() && widget.window()->testAttribute(Qt::WA_KeyboardFocusChange);
}

}  // namespace offprint

#include "moc_OverlayScrollBar.cpp"
