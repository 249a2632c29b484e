#include "ui/widgets/Glyphs.h"

#include <QIconEngine>
#include <QPainter>

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QPen penOf(const QColor& ink, qreal width) {
  return QPen(ink, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
}

class StateEngine : public QIconEngine {
 public:
  StateEngine(const Appearance& look, StateShape shape) : look_(look), shape_(shape) {}
  void paint(QPainter* painter, const QRect& rect, QIcon::Mode, QIcon::State) override {
    const qreal side = qMin(rect.width(), rect.height()) * 0.8;
    const QRectF box(rect.center().x() + 0.5 - side / 2, rect.center().y() + 0.5 - side / 2, side, side);
    paintState(*painter, look_, box, shape_, Token::SurfaceRaised);
  }
  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap picture(size);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return picture;
  }
  QIconEngine* clone() const override { return new StateEngine(*this); }

 private:
  const Appearance& look_;
  StateShape shape_;
};

QFont capFont(const Appearance& look) {
  return look.font(Appearance::Face::Interface, 11, QFont::Medium);
}

int capWidth(const Appearance& look, const QFontMetrics& metrics, const QString& cap) {
  return qMax(metrics.horizontalAdvance(cap) + look.ipx(10), look.ipx(18));
}

int capsWidth(const Appearance& look, const QStringList& caps) {
  const QFontMetrics metrics(capFont(look));
  int width = 0;
  for (const QString& cap : caps)
    width += capWidth(look, metrics, cap) + (width > 0 ? look.ipx(4) : 0);
  return width;
}

}  // namespace

StateShape::StateShape(const ItemSummary& item, const QDateTime& now)
    : state(siteState(item, now)), unlisted(item.status == Status::Unlisted) {}

Token stateToken(SiteState state) {
  switch (state) {
    case SiteState::Draft:
      return Token::StDraft;
    case SiteState::ToPublish:
      return Token::Accent;
    case SiteState::Published:
      return Token::StPublished;
    case SiteState::Changed:
      return Token::StChanged;
    case SiteState::Scheduled:
      return Token::StScheduled;
    case SiteState::ToRemove:
      break;
  }
  return Token::StDanger;
}

QString stateLabel(SiteState state) {
  switch (state) {
    case SiteState::Draft:
      return say("Draft");
    case SiteState::ToPublish:
      return say("To publish");
    case SiteState::Published:
      return say("Published");
    case SiteState::Changed:
      return say("Changed");
    case SiteState::Scheduled:
      return say("Scheduled");
    case SiteState::ToRemove:
      return say("To remove");
  }
  return {};
}

QString stateLabel(const ItemSummary& item, const QDateTime& now) {
  const StateShape shape(item, now);
  const QString state = stateLabel(shape.state);
  return shape.unlisted ? say("%1, unlisted").arg(state) : state;
}

QString stateLabel(Status status) {
  switch (status) {
    case Status::Draft:
      return say("Draft");
    case Status::Scheduled:
      return say("Scheduled");
    case Status::Published:
      return say("Published");
    case Status::Unlisted:
      return say("Unlisted");
  }
  return {};
}

namespace {

/// In a box of 12 by 12.
void paintShape(QPainter& painter, const Appearance& look, SiteState state, Token ground) {
  const QColor ink = look.color(stateToken(state));
  const QPointF centre(6, 6);
  constexpr qreal radius = 4.2;
  painter.setBrush(Qt::NoBrush);
  switch (state) {
    case SiteState::Draft: {
      QPen dashed(ink, 1.6, Qt::CustomDashLine, Qt::FlatCap);
      dashed.setDashPattern({2.2 / 1.6, 1.5 / 1.6});
      painter.setPen(dashed);
      painter.drawEllipse(centre, radius, radius);
      break;
    }
    case SiteState::Scheduled:
      painter.setPen(penOf(ink, 1.5));
      painter.drawEllipse(centre, 4.4, 4.4);
      painter.drawPolyline(QPolygonF{QPointF(6, 3.6), QPointF(6, 6), QPointF(7.7, 7.1)});
      break;
    case SiteState::Published:
      painter.setPen(Qt::NoPen);
      painter.setBrush(ink);
      painter.drawEllipse(centre, 5, 5);
      painter.setPen(penOf(look.color(ground), 1.5));
      painter.setBrush(Qt::NoBrush);
      painter.drawPolyline(QPolygonF{QPointF(3.7, 6.1), QPointF(5.3, 7.7), QPointF(8.4, 4.4)});
      break;
    case SiteState::ToPublish:
    case SiteState::Changed:
    case SiteState::ToRemove:
      painter.setPen(penOf(ink, 1.6));
      painter.drawEllipse(centre, radius, radius);
      if (state == SiteState::ToRemove) return painter.drawLine(QPointF(3.4, 6), QPointF(8.6, 6));
      painter.setPen(Qt::NoPen);
      painter.setBrush(ink);
      if (state == SiteState::ToPublish) {
        painter.drawEllipse(centre, 1.7, 1.7);
      } else {
        painter.drawPie(QRectF(6 - radius, 6 - radius, 2 * radius, 2 * radius), -90 * 16, 180 * 16);
      }
      break;
  }
}

}  // namespace

