#pragma once
#include <atomic>
#include <functional>
#include <mutex>

namespace offprint {

/// A place where a test makes a step fail. Costs one relaxed read while nothing is set. May be set while
/// other threads pass through; after set() returns no call of the function before is running or will come.
template <class... Arguments>
class FaultSeam {
 public:
  void set(std::function<int(Arguments...)> fault) {
    const std::lock_guard lock(mutex_);
    fault_ = std::move(fault);
    armed_.store(static_cast<bool>(fault_), std::memory_order_relaxed);
  }
  /// What the function says of this step; 0 (go on) when none is set. The function must not come back here.
  int operator()(Arguments... arguments) {
    if (!armed_.load(std::memory_order_relaxed)) return 0;
    const std::lock_guard lock(mutex_);
    return fault_ ? fault_(arguments...) : 0;
  }

 private:
  std::atomic<bool> armed_ = false;
  std::mutex mutex_;
  std::function<int(Arguments...)> fault_;
};

}  // namespace offprint
