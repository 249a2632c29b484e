#pragma once
#include <QPointer>
#include <QWidget>

#include "ui/widgets/Appearance.h"

namespace offprint {

/// Shows a column over a narrow window, with a scrim beside it. An ordinary child of the window: Esc, a click
/// on the scrim or dismiss() closes it and gives the column back.
class SlideOver : public QWidget {
  Q_OBJECT
 public:
  SlideOver(Appearance& look, QWidget* window);

  /// Takes `pane` (its parent changes) and shows it `wide` logical pixels wide at the left or right.
  void present(QWidget* pane, int wide, Qt::Edge edge);
  void dismiss();
  QWidget* pane() const { return pane_; }

 Q_SIGNALS:
  /// The pane is to be taken back by its owner.
  void dismissed(QWidget* pane);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();

  Appearance& look_;
  QPointer<QWidget> pane_;
  QPointer<QWidget> focusBefore_;
  int wide_ = 0;
  Qt::Edge edge_ = Qt::LeftEdge;
};

}  // namespace offprint
