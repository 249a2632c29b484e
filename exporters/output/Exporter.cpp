#include "exporters/output/Exporter.h"

#include <QJsonArray>
#include <QJsonObject>

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

const QList<Exporter>& exporters() {
  static const QList<Exporter> table = {siteExporter(), zipExporter(), markdownExporter()};
  return table;
}

const Exporter* findExporter(const QString& id) {
  for (const Exporter& exporter : exporters())
    if (exporter.id == id) return &exporter;
  return nullptr;
}

}  // namespace offprint
