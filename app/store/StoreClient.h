#pragma once
#include <exception>
#include <functional>
#include <future>
#include <memory>
#include <QObject>
#include <QPointer>

#include "app/core/Result.h"

namespace offprint {

class Library;
class TypingJournal;

/// Hands work to the one store thread, which owns the Library, and brings the answers back.
/// run() may be called from the GUI thread only, runAndWait() from others; jobs run in order; every job is
/// answered exactly once, on the GUI thread, unless `context` is gone by then. A job that fails does not stop
/// the thread. stop() drains what was queued, then closes the library; after it, run() answers Cancelled at
/// once.
class StoreClient : public QObject {
  Q_OBJECT
 public:
  using Opener = std::function<Result<std::unique_ptr<Library>>()>;

  explicit StoreClient(QObject* parent = nullptr);
  ~StoreClient() override;

  /// Opens a library on the store thread. The one before stays open when that fails; otherwise `beforeSwitch`
  /// runs on the GUI thread and may hand in the last jobs for the one before, which is closed after them.
  /// `done` gets the error, or success once the new library is the one that jobs get.
  void open(Opener opener, QObject* context, std::function<void(Result<void>)> done,
            std::function<void()> beforeSwitch = {});
  /// Closes the library after what was queued before; jobs after it are answered NotFound.
  void close(QObject* context, std::function<void(Result<void>)> done);

  template <class T>
  void run(std::function<Result<T>(Library&)> job, QObject* context, std::function<void(Result<T>)> done) {
    enqueue([job = std::move(job), done = std::move(done), context = QPointer<QObject>(context),
             this](Library* library) {
      auto answer = std::make_shared<Result<T>>(attempt(job, library));
      deliver([answer, done, context] {
        if (context && done) done(std::move(*answer));
      });
    });
  }

  /// For worker threads, which wait here for the answer; never for the GUI thread or the store thread. After
  /// stop() has begun the job is not run.
  template <class T>
  Result<T> runAndWait(const std::function<Result<T>(Library&)>& job) {
    std::promise<Result<T>> answer;
    enqueue([&](Library* library) { answer.set_value(attempt(job, library)); });
    return answer.get_future().get();
  }

  /// The net below the store thread: of the library that jobs get, while it can be written.
  TypingJournal& journal();

  /// Waits until every queued job has run, then closes the library. Bounded by the jobs themselves.
  void stop();

 private:
  template <class T>
  Result<T> attempt(const std::function<Result<T>(Library&)>& job, Library* library) const {
    if (!library) return noLibrary();
    try {
      return job(*library);
    } catch (const std::exception& exception) {
      return fault(exception.what());
    }
  }
  void enqueue(std::function<void(Library*)> job);
  void deliver(std::function<void()> answer);
  void handOut();
  void answer(Result<void> result, const QPointer<QObject>& context, std::function<void(Result<void>)> done);
  Error noLibrary() const;
  static Error fault(const char* what);

  struct Private;
  std::unique_ptr<Private> d_;
};

}  // namespace offprint
