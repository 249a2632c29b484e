#include "app/core/ProgressLines.h"

using namespace Qt::StringLiterals;

namespace offprint {

std::optional<QString> ProgressLines::due(Since at) {
  const bool begun = at >= kSilent && progress_.step != told_;
  if (!begun && at < next_) return {};
  next_ = at + kEvery;
  if (progress_.step.isEmpty()) return {};
  told_ = progress_.step;
  return text(progress_);
}

QString ProgressLines::text(const Task::Progress& progress) {
  if (progress.total <= 0) return progress.step;
  return u"%1: %2/%3"_s.arg(progress.step).arg(progress.done).arg(progress.total);
}

}  // namespace offprint
