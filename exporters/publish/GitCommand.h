#pragma once
#include <QProcess>
#include <QStringList>

#include "app/core/Result.h"
#include "app/core/Task.h"

namespace offprint {

/// The environment of a child process that talks to a host: what it needs to find programs, keys and
/// certificates, and nothing that would lead it elsewhere (GIT_DIR of a hook, another language).
QProcessEnvironment hostEnvironment();

/// The user's own `git` on one bare repository. It never asks a question: what needs an answer fails. One
/// thread, not the GUI's.
class GitCommand {
 public:
  explicit GitCommand(QString repository) : repository_(std::move(repository)) {}

  struct Outcome {
    int status = 0;
    QByteArray out;
    QByteArray err;
  };
  /// Runs it to its end, whatever its status. Errors: NotFound (no git), Cancelled.
  Result<Outcome> attempt(const QStringList& arguments, const Task& task, const QByteArray& input = {}) const;
  /// Its output; another status than 0 is an error by what git says: Auth, Network, Conflict, Denied, Io.
  Result<QByteArray> run(const QStringList& arguments, const Task& task, const QByteArray& input = {}) const;
  /// Starts one that is fed step by step.
  void start(QProcess& process, const QStringList& arguments) const;

  const QString& repository() const { return repository_; }
  /// The error behind what git said on standard error.
  static Error failure(const QByteArray& said);

 private:
  QString repository_;
};

/// Waits for the end of a process, and ends it when the task is cancelled.
Result<void> finishProcess(QProcess& process, const Task& task);

}  // namespace offprint
