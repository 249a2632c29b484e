#pragma once
#include <functional>
#include <QWidget>

#include "ui/widgets/Appearance.h"

class QVBoxLayout;

namespace offprint {

class Label;

/// What an empty place says, and the one or two actions that fill it (app.md section 5).
class EmptyState : public QWidget {
  Q_OBJECT
 public:
  struct Action {
    QString verb;
    std::function<void()> run;
  };
  explicit EmptyState(Appearance& look, QWidget* parent = nullptr);
  void tell(const QString& sentence, const QList<Action>& actions = {});

 private:
  Appearance& look_;
  Label* text_;
  QVBoxLayout* actions_;
};

}  // namespace offprint
