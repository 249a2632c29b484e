#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QPainter>
#include <QPainterPath>
#include <QPlainTextEdit>
#include <QStyleOption>

#include "ui/widgets/OffprintStyle.h"
#include "ui/widgets/Surfaces.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

bool focusedByKeyboard(const QStyleOption& option) {
  return (option.state & QStyle::State_HasFocus) && (option.state & QStyle::State_KeyboardFocusChange);
}

bool flag(const QWidget* widget, const char* name) {
  return widget && widget->property(name).toBool();
}

QPen roundPen(const QColor& ink, qreal width) {
  return QPen(ink, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
}

/// Saves and restores the painter around one drawing, which is antialiased.
class Drawing {
 public:
  explicit Drawing(QPainter& painter) : painter_(painter) {
    painter_.save();
    painter_.setRenderHint(QPainter::Antialiasing);
  }
  ~Drawing() { painter_.restore(); }
  Q_DISABLE_COPY_MOVE(Drawing)

 private:
  QPainter& painter_;
};

}  // namespace

void OffprintStyle::drawFocusRing(const QRectF& rect, qreal radius, QPainter& painter) const {
  QColor ink = look_.color(Token::Accent);
  ink.setAlphaF(0.38F);
  painter.setPen(QPen(ink, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRoundedRect(rect.adjusted(-1, -1, 1, 1), radius + 1, radius + 1);
}

void OffprintStyle::drawChevron(const QPointF& centre, Qt::ArrowType direction, QPainter& painter) const {
  const qreal half = px(3.5);
  const qreal quarter = half / 2;
  painter.setPen(roundPen(look_.color(Token::TextSecondary), 1.5));
  painter.setBrush(Qt::NoBrush);
  if (direction == Qt::RightArrow) {
    painter.drawPolyline(QPolygonF{centre + QPointF(-quarter, -half), centre + QPointF(quarter, 0),
                                   centre + QPointF(-quarter, half)});
    return;
  }
  const qreal dip = direction == Qt::DownArrow ? quarter : -quarter;
  painter.drawPolyline(
      QPolygonF{centre + QPointF(-half, -dip), centre + QPointF(0, dip), centre + QPointF(half, -dip)});
}

void OffprintStyle::drawTick(const QRectF& box, const QColor& ink, QPainter& painter) const {
  const qreal w = box.width();
  painter.setPen(roundPen(ink, 1.8));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(QPolygonF{box.topLeft() + QPointF(w * .24, w * .51),
                                 box.topLeft() + QPointF(w * .43, w * .70),
                                 box.topLeft() + QPointF(w * .77, w * .31)});
}

void OffprintStyle::drawFloating(const QRectF& rect, QPainter& painter) const {
  painter.setPen(QPen(look_.color(Token::LineStrong), 1));
  painter.setBrush(look_.color(Token::SurfaceRaised));
  painter.drawRect(rect.adjusted(.5, .5, -.5, -.5));
}

void OffprintStyle::drawButtonPanel(const QStyleOption& option, QPainter& painter,
                                    const QWidget* widget) const {
  const bool enabled = option.state & State_Enabled;
  const bool lit = enabled && (option.state & (State_MouseOver | State_Sunken));
  const bool primary = flag(widget, "primary");
  const bool quiet = flag(widget, "quiet");
  const qreal radius = flag(widget, "large") ? px(7) : px(6);
  const QRectF box = QRectF(option.rect).adjusted(.5, .5, -.5, -.5);
  QColor fill = look_.color(lit ? Token::SurfaceHover : Token::SurfaceRaised);
  if (primary)
    fill = look_.color(!enabled ? Token::SelectIdle : lit ? Token::AccentFillHover : Token::AccentFill);
  const bool bare = quiet && !lit;
  const QColor edge = primary ? fill : look_.color(Token::LineStrong);
  painter.setPen(quiet ? QPen(Qt::NoPen) : QPen(edge, 1));
  painter.setBrush(bare ? QBrush(Qt::NoBrush) : QBrush(fill));
  painter.drawRoundedRect(box, radius, radius);
  if (focusedByKeyboard(option)) drawFocusRing(box.adjusted(1.5, 1.5, -1.5, -1.5), radius - 1, painter);
}

void OffprintStyle::drawButtonLabel(const QStyleOptionButton& option, QPainter& painter,
                                    const QWidget* widget) const {
  const Token ink = !(option.state & State_Enabled) ? Token::TextTertiary
                    : flag(widget, "primary")       ? Token::TextOnAccent
                    : flag(widget, "danger")        ? Token::StDanger
                    : flag(widget, "quiet")         ? Token::Accent
                                                    : Token::TextPrimary;
  QFont font = widget ? widget->font() : painter.font();
  font.setWeight(QFont::Medium);
  painter.setFont(font);
  painter.setPen(look_.color(ink));
  const QFontMetrics metrics(font);
  const int iconWidth = option.icon.isNull() ? 0 : option.iconSize.width();
  const int gap = iconWidth && !option.text.isEmpty() ? look_.ipx(7) : 0;
  const int textWidth = metrics.size(Qt::TextShowMnemonic, option.text).width();
  const int room = option.rect.width() - look_.ipx(12);
  const int shownText = std::min(textWidth, room - iconWidth - gap);
  int x = option.rect.left() + (option.rect.width() - iconWidth - gap - shownText) / 2;
  if (iconWidth) {
    const QRect place(x, option.rect.center().y() - option.iconSize.height() / 2 + 1, iconWidth,
                      option.iconSize.height());
    option.icon.paint(&painter, place, Qt::AlignCenter,
                      option.state & State_Enabled ? QIcon::Normal : QIcon::Disabled);
    x += iconWidth + gap;
  }
  const QString text = shownText < textWidth
                           ? metrics.elidedText(option.text, Qt::ElideRight, shownText, Qt::TextShowMnemonic)
                           : option.text;
  const int mnemonic =
      styleHint(SH_UnderlineShortcut, &option, widget, nullptr) ? Qt::TextShowMnemonic : Qt::TextHideMnemonic;
  painter.drawText(QRect(x, option.rect.top(), shownText + 2, option.rect.height()),
                   Qt::AlignVCenter | mnemonic, text);
}

void OffprintStyle::drawFieldFrame(const QRectF& rect, const QStyleOption& option, QPainter& painter,
                                   bool hover) const {
  const bool focused = option.state & State_HasFocus;
  const bool enabled = option.state & State_Enabled;
  const QRectF box = rect.adjusted(1.5, 1.5, -1.5, -1.5);
  if (focused) drawFocusRing(box, px(6), painter);
  painter.setPen(QPen(look_.color(focused ? Token::Accent : Token::LineField), 1));
  painter.setBrush(look_.color(!enabled ? Token::SurfaceWindow
                               : hover  ? Token::SurfaceHover
                                        : Token::SurfaceField));
  painter.drawRoundedRect(box, px(6), px(6));
}

void OffprintStyle::drawCheckBox(const QStyleOption& option, QPainter& painter) const {
  const QRectF box = QRectF(option.rect).adjusted(1, 1, -1, -1);
  const bool mixed = option.state & State_NoChange;
  const bool on = mixed || (option.state & State_On);
  const bool enabled = option.state & State_Enabled;
  const Token edge = !enabled ? Token::LineStrong : on ? Token::AccentFill : Token::LineField;
  painter.setPen(QPen(look_.color(edge), 1.5));
  painter.setBrush(look_.color(on ? edge : Token::SurfaceField));
  painter.drawRoundedRect(box, px(4), px(4));
  const QColor ink = look_.color(Token::Knob);
  if (mixed) {
    painter.setPen(roundPen(ink, 1.8));
    const qreal inset = box.width() * .28;
    painter.drawLine(QPointF(box.left() + inset, box.center().y()),
                     QPointF(box.right() - inset, box.center().y()));
  } else if (on) {
    drawTick(box, ink, painter);
  }
  if (focusedByKeyboard(option)) drawFocusRing(box, px(4), painter);
}

void OffprintStyle::drawRadioButton(const QStyleOption& option, QPainter& painter) const {
  const QRectF box = QRectF(option.rect).adjusted(1, 1, -1, -1);
  const bool on = option.state & State_On;
  const bool enabled = option.state & State_Enabled;
  const Token edge = !enabled ? Token::LineStrong : on ? Token::AccentFill : Token::LineField;
  painter.setPen(QPen(look_.color(edge), 1.5));
  painter.setBrush(look_.color(on ? edge : Token::SurfaceField));
  painter.drawEllipse(box);
  if (on) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(look_.color(Token::Knob));
    painter.drawEllipse(box.center(), px(3), px(3));
  }
  if (focusedByKeyboard(option)) drawFocusRing(box, box.width() / 2, painter);
}

void OffprintStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                  const QWidget* widget) const {
  const QRectF rect(option->rect);
  const bool hover = (option->state & State_MouseOver) && (option->state & State_Enabled);
  Drawing drawing(*painter);
  switch (element) {
    case PE_Widget:
      if (widget) paintSurface(*painter, look_, *widget, rect);
      return;
    case PE_PanelButtonCommand:
      return drawButtonPanel(*option, *painter, widget);
    case PE_PanelLineEdit:
    case PE_FrameLineEdit: {
      const QWidget* owner = widget ? widget->parentWidget() : nullptr;
      const bool inner =
          qobject_cast<const QAbstractSpinBox*>(owner) || qobject_cast<const QComboBox*>(owner);
      const auto* frame = qstyleoption_cast<const QStyleOptionFrame*>(option);
      if (inner || (frame && frame->lineWidth == 0)) return;
      return drawFieldFrame(rect, *option, *painter, false);
    }
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
      return drawCheckBox(*option, *painter);
    case PE_IndicatorRadioButton:
      return drawRadioButton(*option, *painter);
    case PE_FrameFocusRect:  // every control draws its own ring
    case PE_PanelItemViewRow:
    case PE_PanelMenuBar:
    case PE_FrameButtonBevel:
      return;
    case PE_PanelMenu:
    case PE_FrameMenu:
    case PE_PanelTipLabel:
      return drawFloating(rect, *painter);
    case PE_PanelButtonTool: {
      const bool on = option->state & State_On;
      if (on || hover || (option->state & State_Sunken)) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(look_.color(on ? Token::SelectIdle : Token::SurfaceHover));
        painter->drawRoundedRect(rect, px(6), px(6));
      }
      if (focusedByKeyboard(*option)) drawFocusRing(rect.adjusted(2, 2, -2, -2), px(5), *painter);
      return;
    }
    case PE_FrameTabBarBase:
      painter->setPen(look_.color(Token::LineHair));
      painter->drawLine(rect.bottomLeft(), rect.bottomRight());
      return;
    case PE_PanelItemViewItem:
      if (option->state & State_Selected) {
        painter->fillRect(rect,
                          look_.color(option->state & State_Active ? Token::AccentTint : Token::SelectIdle));
      } else if (hover) {
        painter->fillRect(rect, look_.color(Token::SurfaceHover));
      }
      return;
    case PE_IndicatorHeaderArrow:
    case PE_IndicatorArrowDown:
    case PE_IndicatorSpinDown:
      return drawChevron(rect.center(), Qt::DownArrow, *painter);
    case PE_IndicatorArrowUp:
    case PE_IndicatorSpinUp:
      return drawChevron(rect.center(), Qt::UpArrow, *painter);
    case PE_IndicatorArrowRight:
      return drawChevron(rect.center(), Qt::RightArrow, *painter);
    case PE_IndicatorBranch:
      if (option->state & State_Children) {
        drawChevron(rect.center(), option->state & State_Open ? Qt::DownArrow : Qt::RightArrow, *painter);
      }
      return;
    default:
      QProxyStyle::drawPrimitive(element, option, painter, widget);
  }
}

