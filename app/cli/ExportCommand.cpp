#include <QJsonObject>
#include <QTemporaryDir>

#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/store/Library.h"
#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/output/Exporter.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

QStringList formats() {
  QStringList names;
  for (const Exporter& exporter : exporters())
    names += exporter.id;
  return names;
}

/// Whether the command asked for the site as it is, so that lists may compare with what it wrote.
bool isTheSite(const Invocation& invocation) {
  return invocation.value(u"FORMAT"_s) == "site"_L1 && !invocation.has(u"--drafts"_s) &&
         !invocation.has(u"--theme"_s) && !invocation.has(u"--base-url"_s);
}

/// Keeps in the library what the site now holds of each item, as the window does. A library that cannot be
/// written, or that is open elsewhere, is left as it is.
Result<void> record(Library& read, const Invocation& invocation, QList<ExportedItem> exported) {
  auto items = read.exported().hashed(std::move(exported));
  if (!items) return items.error();
  auto library = Library::open(read.folder(), invocation.resources, OpenMode::ReadWrite);
  if (!library) return library.error();
  if ((*library)->readOnly()) return {};
  return (*library)->exported().record(*items, (*library)->now());
}

constexpr QLatin1StringView kStandardOutput{"-"};

/// Exports into a file that is passed on to standard output and removed.
Result<ExportReport> toStandardOutput(const Exporter& exporter, Library& library,
                                      const ExportOptions& options) {
  const QTemporaryDir folder;
  if (!folder.isValid())
    return makeError(ErrorCode::Io, say("Nothing was exported: there is no place for a temporary file."),
                     folder.errorString());
  const QString file = folder.filePath(u"export."_s + exporter.suffix);
  auto report = exporter.run(library, file, options, consoleTask());
  if (!report) return report;
  const auto content = files::read(file);
  if (!content) return content.error();
  printOut(*content);
  return report;
}

/// A sentence about what does not go together with standard output, or nothing.
QString againstStandardOutput(const Exporter& exporter, const Invocation& invocation) {
  if (invocation.value(u"OUT"_s) != kStandardOutput) return {};
  if (exporter.toFolder)
    return say("\"%1\" writes a folder, which cannot go to standard output. Name a folder, or write ./- for "
               "one of that name.")
        .arg(exporter.id);
  if (invocation.has(u"--json"_s))
    return say("--json prints the report on standard output, so the export cannot go there. Name a file.");
  return {};
}

int run(const Invocation& invocation) {
  const QString format = invocation.value(u"FORMAT"_s);
  const Exporter* exporter = findExporter(format);
  if (!exporter)
    return refuse(
        say("There is no export format \"%1\". There are: %2").arg(format, formats().join(", "_L1)));
  if (const QString sentence = againstStandardOutput(*exporter, invocation); !sentence.isEmpty())
    return refuse(sentence);
  auto library = openLibrary(invocation, Access::Publish);
  if (!library) return fail(library.error());
  MarkdownEngine::initialize();
  const ExportOptions options{invocation.value(u"--theme"_s), invocation.value(u"--base-url"_s),
                              invocation.has(u"--drafts"_s), invocation.typesetter};
  const QString out = invocation.value(u"OUT"_s);
  const bool piped = out == kStandardOutput;
  const auto report = piped ? toStandardOutput(*exporter, **library, options)
                            : exporter->run(**library, out, options, consoleTask());
  if (!report) return fail(report.error());
  if (isTheSite(invocation)) {
    if (const auto recorded = record(**library, invocation, report->items); !recorded)
      printError(
          say("The export is whole, but the library could not note it, so its lists compare with the one "
              "before: %1")
              .arg(recorded.error().located()));
  }
  if (invocation.has(u"--json"_s)) {
    printJson(QJsonDocument(report->toJson()));
  } else if (piped) {
    printFindings(report->findings);
  } else {
    printOut(say("%n file(s): %1 written, %2 removed, %3 unchanged", report->files)
                 .arg(report->written)
                 .arg(report->removed)
                 .arg(report->unchanged) +
             u'\n');
    printFindings(report->findings);
  }
  return hasErrors(report->findings) ? DoneWithErrors : Done;
}

}  // namespace

Command exportCommand() {
  return {u"export"_s,
          say("Writes the site or the library into an empty folder, an earlier export, or a file."),
          {{u"LIBRARY"_s, say("the library")},
           {u"FORMAT"_s, formats().join(", "_L1)},
           {u"OUT"_s, say("folder or file to write; - is standard output, for a file"), true, false, true}},
          {{u"--theme"_s, u"T"_s, say("theme instead of the site's own")},
           {u"--base-url"_s, u"U"_s, say("address of the site, for feeds, sitemap and canonical links")},
           {u"--drafts"_s, {}, say("items that are not public become part of the site")},
           {u"--json"_s, {}, say("the report as JSON")}},
          {u"offprint export Notes.offprint site public --base-url https://example.org/notes/"_s,
           u"offprint export Notes.offprint markdown copy"_s, u"offprint export Notes.offprint bibtex -"_s},
          run,
          true};
}

}  // namespace offprint::cli
