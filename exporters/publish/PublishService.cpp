#include "exporters/publish/PublishService.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <QFile>
#include <QJsonArray>
#include <QUuid>

#include "app/core/FileOps.h"
#include "app/core/RealPath.h"
#include "app/core/Text.h"
#include "app/store/Library.h"
#include "app/store/Repositories.h"
#include "exporters/publish/PublishBuild.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

struct Connection {
  PublishTarget target;
  std::unique_ptr<Publisher> publisher;
  QString url() const { return target.settings.value(kTargetUrl).toString(); }
};

Result<Connection> connectTo(Library& library, const QString& name, const PublishOptions& options) {
  auto target = library.publishing().target(name);
  if (!target) return target.error();
  const auto type = findPublisher(target->type);
  if (!type) return type.error();
  OFFPRINT_TRY(checkPlace(library, *target));
  auto publisher = type->make(target->settings, options.secrets ? options.secrets(*target) : noSecrets());
  if (!publisher) return publisher.error();
  return Connection{*std::move(target), *std::move(publisher)};
}

Result<QString> publicUrl(Library& library, const Connection& connection) {
  if (!connection.url().isEmpty()) return connection.url();
  const auto site = library.site().get();
  if (!site) return site.error();
  return site->baseUrl;
}

/// The last deployment to a target and its items.
struct Last {
  std::optional<KnownDeployment> known;
  QList<DeployedItem> items;
};

Result<Last> lastOf(Library& library, const QString& target) {
  const auto all = library.publishing().deployments(target);
  if (!all) return all.error();
  if (all->isEmpty()) return Last();
  auto files = library.publishing().files(all->constFirst().uuid);
  if (!files) return files.error();
  auto items = library.publishing().items(all->constFirst().uuid);
  if (!items) return items.error();
  return Last{KnownDeployment{all->constFirst().uuid, all->constFirst().revision, *std::move(files)},
              *std::move(items)};
}

QString newUuid() {
  return QUuid::createUuid().toString(QUuid::WithoutBraces);
}

Result<void> checkWritable(const Library& library, const PublishOptions& options) {
  if (options.write || !library.readOnly()) return {};
  return makeError(library.otherHolder() ? ErrorCode::Conflict : ErrorCode::Denied,
                   say("Nothing was published, because the library could not note it: %1")
                       .arg(library.readOnlyReason()))
      .at(library.folder());
}

