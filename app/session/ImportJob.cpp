#include "app/session/ImportJob.h"

namespace offprint::libraryJobs {
namespace {

constexpr auto traced = CollectionRepository::Type::Topic;  // the collections that imports describe

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
  auto traces = tracesOf(library, traced);
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
  auto traces = tracesOf(library, traced);
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
  return added.isEmpty() && changed.isEmpty() && siteBefore == siteAfter;
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
    const Traces& from = forward ? change.before : change.after;
    const Traces& to = forward ? change.after : change.before;
    OFFPRINT_TRY(moveTraces(library, traced, from, to));
    return forward ? moveSite(library, change.siteBefore, change.siteAfter)
                   : moveSite(library, change.siteAfter, change.siteBefore);
  });
  if (!done) return done.error();
  return items;
}

}  // namespace offprint::libraryJobs
