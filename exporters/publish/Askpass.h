#pragma once
#include <functional>
#include <optional>
#include <QTemporaryDir>

#include "app/core/Result.h"

namespace offprint {

/// Where a child `ssh` gets answers to its questions (SSH_ASKPASS): it starts this program once more, which
/// hands the question over a socket in a private folder and prints the answer. A secret is in no argument,
/// environment or file. One thread, not the GUI's.
class AskpassSocket {
 public:
  /// Name of the variable that holds the socket's address for the child.
  static constexpr const char* kVariable = "OFFPRINT_ASKPASS";
  /// An answer; none: the question stays open, and ssh gives up.
  using Answer = std::function<std::optional<QString>(const QString& question)>;

  /// Errors: Io.
  static Result<std::unique_ptr<AskpassSocket>> listen();
  ~AskpassSocket();
  AskpassSocket(const AskpassSocket&) = delete;
  AskpassSocket& operator=(const AskpassSocket&) = delete;

  int descriptor() const { return listening_; }  ///< for poll(2)
  QString address() const;
  /// The folder of the socket, which only this user can enter; goes with the object.
  QString folder() const { return folder_.path(); }
  /// Takes one question that waits, from processes of the same user alone.
  void serve(const Answer& answer) const;

 private:
  AskpassSocket() = default;
  QTemporaryDir folder_;
  int listening_ = -1;
};

/// The program that ssh starts for its questions: this one. A test is another program and names the real one.
QString askpassProgram();
void setAskpassProgram(const QString& path);

/// When ssh started this process for a question: asks the publication that started ssh, prints its answer,
/// and gives the exit status. Comes before everything else that a program does.
std::optional<int> askedBySsh(int argc, char** argv);

}  // namespace offprint
