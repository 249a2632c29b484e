#pragma once
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <atomic>
#include <map>
#include <QtGlobal>
#include <thread>
#include <vector>

namespace offprint::test {

/// Stands before a server of this computer and breaks connections after so many bytes that were sent to it:
/// in the middle of a request, or between two. A thread of its own.
class CutProxy {
 public:
  explicit CutProxy(quint16 server) : server_(server) {
    listening_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = local(0);
    socklen_t size = sizeof address;
    if (::bind(listening_, generic(address), size) != 0 || ::listen(listening_, 32) != 0 ||
        ::getsockname(listening_, reinterpret_cast<struct sockaddr*>(&address), &size) != 0)
      qFatal("no port for the proxy");
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { run(); });
  }
  ~CutProxy() {
    ending_ = true;
    thread_.join();
    ::close(listening_);
  }
  CutProxy(const CutProxy&) = delete;
  CutProxy& operator=(const CutProxy&) = delete;

  quint16 port() const { return port_; }
  /// Bytes that were sent to the server since the last cutAfter().
  qint64 bytes() const { return bytes_; }
  /// Breaks all connections when so many more bytes were sent; -1: never. `forGood`: takes no new ones then.
  void cutAfter(qint64 bytes, bool forGood = false) {
    bytes_ = 0;
    forGood_ = forGood;
    down_ = false;
    limit_ = bytes;
  }

 private:
  static struct sockaddr_in local(quint16 port) {
    struct sockaddr_in address {};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
  }
  static const struct sockaddr* generic(const struct sockaddr_in& address) {
    return reinterpret_cast<const struct sockaddr*>(&address);
  }

  void run() {
    while (!ending_) {
      std::vector<struct pollfd> ready{{listening_, POLLIN, 0}};
      for (const auto& [from, to] : pairs_)
        ready.push_back({from, POLLIN, 0});
      ::poll(ready.data(), ready.size(), 50);
      if (ready.front().revents != 0) take();
      for (size_t i = 1; i < ready.size(); ++i)
        if (ready[i].revents != 0 && pairs_.contains(ready[i].fd)) pass(ready[i].fd);
    }
    closeAll();
  }
  void take() {
    const int client = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
    const int server = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const struct sockaddr_in address = local(server_);
    if (down_ || ::connect(server, generic(address), sizeof address) != 0) {
      ::close(client);
      ::close(server);
      return;
    }
    pairs_[client] = server;
    pairs_[server] = client;
    clients_[client] = true;
  }
  void pass(int from) {
    char part[16 * 1024];
    const qint64 limit = limit_;
    const bool counts = clients_.contains(from);
    size_t room = sizeof part;
    if (counts && limit >= 0) room = static_cast<size_t>(qBound<qint64>(1, limit - bytes_, sizeof part));
    const ssize_t size = ::recv(from, part, room, 0);
    const int to = pairs_[from];
    if (size <= 0) return drop(from, to);
    for (ssize_t sent = 0; sent < size;) {
      const ssize_t now = ::send(to, part + sent, static_cast<size_t>(size - sent), MSG_NOSIGNAL);
      if (now <= 0) return drop(from, to);
      sent += now;
    }
    if (!counts) return;
    bytes_ += size;
    if (limit < 0 || bytes_ < limit) return;
    down_ = forGood_.load();
    limit_ = -1;
    closeAll();
  }
  void drop(int one, int other) {
    for (const int socket : {one, other}) {
      ::close(socket);
      pairs_.erase(socket);
      clients_.erase(socket);
    }
  }
  void closeAll() {
    while (!pairs_.empty())
      drop(pairs_.begin()->first, pairs_.begin()->second);
  }

  quint16 server_;
  quint16 port_ = 0;
  int listening_ = -1;
  std::atomic<bool> ending_ = false;
  std::atomic<bool> down_ = false;
  std::atomic<bool> forGood_ = false;
  std::atomic<qint64> limit_ = -1;
  std::atomic<qint64> bytes_ = 0;
  std::map<int, int> pairs_;     ///< both ways
  std::map<int, bool> clients_;  ///< those that are not the server's
  std::thread thread_;
};

}  // namespace offprint::test
