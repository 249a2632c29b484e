#include "ui/site/ThemeCard.h"

#include <QPainter>

#include "ui/widgets/Label.h"
#include "ui/widgets/OverlayScrollBar.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qreal pageHeight = 84;

}  // namespace

ThemeCard::ThemeCard(Appearance& look, const QString& name, const QString& about, const QJsonObject& sample,
                     QWidget* parent)
    : QAbstractButton(parent), look_(look), about_(about), sample_(sample) {
  setText(name);
  setAccessibleName(name);
  setAccessibleDescription(about);
  setToolTip(about);
  setCheckable(true);
  setAutoExclusive(true);
  setAttribute(Qt::WA_Hover);
  setFocusPolicy(Qt::StrongFocus);
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

QSize ThemeCard::sizeHint() const {
  return QSize(look_.ipx(140), heightForWidth(look_.ipx(140)));
}

int ThemeCard::heightForWidth(int width) const {
  const QFontMetrics metrics(fontFor(look_, TextRole::Meta));
  const QRect words = metrics.boundingRect(0, 0, width, 1000, Qt::TextWordWrap, about_);
  return look_.ipx(pageHeight + 30) + words.height();
}

void ThemeCard::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF page(1, 1, width() - 2, look_.px(pageHeight));
  paintPage(painter, page);
  const bool ring = isChecked() || showsFocus(*this);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(look_.color(ring           ? Token::Accent
                                  : underMouse() ? Token::LineStrong
                                                 : Token::LineField),
                      ring ? 2 : 1));
  painter.drawRoundedRect(page, look_.px(6), look_.px(6));
  const QRectF name(0, page.bottom() + look_.px(6), width(), look_.px(18));
  paintRadio(painter, QPointF(look_.px(8), name.center().y()));
  painter.setFont(fontFor(look_, TextRole::BodyStrong));
  painter.setPen(look_.color(Token::TextPrimary));
  painter.drawText(name.adjusted(look_.px(22), 0, 0, 0), Qt::AlignVCenter, text());
  painter.setFont(fontFor(look_, TextRole::Meta));
  painter.setPen(look_.color(Token::TextTertiary));
  painter.drawText(QRectF(0, name.bottom() + look_.px(1), width(), height()), Qt::TextWordWrap, about_);
}

/// One of several is chosen: said by a shape, not by the colour of the frame alone.
void ThemeCard::paintRadio(QPainter& painter, const QPointF& centre) const {
  const qreal radius = look_.px(6.5);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(look_.color(isChecked() ? Token::Accent : Token::LineField), isChecked() ? 1.5 : 1));
  painter.drawEllipse(centre, radius, radius);
  if (!isChecked()) return;
  painter.setPen(Qt::NoPen);
  painter.setBrush(look_.color(Token::Accent));
  painter.drawEllipse(centre, radius / 2, radius / 2);
}

/// A name, an accent, four lines of text.
void ThemeCard::paintPage(QPainter& painter, const QRectF& page) const {
  const auto color = [this](const QString& key, Token otherwise) {
    const QColor own(sample_.value(key).toString());
    return own.isValid() ? own : look_.color(otherwise);
  };
  painter.setPen(Qt::NoPen);
  painter.setBrush(color(u"paper"_s, Token::SurfaceEditor));
  painter.drawRoundedRect(page, look_.px(6), look_.px(6));
  const QColor ink = color(u"ink"_s, Token::TextPrimary);
  const bool serif = sample_.value(u"serif"_s).toBool();
  painter.setFont(
      look_.font(serif ? Appearance::Face::Writing : Appearance::Face::Interface, 13, QFont::DemiBold));
  painter.setPen(ink);
  const qreal left = page.left() + look_.px(12);
  painter.drawText(QPointF(left, page.top() + look_.px(24)), u"Aa"_s);
  painter.setPen(Qt::NoPen);
  painter.setBrush(color(u"accent"_s, Token::Accent));
  painter.drawRoundedRect(QRectF(left, page.top() + look_.px(32), look_.px(26), look_.px(3)), 1, 1);
  QColor line = ink;
  line.setAlphaF(0.22F);
  painter.setBrush(line);
  for (int i = 0; i < 4; ++i) {
    const qreal length = (page.width() - look_.px(24)) * (i == 3 ? 0.6 : i == 1 ? 0.86 : 1);
    painter.drawRoundedRect(QRectF(left, page.top() + look_.px(42 + 9 * i), length, look_.px(3)), 1, 1);
  }
}

}  // namespace offprint

#include "moc_ThemeCard.cpp"
