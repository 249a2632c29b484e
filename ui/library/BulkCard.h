#pragma once
#include <QFrame>

#include "ui/widgets/Appearance.h"

namespace offprint {

class Commands;
class Label;

/// In the editor's place while several items are chosen: what can be done with all of them.
class BulkCard : public QWidget {
  Q_OBJECT
 public:
  BulkCard(Appearance& look, Commands& commands, QWidget* parent = nullptr);
  void setCount(int items, bool trashed);

 private:
  Label* count_;
  QWidget* kept_;
  QWidget* trashed_;
};

}  // namespace offprint
