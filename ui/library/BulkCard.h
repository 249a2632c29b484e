#pragma once
#include <QFrame>

#include "ui/widgets/Appearance.h"

namespace offprint {

class Commands;
class Label;
struct ContentKind;

/// In the editor's place while several items are chosen: what can be done with all of them.
class BulkCard : public QWidget {
  Q_OBJECT
 public:
  BulkCard(Appearance& look, Commands& commands, QWidget* parent = nullptr);
  /// `kind`: of all of them, whose yes-or-no fields can be set together; null: of several, or not known.
  void setCount(int items, bool trashed, const ContentKind* kind);

 Q_SIGNALS:
  void fieldChosen(const QString& key, const QString& label, bool value);  ///< by the user, for all of them

 private:
  QWidget* fieldsFor(const ContentKind& kind, int items);

  Appearance& look_;
  Commands& commands_;
  Label* count_;
  QWidget* kept_;
  QWidget* trashed_;
  QWidget* fields_ = nullptr;
};

}  // namespace offprint
