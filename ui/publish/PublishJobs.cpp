#include "ui/publish/PublishJobs.h"

#include <algorithm>
#include <QHash>
#include <QSet>

#include "app/content/ContentKind.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "app/store/StoreClient.h"
#include "exporters/publish/DueItems.h"
#include "exporters/publish/PageText.h"
#include "exporters/site/SiteSnapshot.h"

using namespace Qt::StringLiterals;

namespace offprint::publishJobs {
namespace {

constexpr qint64 kMostCompared = 16'000'000;  ///< bytes of pages that are compared word by word
constexpr QLatin1StringView kHome{"index.html"};

using FilesByPath = QHash<QString, PlannedFile>;

FilesByPath byPath(const QList<PlannedFile>& files) {
  FilesByPath map;
  for (const PlannedFile& file : files)
    map.insert(file.path, file);
  return map;
}

/// Tells the changes of items from what follows from them.
class Changes {
 public:
  Changes(PublishLook& look, const KindCatalog& kinds) : look_(look), kinds_(kinds) {}

  void find() {
    const DeployPlan& plan = look_.report.plan;
    added_ = byPath(plan.added);
    changed_ = byPath(plan.changed);
    removed_ = byPath(plan.removed);
    QHash<QString, DeployedItem> before;
    for (const DeployedItem& item : std::as_const(look_.report.before))
      before.insert(item.uuid, item);
    for (const DeployedItem& item : std::as_const(look_.report.items)) {
      const auto old = before.constFind(item.uuid);
      const bool known = old != before.cend();
      const QString oldPath = known ? old->path : QString();
      if (!known || old->version != item.version || old->path != item.path) own(item, known, oldPath);
      before.remove(item.uuid);
    }
    for (const DeployedItem& gone : std::as_const(before))
      if (removed_.contains(gone.path) || changed_.contains(gone.path)) withdrawn(gone);
    const auto rank = [](const PublishChange& a, const PublishChange& b) {
      return a.type != b.type ? a.type < b.type : a.title.localeAwareCompare(b.title) < 0;
    };
    std::sort(look_.changes.begin(), look_.changes.end(), rank);
    rest();
  }

 private:
  QString kindOf(const DeployedItem& item) const {
    const ContentKind* kind = kinds_.find(item.ref.section(u'/', 0, 0));
    return kind ? kind->label : item.ref.section(u'/', 0, 0);
  }
  void own(const DeployedItem& item, bool known, const QString& oldPath) {
    // An item without a page of its own shows on others.
    const bool seen = added_.contains(item.path) || changed_.contains(item.path) || item.path.isEmpty();
    if (!seen || look_.report.plan.empty()) return;
    const QString title = item.title.isEmpty() ? item.ref : plainTitle(item.title);
    const bool moved = known && oldPath != item.path;
    const QString detail = !known  ? kindOf(item)
                           : moved ? say("%1, new address").arg(kindOf(item))
                                   : say("%1, edited").arg(kindOf(item));
    look_.changes.append({known ? PublishChange::Type::Changed : PublishChange::Type::Added,
                          title,
                          detail,
                          item.path,
                          {},
                          {}});
    taken_.insert(item.path);
    if (moved) taken_.insert(oldPath);
  }
  void withdrawn(const DeployedItem& gone) {
    look_.changes.append({PublishChange::Type::Removed,
                          gone.title.isEmpty() ? gone.ref : plainTitle(gone.title),
                          kindOf(gone),
                          gone.path,
                          {},
                          {}});
    taken_.insert(gone.path);
  }
  /// Where no item changed, the site's own set-up did: its pages are the change.
  void rest() {
    const DeployPlan& plan = look_.report.plan;
    for (const QList<PlannedFile>* files : {&plan.added, &plan.changed, &plan.removed})
      for (const PlannedFile& file : *files)
        if (!taken_.contains(file.path)) look_.follows.append(file);
    if (!look_.changes.isEmpty() || look_.follows.isEmpty()) return;
    const bool home = changed_.contains(kHome) || added_.contains(kHome);
    look_.changes.append(
        {look_.last ? PublishChange::Type::Changed : PublishChange::Type::Added,
         look_.follows.size() == 1 ? look_.follows.constFirst().path : say("Pages of the site"),
         say("%n file(s)", static_cast<int>(look_.follows.size())),
         home ? QString(kHome) : look_.follows.constFirst().path,
         {},
         {}});
  }

