#pragma once
#include <functional>
#include <memory>
#include <QObject>
#include <QThreadPool>

#include "app/core/Result.h"
#include "app/core/Task.h"

namespace offprint {

/// Long work that the window shows: name, progress, cancel (app.md section 21). GUI thread; run() does its
/// work on one worker thread, one after the other; begin() is for work that runs elsewhere (the store
/// thread).
class Jobs : public QObject {
  Q_OBJECT
 public:
  struct Job {
    int id = 0;
    QString name;
    Task::Progress progress;
    Task task;
  };

  explicit Jobs(QObject* parent = nullptr);
  /// Cancels what runs and waits for it.
  ~Jobs() override;

  /// Jobs that run or wait, oldest first.
  const QList<Job>& running() const { return jobs_; }

  /// Announces a job; give its task to the work and call end().
  Job begin(const QString& name);
  void end(int id);
  void cancel(int id);
  void cancelAll();
  /// Cancels everything and waits until the worker is idle. For quitting.
  void stop();

  /// Runs `work` on the worker thread; `done` is called here, unless this is gone by then. Returns the job's
  /// id.
  template <class T>
  int run(const QString& name, std::function<Result<T>(const Task&)> work,
          std::function<void(Result<T>)> done) {
    const Job job = begin(name);
    start([this, job, work = std::move(work), done = std::move(done)] {
      auto result = std::make_shared<Result<T>>(attempt<T>(work, job.task));
      QMetaObject::invokeMethod(
          this,
          [this, id = job.id, result, done] {
            end(id);
            done(std::move(*result));
          },
          Qt::QueuedConnection);
    });
    return job.id;
  }

 Q_SIGNALS:
  void changed();

 private:
  template <class T>
  static Result<T> attempt(const std::function<Result<T>(const Task&)>& work, const Task& task) {
    if (task.cancelled()) return task.check().error();
    try {
      return work(task);
    } catch (const std::exception& exception) {
      return fault(exception.what());
    }
  }
  static Error fault(const char* what);
  void start(std::function<void()> work);
  void take(int id, const Task::Progress& progress);

  QList<Job> jobs_;
  QThreadPool worker_;
  int last_ = 0;
};

}  // namespace offprint