/// The bytes of deployments in a library's folder: publications that store or read them share them, and who
/// lets old ones go has them alone. Between processes and threads alike.
class StoredObjects {
 public:
  explicit StoredObjects(const Library& library)
      : file_(::open(QFile::encodeName(library.folder() + u"/deployments/.lock"_s).constData(),
                     O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {}
  ~StoredObjects() {
    if (file_ >= 0) ::close(file_);
  }
  StoredObjects(const StoredObjects&) = delete;
  StoredObjects& operator=(const StoredObjects&) = delete;

  /// Waits only while old ones are let go.
  void share() const { ::flock(file_, LOCK_SH); }
  /// Gives the own share up. False when somebody else has one, or the folder cannot be locked.
  bool alone() const { return ::flock(file_, LOCK_EX | LOCK_NB) == 0; }

 private:
  int file_;
};

/// One publication of given files, with its record in the library.
class Publication {
 public:
  Publication(Library& library, Connection connection, Deployment record, QList<DeployedItem> items,
              QList<DeployedItem> before, const PublishOptions& options, const Task& task)
      : library_(library),
        connection_(std::move(connection)),
        record_(std::move(record)),
        items_(std::move(items)),
        before_(std::move(before)),
        options_(options),
        task_(task) {}

  Result<PublishReport> run(Delivery delivery, Publisher::Access access) {
    delivery.deployment = record_.uuid;
    const SiteFiles site = delivery.site;
    Deploy deploy(std::move(connection_.publisher), std::move(delivery), options_.deploy, task_);
    auto plan = deploy.look(access);
    if (!plan) return plan.error();
    PublishReport report{*plan, plan->findings, deploy.hostDeployment(), record_.url};
    report.items = items_;
    report.before = before_;
    if (access == Publisher::Access::Look) {
      if (options_.inspect) options_.inspect(report, site);
      return report;
    }
    // A publication whose answer was lost: the host tells that it did take place.
    OFFPRINT_TRY(write([&](Library& library) {
      return library.publishing().confirm(deploy.hostDeployment(), deploy.hostRevision());
    }));
    if (!deploy.somethingToDo()) return report;
    if (options_.agree) OFFPRINT_TRY(options_.agree(*plan));
    record_.parent = deploy.hostDeployment();
    record_.sent = report.sent = static_cast<int>(plan->added.size() + plan->changed.size());
    record_.removed = static_cast<int>(plan->removed.size());
    const auto switched = deploy.send([&](const DeployedFiles& online, const SiteFiles& sources) {
      report.online = online;
      return keep(sources, online);
    });
    if (!switched) return switched.error();
    report.findings += switched->findings;
    report.deployment = record_.uuid;
    report.published = true;
    finish(report, switched->revision);
    return report;
  }

 private:
  /// After the switch: the site is online, so what fails now is told with the result and is not its failure.
  void finish(PublishReport& report, const QString& revision) {
    const auto confirmed =
        write([&](Library& library) { return library.publishing().confirm(record_.uuid, revision); });
    if (!confirmed)
      report.findings.append(warning(u"deployment.not-noted"_s,
                                     say("The site is online, but the library could not note that: %1 The "
                                         "next publication finds it out on the host."),
                                     confirmed.error()));
    if (!objects_ || !objects_->alone())
      return;  // another publication is storing; the one that ends last lets go
    const auto pruned = write([](Library& library) -> Result<void> {
      const auto left = library.publishing().prune();
      return left ? Result<void>() : Result<void>(left.error());
    });
    if (!pruned)
      report.findings.append(warning(u"deployment.not-pruned"_s,
                                     say("Files of old deployments could not be let go: %1 The next "
                                         "publication tries it again."),
                                     pruned.error()));
  }
  static Finding warning(const QString& code, const QString& message, const Error& error) {
    return {Finding::Level::Warning, code, message.arg(error.located()), {}, error.file, 0};
  }
  /// Before the switch: what goes online is in the library, whatever happens after it.
  Result<void> keep(const SiteFiles& site, const DeployedFiles& online) {
    OFFPRINT_TRY(publishStep("keep-objects", library_.folder()));
    OFFPRINT_TRY(files::makeFolder(library_.folder() + u"/deployments"_s));
    objects_.emplace(library_);
    objects_->share();
    qint64 done = 0;
    for (auto file = online.begin(); file != online.end(); ++file) {
      OFFPRINT_TRY(task_.check());
      task_.report(say("Keeping a copy"), ++done, online.size());
      record_.bytes += file->bytes;
      if (!library_.publishing().stored(file->sha256, file->bytes))
        OFFPRINT_TRY(library_.publishing().store(file->sha256, site.value(file.key()).source));
    }
    record_.fileCount = static_cast<int>(online.size());
    OFFPRINT_TRY(publishStep("record", library_.folder()));
    return write([&](Library& library) { return library.publishing().begin(record_, online, items_); });
  }
  Result<void> write(const PublishOptions::Work& work) const {
    return options_.write ? options_.write(work) : work(library_);
  }

  Library& library_;
  Connection connection_;
  Deployment record_;
  QList<DeployedItem> items_;
  QList<DeployedItem> before_;
  const PublishOptions& options_;
  const Task& task_;
  std::optional<StoredObjects> objects_;  ///< from the first copy that is kept
};

/// The bytes of an earlier deployment, each checked: a disk may have changed what nobody read since.
Result<SiteFiles> keptSite(const PublishRepository& store, const DeployedFiles& deployed, const Task& task) {
  SiteFiles site;
  for (auto file = deployed.begin(); file != deployed.end(); ++file) {
    OFFPRINT_TRY(task.check());
    task.report(say("Reading what is kept"), site.size(), deployed.size());
    if (!store.stored(file->sha256, file->bytes))
      return makeError(
          ErrorCode::NotFound,
          say("This deployment cannot be brought back: its files are not kept any more (the newest %1 "
              "of a target are, and backups hold none). Nothing was changed.")
              .arg(PublishRepository::kKept));
    const QString source = store.storedAt(file->sha256);
    const auto hash = files::sha256OfFile(source);
    if (!hash) return hash.error();
    if (hash->toLatin1() != file->sha256)
      return makeError(
                 ErrorCode::Corrupt,
                 say("This deployment cannot be brought back: the kept copy of \"%1\" is damaged. Nothing "
                     "was changed. Roll back to another one, or publish the site as it is now.")
                     .arg(file.key()))
          .at(source);
    site.insert(file.key(), {file->sha256, file->bytes, source});
  }
  return site;
}

Result<PublishReport> publishSite(Library& library, const QString& name, const PublishOptions& options,
                                  const Task& task, Publisher::Access access) {
  auto connection = connectTo(library, name, options);
  if (!connection) return connection.error();
  const auto url = publicUrl(library, *connection);
  if (!url) return url.error();
  const auto build = PublishBuild::make(library, connection->url(), options.typesetter, task);
  if (!build) return build.error();
  auto last = lastOf(library, name);
  if (!last) return last.error();
  const Deployment record{newUuid(),    {}, name, Deployment::Action::Publish, false, library.now(),
                          options.note, {}, *url};
  Publication publication(library, *std::move(connection), record, (*build)->items(), last->items, options,
                          task);
  const ChangeReasons reasons((*build)->items(), last->items, (*build)->linked(), !last->known);
  auto report = publication.run({(*build)->files(), last->known, reasons, {}}, access);
  if (report) report->findings = (*build)->findings() + report->findings;
  return report;
}

}  // namespace

QJsonObject PublishReport::toJson() const {
  QJsonObject json = plan.toJson();
  QJsonArray list;
  for (const Finding& finding : findings)
    list += finding.toJson();
  json.insert(u"findings"_s, list);
  return json;
}

Result<void> checkPlace(const Library& library, const PublishTarget& target) {
  const auto type = findPublisher(target.type);
  if (!type) return type.error();
  if (type->folderField.isEmpty()) return {};
  const QString path = target.settings.value(type->folderField).toString();
  if (path.isEmpty() || (!liesIn(path, library.folder()) && !liesIn(library.folder(), path))) return {};
  return makeError(
             ErrorCode::InvalidInput,
             say("The target and the library's folder lie in one another, and the target is exchanged as a "
                 "whole. Nothing was changed. Choose a folder apart from the library."))
      .at(path);
}

Result<PublishReport> planPublication(Library& library, const QString& target, const PublishOptions& options,
                                      const Task& task) {
  return publishSite(library, target, options, task, Publisher::Access::Look);
}

Result<PublishReport> publish(Library& library, const QString& target, const PublishOptions& options,
                              const Task& task) {
  OFFPRINT_TRY(checkWritable(library, options));
  return publishSite(library, target, options, task, Publisher::Access::Write);
}

Result<PublishReport> rollBack(Library& library, const QString& deployment, const PublishOptions& options,
                               const Task& task) {
  OFFPRINT_TRY(checkWritable(library, options));
  PublishRepository& store = library.publishing();
  const auto earlier = store.deployment(deployment);
  if (!earlier) return earlier.error();
  auto connection = connectTo(library, earlier->target, options);
  if (!connection) return connection.error();
  const auto files = store.files(earlier->uuid);
  if (!files) return files.error();
  auto items = store.items(earlier->uuid);
  if (!items) return items.error();
  const StoredObjects objects(library);  // what is to be online again is not let go meanwhile
  objects.share();
  auto site = keptSite(store, *files, task);
  if (!site) return site.error();
  Delivery delivery;
  delivery.site = *std::move(site);
  auto last = lastOf(library, earlier->target);
  if (!last) return last.error();
  delivery.last = last->known;
  delivery.reason = [when = earlier->made](const QString&, Comparison::Change) {
    return say("As it was on %1.").arg(when.toString(Qt::ISODate));
  };
  const Deployment record{
      newUuid(),    {}, earlier->target, Deployment::Action::Rollback, false, library.now(),
      options.note, {}, earlier->url};
  return Publication(library, *std::move(connection), record, *std::move(items), std::move(last->items),
                     options, task)
      .run(std::move(delivery), Publisher::Access::Write);
}

Result<Findings> verifyTarget(Library& library, const QString& target, const PublishOptions& options,
                              const Task& task) {
  const auto connection = connectTo(library, target, options);
  if (!connection) return connection.error();
  const auto last = lastOf(library, target);
  if (!last) return last.error();
  return verifyHost(*connection->publisher, last->known ? last->known->files.keys() : QStringList(), task);
}

}  // namespace offprint
