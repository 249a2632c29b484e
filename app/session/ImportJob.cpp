#include "app/session/ImportJob.h"

#include <array>

namespace offprint::libraryJobs {
namespace {

using Type = CollectionRepository::Type;
constexpr std::array traced{Type::Topic, Type::Tag, Type::Series};  // imports describe all of them

Result<QList<Traces>> allTraces(Library& library) {
  QList<Traces> all;
  for (const Type type : traced) {
    auto traces = tracesOf(library, type);
    if (!traces) return traces.error();
    all += *std::move(traces);
  }
  return all;
}

Result<QList<ContentId>> everyId(Library& library) {
  ContentQuery all;
  all.trash = ContentQuery::Bin::Include;
  return library.content().ids(all);
}

Result<void> readBefore(Library& library, ImportChange& change, QHash<ContentId, ContentItem>& items) {
  auto ids = everyId(library);
  if (!ids) return ids.error();
  for (const ContentId id : *ids) {
    auto item = library.content().get(id);
    if (!item) return item.error();
    items.insert(id, *item);
  }
  auto site = library.site().get();
  if (!site) return site.error();
  change.siteBefore = *site;
  auto traces = allTraces(library);
  if (!traces) return traces.error();
  change.before = *traces;
  return {};
}

Result<void> readAfter(Library& library, ImportChange& change, const QHash<ContentId, ContentItem>& items) {
  auto ids = everyId(library);
  if (!ids) return ids.error();
  for (const ContentId id : *ids) {
    const auto before = items.constFind(id);
    if (before == items.constEnd()) {
      change.added.append(id);
      continue;
    }
    auto item = library.content().get(id);
    if (!item) return item.error();
    if (item->version != before->version) change.changed.append({*before, *item});
  }
  auto site = library.site().get();
  if (!site) return site.error();
  change.siteAfter = *site;
  auto traces = allTraces(library);
  if (!traces) return traces.error();
  change.after = *traces;
  return {};
}

/// The site's settings, unless someone has changed them since.
Result<void> moveSite(Library& library, const Site& from, const Site& to) {
  if (from == to) return {};
  auto now = library.site().get();
  if (!now) return now.error();
  return *now == from ? library.site().save(to) : Result<void>();
}

}  // namespace

bool ImportChange::empty() const {
  return added.isEmpty() && changed.isEmpty() && siteBefore == siteAfter && before == after;
}

Result<ImportChange> runImport(Library& library, const QString& source, const QString& importer,
                               const ImportOptions& options, const Task& task) {
  auto chosen = chooseImporter(importer, source);
  if (!chosen) return chosen.error();
  auto kept = library.snapshot(QStringLiteral("import"));
  if (!kept) return kept.error();
  ImportChange change;
  QHash<ContentId, ContentItem> items;
  OFFPRINT_TRY(readBefore(library, change, items));
  auto report = (*chosen)->run(library, source, options, task);
  if (!report) return report.error();
  change.report = *report;
  OFFPRINT_TRY(readAfter(library, change, items));
  return change;
}

Result<QList<ContentItem>> revertImport(Library& library, const ImportChange& change, bool forward) {
  QList<ContentItem> items;
  const Result<void> done = library.transaction([&]() -> Result<void> {
    auto moved = forward ? restore(library, change.added) : trash(library, change.added);
    if (!moved) return moved.error();
    items = *moved;
    auto reverted = revert(library, change.changed, forward);
    if (!reverted) return reverted.error();
    for (const Change& one : *reverted)
      items.append(one.after);
    const QList<Traces>& from = forward ? change.before : change.after;
    const QList<Traces>& to = forward ? change.after : change.before;
    for (size_t i = 0; i < traced.size(); ++i) {
      const auto at = static_cast<qsizetype>(i);
      OFFPRINT_TRY(moveTraces(library, traced[i], from.at(at), to.at(at)));
    }
    return forward ? moveSite(library, change.siteBefore, change.siteAfter)
                   : moveSite(library, change.siteAfter, change.siteBefore);
  });
  if (!done) return done.error();
  return items;
}

}  // namespace offprint::libraryJobs
