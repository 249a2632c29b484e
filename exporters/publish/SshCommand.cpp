#include "exporters/publish/SshCommand.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <QFile>
#include <QProcessEnvironment>
#include <QRegularExpression>
#include <QStandardPaths>
#include <vector>

#include "app/core/FileOps.h"
#include "app/core/Sha256.h"
#include "app/core/Text.h"
#include "exporters/publish/GitCommand.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int kWait = 200;                        ///< milliseconds without anything to do
constexpr int kLastWords = 2'000;                 ///< milliseconds in which ssh says why it ends
constexpr qsizetype kRoom = 256 * 1024;           ///< bytes read at once
constexpr qsizetype kMostComplaints = 16 * 1024;  ///< bytes of standard error that are kept

/// "SHA256:" and the hash in base64 without padding, as ssh-keygen -l shows it.
const QRegularExpression& fingerprintPattern() {
  static const QRegularExpression pattern(u"SHA256:[A-Za-z0-9+/]{43}"_s);
  return pattern;
}

/// Keys of hosts whose fingerprint a target names, so that ssh need not ask again. Named by what it was
/// accepted for; losing it costs a question that the program answers itself.
QString keptKeys(const SshPlace& place) {
  const QString what = place.host + u'\n' + QString::number(place.port) + u'\n' + place.hostKey;
  return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + u"/offprint/ssh/"_s +
         files::sha256(what.toUtf8()).left(32);
}

/// A kept key that has another fingerprint than its name says is thrown away.
Result<QString> checkedKeys(const SshPlace& place) {
  QString path = keptKeys(place);
  OFFPRINT_TRY(files::makeFolder(path.section(u'/', 0, -2)));
  const auto lines = files::read(path, 64 * 1024);
  if (!lines) return path;
  for (const QByteArray& line : lines->split('\n'))
    if (!line.trimmed().isEmpty() && fingerprintOf(line) != place.hostKey)
      OFFPRINT_TRY(files::removeFile(path));
  return path;
}

bool says(const QByteArray& said, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* word) { return said.contains(word); });
}

/// The key that known_hosts has instead, by the line that ssh names.
QString offendingKey(const QString& said) {
  static const QRegularExpression place(u"Offending (?:\\S+ )?key in (.+):(\\d+)"_s);
  const auto found = place.match(said);
  if (!found.hasMatch()) return {};
  const auto lines = files::read(found.captured(1), 16 * 1024 * 1024);
  return lines ? fingerprintOf(lines->split('\n').value(found.captured(2).toInt() - 1)) : QString();
}

QString lastLine(const QString& said) {
  return say("ssh says: %1").arg(said.trimmed().section(u'\n', -1).trimmed());
}

std::vector<QByteArray> environmentOf(const AskpassSocket& questions) {
  QProcessEnvironment environment = hostEnvironment();
  environment.insert(u"SSH_ASKPASS"_s, askpassProgram());
  environment.insert(u"SSH_ASKPASS_REQUIRE"_s, u"force"_s);
  environment.insert(QString::fromLatin1(AskpassSocket::kVariable), questions.address());
  std::vector<QByteArray> lines;
  for (const QString& line : environment.toStringList())
    lines.push_back(line.toLocal8Bit());
  return lines;
}

std::vector<char*> pointers(std::vector<QByteArray>& lines) {
  std::vector<char*> list;
  for (QByteArray& line : lines)
    list.push_back(line.data());
  list.push_back(nullptr);
  return list;
}

}  // namespace

bool isFingerprint(const QString& text) {
  const auto match = fingerprintPattern().match(text);
  return match.hasMatch() && match.capturedLength() == text.size();
}

QString fingerprintOf(const QByteArray& knownHostsLine) {
  QList<QByteArray> words = knownHostsLine.simplified().split(' ');
  if (words.value(0).startsWith('@')) words.removeFirst();
  const QByteArray key = QByteArray::fromBase64(words.value(2));
  if (key.isEmpty()) return {};
  return u"SHA256:"_s + QString::fromLatin1(Sha256::hash(key).toBase64(QByteArray::OmitTrailingEquals));
}

SshCommand::SshCommand(SshPlace place, SecretSource secrets)
    : place_(std::move(place)), secrets_(std::move(secrets)) {}

SshCommand::~SshCommand() {
  stop();
}

Result<std::unique_ptr<SshCommand>> SshCommand::start(const SshPlace& place, const SecretSource& secrets) {
  std::unique_ptr<SshCommand> made(new SshCommand(place, secrets));
  auto questions = AskpassSocket::listen();
  if (!questions) return questions.error();
  made->questions_ = *std::move(questions);
  OFFPRINT_TRY(made->launch());
  return made;
}

