#include "ui/publish/PublishActions.h"

#include <algorithm>
#include <chrono>

#include "app/core/Pending.h"
#include "app/core/Text.h"
#include "app/session/LibrarySession.h"
#include "app/store/StoreClient.h"
#include "exporters/publish/DueItems.h"
#include "ui/publish/PublishSheet.h"
#include "ui/shell/Commands.h"
#include "ui/shell/Dialogs.h"
#include "ui/shell/Jobs.h"
#include "ui/widgets/Sheet.h"
#include "ui/widgets/Toast.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace offprint {
namespace {

constexpr char kActiveTarget[] = "publishTarget";
constexpr int kPublicPages = 3;  ///< that are opened after a publication
constexpr int kLooks = 20;       ///< every 15 s for five minutes

}  // namespace

QString shownAddress(const QString& url) {
  QString address = url;
  address.remove(u"https://"_s).remove(u"http://"_s);
  if (address.endsWith(u'/')) address.chop(1);
  return address;
}

PublishActions::PublishActions(ShellContext context, QWidget* window)
    : QObject(window), context_(std::move(context)), window_(window) {
  Commands& commands = context_.commands;
  commands.bind(u"publish.open"_s, [this] { openSheet(); });
  connect(&context_.library, &LibrarySession::opened, this, [this] {
    state_ = {};
    active_.clear();
    dueKnown_.clear();
    watched_ = {};
    dueSoon_.start();
    context_.library.state(QString::fromLatin1(kActiveTarget), this, [this](const Result<QJsonValue>& value) {
      if (value && active_.isEmpty()) active_ = value->toString();
      reload();
    });
  });
  connect(&context_.jobs, &Jobs::changed, this, &PublishActions::follow);
  lookSoon_.setSingleShot(true);
  lookSoon_.setInterval(15s);
  connect(&lookSoon_, &QTimer::timeout, this, &PublishActions::lookAtPublic);
  dueSoon_.setInterval(60s);
  connect(&dueSoon_, &QTimer::timeout, this, &PublishActions::checkDue);
}

PublishActions::~PublishActions() = default;

const Deployment* PublishActions::lastDeployment(const QString& target) const {
  const auto found =
      std::find_if(state_.deployments.cbegin(), state_.deployments.cend(),
                   [&](const Deployment& one) { return target.isEmpty() || one.target == target; });
  return found == state_.deployments.cend() ? nullptr : &*found;
}

QString PublishActions::activeTarget() const {
  const auto named = [](const QString& name) {
    return [&name](const PublishTarget& target) { return target.name == name; };
  };
  const QList<PublishTarget>& all = state_.targets;
  if (std::any_of(all.cbegin(), all.cend(), named(active_))) return active_;
  return all.isEmpty() ? QString() : all.constFirst().name;
}

void PublishActions::setActiveTarget(const QString& name) {
  if (name == active_) return;
  active_ = name;
  if (!context_.library.readOnly()) context_.library.setState(QString::fromLatin1(kActiveTarget), name);
}

void PublishActions::reload() {
  if (!context_.library.isOpen()) return;
  const auto take = [this](Result<PublishState> state) {
    if (!state) {
      Q_EMIT failed(state.error());
      return;
    }
    state_ = *std::move(state);
    Q_EMIT changed();
    checkDue();
  };
  context_.library.store().run<PublishState>([](Library& library) { return publishJobs::state(library); },
                                             this, take);
}

void PublishActions::openSheet() {
  // One that was closed is there until the event loop deletes it.
  if (sheet_ && sheet_->isVisible()) {
    sheet_->raise();
    return sheet_->activateWindow();
  }
  sheet_ = new PublishSheet(context_, *this, window_);
  sheet_->open();
  reload();  // the command line may have added a target
}

/// What is being written is stored first, so that it is part of what is published.
template <class T>
void PublishActions::run(const QString& name, const PublishOptions& options, bool attended, Work<T> work,
                         Answer<T> done) {
  starting_ = true;
  const auto flushed = [this, name, options, ask = attended ? asker() : nullptr, work = std::move(work),
                        done = std::move(done)](Result<void> stored) {
    starting_ = false;
    if (!stored) return done(stored.error());
    const publishJobs::Place place{context_.library.folder(), context_.library.resources(),
                                   &context_.library.store()};
    running_ = context_.jobs.run<T>(
        name,
        [place, options, work, keys = keys_, ask](const Task& task) {
          AskedSecrets secrets(keys, ask, task);
          PublishOptions with = options;
          with.secrets = secrets.sources();
          return secrets.run<T>([&] { return work(place, with, task); });
        },
        [this, done](Result<T> result) {
          running_ = 0;
          if (asking_) asking_->reject();
          done(std::move(result));
        });
  };
  context_.library.flush(flushed);
}