  PublishLook& look_;
  const KindCatalog& kinds_;
  FilesByPath added_;
  FilesByPath changed_;
  FilesByPath removed_;
  QSet<QString> taken_;
};

Result<void> findLeftOut(Library& library, PublishLook& look) {
  ContentQuery query;
  query.statuses = {Status::Draft, Status::Scheduled};
  query.sort = ContentQuery::Sort::Edited;
  auto items = library.content().list(query);
  if (!items) return items.error();
  const QDateTime now = library.now();
  for (const ItemSummary& item : std::as_const(*items))
    if (!isPublic(item, now)) look.leftOut.append(item);
  std::stable_sort(look.leftOut.begin(), look.leftOut.end(),
                   [](const ItemSummary& a, const ItemSummary& b) { return a.status > b.status; });
  return {};
}

/// The texts of both states of the pages that changed.
void readTexts(Library& library, PublishLook& look, const SiteFiles& site, const DeployedFiles& online) {
  qint64 room = kMostCompared;
  for (PublishChange& change : look.changes) {
    if (!change.path.endsWith(".html"_L1)) continue;
    const auto now = site.constFind(change.path);
    const auto then = online.constFind(change.path);
    if (then != online.cend() && (room -= then->bytes) >= 0)
      if (const auto html = files::read(library.publishing().storedAt(then->sha256)))
        change.before = pageText(*html);
    if (now != site.cend() && (room -= now->bytes) >= 0)
      if (const auto html = files::read(now->source)) change.after = pageText(*html);
  }
}

/// Files of others where the site's own belong.
QList<PlannedFile> theirsIn(const DeployPlan& plan) {
  QSet<QString> places;
  for (const Finding& finding : plan.findings)
    if (finding.code == "host.changed"_L1) places.insert(finding.file);
  QList<PlannedFile> theirs;
  for (const PlannedFile& file : plan.foreign)
    if (places.contains(file.path)) theirs.append(file);
  return theirs;
}

QStringList pathsOf(const QList<PlannedFile>& files) {
  QStringList paths;
  for (const PlannedFile& file : files)
    paths += file.path;
  return paths;
}

bool samePlan(const DeployPlan& a, const DeployPlan& b) {
  return pathsOf(a.added) == pathsOf(b.added) && pathsOf(a.changed) == pathsOf(b.changed) &&
         pathsOf(a.removed) == pathsOf(b.removed);
}

Result<QHash<QString, ContentId>> idsByUuid(Library& library) {
  ContentQuery all;
  all.trash = ContentQuery::Bin::Include;
  const auto items = library.content().list(all);
  if (!items) return items.error();
  QHash<QString, ContentId> ids;
  for (const ItemSummary& item : *items)
    ids.insert(item.uuid, item.id);
  return ids;
}

bool sameItems(const QList<DeployedItem>& a, const QList<DeployedItem>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const DeployedItem& x, const DeployedItem& y) {
    return x.uuid == y.uuid && x.version == y.version;
  });
}

/// When the texts of a deployment were published, and when the next ones were: the texts of one that was
/// brought back are those of the deployment it brought back.
Result<std::pair<QDateTime, QDateTime>> untilWhen(Library& library, const QString& uuid,
                                                  const QList<DeployedItem>& items) {
  const auto one = library.publishing().deployment(uuid);
  if (!one) return one.error();
  const auto all = library.publishing().deployments(one->target);
  if (!all) return all.error();
  std::pair times{one->made, library.now()};
  bool below = false;
  for (qsizetype i = 0; i < all->size(); ++i) {
    below = below || all->at(i).uuid == uuid;
    if (!below || all->at(i).action == Deployment::Action::Rollback) continue;
    const auto these = library.publishing().items(all->at(i).uuid);
    if (!these) return these.error();
    if (!sameItems(*these, items)) continue;
    times = {all->at(i).made, i > 0 ? all->at(i - 1).made : library.now()};
    break;
  }
  return times;
}

