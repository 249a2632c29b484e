#pragma once
#include <QKeySequence>
#include <QWidget>

#include "app/content/ContentItem.h"
#include "ui/widgets/Appearance.h"

class QPainter;

namespace offprint {

/// What is drawn for an item's state: what the site has of it, and whether it is unlisted.
struct StateShape {
  SiteState state = SiteState::Draft;
  bool unlisted = false;
  StateShape(SiteState of, bool isUnlisted = false) : state(of), unlisted(isUnlisted) {}
  StateShape(const ItemSummary& item, const QDateTime& now);
};

/// The shape of an item's state (app.md section 4): dashed ring, ring with dot, disc with tick, half-filled
/// ring, clock, struck ring; with a slash when unlisted. `ground` is what it lies on.
void paintState(QPainter& painter, const Appearance& look, const QRectF& box, StateShape shape,
                Token ground = Token::SurfaceList);
/// The same as an icon of 12 logical pixels for menus and fields; follows the appearance.
QIcon stateIcon(Appearance& look, StateShape shape);
/// "Draft", "Scheduled", "Published", "Unlisted": what an author chooses.
QString stateLabel(Status status);
/// "To publish", "Changed", …: what the site has.
QString stateLabel(SiteState state);
/// The same of one item, with "unlisted" where it is: "Changed, unlisted".
QString stateLabel(const ItemSummary& item, const QDateTime& now);
Token stateToken(SiteState state);

/// The caps of one shortcut: {"Ctrl", "Shift", "P"}.
QStringList keyCaps(const QKeySequence& keys);
/// Paints caps ending at `right`; returns the width taken.
int paintKeyCaps(QPainter& painter, const Appearance& look, const QRect& line, const QStringList& caps,
                 Qt::Alignment side = Qt::AlignRight);

/// An icon of 16 by 16 that follows the appearance; decoration, the words beside it say what it means.
class Glyph : public QWidget {
  Q_OBJECT
 public:
  Glyph(Appearance& look, const QString& icon, Token ink, QWidget* parent = nullptr);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Appearance& look_;
  QString icon_;
  Token ink_;
};

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