void OffprintStyle::drawTab(const QStyleOptionTab& option, QPainter& painter, const QWidget* widget) const {
  const bool selected = option.state & State_Selected;
  QFont font = widget ? widget->font() : painter.font();
  font.setWeight(selected ? QFont::DemiBold : QFont::Normal);
  painter.setFont(font);
  painter.setPen(look_.color(selected ? Token::TextPrimary : Token::TextSecondary));
  painter.drawText(option.rect, Qt::AlignCenter | Qt::TextHideMnemonic, option.text);
  if (focusedByKeyboard(option)) drawFocusRing(QRectF(option.rect).adjusted(4, 6, -4, -8), px(4), painter);
}

void OffprintStyle::drawMenuItem(const QStyleOptionMenuItem& option, QPainter& painter) const {
  const QRect rect = option.rect;
  if (option.menuItemType == QStyleOptionMenuItem::Separator) {
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(look_.color(Token::LineHair));
    painter.drawLine(rect.left() + look_.ipx(8), rect.center().y(), rect.right() - look_.ipx(8),
                     rect.center().y());
    return;
  }
  const bool enabled = option.state & State_Enabled;
  const bool selected = enabled && (option.state & State_Selected);
  if (selected) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(look_.color(Token::AccentTint));
    painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -1), px(5), px(5));
  }
  const int icon = look_.ipx(16);
  const QRect mark(rect.left() + look_.ipx(7), rect.center().y() - icon / 2 + 1, icon, icon);
  if (option.checkType != QStyleOptionMenuItem::NotCheckable && option.checked) {
    drawTick(mark, look_.color(Token::Accent), painter);
  } else if (!option.icon.isNull()) {
    option.icon.paint(&painter, mark, Qt::AlignCenter, enabled ? QIcon::Normal : QIcon::Disabled);
  }
  const int mnemonic = styleHint(SH_UnderlineShortcut, &option, nullptr, nullptr) ? Qt::TextShowMnemonic
                                                                                  : Qt::TextHideMnemonic;
  const QRect text = rect.adjusted(look_.ipx(30), 0, -look_.ipx(14), 0);
  const qsizetype tab = option.text.indexOf(u'\t');
  painter.setPen(look_.color(enabled ? Token::TextPrimary : Token::TextTertiary));
  painter.drawText(text, Qt::AlignVCenter | mnemonic, tab < 0 ? option.text : option.text.left(tab));
  if (tab >= 0) {
    painter.setPen(look_.color(selected ? Token::TextSecondary : Token::TextTertiary));
    painter.drawText(text, Qt::AlignVCenter | Qt::AlignRight, option.text.mid(tab + 1));
  }
  if (option.menuItemType == QStyleOptionMenuItem::SubMenu) {
    drawChevron(QPointF(rect.right() - px(12), rect.center().y() + 1), Qt::RightArrow, painter);
  }
}