/// The version that was kept when it was published, else the last one of that time.
Revision versionOf(const QList<Revision>& revisions, const QDateTime& made, const QDateTime& until) {
  const auto published = std::find_if(revisions.begin(), revisions.end(), [&](const Revision& each) {
    return each.reason == RevisionReason::Publish && each.created <= until;
  });
  if (published != revisions.end()) return *published;
  const auto last = std::find_if(revisions.begin(), revisions.end(),
                                 [&](const Revision& each) { return each.created <= made; });
  return last == revisions.end() ? Revision() : *last;
}

void compareItems(const QList<DeployedItem>& before, const QList<DeployedItem>& after,
                  const KindCatalog& kinds, DeploymentDetails& details) {
  using Type = PublishChange::Type;
  const auto add = [&](Type type, const DeployedItem& item) {
    const ContentKind* kind = kinds.find(item.ref.section(u'/', 0, 0));
    details.changes.append({type,
                            item.title.isEmpty() ? item.ref : plainTitle(item.title),
                            kind ? kind->label : item.ref.section(u'/', 0, 0),
                            item.path,
                            {},
                            {}});
  };
  QHash<QString, DeployedItem> old;
  for (const DeployedItem& item : before)
    old.insert(item.uuid, item);
  for (const DeployedItem& item : after) {
    const auto was = old.constFind(item.uuid);
    if (was == old.constEnd()) {
      add(Type::Added, item);
    } else if (was->version != item.version) {
      add(Type::Changed, item);
    }
    old.remove(item.uuid);
  }
  for (const DeployedItem& gone : std::as_const(old))
    add(Type::Removed, gone);
  std::sort(details.changes.begin(), details.changes.end(),
            [](const PublishChange& a, const PublishChange& b) {
              return a.type != b.type ? a.type < b.type : a.title.localeAwareCompare(b.title) < 0;
            });
}

/// The library as the worker reads it, and the store thread as who notes what was done.
Result<std::unique_ptr<Library>> openBeside(const Place& place, PublishOptions& options) {
  options.write = [place](const PublishOptions::Work& work) {
    return place.store->runAndWait<void>([&](Library& library) -> Result<void> {
      if (library.folder() == place.folder) return work(library);
      return makeError(
          ErrorCode::Cancelled,
          say("The library was closed while its site was published. If the site is online already, the next "
              "publication finds that out."));
    });
  };
  return Library::open(place.folder, place.resources, OpenMode::ReadOnly);
}

}  // namespace

Result<PublishState> state(Library& library) {
  auto targets = library.publishing().targets();
  if (!targets) return targets.error();
  auto deployments = library.publishing().deployments();
  if (!deployments) return deployments.error();
  return PublishState{*std::move(targets), *std::move(deployments), library.publishing().keptBytes()};
}

Result<QList<Due>> due(Library& library) {
  const auto targets = library.publishing().targets();
  if (!targets) return targets.error();
  QList<Due> all;
  for (const PublishTarget& target : *targets) {
    if (dueRule(target) == DueRule::Off) continue;
    auto items = dueItems(library, target.name);
    if (!items) return items.error();
    if (!items->isEmpty()) all.append({target, *std::move(items)});
  }
  return all;
}

Result<PublishLook> look(const Place& place, const QString& target, PublishOptions options,
                         const Task& task) {
  auto library = openBeside(place, options);
  if (!library) return library.error();
  PublishLook look;
  auto found = (*library)->publishing().target(target);
  if (!found) return found.error();
  look.target = *std::move(found);
  const auto deployments = (*library)->publishing().deployments(target);
  if (!deployments) return deployments.error();
  if (!deployments->isEmpty()) look.last = deployments->constFirst();
  DeployedFiles online;
  if (look.last) {
    auto files = (*library)->publishing().files(look.last->uuid);
    if (!files) return files.error();
    online = *std::move(files);
  }
  options.inspect = [&](const PublishReport& report, const SiteFiles& site) {
    look.report = report;
    Changes(look, *(*library)->kinds()).find();
    readTexts(**library, look, site, online);
  };
  auto report = planPublication(**library, target, options, task);
  if (!report) return report.error();
  look.report = *std::move(report);
  look.theirs = theirsIn(look.report.plan);
  OFFPRINT_TRY(findLeftOut(**library, look));
  return look;
}

