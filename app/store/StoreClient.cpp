#include "app/store/StoreClient.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

#include "app/core/Text.h"
#include "app/store/Library.h"
#include "app/store/Recovery.h"
#include "app/store/TypingJournal.h"

namespace offprint {

struct StoreClient::Private {
  std::mutex mutex;
  std::condition_variable wake;
  std::deque<std::function<void(Library*)>> jobs;
  std::deque<std::function<void()>> answers;
  bool handingOut = false;  ///< a hand-out is queued on the GUI thread
  bool stopping = false;
  std::atomic<bool> stopped = false;
  std::unique_ptr<Library> library;                ///< store thread only
  std::map<int, std::unique_ptr<Library>> opened;  ///< not yet in use; store thread only
  int openings = 0;                                ///< store thread only
  TypingJournal journal;
  std::thread thread;

  void loop() {
    for (;;) {
      std::function<void(Library*)> job;
      {
        std::unique_lock lock(mutex);
        wake.wait(lock, [this] { return stopping || !jobs.empty(); });
        if (jobs.empty()) break;
        job = std::move(jobs.front());
        jobs.pop_front();
      }
      job(library.get());
    }
    opened.clear();
    use(nullptr);
  }

  /// On the store thread: the library that jobs get from now on.
  void use(std::unique_ptr<Library> next) {
    journal.setPlaces(next && !next->readOnly() ? recovery::places(*next) : QStringList());
    library = std::move(next);
  }
};

StoreClient::StoreClient(QObject* parent) : QObject(parent), d_(std::make_unique<Private>()) {
  d_->thread = std::thread([this] { d_->loop(); });
}

StoreClient::~StoreClient() {
  stop();
}

void StoreClient::enqueue(std::function<void(Library*)> job) {
  {
    const std::lock_guard lock(d_->mutex);
    if (!d_->stopping) {
      d_->jobs.push_back(std::move(job));
      d_->wake.notify_one();
      return;
    }
  }
  job(nullptr);
}

void StoreClient::deliver(std::function<void()> answer) {
  if (d_->stopped) {
    answer();
    return;
  }
  const std::lock_guard lock(d_->mutex);
  d_->answers.push_back(std::move(answer));
  if (d_->handingOut) return;
  d_->handingOut = true;
  QMetaObject::invokeMethod(
      this, [this] { handOut(); }, Qt::QueuedConnection);
}

/// Runs on the GUI thread what has been answered so far. An answer may delete this object.
void StoreClient::handOut() {
  std::deque<std::function<void()>> answers;
  {
    const std::lock_guard lock(d_->mutex);
    answers.swap(d_->answers);
    d_->handingOut = false;
  }
  for (const std::function<void()>& answer : answers)
    answer();
}

void StoreClient::answer(Result<void> result, const QPointer<QObject>& context,
                         std::function<void(Result<void>)> done) {
  deliver([result = std::move(result), context, done = std::move(done)] {
    if (context && done) done(result);
  });
}

void StoreClient::open(Opener opener, QObject* context, std::function<void(Result<void>)> done,
                       std::function<void()> beforeSwitch) {
  enqueue([this, opener = std::move(opener), context = QPointer<QObject>(context), done = std::move(done),
           beforeSwitch = std::move(beforeSwitch)](Library*) {
    if (d_->stopped) return answer(noLibrary(), context, done);
    auto opened = opener();
    if (!opened) return answer(opened.error(), context, done);
    const int number = ++d_->openings;
    d_->opened.emplace(number, std::move(*opened));
    deliver([this, number, context, done, beforeSwitch] {
      if (beforeSwitch && context) beforeSwitch();
      enqueue([this, number, context, done](Library*) {
        if (d_->stopped) return answer(noLibrary(), context, done);
        d_->use(std::move(d_->opened.extract(number).mapped()));
        answer({}, context, done);
      });
    });
  });
}

void StoreClient::close(QObject* context, std::function<void(Result<void>)> done) {
  enqueue([this, context = QPointer<QObject>(context), done = std::move(done)](Library*) {
    if (!d_->stopped) d_->use(nullptr);
    answer({}, context, done);
  });
}

void StoreClient::stop() {
  if (d_->stopped) return;
  {
    const std::lock_guard lock(d_->mutex);
    d_->stopping = true;
  }
  d_->wake.notify_one();
  d_->thread.join();
  d_->stopped = true;
  handOut();
}

TypingJournal& StoreClient::journal() {
  return d_->journal;
}

Error StoreClient::noLibrary() const {
  if (d_->stopped) return makeError(ErrorCode::Cancelled, say("This was not done: the library is closed."));
  return makeError(ErrorCode::NotFound, say("This was not done: no library is open."));
}

Error StoreClient::fault(const char* what) {
  return makeError(ErrorCode::Internal,
                   say("This was not done because of a fault in the program. What was stored is unchanged."),
                   QString::fromUtf8(what));
}

}  // namespace offprint
