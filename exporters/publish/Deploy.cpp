#include "exporters/publish/Deploy.h"

#include <algorithm>
#include <QTemporaryDir>
#include <QThread>

#include "app/core/FileOps.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace offprint {
namespace {

constexpr int kTries = 4;

void wait(std::chrono::milliseconds time, const Task& task) {
  for (; time > 0ms && !task.cancelled(); time -= 50ms)
    QThread::msleep(50);
}

/// The paths whose content has to be looked at: the site's and ours, as far as the host has them and no tag
/// tells. A tag that is not the one that was left tells nothing, unless the host names contents by it
/// (`tagOf`) or the size is another one.
QStringList compared(const HostFiles& host, const SiteFiles& site, const DeployedFiles& previous,
                     const Publisher& publisher) {
  QStringList paths;
  for (auto file = host.begin(); file != host.end(); ++file) {
    const auto wanted = site.constFind(file.key());
    const auto left = previous.constFind(file.key());
    const bool inSite = wanted != site.constEnd();
    const bool ours = left != previous.constEnd();
    if ((!inSite && !ours) || !file->sha256.isEmpty()) continue;
    const auto asLarge = [&](qint64 bytes) { return file->bytes >= 0 && file->bytes == bytes; };
    if (file->tag.isEmpty() ||
        ((!ours || left->tag != file->tag) &&
         ((ours && asLarge(left->bytes)) ||
          (inSite && asLarge(wanted->bytes) && publisher.tagOf(*wanted).size() != file->tag.size()))))
      paths += file.key();
  }
  return paths;
}

QString someNames(const HostFiles& files) {
  QStringList names = files.keys();
  const bool more = names.size() > 3;
  names = names.mid(0, 3);
  return names.join(", "_L1) + (more ? u", …"_s : QString());
}

}  // namespace

Deploy::Deploy(std::unique_ptr<Publisher> publisher, Delivery delivery, DeployOptions options, Task task)
    : publisher_(std::move(publisher)),
      delivery_(std::move(delivery)),
      options_(std::move(options)),
      task_(std::move(task)) {
  if (!options_.pause) options_.pause = wait;
}

Deploy::~Deploy() = default;

int Deploy::removalLimit(qsizetype online) {
  return std::max(25, static_cast<int>(online / 10));
}

/// A lost connection is tried again after one, two and four seconds; everything else is told at once.
Result<void> Deploy::retrying(const std::function<Result<void>()>& step) {
  for (int tries = 1;; ++tries) {
    auto done = step();
    if (done || done.error().code != ErrorCode::Network || tries == kTries) return done;
    OFFPRINT_TRY(task_.check());
    task_.report(say("The connection was lost; trying again"));
    options_.pause(1000ms * (1 << (tries - 1)), task_);
    OFFPRINT_TRY(task_.check());
  }
}

Result<void> Deploy::addExtras() {
  const QMap<QString, QByteArray> wanted = publisher_->extras();
  if (wanted.isEmpty()) return {};
  extras_ = std::make_unique<QTemporaryDir>();
  int number = 0;
  for (auto file = wanted.begin(); file != wanted.end(); ++file) {
    if (delivery_.site.contains(file.key())) continue;
    const QString source = extras_->filePath(QString::number(++number));
    OFFPRINT_TRY(files::writeAtomic(source, *file));
    delivery_.site.insert(file.key(), {files::sha256(*file).toLatin1(), file->size(), source});
  }
  return {};
}

/// Whether most of what the library remembers lies there as it was left. The memory goes by the target's
/// name, and the place behind a name may be another one today: a folder of somebody else.
Result<bool> Deploy::holdsOurs() {
  if (!delivery_.last) return false;
  const DeployedFiles& left = delivery_.last->files;
  OFFPRINT_TRY(publisher_->identify(state_.files, compared(state_.files, {}, left, *publisher_), task_));
  qsizetype found = 0;
  for (auto file = left.begin(); file != left.end(); ++file) {
    const HostFile host = state_.files.value(file.key());
    const bool same =
        host.sha256.isEmpty() ? !host.tag.isEmpty() && host.tag == file->tag : host.sha256 == file->sha256;
    if (same) ++found;
  }
  return 2 * found >= left.size();
}

