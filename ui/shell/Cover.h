#pragma once
#include <QFrame>

#include "ui/widgets/Appearance.h"

namespace offprint {

/// Stands before the whole window until there is something to look at: a library that takes long to open must
/// not keep the window away, and nothing half made is to be seen in it. GUI thread.
class Cover : public QFrame {
  Q_OBJECT
 public:
  /// As large as `window` at all times; says `sentence` in its middle.
  Cover(Appearance& look, const QString& sentence, QWidget* window);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace offprint
