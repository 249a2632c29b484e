#pragma once
#include <QTcpServer>

#include "app/cli/LiveSite.h"

class QTcpSocket;

namespace offprint::cli {

/// A small HTTP/1.1 server for one LiveSite: GET and HEAD, one request a connection, loopback alone. A
/// request whose Host is not a loopback name is refused (421), so that a page elsewhere cannot read the site
/// by rebinding a name.
class SiteServer : public QObject {
  Q_OBJECT
 public:
  explicit SiteServer(LiveSite& site, QObject* parent = nullptr);
  /// Port 0 takes a free one. Errors: Conflict (in use), Denied, Network.
  Result<quint16> listen(quint16 port);

 private:
  void accept();
  void read(QTcpSocket* socket);
  void respond(QTcpSocket* socket, const QByteArray& head);
  void send(QTcpSocket* socket, const LiveSite::Answer& answer, bool withBody);

  LiveSite& site_;
  QTcpServer server_;
  int open_ = 0;
};

}  // namespace offprint::cli
