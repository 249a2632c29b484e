#pragma once
#include "tests/publish/HttpHosts.h"

namespace offprint::test {

/// ProFTPD, which takes nothing unencrypted, with a certificate of the test's own authority.
class FtpHost : public WebDavHost {
 public:
  enum class Overwriting { Taken, Refused };

  explicit FtpHost(Overwriting overwriting = Overwriting::Taken) {
    open();
    QDir().mkpath(own(""));
    port_ = ServerProcess::freePort();
    command(QStringLiteral("openssl"),
            {QStringLiteral("req"), QStringLiteral("-x509"), QStringLiteral("-newkey"), QStringLiteral("ec"),
             QStringLiteral("-pkeyopt"), QStringLiteral("ec_paramgen_curve:prime256v1"),
             QStringLiteral("-nodes"), QStringLiteral("-subj"), QStringLiteral("/CN=127.0.0.1"),
             QStringLiteral("-addext"), QStringLiteral("subjectAltName=IP:127.0.0.1"),
             QStringLiteral("-keyout"), own("tls.key"), QStringLiteral("-out"), authority()});
    const QByteArray hash =
        command(QStringLiteral("openssl"),
                {QStringLiteral("passwd"), QStringLiteral("-6"), QStringLiteral("pass:word")})
            .trimmed();
    account("passwd", "me:" + hash + ":65534:65534::" + root().toUtf8() + ":/bin/false\n");
    account("group", "me:x:65534:\n");
    spill(own("conf"), settingsOfServer(overwriting));
    server_.start(QStringLiteral("/usr/sbin/proftpd"),
                  {QStringLiteral("-n"), QStringLiteral("-q"), QStringLiteral("-c"), own("conf")});
    server_.waitForPort(port_);
    qputenv("CURL_CA_BUNDLE", QFile::encodeName(authority()));
  }
  ~FtpHost() override { qunsetenv("CURL_CA_BUNDLE"); }
  FtpHost(const FtpHost&) = delete;
  FtpHost& operator=(const FtpHost&) = delete;

  QJsonObject settingsAt(quint16 port) const override {
    return {{QStringLiteral("host"), QStringLiteral("127.0.0.1:%1").arg(port)},
            {QStringLiteral("user"), QStringLiteral("me")},
            {QStringLiteral("folder"), QStringLiteral("a place/site")}};
  }

 private:
  QString authority() const { return own("tls.crt"); }
  /// A file of the server, where nobody else writes: it takes no others.
  QString own(const char* name) const { return dir_.filePath(QStringLiteral("own/")) + QLatin1String(name); }
  void account(const char* name, const QByteArray& line) const {
    spill(own(name), line);
    QFile::setPermissions(own(name), QFile::ReadOwner | QFile::WriteOwner);
  }
  static QByteArray command(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.start(program, arguments);
    if (!process.waitForFinished(60'000) || process.exitCode() != 0)
      qFatal("%s: %s", qPrintable(program), process.readAllStandardError().constData());
    return process.readAllStandardOutput();
  }
  QByteArray settingsOfServer(Overwriting overwriting) const {
    QByteArray text =
        "ServerName t\nServerType standalone\nDefaultAddress 127.0.0.1\nSocketBindTight on\nUseIPv6 off\n"
        "Port @PORT@\nModulePath /usr/lib/proftpd\nLoadModule mod_tls.c\nPidFile @DIR@/pid\n"
        "ScoreboardFile @DIR@/score\nDelayTable none\nDelayEngine off\nSystemLog @DIR@/log\nWtmpLog off\n"
        "TransferLog none\nAuthOrder mod_auth_file.c\nAuthUserFile @DIR@/passwd\nAuthGroupFile @DIR@/group\n"
        "RequireValidShell off\nDefaultRoot ~\nUser nobody\nGroup nogroup\nUseReverseDNS off\nMaxInstances "
        "30\n"
        "TLSEngine on\nTLSRequired on\nTLSLog @DIR@/tls.log\n"
        "TLSECCertificateFile @DIR@/tls.crt\nTLSECCertificateKeyFile @DIR@/tls.key\n"
        "TLSOptions NoSessionReuseRequired\n";
    text += overwriting == Overwriting::Taken ? "AllowOverwrite on\n" : "AllowOverwrite off\n";
    return text.replace("@DIR@", own("").chopped(1).toUtf8()).replace("@PORT@", QByteArray::number(port_));
  }
};

}  // namespace offprint::test