Result<PublishReport> send(const Place& place, const QString& target, const DeployPlan* seen,
                           PublishOptions options, const Task& task) {
  auto library = openBeside(place, options);
  if (!library) return library.error();
  if (seen)
    options.agree = [seen](const DeployPlan& plan) -> Result<void> {
      if (samePlan(*seen, plan)) return {};
      return makeError(ErrorCode::Conflict,
                       say("The site or its host has changed since the changes were shown. Nothing was "
                           "published. Look at them again."));
    };
  return publish(**library, target, options, task);
}

Result<PublishReport> rollBack(const Place& place, const QString& deployment, PublishOptions options,
                               const Task& task) {
  auto library = openBeside(place, options);
  if (!library) return library.error();
  return offprint::rollBack(**library, deployment, options, task);
}

Result<Findings> verify(const Place& place, const QString& target, const PublishOptions& options,
                        const Task& task) {
  auto library = Library::open(place.folder, place.resources, OpenMode::ReadOnly);
  if (!library) return library.error();
  return verifyTarget(**library, target, options, task);
}

Result<void> recordOnline(Library& library, const PublishReport& report, const QDateTime& when) {
  const auto ids = idsByUuid(library);
  if (!ids) return ids.error();
  QHash<QString, qint64> before;
  for (const DeployedItem& item : report.before)
    before.insert(item.uuid, item.version);
  QList<ExportedItem> online;
  for (const DeployedItem& item : report.items) {
    const ContentId id = ids->value(item.uuid);
    if (!id.valid()) continue;
    online.append({id, item.version, {}});
    if (before.value(item.uuid, -1) == item.version) continue;
    // What was published is kept for ever, unless it has been written on already.
    const auto now = library.content().get(id);
    if (!now || now->version != item.version) continue;
    const auto kept = library.revisions().cut(id, RevisionReason::Publish);
    if (!kept) return kept.error();
  }
  auto hashed = library.exported().hashed(std::move(online));
  if (!hashed) return hashed.error();
  return library.exported().record(*hashed, when);
}

Result<DeploymentDetails> details(Library& library, const QString& deployment, const QString& other) {
  auto items = library.publishing().items(deployment);
  if (!items) return items.error();
  const auto before = library.publishing().items(other);
  if (!before) return before.error();
  const auto ids = idsByUuid(library);
  if (!ids) return ids.error();
  const auto until = untilWhen(library, deployment, *items);
  if (!until) return until.error();
  DeploymentDetails details;
  compareItems(*before, *items, *library.kinds(), details);
  std::sort(items->begin(), items->end(), [](const DeployedItem& a, const DeployedItem& b) {
    return a.title.localeAwareCompare(b.title) < 0;
  });
  for (const DeployedItem& item : std::as_const(*items)) {
    DeploymentDetails::Online online{item, ids->value(item.uuid), {}};
    if (online.id.valid()) {
      const auto revisions = library.revisions().list(online.id);
      if (!revisions) return revisions.error();
      online.revision = versionOf(*revisions, until->first, until->second);
    }
    details.items.append(online);
  }
  return details;
}

Result<PublishChange> words(Library& library, const QString& deployment, const QString& other,
                            PublishChange change) {
  const auto textOf = [&](const QString& uuid) -> Result<QString> {
    if (uuid.isEmpty() || !change.path.endsWith(".html"_L1)) return QString();
    const auto online = library.publishing().files(uuid);
    if (!online) return online.error();
    const auto file = online->constFind(change.path);
    if (file == online->cend() || !library.publishing().stored(file->sha256, file->bytes)) return QString();
    const auto html = files::read(library.publishing().storedAt(file->sha256));
    return html ? pageText(*html) : QString();
  };
  auto before = textOf(other);
  if (!before) return before.error();
  auto after = textOf(deployment);
  if (!after) return after.error();
  change.before = *std::move(before);
  change.after = *std::move(after);
  return change;
}

}  // namespace offprint::publishJobs
