#include "ui/widgets/Splitter.h"

#include <QKeyEvent>
#include <QPainter>

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Qt widens the hit area of a handle of one pixel by itself; this one also takes the focus and arrow keys.
class Handle : public QSplitterHandle {
 public:
  Handle(Appearance& look, Qt::Orientation orientation, QSplitter* parent)
      : QSplitterHandle(orientation, parent), look_(look) {
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(Splitter::tr("Column border"));
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.fillRect(contentsRect(), look_.color(hasFocus() ? Token::Accent : Token::LineHair));
  }

  void keyPressEvent(QKeyEvent* event) override {
    const bool columns = orientation() == Qt::Horizontal;
    const int back = columns ? Qt::Key_Left : Qt::Key_Up;
    const int on = columns ? Qt::Key_Right : Qt::Key_Down;
    if (event->key() != back && event->key() != on) return QSplitterHandle::keyPressEvent(event);
    const QPoint at = geometry().topLeft() + contentsRect().topLeft();
    moveSplitter(
        closestLegalPosition((columns ? at.x() : at.y()) + (event->key() == on ? 1 : -1) * look_.ipx(16)));
  }

 private:
  Appearance& look_;
};

}  // namespace

Splitter::Splitter(Appearance& look, Qt::Orientation orientation, QWidget* parent)
    : QSplitter(orientation, parent), look_(look) {
  setChildrenCollapsible(false);
  setHandleWidth(1);
  connect(&look_, &Appearance::changed, this, qOverload<>(&QWidget::update));
}

QSplitterHandle* Splitter::createHandle() {
  return new Handle(look_, orientation(), this);
}

Hairline::Hairline(Qt::Orientation orientation, QWidget* parent) : QFrame(parent) {
  setObjectName(u"hairline"_s);
  if (orientation == Qt::Horizontal) {
    setFixedHeight(1);
  } else {
    setFixedWidth(1);
  }
}

}  // namespace offprint

#include "moc_Splitter.cpp"
