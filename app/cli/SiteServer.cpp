#include "app/cli/SiteServer.h"

#include <QHostAddress>
#include <QTcpSocket>
#include <QTimer>
#include <QUrl>

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

constexpr qsizetype kLongestHead = 16 * 1024;
constexpr int kConnections = 64;
constexpr int kPatienceMs = 10'000;  // for a request to arrive and for its answer to be taken

struct Request {
  QByteArray method;
  QByteArray target;
  QByteArray host;
  bool valid = false;
};

Request parseHead(const QByteArray& head) {
  Request request;
  const QList<QByteArray> lines = head.split('\n');
  const QList<QByteArray> words = lines.value(0).trimmed().split(' ');
  if (words.size() != 3 || !words.at(2).startsWith("HTTP/1.")) return request;
  request.method = words.at(0);
  request.target = words.at(1);
  request.valid = request.target.startsWith('/');
  int hosts = 0;
  for (qsizetype i = 1; i < lines.size(); ++i) {
    const qsizetype colon = lines.at(i).indexOf(':');
    if (colon <= 0 || lines.at(i).left(colon).toLower() != "host") continue;
    request.host = lines.at(i).mid(colon + 1).trimmed().toLower();
    ++hosts;
  }
  request.valid = request.valid && hosts <= 1;
  return request;
}

bool isLoopback(const QByteArray& host) {
  QByteArray name = host;
  const qsizetype end = name.startsWith('[') ? name.indexOf(']') + 1 : name.lastIndexOf(':');
  if (end > 0) name = name.left(end);
  return name == "localhost" || name == "127.0.0.1" || name == "[::1]";
}

QByteArray phrase(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 301:
      return "Moved Permanently";
    case 400:
      return "Bad Request";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 421:
      return "Misdirected Request";
    case 431:
      return "Request Header Fields Too Large";
    default:
      return "Internal Server Error";
  }
}

LiveSite::Answer plain(int status) {
  return {status, "text/plain", {}, phrase(status) + '\n'};
}

}  // namespace

SiteServer::SiteServer(LiveSite& site, QObject* parent) : QObject(parent), site_(site) {
  connect(&server_, &QTcpServer::newConnection, this, &SiteServer::accept);
}

Result<quint16> SiteServer::listen(quint16 port) {
  if (server_.listen(QHostAddress::LocalHost, port)) return server_.serverPort();
  const QAbstractSocket::SocketError error = server_.serverError();
  if (error == QAbstractSocket::AddressInUseError)
    return makeError(ErrorCode::Conflict,
                     say("Port %1 is in use. Choose another with --port, or 0 for a free one.").arg(port));
  const bool denied = error == QAbstractSocket::SocketAccessError;
  return makeError(denied ? ErrorCode::Denied : ErrorCode::Network,
                   say("Could not listen on port %1: %2.").arg(port).arg(server_.errorString()));
}

void SiteServer::accept() {
  while (QTcpSocket* socket = server_.nextPendingConnection()) {
    connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    if (open_ >= kConnections) {
      socket->abort();
      socket->deleteLater();
      continue;
    }
    ++open_;
    connect(socket, &QObject::destroyed, this, [this] { --open_; });
    connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
    QTimer::singleShot(kPatienceMs, socket, [socket] { socket->abort(); });
  }
}

void SiteServer::read(QTcpSocket* socket) {
  const QByteArray waiting = socket->peek(kLongestHead);
  qsizetype end = waiting.indexOf("\r\n\r\n");
  if (end < 0) end = waiting.indexOf("\n\n");
  if (end < 0) {
    if (waiting.size() >= kLongestHead) send(socket, plain(431), true);
    return;
  }
  disconnect(socket, &QTcpSocket::readyRead, this, nullptr);
  respond(socket, waiting.left(end));
}

void SiteServer::respond(QTcpSocket* socket, const QByteArray& head) {
  const Request request = parseHead(head);
  if (!request.valid) return send(socket, plain(400), true);
  const bool body = request.method != "HEAD";
  if (body && request.method != "GET") return send(socket, plain(405), true);
  if (!isLoopback(request.host)) return send(socket, plain(421), body);
  QByteArray target = request.target;
  for (const char mark : {'?', '#'})
    if (const qsizetype cut = target.indexOf(mark); cut >= 0) target.truncate(cut);
  const QString path = QString::fromUtf8(QByteArray::fromPercentEncoding(target));
  send(socket, site_.get(path), body);
}

void SiteServer::send(QTcpSocket* socket, const LiveSite::Answer& answer, bool withBody) {
  QByteArray head = "HTTP/1.1 " + QByteArray::number(answer.status) + ' ' + phrase(answer.status) +
                    "\r\nContent-Type: " + answer.type +
                    "\r\nContent-Length: " + QByteArray::number(answer.body.size()) +
                    "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n";
  if (!answer.location.isEmpty()) head += "Location: " + answer.location + "\r\n";
  socket->write(head + "\r\n");
  if (withBody) socket->write(answer.body);
  socket->disconnectFromHost();  // after everything is written
}

}  // namespace offprint::cli
