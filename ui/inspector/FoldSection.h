#pragma once
#include <QFrame>

#include "ui/widgets/Appearance.h"

class QToolButton;
class QVBoxLayout;

namespace offprint {

/// A titled part of a pane that can be folded away. The head is a button: Enter and Space fold.
class FoldSection : public QFrame {
  Q_OBJECT
 public:
  FoldSection(Appearance& look, const QString& title, QWidget* parent);

  QVBoxLayout* content() const { return content_; }
  bool isOpen() const;
  void setOpen(bool open);  ///< does not emit toggled()
  void setTitle(const QString& title);

 Q_SIGNALS:
  void toggled(bool open);  ///< by the user

 private:
  void refresh();

  Appearance& look_;
  QToolButton* head_;
  QWidget* body_;
  QVBoxLayout* content_;
};

}  // namespace offprint
