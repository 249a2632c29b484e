#pragma once
#include <functional>
#include <QFrame>

#include "ui/widgets/Appearance.h"

class QHBoxLayout;
class QLabel;

namespace offprint {

class Label;

/// A message on top of a pane that cannot work as usual, with at most two verbs (app.md section 20). Hidden
/// until told something.
class Banner : public QFrame {
  Q_OBJECT
 public:
  enum class Kind { Note, Warning, Error };
  struct Action {
    QString verb;
    std::function<void()> run;
  };

  explicit Banner(Appearance& look, QWidget* parent = nullptr);

  void tell(Kind kind, const QString& sentence, const QList<Action>& actions = {});
  void clear();

 private:
  void refresh();

  Appearance& look_;
  Kind kind_ = Kind::Note;
  QLabel* glyph_;
  Label* text_;
  QHBoxLayout* actions_;
};

}  // namespace offprint
