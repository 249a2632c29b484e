#include "ui/widgets/IconEngine.h"

#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

using namespace Qt::StringLiterals;

namespace offprint {

IconEngine::IconEngine(QByteArray svg, QString key, Ink ink)
    : svg_(std::move(svg)), key_(std::move(key)), ink_(std::move(ink)) {}

void IconEngine::paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) {
  const qreal ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1;
  QPixmap picture = render(QSizeF(rect.size()).toSize() * ratio, mode);
  picture.setDevicePixelRatio(ratio);
  painter->drawPixmap(rect.topLeft(), picture);
}

QPixmap IconEngine::pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) {
  return render(size, mode);
}

QPixmap IconEngine::scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal) {
  return render(size, mode);
}

QIconEngine* IconEngine::clone() const {
  return new IconEngine(*this);
}

QPixmap IconEngine::render(const QSize& pixels, QIcon::Mode mode) const {
  const QColor ink = ink_(mode);
  const QString key =
      u"%1/%2/%3/%4"_s.arg(key_, ink.name(QColor::HexArgb)).arg(pixels.width()).arg(pixels.height());
  QPixmap picture;
  if (QPixmapCache::find(key, &picture)) return picture;
  QByteArray svg = svg_;
  svg.replace("currentColor", ink.name(QColor::HexRgb).toLatin1());
  QSvgRenderer renderer(svg);
  picture = QPixmap(pixels);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  painter.setOpacity(ink.alphaF());
  renderer.render(&painter);
  painter.end();
  QPixmapCache::insert(key, picture);
  return picture;
}

}  // namespace offprint
