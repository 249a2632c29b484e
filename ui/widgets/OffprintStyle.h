#pragma once
#include <QProxyStyle>

#include "ui/widgets/Appearance.h"

namespace offprint {

/// Draws every control from the tokens, over Fusion, and the surfaces of Surfaces.h. A style sheet would
/// bypass this class.
///
/// Widget properties it knows: push buttons "primary" (accent fill, one a window), "quiet" (accent text, no
/// border), "danger" (red text), "small" (26 high), "large" (36 high).
class OffprintStyle : public QProxyStyle {
  Q_OBJECT
 public:
  /// `appearance` must outlive the style's use.
  explicit OffprintStyle(const Appearance& appearance);

  using QProxyStyle::polish;
  /// Surfaces are painted (see Surfaces.h); lists on a surface let it show through.
  void polish(QWidget* widget) override;
  int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
  int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                QStyleHintReturn* data) const override;
  QRect subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const override;
  QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl part,
                       const QWidget* widget) const override;
  QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                         const QWidget* widget) const override;
  /// Of fields that are cleared and bars that are cut off; Fusion would search the desktop's icon themes for
  /// them while the window starts.
  QIcon standardIcon(StandardPixmap icon, const QStyleOption* option, const QWidget* widget) const override;
  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget) const override;
  void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                          const QWidget* widget) const override;

 private:
  QRect scrollBarRect(const QStyleOptionSlider& option, SubControl part) const;
  void drawButtonPanel(const QStyleOption& option, QPainter& painter, const QWidget* widget) const;
  void drawButtonLabel(const QStyleOptionButton& option, QPainter& painter, const QWidget* widget) const;
  void drawFieldFrame(const QRectF& rect, const QStyleOption& option, QPainter& painter, bool hover) const;
  void drawCheckBox(const QStyleOption& option, QPainter& painter) const;
  void drawRadioButton(const QStyleOption& option, QPainter& painter) const;
  void drawTab(const QStyleOptionTab& option, QPainter& painter, const QWidget* widget) const;
  void drawMenuItem(const QStyleOptionMenuItem& option, QPainter& painter) const;
  void drawMenuBarItem(const QStyleOptionMenuItem& option, QPainter& painter) const;
  void drawHeaderLabel(const QStyleOptionHeader& option, QPainter& painter, const QWidget* widget) const;
  void drawScrollBar(const QStyleOptionSlider& option, QPainter& painter, const QWidget* widget) const;
  void drawSlider(const QStyleOptionSlider& option, QPainter& painter, const QWidget* widget) const;
  void drawProgress(const QStyleOptionProgressBar& option, QPainter& painter) const;
  void drawFloating(const QRectF& rect, QPainter& painter) const;
  void drawFocusRing(const QRectF& rect, qreal radius, QPainter& painter) const;
  void drawChevron(const QPointF& centre, Qt::ArrowType direction, QPainter& painter) const;
  void drawTick(const QRectF& box, const QColor& ink, QPainter& painter) const;
  qreal px(qreal value) const { return look_.px(value); }

  const Appearance& look_;
};

}  // namespace offprint