/// A publication that did not come to its end left some of its files in the place of others, or beside them;
/// they are ours as far as they are what it meant to put there.
Result<void> Deploy::readBegun() {
  if (!state_.begun) return {};
  const auto list = HostManifest::read(*state_.begun);
  if (!list) return list.error().code == ErrorCode::Corrupt ? Result<void>() : Result<void>(list.error());
  DeployedFiles meant = list->among(state_.files.keys());
  meant.removeIf([this](const auto& file) {
    return state_.files.value(file.key()).tag == previous_.value(file.key()).tag &&
           previous_.contains(file.key());
  });
  OFFPRINT_TRY(retrying([&] {
    return publisher_->identify(state_.files, compared(state_.files, {}, meant, *publisher_), task_);
  }));
  for (auto file = meant.begin(); file != meant.end(); ++file) {
    const HostFile host = state_.files.value(file.key());
    if (host.sha256.isEmpty() ? !host.tag.isEmpty() && host.tag == file->tag : host.sha256 == file->sha256)
      previous_.insert(file.key(), {file->sha256, file->bytes, host.tag});
  }
  mayRemove_ = true;
  return {};
}

/// What we left on the host: by its own list, else, when that is gone or damaged, by the library's memory,
/// and then nothing is removed.
Result<void> Deploy::readManifest() {
  const auto list = state_.list ? HostManifest::read(*state_.list) : Result<HostManifest>(HostManifest());
  if (!list && list.error().code != ErrorCode::Corrupt) return list.error();
  if (state_.list && list) {
    previous_ = list->among(state_.files.keys() + delivery_.site.keys() +
                            (delivery_.last ? delivery_.last->files.keys() : QStringList()));
    hostDeployment_ = list->deployment();
    mayRemove_ = true;
    return {};
  }
  // The first publication to this place was cut short.
  if (state_.begun && HostManifest::read(*state_.begun)) return {};
  const auto ours = state_.files.isEmpty() || options_.adopt ? Result<bool>(true) : holdsOurs();
  if (!ours) return ours.error();
  if (!*ours)
    return makeError(ErrorCode::Conflict,
                     say("The target holds files that Offprint did not put there (%1). Nothing was changed. "
                         "Choose an empty place. If this is the right one, let it be taken: all of them are kept.")
                         .arg(someNames(state_.files)),
                     kNotOurs);
  if (delivery_.last) previous_ = delivery_.last->files;
  if (!state_.files.isEmpty())
    notes_.append({Finding::Level::Warning,
                   u"host.no-list"_s,
                   say("The host has no whole list of the published files: nothing is removed this time."),
                   {},
                   {},
                   0});
  return {};
}

Result<DeployPlan> Deploy::look(Publisher::Access access) {
  OFFPRINT_TRY(addExtras());
  OFFPRINT_TRY(retrying([&]() -> Result<void> {
    auto state = publisher_->open(access, task_);
    if (!state) return state.error();
    state_ = *std::move(state);
    return {};
  }));
  OFFPRINT_TRY(readManifest());
  OFFPRINT_TRY(readBegun());
  const bool moved = delivery_.last && !delivery_.last->revision.isEmpty() && !state_.revision.isEmpty() &&
                     delivery_.last->revision != state_.revision;
  if (moved)
    notes_.append({Finding::Level::Note,
                   u"host.moved"_s,
                   say("Somebody else changed the host since the last publication. What they did is kept."),
                   {},
                   {},
                   0});
  OFFPRINT_TRY(retrying([&] {
    return publisher_->identify(state_.files,
                                compared(state_.files, delivery_.site, previous_, *publisher_), task_);
  }));
  plan_ = plan({delivery_.site, state_.files, previous_, mayRemove_, options_.useMine, delivery_.reason,
                [this](const SiteFile& file) { return publisher_->tagOf(file); }});
  plan_.findings = notes_ + plan_.findings;
  return plan_;
}

