#include "ui/shell/Jobs.h"

#include <algorithm>
#include <mutex>

#include "app/core/Text.h"

namespace offprint {
namespace {

/// The newest progress of a job: reports that come faster than the window takes them coalesce.
struct Mailbox {
  std::mutex mutex;
  Task::Progress newest;
  bool onItsWay = false;
};

}  // namespace

Jobs::Jobs(QObject* parent) : QObject(parent) {
  worker_.setMaxThreadCount(1);
}

Jobs::~Jobs() {
  stop();
}

Jobs::Job Jobs::begin(const QString& name) {
  const int id = ++last_;
  auto mailbox = std::make_shared<Mailbox>();
  const Task task([this, id, mailbox](const Task::Progress& progress) {
    const std::lock_guard lock(mailbox->mutex);
    mailbox->newest = progress;
    if (std::exchange(mailbox->onItsWay, true)) return;
    QMetaObject::invokeMethod(
        this,
        [this, id, mailbox] {
          Task::Progress newest;
          {
            const std::lock_guard inner(mailbox->mutex);
            mailbox->onItsWay = false;
            newest = mailbox->newest;
          }
          take(id, newest);
        },
        Qt::QueuedConnection);
  });
  jobs_.append({id, name, {}, task});
  Q_EMIT changed();
  return jobs_.constLast();
}

void Jobs::take(int id, const Task::Progress& progress) {
  for (Job& job : jobs_) {
    if (job.id == id) job.progress = progress;
  }
  Q_EMIT changed();
}

void Jobs::end(int id) {
  jobs_.removeIf([id](const Job& job) { return job.id == id; });
  Q_EMIT changed();
}

void Jobs::cancel(int id) {
  for (Job& job : jobs_) {
    if (job.id == id) job.task.cancel();
  }
}

void Jobs::cancelAll() {
  for (Job& job : jobs_)
    job.task.cancel();
}

void Jobs::stop() {
  cancelAll();
  worker_.waitForDone();
}

void Jobs::start(std::function<void()> work) {
  worker_.start(std::move(work));
}

Error Jobs::fault(const char* what) {
  return makeError(
      ErrorCode::Internal,
      say("This could not be finished because of a fault in Offprint. Nothing else is affected."),
      QString::fromUtf8(what));
}

}  // namespace offprint

#include "moc_Jobs.cpp"
