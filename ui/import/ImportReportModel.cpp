#include "ui/import/ImportReportModel.h"

#include <algorithm>

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

bool hasSomethingToTell(const ImportedItem& item) {
  return item.outcome == ImportedItem::Outcome::Left || !item.findings.isEmpty();
}

}  // namespace

void ImportReportModel::setReport(const ImportReport& report, bool trial) {
  report_ = report;
  trial_ = trial;
  rebuild();
}

void ImportReportModel::setNeedsALook(bool only) {
  onlyNeedsALook_ = only;
  rebuild();
}

void ImportReportModel::rebuild() {
  beginResetModel();
  rows_.clear();
  for (const Group group : groups) {
    QList<Row> rows;
    for (int i = 0; i < report_.items.size(); ++i) {
      const ImportedItem& item = report_.items[i];
      if (groupOf(item) != group || (onlyNeedsALook_ && !hasSomethingToTell(item))) continue;
      rows.append({i, group, 0});
    }
    if (rows.isEmpty()) continue;
    rows_.append({-1, group, static_cast<int>(rows.size())});
    rows_ += rows;
  }
  endResetModel();
}

int ImportReportModel::needsALook() const {
  return static_cast<int>(std::count_if(report_.items.cbegin(), report_.items.cend(), hasSomethingToTell));
}

int ImportReportModel::count(Group group) const {
  return static_cast<int>(
      std::count_if(report_.items.cbegin(), report_.items.cend(),
                    [group](const ImportedItem& item) { return groupOf(item) == group; }));
}

int ImportReportModel::items() const {
  return static_cast<int>(
      std::count_if(report_.items.cbegin(), report_.items.cend(), [](const ImportedItem& item) {
        return item.outcome != ImportedItem::Outcome::Left && !item.slug.isEmpty();
      }));
}

const ImportedItem* ImportReportModel::at(int row) const {
  if (row < 0 || row >= rows_.size() || rows_[row].item < 0) return nullptr;
  return &report_.items[rows_[row].item];
}

bool ImportReportModel::canOpen(int row) const {
  const ImportedItem* item = at(row);
  return item && !trial_ && !item->slug.isEmpty() && item->outcome != ImportedItem::Outcome::Left;
}

QString ImportReportModel::sentence(const ImportedItem& item) {
  if (!item.findings.isEmpty()) {
    const QString first = item.findings.constFirst().message;
    const int more = static_cast<int>(item.findings.size()) - 1;
    return more > 0 ? say("%1 And %n more.", more).arg(first) : first;
  }
  return item.title;
}

ImportReportModel::Group ImportReportModel::groupOf(const ImportedItem& item) {
  switch (item.outcome) {
    case ImportedItem::Outcome::Taken:
      break;
    case ImportedItem::Outcome::Changed:
      return Group::Updated;
    case ImportedItem::Outcome::Unchanged:
      return Group::Unchanged;
    case ImportedItem::Outcome::Left:
      return Group::Left;
  }
  return item.findings.isEmpty() ? Group::Taken : Group::WithChanges;
}

QString ImportReportModel::groupName(Group group) {
  switch (group) {
    case Group::Left:
      return say("Not taken");
    case Group::WithChanges:
      return say("Taken with changes");
    case Group::Updated:
      return say("Brought up to date");
    case Group::Taken:
      return say("Taken as they were");
    case Group::Unchanged:
      return say("Already here");
  }
  return {};
}

int ImportReportModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant ImportReportModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Row& row = rows_[index.row()];
  if (role == GroupRole) return row.item < 0;
  if (row.item < 0) {
    if (role == Qt::DisplayRole) return groupName(row.group);
    return role == CountRole ? QVariant(row.size) : QVariant();
  }
  const ImportedItem& item = report_.items[row.item];
  switch (role) {
    case Qt::DisplayRole:
      return item.entry.isEmpty() ? item.source : u"%1: %2"_s.arg(item.source, item.entry);
    case Qt::AccessibleTextRole:
      return u"%1, %2, %3"_s.arg(item.source, groupName(groupOf(item)), sentence(item));
    case Qt::ToolTipRole: {
      QStringList lines;
      for (const Finding& finding : item.findings) {
        lines.append(finding.line > 0 ? say("Line %1: %2").arg(finding.line).arg(finding.message)
                                      : finding.message);
      }
      return lines.join(u'\n');
    }
    default:
      return {};
  }
}

Qt::ItemFlags ImportReportModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  return at(index.row()) ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::ItemNeverHasChildren;
}

}  // namespace offprint

#include "moc_ImportReportModel.cpp"
