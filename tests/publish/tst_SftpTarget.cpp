#include "exporters/publish/SshCommand.h"
#include "tests/publish/CutProxy.h"
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

/// A site of files of about the same size, so that every kind of request has its share of the bytes.
Tree even(const QByteArray& word) {
  Tree site{{u"index.html"_s, "home " + word}};
  for (int i = 0; i < 12; ++i)
    site.insert(u"n%1/index.html"_s.arg(i), (i % 3 == 0 ? "page " : word + ' ') + QByteArray::number(i));
  return site;
}

/// Whether a word stands in the arguments or the environment of any process.
bool shownByAProcess(const QByteArray& word) {
  for (const QString& process : QDir(u"/proc"_s).entryList(QDir::Dirs))
    for (const QString& part : {u"cmdline"_s, u"environ"_s}) {
      QFile file(u"/proc/"_s + process + u'/' + part);
      if (file.open(QIODevice::ReadOnly) && file.readAll().contains(word)) return true;
    }
  return false;
}

SecretSource answering(const QString& wanted, const QString& secret) {
  return [=](const QString& key) -> Result<QString> {
    if (key == wanted) return secret;
    return makeError(ErrorCode::Auth, u"no "_s + key);
  };
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

  /// The connection is lost at any byte, for good: visitors see the old site or the new one (file by file:
  /// whole files of both), and what follows ends as if nothing had been.
  void lostAtAnyByte_data() { ways(); }
  void lostAtAnyByte() {
    QFETCH(bool, link);
    SshHost host(*sshd_, QString::fromLatin1(QTest::currentDataTag()));
    CutProxy proxy(sshd_->port());
    QJsonObject settings = host.settings();
    settings.insert(u"port"_s, proxy.port());
    Sender sender(u"sftp"_s, settings);
    const Tree a = even("old");
    const Tree b = even("new");
    must(sender.publish(a));
    proxy.cutAfter(-1);
    must(sender.publish(b));
    const qint64 total = proxy.bytes();
    QVERIFY(total > 3'000);
    must(sender.publish(a));
    constexpr int kPoints = 14;
    for (int point = 1; point < kPoints; ++point) {
      proxy.cutAfter(total * point / kPoints, true);
      const auto cut = sender.publish(b);
      if (!cut) QCOMPARE(cut.error().code, ErrorCode::Network);
      const Tree seen = pages(host);
      if (link) QVERIFY2(seen == a || seen == b, qPrintable(QString::number(point)));
      for (auto file = seen.begin(); file != seen.end(); ++file)
        QVERIFY2(*file == a.value(file.key()) || *file == b.value(file.key()), qPrintable(file.key()));
      proxy.cutAfter(-1);
      must(sender.publish(b));
      QCOMPARE(pages(host), b);
      QCOMPARE(host.litter(), QStringList());
      must(sender.publish(a));
    }
  }
  /// The connection is lost once: the publication connects again and goes on by itself.
  void goesOnAfterALoss_data() { ways(); }
  void goesOnAfterALoss() {
    SshHost host(*sshd_, QString::fromLatin1(QTest::currentDataTag()));
    CutProxy proxy(sshd_->port());
    QJsonObject settings = host.settings();
    settings.insert(u"port"_s, proxy.port());
    Sender sender(u"sftp"_s, settings);
    must(sender.publish(siteA()));
    proxy.cutAfter(-1);
    must(sender.publish(siteB()));
    const qint64 total = proxy.bytes();
    Tree site = siteB();
    for (int point = 1; point < 8; ++point) {
      proxy.cutAfter(total * point / 8);
      site[u"media/large.bin"_s] = QByteArray(300'000, char('a' + point));
      site[u"index.html"_s] = "home " + QByteArray::number(point);
      must(sender.publish(site));
      QCOMPARE(pages(host), site);
      QCOMPARE(host.litter(), QStringList());
    }
    QVERIFY(sender.pauses > 0);
  }

  /// The first publication file by file ends in the middle: its files are ours, though no list says so yet.
  void aFirstPublicationThatWasCutOff() {
    SshHost host(*sshd_, u"off"_s);
    Sender first(u"sftp"_s, host.settings());
    publishFault().set([](const char* step, const QString& path) {
      return qstrcmp(step, "place") == 0 && path == "index.html"_L1 ? 1 : 0;
    });
    const auto cut = first.publish(siteA());
    publishFault().set({});
    QCOMPARE(codeOf(cut), ErrorCode::Network);
    QVERIFY2(cut.error().message.contains("online already"_L1), qPrintable(cut.error().message));
    QVERIFY(host.visible().contains(u"b/index.html"_s));
    Sender second(u"sftp"_s, host.settings());
    must(second.publish(siteB()));
    QCOMPARE(pages(host), siteB());
    QCOMPARE(host.litter(), QStringList());
    QVERIFY(must(second.look(siteB())).empty());
  }

  /// Case 12.
  void aHostIsMetForTheFirstTime() {
    SshHost host(*sshd_);
    QJsonObject settings = host.settings();
    settings.remove(u"hostKey"_s);
    Sender sender(u"sftp"_s, settings);
    const auto sent = sender.publish(siteA());
    QCOMPARE(codeOf(sent), ErrorCode::Auth);
    QCOMPARE(sent.error().detail, kUnknownHostKey + sshd_->fingerprint());
    QVERIFY(sent.error().message.contains(u"--accept-host-key "_s + sshd_->fingerprint()));
    QCOMPARE(host.visible(), Tree());
    QCOMPARE(host.litter(), QStringList());
  }
  void theKeyOfTheHostChanged() {
    Sshd sshd;
    SshHost host(sshd);
    Sender sender(u"sftp"_s, host.settings());
    must(sender.publish(siteA()));
    const QString before = sshd.fingerprint();
    const QString now = sshd.fingerprint(u"other"_s);
    sshd.restartWith(u"other"_s);
    const auto refused = [&](const QString& expected) {
      const auto sent = sender.publish(siteB());
      QCOMPARE(codeOf(sent), ErrorCode::Auth);
      QCOMPARE(sent.error().detail, kChangedHostKey + now);
      QVERIFY2(sent.error().message.contains(expected), qPrintable(sent.error().message));
      QVERIFY2(sent.error().message.contains(now), qPrintable(sent.error().message));
      QCOMPARE(pages(host), siteA());
    };
    refused(before);
    // The same without the copy of the key that was accepted.
    const QTemporaryDir empty;
    qputenv("XDG_CACHE_HOME", QFile::encodeName(empty.path()));
    refused(before);
    isolate(cache_);
  }

  void aKeyWithAPassphrase() {
    SshHost host(*sshd_);
    QJsonObject settings = host.settings();
    settings.insert(u"keyFile"_s, sshd_->path("locked"));
    QCOMPARE(codeOf(Sender(u"sftp"_s, settings).publish(siteA())), ErrorCode::Auth);
    const auto wrong =
        Sender(u"sftp"_s, settings, answering(u"passphrase"_s, u"open barley"_s)).publish(siteA());
    QCOMPARE(codeOf(wrong), ErrorCode::Auth);
    QVERIFY2(wrong.error().message.contains("passphrase"_L1), qPrintable(wrong.error().message));
    QVERIFY(!wrong.error().message.contains("barley"_L1) && !wrong.error().detail.contains("barley"_L1));
    QCOMPARE(host.litter(), QStringList());
    bool seen = false;
    publishFault().set([&seen](const char*, const QString&) {
      seen = seen || shownByAProcess("open sesame");
      return 0;
    });
    Sender sender(u"sftp"_s, settings, [&seen](const QString&) -> Result<QString> {
      seen = seen || shownByAProcess("open sesame");
      return u"open sesame"_s;
    });
    must(sender.publish(siteA()));
    QCOMPARE(pages(host), siteA());
    QVERIFY(!seen);
  }
  void aKeyThatTheHostDoesNotKnow() {
    SshHost host(*sshd_);
    QJsonObject settings = host.settings();
    settings.insert(u"keyFile"_s, sshd_->path("other"));
    QCOMPARE(codeOf(Sender(u"sftp"_s, settings).publish(siteA())), ErrorCode::Auth);
    QCOMPARE(host.visible(), Tree());
  }

  void twoPublicationsAtOnce() {
    SshHost host(*sshd_);
    Sender sender(u"sftp"_s, host.settings());
    must(sender.publish(siteA()));
    const auto first = sender.begin(siteB());
    must(first->look(Publisher::Access::Write));
    QCOMPARE(codeOf(sender.publish(siteB())), ErrorCode::Conflict);
    must(sender.look(siteB()));
    must(sender.send(*first));
    QCOMPARE(pages(host), siteB());
    QCOMPARE(host.litter(), QStringList());
  }
  /// Of another computer, from which nothing was heard for a while, and one that lives.
  void theLockOfAnotherComputer() {
    SshHost host(*sshd_);
    Sender sender(u"sftp"_s, host.settings());
    must(sender.publish(siteA()));
    const QString lock = QFileInfo(host.folder()).path() + u"/.offprint-publish-www/lock"_s;
    spill(lock, "offprint elsewhere then 1 1 somebody\n");
    QCOMPARE(codeOf(sender.publish(siteB())), ErrorCode::Conflict);
    QFile file(lock);
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.setFileTime(QDateTime::currentDateTimeUtc().addSecs(-3'600), QFile::FileModificationTime));
    file.close();
    must(sender.publish(siteB()));
    QCOMPARE(pages(host), siteB());
    QCOMPARE(host.litter(), QStringList());
  }

  /// What is changed there between the look and the switch is not lost.
  void aSiteThatChangesMeanwhile_data() { ways(); }
  void aSiteThatChangesMeanwhile() {
    SshHost host(*sshd_, QString::fromLatin1(QTest::currentDataTag()));
    Sender sender(u"sftp"_s, host.settings());
    must(sender.publish(siteA()));
    {
      const auto deploy = sender.begin(siteB());
      must(deploy->look(Publisher::Access::Write));
      host.edit({{u"theirs.txt"_s, "new"}});
      QCOMPARE(codeOf(sender.send(*deploy)), ErrorCode::Conflict);
    }
    QCOMPARE(pages(host).value(u"index.html"_s), siteA().value(u"index.html"_s));
    must(sender.publish(siteB()));
    QCOMPARE(pages(host).value(u"theirs.txt"_s), QByteArray("new"));
    QCOMPARE(pages(host).value(u"index.html"_s), siteB().value(u"index.html"_s));
  }
  void linksAndPermissionsOfOthersStay() {
    SshHost host(*sshd_);
    Sender sender(u"sftp"_s, host.settings());
    must(sender.publish(siteA()));
    QVERIFY(QFile::link(u"index.html"_s, host.folder() + u"/start.html"_s));
    QVERIFY(QDir().mkpath(host.folder() + u"/uploads/empty"_s));
    QVERIFY(QFile::setPermissions(host.folder() + u"/uploads"_s,
                                  QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadGroup));
    const auto before = QFile::permissions(host.folder() + u"/uploads"_s);
    must(sender.publish(siteB()));
    QVERIFY(host.isLink());
    QVERIFY(QFileInfo(host.folder() + u"/start.html"_s).isSymLink());
    QCOMPARE(slurp(host.folder() + u"/start.html"_s), siteB().value(u"index.html"_s));
    QVERIFY(QFileInfo(host.folder() + u"/uploads/empty"_s).isDir());
    QCOMPARE(QFile::permissions(host.folder() + u"/uploads"_s), before);
  }
  /// A place that is a folder is exchanged file by file, unless that is refused.
  void aFolderThatMustBeALink() {
    SshHost host(*sshd_, u"on"_s);
    host.edit({{u"index.html"_s, "theirs"}});
    Sender sender(u"sftp"_s, host.settings());
    sender.options.adopt = true;
    QCOMPARE(codeOf(sender.publish(siteA())), ErrorCode::Unsupported);
    QCOMPARE(host.visible(), (Tree{{u"index.html"_s, "theirs"}}));
    QCOMPARE(host.litter(), QStringList());
  }

  void settingsAreChecked_data() {
    QTest::addColumn<QStringList>("given");
    QTest::addColumn<QString>("word");
    const QStringList whole{u"host=example.org"_s, u"path=www"_s};
    QTest::newRow("no host") << QStringList{u"path=www"_s} << u"host"_s;
    QTest::newRow("option") << QStringList{u"host=-oProxyCommand=x"_s, u"path=www"_s} << u"host"_s;
    QTest::newRow("user in host") << QStringList{u"host=me@example.org"_s, u"path=www"_s} << u"host"_s;
    QTest::newRow("user") << whole + QStringList{u"user=-x"_s} << u"user"_s;
    QTest::newRow("port") << whole + QStringList{u"port=70000"_s} << u"port"_s;
    QTest::newRow("key") << whole + QStringList{u"keyFile=id_rsa"_s} << u"keyFile"_s;
    QTest::newRow("fingerprint") << whole + QStringList{u"hostKey=SHA256:short"_s} << u"hostKey"_s;
    QTest::newRow("outside") << QStringList{u"host=example.org"_s, u"path=../x"_s} << u"path"_s;
  }
  void settingsAreChecked() {
    QFETCH(QStringList, given);
    QFETCH(QString, word);
    const auto settings = readSettings(must(findPublisher(u"sftp"_s)), given);
    QCOMPARE(codeOf(settings), ErrorCode::InvalidInput);
    QVERIFY2(settings.error().message.contains(word), qPrintable(settings.error().message));
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
