#pragma once
#include <QUrl>
#include <QXmlStreamReader>

#include "tests/publish/Host.h"
#include "tests/publish/Servers.h"

namespace offprint::test {

/// s3rver, which checks signatures, with a site below a prefix of its one bucket.
class S3Host : public Host {
 public:
  S3Host() {
    // Its pages of a listing are told apart with DES.
    server_.start(QStringLiteral("node"), {QStringLiteral("--openssl-legacy-provider"),
                                           source(QStringLiteral("tests/publish/s3rver.js")), dir_.path()});
    port_ = server_.firstLine().toUShort();
  }
  QJsonObject settings() const override {
    return {{QStringLiteral("endpoint"), QStringLiteral("http://127.0.0.1:%1").arg(port_)},
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
  quint16 port() const { return port_; }

 private:
  static QByteArray place(const QByteArray& key) {
    return "/site/" + QUrl::toPercentEncoding(QString::fromUtf8(key), "/");
  }
  ServerProcess server_;
  quint16 port_ = 0;
};

}  // namespace offprint::test
