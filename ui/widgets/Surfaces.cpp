#include "ui/widgets/Surfaces.h"

#include <QHash>
#include <QWidget>

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

struct Surface {
  Token ground;
  Qt::Edges lines;  ///< hairlines at these edges
  qreal radius = 0;
  bool framed = false;  ///< a hairline all around
};

const QHash<QString, Surface>& surfaces() {
  static const QHash<QString, Surface> table = {
      {u"sidebar"_s, {Token::SurfaceSidebar, Qt::RightEdge}},
      {u"sidebarFoot"_s, {Token::SurfaceSidebar, Qt::TopEdge}},
      {u"toolbar"_s, {Token::SurfaceEditor, Qt::BottomEdge}},
      {u"listPane"_s, {Token::SurfaceList, {}}},
      {u"editor"_s, {Token::SurfaceEditor, {}}},
      {u"editorHead"_s, {Token::SurfaceEditor, {}}},
      {u"cover"_s, {Token::SurfaceEditor, {}}},
      {u"place"_s, {Token::SurfaceEditor, {}}},
      {u"preview"_s, {Token::SurfaceSunken, {}}},
      {u"paneHeader"_s, {Token::SurfaceList, Qt::BottomEdge}},
      {u"inspector"_s, {Token::SurfaceList, {}}},
      {u"inspectorSection"_s, {Token::SurfaceList, Qt::BottomEdge}},
      {u"problems"_s, {Token::SurfaceList, Qt::TopEdge}},
      {u"statusBar"_s, {Token::SurfaceList, Qt::TopEdge}},
      {u"hairline"_s, {Token::LineHair, {}}},
      {u"card"_s, {Token::SurfaceEditor, {}, 10, true}},
      {u"banner"_s, {Token::AccentTint, {}, 8}},
  };
  return table;
}

/// A banner's ground says its kind.
Token groundOf(const Surface& surface, const QWidget& widget) {
  const QString kind = widget.property("kind").toString();
  if (kind == u"warning"_s) return Token::TintChanged;
  return kind == u"error"_s ? Token::TintDanger : surface.ground;
}

}  // namespace

bool isSurface(const QWidget& widget) {
  // Fields may carry the name of what they edit ("place"): controls are never surfaces.
  const bool control = widget.inherits("QLineEdit") || widget.inherits("QAbstractButton") ||
                       widget.inherits("QComboBox") || widget.inherits("QAbstractScrollArea");
  return !control && surfaces().contains(widget.objectName());
}

void paintSurface(QPainter& painter, const Appearance& look, const QWidget& widget, const QRectF& rect) {
  const auto found = surfaces().constFind(widget.objectName());
  if (found == surfaces().cend() || !isSurface(widget)) return;
  const QColor hair = look.color(Token::LineHair);
  const QColor ground = look.color(groundOf(*found, widget));
  if (found->radius > 0) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(found->framed ? QPen(hair, 1) : QPen(Qt::NoPen));
    painter.setBrush(ground);
    const qreal inset = found->framed ? 0.5 : 0;
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), look.px(found->radius),
                            look.px(found->radius));
    return;
  }
  painter.fillRect(rect, ground);
  if (found->lines & Qt::TopEdge) painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), 1), hair);
  if (found->lines & Qt::BottomEdge)
    painter.fillRect(QRectF(rect.left(), rect.bottom() - 1, rect.width(), 1), hair);
  if (found->lines & Qt::RightEdge)
    painter.fillRect(QRectF(rect.right() - 1, rect.top(), 1, rect.height()), hair);
}

}  // namespace offprint
