#pragma once
#include <QAbstractListModel>
#include <QStyledItemDelegate>

#include "ui/shell/Palette.h"

namespace offprint {

/// The rows of the palette with their group labels between them.
class PaletteModel : public QAbstractListModel {
  Q_OBJECT
 public:
  using QAbstractListModel::QAbstractListModel;

  /// Rows of one group must follow each other.
  void setRows(const QList<PaletteRow>& rows);
  /// nullptr for a group label.
  const PaletteRow* rowAt(int index) const;
  /// The next line that can be run, from `index` on in steps of `by`; -1 when there is none.
  int runnable(int index, int by) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  struct Line {
    QString label;  ///< of a group
    int row = -1;   ///< into rows_
  };
  QList<PaletteRow> rows_;
  QList<Line> lines_;
};

/// Draws a line of the palette: icon, title with the matched letters marked, detail, reason, key caps.
class PaletteDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  explicit PaletteDelegate(Appearance& look, PaletteModel* model, QObject* parent = nullptr);
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  void paintLabel(QPainter& painter, const QRect& rect, const QString& text) const;
  int paintTitle(QPainter& painter, const QRect& rect, const PaletteRow& row, bool chosen) const;

  Appearance& look_;
  PaletteModel* model_;
};

}  // namespace offprint
