#pragma once
#include <QCheckBox>

#include "ui/widgets/Appearance.h"

namespace offprint {

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
