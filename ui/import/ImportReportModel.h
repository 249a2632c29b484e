#pragma once
#include <QAbstractListModel>

#include "app/import/Importer.h"

namespace offprint {

/// The files of an import report as rows under group labels: what needs a look first (left out, then taken
/// with changes), then the rest.
class ImportReportModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Role { GroupRole = Qt::UserRole, CountRole };
  using QAbstractListModel::QAbstractListModel;

  /// `trial`: nothing was written, so nothing can be opened.
  void setReport(const ImportReport& report, bool trial = false);
  /// The item of a row is in the library.
  bool canOpen(int row) const;
  /// Only rows with something to tell.
  void setNeedsALook(bool only);
  int needsALook() const;
  int total() const { return static_cast<int>(report_.items.size()); }
  int count(ImportedItem::Outcome outcome) const;
  /// nullptr for a group label.
  const ImportedItem* at(int row) const;
  /// One sentence about a row: its first finding, or what became of it.
  static QString sentence(const ImportedItem& item);
  static QString outcomeName(ImportedItem::Outcome outcome);

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  void rebuild();
  struct Row {
    int item = -1;
    ImportedItem::Outcome group = ImportedItem::Outcome::Taken;
    int size = 0;
  };
  ImportReport report_;
  QList<Row> rows_;
  bool onlyNeedsALook_ = false;
  bool trial_ = false;
};

}  // namespace offprint
