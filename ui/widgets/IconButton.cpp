#include "ui/widgets/IconButton.h"

#include <QStyleOptionToolButton>
#include <QStylePainter>

namespace offprint {

IconButton::IconButton(Appearance& look, const QString& icon, const QString& name, QWidget* parent)
    : QToolButton(parent), look_(look), icon_(icon) {
  setToolTip(name);
  setAccessibleName(name);
  refresh();
  connect(&look_, &Appearance::changed, this, &IconButton::refresh);
}

IconButton::IconButton(Appearance& look, QAction* action, QWidget* parent)
    : QToolButton(parent), look_(look) {
  setDefaultAction(action);
  setAccessibleName(action->text());
  refresh();
  connect(&look_, &Appearance::changed, this, &IconButton::refresh);
}

void IconButton::setIconName(const QString& icon) {
  icon_ = icon;
  refresh();
}

void IconButton::setSide(qreal pixels) {
  side_ = pixels;
  refresh();
}

void IconButton::setShowsChecked(bool shows) {
  showsChecked_ = shows;
  update();
}

void IconButton::paintEvent(QPaintEvent*) {
  QStylePainter painter(this);
  QStyleOptionToolButton option;
  initStyleOption(&option);
  // What it opens is known from its icon: no arrow.
  option.features &= ~(QStyleOptionToolButton::HasMenu | QStyleOptionToolButton::MenuButtonPopup);
  if (!icon_.isEmpty()) option.icon = look_.icon(icon_);
  if (!showsChecked_) option.state &= ~QStyle::State_On;
  painter.drawComplexControl(QStyle::CC_ToolButton, option);
}

QSize IconButton::sizeHint() const {
  return QSize(look_.ipx(side_), look_.ipx(side_));
}

void IconButton::refresh() {
  setAutoRaise(true);
  setToolButtonStyle(Qt::ToolButtonIconOnly);
  setFocusPolicy(Qt::TabFocus);
  if (!icon_.isEmpty()) setIcon(look_.icon(icon_));
  setIconSize(QSize(look_.ipx(16), look_.ipx(16)));
  setFixedSize(sizeHint());
}

}  // namespace offprint

#include "moc_IconButton.cpp"
