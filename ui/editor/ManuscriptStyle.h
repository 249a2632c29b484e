#pragma once
#include <QColor>
#include <QFont>

namespace offprint {

class Appearance;

/// Faces, sizes and colours of the manuscript page (app.md sections 9 and 24), already at the text scale:
/// logical pixels.
struct ManuscriptStyle {
  QFont text;        ///< writing face, 17 on a pitch of 27
  QFont mono;        ///< 13.5 on the same pitch
  QFont heading;     ///< levels 1 and 2
  QFont subheading;  ///< level 3
  QFont minor;       ///< levels 4 to 6
  QFont title;       ///< 27 on 35
  QFont summary;     ///< 16 on 24, italic
  QFont kicker;      ///< interface face, 12
  qreal pitch = 27;  ///< distance of two baselines
  qreal titlePitch = 35;
  qreal summaryPitch = 24;
  qreal measure = 620;  ///< widest column
  qreal gutter = 48;    ///< narrowest margin at each side

  QColor page;
  QColor ink;
  QColor secondary;
  QColor faint;  ///< placeholders, kicker
  QColor hairline;
  QColor caret;
  QColor marker;
  QColor headingInk;
  QColor link;
  QColor cite;
  QColor math;
  QColor code;
  QColor directive;
  QColor codeGround;
  QColor changedBar;
  QColor addedBar;
  QColor hit;
  QColor currentHit;
  QColor selection;
  QColor misspelt;

  static ManuscriptStyle of(const Appearance& appearance);
};

}  // namespace offprint