void paintState(QPainter& painter, const Appearance& look, const QRectF& box, StateShape shape,
                Token ground) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(box.topLeft());
  painter.scale(box.width() / 12, box.height() / 12);
  paintShape(painter, look, shape.state, ground);
  if (shape.unlisted) {
    // The slash is cut out of the shape, so that it shows on a disc as on a ring.
    painter.setPen(QPen(look.color(ground), 3.4));
    painter.drawLine(QPointF(1.4, 10.6), QPointF(10.6, 1.4));
    painter.setPen(penOf(look.color(stateToken(shape.state)), 1.4));
    painter.drawLine(QPointF(1.4, 10.6), QPointF(10.6, 1.4));
  }
  painter.restore();
}

QIcon stateIcon(Appearance& look, StateShape shape) {
  return QIcon(new StateEngine(look, shape));
}

QStringList keyCaps(const QKeySequence& keys) {
  QString text = keys.toString(QKeySequence::NativeText);
  QStringList caps;
  // The key itself may be "+".
  const bool plus = text.endsWith(u"++"_s) || text == u"+"_s;
  if (plus) text.chop(1);
  caps = text.split(u'+', Qt::SkipEmptyParts);
  if (plus) caps.append(u"+"_s);
  return caps;
}

int paintKeyCaps(QPainter& painter, const Appearance& look, const QRect& line, const QStringList& caps,
                 Qt::Alignment side) {
  const int whole = capsWidth(look, caps);
  const int high = look.ipx(16);
  int x = side & Qt::AlignRight ? line.right() + 1 - whole : line.left();
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(capFont(look));
  for (const QString& cap : caps) {
    const int wide = capWidth(look, painter.fontMetrics(), cap);
    const QRect box(x, line.center().y() - high / 2 + 1, wide, high);
    // The edge holds where the ground is no other than what is behind it, as on dark panels.
    painter.setPen(QPen(look.color(Token::LineStrong), 1));
    painter.setBrush(look.color(Token::SurfaceHover));
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), look.px(4), look.px(4));
    painter.setPen(look.color(Token::TextSecondary));
    painter.drawText(box, Qt::AlignCenter, cap);
    x += wide + look.ipx(4);
  }
  painter.restore();
  return whole;
}

Glyph::Glyph(Appearance& look, const QString& icon, Token ink, QWidget* parent)
    : QWidget(parent), look_(look), icon_(icon), ink_(ink) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  connect(&look_, &Appearance::changed, this, [this] {
    updateGeometry();
    update();
  });
}

QSize Glyph::sizeHint() const {
  return QSize(look_.ipx(16), look_.ipx(18));
}

void Glyph::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  const int side = look_.ipx(16);
  look_.icon(icon_, ink_).paint(&painter, QRect(0, (height() - side) / 2, side, side));
}

KeyCaps::KeyCaps(Appearance& look, const QStringList& caps, QWidget* parent)
    : QWidget(parent), look_(look), caps_(caps) {
  setAccessibleName(caps.join(u' '));
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  connect(&look_, &Appearance::changed, this, [this] {
    updateGeometry();
    update();
  });
}

QSize KeyCaps::sizeHint() const {
  return QSize(capsWidth(look_, caps_), look_.ipx(18));
}

void KeyCaps::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  paintKeyCaps(painter, look_, rect(), caps_, Qt::AlignLeft);
}

}  // namespace offprint

#include "moc_Glyphs.cpp"
