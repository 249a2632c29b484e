#pragma once
#include <QFrame>

#include "ui/widgets/Appearance.h"

class QPainter;

namespace offprint {

/// Paints what floats over the window: raised ground, a fine edge and a soft shadow inside `outer`, whose
/// margin on every side is floatingMargin().
void paintFloating(QPainter& painter, const Appearance& look, const QRectF& outer, qreal radius);
/// Room for the shadow around a floating frame, logical pixels at the text scale.
int floatingMargin(const Appearance& look);

/// A frame that floats over its window as an ordinary child: keys stay with the widget that had them (section
/// 25). Contents go inside contentsMargins().
class Popup : public QFrame {
  Q_OBJECT
 public:
  /// `window` is the top-level widget that the popup stays inside of.
  Popup(Appearance& look, QWidget* window);

  /// Shows below `anchor` (global coordinates), left edges aligned, or above when there is no room below;
  /// never over `anchor`.
  void popUpAt(const QRect& anchor);

 Q_SIGNALS:
  void dismissed();

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void refresh();

  Appearance& look_;
};

}  // namespace offprint
