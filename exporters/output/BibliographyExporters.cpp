#include <algorithm>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include "app/bibliography/BibtexCollection.h"
#include "app/bibliography/CslJson.h"
#include "app/bibliography/Ris.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "exporters/output/Exporters.h"
#include "exporters/output/OneFile.h"
#include "exporters/site/SiteSnapshot.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Works = QList<ItemSummary>;

/// The works of the library in the order of their making; drafts only where they are asked for.
Result<Works> worksOf(Library& library, const ExportOptions& options, const ContentKind*& kind) {
  kind = bibliographyKind(*library.kinds());
  if (!kind)
    return makeError(ErrorCode::Unsupported,
                     say("This library has no kind of content that can be cited. Nothing was exported."));
  ContentQuery query;
  query.kinds = QStringList{kind->id};
  auto ids = library.content().ids(query);
  if (!ids) return ids.error();
  std::sort(ids->begin(), ids->end());
  auto works = library.content().summaries(*ids);
  if (works && !options.drafts)
    works->removeIf([now = library.now()](const ItemSummary& work) { return !isPublic(work, now); });
  return works;
}

bool isBibtex(const QByteArray& content) {
  const BibtexFile file = BibtexFile::parse(content);
  return std::any_of(file.parts.begin(), file.parts.end(),
                     [](const BibtexPart& part) { return part.type != BibtexPart::Type::Text; });
}

bool isCslJson(const QByteArray& content) {
  const QJsonDocument json = QJsonDocument::fromJson(content);
  const QJsonValue first = json.array().first();
  return json.isArray() &&
         (json.array().isEmpty() || (first["id"_L1].isString() && first["type"_L1].isString()));
}

Result<ExportReport> exportBibtex(Library& library, const QString& out, const ExportOptions& options,
                                  const Task& task) {
  const ContentKind* kind = nullptr;
  const auto works = worksOf(library, options, kind);
  if (!works) return works.error();
  const auto format = BibtexFormat::load(library.resources());
  if (!format) return format.error();
  const BibtexMapping mapping(*kind, *format);
  BibtexCollection collection(mapping);
  for (const ItemSummary& work : *works) {
    OFFPRINT_TRY(task.check());
    collection.add(work);
  }
  Findings findings;
  const QByteArray content = collection.toBytes(findings);
  return writeOneFile(out, content, findings, isBibtex, say("bibliography of this format"));
}

Result<ExportReport> exportCsl(Library& library, const QString& out, const ExportOptions& options,
                               const Task& task) {
  const ContentKind* kind = nullptr;
  const auto works = worksOf(library, options, kind);
  if (!works) return works.error();
  QJsonArray entries;
  for (const ItemSummary& work : *works) {
    OFFPRINT_TRY(task.check());
    entries << cslItem(work, *kind);
  }
  return writeOneFile(out, QJsonDocument(entries).toJson(QJsonDocument::Indented), {}, isCslJson,
                      say("bibliography of this format"));
}

bool isRis(const QByteArray& content) {
  return !RisFile::parse(content).records.isEmpty();
}

Result<ExportReport> exportRis(Library& library, const QString& out, const ExportOptions& options,
                               const Task& task) {
  const ContentKind* kind = nullptr;
  const auto works = worksOf(library, options, kind);
  if (!works) return works.error();
  const auto format = RisFormat::load(library.resources());
  if (!format) return format.error();
  QStringList references;
  for (const ItemSummary& work : *works) {
    OFFPRINT_TRY(task.check());
    references << (*format)->fromCsl(cslItem(work, *kind));
  }
  return writeOneFile(out, references.join(u"\r\n"_s).toUtf8(), {}, isRis,
                      say("bibliography of this format"));
}

}  // namespace

Exporter bibtexExporter() {
  return {u"bibtex"_s,
          say("References in BibTeX"),
          say("Every work that texts can cite, in one file; imported entries that were not edited stand as "
              "they came."),
          say("Export references as BibTeX…"),
          u"quote"_s,
          false,
          u"bib"_s,
          exportBibtex};
}

Exporter cslJsonExporter() {
  return {u"csl-json"_s,
          say("References in CSL JSON"),
          say("Every work that texts can cite, for Zotero, Pandoc and citation processors."),
          say("Export references as CSL JSON…"),
          u"quote"_s,
          false,
          u"json"_s,
          exportCsl};
}

Exporter risExporter() {
  return {u"ris"_s,
          say("References in RIS"),
          say("Every work that texts can cite, for EndNote, RefWorks and libraries."),
          say("Export references as RIS…"),
          u"quote"_s,
          false,
          u"ris"_s,
          exportRis};
}

}  // namespace offprint
