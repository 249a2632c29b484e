#pragma once
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <QDeadlineTimer>
#include <QObject>
#include <QTimer>

#include "exporters/typeset/TypesetQueue.h"

class QWebChannel;
class QWebEnginePage;
class QWebEngineProfile;

namespace offprint {

/// What the page side calls.
class TypesetBridge : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

 public Q_SLOTS:
  void ready() { Q_EMIT isReady(); }
  void drawn(int batch, const QString& results) { Q_EMIT haveDrawn(batch, results); }

 Q_SIGNALS:
  void isReady();
  void haveDrawn(int batch, const QString& results);
};

/// The hidden page that draws, without network and without a record of anything. A page that crashes or hangs
/// is replaced, and the pieces of its portion are then drawn one by one, so that only the guilty one fails.
/// What a piece may take is counted in the page's own processor time: on a busy machine the same pieces are
/// drawn as on an idle one. GUI thread.
class TypesetPage : public QObject {
  Q_OBJECT
 public:
  TypesetPage(TypesetQueue& queue, QObject* parent);
  ~TypesetPage() override;

  /// There may be something to take from the queue.
  void wake();

 Q_SIGNALS:
  void outcome(const offprint::TypesetJob& job, const offprint::TypesetOutcome& outcome);

 private:
  void start();
  void load();
  void run();
  void ask(const QString& script);
  void take(int batch, const QString& results);
  void finish(const TypesetOutcome& outcome);
  void expect(std::chrono::milliseconds work);
  void look();
  void fail(const QString& why);
  bool givenUp() const;
  std::unique_ptr<QWebEnginePage> drop();

  TypesetQueue& queue_;
  std::unique_ptr<QWebEngineProfile> profile_;
  std::unique_ptr<QWebEnginePage> page_;
  TypesetBridge* bridge_ = nullptr;
  QTimer look_;
  std::optional<std::chrono::milliseconds> workSince_;  ///< of the page's process, when its next answer began
  std::chrono::milliseconds work_{};                    ///< that this answer may take
  std::chrono::milliseconds perAnswer_{};               ///< and each one after it
  QDeadlineTimer hang_;                                 ///< when nothing is waited for any more, work or not
  bool ready_ = false;
  int failedStarts_ = 0;
  QString fault_;                               ///< why it did not start the last time
  QDeadlineTimer retry_;                        ///< when to try again what was given up
  std::chrono::seconds pause_{60};              ///< until then, longer each time
  std::array<bool, Engines::kCount> loaded_{};  ///< engines in the page
  QList<TypesetJob> jobs_;                      ///< not drawn yet, in order
  int batch_ = 0;
  qsizetype careful_ = 0;  ///< so many of the next jobs are drawn one by one
  bool oneByOne_ = false;
};

}  // namespace offprint
