#pragma once
#include <QPointer>
#include <QWidget>

#include "ui/widgets/Appearance.h"

namespace offprint {

/// A line in the accent's colour around the pane that F6 went to, until the next other key or click: where
/// the keys go is seen also in a pane that draws no focus of its own. GUI thread.
class PaneRing : public QWidget {
  Q_OBJECT
 public:
  /// Puts the window's ring around a pane.
  static void around(QWidget* pane, Appearance& look);

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  PaneRing(Appearance& look, QWidget* window);
  void place();

  Appearance& look_;
  QPointer<QWidget> pane_;
};

}  // namespace offprint
