#pragma once
#include <QStyledItemDelegate>

#include "ui/import/ImportReportModel.h"
#include "ui/widgets/Appearance.h"

namespace offprint {

/// How a group of an import's files looks, told apart by shape as well as by colour.
struct GroupLook {
  const char* icon;
  Token ink;
};
GroupLook lookOf(ImportReportModel::Group group);

/// A row of an import's report: a file, what became of it, and "Open" when it is in the library.
class ImportReportDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  ImportReportDelegate(Appearance& look, QObject* parent) : QStyledItemDelegate(parent), look_(look) {}

  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  /// How wide "Open" is with the room at its sides: what takes a click there.
  int openWidth() const;

 private:
  void paintRow(QPainter& painter, const QStyleOptionViewItem& option, const ImportedItem& item,
                const QString& name, bool canOpen) const;

  Appearance& look_;
};

}  // namespace offprint
