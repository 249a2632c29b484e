#pragma once
#include <QByteArray>

#include "exporters/output/Exporter.h"

namespace offprint {

/// Writes an export that is one file; one with the same content is left as it is. Another file there is
/// replaced only when it is empty or `isSuch` says that it is of the same format (`format` names it in the
/// sentence that refuses: "PDF file"): Conflict, and it stays.
Result<ExportReport> writeOneFile(const QString& out, const QByteArray& content, const Findings& findings,
                                  bool (*isSuch)(const QByteArray&), const QString& format);

}  // namespace offprint
