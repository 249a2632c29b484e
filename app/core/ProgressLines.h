#pragma once
#include <chrono>
#include <optional>
#include <QString>

#include "app/core/Task.h"

namespace offprint {

/// Which reports of a long job are worth a line of a log, where no line can be written over: nothing of a
/// short job, then one for each step begun, and one from time to time that shows that the job is alive.
/// Knows no clock: moments are given as the time since the job began. For one thread at a time.
class ProgressLines {
 public:
  using Since = std::chrono::milliseconds;
  static constexpr Since kSilent{2'000};  ///< a job that ends before is not talked about
  static constexpr Since kEvery{10'000};  ///< between two lines about one step

  void report(const Task::Progress& progress) { progress_ = progress; }
  /// The line that is due at `at`, if any; it counts as written.
  std::optional<QString> due(Since at);
  /// When due() is to be asked again if nothing is reported until then.
  Since next() const { return next_; }
  /// "Pages: 12/500", or the step alone when it is not known how much there is to do.
  static QString text(const Task::Progress& progress);

 private:
  Task::Progress progress_;
  QString told_;  ///< the step of the last line
  Since next_ = kSilent;
};

}  // namespace offprint
