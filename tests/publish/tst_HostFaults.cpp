#include "tests/publish/FaultProxy.h"
#include "tests/publish/Hosts.h"

using namespace offprint;
using namespace offprint::test;
using namespace Qt::StringLiterals;

namespace {

const Tree& siteA() {
  static const Tree site{{u"index.html"_s, "home <a href=\"b/index.html\">"},
                         {u"b/index.html"_s, "page b <img src=\"../media/b.png\">"},
                         {u"media/b.png"_s, "picture b"}};
  return site;
}
const Tree& siteB() {
  static const Tree site{{u"index.html"_s, "home <a href=\"c/index.html\">"},
                         {u"c/index.html"_s, "page c <img src=\"../media/c.png\">"},
                         {u"media/c.png"_s, "picture c"}};
  return site;
}

}  // namespace

/// Hosts whose files change one after another, on lines that break and with servers that refuse.
class HostFaults : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { isolate(cache_); }
  void cleanup() {
    sender_.reset();
    proxy_.reset();
    host_.reset();
  }

  /// The line is dead from the n-th request on, for every n: no page leads nowhere, and the next publication
  /// ends as a fresh one would.
  void cutFromEveryRequestOn_data() { hosts(); }
  void cutFromEveryRequestOn() {
    begin();
    bool whole = false;
    for (int n = 1; !whole; ++n) {
      QVERIFY(n < 100);
      proxy_->set([n](int number, const QByteArray&) {
        return FaultProxy::Verdict{number >= n ? FaultProxy::Fault::Cut : FaultProxy::Fault::None};
      });
      const auto sent = sender_->publish(siteB());
      whole = sent.has_value();
      if (!whole) QCOMPARE(codeOf(sent), ErrorCode::Network);
      QCOMPARE(deadLinks(host_->visible()), QStringList());
      proxy_->set({});
      must(sender_->publish(siteB()));
      QCOMPARE(pages(*host_), siteB());
      QCOMPARE(host_->litter(), QStringList());
      if (!whole) must(sender_->publish(siteA()));
    }
  }

  /// The host did it and the answer is lost: it is asked again.
  void everyAnswerLostOnce_data() { hosts(); }
  void everyAnswerLostOnce() {
    begin();
    for (int n = 1, requests = 100; n <= requests; ++n) {
      proxy_->set([n](int number, const QByteArray&) {
        return FaultProxy::Verdict{number == n ? FaultProxy::Fault::LoseAnswer : FaultProxy::Fault::None};
      });
      must(sender_->publish(siteB()));
      QCOMPARE(pages(*host_), siteB());
      requests = std::min(requests, proxy_->requests());
      proxy_->set({});
      must(sender_->publish(siteA()));
      QCOMPARE(pages(*host_), siteA());
    }
  }

  /// Case 3: one object of many is refused.
  void refusalsNameTheFile_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("code");
    for (const char* type : {"s3", "webdav"}) {
      const auto row = [type](int status, ErrorCode code) {
        QTest::addRow("%s %d", type, status) << QString::fromLatin1(type) << status << static_cast<int>(code);
      };
      row(403, ErrorCode::Denied);
      row(413, ErrorCode::Denied);
      row(503, ErrorCode::Network);
      row(507, ErrorCode::DiskFull);
    }
  }
  void refusalsNameTheFile() {
    QFETCH(int, status);
    QFETCH(int, code);
    begin();
    proxy_->set([status](int, const QByteArray& line) {
      const bool refused = line.contains("PUT /") && line.contains("/c/");
      return FaultProxy::Verdict{refused ? FaultProxy::Fault::Answer : FaultProxy::Fault::None, status};
    });
    const auto failed = sender_->publish(siteB());
    QCOMPARE(static_cast<int>(codeOf(failed)), code);
    QVERIFY2(failed.error().located().contains("c/index.html"_L1), qPrintable(failed.error().located()));
    QCOMPARE(deadLinks(host_->visible()), QStringList());
    const HostManifest list = must(HostManifest::read(host_->visible().value(kHostManifest)));
    QVERIFY(list.among({u"c/index.html"_s}).isEmpty());
    proxy_->set({});
    must(sender_->publish(siteB()));
    QCOMPARE(pages(*host_), siteB());
  }

  void aWrongSecretIsTold_data() {
    QTest::addColumn<QString>("type");
    for (const char* type : {"s3", "webdav", "ftps"})
      QTest::newRow(type) << QString::fromLatin1(type);
  }
  void aWrongSecretIsTold() {
    QFETCH(QString, type);
    const auto host = hostOf(type);
    Sender sender(type, host->settings(), [](const QString&) -> Result<QString> { return u"tell-nobody"_s; });
    const auto failed = sender.publish(siteA());
    QCOMPARE(codeOf(failed), ErrorCode::Auth);
    QVERIFY(!failed.error().located().contains("tell-nobody"_L1));
    QVERIFY(!failed.error().detail.contains("tell-nobody"_L1));
    QCOMPARE(host->visible(), Tree());
  }

  void twoPublicationsAtOnce_data() { aWrongSecretIsTold_data(); }
  void twoPublicationsAtOnce() {
    QFETCH(QString, type);
    const auto host = hostOf(type);
    Sender first(type, host->settings(), host->secrets());
    must(first.publish(siteA()));
    const auto waiting = first.begin(siteA());
    must(waiting->look(Publisher::Access::Write));
    Sender second(type, host->settings(), host->secrets());
    must(second.publish(siteB()));
    QCOMPARE(codeOf(first.send(*waiting)), ErrorCode::Conflict);
    QCOMPARE(pages(*host), siteB());
  }

  void otherWebDavServers() {
    RcloneHost host;
    Sender sender(u"webdav"_s, host.settings(), host.secrets());
    for (const Tree& site : {siteA(), siteB(), siteA()}) {
      must(sender.publish(site));
      QCOMPARE(pages(host), site);
      QVERIFY(must(sender.look(site)).empty());
    }
    QCOMPARE(host.litter(), QStringList());
  }
  void hostsThatRenameOntoNothing() {
    FtpHost host(FtpHost::Overwriting::Refused);
    Sender sender(u"ftps"_s, host.settings(), host.secrets());
    for (const Tree& site : {siteA(), siteB(), siteA()}) {
      must(sender.publish(site));
      QCOMPARE(pages(host), site);
    }
    QCOMPARE(host.litter(), QStringList());
  }
  void aCertificateThatNobodyKnows() {
    FtpHost host;
    qunsetenv("CURL_CA_BUNDLE");
    const auto failed = Sender(u"ftps"_s, host.settings(), host.secrets()).publish(siteA());
    QCOMPARE(codeOf(failed), ErrorCode::Denied);
    QVERIFY2(failed.error().message.contains("trusts"_L1), qPrintable(failed.error().message));
    QCOMPARE(host.visible(), Tree());
  }

 private:
  static void hosts() {
    QTest::addColumn<QString>("type");
    for (const char* type : {"s3", "webdav"})
      QTest::newRow(type) << QString::fromLatin1(type);
  }
  /// Site A is online, and everything goes through the proxy from now on.
  void begin() {
    QFETCH(QString, type);
    host_.reset(dynamic_cast<HttpHost*>(hostOf(type).release()));
    proxy_ = std::make_unique<FaultProxy>(host_->port());
    sender_ = std::make_unique<Sender>(type, host_->settingsAt(proxy_->port()), host_->secrets());
    must(sender_->publish(siteA()));
  }

  QTemporaryDir cache_;
  std::unique_ptr<HttpHost> host_;
  std::unique_ptr<FaultProxy> proxy_;
  std::unique_ptr<Sender> sender_;
};

QTEST_GUILESS_MAIN(HostFaults)
#include "tst_HostFaults.moc"
