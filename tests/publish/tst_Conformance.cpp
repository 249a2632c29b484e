#include <sys/wait.h>
#include <unistd.h>

#include "exporters/publish/GitCommand.h"
#include "tests/publish/Hosts.h"

using namespace offprint;
using namespace offprint::test;
using namespace Qt::StringLiterals;

namespace {

QStringList paths(const QList<PlannedFile>& files) {
  QStringList list;
  for (const PlannedFile& file : files)
    list += file.path;
  return list;
}

const Tree& siteA() {
  static const Tree site{
      {u"index.html"_s, "home <a href=\"a/index.html\"> <a href=\"b/index.html\">"},
      {u"a/index.html"_s, "page a <img src=\"../media/p.png\">"},
      {u"b/index.html"_s, "page b <img src=\"../media/b.png\"> <a href=\"../index.html\">"},
      {u"media/b.png"_s, "picture b"},
      {u"media/p.png"_s, "picture 1"},
      {u"100% #1 \"q\"/ü \\ é.txt"_s, "odd"},
      {QString(200, u'x') + u"/index.html"_s, "long"},
      {u"empty.txt"_s, QByteArray("")}};
  return site;
}
Tree siteB() {
  Tree site = siteA();
  site[u"index.html"_s] = "home, newer <a href=\"a/index.html\"> <a href=\"c/index.html\">";
  site[u"a/index.html"_s] = "page a, newer <a href=\"../c/index.html\">";
  site[u"media/p.png"_s] = "picture 2";  // of equal size
  site.remove(u"b/index.html"_s);
  site.remove(u"media/b.png"_s);
  site[u"c/index.html"_s] = "page c <img src=\"../media/c.png\">";
  site[u"media/c.png"_s] = "picture c";
  return site;
}

/// Empty when visitors see one of both sites, or, where files change one after another, whole files of both
/// and no page that leads to a missing one.
QString mixture(const Tree& seen, bool atOnce) {
  if (seen == siteA() || seen == siteB()) return {};
  if (atOnce) return u"a mixture: "_s + seen.keys().join(u' ');
  for (auto file = seen.begin(); file != seen.end(); ++file)
    if (!file.key().contains(u".offprint-p"_s) && *file != siteA().value(file.key()) &&
        *file != siteB().value(file.key()))
      return u"not whole: "_s + file.key();
  return deadLinks(seen).join(u' ');
}

}  // namespace

