#include "ui/widgets/OffprintStyle.h"

#include <algorithm>
#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLineEdit>
#include <QStyleOption>

#include "ui/widgets/Surfaces.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// The line edit inside a spin or combo box: its owner draws the frame.
bool innerField(const QWidget* widget) {
  return widget && (qobject_cast<const QAbstractSpinBox*>(widget->parentWidget()) ||
                    qobject_cast<const QComboBox*>(widget->parentWidget()));
}

int buttonHeight(const QWidget* widget) {
  if (widget && widget->property("small").toBool()) return 26;
  if (widget && widget->property("large").toBool()) return 36;
  return 30;
}

}  // namespace

OffprintStyle::OffprintStyle(const Appearance& appearance) : QProxyStyle(u"Fusion"_s), look_(appearance) {}

void OffprintStyle::polish(QWidget* widget) {
  QProxyStyle::polish(widget);
  if (isSurface(*widget)) widget->setAttribute(Qt::WA_StyledBackground);
  const QString name = widget->objectName();
  if (name == u"items"_s || name == u"navigation"_s) {
    if (auto* area = qobject_cast<QAbstractScrollArea*>(widget))
      area->viewport()->setAutoFillBackground(false);
  }
}

int OffprintStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
  switch (metric) {
    case PM_ScrollBarExtent:
      return look_.ipx(10);
    case PM_ScrollBarSliderMin:
      return look_.ipx(32);
    case PM_SplitterWidth:
    case PM_MenuPanelWidth:
      return 1;
    case PM_ButtonMargin:
      return look_.ipx(24);
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
    case PM_ButtonDefaultIndicator:
    case PM_TabBarTabOverlap:
    case PM_TabBarBaseOverlap:
    case PM_MenuBarPanelWidth:
      return 0;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
    case PM_SmallIconSize:
    case PM_ToolBarIconSize:
    case PM_ButtonIconSize:
    case PM_SliderLength:
    case PM_SliderControlThickness:
      return look_.ipx(16);
    case PM_SliderThickness:
      return look_.ipx(20);
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing:
      return look_.ipx(8);
    case PM_DefaultFrameWidth:
      return qobject_cast<const QLineEdit*>(widget) ? 3 : 1;
    case PM_FocusFrameHMargin:  // also the inset of text in the cells of item views
      return look_.ipx(7);
    case PM_FocusFrameVMargin:
      return 2;
    case PM_MenuHMargin:
    case PM_MenuVMargin:
      return look_.ipx(5);
    case PM_TabBarTabHSpace:
      return look_.ipx(18);
    case PM_TabBarTabVSpace:
      return look_.ipx(16);
    case PM_TreeViewIndentation:
      return look_.ipx(18);
    default:
      return QProxyStyle::pixelMetric(metric, option, widget);
  }
}

int OffprintStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                             QStyleHintReturn* data) const {
  switch (hint) {
    case SH_ItemView_ShowDecorationSelected:
    case SH_Menu_SloppySubMenus:
      return 1;
    case SH_Table_GridLineColor:
      return static_cast<int>(look_.color(Token::LineHair).rgb());
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
    case SH_UnderlineShortcut:
    case SH_DialogButtonBox_ButtonsHaveIcons:
    case SH_ComboBox_Popup:
      return 0;
    case SH_Slider_AbsoluteSetButtons:
      return Qt::LeftButton;
    case SH_ToolTip_WakeUpDelay:
      return 500;
    default:
      return QProxyStyle::styleHint(hint, option, widget, data);
  }
}

QRect OffprintStyle::subElementRect(SubElement element, const QStyleOption* option,
                                    const QWidget* widget) const {
  if (element == SE_LineEditContents && !innerField(widget)) {
    const int side = look_.ipx(8);
    return option->rect.adjusted(side, 3, -side, -3);
  }
  return QProxyStyle::subElementRect(element, option, widget);
}

