#include "app/core/Task.h"

#include "app/core/Text.h"

namespace offprint {

Task::Task() : state_(std::make_shared<State>()) {}

Task::Task(Listener listener) : Task() {
  state_->listener = std::move(listener);
}

Result<void> Task::check() const {
  if (cancelled()) return makeError(ErrorCode::Cancelled, say("Stopped."));
  return {};
}

void Task::report(const QString& step, qint64 done, qint64 total) const {
  if (state_->listener) state_->listener({step, done, total});
}

}  // namespace offprint