void OffprintStyle::drawMenuBarItem(const QStyleOptionMenuItem& option, QPainter& painter) const {
  painter.fillRect(option.rect, look_.color(Token::SurfaceEditor));
  if (option.state & (State_Selected | State_Sunken)) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(look_.color(Token::SurfaceHover));
    painter.drawRoundedRect(QRectF(option.rect).adjusted(1, 2, -1, -2), px(5), px(5));
  }
  painter.setPen(look_.color(Token::TextPrimary));
  painter.drawText(option.rect, Qt::AlignCenter | Qt::TextShowMnemonic, option.text);
}

void OffprintStyle::drawHeaderLabel(const QStyleOptionHeader& option, QPainter& painter,
                                    const QWidget* widget) const {
  QFont font = widget ? widget->font() : painter.font();
  font.setWeight(QFont::Medium);
  painter.setFont(font);
  painter.setPen(look_.color(Token::TextSecondary));
  const QRect text = option.rect.adjusted(look_.ipx(8), 0, -look_.ipx(8), 0);
  painter.drawText(text, Qt::AlignVCenter | int(option.textAlignment & Qt::AlignHorizontal_Mask),
                   QFontMetrics(font).elidedText(option.text, Qt::ElideRight, text.width()));
}

void OffprintStyle::drawProgress(const QStyleOptionProgressBar& option, QPainter& painter) const {
  const QRectF groove(option.rect.left(), option.rect.center().y() - 1, option.rect.width(), 4);
  const qint64 range = option.maximum - option.minimum;
  QRectF done = groove;
  if (range > 0)
    done.setWidth(groove.width() * static_cast<qreal>(option.progress - option.minimum) /
                  static_cast<qreal>(range));
  painter.setPen(Qt::NoPen);
  painter.setBrush(look_.color(Token::Accent));
  painter.drawRoundedRect(done, 2, 2);
}

void OffprintStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const {
  Drawing drawing(*painter);
  switch (element) {
    case CE_PushButtonBevel:
      return drawPrimitive(PE_PanelButtonCommand, option, painter, widget);
    case CE_PushButtonLabel:
      if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
        return drawButtonLabel(*button, *painter, widget);
      }
      break;
    case CE_TabBarTabShape:
      if (option->state & State_Selected) {
        const QRectF rect(option->rect);
        painter->setPen(Qt::NoPen);
        painter->setBrush(look_.color(Token::Accent));
        painter->drawRoundedRect(QRectF(rect.left() + 8, rect.bottom() - 2, rect.width() - 16, 2.5), 1, 1);
      }
      return;
    case CE_TabBarTabLabel:
      if (const auto* tab = qstyleoption_cast<const QStyleOptionTab*>(option))
        return drawTab(*tab, *painter, widget);
      break;
    case CE_MenuItem:
      if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option))
        return drawMenuItem(*item, *painter);
      break;
    case CE_MenuBarItem:
      if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option))
        return drawMenuBarItem(*item, *painter);
      break;
    case CE_MenuBarEmptyArea:
      painter->fillRect(option->rect, look_.color(Token::SurfaceEditor));
      return;
    case CE_ProgressBarGroove:
      painter->setPen(Qt::NoPen);
      painter->setBrush(look_.color(Token::SelectIdle));
      painter->drawRoundedRect(
          QRectF(option->rect.left(), option->rect.center().y() - 1, option->rect.width(), 4), 2, 2);
      return;
    case CE_ProgressBarContents:
      if (const auto* bar = qstyleoption_cast<const QStyleOptionProgressBar*>(option))
        return drawProgress(*bar, *painter);
      break;
    case CE_ProgressBarLabel:  // a label beside the bar says the number
      return;
    case CE_ComboBoxLabel:
      if (const auto* combo = qstyleoption_cast<const QStyleOptionComboBox*>(option)) {
        // Qt cuts a text that is too long in the middle of a letter.
        QStyleOptionComboBox shown = *combo;
        const int icon = combo->currentIcon.isNull() ? 0 : combo->iconSize.width() + 4;
        const int room = subControlRect(CC_ComboBox, combo, SC_ComboBoxEditField, widget).width() - icon - 4;
        shown.currentText = combo->fontMetrics.elidedText(combo->currentText, Qt::ElideRight, room);
        return QProxyStyle::drawControl(element, &shown, painter, widget);
      }
      break;
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
      painter->fillRect(option->rect, look_.color(Token::SurfaceList));
      painter->setRenderHint(QPainter::Antialiasing, false);
      painter->setPen(look_.color(Token::LineHair));
      painter->drawLine(option->rect.bottomLeft(), option->rect.bottomRight());
      return;
    case CE_HeaderLabel:
      if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option)) {
        return drawHeaderLabel(*header, *painter, widget);
      }
      break;
    case CE_Splitter:
      painter->fillRect(option->rect, look_.color(Token::LineHair));
      return;
    case CE_ShapedFrame:
      if (const auto* area = qobject_cast<const QAbstractScrollArea*>(widget)) {
        if (area->frameShape() == QFrame::NoFrame) return;
        // A text of several lines is a field like one of one line.
        if (qobject_cast<const QPlainTextEdit*>(widget)) {
          return drawFieldFrame(QRectF(option->rect), *option, *painter, false);
        }
        painter->setPen(QPen(look_.color(Token::LineHair), 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(option->rect).adjusted(.5, .5, -.5, -.5), px(8), px(8));
        return;
      }
      break;
    default:
      break;
  }
  QProxyStyle::drawControl(element, option, painter, widget);
}

