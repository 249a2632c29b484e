#pragma once
#include <QLabel>

#include "ui/widgets/Appearance.h"

namespace offprint {

/// The type roles of app.md section 24; Headline and Lead are those of the first run (mockups 07 and 15).
enum class TextRole {
  Caption,
  Small,
  Meta,
  Control,
  Body,
  BodyStrong,
  PaneTitle,
  PageTitle,
  Hero,
  Headline,
  Lead
};

/// Font of a role at the present text scale.
QFont fontFor(const Appearance& look, TextRole role);

/// A text in a role and a token's colour that follows the appearance. With setEliding() it is cut with "…"
/// where there is no room and shows the whole in its tool tip.
class Label : public QLabel {
  Q_OBJECT
 public:
  Label(Appearance& look, TextRole role, const QString& text = {}, Token ink = Token::TextPrimary,
        QWidget* parent = nullptr);

  void setInk(Token ink);
  void setEliding(bool eliding);
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void refresh();

  Appearance& look_;
  TextRole role_;
  Token ink_;
  bool eliding_ = false;
};

}  // namespace offprint