QStringList SshCommand::arguments() const {
  QStringList list{u"ssh"_s};
  const auto option = [&](const QString& setting) { list << u"-o"_s << setting; };
  // The question about an unknown key reaches answer(); everything else that could let a wrong host pass,
  // start a program or open a port is off.
  for (const char* setting :
       {"BatchMode=no", "StrictHostKeyChecking=ask", "UpdateHostKeys=no", "CheckHostIP=no",
        "VerifyHostKeyDNS=no", "NumberOfPasswordPrompts=1", "ConnectTimeout=20", "ServerAliveInterval=15",
        "ServerAliveCountMax=3", "ControlMaster=no", "ControlPath=none", "ClearAllForwardings=yes",
        "ForwardAgent=no", "ForwardX11=no", "PermitLocalCommand=no", "RemoteCommand=none", "RequestTTY=no",
        "LogLevel=ERROR"})
    option(QString::fromLatin1(setting));
  if (!place_.hostKey.isEmpty()) {
    option(u"UserKnownHostsFile=\"%1\""_s.arg(keptKeys(place_)));
    option(u"GlobalKnownHostsFile=/dev/null"_s);
    option(u"KnownHostsCommand=none"_s);
    option(u"HashKnownHosts=no"_s);
  }
  if (!place_.keyFile.isEmpty()) {
    option(u"IdentitiesOnly=yes"_s);
    list << u"-i"_s << place_.keyFile;
  }
  if (!place_.user.isEmpty()) list << u"-l"_s << place_.user;
  if (place_.port > 0) list << u"-p"_s << QString::number(place_.port);
  return list << u"-s"_s << u"--"_s << place_.host << u"sftp"_s;
}

