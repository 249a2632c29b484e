#pragma once
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>

#include "app/core/Result.h"
#include "app/core/Task.h"

namespace offprint {

/// An answer that another thread gives: a person at the window, a service of the desktop. Both threads share
/// it; every member may be called from any thread.
template <class T>
class Pending {
 public:
  /// The first answer counts.
  void give(Result<T> answer) {
    {
      const std::lock_guard lock(mutex_);
      if (answer_) return;
      answer_.emplace(std::move(answer));
    }
    given_.notify_all();
  }
  /// Waits for the answer. Cancelled when the task is first. Never on the GUI thread.
  Result<T> wait(const Task& task) {
    std::unique_lock lock(mutex_);
    // A task tells nobody that it was cancelled; a person does not notice this long.
    while (!given_.wait_for(lock, std::chrono::milliseconds(50), [this] { return answer_.has_value(); }))
      OFFPRINT_TRY(task.check());
    return *answer_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable given_;
  std::optional<Result<T>> answer_;
};

}  // namespace offprint
