#include "app/session/LibraryJobs.h"

#include <QFileInfo>

#include "app/core/Text.h"
#include "app/session/ItemChanges.h"
#include "app/session/SiteChanges.h"
#include "app/store/Recovery.h"

using namespace Qt::StringLiterals;

namespace offprint::libraryJobs {
namespace {

constexpr int daysInTrash = 30;

/// The item, or nothing when it is gone.
Result<std::optional<ContentItem>> there(Library& library, ContentId id) {
  auto item = library.content().get(id);
  if (item) return std::optional(*item);
  if (item.error().code == ErrorCode::NotFound) return std::optional<ContentItem>();
  return item.error();
}

/// Calls `work` with every item that is there, in one transaction.
Result<void> eachItem(Library& library, const QList<ContentId>& ids,
                      const std::function<Result<void>(const ContentItem&)>& work) {
  return library.transaction([&]() -> Result<void> {
    for (const ContentId id : ids) {
      auto item = there(library, id);
      if (!item) return item.error();
      if (!*item) continue;
      const Result<void> done = work(**item);
      if (!done) return done;
    }
    return {};
  });
}

Result<void> saveChange(Library& library, const ContentItem& before, const ContentItem& wanted,
                        Changes& changes) {
  if (!itemChanges::differ(before, wanted)) return {};
  auto after = library.content().save(wanted);
  if (!after) return after.error();
  changes.append({before, *after});
  return {};
}

}  // namespace

Result<Overview> overview(Library& library) {
  Overview overview;
  auto site = library.site().get();
  if (!site) return site.error();
  auto counts = library.content().counts();
  if (!counts) return counts.error();
  auto topics = library.collections().list(CollectionRepository::Type::Topic);
  if (!topics) return topics.error();
  auto tags = library.collections().list(CollectionRepository::Type::Tag);
  if (!tags) return tags.error();
  auto series = library.collections().list(CollectionRepository::Type::Series);
  if (!series) return series.error();
  return Overview{*site, *counts, *topics, *tags, *series, library.lastSnapshot()};
}

Result<Opening> opening(Library& library) {
  Opening opening;
  opening.folder = library.folder();
  opening.place = QFileInfo(library.folder()).canonicalFilePath();
  opening.name = library.name();
  opening.readOnly = library.readOnly();
  opening.readOnlyReason = library.readOnlyReason();
  opening.holder = library.otherHolder();
  opening.kinds = library.kinds();
  opening.kindsError = library.kindsError();
  if (!library.readOnly()) {
    const recovery::BroughtBack back = recovery::bringBack(library);
    opening.recovered = back.items;
    opening.recoveryError = back.error;
  }
  auto shown = overview(library);
  if (!shown) return shown.error();
  opening.overview = *shown;
  return opening;
}

Result<bool> upkeep(Library& library) {
  if (library.readOnly()) return false;
  const QDateTime now = library.now();
  // The snapshot first: it still holds what is thinned and emptied after it.
  if (!library.lastSnapshot().isValid() || library.lastSnapshot().date() != now.date()) {
    auto copy = library.snapshot(u"daily"_s);
    if (!copy) return copy.error();
  }
  auto thinned = library.revisions().thin(now);
  if (!thinned) return thinned.error();
  auto emptied = library.content().eraseTrashedBefore(now.addDays(-daysInTrash));
  if (!emptied) return emptied.error();
  auto swept = library.media().sweep(now.addDays(-daysInTrash));
  if (!swept) return swept.error();
  return *emptied > 0;
}

Result<void> changeSite(Library& library, const Site& from, const Site& to) {
  auto now = library.site().get();
  if (!now) return now.error();
  auto changed = siteChanges::applied(*now, from, to);
  if (!changed) return changed.error();
  return *changed == *now ? Result<void>() : library.site().save(*changed);
}

Result<Changes> edit(Library& library, const QList<ContentId>& ids,
                     const std::function<void(ContentItem&)>& change) {
  Changes changes;
  OFFPRINT_TRY(eachItem(library, ids, [&](const ContentItem& before) {
    ContentItem wanted = before;
    change(wanted);
    return saveChange(library, before, wanted, changes);
  }));
  return changes;
}

Result<Changes> revert(Library& library, const Changes& changes, bool forward) {
  Changes done;
  OFFPRINT_TRY(library.transaction([&]() -> Result<void> {
    for (const Change& change : changes) {
      auto now = there(library, change.after.id);
      if (!now) return now.error();
      if (!*now) continue;
      const ContentItem wanted = forward ? itemChanges::applied(**now, change.before, change.after)
                                         : itemChanges::applied(**now, change.after, change.before);
      if (wanted.body != (*now)->body) {  // it may have been written on since
        auto kept = library.revisions().cut((*now)->id, RevisionReason::Replace);
        if (!kept) return kept.error();
      }
      const Result<void> saved = saveChange(library, **now, wanted, done);
      if (!saved) return saved;
    }
    return {};
  }));
  return done;
}

Result<QList<ContentItem>> duplicate(Library& library, const QList<ContentId>& ids) {
  QList<ContentItem> copies;
  OFFPRINT_TRY(eachItem(library, ids, [&](const ContentItem& item) -> Result<void> {
    ContentItem copy = item;
    copy.uuid.clear();
    copy.slug.clear();
    copy.permalink.clear();
    copy.aliases.clear();
    copy.fields.remove(u"citationKey"_s);
    copy.title = item.title.isEmpty() ? QString() : say("%1 copy").arg(item.title);
    copy.status = Status::Draft;
    copy.publishAt = {};
    copy.trashed = {};
    copy.created = {};
    copy.modified = {};
    auto added = library.content().insert(copy);
    if (!added) return added.error();
    auto first = library.revisions().cut(added->id, RevisionReason::Typing);
    if (!first) return first.error();
    copies.append(*added);
    return {};
  }));
  return copies;
}

Result<QList<ContentItem>> trash(Library& library, const QList<ContentId>& ids) {
  QList<ContentItem> items;
  OFFPRINT_TRY(eachItem(library, ids, [&](const ContentItem& item) -> Result<void> {
    if (item.trashed.isValid()) return {};
    const Result<void> done = library.content().trash(item.id);
    if (!done) return done;
    auto now = library.content().get(item.id);
    if (!now) return now.error();
    items.append(*now);
    return {};
  }));
  return items;
}

Result<QList<ContentItem>> restore(Library& library, const QList<ContentId>& ids) {
  QList<ContentItem> items;
  OFFPRINT_TRY(eachItem(library, ids, [&](const ContentItem& item) -> Result<void> {
    if (!item.trashed.isValid()) return {};
    auto now = library.content().restore(item.id);
    if (!now) return now.error();
    items.append(*now);
    return {};
  }));
  return items;
}

Result<QList<ContentId>> erase(Library& library, const QList<ContentId>& ids) {
  ContentQuery bin;
  bin.trash = ContentQuery::Bin::Only;
  auto trashed = library.content().ids(bin);
  if (!trashed) return trashed.error();
  QList<ContentId> gone;
  OFFPRINT_TRY(library.transaction([&]() -> Result<void> {
    for (const ContentId id : *trashed) {
      if (!ids.isEmpty() && !ids.contains(id)) continue;
      const Result<void> done = library.content().erase(id);
      if (!done) return done;
      gone.append(id);
    }
    return {};
  }));
  return gone;
}

Result<Changes> restoreRevision(Library& library, ContentId id, RevisionId revision) {
  auto old = library.revisions().content(revision);
  if (!old) return old.error();
  auto now = library.content().get(id);
  if (!now) return now.error();
  ContentItem wanted = itemChanges::applied(*now, *now, *old);
  // The address stays: a version from before a rename must not take back where readers find the item.
  wanted.slug = now->slug;
  wanted.permalink = now->permalink;
  wanted.aliases = now->aliases;
  wanted.status = now->status;
  wanted.publishAt = now->publishAt;
  Changes changes;
  OFFPRINT_TRY(library.transaction([&]() -> Result<void> {
    auto before = library.revisions().cut(id, RevisionReason::Replace);
    if (!before) return before.error();
    const Result<void> saved = saveChange(library, *now, wanted, changes);
    if (!saved) return saved;
    auto after = library.revisions().cut(id, RevisionReason::Restore);
    return after ? Result<void>() : Result<void>(after.error());
  }));
  return changes;
}

bool Traces::operator==(const Traces& other) const {
  return descriptions == other.descriptions &&
         std::equal(redirects.begin(), redirects.end(), other.redirects.begin(), other.redirects.end(),
                    [](const Redirect& a, const Redirect& b) { return a.from == b.from && a.to == b.to; });
}

Result<Traces> tracesOf(Library& library, CollectionRepository::Type type) {
  auto collections = library.collections().list(type);
  if (!collections) return collections.error();
  auto redirects = library.redirects().list();
  if (!redirects) return redirects.error();
  Traces traces;
  traces.redirects = *redirects;
  for (const Collection& collection : *collections) {
    if (!collection.description.isEmpty())
      traces.descriptions.insert(collection.name, collection.description);
  }
  return traces;
}

Result<void> moveTraces(Library& library, CollectionRepository::Type type, const Traces& from,
                        const Traces& to) {
  QStringList names = from.descriptions.keys() + to.descriptions.keys();
  names.removeDuplicates();
  for (const QString& name : std::as_const(names)) {
    if (from.descriptions.value(name) != to.descriptions.value(name))
      OFFPRINT_TRY(library.collections().describe(type, name, to.descriptions.value(name)));
  }
  const auto same = [](const Redirect& a) {
    return [&a](const Redirect& b) { return a.from == b.from && a.to == b.to; };
  };
  for (const Redirect& redirect : from.redirects) {
    if (std::none_of(to.redirects.begin(), to.redirects.end(), same(redirect)))
      OFFPRINT_TRY(library.redirects().remove(redirect.from));
  }
  for (const Redirect& redirect : to.redirects) {
    if (std::none_of(from.redirects.begin(), from.redirects.end(), same(redirect)))
      OFFPRINT_TRY(library.redirects().add(redirect));
  }
  return {};
}

Result<CollectionChange> renameCollection(Library& library, CollectionRepository::Type type,
                                          const QString& from, const QString& to) {
  ContentQuery query;
  query.trash = ContentQuery::Bin::Include;
  (type == CollectionRepository::Type::Topic ? query.topic
   : type == CollectionRepository::Type::Tag ? query.tag
                                             : query.series) = from;
  CollectionChange change;
  const Result<void> done = library.transaction([&]() -> Result<void> {
    auto before = tracesOf(library, type);
    if (!before) return before.error();
    change.before = *before;
    auto ids = library.content().ids(query);
    if (!ids) return ids.error();
    ContentQuery there = query;
    (type == CollectionRepository::Type::Topic ? there.topic
     : type == CollectionRepository::Type::Tag ? there.tag
                                               : there.series) = to;
    const auto others = library.content().count(there);
    if (!others) return others.error();
    // A change of case alone finds the same items.
    change.merged = *others > 0 && from.compare(to, Qt::CaseInsensitive) != 0;
    for (const ContentId id : *ids) {
      auto item = library.content().get(id);
      if (!item) return item.error();
      change.items.append({*item, {}});
    }
    auto renamed = library.collections().rename(type, from, to);
    if (!renamed) return renamed.error();
    for (Change& item : change.items) {
      auto now = library.content().get(item.before.id);
      if (!now) return now.error();
      item.after = *now;
    }
    auto after = tracesOf(library, type);
    if (!after) return after.error();
    change.after = *after;
    return {};
  });
  if (!done) return done.error();
  return change;
}

Result<Changes> revertCollection(Library& library, CollectionRepository::Type type,
                                 const CollectionChange& change, bool forward) {
  Changes items;
  const Result<void> done = library.transaction([&]() -> Result<void> {
    auto reverted = revert(library, change.items, forward);
    if (!reverted) return reverted.error();
    items = *reverted;
    return forward ? moveTraces(library, type, change.before, change.after)
                   : moveTraces(library, type, change.after, change.before);
  });
  if (!done) return done.error();
  return items;
}

}  // namespace offprint::libraryJobs
