#include "ui/widgets/IconButton.h"

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
