#include "tests/publish/Hosts.h"

using namespace offprint;
using namespace offprint::test;
using namespace Qt::StringLiterals;

namespace {

const Tree& before() {
  static const Tree site{
      {u"index.html"_s, "home"}, {u"a/index.html"_s, "page a"}, {u"media/p.png"_s, "picture 1"}};
  return site;
}
const Tree& after() {
  static const Tree site{
      {u"index.html"_s, "newer"}, {u"c/index.html"_s, "page c"}, {u"media/p.png"_s, "picture 2"}};
  return site;
}

}  // namespace

/// What a branch has that no other host has.
class GitTarget : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { isolate(cache_); }

  /// A file, a link or a submodule of others where the site's folder is to be stays what it is.
  void aFolderThatIsSomethingElse() {
    for (const QString& folder : {u"docs"_s, u"docs/site"_s}) {
      GitHost host;
      host.edit({{u"docs"_s, "a file of others"}});
      QJsonObject settings = host.settings();
      settings.insert(u"folder"_s, folder);
      Sender sender(u"git"_s, settings);
      sender.options.adopt = true;
      sender.options.useMine = true;
      const auto sent = sender.publish(before());
      QCOMPARE(codeOf(sent), ErrorCode::Conflict);
      QVERIFY2(sent.error().message.contains("docs"_L1), qPrintable(sent.error().message));
      QCOMPARE(host.visible(), (Tree{{u"docs"_s, "a file of others"}}));
    }
  }

  /// The connection breaks after the host took the push, or before: what is not known is not claimed.
  void aLostAnswerToAPush() {
    GitHost host;
    Sender sender(u"git"_s, host.settings());
    must(sender.publish(before()));
    // The host takes the site, ends without a word, and cannot be asked.
    const QString away = host.repository() + u".away"_s;
    const QString hook = host.repository() + u"/hooks/reference-transaction"_s;
    spill(hook, "#!/bin/sh\n[ \"$1\" = committed ] || exit 0\nmv '" + QFile::encodeName(host.repository()) +
                    "' '" + QFile::encodeName(away) + "'\nkill -9 $PPID\n");
    QFile::setPermissions(hook, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    const auto deploy = sender.begin(after());
    must(deploy->look(Publisher::Access::Write));
    const auto sent = sender.send(*deploy);
    QVERIFY(!sent);
    QVERIFY2(sent.error().message.contains("not known"_L1), qPrintable(sent.error().message));
    QVERIFY(!sent.error().message.contains("Nothing was changed"_L1));
    QVERIFY(QDir().rename(away, host.repository()));
    QVERIFY(QFile::remove(hook));
    QCOMPARE(pages(host), after());
    QVERIFY(must(sender.look(after())).empty());
  }

  /// The copy in the user's cache does not grow with every publication.
  void theCacheStaysWithinLimits() {
    GitHost host;
    Sender sender(u"git"_s, host.settings());
    must(sender.publish(before()));
    const QDir caches(cache_.filePath(u"offprint/git"_s));
    const auto copy = caches.entryInfoList({u"*.git"_s}, QDir::Dirs, QDir::Time).constFirst().filePath();
    const auto count = [&] { return tree(copy + u"/objects"_s).size(); };
    Tree many = before();
    for (int i = 0; i < 5'100; ++i)
      many.insert(u"n/%1.txt"_s.arg(i), QByteArray::number(i));
    QProcess git;
    git.start(u"git"_s, {u"--git-dir"_s, copy, u"config"_s, u"fastimport.unpackLimit"_s, u"10000"_s});
    QVERIFY(git.waitForFinished());
    must(sender.publish(many));
    QVERIFY(count() > 5'000);
    sender.options.maxRemovals = 10'000;
    must(sender.publish(after()));
    QVERIFY2(count() < 100, qPrintable(QString::number(count())));
    QCOMPARE(pages(host), after());
    must(sender.publish(before()));
    QCOMPARE(pages(host), before());
    QCOMPARE(host.ask({u"rev-list"_s, u"--count"_s, u"gh-pages"_s}).trimmed(), QByteArray("4"));
  }

 private:
  QTemporaryDir cache_;
};

QTEST_GUILESS_MAIN(GitTarget)
#include "tst_GitTarget.moc"
