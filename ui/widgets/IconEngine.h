#pragma once
#include <functional>
#include <QByteArray>
#include <QColor>
#include <QIconEngine>

namespace offprint {

/// Draws a one-colour SVG in the colour that `ink` gives at the moment of painting, at the device's
/// resolution. Rendered pixmaps are kept in QPixmapCache. GUI thread.
class IconEngine : public QIconEngine {
 public:
  using Ink = std::function<QColor(QIcon::Mode)>;
  /// `key` names the drawing in the cache.
  IconEngine(QByteArray svg, QString key, Ink ink);

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override;
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override;
  QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State state, qreal scale) override;
  QIconEngine* clone() const override;

 private:
  QPixmap render(const QSize& pixels, QIcon::Mode mode) const;

  QByteArray svg_;
  QString key_;
  Ink ink_;
};

}  // namespace offprint
