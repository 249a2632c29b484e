#pragma once
#include <QPointer>
#include <QScrollBar>

class QAbstractScrollArea;

namespace offprint {

/// A vertical scroll bar that lies over the right edge of a scroll area instead of taking room from it, so
/// that rows keep their width. Follows the area's own (hidden) bar.
class OverlayScrollBar : public QScrollBar {
  Q_OBJECT
 public:
  explicit OverlayScrollBar(QAbstractScrollArea* area);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();

  QAbstractScrollArea* area_;
};

/// True when a focus ring is to be seen: the focus came by keyboard (section 22).
bool showsFocus(const QWidget& widget);

}  // namespace offprint
