#pragma once
#include <QAbstractItemView>
#include <QHash>
#include <QPersistentModelIndex>

#include "ui/widgets/Appearance.h"

namespace offprint {

class ItemDelegate;
class ItemListModel;

/// The item list. Rows differ in height with their titles; the height of a row that is not loaded is
/// estimated and put right, without moving what is on screen, when it arrives. Costs of a paint depend on the
/// rows shown, not on the length of the list.
class ItemView : public QAbstractItemView {
  Q_OBJECT
 public:
  ItemView(Appearance& look, ItemListModel* model, QWidget* parent = nullptr);

  void setItemDelegateOfList(ItemDelegate* delegate);
  /// Rows have other heights from now on; what is chosen stays in sight.
  void measureAgain();

  QRect visualRect(const QModelIndex& index) const override;
  void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;
  QModelIndex indexAt(const QPoint& point) const override;
  void reset() override;

 Q_SIGNALS:
  void openRequested();  ///< Enter or a double click on a row: to the text

 protected:
  QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;
  int horizontalOffset() const override { return 0; }
  int verticalOffset() const override;
  bool isIndexHidden(const QModelIndex&) const override { return false; }
  void setSelection(const QRect& rect, QItemSelectionModel::SelectionFlags flags) override;
  QRegion visualRegionForSelection(const QItemSelection& selection) const override;
  void updateGeometries() override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void dataChanged(const QModelIndex& first, const QModelIndex& last, const QList<int>& roles) override;

 private:
  void measureAll();
  void measure(int first, int last);
  int rowAtContentY(int y) const;
  int nextItem(int row, int by) const;

  Appearance& look_;
  ItemListModel* model_;
  ItemDelegate* delegate_ = nullptr;
  QList<int> heights_;
  QList<int> tops_;  ///< content y of each row
  int contentHeight_ = 0;
  QPersistentModelIndex scrollWhenShown_;
  int hover_ = -1;
};

}  // namespace offprint
