#include <QDir>
#include <QFile>
#include <QStandardPaths>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "exporters/output/Exporters.h"
#include "exporters/output/FolderSink.h"
#include "exporters/output/ZipSink.h"
#include "exporters/site/BuildNotes.h"
#include "exporters/site/SiteBuilder.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

Result<ExportReport> exportState(Library& library, OutputSink& sink, const ExportOptions& options,
                                 const Task& task, BuildNotes* notes) {
  task.report(say("Reading the library"));
  auto snapshot = SiteSnapshot::of(library, {options.drafts, options.theme, options.baseUrl});
  if (!snapshot) return snapshot.error();
  auto theme = Theme::load((*snapshot)->site.theme, (*snapshot)->themeFolders(), (*snapshot)->themeValues());
  if (!theme) return theme.error();
  SiteBuilder builder(
      *snapshot, *theme, [&library](ContentId id) { return library.content().getWhole(id); },
      options.typesetter);
  auto report = builder.build(sink, task, notes);
  if (!report) return report.error();
  ExportReport exported{report->files,     report->written,  report->removed,
                        report->unchanged, report->findings, {},
                        report->unmade};
  for (const ItemSummary& item : (*snapshot)->items)
    exported.items.append({item.id, item.version, {}});
  return exported;
}

/// The list of what is public and the texts are of one state: what becomes a draft meanwhile is either on the
/// site as it was, or not at all.
Result<ExportReport> exportSite(Library& library, OutputSink& sink, const ExportOptions& options,
                                const Task& task, BuildNotes* notes = nullptr) {
  Result<ExportReport> report = ExportReport();
  OFFPRINT_TRY(library.reading([&]() -> Result<void> {
    report = exportState(library, sink, options, task, notes);
    return {};
  }));
  return report;
}

/// The notes of the builds into one folder. They lie in the user's cache, not in the folder, which is
/// published as it is. A cache that cannot be read or written costs time alone, so its errors are not told.
class KeptNotes {
 public:
  explicit KeptNotes(const QString& out)
      : file_(QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) +
              u"/offprint/exports/"_s +
              files::sha256(QDir::cleanPath(QDir::current().absoluteFilePath(out)).toUtf8()).left(32)) {
    if (const auto bytes = files::read(file_)) last_ = *bytes;
  }

  BuildNotes read() const { return BuildNotes::read(last_); }

  void keep(const BuildNotes& notes) const {
    if (notes.pages.isEmpty()) {
      if (!last_.isEmpty()) QFile::remove(file_);
      return;
    }
    const QByteArray bytes = notes.write();
    if (bytes == last_) return;
    if (const auto kept = files::writeAtomic(file_, bytes); !kept) QFile::remove(file_);
  }

 private:
  QString file_;
  QByteArray last_;
};

}  // namespace

Exporter siteExporter() {
  return {u"site"_s,
          say("Site in a folder"),
          say("The whole site, ready for any web server and for reading from the folder itself."),
          say("Export site to folder…"),
          u"folder-output"_s,
          true,
          {},
          [](Library& library, const QString& out, const ExportOptions& options, const Task& task) {
            FolderSink sink(out);
            const KeptNotes kept(out);
            BuildNotes notes = kept.read();
            auto report = exportSite(library, sink, options, task, &notes);
            if (report) kept.keep(notes);
            return report;
          }};
}

Exporter zipExporter() {
  return {u"zip"_s,
          say("Site in one ZIP file"),
          say("The whole site packed into one file, to hand on or to upload."),
          say("Export site as ZIP file…"),
          u"file-archive"_s,
          false,
          u"zip"_s,
          [](Library& library, const QString& out, const ExportOptions& options, const Task& task) {
            ZipSink sink(out);
            return exportSite(library, sink, options, task);
          }};
}

}  // namespace offprint
