#pragma once
#include <QComboBox>
#include <QWheelEvent>

namespace offprint {

/// A choice in a form that scrolls: the wheel scrolls the form and never changes what it passes. Its list
/// scrolls when it is open, which is another widget.
class ComboBox : public QComboBox {
 public:
  using QComboBox::QComboBox;

 protected:
  void wheelEvent(QWheelEvent* event) override { event->ignore(); }
};

}  // namespace offprint
