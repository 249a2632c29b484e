#pragma once
#include <functional>
#include <QWidget>

#include "ui/widgets/Appearance.h"

class QPushButton;
class QVBoxLayout;

namespace offprint {

/// An ordered list of rows with a grip to drag them, a button to remove each, and one to add another. Alt+↑
/// and Alt+↓ move the row with the focus. The rows' widgets are made by `make` and belong to the list.
class RowList : public QWidget {
  Q_OBJECT
 public:
  RowList(Appearance& look, const QString& addText, std::function<QWidget*()> make, QWidget* parent);

  const QList<QWidget*>& rows() const { return bodies_; }
  /// Makes the list `count` rows long, keeping those that are there.
  void resizeTo(qsizetype count);
  void setReadOnly(bool readOnly);

 Q_SIGNALS:
  /// Removed or moved by the user; rows() has the new order.
  void rearranged();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Row;
  QWidget* append();
  void move(qsizetype from, qsizetype to);
  void remove(qsizetype index);
  qsizetype indexOf(const QWidget* inside) const;

  Appearance& look_;
  std::function<QWidget*()> make_;
  QVBoxLayout* column_;
  QPushButton* add_;
  QList<QWidget*> frames_;  ///< grip, body, button; in the order of bodies_
  QList<QWidget*> bodies_;
  bool readOnly_ = false;
};

}  // namespace offprint
