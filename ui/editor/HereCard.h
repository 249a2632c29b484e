#pragma once
#include <QImage>

#include "ui/widgets/Floating.h"

class QLabel;
class QPushButton;
class QVBoxLayout;

namespace offprint {

class Label;
class ManuscriptEdit;

/// What a card says, top down; empty parts are left out.
struct CardText {
  QString icon{};
  Token ink = Token::TextSecondary;  ///< of the icon
  QString title{};
  QString text{};
  bool rich = false;  ///< `text` is HTML of a line: <i>, <b>, <sup>
  QString facts{};    ///< one fainter line
  QString note{};     ///< another
  QString action{};   ///< of a button: "Open item"
};

/// Says what stands at a place of the text, below its line, while the keys stay with the text. It goes with
/// the next key, click or scroll; Esc does nothing else.
class HereCard : public Popup {
  Q_OBJECT
 public:
  HereCard(Appearance& look, ManuscriptEdit& edit);

  /// Characters [start, end) of the document are what it speaks of.
  void tell(const CardText& text, int start, int end);
  /// A picture above the text of the card that is shown, at its size in logical pixels.
  void setPicture(const QImage& picture, const QSize& size);
  /// Puts `drawing`, which the card takes and keeps, above or away; the text makes room for it.
  void setDrawing(QWidget& drawing);
  bool speaksOf(int position) const { return isVisible() && position >= start_ && position <= end_; }

 Q_SIGNALS:
  void actionChosen();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void appear();

  Appearance& look_;
  ManuscriptEdit& edit_;
  QLabel* picture_;
  QWidget* drawing_ = nullptr;
  QWidget* words_;
  QLabel* icon_;
  Label* title_;
  Label* text_;
  Label* facts_;
  QPushButton* action_;
  QVBoxLayout* column_;
  int start_ = -1;
  int end_ = -1;
};

}  // namespace offprint
