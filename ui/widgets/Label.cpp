#include "ui/widgets/Label.h"

#include <QPainter>

namespace offprint {

QFont fontFor(const Appearance& look, TextRole role) {
  using Face = Appearance::Face;
  switch (role) {
    case TextRole::Caption:
      return look.font(Face::Interface, 11, QFont::DemiBold);
    case TextRole::Small:
      return look.font(Face::Interface, 11.4);
    case TextRole::Meta:
      return look.font(Face::Interface, 12);
    case TextRole::Control:
      return look.font(Face::Interface, 12.4, QFont::Medium);
    case TextRole::Body:
      return look.font(Face::Interface, 13);
    case TextRole::BodyStrong:
      return look.font(Face::Interface, 13, QFont::DemiBold);
    case TextRole::PaneTitle:
      return look.font(Face::Interface, 15, QFont::DemiBold);
    case TextRole::PageTitle:
      return look.font(Face::Interface, 20, QFont::DemiBold);
    case TextRole::Hero:
      return look.font(Face::Writing, 28, QFont::DemiBold);
    case TextRole::Headline:
      return look.font(Face::Writing, 32, QFont::DemiBold);
    case TextRole::Lead:
      return look.font(Face::Interface, 14.4);
  }
  return look.font(Face::Interface, 13);
}

Label::Label(Appearance& look, TextRole role, const QString& text, Token ink, QWidget* parent)
    : QLabel(text, parent), look_(look), role_(role), ink_(ink) {
  setTextFormat(Qt::PlainText);
  connect(&look_, &Appearance::changed, this, &Label::refresh);
  refresh();
}

void Label::setInk(Token ink) {
  ink_ = ink;
  refresh();
}

void Label::setEliding(bool eliding) {
  eliding_ = eliding;
  updateGeometry();
  update();
}

QSize Label::minimumSizeHint() const {
  const QSize whole = QLabel::minimumSizeHint();
  return eliding_ ? QSize(qMin(whole.width(), look_.ipx(32)), whole.height()) : whole;
}

void Label::paintEvent(QPaintEvent* event) {
  if (!eliding_) return QLabel::paintEvent(event);
  const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
  setToolTip(shown == text() ? QString() : text());
  QPainter painter(this);
  painter.setPen(palette().color(foregroundRole()));
  painter.drawText(contentsRect(), static_cast<int>(alignment()) | Qt::TextSingleLine, shown);
}

void Label::refresh() {
  setFont(fontFor(look_, role_));
  QPalette colours = palette();
  colours.setColor(QPalette::WindowText, look_.color(ink_));
  colours.setColor(QPalette::Link, look_.color(Token::Accent));
  setPalette(colours);
}

}  // namespace offprint

#include "moc_Label.cpp"
