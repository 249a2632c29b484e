#include "app/core/Text.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "exporters/output/Exporters.h"
#include "exporters/output/FolderSink.h"
#include "exporters/output/ZipSink.h"
#include "exporters/site/SiteBuilder.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

Result<ExportReport> exportSite(Library& library, OutputSink& sink, const ExportOptions& options,
                                const Task& task) {
  auto snapshot = SiteSnapshot::of(library, {options.drafts, options.theme, options.baseUrl});
  if (!snapshot) return snapshot.error();
  auto theme = Theme::load((*snapshot)->site.theme, (*snapshot)->libraryThemes, (*snapshot)->builtInThemes);
  if (!theme) return theme.error();
  SiteBuilder builder(*snapshot, *theme, [&library](ContentId id) { return library.content().get(id); });
  auto report = builder.build(sink, task);
  if (!report) return report.error();
  return ExportReport{report->files, report->written, report->removed, report->unchanged, report->findings};
}

}  // namespace

Exporter siteExporter() {
  return {u"site"_s,
          say("Site in a folder"),
          say("The whole site, ready for any web server and for reading from the folder itself."),
          true,
          {},
          [](Library& library, const QString& out, const ExportOptions& options, const Task& task) {
            FolderSink sink(out);
            return exportSite(library, sink, options, task);
          }};
}

Exporter zipExporter() {
  return {u"zip"_s,
          say("Site in one ZIP file"),
          say("The whole site packed into one file, to hand on or to upload."),
          false,
          u"zip"_s,
          [](Library& library, const QString& out, const ExportOptions& options, const Task& task) {
            ZipSink sink(out);
            return exportSite(library, sink, options, task);
          }};
}

}  // namespace offprint