void OffprintStyle::drawScrollBar(const QStyleOptionSlider& option, QPainter& painter,
                                  const QWidget* widget) const {
  if (option.maximum <= option.minimum) return;
  const bool hover = option.state & State_MouseOver;
  const qreal inset = hover ? 1.5 : 3;
  const QRectF slider(subControlRect(CC_ScrollBar, &option, SC_ScrollBarSlider, widget));
  painter.setPen(Qt::NoPen);
  painter.setBrush(look_.color(hover ? Token::LineField : Token::LineStrong));
  painter.drawRoundedRect(option.orientation == Qt::Vertical ? slider.adjusted(inset, 2, -inset, -2)
                                                             : slider.adjusted(2, inset, -2, -inset),
                          4, 4);
}

void OffprintStyle::drawSlider(const QStyleOptionSlider& option, QPainter& painter,
                               const QWidget* widget) const {
  const QRectF groove(option.rect);
  const QPointF handle = QRectF(subControlRect(CC_Slider, &option, SC_SliderHandle, widget)).center();
  const bool vertical = option.orientation == Qt::Vertical;
  const QRectF whole = vertical ? QRectF(groove.center().x() - 1.5, groove.top(), 3, groove.height())
                                : QRectF(groove.left(), groove.center().y() - 1.5, groove.width(), 3);
  QRectF filled = whole;
  if (vertical) {
    filled.setTop(handle.y());
  } else {
    filled.setRight(handle.x());
  }
  painter.setPen(Qt::NoPen);
  painter.setBrush(look_.color(Token::LineStrong));
  painter.drawRoundedRect(whole, 1.5, 1.5);
  painter.setBrush(look_.color(Token::Accent));
  painter.drawRoundedRect(filled, 1.5, 1.5);
  const QPointF centre =
      vertical ? QPointF(groove.center().x(), handle.y()) : QPointF(handle.x(), groove.center().y());
  const qreal radius = px(7.5);
  const QRectF knob(centre - QPointF(radius, radius), QSizeF(2 * radius, 2 * radius));
  painter.setPen(QPen(look_.color(Token::LineField), 1));
  painter.setBrush(look_.color(Token::Knob));
  painter.drawEllipse(knob);
  if (focusedByKeyboard(option)) drawFocusRing(knob, radius, painter);
}

void OffprintStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option,
                                       QPainter* painter, const QWidget* widget) const {
  Drawing drawing(*painter);
  if (control == CC_ComboBox || control == CC_SpinBox) {
    const bool hover = control == CC_ComboBox && (option->state & State_MouseOver);
    const QRectF rect(option->rect);
    drawFieldFrame(rect, *option, *painter, hover);
    const QPointF arrows(rect.right() - px(12.5), rect.center().y());
    drawChevron(arrows - QPointF(0, px(4)), Qt::UpArrow, *painter);
    drawChevron(arrows + QPointF(0, px(4)), Qt::DownArrow, *painter);
    return;
  }
  if (const auto* slider = qstyleoption_cast<const QStyleOptionSlider*>(option)) {
    if (control == CC_ScrollBar) return drawScrollBar(*slider, *painter, widget);
    if (control == CC_Slider) return drawSlider(*slider, *painter, widget);
  }
  QProxyStyle::drawComplexControl(control, option, painter, widget);
}

}  // namespace offprint
