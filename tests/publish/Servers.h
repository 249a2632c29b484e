#pragma once
#include <signal.h>
#include <sys/prctl.h>
#include <QProcess>
#include <QTcpServer>
#include <QTcpSocket>
#include <QtTest>

namespace offprint::test {

/// A server that runs while this object lives, and ends with the test program whatever happens.
class ServerProcess {
 public:
  ServerProcess() {
    process_.setChildProcessModifier([] { ::prctl(PR_SET_PDEATHSIG, SIGKILL); });
    process_.setProcessChannelMode(QProcess::MergedChannels);
  }
  ~ServerProcess() {
    process_.terminate();
    if (process_.state() != QProcess::NotRunning && !process_.waitForFinished(5'000)) process_.kill();
    process_.waitForFinished(5'000);
  }
  void start(const QString& program, const QStringList& arguments) {
    process_.start(program, arguments);
    if (!process_.waitForStarted(30'000))
      qFatal("%s does not start: packaging/setup --test", qPrintable(program));
  }
  /// The first line it says.
  QByteArray firstLine() {
    while (!process_.canReadLine() && process_.waitForReadyRead(60'000)) {
    }
    const QByteArray line = process_.readLine().trimmed();
    if (line.isEmpty()) qFatal("%s said nothing", qPrintable(process_.program()));
    return line;
  }
  /// Until somebody answers at this port of 127.0.0.1.
  void waitForPort(quint16 port) {
    QDeadlineTimer deadline(60'000);
    while (!deadline.hasExpired()) {
      QTcpSocket socket;
      socket.connectToHost(QStringLiteral("127.0.0.1"), port);
      if (socket.waitForConnected(1'000)) return;
      if (process_.waitForFinished(20)) break;
    }
    qFatal("%s: %s", qPrintable(process_.program()), process_.readAll().constData());
  }
  /// A port that nobody uses at this moment.
  static quint16 freePort() {
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    return server.serverPort();
  }

 private:
  QProcess process_;
};

struct HttpReply {
  int status = 0;
  QByteArray head;
  QByteArray body;
};

/// One plain request, by nothing that the program under test uses.
inline HttpReply httpSend(quint16 port, const QByteArray& method, const QByteArray& path,
                          const QByteArray& body = {}, const QByteArray& headers = {}) {
  QTcpSocket socket;
  socket.connectToHost(QStringLiteral("127.0.0.1"), port);
  if (!socket.waitForConnected(10'000)) qFatal("nothing answers at port %d", int(port));
  socket.write(method + ' ' + path + " HTTP/1.0\r\nHost: 127.0.0.1:" + QByteArray::number(port) +
               "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n" + headers + "\r\n" + body);
  QByteArray all;
  while (socket.waitForReadyRead(10'000))
    all += socket.readAll();
  all += socket.readAll();
  const qsizetype end = all.indexOf("\r\n\r\n");
  return {all.mid(9, 3).toInt(), all.left(end), all.mid(end + 4)};
}

}  // namespace offprint::test