/// cases/publish.md over every kind of target, each with a real host.
class Conformance : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { isolate(cache_); }
  void init() {
    if (!QTest::currentDataTag() || !findPublisher(QString::fromLatin1(QTest::currentDataTag()))) return;
    host_ = hostOf(QString::fromLatin1(QTest::currentDataTag()));
    QVERIFY2(host_, "this kind of target has no host in tests/publish/Hosts.h");
    type_ = must(findPublisher(QString::fromLatin1(QTest::currentDataTag())));
    sender_ = std::make_unique<Sender>(type_.id, host_->settings(), host_->secrets());
  }
  void cleanup() {
    publishFault().set({});
    sender_.reset();
    host_.reset();
  }

  void publishesAndThenNothing_data() { targets(); }
  void publishesAndThenNothing() {
    must(sender_->publish(siteA()));
    QCOMPARE(pages(*host_), siteA());
    for (int time = 2; time <= 3; ++time) {
      const DeployPlan plan = must(sender_->look(siteA()));
      QVERIFY(plan.empty());
      QVERIFY(plan.findings.isEmpty());
      QCOMPARE(plan.unchanged, siteA().size());
      QCOMPARE(plan.bytesToSend(), 0);
      must(sender_->publish(siteA()));
    }
    QVERIFY(must(sender_->verify()).isEmpty());
    QCOMPARE(host_->litter(), QStringList());
  }

  void sendsWhatChanged_data() { targets(); }
  void sendsWhatChanged() {
    must(sender_->publish(siteA()));
    const DeployPlan plan = must(sender_->look(siteB()));
    QCOMPARE(paths(plan.added), (QStringList{u"c/index.html"_s, u"media/c.png"_s}));
    QCOMPARE(paths(plan.changed), (QStringList{u"a/index.html"_s, u"index.html"_s, u"media/p.png"_s}));
    QCOMPARE(paths(plan.removed), (QStringList{u"b/index.html"_s, u"media/b.png"_s}));
    must(sender_->publish(siteB()));
    QCOMPARE(pages(*host_), siteB());
    must(sender_->publish(siteA()));
    QCOMPARE(pages(*host_), siteA());
  }

  void looksWithoutATrace_data() { targets(); }
  void looksWithoutATrace() {
    must(sender_->look(siteA()));
    QCOMPARE(host_->visible(), Tree());
    QCOMPARE(host_->litter(), QStringList());
    QCOMPARE(
        QDir(cache_.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).filter(u"offprint-look"_s),
        QStringList());
  }

  /// Case 1.
  void refusesAPlaceOfOthers_data() { targets(); }
  void refusesAPlaceOfOthers() {
    const Tree others{{u"index.html"_s, "theirs"}, {u"keep.txt"_s, "kept"}};
    host_->edit(others);
    QCOMPARE(codeOf(sender_->publish(siteA())), ErrorCode::Conflict);
    QCOMPARE(host_->visible(), others);
    sender_->options.adopt = true;
    must(sender_->publish(siteA()));
    Tree expected = siteA();
    expected.insert(others);
    QCOMPARE(pages(*host_), expected);
    sender_->options.useMine = true;
    must(sender_->publish(siteA()));
    QCOMPARE(pages(*host_).value(u"index.html"_s), siteA().value(u"index.html"_s));
    QCOMPARE(pages(*host_).value(u"keep.txt"_s), QByteArray("kept"));
  }

  /// Case 2, and 14 for files that came since.
  void keepsWhatOthersPut_data() { targets(); }
  void keepsWhatOthersPut() {
    must(sender_->publish(siteA()));
    const Tree others{{u".github/workflows/x.yml"_s, "on: push"},
                      {u"CNAME"_s, "example.org"},
                      {u".well-known/a"_s, "b"},
                      {u"b/theirs.txt"_s, "in our folder"}};
    host_->edit(others);
    const DeployPlan plan = must(sender_->look(siteB()));
    QCOMPARE(paths(plan.foreign), QStringList(others.keys()));
    must(sender_->publish(siteB()));
    Tree expected = siteB();
    expected.insert(others);
    QCOMPARE(pages(*host_), expected);
  }

  /// What was changed on the host is kept, told, and replaced when asked for.
  void keepsWhatOthersChanged_data() { targets(); }
  void keepsWhatOthersChanged() {
    must(sender_->publish(siteA()));
    host_->edit({{u"index.html"_s, "edited there"}, {u"b/index.html"_s, "edited too"}});
    const DeployPlan plan = must(sender_->look(siteB()));
    QCOMPARE(paths(plan.foreign), (QStringList{u"index.html"_s, u"b/index.html"_s}));
    must(sender_->publish(siteB()));
    Tree expected = siteB();
    expected[u"index.html"_s] = "edited there";
    expected[u"b/index.html"_s] = "edited too";
    QCOMPARE(pages(*host_), expected);
    sender_->options.useMine = true;
    must(sender_->publish(siteB()));
    QCOMPARE(pages(*host_).value(u"index.html"_s), siteB().value(u"index.html"_s));
  }

  /// Cases 4 and 8.
  void repairsAndRemovesWhatIsGone_data() { targets(); }
  void repairsAndRemovesWhatIsGone() {
    must(sender_->publish(siteA()));
    host_->edit({{u"a/index.html"_s, QByteArray()}, {u"b/index.html"_s, QByteArray()}});
    const Findings findings = must(sender_->verify());
    QCOMPARE(findings.size(), 2);
    QCOMPARE(findings.constFirst().code, u"host.missing"_s);
    must(sender_->publish(siteB()));
    QCOMPARE(pages(*host_), siteB());
    QVERIFY(must(sender_->verify()).isEmpty());
  }

  void aLostListRemovesNothing_data() { targets(); }
  void aLostListRemovesNothing() {
    must(sender_->publish(siteA()));
    for (const QByteArray& list : {QByteArray(), QByteArray("{ damaged")}) {
      host_->edit({{kHostManifest, list}});
      const DeployPlan plan = must(sender_->look(siteB()));
      QVERIFY(plan.removed.isEmpty());
      QCOMPARE(plan.findings.value(0).code, u"host.no-list"_s);
    }
    must(sender_->publish(siteA()));
    QVERIFY(must(sender_->verify()).isEmpty());
    host_->edit({{kHostManifest, QByteArray()}});
    must(sender_->publish(siteB()));
    Tree expected = siteB();
    for (const QString& path : {u"b/index.html"_s, u"media/b.png"_s})
      expected[path] = siteA().value(path);
    QCOMPARE(pages(*host_), expected);
  }

  /// The library remembers what was published to a target of this name; the place is another one today.
  void aRememberedNameTakesNoFolderOfOthers_data() { targets(); }
  void aRememberedNameTakesNoFolderOfOthers() {
    must(sender_->publish(siteA()));
    Tree gone;
    for (const QString& path : host_->visible().keys())
      gone.insert(path, QByteArray());
    host_->edit(gone);
    const Tree others{{u"index.html"_s, "theirs"}, {u"a/index.html"_s, siteA().value(u"a/index.html"_s)}};
    host_->edit(others);
    QCOMPARE(codeOf(sender_->publish(siteB())), ErrorCode::Conflict);
    QCOMPARE(host_->visible(), others);
    sender_->options.adopt = true;
    must(sender_->publish(siteB()));
    QCOMPARE(pages(*host_).value(u"index.html"_s), QByteArray("theirs"));
  }

  /// Visitors may read the list, and find no address in it.
  void theListNamesNoFile_data() { targets(); }
  void theListNamesNoFile() {
    must(sender_->publish(siteA()));
    const QByteArray list = host_->visible().value(kHostManifest);
    QVERIFY(!list.isEmpty());
    for (const char* word : {"index", "html", "media", "odd"})
      QVERIFY(!list.contains(word));
    QCOMPARE(must(HostManifest::read(list)).among(siteA().keys()).keys(), siteA().keys());
  }
  /// Another library of the same site knows no names of what is gone.
  void whatNobodyCanNameIsCounted_data() { targets(); }
  void whatNobodyCanNameIsCounted() {
    must(sender_->publish(siteA()));
    host_->edit({{u"a/index.html"_s, QByteArray()}});
    sender_->last.reset();
    const Findings findings = must(sender_->verify());
    QCOMPARE(findings.size(), 1);
    QVERIFY(findings.constFirst().message.startsWith(u"1 "_s));
  }
  void aListOfALaterProgramIsLeftAlone() {
    QCOMPARE(codeOf(HostManifest::read("{\"format\":\"offprint-published\",\"version\":9}")),
             ErrorCode::VersionTooNew);
  }

  void somethingInTheWayIsTold_data() { targets(); }
  void somethingInTheWayIsTold() {
    must(sender_->publish(siteA()));
    host_->edit({{u"c"_s, "a file where a folder has to be"}});
    const DeployPlan plan = must(sender_->look(siteB()));
    QVERIFY(hasErrors(plan.findings));
    QCOMPARE(codeOf(sender_->publish(siteB())), ErrorCode::Conflict);
    QCOMPARE(pages(*host_).value(u"index.html"_s), siteA().value(u"index.html"_s));
  }

  /// Cases 3 and 9: a file that does not come through, once and for good.
  void aLostConnection_data() { targets(); }
  void aLostConnection() {
    must(sender_->publish(siteA()));
    const auto failAt = [](int times) {
      publishFault().set([left = times](const char* step, const QString& path) mutable {
        return qstrcmp(step, "stage") == 0 && path == "c/index.html"_L1 && left-- > 0 ? 1 : 0;
      });
    };
    failAt(1'000);
    const auto failed = sender_->publish(siteB());
    QCOMPARE(codeOf(failed), ErrorCode::Network);
    QVERIFY(failed.error().located().contains("c/index.html"_L1));
    QCOMPARE(pages(*host_), siteA());
    QCOMPARE(host_->litter(), QStringList());
    QCOMPARE(sender_->pauses, 3);
    failAt(2);
    must(sender_->publish(siteB()));
    QCOMPARE(pages(*host_), siteB());
  }

  void cancelLeavesTheOldSite_data() { targets(); }
  void cancelLeavesTheOldSite() {
    must(sender_->publish(siteA()));
    publishFault().set([this](const char* step, const QString&) {
      if (qstrcmp(step, "manifest") == 0) sender_->task.cancel();
      return 0;
    });
    QCOMPARE(codeOf(sender_->publish(siteB())), ErrorCode::Cancelled);
    QCOMPARE(pages(*host_), siteA());
    QCOMPARE(host_->litter(), QStringList());
  }

  /// Case 16.
  void manyRemovalsWantAWord_data() { targets(); }
  void manyRemovalsWantAWord() {
    Tree large = siteA();
    for (int i = 0; i < 30; ++i)
      large.insert(u"n/%1.html"_s.arg(i), "n");
    must(sender_->publish(large));
    QCOMPARE(codeOf(sender_->publish(siteA())), ErrorCode::Conflict);
    QCOMPARE(pages(*host_), large);
    sender_->options.maxRemovals = 30;
    must(sender_->publish(siteA()));
    QCOMPARE(pages(*host_), siteA());
  }

  /// The process dies before each step in turn: visitors see what mixture() allows, and the next
  /// publication ends as if nothing had been.
  void killedAtEveryStep_data() { targets(); }
  void killedAtEveryStep() {
    must(sender_->publish(siteA()));
    bool ended = false;
    int step = 0;
    while (!ended) {
      ++step;
      QVERIFY(step < 60);
      const pid_t child = ::fork();
      if (child == 0) {
        publishFault().set([left = step](const char*, const QString&) mutable {
          if (--left == 0) ::_exit(9);
          return 0;
        });
        const auto sent = sender_->publish(siteB());
        ::_exit(sent ? 0 : 1);
      }
      int status = 0;
      ::waitpid(child, &status, 0);
      QVERIFY(WIFEXITED(status));
      QVERIFY(WEXITSTATUS(status) != 1);
      ended = WEXITSTATUS(status) == 0;
      const Tree seen = pages(*host_);
      const QString mixed = mixture(seen, type_.atOnce);
      QVERIFY2(mixed.isEmpty(), qPrintable(u"step %1: %2"_s.arg(step).arg(mixed)));
      must(sender_->publish(siteB()));
      QCOMPARE(pages(*host_), siteB());
      QCOMPARE(host_->litter(), QStringList());
      must(sender_->publish(siteA()));
    }
    QVERIFY(step > 5);
  }

  /// A disk that is full at any moment leaves the old site or the new one, and says so.
  void aFullDisk_data() { targets(); }
  void aFullDisk() {
    must(sender_->publish(siteA()));
    bool met = true;
    for (int n = 1; met; ++n) {
      const auto deploy = sender_->begin(siteB());
      must(deploy->look(Publisher::Access::Write));
      met = false;
      files::setFaultInjector([&met, left = n](const char*, const QString&) mutable {
        if (--left != 0) return 0;
        met = true;
        return ENOSPC;
      });
      const auto sent = sender_->send(*deploy);
      files::setFaultInjector({});
      if (met) QCOMPARE(codeOf(sent), ErrorCode::DiskFull);
      QCOMPARE(pages(*host_), met ? siteA() : siteB());
    }
    QCOMPARE(host_->litter(), QStringList());
  }

  /// Case 10.
  void twoSitesInOneBranch() {
    GitHost host;
    QJsonObject inFolder = host.settings();
    inFolder.insert(u"folder"_s, u"blog"_s);
    Sender root(u"git"_s, host.settings());
    Sender blog(u"git"_s, inFolder);
    const Tree site{{u"index.html"_s, "x"}, {u"about.html"_s, "y"}};
    must(root.publish(site));
    must(blog.publish(site));
    must(blog.publish({{u"index.html"_s, "x"}}));
    QVERIFY(must(root.look(site)).empty());
    const Tree seen = host.visible();
    QVERIFY(seen.contains(u"about.html"_s));
    QVERIFY(!seen.contains(u"blog/about.html"_s));
    QVERIFY(seen.contains(u"blog/index.html"_s));
  }

  /// Case 14: somebody pushed after the plan.
  void aMovedBranchIsNotForced() {
    GitHost host;
    Sender sender(u"git"_s, host.settings());
    must(sender.publish(siteA()));
    const auto deploy = sender.begin(siteB());
    must(deploy->look(Publisher::Access::Write));
    host.edit({{u"theirs.txt"_s, "new"}});
    QCOMPARE(codeOf(sender.send(*deploy)), ErrorCode::Conflict);
    QCOMPARE(pages(host).value(u"index.html"_s), siteA().value(u"index.html"_s));
  }
  void aMovedBranchIsToldAndKept() {
    GitHost host;
    Sender sender(u"git"_s, host.settings());
    must(sender.publish(siteA()));
    host.edit({{u"theirs.txt"_s, "new"}});
    const DeployPlan plan = must(sender.look(siteB()));
    QCOMPARE(plan.findings.value(0).code, u"host.moved"_s);
    must(sender.publish(siteB()));
    QCOMPARE(pages(host).value(u"theirs.txt"_s), QByteArray("new"));
    QCOMPARE(host.ask({u"rev-list"_s, u"--count"_s, u"gh-pages"_s}).trimmed(), QByteArray("3"));
    QVERIFY(host.ask({u"log"_s, u"-1"_s, u"--format=%B"_s, u"gh-pages"_s})
                .contains("2 added, 3 changed, 2 removed"));
  }

  /// A cache that is lost, or another computer, costs a fetch and nothing else.
  void anotherComputerPublishes() {
    GitHost host;
    Sender sender(u"git"_s, host.settings());
    must(sender.publish(siteA()));
    const QTemporaryDir other;
    isolate(other);
    Sender second(u"git"_s, host.settings());
    QVERIFY(must(second.look(siteA())).empty());
    must(second.publish(siteB()));
    QCOMPARE(pages(host), siteB());
    isolate(cache_);
    QVERIFY(must(sender.look(siteB())).empty());
    must(sender.publish(siteA()));
    QCOMPARE(pages(host), siteA());
  }

  void pagesHostsGetTheirFiles() {
    GitHost host;
    QJsonObject settings = host.settings();
    settings.insert(u"pages"_s, true);
    settings.insert(u"domain"_s, u"example.org"_s);
    Sender sender(u"git"_s, settings);
    must(sender.publish(siteA()));
    QCOMPARE(host.visible().value(u"CNAME"_s), QByteArray("example.org\n"));
    QVERIFY(host.visible().contains(u".nojekyll"_s));
    QVERIFY(must(sender.look(siteA())).empty());
  }

  /// What is put into the folder while it is published lies in the folder that is kept.
  void aFolderThatChangesMeanwhileIsKept() {
    FolderHost host;
    Sender sender(u"folder"_s, host.settings());
    must(sender.publish(siteA()));
    const auto deploy = sender.begin(siteB());
    must(deploy->look(Publisher::Access::Write));
    host.edit({{u"theirs.txt"_s, "new"}});
    const Switched switched = must(sender.send(*deploy));
    QCOMPARE(switched.findings.value(0).code, u"host.changed-meanwhile"_s);
    QCOMPARE(slurp(switched.findings.value(0).file + u"/theirs.txt"_s), QByteArray("new"));
    must(sender.publish(siteA()));
    QCOMPARE(slurp(switched.findings.value(0).file + u"/theirs.txt"_s), QByteArray("new"));
  }
  void twoPublicationsAtOnce() {
    FolderHost host;
    Sender sender(u"folder"_s, host.settings());
    must(sender.publish(siteA()));
    const auto first = sender.begin(siteB());
    must(first->look(Publisher::Access::Write));
    QCOMPARE(codeOf(sender.publish(siteB())), ErrorCode::Conflict);
    must(sender.send(*first));
    QCOMPARE(pages(host), siteB());
  }

  void settingsAreChecked_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<QStringList>("given");
    QTest::addColumn<QString>("word");
    QTest::newRow("missing") << u"folder"_s << QStringList() << u"path"_s;
    QTest::newRow("relative") << u"folder"_s << QStringList{u"path=www"_s} << u"path"_s;
    QTest::newRow("unknown") << u"folder"_s << QStringList{u"place=x"_s} << u"place"_s;
    QTest::newRow("password") << u"git"_s << QStringList{u"remote=https://me:secret@example.org/x.git"_s}
                              << u"password"_s;
    QTest::newRow("token") << u"git"_s << QStringList{u"remote=https://secret@example.org/x.git"_s}
                           << u"credential"_s;
    QTest::newRow("token in a wrong address")
        << u"git"_s << QStringList{u"remote=HTTPS://secret@exa mple:org/x.git"_s} << u"credential"_s;
    QTest::newRow("token in the public address")
        << u"git"_s << QStringList{u"remote=a@b:c"_s, u"url=https://secret@example.org/"_s}
        << u"credential"_s;
    QTest::newRow("password of SSH") << u"git"_s << QStringList{u"remote=ssh://git:secret@example.org/x"_s}
                                     << u"password"_s;
    QTest::newRow("program") << u"git"_s << QStringList{u"remote=ext::sh -c x"_s} << u"remote"_s;
    QTest::newRow("option") << u"git"_s << QStringList{u"remote=--upload-pack=x"_s} << u"remote"_s;
    QTest::newRow("branch") << u"git"_s << QStringList{u"remote=a@b:c"_s, u"branch=a..b"_s} << u"branch"_s;
    QTest::newRow("outside") << u"git"_s << QStringList{u"remote=a@b:c"_s, u"folder=../x"_s} << u"folder"_s;
  }
  void settingsAreChecked() {
    QFETCH(QString, type);
    QFETCH(QStringList, given);
    QFETCH(QString, word);
    const auto settings = readSettings(must(findPublisher(type)), given);
    QCOMPARE(codeOf(settings), ErrorCode::InvalidInput);
    QVERIFY2(settings.error().message.contains(word), qPrintable(settings.error().message));
    QVERIFY(!settings.error().message.contains("secret"_L1));
  }

  void theAccountOfSshIsNoSecret() {
    must(readSettings(must(findPublisher(u"git"_s)), {u"remote=ssh://git@example.org:22/me/x.git"_s}));
    must(readSettings(must(findPublisher(u"git"_s)), {u"remote=https://example.org/@me/x.git"_s}));
  }

  void theTestOfATargetLeavesNothing_data() { targets(); }
  void theTestOfATargetLeavesNothing() {
    for (const TargetTest& step : type_.test(host_->settings(), host_->secrets(), Task()))
      QVERIFY2(step.result, step.result ? "" : qPrintable(step.step + step.result.error().message));
    QCOMPARE(host_->visible(), Tree());
    QCOMPARE(host_->litter(), QStringList());
  }
  /// What Git and SSH say, as errors that a person can act on.
  void failuresOfGitAreToldApart_data() {
    QTest::addColumn<QByteArray>("said");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("word");
    const auto row = [](const char* said, ErrorCode code, const char* word) {
      QTest::newRow(word) << QByteArray(said) << static_cast<int>(code) << QString::fromLatin1(word);
    };
    row("Host key verification failed.\nfatal: Could not read from remote repository.", ErrorCode::Auth,
        "ssh");
    row("WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!\nSHA256:abc123.\nHost key verification failed.",
        ErrorCode::Auth, "SHA256:abc123");
    row("git@x: Permission denied (publickey).\nfatal: Could not read from remote repository.",
        ErrorCode::Auth, "key");
    row(" ! [rejected] x -> y (stale info)\nerror: failed to push some refs", ErrorCode::Conflict, "branch");
    row(" ! [remote rejected] x -> y (pre-receive hook declined)", ErrorCode::Denied, "refused");
    row("fatal: unable to access 'https://x/': Could not resolve host: x", ErrorCode::Network, "reached");
    row("fatal: repository 'https://x/' not found", ErrorCode::NotFound, "repository");
    row("fatal: write error: No space left on device", ErrorCode::DiskFull, "disk");
  }
  void failuresOfGitAreToldApart() {
    QFETCH(QByteArray, said);
    QFETCH(int, code);
    QFETCH(QString, word);
    const Error error = GitCommand::failure(said);
    QCOMPARE(static_cast<int>(error.code), code);
    QVERIFY2(error.message.contains(word), qPrintable(error.message));
  }

  void theTestSaysWhatFails() {
    const auto steps = must(findPublisher(u"git"_s))
                           .test({{u"remote"_s, u"file:///nowhere/at/all.git"_s}}, noSecrets(), Task());
    QVERIFY(!steps.constLast().result);
    QCOMPARE(steps.constLast().result.error().code, ErrorCode::NotFound);
  }

 private:
  static void targets() {
    QTest::addColumn<int>("none");
    for (const PublisherType& type : publishers())
      QTest::newRow(qPrintable(type.id)) << 0;
  }
  QTemporaryDir cache_;
  std::unique_ptr<Host> host_;
  PublisherType type_;
  std::unique_ptr<Sender> sender_;
};

QTEST_GUILESS_MAIN(Conformance)
#include "tst_Conformance.moc"
