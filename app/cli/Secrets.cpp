#include "app/cli/Secrets.h"

#include <termios.h>
#include <unistd.h>
#include <csignal>
#include <cstdio>

#include "app/cli/Console.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

/// The terminal as it was before the echo was switched off; for the signal handler, too.
termios usual;

/// A terminal whose echo stays off after Ctrl+C shows nobody what is typed next.
void giveEchoBack(int signal) {
  tcsetattr(STDIN_FILENO, TCSANOW, &usual);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

/// Switches the echo of the terminal off while it lives.
class Silence {
 public:
  Silence() {
    if (tcgetattr(STDIN_FILENO, &usual) != 0) return;
    for (size_t i = 0; i < std::size(kSignals); ++i)
      before_[i] = std::signal(kSignals[i], giveEchoBack);
    termios silent = usual;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    off_ = tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent) == 0;
  }
  ~Silence() {
    if (!off_) return;
    tcsetattr(STDIN_FILENO, TCSANOW, &usual);
    for (size_t i = 0; i < std::size(kSignals); ++i)
      std::signal(kSignals[i], before_[i]);
    std::fputc('\n', stderr);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  static constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};
  void (*before_[std::size(kSignals)])(int) = {};
  bool off_ = false;
};

bool atTerminal() {
  return isatty(STDIN_FILENO) != 0;
}

/// One line of standard input, without echo when it is a terminal.
QString readLine(const QString& prompt) {
  if (!atTerminal()) return readInputLine();
  // A line of progress may stand there.
  std::fputs(isatty(STDERR_FILENO) ? "\r\x1b[K" : "", stderr);
  std::fputs(qPrintable(prompt + u' '), stderr);
  const Silence silence;
  return readInputLine();
}

/// How a secret comes to a target.
class CommandSource {
 public:
  CommandSource(std::shared_ptr<KeyStore> keys, PublishTarget target)
      : keys_(std::move(keys)), target_(std::move(target)) {}

  Result<QString> operator()(const QString& key) const {
    const QByteArray variable = secretVariable(target_.name, key).toLatin1();
    if (qEnvironmentVariableIsSet(variable.constData())) return qEnvironmentVariable(variable.constData());
    const auto type = findPublisher(target_.type);
    if (!type) return type.error();
    const QString name = secretName(*type, target_.settings, key);
    auto kept = fromStore(name);
    if (kept || !atTerminal()) return kept ? kept : missing(key, kept.error());
    auto typed =
        readSecret(say("%1 of \"%2\" (%3):")
                       .arg(labelOf(*type, key), target_.name, accountText(*type, target_.settings)));
    if (typed) OFFPRINT_TRY(keys_->keep(name, *typed, KeyStore::Place::Run, Task()));
    return typed;
  }

 private:
  Result<QString> fromStore(const QString& name) const {
    auto kept = keys_->secret(name, Task());
    if (kept || kept.error().detail != kFileLocked || !atTerminal()) return kept;
    OFFPRINT_TRY(unlockAtTerminal(*keys_));
    return keys_->secret(name, Task());
  }
  static QString labelOf(const PublisherType& type, const QString& key) {
    for (const FieldSpec& field : type.secrets)
      if (field.key == key) return field.label;
    return key;
  }
  Error missing(const QString& key, const Error& why) const {
    Error error = makeError(
        ErrorCode::Auth,
        say("The target \"%1\" needs its %2, and nobody gave it. Set %3, keep it with \"offprint target "
            "LIBRARY secret '%1' %2\", or call this from a terminal, where it is asked for.")
            .arg(target_.name, key, secretVariable(target_.name, key)));
    if (why.code != ErrorCode::NotFound) error.message += u' ' + why.located();
    return error;
  }

  std::shared_ptr<KeyStore> keys_;
  PublishTarget target_;
};

}  // namespace

QString secretVariable(const QString& target, const QString& key) {
  QString name = u"OFFPRINT_SECRET_%1_%2"_s.arg(target, key).toUpper();
  for (QChar& letter : name)
    if (!((letter >= u'A' && letter <= u'Z') || (letter >= u'0' && letter <= u'9'))) letter = u'_';
  return name;
}

std::function<SecretSource(const PublishTarget&)> commandSecrets() {
  return [keys = std::make_shared<KeyStore>()](const PublishTarget& target) {
    return CommandSource(keys, target);
  };
}

Result<QString> readSecret(const QString& prompt) {
  const QString secret = readLine(prompt);
  if (!secret.isEmpty()) return secret;
  return makeError(ErrorCode::InvalidInput,
                   say("Nothing was given. Type it, or hand it over on standard input."));
}

Result<void> unlockAtTerminal(KeyStore& keys) {
  if (!atTerminal())
    return makeError(ErrorCode::Auth,
                     say("The file of secrets wants its passphrase, which is asked for at a terminal only."))
        .at(keys.filePath());
  const bool made = keys.hasFile();
  const QString passphrase = readLine(made ? say("Passphrase of the file of secrets:")
                                           : say("Passphrase for the new file of secrets:"));
  if (!made && readLine(say("The same again:")) != passphrase)
    return makeError(ErrorCode::InvalidInput, say("The two passphrases differ. Nothing was kept."));
  return keys.unlockFile(passphrase);
}

QString placeName(KeyStore::Place place) {
  switch (place) {
    case KeyStore::Place::Keyring:
      return u"keyring"_s;
    case KeyStore::Place::File:
      return u"file"_s;
    default:
      return {};
  }
}

}  // namespace offprint::cli
