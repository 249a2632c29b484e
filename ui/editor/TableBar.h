#pragma once
#include <QFrame>
#include <QPointer>
#include <QTextCursor>

#include "ui/widgets/Appearance.h"

namespace offprint {

class ManuscriptEdit;

/// Floats above the table that is written in and changes it (app.md section 9): rows, columns, alignment,
/// order, a grid of its own. Keys stay with the text. When the cursor leaves a table that was changed, its
/// columns are padded to stand under each other, a step of its own for undo. GUI thread.
class TableBar : public QFrame {
  Q_OBJECT
 public:
  TableBar(Appearance& look, ManuscriptEdit& edit);

  /// The cursor stands in a table that may be changed.
  bool inside() const { return inside_; }
  /// A change of changeTable(), or "grid": the table in a window of its own.
  void run(const QString& what);
  /// The text is another one.
  void documentChanged();
  /// Not in focus mode.
  void setWanted(bool wanted);

 Q_SIGNALS:
  void insideChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void addButton(const QString& icon, const QString& name, const QString& what);
  void refresh();
  void follow();
  void place();
  void tidyLeft();
  void openGrid();

  Appearance& look_;
  ManuscriptEdit& edit_;
  QPointer<QTextDocument> document_;
  QMetaObject::Connection changes_;
  QTextCursor left_;  ///< in the table that the cursor was in
  bool inside_ = false;
  bool changed_ = false;  ///< that table, since the cursor came to it
  bool wanted_ = true;
};

}  // namespace offprint
