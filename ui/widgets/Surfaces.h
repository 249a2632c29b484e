#pragma once
#include <QPainter>

#include "ui/widgets/Appearance.h"

class QWidget;

namespace offprint {

/// The ground and hairlines of a pane, by its object name: "sidebar", "toolbar", "card", … A style sheet
/// would do the same, but Qt then gives every scroll area a palette of its own, which a change of appearance
/// does not reach.
bool isSurface(const QWidget& widget);
void paintSurface(QPainter& painter, const Appearance& look, const QWidget& widget, const QRectF& rect);

}  // namespace offprint
