#include "app/import/RisImport.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QRegularExpression>

#include "app/bibliography/CslJson.h"
#include "app/bibliography/Ris.h"
#include "app/bibliography/WorkIdentifiers.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/import/ReferenceIntake.h"
#include "app/store/Library.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qint64 kLargestFile = 256'000'000;
constexpr qint64 kSample = 64 * 1024;

int recognises(const QString& path) {
  if (!QFileInfo(path).isFile()) return 0;
  if (path.endsWith(".ris"_L1, Qt::CaseInsensitive)) return 95;
  if (!path.endsWith(".txt"_L1, Qt::CaseInsensitive)) return 0;
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return 0;
  static const QRegularExpression reference(u"^TY  - [A-Z]{3,7}\\s*$"_s, QRegularExpression::MultilineOption);
  return reference.match(QString::fromUtf8(file.read(kSample))).hasMatch() ? 80 : 0;
}

Result<void> takeRecord(const RisRecord& record, const RisFormat& format, ReferenceIntake& intake) {
  Findings findings;
  const QJsonObject entry = format.toCsl(record, findings);
  ContentItem item = itemFromCsl(entry, intake.kind());
  settleIdentifiers(item, intake.kind());
  QString key = entry["id"_L1].toString();
  if (key.isEmpty()) key = intake.giveKey(item);
  ImportedItem row = intake.row(key, item.title);
  for (Finding finding : findings) {
    finding.file = intake.file();
    row.findings << finding;
  }
  if (intake.seen(key)) {
    intake.leave(row, u"entry.twice"_s,
                 say("The key “%1” occurs twice in the file: only the first entry was taken.").arg(key));
    return {};
  }
  QByteArray source;
  for (const RisRecord::Line& line : record.lines)
    source += line.tag.toUtf8() + '=' + line.value.toUtf8() + '\n';
  return intake.take(item, files::sha256(source), row);
}

Result<ImportReport> importFile(Library& library, const QString& path, const ImportOptions& options,
                                const Task& task) {
  const auto content = files::read(path, kLargestFile);
  if (!content) return content.error();
  const auto format = RisFormat::load(library.resources());
  if (!format) return format.error();
  const RisFile file = RisFile::parse(*content);
  ReferenceIntake intake(library, path, u"ris"_s, options);
  OFFPRINT_TRY(intake.begin());
  for (Finding finding : file.findings) {
    finding.file = intake.file();
    intake.report().findings << finding;
  }
  const auto takeAll = [&]() -> Result<void> {
    qsizetype done = 0;
    for (const RisRecord& record : file.records) {
      OFFPRINT_TRY(task.check());
      intake.at(record.line());
      task.report(say("Entries"), ++done, file.records.size());
      OFFPRINT_TRY(takeRecord(record, **format, intake));
    }
    return intake.finish();
  };
  OFFPRINT_TRY(options.dryRun ? takeAll() : library.transaction(takeAll));
  return intake.report();
}

}  // namespace

Importer risImporter() {
  return {u"ris"_s, say("References in RIS"), recognises, importFile};
}

}  // namespace offprint
