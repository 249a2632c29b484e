#pragma once
#include <sys/types.h>
#include <memory>
#include <QByteArray>

#include "app/core/Task.h"
#include "exporters/publish/Askpass.h"
#include "exporters/publish/Publisher.h"

namespace offprint {

/// Which host, and as whom. Everything that is empty is as the user's own ssh has it.
struct SshPlace {
  QString host;     ///< a name, an address or a name of ~/.ssh/config
  QString user;     ///< empty: of the user's settings
  int port = 0;     ///< 0: of the user's settings
  QString keyFile;  ///< empty: the agent and the usual keys
  QString hostKey;  ///< "SHA256:…", the key the host must have; empty: the user's known_hosts decide
};

/// `Error::detail` begins with it when a host shows a key that nothing knows; its fingerprint follows.
inline constexpr QLatin1StringView kUnknownHostKey{"host-key.unknown "};
/// The same when another key is expected: the field holds it, or known_hosts.
inline constexpr QLatin1StringView kChangedHostKey{"host-key.changed "};

/// Whether `text` is a fingerprint as ssh shows it: "SHA256:" and 43 letters of base64.
bool isFingerprint(const QString& text);
/// The fingerprint of the key of one line of known_hosts; empty: there is none in it.
QString fingerprintOf(const QByteArray& knownHostsLine);

/// The user's own `ssh`, connected to the SFTP subsystem of a host: settings, agent, jump hosts and hardware
/// keys are as on the command line. Passwords and passphrases are asked for once and go through
/// AskpassSocket; a key of the host that is not the expected one ends the connection before anything is sent.
/// One thread, not the GUI's; runs no event loop.
class SshCommand {
 public:
  /// NotFound: no ssh on this computer; Io.
  static Result<std::unique_ptr<SshCommand>> start(const SshPlace& place, const SecretSource& secrets);
  ~SshCommand();
  SshCommand(const SshCommand&) = delete;
  SshCommand& operator=(const SshCommand&) = delete;

  /// Sends from the front of `out` and appends what comes to `in`, as much as is possible at once; waits up
  /// to a fifth of a second when nothing is. Returns how many bytes were sent. Cancelled; else why the
  /// connection ended: Auth, Network, NotFound, Unsupported, InvalidInput.
  Result<qsizetype> exchange(QByteArrayView out, QByteArray& in, const Task& task);

 private:
  explicit SshCommand(SshPlace place, SecretSource secrets);
  QStringList arguments() const;
  Result<void> launch();
  std::optional<QString> answer(const QString& question);
  std::optional<QString> secret(const QString& key);
  void readComplaints();
  void stop();
  Error failure();
  Error keyFailure(const QString& shown, const QString& expected) const;

  SshPlace place_;
  SecretSource secrets_;
  std::unique_ptr<AskpassSocket> questions_;
  pid_t process_ = -1;
  int line_ = -1;   ///< standard input and output of ssh
  int error_ = -1;  ///< its standard error
  QByteArray complaints_;
  QString shownKey_;               ///< a key that was refused
  std::optional<Error> noSecret_;  ///< why a question was left open
  bool askedPassphrase_ = false;
};

}  // namespace offprint
