#include "app/import/CslJsonFile.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include "app/bibliography/CslJson.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/import/ReferenceIntake.h"
#include "app/store/Library.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qint64 kLargestFile = 64'000'000;

struct Entries {
  QJsonArray list;
  QList<int> lines;  ///< of each entry, 1-based; empty when they cannot be told
};

/// Lines in which the objects begin whose array lies `depth` levels deep. The text is valid JSON.
QList<int> objectLines(const QByteArray& json, int depth) {
  QList<int> lines;
  int line = 1;
  int level = 0;
  bool text = false;
  for (qsizetype i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '\n') ++line;
    if (text) {
      if (c == '\\') ++i;
      text = i < json.size() && c != '"';
      continue;
    }
    text = c == '"';
    if (c == '{' && level == depth) lines << line;
    if (c == '{' || c == '[') ++level;
    if (c == '}' || c == ']') --level;
  }
  return lines;
}

Entries withLines(const QJsonArray& list, const QByteArray& json, int depth) {
  Entries entries{list, objectLines(json, depth)};
  if (entries.lines.size() != list.size()) entries.lines.clear();
  return entries;
}

Result<Entries> readEntries(const QString& path) {
  const auto content = files::read(path, kLargestFile);
  if (!content) return content.error();
  QJsonParseError error;
  const QJsonDocument json = QJsonDocument::fromJson(*content, &error);
  if (json.isArray()) return withLines(json.array(), *content, 1);
  if (json.isObject() && json.object().contains("type"_L1)) return withLines({json.object()}, *content, 0);
  if (json["items"_L1].isArray()) return withLines(json["items"_L1].toArray(), *content, 2);
  const int line = static_cast<int>(content->left(error.offset).count('\n')) + 1;
  return makeError(
             ErrorCode::InvalidInput,
             say("This is no CSL JSON: a list of entries with “id” and “type” was expected. Nothing was "
                 "changed."),
             error.errorString())
      .at(path, error.error == QJsonParseError::NoError ? 0 : line);
}

bool isEntry(const QJsonValue& value) {
  return value["type"_L1].isString() && !value["id"_L1].isUndefined();
}

int recognises(const QString& path) {
  if (!path.endsWith(".json"_L1, Qt::CaseInsensitive) || !QFileInfo(path).isFile()) return 0;
  const auto entries = readEntries(path);
  return entries && !entries->list.isEmpty() && isEntry(entries->list.first()) ? 90 : 0;
}

Result<void> takeEntry(const QJsonValue& entry, ReferenceIntake& intake) {
  const QString key = entry["id"_L1].toVariant().toString();
  const ImportedItem row = intake.row(key, entry["title"_L1].toString());
  if (!isEntry(entry)) {
    intake.leave(row, u"entry.invalid"_s, say("This entry has no “id” or no “type”: it was left out."));
    return {};
  }
  if (intake.seen(key)) {
    intake.leave(row, u"entry.twice"_s,
                 say("The key “%1” occurs twice in the file: only the first entry was taken.").arg(key));
    return {};
  }
  const QString hash = files::sha256(QJsonDocument(entry.toObject()).toJson(QJsonDocument::Compact));
  return intake.take(itemFromCsl(entry.toObject(), intake.kind()), hash, row);
}

/// Everything happens inside one transaction.
Result<ImportReport> importFile(Library& library, const QString& path, const ImportOptions& options,
                                const Task& task) {
  const auto entries = readEntries(path);
  if (!entries) return entries.error();
  ReferenceIntake intake(library, path, u"csl"_s, options);
  OFFPRINT_TRY(intake.begin());
  const auto takeAll = [&]() -> Result<void> {
    qsizetype done = 0;
    for (const QJsonValue& entry : entries->list) {
      OFFPRINT_TRY(task.check());
      intake.at(entries->lines.value(done));
      task.report(say("Entries"), ++done, entries->list.size());
      OFFPRINT_TRY(takeEntry(entry, intake));
    }
    return intake.finish();
  };
  OFFPRINT_TRY(options.dryRun ? takeAll() : library.transaction(takeAll));
  return intake.report();
}

}  // namespace

Importer cslJsonImporter() {
  return {u"csl"_s, say("References in CSL JSON"), recognises, importFile};
}

}  // namespace offprint
