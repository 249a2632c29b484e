// What LibrarySession does with works: adding, completing, merging.
#include <QPointer>

#include "app/import/WorkDuplicates.h"
#include "app/import/WorkMerge.h"
#include "app/session/LibrarySessionState.h"

namespace offprint {

using namespace libraryJobs;

namespace {

/// Takes a merge back, or does it again: of what was written since, everything else stays.
Result<QList<ContentItem>> moveMerge(Library& library, const WorkMerge& merge, bool forward) {
  QList<ContentItem> items;
  const Result<void> done = library.transaction([&]() -> Result<void> {
    const auto other =
        forward ? libraryJobs::trash(library, {merge.merged}) : libraryJobs::restore(library, {merge.merged});
    if (!other) return other.error();
    items = *other;
    Changes changes;
    for (const auto& [before, after] : merge.changed)
      changes.append({before, after});
    const auto moved = revert(library, changes, forward);
    if (!moved) return moved.error();
    for (const Change& change : *moved)
      items.append(change.after);
    return forward ? changeSite(library, merge.siteBefore, merge.siteAfter)
                   : changeSite(library, merge.siteAfter, merge.siteBefore);
  });
  return done ? Result<QList<ContentItem>>(items) : Result<QList<ContentItem>>(done.error());
}

LibrarySession::Done toldTo(QObject* context, LibrarySession::Done done) {
  return [context = QPointer(context), done = std::move(done)](Result<void> answer) {
    if (context && done) done(std::move(answer));
  };
}

Result<void> storeApart(Library& library, ContentId a, ContentId b, bool apart) {
  const auto first = library.content().get(a);
  if (!first) return first.error();
  const auto second = library.content().get(b);
  if (!second) return second.error();
  return workDuplicates::setApart(library, *first, *second, apart);
}

}  // namespace

void LibrarySession::addWorks(const QList<ProposedWork>& works, QObject* context,
                              Answer<QList<ContentItem>> done) {
  flush();
  const auto tell = [context = QPointer(context), done = std::move(done)](Result<QList<ContentItem>> answer) {
    if (context && done) done(std::move(answer));
  };
  d_->run<QList<ContentItem>>(
      [works](Library& library) { return workIntake::add(library, works); },
      [this, tell](const Result<QList<ContentItem>>& answer) {
        if (!answer || answer->isEmpty()) return tell(answer);
        QList<ContentId> added;
        for (const ContentItem& item : *answer)
          added.append(item.id);
        const QString name = tr("Add %n work(s)", nullptr, static_cast<int>(added.size()));
        d_->undo.push({name, [this, added] { d_->trashQuietly(added, true); },
                       [this, added] { d_->trashQuietly(added, false); }});
        d_->changed(*answer);
        Q_EMIT acted(tr("%n work(s) added", nullptr, static_cast<int>(added.size())), true);
        tell(answer);
      });
}

void LibrarySession::completeWork(ContentId id, const FoundWork& found) {
  d_->step(
      tr("Complete work"),
      [id, found](Library& library) -> Result<Changes> {
        const auto before = library.content().get(id);
        if (!before) return before.error();
        const auto after = workIntake::complete(library, id, found);
        if (!after) return after.error();
        return Changes{{*before, *after}};
      },
      [](int) { return tr("The work was looked up and filled in"); });
}

void LibrarySession::mergeWorks(ContentId kept, ContentId other, const QStringList& fromOther,
                                QObject* context, Done done) {
  flush();
  const auto move = [this](const WorkMerge& merge, bool forward) {
    flush();
    d_->run<QList<ContentItem>>(
        [merge, forward](Library& library) { return moveMerge(library, merge, forward); },
        [this](const Result<QList<ContentItem>>& items) {
          if (!items) {
            Q_EMIT errorOccurred(items.error());
            return;
          }
          d_->changed(*items);
        });
  };
  d_->run<WorkMerge>(
      [kept, other, fromOther](Library& library) {
        return offprint::mergeWorks(library, kept, other, fromOther);
      },
      [this, move, tell = toldTo(context, std::move(done))](const Result<WorkMerge>& merge) {
        if (!merge) return tell(merge.error());
        d_->undo.push({tr("Merge works"), [move, merge = *merge] { move(merge, false); },
                       [move, merge = *merge] { move(merge, true); }});
        Changes changes;
        for (const auto& [before, after] : merge->changed)
          changes.append({before, after});
        d_->changed(changes);
        Q_EMIT itemsChanged({merge->merged});
        const int follow = static_cast<int>(changes.size()) - 1;
        Q_EMIT acted(follow > 0 ? tr("Works merged; %n item(s) follow", nullptr, follow) : tr("Works merged"),
                     true);
        tell({});
      });
}

void LibrarySession::linkVersions(ContentId item, ContentId version, QObject* context, Done done) {
  flush();
  d_->run<Changes>(
      [item, version](Library& library) -> Result<Changes> {
        const auto other = library.content().get(version);
        if (!other) return other.error();
        return libraryJobs::edit(library, {item}, [&](ContentItem& work) {
          if (const ContentKind* kind = library.kinds()->find(work.kind))
            work = workDuplicates::withVersion(work, *other, *kind);
        });
      },
      [this, tell = toldTo(context, std::move(done))](const Result<Changes>& changes) {
        if (!changes) return tell(changes.error());
        d_->undo.push({tr("Link versions"), [this, changes = *changes] { d_->revert(changes, false); },
                       [this, changes = *changes] { d_->revert(changes, true); }});
        d_->changed(*changes);
        Q_EMIT acted(tr("Linked as versions of one work"), true);
        tell({});
      });
}

void LibrarySession::setWorksApart(ContentId a, ContentId b, QObject* context, Done done) {
  const auto store = [this, a, b](bool apart, const Done& then) {
    d_->store.run<bool>(
        [a, b, apart](Library& library) -> Result<bool> {
          const auto stored = storeApart(library, a, b, apart);
          return stored ? Result<bool>(true) : Result<bool>(stored.error());
        },
        this,
        [this, then](const Result<bool>& stored) {
          if (then) return then(stored ? Result<void>() : Result<void>(stored.error()));
          if (!stored) Q_EMIT errorOccurred(stored.error());
        });
  };
  store(true, [this, store, tell = toldTo(context, std::move(done))](const Result<void>& stored) {
    if (stored) {
      d_->undo.push({tr("Not the same work"), [store] { store(false, {}); }, [store] { store(true, {}); }});
      Q_EMIT acted(tr("Remembered: these are two works"), true);
    }
    tell(stored);
  });
}

}  // namespace offprint