Result<void> Deploy::stageAll(DeployedFiles& online) {
  online = plan_.kept;
  const qint64 total = plan_.bytesToSend();
  qint64 sent = 0;
  for (const QList<PlannedFile>* list : {&plan_.added, &plan_.changed}) {
    for (const PlannedFile& planned : *list) {
      OFFPRINT_TRY(task_.check());
      const SiteFile file = delivery_.site.value(planned.path);
      OFFPRINT_TRY(retrying([&] { return publisher_->stage(planned.path, file, task_); }));
      online.insert(planned.path, {file.sha256, file.bytes, publisher_->tagOf(file)});
      sent += file.bytes;
      task_.report(say("Sending"), sent, total);
    }
  }
  for (const PlannedFile& planned : plan_.removed)
    OFFPRINT_TRY(publisher_->stageRemoval(planned.path));
  return {};
}

Result<Switched> Deploy::send(
    const std::function<Result<void>(const DeployedFiles&, const SiteFiles&)>& beforeSwitch) {
  if (hasErrors(plan_.findings)) {
    const auto error = std::find_if(plan_.findings.begin(), plan_.findings.end(), [](const Finding& finding) {
      return finding.level == Finding::Level::Error;
    });
    return makeError(ErrorCode::Conflict, error->message + u' ' + say("Nothing was published."))
        .at(error->file);
  }
  const int limit = options_.maxRemovals >= 0 ? options_.maxRemovals : removalLimit(previous_.size());
  if (plan_.removed.size() > limit)
    return makeError(
        ErrorCode::Conflict,
        say("%n file(s) would be removed from the host, more than %1. Nothing was published. If that "
            "is meant, look at them and allow it.",
            static_cast<int>(plan_.removed.size()))
            .arg(limit),
        kManyRemovals + QString::number(plan_.removed.size()));
  DeployedFiles online;
  OFFPRINT_TRY(stageAll(online));
  const HostManifest manifest(delivery_.deployment, hostDeployment_, online);
  const QString message = say("Publish: %1").arg(plan_.counts());
  OFFPRINT_TRY(retrying([&] { return publisher_->verify(online, manifest.write(), message, task_); }));
  OFFPRINT_TRY(task_.check());
  OFFPRINT_TRY(beforeSwitch(online, delivery_.site));
  OFFPRINT_TRY(task_.check());
  Switched switched;
  OFFPRINT_TRY(retrying([&]() -> Result<void> {
    auto done = publisher_->switchOver(task_);
    if (!done) return done.error();
    switched = *std::move(done);
    return {};
  }));
  return switched;
}

Result<Findings> verifyHost(Publisher& publisher, const QStringList& published, const Task& task) {
  auto state = publisher.open(Publisher::Access::Look, task);
  if (!state) return state.error();
  if (!state->list)
    return makeError(
        ErrorCode::NotFound,
        say("There is no list of published files on the host: nothing was published to it yet, or "
            "the list is lost. Publish to it."));
  const auto list = HostManifest::read(*state->list);
  if (!list) return list.error();
  const DeployedFiles ours = list->among(state->files.keys() + published);
  OFFPRINT_TRY(publisher.identify(state->files, compared(state->files, {}, ours, publisher), task));
  Findings findings;
  const auto find = [&](Finding::Level level, const QString& code, const QString& path,
                        const QString& message) {
    findings.append({level, code, message, {}, path, 0});
  };
  for (auto file = ours.begin(); file != ours.end(); ++file) {
    const auto host = state->files.constFind(file.key());
    if (host == state->files.constEnd()) {
      find(Finding::Level::Error, u"host.missing"_s, file.key(),
           say("This file is missing on the host. Publish again to send it."));
    } else if (host->sha256.isEmpty() ? host->tag != file->tag : host->sha256 != file->sha256) {
      find(Finding::Level::Error, u"host.changed"_s, file.key(),
           say("This file was changed on the host. It is kept, unless you want it replaced by yours."));
    }
  }
  for (auto file = state->files.begin(); file != state->files.end(); ++file)
    if (!ours.contains(file.key()) && file.key() != kHostManifest)
      find(Finding::Level::Note, u"host.unlisted"_s, file.key(), say("Not written by Offprint."));
  if (const auto unnamed = static_cast<int>(list->size() - ours.size()); unnamed > 0)
    find(Finding::Level::Error, u"host.missing"_s, {},
         say("%n file(s) that another library published are missing on the host.", unnamed));
  return findings;
}

}  // namespace offprint
