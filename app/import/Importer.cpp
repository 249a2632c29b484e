#include "app/import/Importer.h"

#include <QFileInfo>
#include <QJsonArray>

#include "app/core/Text.h"
#include "app/import/OffprintFolder.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QString outcomeKey(ImportedItem::Outcome outcome) {
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
  return {};
}

QJsonArray toJson(const Findings& findings) {
  QJsonArray list;
  for (const Finding& finding : findings)
    list += finding.toJson();
  return list;
}

}  // namespace

QJsonObject ImportReport::toJson() const {
  QJsonObject kinds;
  for (auto count = counts.begin(); count != counts.end(); ++count)
    kinds.insert(count.key(), count.value());
  QJsonArray rows;
  for (const ImportedItem& item : items) {
    rows += QJsonObject{{u"source"_s, item.source},
                        {u"entry"_s, item.entry.isEmpty() ? QJsonValue() : QJsonValue(item.entry)},
                        {u"kind"_s, item.kind},
                        {u"slug"_s, item.slug},
                        {u"result"_s, outcomeKey(item.outcome)},
                        {u"findings"_s, offprint::toJson(item.findings)}};
  }
  return {{u"counts"_s, kinds},
          {u"items"_s, rows},
          {u"otherFiles"_s, QJsonArray::fromStringList(otherFiles)},
          {u"findings"_s, offprint::toJson(findings)}};
}

const QList<Importer>& importers() {
  static const QList<Importer> table = {offprintFolderImporter()};
  return table;
}

Result<const Importer*> chooseImporter(const QString& id, const QString& path) {
  if (!QFileInfo::exists(path))
    return makeError(ErrorCode::NotFound,
                     say("There is nothing to import: the file or folder does not exist."))
        .at(path);
  const Importer* chosen = nullptr;
  int surest = 0;
  QStringList known;
  for (const Importer& importer : importers()) {
    known += importer.id;
    const int sure = id == "auto"_L1 ? importer.recognises(path) : importer.id == id ? 100 : 0;
    if (sure <= surest) continue;
    surest = sure;
    chosen = &importer;
  }
  if (chosen) return chosen;
  if (id != "auto"_L1 && !known.contains(id))
    return makeError(ErrorCode::InvalidInput,
                     say("There is no importer \"%1\". There are: auto, %2").arg(id, known.join(", "_L1)));
  return makeError(ErrorCode::InvalidInput,
                   say("No importer knows what this is. Name one with --as: %1.").arg(known.join(", "_L1)))
      .at(path);
}

}  // namespace offprint
