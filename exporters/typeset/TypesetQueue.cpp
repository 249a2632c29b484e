#include "exporters/typeset/TypesetQueue.h"

#include <chrono>

namespace offprint {
namespace {

using Clock = std::chrono::steady_clock;

// One trip to the page: long enough that the way does not count, short enough that others get their turn.
constexpr qsizetype kPieces = 400;
constexpr qsizetype kBytes = 1 << 20;
/// How often somebody who waits looks whether the task was cancelled.
constexpr std::chrono::milliseconds kLook{50};

}  // namespace

void TypesetQueue::loadScripts(const QList<TypesetJob>& jobs) {
  std::array<bool, Engines::kCount> wanted{};
  for (const TypesetJob& job : jobs)
    wanted[static_cast<size_t>(Engines::of(job.piece.kind))] = true;
  for (size_t i = 0; i < wanted.size(); ++i) {
    const auto id = static_cast<Engines::Id>(i);
    if (!wanted[i] || !script(id).isEmpty()) continue;
    const QString text = engines_.script(id);
    const std::lock_guard lock(mutex_);
    scripts_[i] = text;
  }
  if (!pageScript().isEmpty()) return;
  const QString text = engines_.pageScript();
  const std::lock_guard lock(mutex_);
  pageScript_ = text;
}

TypesetQueue::Outcomes TypesetQueue::draw(const QList<TypesetJob>& jobs, int patience, const Task& task,
                                          const std::function<void()>& meanwhile) {
  loadScripts(jobs);  // files are read without the lock, which the page takes as well
  Waiter waiter;
  std::unique_lock lock(mutex_);
  if (stopped_) return {};
  waiter.open = jobs.size();
  for (const TypesetJob& job : jobs) {
    const auto known = waiting_.find(job.key);
    if (known != waiting_.end()) {
      known->append(&waiter);
    } else {
      waiting_.insert(job.key, {&waiter});
      jobs_ << job;
    }
  }
  wake_();
  const auto end = Clock::now() + std::chrono::milliseconds(patience);
  while (waiter.open > 0 && !stopped_ && !task.cancelled() && (patience < 0 || Clock::now() < end)) {
    const auto look = Clock::now() + kLook;
    changed_.wait_until(lock, patience < 0 ? look : std::min(look, end));
    lock.unlock();
    meanwhile();
    lock.lock();
  }
  if (waiter.open > 0) {
    for (const TypesetJob& job : jobs) {
      const auto known = waiting_.find(job.key);
      if (known != waiting_.end() && known->removeAll(&waiter) > 0) late_ << job.key;
    }
  }
  return waiter.outcomes;
}

void TypesetQueue::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

bool TypesetQueue::stopped() {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

QList<TypesetJob> TypesetQueue::take() {
  const std::lock_guard lock(mutex_);
  QList<TypesetJob> taken;
  qsizetype bytes = 0;
  qsizetype i = 0;
  for (; i < jobs_.size() && taken.size() < kPieces && bytes < kBytes; ++i) {
    const TypesetJob& job = jobs_.at(i);
    if (!taken.isEmpty() && job.macros != taken.first().macros) break;
    bytes += job.piece.source.size();
    taken << job;
  }
  jobs_.remove(0, i);
  return taken;
}

QString TypesetQueue::script(Engines::Id id) {
  const std::lock_guard lock(mutex_);
  return scripts_[static_cast<size_t>(id)];
}

QString TypesetQueue::pageScript() {
  const std::lock_guard lock(mutex_);
  return pageScript_;
}

bool TypesetQueue::deliver(const QByteArray& key, const TypesetOutcome& outcome) {
  const std::lock_guard lock(mutex_);
  bool whole = false;
  for (Waiter* waiter : waiting_.take(key)) {
    waiter->outcomes.insert(key, outcome);
    whole = --waiter->open == 0 || whole;
  }
  if (whole) changed_.notify_all();
  return late_.remove(key);
}

}  // namespace offprint
