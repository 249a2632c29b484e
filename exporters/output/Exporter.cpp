#include "exporters/output/Exporter.h"

#include <QJsonArray>
#include <QJsonObject>

#include "app/core/RealPath.h"
#include "app/core/Text.h"
#include "app/store/Library.h"
#include "exporters/output/Exporters.h"

using namespace Qt::StringLiterals;

namespace offprint {

QJsonObject ExportReport::toJson() const {
  QJsonArray list;
  for (const Finding& finding : findings)
    list += finding.toJson();
  return {{u"files"_s, files},
          {u"written"_s, written},
          {u"removed"_s, removed},
          {u"unchanged"_s, unchanged},
          {u"findings"_s, list}};
}

namespace {

/// No format may write among the library's own files: backups and media would be mixed with what it makes.
Exporter keptOut(Exporter exporter) {
  exporter.run = [run = exporter.run](Library& library, const QString& out, const ExportOptions& options,
                                      const Task& task) -> Result<ExportReport> {
    if (liesIn(out, library.folder()))
      return makeError(ErrorCode::InvalidInput,
                       say("Nothing was exported: this place is inside the library's own folder. Nothing was "
                           "changed. Choose a place outside of it."))
          .at(out);
    return run(library, out, options, task);
  };
  return exporter;
}

}  // namespace

const QList<Exporter>& exporters() {
  static const QList<Exporter> table = {keptOut(siteExporter()),      keptOut(zipExporter()),
                                        keptOut(markdownExporter()),  keptOut(bibtexExporter()),
                                        keptOut(cslJsonExporter()),   keptOut(risExporter()),
                                        keptOut(resumePdfExporter()), keptOut(jsonResumeExporter())};
  return table;
}

const Exporter* findExporter(const QString& id) {
  for (const Exporter& exporter : exporters())
    if (exporter.id == id) return &exporter;
  return nullptr;
}

}  // namespace offprint
