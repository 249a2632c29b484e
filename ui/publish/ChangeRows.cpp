#include "ui/publish/ChangeRows.h"

#include <QLocale>

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {

ChangeRow rowOf(const PublishChange& change, int number) {
  using Type = PublishChange::Type;
  using Shape = ChangeRow::Shape;
  ChangeRow row;
  row.shape = change.type == Type::Added     ? Shape::Added
              : change.type == Type::Removed ? Shape::Removed
                                             : Shape::Changed;
  row.title = change.title;
  row.detail = change.detail;
  row.number = number;
  return row;
}

QList<ChangeRow> rowsOf(const QList<PlannedFile>& files, ChangeRow::Shape shape, int number) {
  QList<ChangeRow> rows;
  for (const PlannedFile& file : files) {
    ChangeRow row{shape, file.path, file.reason, file.bytes > 0 ? sizeText(file.bytes) : QString()};
    row.number = number < 0 ? -1 : number++;
    row.mono = true;
    rows.append(row);
  }
  return rows;
}

QString sentText(const PublishReport& report) {
  const DeployPlan& plan = report.plan;
  const auto sent = static_cast<int>(plan.added.size() + plan.changed.size());
  QString text = say("%n file(s), %1", sent).arg(sizeText(plan.bytesToSend()));
  if (!plan.removed.isEmpty()) text += say(", %n removed", static_cast<int>(plan.removed.size()));
  return text;
}

QString sizeText(qint64 bytes) {
  return QLocale().formattedDataSize(bytes, bytes < 1000 * 1000 ? 0 : 1, QLocale::DataSizeSIFormat);
}

}  // namespace offprint
