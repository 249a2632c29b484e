#pragma once
#include <mutex>
#include <QHash>
#include <QHostAddress>
#include <QStringList>
#include <QTcpServer>
#include <QTcpSocket>
#include <QThread>
#include <QTimer>

namespace offprint::test {

/// A registry of works on this computer, on a thread of its own: gives the answers that were put there, and
/// 404 for everything else. Any thread.
class LookupServer {
 public:
  struct Reply {
    int status = 200;
    QByteArray type = "application/json";
    QByteArray body;
    QByteArray headers;  ///< further ones, each with its line end
    enum class Manner { Whole, Never, Slowly, Half } manner = Manner::Whole;
  };

  LookupServer() {
    server_.moveToThread(&thread_);
    QObject::connect(&thread_, &QThread::finished, &server_, [this] { server_.close(); });
    QObject::connect(&server_, &QTcpServer::newConnection, &server_, [this] { accept(); });
    thread_.start();
    QMetaObject::invokeMethod(
        &server_,
        [this] {
          if (!server_.listen(QHostAddress::LocalHost)) qFatal("no port to listen on");
          port_ = server_.serverPort();
        },
        Qt::BlockingQueuedConnection);
  }
  ~LookupServer() {
    QMetaObject::invokeMethod(
        &server_, [this] { qDeleteAll(server_.findChildren<QTcpSocket*>()); }, Qt::BlockingQueuedConnection);
    thread_.quit();
    thread_.wait();
  }

  /// `target` as it is asked for, with its query.
  void put(const QByteArray& target, const Reply& reply) {
    const std::lock_guard lock(mutex_);
    replies_.insert(target, reply);
  }
  QString address() const { return QStringLiteral("http://127.0.0.1:%1").arg(port_); }
  /// "GET /10.1/x application/json" for each request so far.
  QStringList asked() const {
    const std::lock_guard lock(mutex_);
    return asked_;
  }

 private:
  void accept() {
    while (QTcpSocket* socket = server_.nextPendingConnection()) {
      QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket] { read(*socket); });
      QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
    }
  }

  void read(QTcpSocket& socket) {
    const QByteArray head = socket.peek(16'384);
    if (!head.contains("\r\n\r\n")) return;
    socket.readAll();
    const QList<QByteArray> words = head.left(head.indexOf('\r')).split(' ');
    Reply reply;
    {
      const std::lock_guard lock(mutex_);
      const qsizetype accept = head.toLower().indexOf("\r\naccept:");
      const QByteArray wanted = head.mid(accept + 9, head.indexOf('\r', accept + 2) - accept - 9).trimmed();
      asked_ << QString::fromLatin1(words.value(0) + ' ' + words.value(1) + ' ' + wanted);
      reply = replies_.value(words.value(1), Reply{404, "text/html", "<h1>Not found</h1>", {}});
    }
    answer(socket, reply);
  }

  static void answer(QTcpSocket& socket, const Reply& reply) {
    if (reply.manner == Reply::Manner::Never) return;
    const bool half = reply.manner == Reply::Manner::Half;
    socket.write(
        "HTTP/1.1 " + QByteArray::number(reply.status) + " Answer\r\nContent-Type: " + reply.type +
        "; charset=utf-8\r\nContent-Length: " + QByteArray::number(reply.body.size() + (half ? 100 : 0)) +
        "\r\nConnection: close\r\n" + reply.headers + "\r\n");
    if (reply.manner == Reply::Manner::Slowly) {
      auto* drip = new QTimer(&socket);
      QObject::connect(drip, &QTimer::timeout, &socket, [&socket] { socket.write(" "); });
      return drip->start(20);
    }
    socket.write(reply.body);
    socket.disconnectFromHost();  // after everything is written
  }

  mutable std::mutex mutex_;
  QHash<QByteArray, Reply> replies_;
  QStringList asked_;
  QThread thread_;
  QTcpServer server_;
  quint16 port_ = 0;
};

/// Answers of our own making, in the forms that the registries publish.
namespace registry {

/// Content negotiation at doi.org: CSL JSON, with what an agency adds to it.
inline QByteArray article() {
  return "{\"type\":\"journal-article\",\"title\":\"Counting tiles without touching them\","
         "\"author\":[{\"given\":\"Ada\",\"family\":\"Berg\",\"sequence\":\"first\",\"affiliation\":[{"
         "\"name\":\"X\"}]},"
         "{\"given\":\"Jan\",\"family\":\"Hoek\",\"non-dropping-particle\":\"van "
         "den\",\"sequence\":\"additional\"},"
         "{\"name\":\"Tiling Team\",\"sequence\":\"additional\"}],"
         "\"container-title\":\"Journal of Tiles\",\"container-title-short\":\"J. Tiles\","
         "\"issued\":{\"date-parts\":[[2021,5,7]]},\"volume\":\"12\",\"issue\":\"3\",\"page\":\"101-117\","
         "\"DOI\":\"10.5555/tiles.2021.7\",\"URL\":\"https://doi.org/10.5555/tiles.2021.7\","
         "\"ISSN\":[\"1234-5678\",\"8765-4321\"],\"publisher\":\"Tile Press\","
         "\"abstract\":\"<jats:p>We count tiles &amp; gaps.</jats:p>\","
         "\"indexed\":{\"date-parts\":[[2026,1,1]],\"timestamp\":1},\"reference-count\":31,\"score\":1,"
         "\"link\":[{\"URL\":\"https://a.example/x\"}],\"license\":[{\"URL\":\"https://a.example/l\"}]}";
}

/// arXiv's API.
inline QByteArray preprint() {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">"
         "<title>ArXiv Query</title><entry><id>http://arxiv.org/abs/2101.00042v3</id>"
         "<updated>2021-03-02T10:00:00Z</updated><published>2021-01-04T18:00:00Z</published>"
         "<title>Counting tiles\n  without touching them</title><summary>  We count tiles.\n</summary>"
         "<author><name>Ada Berg</name></author><author><name>Jan van den Hoek</name></author>"
         "<link title=\"pdf\" href=\"http://arxiv.org/pdf/2101.00042v3\" rel=\"related\"/></entry></feed>";
}

/// Open Library's books API.
inline QByteArray book() {
  return "{\"ISBN:9780306406157\":{\"title\":\"Tiles\",\"subtitle\":\"a handbook\","
         "\"authors\":[{\"url\":\"https://b.example/a\",\"name\":\"Ada Berg\"}],"
         "\"publishers\":[{\"name\":\"Tile Press\"}],\"publish_places\":[{\"name\":\"Bergen\"}],"
         "\"publish_date\":\"March 2009\",\"number_of_pages\":312}}";
}

/// Crossref's list of works.
inline QByteArray hits() {
  return "{\"status\":\"ok\",\"message-type\":\"work-list\",\"message\":{\"total-results\":2,\"items\":["
         "{\"type\":\"proceedings-article\",\"title\":[\"Tiles at scale\"],\"DOI\":\"10.5555/scale\","
         "\"author\":[{\"given\":\"Ada\",\"family\":\"Berg\"}],\"container-title\":[\"Proc. Tiling\"],"
         "\"short-container-title\":[\"TILE\"],\"issued\":{\"date-parts\":[[2023]]}},"
         "{\"type\":\"posted-content\",\"title\":[\"Tiles\"],\"subtitle\":[\"a survey\"],"
         "\"DOI\":\"10.5555/survey\",\"issued\":{\"date-parts\":[[null]]}}]}}";
}

}  // namespace registry
}  // namespace offprint::test
