#include "ui/preview/DeviceFrame.h"

#include <algorithm>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>
#include <QStackedLayout>

namespace offprint {
namespace {

constexpr qreal margin = 16;
constexpr qreal radius = 10;
constexpr int narrowest = 280;  // CSS pixels

int widthOf(PreviewPane::Width device) {
  switch (device) {
    case PreviewPane::Width::Phone:
      return 390;
    case PreviewPane::Width::Tablet:
      return 820;
    case PreviewPane::Width::Desktop:
      return 1280;
    case PreviewPane::Width::Fit:
      return 0;
  }
  return 0;
}

/// Covers a corner of the web view with the desk, since a web view cannot be clipped to a curve.
class Corner : public QWidget {
 public:
  Corner(Appearance& look, bool left, QWidget* parent) : QWidget(parent), look_(look), left_(left) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    connect(&look_, &Appearance::changed, this, [this] { update(); });
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const qreal side = width();
    const QRectF circle(left_ ? 0 : -side, 0, 2 * side, 2 * side);
    QPainterPath outside;
    outside.addRect(rect());
    QPainterPath inside;
    inside.addEllipse(circle);
    painter.fillPath(outside - inside, look_.color(Token::SurfaceSunken));
    painter.setPen(look_.color(Token::LineHair));
    painter.drawEllipse(circle.adjusted(0.5, 0.5, -0.5, -0.5));
  }

 private:
  Appearance& look_;
  bool left_;
};

}  // namespace

DeviceFrame::DeviceFrame(Appearance& look, QWidget* parent)
    : QWidget(parent),
      look_(look),
      sheet_(new QWidget(this)),
      views_(new QStackedLayout(sheet_)),
      bar_(new QScrollBar(Qt::Vertical, this)),
      leftCorner_(new Corner(look, true, this)),
      rightCorner_(new Corner(look, false, this)) {
  views_->setStackingMode(QStackedLayout::StackAll);
  setMouseTracking(true);
  bar_->setRange(0, 0);
  bar_->hide();
  connect(&look_, &Appearance::changed, this, &DeviceFrame::arrange);
}

void DeviceFrame::setDevice(PreviewPane::Width device) {
  device_ = device;
  ownWidth_ = 0;
  arrange();
}

QString DeviceFrame::sizeText() const {
  const int percent = qRound(zoom_ * 100);
  return percent == 100 ? tr("%1 px").arg(pageWidth_) : tr("%1 px at %2 %").arg(pageWidth_).arg(percent);
}

void DeviceFrame::arrange() {
  const int edge = look_.ipx(margin);
  const int room = std::max(1, width() - 2 * edge);
  const int wanted = ownWidth_ > 0 ? ownWidth_ : widthOf(device_);
  pageWidth_ = wanted > 0 ? wanted : room;
  zoom_ = std::clamp(qreal(room) / pageWidth_, 0.25, 1.0);
  const int shown = std::min(room, qRound(pageWidth_ * zoom_));
  const QRect place((width() - shown) / 2, edge, shown, std::max(1, height() - edge));
  sheet_->setGeometry(place);
  const int thick = std::min(bar_->sizeHint().width(), edge);
  bar_->setGeometry(width() - thick, edge, thick, height() - edge);
  const int side = look_.ipx(radius);
  leftCorner_->setGeometry(place.left(), place.top(), side, side);
  rightCorner_->setGeometry(place.right() + 1 - side, place.top(), side, side);
  leftCorner_->raise();
  rightCorner_->raise();
  update();
  Q_EMIT arranged();
}

void DeviceFrame::resizeEvent(QResizeEvent*) {
  arrange();
}

void DeviceFrame::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), look_.color(Token::SurfaceSunken));
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(look_.color(Token::LineHair));
  painter.setBrush(look_.color(Token::SurfaceEditor));
  const qreal round = look_.px(radius);
  painter.drawRoundedRect(QRectF(sheet_->geometry()).adjusted(-0.5, -0.5, 0.5, round + 1), round, round);
}

bool DeviceFrame::onSide(const QPoint& point) const {
  const int reach = look_.ipx(8);
  const QRect sheet = sheet_->geometry();
  return point.y() >= sheet.top() && ((point.x() > sheet.right() && point.x() <= sheet.right() + reach) ||
                                      (point.x() < sheet.left() && point.x() >= sheet.left() - reach));
}

void DeviceFrame::mousePressEvent(QMouseEvent* event) {
  dragging_ = event->button() == Qt::LeftButton && onSide(event->position().toPoint());
}

void DeviceFrame::mouseMoveEvent(QMouseEvent* event) {
  if (!dragging_) {
    setCursor(onSide(event->position().toPoint()) ? Qt::SizeHorCursor : Qt::ArrowCursor);
    return;
  }
  // The sheet stays in the middle, so that it grows by twice the way.
  const int room = std::max(narrowest, width() - 2 * look_.ipx(margin));
  ownWidth_ = std::clamp(qRound(2 * std::abs(event->position().x() - width() / 2.0)), narrowest, room);
  arrange();
}

void DeviceFrame::mouseReleaseEvent(QMouseEvent*) {
  dragging_ = false;
}

}  // namespace offprint

#include "moc_DeviceFrame.cpp"
