#include "exporters/output/OneFile.h"

#include <QFileInfo>

#include "app/core/FileOps.h"
#include "app/core/Text.h"

namespace offprint {

Result<ExportReport> writeOneFile(const QString& out, const QByteArray& content, const Findings& findings,
                                  bool (*isSuch)(const QByteArray&), const QString& format) {
  ExportReport report;
  report.files = 1;
  report.findings = findings;
  const bool exists = QFileInfo::exists(out);
  const auto old = exists ? files::read(out) : Result<QByteArray>(QByteArray());
  if (!old) return old.error();
  if (exists && *old == content) {
    report.unchanged = 1;
    return report;
  }
  if (!old->trimmed().isEmpty() && !isSuch(*old))
    return makeError(
               ErrorCode::Conflict,
               say("Nothing was exported: the file is no %1, and it stays as it is. Choose another name.")
                   .arg(format))
        .at(out);
  OFFPRINT_TRY(files::writeAtomic(out, content));
  report.written = 1;
  return report;
}

}  // namespace offprint
