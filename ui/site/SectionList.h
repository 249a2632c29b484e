#pragma once
#include <QListWidget>

#include "app/content/SectionType.h"
#include "app/content/Site.h"
#include "ui/widgets/Appearance.h"

namespace offprint {

/// The sections of the home page in their order (mockup 04): handle, icon, what each shows, a switch.
/// Dragging or Alt+↑ and Alt+↓ reorder, Space switches, Delete takes out.
class SectionList : public QListWidget {
  Q_OBJECT
 public:
  explicit SectionList(Appearance& look, QWidget* parent = nullptr);

  /// Keeps the current row where it is; emits nothing.
  void setSections(const QList<Section>& sections, const SectionCatalog& catalog);
  void setReadOnly(bool readOnly);

 Q_SIGNALS:
  void chosen(int row);  ///< the current row became another
  void moved(int from, int to);
  void switched(int row, bool on);
  void removalRequested(int row);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  /// Where the switch of a row is.
  QRect switchOf(int row) const;
  void move(int from, int to);

  Appearance& look_;
  bool readOnly_ = false;
  bool filling_ = false;
  int dragged_ = -1;  ///< the row under the button; -1: none
  int pressedY_ = 0;
};

}  // namespace offprint