QSize OffprintStyle::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                                      const QWidget* widget) const {
  QSize result = QProxyStyle::sizeFromContents(type, option, size, widget);
  switch (type) {
    case CT_PushButton: {
      const int height = buttonHeight(widget);
      result.setHeight(look_.ipx(height));
      const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option);
      if (button && !button->icon.isNull()) result.rwidth() += look_.ipx(3);
      if (height == 36) result.rwidth() += look_.ipx(8);
      if (height == 26) result.rwidth() -= look_.ipx(6);
      break;
    }
    case CT_LineEdit:
      result.setHeight(std::max(look_.ipx(28), widget ? widget->minimumHeight() : 0));
      break;
    case CT_ComboBox:
    case CT_SpinBox:
      result.setHeight(look_.ipx(28));
      break;
    case CT_MenuItem: {
      const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option);
      const bool separator = item && item->menuItemType == QStyleOptionMenuItem::Separator;
      result.setHeight(separator ? look_.ipx(9) : look_.ipx(28));
      result.rwidth() += look_.ipx(28);
      break;
    }
    case CT_ItemViewItem:
      result.setHeight(std::max(result.height(), look_.ipx(26)));
      break;
    case CT_MenuBarItem:
      result = QSize(size.width() + look_.ipx(16), look_.ipx(28));
      break;
    case CT_CheckBox:
    case CT_RadioButton:
      result.setHeight(std::max(result.height(), look_.ipx(24)));
      break;
    default:
      break;
  }
  return result;
}

QRect OffprintStyle::subControlRect(ComplexControl control, const QStyleOptionComplex* option,
                                    SubControl part, const QWidget* widget) const {
  const QRect rect = option->rect;
  const int arrows = look_.ipx(24);
  if (control == CC_ComboBox && part == SC_ComboBoxEditField)
    return rect.adjusted(look_.ipx(10), 0, -arrows, 0);
  if (control == CC_ComboBox && part == SC_ComboBoxArrow) {
    return QRect(rect.right() - arrows, rect.top(), arrows, rect.height());
  }
  if (control == CC_SpinBox) {
    const int half = rect.height() / 2;
    if (part == SC_SpinBoxEditField) return rect.adjusted(look_.ipx(8), 3, -arrows, -3);
    if (part == SC_SpinBoxUp) return QRect(rect.right() - arrows, rect.top(), arrows, half);
    if (part == SC_SpinBoxDown) {
      return QRect(rect.right() - arrows, rect.top() + half, arrows, rect.height() - half);
    }
    return rect;
  }
  if (control == CC_ScrollBar) {
    if (const auto* bar = qstyleoption_cast<const QStyleOptionSlider*>(option))
      return scrollBarRect(*bar, part);
  }
  return QProxyStyle::subControlRect(control, option, part, widget);
}

/// Geometry of a scroll bar without arrow buttons.
QRect OffprintStyle::scrollBarRect(const QStyleOptionSlider& option, SubControl part) const {
  const QRect rect = option.rect;
  const bool vertical = option.orientation == Qt::Vertical;
  const int length = vertical ? rect.height() : rect.width();
  const qint64 range = option.maximum - option.minimum;
  const qint64 shown = range > 0 ? qint64(length) * option.pageStep / (range + option.pageStep) : length;
  const int slider = static_cast<int>(std::clamp<qint64>(shown, std::min(look_.ipx(32), length), length));
  const int at = sliderPositionFromValue(option.minimum, option.maximum, option.sliderPosition,
                                         length - slider, option.upsideDown);
  const auto piece = [&](int from, int size) {
    return vertical ? QRect(rect.left(), rect.top() + from, rect.width(), size)
                    : QRect(rect.left() + from, rect.top(), size, rect.height());
  };
  switch (part) {
    case SC_ScrollBarGroove:
      return rect;
    case SC_ScrollBarSlider:
      return piece(at, slider);
    case SC_ScrollBarSubPage:
      return piece(0, at);
    case SC_ScrollBarAddPage:
      return piece(at + slider, length - at - slider);
    default:
      return {};
  }
}

QIcon OffprintStyle::standardIcon(StandardPixmap icon, const QStyleOption* option,
                                  const QWidget* widget) const {
  if (icon == SP_LineEditClearButton) return look_.icon(u"x"_s, Token::TextTertiary);
  if (icon == SP_ToolBarHorizontalExtensionButton) return look_.icon(u"chevron-right"_s);
  return QProxyStyle::standardIcon(icon, option, widget);
}

}  // namespace offprint

#include "moc_OffprintStyle.cpp"
