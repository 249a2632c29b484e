#pragma once
#include <array>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <QHash>
#include <QList>
#include <QMap>
#include <QSet>

#include "app/content/TexMacros.h"
#include "app/core/Task.h"
#include "exporters/markdown/TypesetPiece.h"
#include "exporters/typeset/Engines.h"
#include "exporters/typeset/TypesetCache.h"

namespace offprint {

/// A piece on its way to the page.
struct TypesetJob {
  QByteArray key;
  TypesetPiece piece;
  TexMacros macros;
};

/// What came of a job. Only what is the piece's own doing is kept in the cache.
struct TypesetOutcome {
  enum class State { Drawn, TooSlow, Unavailable };
  State state = State::Drawn;
  Drawing drawing;
};

/// The meeting place of those who want pieces drawn, on any thread, and the page that draws them. Pieces that
/// are asked for while the page is busy wait together and are drawn once, whoever asked.
class TypesetQueue {
 public:
  using Outcomes = QHash<QByteArray, TypesetOutcome>;

  /// `wake` is called, on any thread, when there is something to take().
  TypesetQueue(Engines engines, std::function<void()> wake)
      : engines_(std::move(engines)), wake_(std::move(wake)) {}

  /// Waits at most `patience` milliseconds (-1: no limit) for all `jobs`, whose keys differ; fewer outcomes
  /// come back when time is up, the task is cancelled or the queue is stopped. What is drawn later is still
  /// told to the page's listener. While it waits it calls `meanwhile` now and then. Any thread but the
  /// page's.
  Outcomes draw(const QList<TypesetJob>& jobs, int patience, const Task& task,
                const std::function<void()>& meanwhile);
  /// Any thread: nobody waits from now on.
  void stop();
  bool stopped();

  /// For the page: the next jobs, of the same macros, that are worth one trip; empty when there are none.
  QList<TypesetJob> take();
  QString script(Engines::Id id);
  QString pageScript();
  /// True when somebody asked for it and did not wait long enough.
  bool deliver(const QByteArray& key, const TypesetOutcome& outcome);

 private:
  struct Waiter {
    Outcomes outcomes;
    qsizetype open = 0;
  };

  void loadScripts(const QList<TypesetJob>& jobs);

  const Engines engines_;
  const std::function<void()> wake_;
  std::mutex mutex_;
  std::condition_variable changed_;
  QList<TypesetJob> jobs_;
  QHash<QByteArray, QList<Waiter*>> waiting_;  ///< of every key that is under way
  QSet<QByteArray> late_;                      ///< keys that somebody stopped waiting for
  std::array<QString, Engines::kCount> scripts_;
  QString pageScript_;
  bool stopped_ = false;
};

}  // namespace offprint
