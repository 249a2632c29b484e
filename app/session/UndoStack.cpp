#include "app/session/UndoStack.h"

namespace offprint {

void UndoStack::push(Step step) {
  steps_.resize(done_);
  steps_.append(std::move(step));
  if (steps_.size() > most) steps_.removeFirst();
  done_ = steps_.size();
  Q_EMIT changed();
}

void UndoStack::undo() {
  if (!canUndo()) return;
  --done_;
  steps_.at(done_).undo();
  Q_EMIT changed();
}

void UndoStack::redo() {
  if (!canRedo()) return;
  ++done_;
  steps_.at(done_ - 1).redo();
  Q_EMIT changed();
}

void UndoStack::clear() {
  steps_.clear();
  done_ = 0;
  Q_EMIT changed();
}

}  // namespace offprint
