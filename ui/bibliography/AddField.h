#pragma once
#include <QLineEdit>

#include "ui/widgets/Appearance.h"

namespace offprint {

/// The field over the list of publications: Enter, or pasting several lines, gives what stands there to the
/// sheet that adds works.
class AddField : public QLineEdit {
  Q_OBJECT
 public:
  AddField(Appearance& look, QWidget* parent);

 Q_SIGNALS:
  void given(const QString& written);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
};

}  // namespace offprint
