#pragma once
#include <QAbstractListModel>

#include "app/import/Importer.h"

namespace offprint {

/// The files of an import report as rows under group labels: what needs a look first (not taken, then taken
/// with changes), then the rest.
class ImportReportModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Role { GroupRole = Qt::UserRole, CountRole };
  /// What became of a file, as the report counts it: together they are all files. What is taken with a
  /// finding is taken with changes.
  enum class Group { Left, WithChanges, Updated, Taken, Unchanged };
  static constexpr Group groups[] = {Group::Left, Group::WithChanges, Group::Updated, Group::Taken,
                                     Group::Unchanged};
  using QAbstractListModel::QAbstractListModel;

  /// `trial`: nothing was written, so nothing can be opened.
  void setReport(const ImportReport& report, bool trial = false);
  /// The item of a row is in the library.
  bool canOpen(int row) const;
  /// Only rows with something to tell.
  void setNeedsALook(bool only);
  int needsALook() const;
  int total() const { return static_cast<int>(report_.items.size()); }
  int count(Group group) const;
  /// Files that are items of the library now; sections and settings are read too, but are no items.
  int items() const;
  /// nullptr for a group label.
  const ImportedItem* at(int row) const;
  /// One sentence about a row: its first finding, or what became of it.
  static QString sentence(const ImportedItem& item);
  static Group groupOf(const ImportedItem& item);
  static QString groupName(Group group);

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  void rebuild();
  struct Row {
    int item = -1;
    Group group = Group::Taken;
    int size = 0;
  };
  ImportReport report_;
  QList<Row> rows_;
  bool onlyNeedsALook_ = false;
  bool trial_ = false;
};

}  // namespace offprint