PublishOptions PublishActions::options(const DeployOptions& deploy, const QString& note) const {
  PublishOptions options;
  options.deploy = deploy;
  options.note = note;
  options.typesetter = &context_.typesetter;
  return options;
}

/// The worker waits for the author, who answers here.
AskedSecrets::Ask PublishActions::asker() {
  return [self = QPointer(this)](const SecretQuestion& question, const Task& task) {
    auto answer = std::make_shared<Pending<SecretAnswer>>();
    QMetaObject::invokeMethod(
        qApp,
        [self, question, answer] {
          if (self) self->ask(question, [answer](Result<SecretAnswer> given) { answer->give(given); });
        },
        Qt::QueuedConnection);
    return answer->wait(task);
  };
}

/// In the sheet that shows the publication, else in one of its own.
void PublishActions::ask(const SecretQuestion& question, const SecretCard::Reply& reply) {
  if (sheet_ && sheet_->isVisible()) return sheet_->ask(question, reply);
  if (asking_) asking_->reject();
  asking_ = new Sheet(context_.look, say("Publishing"), window_);
  auto* card = new SecretCard(context_.look, asking_);
  asking_->content()->addWidget(card);
  connect(card, &SecretCard::answered, asking_, &QDialog::accept);
  card->ask(question, reply);
  asking_->open();
}

void PublishActions::forgetSecrets(const QStringList& names) {
  if (names.isEmpty()) return;
  context_.jobs.run<void>(
      say("Forgetting the secrets of a target"),
      [names, keys = keys_](const Task& task) -> Result<void> {
        for (const QString& name : names)
          OFFPRINT_TRY(keys->forget(name, task));
        return {};
      },
      [this](const Result<void>& forgotten) {
        if (!forgotten) Q_EMIT failed(forgotten.error());
      });
}

void PublishActions::look(const QString& target, const DeployOptions& deploy, QObject* context,
                          Answer<PublishLook> done) {
  run<PublishLook>(
      say("Comparing the site with its host"), options(deploy, {}), true,
      [target](const publishJobs::Place& place, const PublishOptions& options, const Task& task) {
        return publishJobs::look(place, target, options, task);
      },
      [context = QPointer(context), done = std::move(done)](Result<PublishLook> look) {
        if (context) done(std::move(look));
      });
}

void PublishActions::publish(const Order& order, QObject* context, Answer<PublishReport> done) {
  setActiveTarget(order.target);
  run<PublishReport>(
      say("Publishing"), options(order.deploy, order.note), order.attended,
      [order](const publishJobs::Place& place, const PublishOptions& options, const Task& task) {
        return publishJobs::send(place, order.target, order.seen ? &*order.seen : nullptr, options, task);
      },
      [this, target = order.target, context = QPointer(context),
       done = std::move(done)](Result<PublishReport> report) {
        took(target, report, !context.isNull());
        if (context) done(std::move(report));
      });
}

void PublishActions::rollBack(const QString& deployment, const DeployOptions& deploy, QObject* context,
                              Answer<PublishReport> done) {
  const auto found = std::find_if(state_.deployments.cbegin(), state_.deployments.cend(),
                                  [&deployment](const Deployment& one) { return one.uuid == deployment; });
  const QString target = found == state_.deployments.cend() ? QString() : found->target;
  run<PublishReport>(
      say("Rolling the site back"), options(deploy, {}), true,
      [deployment](const publishJobs::Place& place, const PublishOptions& options, const Task& task) {
        return publishJobs::rollBack(place, deployment, options, task);
      },
      [this, target, context = QPointer(context), done = std::move(done)](Result<PublishReport> report) {
        took(target, report, !context.isNull());
        if (context) done(std::move(report));
      });
}

void PublishActions::verify(const QString& target, QObject* context, Answer<Findings> done) {
  run<Findings>(
      say("Comparing the host with what was published"), options({}, {}), true,
      [target](const publishJobs::Place& place, const PublishOptions& options, const Task& task) {
        return publishJobs::verify(place, target, options, task);
      },
      [context = QPointer(context), done = std::move(done)](Result<Findings> findings) {
        if (context) done(std::move(findings));
      });
}

void PublishActions::cancel() {
  if (running_ != 0) context_.jobs.cancel(running_);
}

void PublishActions::follow() {
  for (const Jobs::Job& job : context_.jobs.running())
    if (job.id == running_) Q_EMIT progressed(job.progress.step, job.progress.done, job.progress.total);
}

