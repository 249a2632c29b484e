#pragma once
#include <functional>
#include <QObject>

#include "app/bibliography/WorkQuery.h"
#include "app/import/WorkIntake.h"
#include "ui/shell/ShellContext.h"

namespace offprint {

/// Finds the works that somebody wrote of: reads entries, or asks a registry, and compares with the library.
/// One search at a time; a new one ends the one before. GUI thread; all work is done on others.
class WorkSearch : public QObject {
  Q_OBJECT
 public:
  explicit WorkSearch(ShellContext context, QObject* parent = nullptr);
  ~WorkSearch() override;

  /// Works beside those of the library. Nothing is asked of a registry for entries, and for an identifier
  /// that the library has.
  void find(const WorkQuery& query, std::function<void(const Result<QList<ProposedWork>>&)> done);
  /// What a registry has of a query, for a work that is to be completed.
  void ask(const WorkQuery& query, std::function<void(const Result<QList<FoundWork>>&)> done);
  /// Ends the search; `done` is not called.
  void stop();
  bool running() const { return running_; }

 private:
  using Done = std::function<void(const Result<QList<ProposedWork>>&)>;
  void compare(const Result<QList<FoundWork>>& works, const Done& done);
  void begin(const WorkQuery& query, std::function<void(const Result<QList<FoundWork>>&)> done);

  ShellContext context_;
  quint64 turn_ = 0;  ///< answers of earlier searches are dropped
  bool running_ = false;
  int job_ = 0;
};

}  // namespace offprint
