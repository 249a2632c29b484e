#include "exporters/publish/GitCommand.h"

#include <QRegularExpression>

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

bool passes(const QString& name) {
  static const QStringList names = {u"HOME"_s,
                                    u"PATH"_s,
                                    u"USER"_s,
                                    u"LOGNAME"_s,
                                    u"TMPDIR"_s,
                                    u"SSH_AUTH_SOCK"_s,
                                    u"SSH_AGENT_PID"_s,
                                    u"GIT_SSH"_s,
                                    u"GIT_SSH_COMMAND"_s,
                                    u"GIT_SSL_CAINFO"_s,
                                    u"GIT_SSL_CAPATH"_s,
                                    u"SSL_CERT_FILE"_s,
                                    u"SSL_CERT_DIR"_s,
                                    u"CURL_CA_BUNDLE"_s,
                                    u"GIT_CONFIG_GLOBAL"_s,
                                    u"GIT_CONFIG_SYSTEM"_s,
                                    u"GIT_CONFIG_NOSYSTEM"_s,
                                    u"GIT_CONFIG_COUNT"_s,
                                    u"DBUS_SESSION_BUS_ADDRESS"_s,
                                    u"GNUPGHOME"_s};
  static const QRegularExpression groups(u"^(XDG_.*|GIT_CONFIG_(KEY|VALUE)_\\d+|(https?|all|no)_proxy)$"_s,
                                         QRegularExpression::CaseInsensitiveOption);
  return names.contains(name) || groups.match(name).hasMatch();
}

bool says(const QByteArray& said, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* word) { return said.contains(word); });
}

/// The last line that tells something, for "git says".
QString lastWords(const QByteArray& said) {
  const QStringList lines = QString::fromUtf8(said).split(u'\n', Qt::SkipEmptyParts);
  for (const QString& line : lines)
    if (line.startsWith("fatal:"_L1) || line.startsWith("error:"_L1)) return line.section(u':', 1).trimmed();
  return lines.isEmpty() ? QString() : lines.constLast().trimmed();
}

}  // namespace

QProcessEnvironment hostEnvironment() {
  const QProcessEnvironment all = QProcessEnvironment::systemEnvironment();
  QProcessEnvironment environment;
  for (const QString& name : all.keys())
    if (passes(name)) environment.insert(name, all.value(name));
  environment.insert(u"LC_ALL"_s, u"C"_s);
  environment.insert(u"GIT_TERMINAL_PROMPT"_s, u"0"_s);
  environment.insert(u"GIT_ALLOW_PROTOCOL"_s, u"file:git:http:https:ssh"_s);
  if (!environment.contains(u"GIT_SSH"_s) && !environment.contains(u"GIT_SSH_COMMAND"_s))
    environment.insert(u"GIT_SSH_COMMAND"_s, u"ssh -o BatchMode=yes -o ConnectTimeout=20"_s);
  return environment;
}

Result<void> finishProcess(QProcess& process, const Task& task) {
  while (process.state() != QProcess::NotRunning && !process.waitForFinished(100)) {
    if (const auto going = task.check(); !going) {
      process.kill();
      process.waitForFinished(5'000);
      return going.error();
    }
  }
  return {};
}

void GitCommand::start(QProcess& process, const QStringList& arguments) const {
  process.setProcessEnvironment(hostEnvironment());
  process.start(u"git"_s, QStringList{u"--git-dir="_s + repository_, u"-c"_s, u"gc.auto=0"_s, u"-c"_s,
                                      u"core.quotePath=false"_s, u"-c"_s, u"core.logAllRefUpdates=false"_s} +
                              arguments);
}

Result<GitCommand::Outcome> GitCommand::attempt(const QStringList& arguments, const Task& task,
                                                const QByteArray& input) const {
  QProcess process;
  start(process, arguments);
  if (!process.waitForStarted())
    return makeError(ErrorCode::NotFound,
                     say("Git is not installed, so nothing was published. Install the package git."),
                     process.errorString());
  process.write(input);
  process.closeWriteChannel();
  OFFPRINT_TRY(finishProcess(process, task));
  const int status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
  return Outcome{status, process.readAllStandardOutput(), process.readAllStandardError()};
}

Result<QByteArray> GitCommand::run(const QStringList& arguments, const Task& task,
                                   const QByteArray& input) const {
  auto outcome = attempt(arguments, task, input);
  if (!outcome) return outcome.error();
  if (outcome->status != 0) return failure(outcome->err);
  return outcome->out;
}

Error GitCommand::failure(const QByteArray& said) {
  const auto error = [&](ErrorCode code, const QString& sentence) {
    return makeError(code, sentence + u' ' + say("Git says: %1").arg(lastWords(said)),
                     QString::fromUtf8(said));
  };
  static const QRegularExpression fingerprint(u"SHA256:[A-Za-z0-9+/]+"_s);
  if (const auto key = fingerprint.match(QString::fromUtf8(said));
      key.hasMatch() && says(said, {"REMOTE HOST IDENTIFICATION HAS CHANGED"}))
    return makeError(
        ErrorCode::Auth,
        say("The host's key is another one than before; its fingerprint is %1. Nothing was sent. If "
            "its owner changed it, take the old one out of your known_hosts file.")
            .arg(key.captured()),
        QString::fromUtf8(said));
  if (says(said, {"Host key verification failed", "REMOTE HOST IDENTIFICATION HAS CHANGED"}))
    return error(
        ErrorCode::Auth,
        say("The host's key is not known, or is another one than before. Nothing was sent. Connect to it "
            "with ssh once and compare the fingerprint."));
  if (says(said, {"Permission denied (", "Authentication failed", "could not read Username",
                  "could not read Password", "Invalid username or password"}))
    return error(ErrorCode::Auth,
                 say("The host did not let you in. Nothing was changed. Check your SSH key or the "
                     "credential helper of Git."));
  if (says(said, {"stale info", "[rejected]", "fetch first", "non-fast-forward", "cannot lock ref"}))
    return error(ErrorCode::Conflict,
                 say("Somebody else changed the branch meanwhile. Nothing was changed there. "
                     "Publish again: what they did is kept."));
  if (says(said, {"[remote rejected]", "pre-receive hook declined", "protected branch", "denied to"}))
    return error(ErrorCode::Denied, say("The host refused the change. Nothing was changed there."));
  if (says(said, {"No space left on device"}))
    return error(ErrorCode::DiskFull, say("The disk is full. Nothing was changed on the host."));
  if (says(said,
           {"does not appear to be a git repository", "Repository not found", "not found", "does not exist"}))
    return error(ErrorCode::NotFound,
                 say("There is no such repository. Nothing was changed. Check the address."));
  if (says(said, {"Could not resolve host", "Connection refused", "Connection timed out",
                  "hung up unexpectedly", "early EOF", "Connection reset", "unable to access",
                  "Could not read from remote", "Connection closed", "RPC failed"}))
    return error(ErrorCode::Network, say("The host could not be reached. Nothing was changed there."));
  return error(ErrorCode::Io, say("Git could not do it. Nothing was changed on the host."));
}

}  // namespace offprint
