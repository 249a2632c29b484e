#pragma once
#include "ui/publish/ChangeList.h"
#include "ui/publish/PublishJobs.h"

namespace offprint {

ChangeRow rowOf(const PublishChange& change, int number);
/// Files of one kind of change; `number` is that of the first, negative: none can be chosen.
QList<ChangeRow> rowsOf(const QList<PlannedFile>& files, ChangeRow::Shape shape, int number = -1);
/// "31 files, 412 kB"
QString sentText(const PublishReport& report);
/// "412 kB"
QString sizeText(qint64 bytes);

}  // namespace offprint
