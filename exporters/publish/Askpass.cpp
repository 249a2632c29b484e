#include "exporters/publish/Askpass.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <QCoreApplication>
#include <QFile>

#include "app/core/FileOps.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr qsizetype kMostQuestion = 16 * 1024;  ///< bytes
constexpr int kPatience = 5'000;                ///< milliseconds for a question to arrive whole

/// False: the address is too long for a socket (about a hundred bytes).
bool addressOf(const char* path, struct sockaddr_un& address) {
  address = {};
  address.sun_family = AF_UNIX;
  if (std::strlen(path) >= sizeof address.sun_path) return false;
  std::strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  return true;
}
const struct sockaddr* plain(const struct sockaddr_un& address) {
  return reinterpret_cast<const struct sockaddr*>(&address);
}

void sendAll(int socket, const char* bytes, size_t size) {
  while (size > 0) {
    const ssize_t sent = ::send(socket, bytes, size, MSG_NOSIGNAL);
    if (sent <= 0) return;
    bytes += sent;
    size -= static_cast<size_t>(sent);
  }
}

bool ofThisUser(int socket) {
  struct ucred other {};
  socklen_t size = sizeof other;
  return ::getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &other, &size) == 0 && other.uid == ::geteuid();
}

QByteArray questionOn(int socket) {
  QByteArray question;
  char part[1024];
  struct pollfd ready {
    socket, POLLIN, 0
  };
  while (question.size() < kMostQuestion && ::poll(&ready, 1, kPatience) > 0) {
    const ssize_t size = ::read(socket, part, sizeof part);
    if (size <= 0) break;
    question.append(part, size);
  }
  return question;
}

QString& programOfTests() {
  static QString path;
  return path;
}

}  // namespace

Result<std::unique_ptr<AskpassSocket>> AskpassSocket::listen() {
  std::unique_ptr<AskpassSocket> made(new AskpassSocket);
  const QByteArray path = QFile::encodeName(made->address());
  struct sockaddr_un address {};
  made->listening_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (!made->folder_.isValid() || made->listening_ < 0 || !addressOf(path.constData(), address) ||
      ::bind(made->listening_, plain(address), sizeof address) != 0 || ::listen(made->listening_, 8) != 0)
    return files::lastSystemError(say("open"), made->address());
  return made;
}

AskpassSocket::~AskpassSocket() {
  if (listening_ >= 0) ::close(listening_);
}

QString AskpassSocket::address() const {
  return folder_.filePath(u"ask"_s);
}

void AskpassSocket::serve(const Answer& answer) const {
  const int socket = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
  if (socket < 0) return;
  if (ofThisUser(socket)) {
    if (const auto text = answer(QString::fromUtf8(questionOn(socket)))) {
      const QByteArray line = text->toUtf8() + '\n';
      sendAll(socket, line.constData(), static_cast<size_t>(line.size()));
    }
  }
  ::close(socket);
}

QString askpassProgram() {
  return programOfTests().isEmpty() ? QCoreApplication::applicationFilePath() : programOfTests();
}
void setAskpassProgram(const QString& path) {
  programOfTests() = path;
}

std::optional<int> askedBySsh(int argc, char** argv) {
  const char* path = std::getenv(AskpassSocket::kVariable);
  if (!path || argc != 2) return {};
  // "none": ssh only tells something (a key wants to be touched) and waits for no answer.
  const char* kind = std::getenv("SSH_ASKPASS_PROMPT");
  if (kind && std::strcmp(kind, "none") == 0) return EXIT_SUCCESS;
  struct sockaddr_un address {};
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket < 0 || !addressOf(path, address) || ::connect(socket, plain(address), sizeof address) != 0)
    return EXIT_FAILURE;
  sendAll(socket, argv[1], std::strlen(argv[1]));
  ::shutdown(socket, SHUT_WR);
  char part[1024];
  bool answered = false;
  for (ssize_t size = 0; (size = ::read(socket, part, sizeof part)) > 0; answered = true)
    std::fwrite(part, 1, static_cast<size_t>(size), stdout);
  ::close(socket);
  return answered && std::fflush(stdout) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace offprint
