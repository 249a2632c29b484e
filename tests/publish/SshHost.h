#pragma once
#include <unistd.h>
#include <QProcess>
#include <QTcpServer>

#include "exporters/publish/Askpass.h"
#include "tests/publish/Host.h"
#include "tests/support/SiteLibrary.h"

namespace offprint::test {

/// An sshd of this computer for the user who runs the tests, with keys of its own; ends with the object.
class Sshd {
 public:
  Sshd() {
    for (const char* key : {"host", "other", "user"})
      generate(QString::fromLatin1(key), {});
    generate(QStringLiteral("locked"), QStringLiteral("open sesame"));
    spill(path("authorized"), slurp(path("user.pub")) + slurp(path("locked.pub")));
    if (::geteuid() == 0) QDir().mkpath(QStringLiteral("/run/sshd"));  // where it separates its privileges
    start(QStringLiteral("host"));
    setAskpassProgram(program());
  }
  ~Sshd() { stop(); }
  Sshd(const Sshd&) = delete;
  Sshd& operator=(const Sshd&) = delete;

  quint16 port() const { return port_; }
  QString path(const char* name) const { return dir_.filePath(QString::fromLatin1(name)); }
  QString fingerprint(const QString& key = QStringLiteral("host")) const {
    return QString::fromLatin1(run(QStringLiteral("ssh-keygen"),
                                   {QStringLiteral("-lf"), dir_.filePath(key + QStringLiteral(".pub"))})
                                   .split(' ')
                                   .value(1));
  }
  /// Starts anew on the same port with another key of the host.
  void restartWith(const QString& key) {
    stop();
    start(key);
  }
  /// Settings of a target whose place is that folder.
  QJsonObject target(const QString& folder) const {
    return {{QStringLiteral("host"), QStringLiteral("127.0.0.1")},
            {QStringLiteral("port"), port_},
            {QStringLiteral("path"), folder},
            {QStringLiteral("keyFile"), path("user")},
            {QStringLiteral("hostKey"), fingerprint()}};
  }

  static QByteArray run(const QString& command, const QStringList& arguments) {
    QProcess process;
    process.start(command, arguments);
    if (!process.waitForFinished(60'000) || process.exitCode() != 0)
      qFatal("%s: %s", qPrintable(command), process.readAllStandardError().constData());
    return process.readAllStandardOutput();
  }

 private:
  void generate(const QString& name, const QString& passphrase) const {
    run(QStringLiteral("ssh-keygen"),
        {QStringLiteral("-q"), QStringLiteral("-t"), QStringLiteral("ed25519"), QStringLiteral("-N"),
         passphrase, QStringLiteral("-f"), dir_.filePath(name)});
  }
  void start(const QString& key) {
    if (port_ == 0) {
      QTcpServer free;
      if (!free.listen(QHostAddress::LocalHost)) qFatal("no free port");
      port_ = free.serverPort();
    }
    const QByteArray folder = QFile::encodeName(dir_.path());
    spill(path("config"), "ListenAddress 127.0.0.1\nPort " + QByteArray::number(port_) + "\nHostKey " +
                              folder + '/' + key.toLatin1() + "\nPidFile " + folder +
                              "/pid\nAuthorizedKeysFile " + folder + "/authorized\n" +
                              "StrictModes no\nUsePAM no\nPasswordAuthentication no\n"
                              "KbdInteractiveAuthentication no\nPermitRootLogin prohibit-password\n"
                              "MaxStartups 100\nMaxSessions 100\nSubsystem sftp internal-sftp\n");
    sshd_.start(QStringLiteral("/usr/sbin/sshd"), {QStringLiteral("-D"), QStringLiteral("-f"), path("config"),
                                                   QStringLiteral("-E"), path("log")});
    while (!QFile::exists(path("pid")))  // written when it listens
      if (sshd_.waitForFinished(20) || sshd_.state() == QProcess::NotRunning)
        qFatal("sshd: %s", slurp(path("log")).constData());
  }
  void stop() {
    sshd_.kill();
    sshd_.waitForFinished();
    QFile::remove(path("pid"));
  }

  QTemporaryDir dir_;
  QProcess sshd_;
  quint16 port_ = 0;
};

/// One for all tests of a program that change nothing about it.
inline const Sshd& sharedSshd() {
  static const Sshd sshd;
  return sshd;
}

/// A folder that an sshd of this computer shows. `way`: the field "switch".
class SshHost : public Host {
 public:
  explicit SshHost(const Sshd& sshd, QString way = {}) : sshd_(sshd), way_(std::move(way)) {}
  QJsonObject settings() const override {
    QJsonObject values = sshd_.target(folder());
    values.insert(QStringLiteral("switch"), way_);
    return values;
  }
  Tree visible() const override { return tree(folder()); }
  void edit(const Tree& changes) override { apply(folder(), changes); }
  /// One release besides the visible one is meant to stay.
  QStringList litter() const override {
    QStringList names = entries(dir_.path());
    names.removeAll(QStringLiteral("www"));
    const QStringList releases = entries(dir_.filePath(QStringLiteral("www.releases")));
    const bool parts = releases.join(u'/').contains(QLatin1String(".part"));
    if (releases.size() <= 2 && !parts) names.removeAll(QStringLiteral("www.releases"));
    return names + (names.isEmpty() ? QStringList() : releases);
  }
  QString folder() const { return dir_.filePath(QStringLiteral("www")); }
  bool isLink() const { return QFileInfo(folder()).isSymLink(); }

 private:
  static QStringList entries(const QString& path) {
    return QDir(path).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
  }
  const Sshd& sshd_;
  QString way_;
};

}  // namespace offprint::test
