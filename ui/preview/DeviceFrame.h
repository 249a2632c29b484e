#pragma once
#include <QWidget>

#include "ui/preview/PreviewPane.h"
#include "ui/widgets/Appearance.h"

class QScrollBar;
class QStackedLayout;

namespace offprint {

/// The desk on which the page lies at a device's width: a rounded sheet, scaled down where there is no room.
/// Its sides can be dragged to any width.
class DeviceFrame : public QWidget {
  Q_OBJECT
 public:
  explicit DeviceFrame(Appearance& look, QWidget* parent = nullptr);

  void setDevice(PreviewPane::Width device);
  /// All views lie on top of each other and are painted, so that a page can get ready below the shown one.
  QStackedLayout* views() const { return views_; }
  qreal zoom() const { return zoom_; }
  /// Width in CSS pixels of the page.
  int pageWidth() const { return pageWidth_; }
  /// "390 px", "1280 px at 76 %".
  QString sizeText() const;
  /// Beside the page, which a bar of its own would make narrower than the device.
  QScrollBar* bar() const { return bar_; }

 Q_SIGNALS:
  void arranged();  ///< zoom() or pageWidth() may have changed

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  void arrange();
  bool onSide(const QPoint& point) const;

  Appearance& look_;
  PreviewPane::Width device_ = PreviewPane::Width::Phone;
  int ownWidth_ = 0;  ///< chosen by dragging; 0: the device's
  QWidget* sheet_;
  QStackedLayout* views_;
  QScrollBar* bar_;
  QWidget* leftCorner_;
  QWidget* rightCorner_;
  qreal zoom_ = 1;
  int pageWidth_ = 0;
  bool dragging_ = false;
};

}  // namespace offprint
