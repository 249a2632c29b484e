#pragma once
#include <QList>
#include <QWidget>

class QScrollBar;

namespace offprint {

class Appearance;

/// Ticks over a scroll bar that show where search hits are. Takes no mouse events.
class ScrollMarks : public QWidget {
  Q_OBJECT
 public:
  ScrollMarks(Appearance& look, QScrollBar* bar);

  void setPlaces(const QList<qreal>& places);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  Appearance& look_;
  QList<qreal> places_;
};

}  // namespace offprint
