#include "tests/publish/Hosts.h"

using namespace offprint;
using namespace offprint::test;
using namespace Qt::StringLiterals;

namespace {

const Tree& siteA() {
  static const Tree site{{u"index.html"_s, "home"},
                         {u"a/index.html"_s, "page a"},
                         {u"b/index.html"_s, "page b"},
                         {u"media/p.png"_s, "picture 1"},
                         {u"100% #1 \"q\"/ü \\ é.txt"_s, "odd"},
                         {QString(200, u'x') + u"/index.html"_s, "long"},
                         {u"media/large.bin"_s, QByteArray(300'000, 'l')},
                         {u"empty.txt"_s, QByteArray("")}};
  return site;
}
Tree siteB() {
  Tree site = siteA();
  site[u"index.html"_s] = "home, newer";
  site[u"media/p.png"_s] = "picture 2";  // of equal size
  site[u"media/large.bin"_s] = QByteArray(300'000, 'm');
  site.remove(u"b/index.html"_s);
  site[u"c/index.html"_s] = "page c";
  return site;
}

}  // namespace

/// What a host that is reached by SSH has that no other host has.
class SftpTarget : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    isolate(cache_);
    sshd_ = std::make_unique<Sshd>();
  }
  void cleanup() { publishFault().set({}); }

  void goesBothWays_data() { ways(); }
  void goesBothWays() {
    QFETCH(bool, link);
    SshHost host(*sshd_, QString::fromLatin1(QTest::currentDataTag()));
    Sender sender(u"sftp"_s, host.settings());
    for (const Tree& site : {siteA(), siteB(), siteA()}) {
      must(sender.publish(site));
      QCOMPARE(pages(host), site);
      QCOMPARE(host.isLink(), link);
      QVERIFY(must(sender.look(site)).empty());
      QVERIFY(must(sender.verify()).isEmpty());
      QCOMPARE(host.litter(), QStringList());
    }
  }

 private:
  static void ways() {
    QTest::addColumn<bool>("link");
    QTest::newRow("on") << true;
    QTest::newRow("off") << false;
  }
  QTemporaryDir cache_;
  std::unique_ptr<Sshd> sshd_;
};

QTEST_GUILESS_MAIN(SftpTarget)
#include "tst_SftpTarget.moc"
