#pragma once
#include <QCryptographicHash>
#include <QDirIterator>
#include <QUrl>
#include <QXmlStreamReader>

#include "tests/publish/Host.h"
#include "tests/publish/Servers.h"
#include "tests/support/SiteLibrary.h"

namespace offprint::test {

/// A host that is reached at a port of this computer, or at that of a proxy in front of it.
class HttpHost : public Host {
 public:
  virtual QJsonObject settingsAt(quint16 port) const = 0;
  QJsonObject settings() const override { return settingsAt(port_); }
  quint16 port() const { return port_; }

 protected:
  ServerProcess server_;
  quint16 port_ = 0;
};

/// s3rver, which checks signatures, with a site below a prefix of its one bucket.
class S3Host : public HttpHost {
 public:
  S3Host() {
    // Its pages of a listing are told apart with DES.
    server_.start(QStringLiteral("node"), {QStringLiteral("--openssl-legacy-provider"),
                                           source(QStringLiteral("tests/publish/s3rver.js")), dir_.path()});
    port_ = server_.firstLine().toUShort();
  }
  QJsonObject settingsAt(quint16 port) const override {
    return {{QStringLiteral("endpoint"), QStringLiteral("http://127.0.0.1:%1").arg(port)},
            {QStringLiteral("bucket"), QStringLiteral("site")},
            {QStringLiteral("prefix"), QStringLiteral("www")},
            {QStringLiteral("keyId"), QStringLiteral("S3RVER")}};
  }
  SecretSource secrets() const override { return secretsOf(QStringLiteral("S3RVER")); }
  Tree visible() const override {
    Tree files;
    for (const QByteArray& key : keys())
      if (key.startsWith("www/")) files.insert(QString::fromUtf8(key.mid(4)), get(key).body);
    return files;
  }
  void edit(const Tree& changes) override {
    for (auto file = changes.begin(); file != changes.end(); ++file)
      put("www/" + file.key().toUtf8(), *file);
  }
  QStringList litter() const override {
    QStringList names = Host::litter();
    for (const QByteArray& key : keys())
      if (!key.startsWith("www/")) names += QString::fromUtf8(key);
    return names;
  }
  /// Writes, or removes (null content), past the prefix.
  void put(const QByteArray& key, const QByteArray& content) {
    httpSend(port_, content.isNull() ? "DELETE" : "PUT", place(key), content);
  }
  HttpReply get(const QByteArray& key) const { return httpSend(port_, "GET", place(key)); }
  QByteArrayList keys() const {
    QXmlStreamReader reader(httpSend(port_, "GET", "/site?list-type=2").body);
    QByteArrayList all;
    while (!reader.atEnd())
      if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("Key"))
        all += reader.readElementText().toUtf8();
    return all;
  }

 private:
  static QByteArray place(const QByteArray& key) {
    return "/site/" + QUrl::toPercentEncoding(QString::fromUtf8(key), "/");
  }
};

/// A folder that a WebDAV server writes; it may run under another account than this program.
class WebDavHost : public HttpHost {
 public:
  QJsonObject settingsAt(quint16 port) const override {
    return {{QStringLiteral("address"), QStringLiteral("http://127.0.0.1:%1/a%20place/site").arg(port)},
            {QStringLiteral("user"), QStringLiteral("me")}};
  }
  SecretSource secrets() const override { return secretsOf(QStringLiteral("pass:word")); }
  Tree visible() const override { return tree(folder()); }
  void edit(const Tree& changes) override {
    apply(folder(), changes);
    open();
  }
  QString folder() const { return root() + QStringLiteral("/a place/site"); }

 protected:
  QString root() const { return dir_.filePath(QStringLiteral("root")); }
  /// Lets every account in, from the temporary folder down.
  void open() const {
    QDir().mkpath(root());
    const QFile::Permissions all(0x7777);
    QDir above(dir_.path());
    do {
      QFile::setPermissions(above.path(), all);
    } while (above.cdUp() && above.path() != QLatin1String("/tmp") && !above.isRoot());
    QFile::setPermissions(root(), all);
    for (QDirIterator walk(root(), QDir::Dirs | QDir::NoDotAndDotDot, QDirIterator::Subdirectories);
         walk.hasNext();)
      QFile::setPermissions(walk.next(), all);
  }
};

class ApacheHost : public WebDavHost {
 public:
  ApacheHost() {
    open();
    port_ = ServerProcess::freePort();
    const QByteArray hash = QCryptographicHash::hash("pass:word", QCryptographicHash::Sha1).toBase64();
    spill(dir_.filePath(QStringLiteral("accounts")), "me:{SHA}" + hash + '\n');
    QByteArray text =
        "ServerRoot @DIR@\nDefaultRuntimeDir @DIR@\nPidFile pid\nListen 127.0.0.1:@PORT@\n"
        "ServerName localhost\nErrorLog error.log\nDAVLockDB @DIR@/root.lock\n"
        "User www-data\nGroup www-data\nDocumentRoot @DIR@/root\n";
    for (const char* module :
         {"mpm_event", "authz_core", "authn_core", "authn_file", "authz_user", "auth_basic", "dav", "dav_fs"})
      text += QByteArray("LoadModule ") + module + "_module /usr/lib/apache2/modules/mod_" + module + ".so\n";
    text +=
        "<Directory @DIR@/root>\nDAV On\nAuthType Basic\nAuthName x\nAuthUserFile @DIR@/accounts\n"
        "Require valid-user\n</Directory>\n";
    text.replace("@DIR@", dir_.path().toUtf8()).replace("@PORT@", QByteArray::number(port_));
    spill(dir_.filePath(QStringLiteral("conf")), text);
    server_.start(
        QStringLiteral("/usr/sbin/apache2"),
        {QStringLiteral("-f"), dir_.filePath(QStringLiteral("conf")), QStringLiteral("-DFOREGROUND")});
    server_.waitForPort(port_);
  }
};

/// Another program's WebDAV.
class RcloneHost : public WebDavHost {
 public:
  RcloneHost() {
    open();
    port_ = ServerProcess::freePort();
    server_.start(QStringLiteral("rclone"),
                  {QStringLiteral("serve"), QStringLiteral("webdav"), QStringLiteral("--addr"),
                   QStringLiteral("127.0.0.1:%1").arg(port_), QStringLiteral("--user"), QStringLiteral("me"),
                   QStringLiteral("--pass"), QStringLiteral("pass:word"), QStringLiteral("--dir-cache-time"),
                   QStringLiteral("0"), root()});
    server_.waitForPort(port_);
  }
};

}  // namespace offprint::test
