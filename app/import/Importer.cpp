#include "app/import/Importer.h"

#include <algorithm>
#include <QFileInfo>
#include <QJsonArray>

#include "app/core/Text.h"
#include "app/import/BibtexImport.h"
#include "app/import/CslJsonFile.h"
#include "app/import/MarkdownFolder.h"
#include "app/import/OffprintFolder.h"
#include "app/import/RisImport.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QString outcomeName(ImportedItem::Outcome outcome) {
  switch (outcome) {
    case ImportedItem::Outcome::Taken:
      return u"taken"_s;
    case ImportedItem::Outcome::Changed:
      return u"changed"_s;
    case ImportedItem::Outcome::Unchanged:
      return u"unchanged"_s;
    case ImportedItem::Outcome::Left:
      return u"left"_s;
  }
  return u"left"_s;
}

QJsonArray toJson(const Findings& findings) {
  QJsonArray list;
  for (const Finding& finding : findings)
    list << finding.toJson();
  return list;
}

QJsonObject toJson(const ImportedItem& item) {
  const auto orNull = [](const QString& text) { return text.isEmpty() ? QJsonValue() : QJsonValue(text); };
  return {{u"source"_s, item.source},
          {u"entry"_s, orNull(item.entry)},
          {u"kind"_s, orNull(item.kind)},
          {u"slug"_s, orNull(item.slug)},
          {u"title"_s, item.title},
          {u"place"_s, orNull(item.place)},
          {u"result"_s, outcomeName(item.outcome)},
          {u"findings"_s, toJson(item.findings)}};
}

}  // namespace

QJsonObject ImportReport::toJson() const {
  QJsonObject byKind;
  for (auto it = counts.begin(); it != counts.end(); ++it)
    byKind[it.key()] = it.value();
  QJsonArray rows;
  for (const ImportedItem& item : items)
    rows << offprint::toJson(item);
  return {{u"source"_s, source},
          {u"counts"_s, byKind},
          {u"items"_s, rows},
          {u"files"_s, QJsonArray::fromStringList(otherFiles)},
          {u"findings"_s, offprint::toJson(findings)}};
}

const QList<Importer>& importers() {
  static const QList<Importer> table = {offprintFolderImporter(), cslJsonImporter(), bibtexImporter(),
                                        risImporter(), markdownFolderImporter()};
  return table;
}

Result<const Importer*> chooseImporter(const QString& id, const QString& path) {
  const QList<Importer>& table = importers();
  if (!QFileInfo::exists(path))
    return makeError(ErrorCode::NotFound,
                     say("There is nothing to import at \"%1\". Check the path.").arg(path));
  if (id != u"auto"_s && !id.isEmpty()) {
    QStringList known = {u"auto"_s};
    for (const Importer& importer : table) {
      if (importer.id == id) return &importer;
      known << importer.id;
    }
    return makeError(ErrorCode::InvalidInput,
                     say("There is no importer \"%1\". There are: %2.").arg(id, known.join(u", "_s)));
  }
  const Importer* surest = nullptr;
  int likelihood = 0;
  for (const Importer& importer : table) {
    const int sure = importer.recognises(path);
    if (sure <= likelihood) continue;
    likelihood = sure;
    surest = &importer;
  }
  if (!surest)
    return makeError(
        ErrorCode::InvalidInput,
        say("Nothing in \"%1\" looks like a site or a text that can be imported. Nothing was changed.")
            .arg(path));
  return surest;
}

}  // namespace offprint
