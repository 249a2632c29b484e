#include <QJsonObject>

#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/core/Text.h"
#include "app/import/Importer.h"
#include "app/store/Library.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

QString outcomeName(ImportedItem::Outcome outcome) {
  switch (outcome) {
    case ImportedItem::Outcome::Taken:
      return say("taken");
    case ImportedItem::Outcome::Changed:
      return say("changed");
    case ImportedItem::Outcome::Unchanged:
      return say("unchanged");
    case ImportedItem::Outcome::Left:
      return say("left");
  }
  return {};
}

QString targetOf(const ImportedItem& item) {
  if (item.kind.isEmpty()) return item.place;
  return item.slug.isEmpty() ? item.kind : u"%1/%2"_s.arg(item.kind, item.slug);
}

void printReport(const ImportReport& report) {
  QString text;
  for (const ImportedItem& item : report.items) {
    const QString source = item.entry.isEmpty() ? item.source : u"%1#%2"_s.arg(item.source, item.entry);
    text += u"%1: %2"_s.arg(source, outcomeName(item.outcome));
    if (const QString target = targetOf(item); !target.isEmpty()) text += u' ' + target;
    text += u'\n';
  }
  for (const QString& file : report.otherFiles)
    text += file + u'\n';
  QStringList kinds = report.counts.keys();
  kinds.sort();
  for (const QString& kind : std::as_const(kinds))
    text += u"%1  %2\n"_s.arg(report.counts.value(kind), 5).arg(kind);
  printOut(text);
  for (const ImportedItem& item : report.items)
    printFindings(item.findings);
  printFindings(report.findings);
}

int run(const Invocation& invocation) {
  const QString source = invocation.value(u"SOURCE"_s);
  const QString as = invocation.has(u"--as"_s) ? invocation.value(u"--as"_s) : u"auto"_s;
  const auto importer = chooseImporter(as, source);
  if (!importer) {
    const bool unknown = as != "auto"_L1 && importer.error().code == ErrorCode::InvalidInput;
    return unknown ? refuse(importer.error().message) : fail(importer.error());
  }
  auto library = openLibrary(invocation, Access::Write);
  if (!library) return fail(library.error());
  ImportOptions options;
  options.dryRun = invocation.has(u"--dry-run"_s);
  const auto report = (*importer)->run(**library, source, options, consoleTask());
  if (!report) return fail(report.error());
  if (invocation.has(u"--json"_s))
    printJson(QJsonDocument(report->toJson()));
  else
    printReport(*report);
  bool errors = hasErrors(report->findings);
  for (const ImportedItem& item : report->items)
    errors = errors || hasErrors(item.findings);
  return errors ? DoneWithErrors : Done;
}

QString importerNames() {
  QStringList names{u"auto"_s};
  for (const Importer& importer : importers())
    names += importer.id;
  return names.join(", "_L1);
}

}  // namespace

Command importCommand() {
  return {u"import"_s,
          say("Takes a folder or file of another program into the library; a second import adds nothing."),
          {{u"LIBRARY"_s, say("the library")},
           {u"SOURCE"_s, say("folder or file to read; it is never written to")}},
          {{u"--as"_s, u"TYPE"_s, say("%1; auto (default) finds out").arg(importerNames())},
           {u"--dry-run"_s, {}, say("the whole report, nothing written")},
           {u"--json"_s, {}, say("the report as JSON")}},
          {u"offprint import Notes.offprint ~/old-site --dry-run"_s,
           u"offprint import Notes.offprint ~/old-site"_s},
          run};
}

}  // namespace offprint::cli
