#pragma once
#include <QKeySequence>
#include <QWidget>

#include "app/content/ContentItem.h"
#include "ui/widgets/Appearance.h"

class QPainter;

namespace offprint {

/// The shape of an item's state (app.md section 4): dashed ring, filled disc with tick, clock; struck through
/// when unlisted. `ground` is what it lies on.
void paintState(QPainter& painter, const Appearance& look, const QRectF& box, Status status,
                Token ground = Token::SurfaceList);
/// The same as an icon of 12 logical pixels for menus and fields; follows the appearance.
QIcon stateIcon(Appearance& look, Status status);
/// "Draft", "Scheduled", "Published", "Unlisted".
QString stateLabel(Status status);
Token stateToken(Status status);

/// The caps of one shortcut: {"Ctrl", "Shift", "P"}.
QStringList keyCaps(const QKeySequence& keys);
/// Paints caps ending at `right`; returns the width taken.
int paintKeyCaps(QPainter& painter, const Appearance& look, const QRect& line, const QStringList& caps,
                 Qt::Alignment side = Qt::AlignRight);

/// A row of key caps.
class KeyCaps : public QWidget {
  Q_OBJECT
 public:
  KeyCaps(Appearance& look, const QStringList& caps, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Appearance& look_;
  QStringList caps_;
};

}  // namespace offprint
