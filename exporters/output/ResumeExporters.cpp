#include <QJsonDocument>
#include <QJsonObject>

#include "app/core/Text.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "exporters/output/Exporters.h"
#include "exporters/output/OneFile.h"
#include "exporters/site/PrintedPage.h"
#include "exporters/site/Resume.h"
#include "exporters/site/SiteDownloads.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// The site as these exports see it: with the CV's files, whatever its settings say. A library without
/// entries of a CV has nothing to export.
Result<std::shared_ptr<const SiteMap>> resumeMap(Library& library, const ExportOptions& options) {
  auto snapshot = SiteSnapshot::of(library, {options.drafts, options.theme, options.baseUrl});
  if (!snapshot) return snapshot.error();
  auto own = std::make_shared<SiteSnapshot>(**snapshot);
  setOffersResumeFiles(own->site, true);
  auto map = std::make_shared<const SiteMap>(own);
  for (const ItemSummary& item : own->items) {
    const ContentKind* kind = own->kinds->find(item.kind);
    if (kind && isResume(*kind) && isListed(item)) return map;
  }
  return makeError(
      ErrorCode::NotFound,
      say("Nothing was exported: no entry of the CV is published. Add work, education and what else there "
          "is as CV entries, and publish them."));
}

bool isJsonResume(const QByteArray& content) {
  return QJsonDocument::fromJson(content).object().value("basics"_L1).isObject();
}

bool isPdf(const QByteArray& content) {
  return content.startsWith("%PDF-");
}

Result<ExportReport> exportJson(Library& library, const QString& out, const ExportOptions& options,
                                const Task&) {
  const auto map = resumeMap(library, options);
  if (!map) return map.error();
  return writeOneFile(out, resumeFile(**map), {}, isJsonResume, say("JSON Resume"));
}

Result<ExportReport> exportPdf(Library& library, const QString& out, const ExportOptions& options,
                               const Task& task) {
  task.report(say("Reading the library"));
  const auto map = resumeMap(library, options);
  if (!map) return map.error();
  const SiteSnapshot& snapshot = (*map)->snapshot();
  auto theme = Theme::load(snapshot.site.theme, snapshot.themeFolders(), snapshot.themeValues());
  if (!theme) return theme.error();
  const PageComposer composer(*map, *theme, Typesetting{options.typesetter, -1, task});
  const auto& print = composer.downloads().print();
  if (!print)
    return makeError(ErrorCode::NotFound,
                     say("Nothing was exported: the CV has no page of its own in this library. Give the kind "
                         "cv an index page again."));
  std::optional<ContentItem> text;
  if (print->page->item.valid()) {
    auto loaded = library.content().get(print->page->item);
    if (!loaded) return loaded.error();
    text = *std::move(loaded);
  }
  const auto page = composer.page(*print->page, text ? &*text : nullptr);
  if (!page) return page.error();
  OFFPRINT_TRY(task.check());
  task.report(say("Printing the CV"));
  const auto pdf = printedPage(composer, *page, print->changed, task);
  if (!pdf) return pdf.error();
  return writeOneFile(out, *pdf, page->findings, isPdf, say("PDF file"));
}

}  // namespace

Exporter resumePdfExporter() {
  return {u"cv-pdf"_s,
          say("CV as PDF"),
          say("The page of the CV, printed on A4 in the site's own look."),
          say("Export CV as PDF…"),
          u"id-card"_s,
          false,
          u"pdf"_s,
          exportPdf};
}

Exporter jsonResumeExporter() {
  return {u"jsonresume"_s,
          say("CV as JSON Resume"),
          say("The CV with publications and projects, for job portals and the themes of jsonresume.org."),
          say("Export CV as JSON Resume…"),
          u"id-card"_s,
          false,
          u"json"_s,
          exportJson};
}

}  // namespace offprint