/// After a publication: lists compare with what is online now.
void PublishActions::took(const QString& target, const Result<PublishReport>& report, bool watched) {
  if (!watched) tell(report);
  if (!report) return reload();
  if (report->published) watch(*report);
  const bool current = target == activeTarget();
  context_.library.store().run<void>(
      [report = *report, current](Library& library) -> Result<void> {
        return current ? publishJobs::recordOnline(library, report, library.now()) : Result<void>();
      },
      this,
      [this](const Result<void>& recorded) {
        if (!recorded) Q_EMIT failed(recorded.error());
        context_.library.refresh();
        reload();
      });
}

void PublishActions::watch(const PublishReport& report) {
  lookSoon_.stop();
  watched_ = {report.url, {}, report.online, 0};
  for (const QList<PlannedFile>* files : {&report.plan.changed, &report.plan.added})
    for (const PlannedFile& file : *files)
      if (file.path.endsWith(".html"_L1)) watched_.paths += file.path;
  if (report.url.startsWith("http"_L1) && !watched_.paths.isEmpty()) lookAtPublic();
}

void PublishActions::lookAtPublic() {
  ++watched_.looks;
  context_.jobs.run<PublicPages>(
      say("Looking at the public pages"),
      [watched = watched_](const Task& task) {
        return lookAtPublicPages(watched.url, watched.paths, watched.online, kPublicPages, task);
      },
      [this, url = watched_.url](const Result<PublicPages>& pages) {
        if (url == watched_.url) takePublic(pages);
      });
}

/// A host may take minutes to show what it was given.
void PublishActions::takePublic(const Result<PublicPages>& pages) {
  if (pages && pages->complete()) {
    Q_EMIT publicLooked(
        say("%n page(s) were opened at the public address and are as published.", pages->same), true);
    return;
  }
  if (!pages && pages.error().code == ErrorCode::Cancelled) return;
  const QString why = pages ? u"%1: %2"_s.arg(pages->first, pages->why) : pages.error().located();
  if (watched_.looks >= kLooks) {
    const QString sentence = say("Everything was sent, but the public address does not show it. %1").arg(why);
    Q_EMIT publicLooked(sentence, true);
    return;
  }
  Q_EMIT publicLooked(
      say("Everything was sent. The public address does not show it yet; it is looked at again for five "
          "minutes. %1")
          .arg(why),
      false);
  lookSoon_.start();
}

void PublishActions::checkDue() {
  const auto asks = [](const PublishTarget& target) { return dueRule(target) != DueRule::Off; };
  if (std::none_of(state_.targets.cbegin(), state_.targets.cend(), asks)) return;
  if (busy() || !context_.library.isOpen() || context_.library.readOnly()) return;
  using Dues = QList<publishJobs::Due>;
  context_.library.store().run<Dues>([](Library& library) { return publishJobs::due(library); }, this,
                                     [this](const Result<Dues>& due) {
                                       if (due) takeDue(*due);
                                     });
}

/// Each item is tried or asked about once, so that what fails does not fail every minute.
void PublishActions::takeDue(const QList<publishJobs::Due>& due) {
  for (const publishJobs::Due& one : due) {
    const auto known = [&](const ItemSummary& item) {
      return dueKnown_.contains(one.target.name + u'/' + item.uuid);
    };
    if (busy() || std::all_of(one.items.cbegin(), one.items.cend(), known)) continue;
    for (const ItemSummary& item : one.items)
      dueKnown_.insert(one.target.name + u'/' + item.uuid);
    const QString first = one.items.constFirst().title;
    const auto more = static_cast<int>(one.items.size()) - 1;
    const QString which = more > 0 ? say("“%1” and %n more", more).arg(first) : u"“%1”"_s.arg(first);
    if (dueRule(one.target) == DueRule::Publish) {
      publish({one.target.name, say("Scheduled: %1").arg(which), {}, {}, false}, nullptr, {});
    } else {
      Q_EMIT dueAsked(one.target.name, say("The time of %1 has come.").arg(which));
    }
  }
}

/// Nobody looks at the sheet any more: the window says how it went.
void PublishActions::tell(const Result<PublishReport>& report) {
  if (!report) {
    if (report.error().code == ErrorCode::Cancelled) {
      context_.toast.tell(say("Stopped. The host shows what it showed before."));
    } else {
      Q_EMIT failed(report.error());
    }
    return;
  }
  const QString url = report->url;
  const QString sentence = report->published ? say("Published. %n file(s) sent.", report->sent)
                                             : say("The site is up to date; nothing was sent.");
  if (url.isEmpty()) return context_.toast.tell(sentence);
  context_.toast.tell(sentence, say("Open site"), [this, url] { context_.dialogs.openUrl(url); });
}

}  // namespace offprint

#include "moc_PublishActions.cpp"
