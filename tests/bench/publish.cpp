// Publishing 1,000 files of 20 kB by SFTP against `rsync -a` over the same sshd, on loopback and with a
// distance of 40 ms: prints seconds and their ratio (limits: 0.6 and 1.0).
#include <cstdio>
#include <deque>
#include <mutex>
#include <QElapsedTimer>
#include <QTcpSocket>
#include <QThread>
#include <QTimer>

#include "tests/publish/Hosts.h"

using namespace offprint;
using namespace offprint::test;
using namespace Qt::StringLiterals;

namespace {

constexpr int kFolders = 40;
constexpr int kFilesEach = 25;
constexpr int kBytes = 20'000;
constexpr int kRounds = 3;

/// Hands bytes on after half of the distance, both ways; lives on a thread with an event loop.
class Distance : public QTcpServer {
 public:
  Distance(quint16 server, int milliseconds) : server_(server), milliseconds_(milliseconds) {}

 protected:
  void incomingConnection(qintptr descriptor) override {
    auto* client = new QTcpSocket(this);
    auto* server = new QTcpSocket(this);
    client->setSocketDescriptor(descriptor);
    server->connectToHost(QHostAddress::LocalHost, server_);
    for (QTcpSocket* socket : {client, server})
      socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    join(client, server);
    join(server, client);
  }

 private:
  void join(QTcpSocket* from, QTcpSocket* to) {
    connect(from, &QTcpSocket::readyRead, this, [=, this] {
      const QByteArray bytes = from->readAll();
      QTimer::singleShot(milliseconds_ / 2, Qt::PreciseTimer, to, [=] { to->write(bytes); });
    });
    connect(from, &QTcpSocket::disconnected, to,
            [=, this] { QTimer::singleShot(milliseconds_, to, [=] { to->disconnectFromHost(); }); });
  }
  quint16 server_;
  int milliseconds_;
};

Tree site() {
  Tree files;
  for (int folder = 0; folder < kFolders; ++folder)
    for (int file = 0; file < kFilesEach; ++file) {
      QByteArray content(kBytes, Qt::Uninitialized);
      for (int i = 0; i < kBytes; ++i)
        content[i] = static_cast<char>((i * 7 + folder * 131 + file * 17 + i / 251) & 0xff);
      files.insert(u"f%1/%2.html"_s.arg(folder).arg(file), content);
    }
  return files;
}

double published(const Sshd& sshd, quint16 port, const Tree& files, const QString& way) {
  SshHost host(sshd, way);
  QJsonObject settings = host.settings();
  settings.insert(u"port"_s, port);
  Sender sender(u"sftp"_s, settings);
  const auto deploy = sender.begin(files);
  QElapsedTimer clock;
  clock.start();
  must(deploy->look(Publisher::Access::Write));
  must(sender.send(*deploy));
  return double(clock.elapsed()) / 1000;
}

double copied(const Sshd& sshd, quint16 port, const QString& from) {
  const QTemporaryDir to;
  QElapsedTimer clock;
  clock.start();
  Sshd::run(u"rsync"_s, {u"-a"_s, u"-e"_s,
                         u"ssh -p %1 -i %2 -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null "
                         "-o LogLevel=ERROR"_s.arg(port)
                             .arg(sshd.path("user")),
                         from + u'/', u"127.0.0.1:"_s + to.path() + u"/site/"_s});
  return double(clock.elapsed()) / 1000;
}

}  // namespace

int main(int argc, char** argv) {
  const QCoreApplication application(argc, argv);
  const QTemporaryDir cache;
  isolate(cache);
  const Sshd sshd;
  const Tree files = site();
  const QTemporaryDir source;
  for (auto file = files.begin(); file != files.end(); ++file)
    spill(source.filePath(file.key()), *file);
  QThread far;
  far.start();
  Distance distance(sshd.port(), 40);
  if (!distance.listen(QHostAddress::LocalHost)) return 1;
  distance.moveToThread(&far);
  for (const auto& [where, port] : {std::pair("loopback", sshd.port()), {"40 ms", distance.serverPort()}}) {
    double link = 1e9;
    double folder = 1e9;
    double rsync = 1e9;
    for (int round = 0; round < kRounds; ++round) {
      link = std::min(link, published(sshd, port, files, u"on"_s));
      folder = std::min(folder, published(sshd, port, files, u"off"_s));
      rsync = std::min(rsync, copied(sshd, port, source.path()));
    }
    std::printf("%s: by link %.2f s (%.2f of rsync), file by file %.2f s (%.2f), rsync -a %.2f s\n", where,
                link, link / rsync, folder, folder / rsync, rsync);
  }
  QMetaObject::invokeMethod(&far, &QThread::quit);
  far.wait();
  return 0;
}
