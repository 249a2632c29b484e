#pragma once
#include <QFrame>

#include "ui/widgets/Appearance.h"

namespace offprint {

class Commands;
class Preferences;

/// One row of the commonest marks above the text, for those who want buttons (app.md section 9). Keys stay
/// with the text: its buttons take no focus. Shown as the preferences have it. GUI thread.
class FormatBar : public QFrame {
  Q_OBJECT
 public:
  FormatBar(Appearance& look, const Commands& commands, const Preferences& preferences,
            QWidget* parent = nullptr);

 private:
  void refresh();

  Appearance& look_;
};

}  // namespace offprint
