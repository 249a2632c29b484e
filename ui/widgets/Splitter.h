#pragma once
#include <QSplitter>

#include "ui/widgets/Appearance.h"

namespace offprint {

/// Columns parted by a hairline that can be grabbed a little to either side. A focused handle moves with the
/// arrow keys.
class Splitter : public QSplitter {
  Q_OBJECT
 public:
  Splitter(Appearance& look, Qt::Orientation orientation, QWidget* parent = nullptr);

 protected:
  QSplitterHandle* createHandle() override;

 private:
  Appearance& look_;
};

/// A line of one logical pixel.
class Hairline : public QFrame {
  Q_OBJECT
 public:
  explicit Hairline(Qt::Orientation orientation, QWidget* parent = nullptr);
};

}  // namespace offprint
