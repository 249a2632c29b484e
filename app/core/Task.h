#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <QString>

#include "app/core/Result.h"

namespace offprint {

/// Cancelling and progress of one long job. Copies share one state; every member may be called from any
/// thread.
class Task {
 public:
  struct Progress {
    QString step;      ///< what is being done, for the user
    qint64 done = 0;   ///< units finished
    qint64 total = 0;  ///< 0: not known yet
  };
  using Listener = std::function<void(const Progress&)>;

  Task();
  /// `listener` is called on the thread that reports.
  explicit Task(Listener listener);

  void cancel() { state_->cancelled.store(true, std::memory_order_relaxed); }
  bool cancelled() const { return state_->cancelled.load(std::memory_order_relaxed); }
  /// Error of code Cancelled when the job was cancelled; call it between units of work.
  Result<void> check() const;
  void report(const QString& step, qint64 done = 0, qint64 total = 0) const;

 private:
  struct State {
    std::atomic<bool> cancelled{false};
    Listener listener;
  };
  std::shared_ptr<State> state_;
};

}  // namespace offprint
