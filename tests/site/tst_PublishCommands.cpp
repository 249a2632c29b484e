#include "tests/publish/Hosts.h"
#include "tests/support/Program.h"

using namespace offprint::test;
using namespace Qt::StringLiterals;

/// The commands target, plan, publish, deployments, rollback and verify, in the real program.
class PublishCommands : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// A scheduled item goes online with the first run after its moment, and nothing is sent before and after.
  void whatIsDueGoesOnline() {
    const FolderHost host;
    const QTemporaryDir dir;
    qputenv("TMPDIR", QFile::encodeName(dir.path()));
    const QString path = siteLibrary(dir.filePath(u"Site.offprint"_s))->folder();
    const QString place = u"path="_s + host.settings().value(u"path"_s).toString();
    QCOMPARE(
        run({u"target"_s, path, u"add"_s, u"folder"_s, u"--name"_s, u"live"_s, u"--field"_s, place}).status,
        0);
    const auto due = [&] { return run({u"publish"_s, path, u"--due"_s, u"--json"_s}).json().array(); };
    QCOMPARE(run({u"publish"_s, path}).status, 2);
    QCOMPARE(due().size(), 0);  // never published to: its first publication wants to be looked at
    QVERIFY(run({u"publish"_s, path, u"live"_s, u"--yes"_s}).status < 2);
    QCOMPARE(run({u"add"_s, path, u"article"_s, u"--title"_s, u"Soon"_s, u"--field"_s, u"status=scheduled"_s,
                  u"--field"_s, u"publishAt=2999-01-01T09:00:00Z"_s})
                 .status,
             0);
    QCOMPARE(due().size(), 0);
    QCOMPARE(run({u"set"_s, path, u"article/soon"_s, u"publishAt=2020-01-01T09:00:00Z"_s}).status, 0);
    const QJsonArray sent = due();
    QCOMPARE(sent.size(), 1);
    QCOMPARE(sent[0][u"target"].toString(), u"live"_s);
    QVERIFY(sent[0][u"sent"].toInt() > 0);
    QVERIFY(host.visible().contains(u"articles/soon/index.html"_s));
    QCOMPARE(due().size(), 0);
  }

  /// Case 12: the first contact wants a word, which is kept with the target; another key is refused.
  void aHostIsTrustedWhenItsKeyIsAccepted() {
    const Sshd sshd;
    const SshHost host(sshd);
    const QTemporaryDir dir;
    const QString path = siteLibrary(dir.filePath(u"Site.offprint"_s))->folder();
    QStringList adding{u"target"_s, path, u"add"_s, u"sftp"_s, u"--name"_s, u"live"_s};
    const QJsonObject settings = host.settings();
    for (const QString& key : {u"host"_s, u"port"_s, u"path"_s, u"keyFile"_s})
      adding << u"--field"_s << key + u'=' + settings.value(key).toVariant().toString();
    QCOMPARE(run(adding).status, 0);
    const auto tested = [&](const QStringList& more) {
      return run(QStringList{u"target"_s, path, u"test"_s, u"live"_s} + more);
    };
    const Answer met = tested({});
    QCOMPARE(met.status, 3);
    QVERIFY(met.out.contains("--accept-host-key " + sshd.fingerprint().toLatin1()));
    QCOMPARE(tested({u"--accept-host-key"_s, u"SHA256:short"_s}).status, 3);
    const Answer other = tested({u"--accept-host-key"_s, sshd.fingerprint(u"other"_s)});
    QCOMPARE(other.status, 3);
    QVERIFY(other.out.contains(sshd.fingerprint().toLatin1()));
    QVERIFY(other.out.contains(sshd.fingerprint(u"other"_s).toLatin1()));
    const Answer trusted = tested({u"--accept-host-key"_s, sshd.fingerprint()});
    QVERIFY2(trusted.status == 0, trusted.out.constData());
    QCOMPARE(tested({}).status, 0);
    QCOMPARE(host.visible(), Tree());
    QCOMPARE(host.litter(), QStringList());
  }

  void publishesAndRollsBack() {
    const FolderHost host;
    const QTemporaryDir dir;
    qputenv("TMPDIR", QFile::encodeName(dir.path()));
    const QString path = siteLibrary(dir.filePath(u"Site.offprint"_s))->folder();
    const QString place = u"path="_s + host.settings().value(u"path"_s).toString();
    QCOMPARE(run({u"target"_s, path, u"add"_s, u"carrier-pigeon"_s, u"--name"_s, u"x"_s}).status, 2);
    QCOMPARE(run({u"target"_s, path, u"add"_s, u"folder"_s, u"--name"_s, u"live"_s}).status, 2);
    QCOMPARE(
        run({u"target"_s, path, u"add"_s, u"folder"_s, u"--name"_s, u"live"_s, u"--field"_s, place}).status,
        0);
    QCOMPARE(
        run({u"target"_s, path, u"add"_s, u"folder"_s, u"--name"_s, u"live"_s, u"--field"_s, place}).status,
        3);
    QCOMPARE(run({u"target"_s, path, u"add"_s, u"folder"_s, u"--name"_s, u"inside"_s, u"--field"_s,
                  u"path="_s + path + u"/media/www"_s})
                 .status,
             2);
    QCOMPARE(run({u"target"_s, path, u"list"_s, u"--json"_s}).json()[0][u"name"].toString(), u"live"_s);
    QCOMPARE(run({u"target"_s, path, u"test"_s, u"live"_s}).status, 0);
    QCOMPARE(run({u"plan"_s, path, u"nowhere"_s}).status, 3);

    const QJsonDocument plan = run({u"plan"_s, path, u"live"_s, u"--json"_s}).json();
    QVERIFY(plan[u"added"].toArray().size() > 10);
    QVERIFY(!plan[u"added"][0][u"reason"].toString().isEmpty());
    QCOMPARE(host.visible(), Tree());
    QCOMPARE(run({u"publish"_s, path, u"live"_s}).status, 3);
    QCOMPARE(host.visible(), Tree());
    const Answer sent =
        run({u"publish"_s, path, u"live"_s, u"--yes"_s, u"--note"_s, u"first"_s, u"--json"_s});
    QVERIFY(sent.status < 2);
    QCOMPARE(sent.json()[u"sent"].toInt(), plan[u"added"].toArray().size());
    QCOMPARE(run({u"publish"_s, path, u"live"_s, u"--yes"_s, u"--json"_s}).json()[u"sent"].toInt(), 0);
    QCOMPARE(run({u"verify"_s, path, u"live"_s}).status, 0);

    const QJsonDocument history = run({u"deployments"_s, path, u"--json"_s}).json();
    QCOMPARE(history.array().size(), 1);
    QCOMPARE(history[0][u"note"].toString(), u"first"_s);
    QCOMPARE(history[0][u"deployment"], sent.json()[u"deployment"]);
    const QString uuid = history[0][u"deployment"].toString();
    QVERIFY(run({u"rollback"_s, path, uuid, u"--yes"_s}).status == 0);
    QCOMPARE(run({u"rollback"_s, path, u"zzzz"_s, u"--yes"_s}).status, 3);
    QFile::remove(host.settings().value(u"path"_s).toString() + u"/index.html"_s);
    QCOMPARE(run({u"verify"_s, path, u"live"_s}).status, 1);
    QCOMPARE(run({u"target"_s, path, u"remove"_s, u"live"_s}).status, 0);
    QCOMPARE(run({u"deployments"_s, path, u"--json"_s}).json().array().size(), 1);
  }

  /// README and FORMAT send the reader here: every field with its name and what it means.
  void helpNamesEveryField() {
    const QString help = QString::fromUtf8(run({u"help"_s, u"target"_s}).out);
    for (const offprint::PublisherType& type : offprint::publishers())
      for (const offprint::FieldSpec& field : type.fields) {
        QVERIFY2(help.contains(field.key), qPrintable(field.key));
        QVERIFY2(help.contains(field.label + u": "_s + field.help), qPrintable(field.label));
      }
  }
};

QTEST_GUILESS_MAIN(PublishCommands)
#include "tst_PublishCommands.moc"
