#pragma once
#include <QCheckBox>

#include "ui/widgets/Appearance.h"

namespace offprint {

/// Draws a switch into `box`, which it fills but for a margin of 2 pixels; for lists whose rows hold one.
void paintToggle(QPainter& painter, const Appearance& look, const QRectF& box, bool on, bool enabled,
                 Qt::LayoutDirection direction);

/// An on/off switch that applies at once. A check box to assistive technology.
class Toggle : public QCheckBox {
  Q_OBJECT
 public:
  Toggle(Appearance& look, const QString& name, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  bool hitButton(const QPoint& point) const override { return rect().contains(point); }
  void paintEvent(QPaintEvent* event) override;

 private:
  Appearance& look_;
};

}  // namespace offprint
