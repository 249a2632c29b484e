#pragma once
#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <functional>
#include <list>
#include <mutex>
#include <QByteArray>
#include <thread>
#include <vector>

namespace offprint::test {

/// Stands between a client and a server of HTTP on this computer and fails when it is told to.
class FaultProxy {
 public:
  enum class Fault {
    None,
    Cut,         ///< the connection ends before the server gets the request
    LoseAnswer,  ///< the server gets it, the client no answer
    Answer,      ///< `status` instead of the server's answer, which never gets the request
  };
  struct Verdict {
    Fault fault = Fault::None;
    int status = 0;
  };
  /// `number`: of the request, from 1; `line`: "PUT /a HTTP/1.1", perhaps behind the
  /// end of what was sent before it.
  using Rule = std::function<Verdict(int number, const QByteArray& line)>;

  explicit FaultProxy(quint16 server) : server_(server) {
    listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in place = at(0);
    socklen_t size = sizeof(place);
    if (::bind(listener_, generic(place), size) != 0 || ::listen(listener_, 64) != 0 ||
        ::getsockname(listener_, generic(place), &size) != 0)
      qFatal("no port for a proxy");
    port_ = ntohs(place.sin_port);
    thread_ = std::thread([this] { run(); });
  }
  ~FaultProxy() {
    ending_ = true;
    thread_.join();
    ::close(listener_);
  }
  FaultProxy(const FaultProxy&) = delete;
  FaultProxy& operator=(const FaultProxy&) = delete;

  quint16 port() const { return port_; }
  /// Counts requests from 1 again.
  void set(Rule rule) {
    const std::lock_guard lock(mutex_);
    rule_ = std::move(rule);
    number_ = 0;
  }
  int requests() {
    const std::lock_guard lock(mutex_);
    return number_;
  }

 private:
  struct Pair {
    std::array<int, 2> ends{-1, -1};  ///< client, server
    QByteArray tail;                  ///< of what the client sent last, for lines that come in two pieces
    bool deaf = false;                ///< the server's answers do not come through any more
    bool over = false;
  };

  static sockaddr_in at(quint16 port) {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    place.sin_port = htons(port);
    return place;
  }
  static sockaddr* generic(sockaddr_in& place) { return static_cast<sockaddr*>(static_cast<void*>(&place)); }

  void run() {
    std::list<Pair> pairs;
    while (!ending_) {
      std::vector<pollfd> waits{{listener_, POLLIN, 0}};
      for (const Pair& pair : pairs)
        for (const int end : pair.ends)
          waits.push_back({end, POLLIN, 0});
      if (::poll(waits.data(), waits.size(), 50) <= 0) continue;
      size_t place = 1;
      for (Pair& pair : pairs)
        for (const size_t side : {size_t(0), size_t(1)})
          if (waits[place++].revents != 0 && !pair.over) pass(pair, side);
      pairs.remove_if([](const Pair& pair) {
        if (pair.over) close(pair);
        return pair.over;
      });
      if (waits[0].revents != 0) pairs.push_back(accepted());
    }
    for (const Pair& pair : pairs)
      close(pair);
  }
  static void close(const Pair& pair) {
    for (const int end : pair.ends)
      ::close(end);
  }
  Pair accepted() const {
    Pair pair;
    pair.ends[0] = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    pair.ends[1] = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in place = at(server_);
    pair.over = ::connect(pair.ends[1], generic(place), sizeof(place)) != 0;
    return pair;
  }

  void pass(Pair& pair, size_t from) {
    QByteArray piece(64 * 1024, '\0');
    piece.resize(std::max<ssize_t>(0, ::recv(pair.ends[from], piece.data(), size_t(piece.size()), 0)));
    if (piece.isEmpty()) {
      pair.over = true;
      return;
    }
    if (from == 1) {
      if (!pair.deaf) write(pair.ends[0], piece);
      pair.over = pair.deaf;
      return;
    }
    const Verdict verdict = judge(pair, piece);
    pair.over = verdict.fault == Fault::Cut || verdict.fault == Fault::Answer;
    pair.deaf = pair.deaf || verdict.fault == Fault::LoseAnswer;
    if (verdict.fault == Fault::Answer) {
      write(pair.ends[0], "HTTP/1.1 " + QByteArray::number(verdict.status) +
                              " Fault\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
      ::shutdown(pair.ends[0], SHUT_WR);
      // Closing with bytes unread would take the answer back.
      while (::recv(pair.ends[0], piece.data(), size_t(piece.size()), 0) > 0) {
      }
    } else if (!pair.over) {
      write(pair.ends[1], piece);
    }
  }

  /// What the rule says of the requests that begin in this piece.
  Verdict judge(Pair& pair, const QByteArray& piece) {
    static const QByteArray mark = " HTTP/1.1\r\n";
    const QByteArray text = pair.tail + piece;
    Verdict verdict;
    qsizetype from = 0;
    for (qsizetype found = 0; (found = text.indexOf(mark, from)) >= 0; from = found + mark.size()) {
      const qsizetype begin = found > 0 ? text.lastIndexOf('\n', found) + 1 : 0;
      const std::lock_guard lock(mutex_);
      ++number_;
      if (rule_ && verdict.fault == Fault::None) verdict = rule_(number_, text.mid(begin, found - begin + 9));
    }
    pair.tail = text.mid(std::max(from, text.size() - 2'000));
    return verdict;
  }
  static void write(int end, const QByteArray& bytes) {
    for (qsizetype done = 0; done < bytes.size();) {
      const ssize_t sent = ::send(end, bytes.constData() + done, size_t(bytes.size() - done), MSG_NOSIGNAL);
      if (sent <= 0) return;
      done += sent;
    }
  }

  quint16 server_;
  quint16 port_ = 0;
  int listener_ = -1;
  std::atomic<bool> ending_ = false;
  std::mutex mutex_;
  Rule rule_;
  int number_ = 0;
  std::thread thread_;
};

}  // namespace offprint::test