Result<void> SshCommand::launch() {
  if (!place_.hostKey.isEmpty()) {
    const auto keys = checkedKeys(place_);
    if (!keys) return keys.error();
  }
  int lines[2] = {-1, -1};
  int errors[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, lines) != 0)
    return files::lastSystemError(say("start"), u"ssh"_s);
  line_ = lines[0];
  if (::pipe2(errors, O_CLOEXEC) != 0) {
    const Error error = files::lastSystemError(say("start"), u"ssh"_s);
    ::close(lines[1]);
    return error;
  }
  error_ = errors[0];
  for (const int descriptor : {line_, error_})
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) | O_NONBLOCK);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_adddup2(&actions, lines[1], STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, lines[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, errors[1], STDERR_FILENO);
  std::vector<QByteArray> words;
  for (const QString& word : arguments())
    words.push_back(QFile::encodeName(word));
  std::vector<QByteArray> variables = environmentOf(*questions_);
  const int failed =
      ::posix_spawnp(&process_, "ssh", &actions, nullptr, pointers(words).data(), pointers(variables).data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(lines[1]);
  ::close(errors[1]);
  if (failed == 0) return {};
  process_ = -1;
  return makeError(
      ErrorCode::NotFound,
      say("The program ssh is not installed, so nothing was published. Install the package openssh-client."),
      qt_error_string(failed));
}

Result<qsizetype> SshCommand::exchange(QByteArrayView out, QByteArray& in, const Task& task) {
  OFFPRINT_TRY(task.check());
  if (line_ < 0) return failure();
  struct pollfd ready[] = {
      {line_, static_cast<short>(out.isEmpty() ? POLLIN : POLLIN | POLLOUT), 0},
      {error_, POLLIN, 0},
      {questions_->descriptor(), POLLIN, 0},
  };
  if (::poll(ready, std::size(ready), kWait) <= 0) return 0;
  if ((ready[1].revents & POLLIN) != 0) readComplaints();
  if ((ready[2].revents & POLLIN) != 0)
    questions_->serve([this](const QString& question) { return answer(question); });
  qsizetype sent = 0;
  if ((ready[0].revents & POLLOUT) != 0) {
    sent = ::send(line_, out.data(), static_cast<size_t>(out.size()), MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN && errno != EINTR) return failure();
  }
  if ((ready[0].revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
    const qsizetype before = in.size();
    in.resize(before + kRoom);
    const ssize_t got = ::recv(line_, in.data() + before, static_cast<size_t>(kRoom), 0);
    in.resize(before + std::max<qsizetype>(got, 0));
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) return failure();
  }
  return std::max<qsizetype>(sent, 0);
}

void SshCommand::stop() {
  for (int* descriptor : {&line_, &error_}) {
    if (*descriptor >= 0) ::close(*descriptor);
    *descriptor = -1;
  }
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
  process_ = -1;
}

void SshCommand::readComplaints() {
  char part[4096];
  ssize_t size = 0;
  while ((size = ::read(error_, part, sizeof part)) > 0)
    complaints_ = (complaints_ + QByteArray(part, size)).right(kMostComplaints);
}

std::optional<QString> SshCommand::answer(const QString& question) {
  if (question.contains("(yes/no"_L1)) {
    const QString shown = fingerprintPattern().match(question).captured();
    if (!shown.isEmpty() && shown == place_.hostKey) return u"yes"_s;
    shownKey_ = shown;
    return u"no"_s;
  }
  if (question.contains("passphrase"_L1, Qt::CaseInsensitive)) {
    askedPassphrase_ = true;
    return secret(u"passphrase"_s);
  }
  if (question.contains("password"_L1, Qt::CaseInsensitive)) return secret(u"password"_s);
  noSecret_ = makeError(ErrorCode::Auth,
                        say("The host asks a question that Offprint cannot answer: \"%1\" Nothing was sent. "
                            "Use a key instead of a password (ssh-copy-id), or a key in the SSH agent.")
                            .arg(question.simplified().left(200)));
  return {};
}

std::optional<QString> SshCommand::secret(const QString& key) {
  auto given = secrets_(key);
  if (given) return *std::move(given);
  noSecret_ = given.error();
  return {};
}

Error SshCommand::keyFailure(const QString& shown, const QString& expected) const {
  if (expected.isEmpty())
    return makeError(ErrorCode::Auth,
                     say("Offprint meets %1 for the first time, and nothing was sent. The host shows the key "
                         "%2. Compare it with the one that the host's owner names; if it is the same, accept "
                         "it: put it into the field \"Key of the host\", or add --accept-host-key %2.")
                         .arg(place_.host, shown),
                     kUnknownHostKey + shown);
  return makeError(ErrorCode::Auth,
                   say("%1 shows another key than before, and nothing was sent. Expected: %2. Shown: %3. "
                       "Somebody may stand between you and the host. Ask its owner; only if the new key is "
                       "theirs, accept it: put it into the field \"Key of the host\", or add "
                       "--accept-host-key %3.")
                       .arg(place_.host, expected, shown),
                   kChangedHostKey + shown);
}

/// The connection is gone: what ssh said on its way out tells why.
Error SshCommand::failure() {
  struct pollfd ready {
    error_, POLLIN, 0
  };
  while (error_ >= 0 && ::poll(&ready, 1, kLastWords) > 0 && (ready.revents & POLLIN) != 0)
    readComplaints();
  stop();
  const QString said = QString::fromUtf8(complaints_);
  const QString host = place_.host;
  const auto error = [&](ErrorCode code, const QString& sentence) {
    return makeError(code, sentence.arg(host), said);
  };
  if (!shownKey_.isEmpty()) return keyFailure(shownKey_, place_.hostKey);
  if (says(complaints_, {"REMOTE HOST IDENTIFICATION HAS CHANGED"})) {
    const QString known = place_.hostKey.isEmpty() ? offendingKey(said) : place_.hostKey;
    return keyFailure(fingerprintPattern().match(said).captured(), known.isEmpty() ? say("another") : known);
  }
  if (noSecret_) return *noSecret_;
  if (says(complaints_, {"Host key verification failed"}))
    return error(ErrorCode::Auth,
                 say("The key of %1 could not be checked, and nothing was sent. Connect to it "
                     "with ssh once."));
  if (says(complaints_, {"Permission denied (", "Too many authentication failures"}))
    return error(
        ErrorCode::Auth,
        askedPassphrase_
            ? say("%1 did not let you in: the passphrase is wrong, or the host does not know the key. "
                  "Nothing was changed.")
            : say("%1 did not let you in. Nothing was changed. Check the user, and the password or "
                  "the key (ssh-add -l lists those of the agent)."));
  if (says(complaints_, {"Name or service not known", "nodename nor servname", "No address associated"}))
    return error(ErrorCode::NotFound, say("There is no host \"%1\". Nothing was changed. Check its name."));
  if (says(complaints_, {"subsystem request failed"}))
    return error(ErrorCode::Unsupported,
                 say("%1 takes no files over SFTP. Nothing was changed. Ask its owner to allow it."));
  if (says(complaints_, {"Bad configuration option", "keyword", "bad permissions", "Bad owner"}))
    return error(ErrorCode::InvalidInput,
                 say("ssh does not start for %1. Nothing was changed.") + u' ' + lastLine(said));
  return error(ErrorCode::Network, say("The connection to %1 failed or was lost.") +
                                       (said.isEmpty() ? QString() : u' ' + lastLine(said)));
}

}  // namespace offprint
