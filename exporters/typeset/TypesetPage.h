#pragma once
#include <array>
#include <memory>
#include <QElapsedTimer>
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
/// GUI thread.
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
  void fail();
  std::unique_ptr<QWebEnginePage> drop();

  TypesetQueue& queue_;
  std::unique_ptr<QWebEngineProfile> profile_;
  std::unique_ptr<QWebEnginePage> page_;
  TypesetBridge* bridge_ = nullptr;
  QTimer limit_;
  bool ready_ = false;
  int failedStarts_ = 0;
  std::array<bool, Engines::kCount> loaded_{};  ///< engines in the page
  QList<TypesetJob> jobs_;        ///< not drawn yet, in order
  int batch_ = 0;
  qsizetype careful_ = 0;  ///< so many of the next jobs are drawn one by one
  bool oneByOne_ = false;
};

}  // namespace offprint
