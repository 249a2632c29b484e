#pragma once
#include <functional>
#include <QList>
#include <QObject>
#include <QString>

namespace offprint {

/// The steps of the library that can be taken back (app.md section 18); the text of an item has its own undo.
/// GUI thread. A step's functions queue work on the store thread and return at once; steps therefore take
/// effect in the order in which they were called.
class UndoStack : public QObject {
  Q_OBJECT
 public:
  struct Step {
    QString name;  ///< for the menu: "Move 3 items to Trash"
    std::function<void()> undo;
    std::function<void()> redo;
  };
  /// Older steps are forgotten.
  static constexpr qsizetype most = 200;

  explicit UndoStack(QObject* parent = nullptr) : QObject(parent) {}

  /// Adds a step that has been done; what was undone before is forgotten.
  void push(Step step);
  void undo();  ///< nothing when there is no step
  void redo();
  void clear();

  bool canUndo() const { return done_ > 0; }
  bool canRedo() const { return done_ < steps_.size(); }
  QString undoName() const { return canUndo() ? steps_.at(done_ - 1).name : QString(); }
  QString redoName() const { return canRedo() ? steps_.at(done_).name : QString(); }

 Q_SIGNALS:
  void changed();

 private:
  QList<Step> steps_;
  qsizetype done_ = 0;
};

}  // namespace offprint
