#include <QStandardPaths>

#include "app/core/FileOps.h"
#include "tests/publish/OwnDesktop.h"
#include "tests/publish/SshHost.h"
#include "tests/support/Program.h"
#include "tests/support/SiteLibrary.h"

using namespace offprint::test;
using namespace Qt::StringLiterals;

namespace {

const QByteArray kSecret = "open sesame";
const QString kVariable = u"OFFPRINT_SECRET_LIVE_SITE_PASSPHRASE"_s;

}  // namespace

/// Secrets of targets on the command line, with a real sshd, a locked key and a real keyring.
class TargetSecrets : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> dir_;
  std::unique_ptr<SshHost> host_;
  QString library_;
  QByteArray said_;  ///< everything the program printed

  QStringList fields() const {
    QJsonObject settings = host_->settings();
    settings.insert(u"keyFile"_s, sharedSshd().path("locked"));
    QStringList words;
    for (auto value = settings.begin(); value != settings.end(); ++value)
      words += {u"--field"_s, value.key() + u'=' + value->toVariant().toString()};
    return words;
  }
  Answer say(const QStringList& words, const QByteArray& input = {}, const Environment& environment = {}) {
    Answer answer = run(words, input, environment);
    said_ += answer.out + answer.err;
    return answer;
  }
  Answer publish(const Environment& environment = {}) {
    return say({u"publish"_s, library_, u"live site"_s, u"--yes"_s}, {}, environment);
  }
  QJsonValue listed() {
    const QJsonDocument rows = say({u"target"_s, library_, u"list"_s, u"--json"_s}).json();
    return rows[0][u"secrets"][u"passphrase"];
  }
  /// The program on a terminal, where `typed` is typed.
  QByteArray atTerminal(const QStringList& words, const QByteArray& typed) {
    QStringList quoted;
    for (const QString& word : QStringList{program()} + words)
      quoted += u'\'' + word + u'\'';
    QProcess process;
    process.start(u"script"_s, {u"-qefc"_s, quoted.join(u' '), u"/dev/null"_s});
    QByteArray shown;
    QByteArrayList lines = typed.split('\n');
    while (process.waitForReadyRead(60'000)) {
      shown += process.readAll();
      if (!lines.isEmpty() && shown.trimmed().endsWith(':')) process.write(lines.takeFirst() + '\n');
    }
    return shown;
  }
  /// An ssh that notes what others could see of it, and is the real one.
  void watchSsh() {
    spill(dir_->filePath(u"bin/ssh"_s),
          "#!/bin/sh\n{ printf '%s\\n' \"$@\"; env; } >>'" + QFile::encodeName(dir_->filePath(u"seen"_s)) +
              "'\nexec " + QFile::encodeName(QStandardPaths::findExecutable(u"ssh"_s)) + " \"$@\"\n");
    QFile::setPermissions(dir_->filePath(u"bin/ssh"_s),
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  }

 private Q_SLOTS:
  void initTestCase() { sharedSshd(); }  // lies outside of the folders of the tests
  void init() {
    qunsetenv("TMPDIR");  // of the test before, which is gone
    dir_ = std::make_unique<QTemporaryDir>();
    qputenv("TMPDIR", QFile::encodeName(dir_->path()));
    qputenv("XDG_CACHE_HOME", QFile::encodeName(dir_->filePath(u"cache"_s)));
    qputenv("XDG_CONFIG_HOME", QFile::encodeName(dir_->filePath(u"config"_s)));
    host_ = std::make_unique<SshHost>(sharedSshd());
    library_ = siteLibrary(dir_->filePath(u"Site.offprint"_s))->folder();
    const QStringList words{u"target"_s, library_, u"add"_s, u"sftp"_s, u"--name"_s, u"live site"_s};
    QCOMPARE(say(words + fields()).status, 0);
  }
  void cleanup() {
    run({u"target"_s, library_, u"secret"_s, u"live site"_s, u"passphrase"_s, u"--forget"_s});
    host_.reset();
  }

  void withoutItThePublicationSaysHow() {
    const Answer refused = publish();
    QCOMPARE(refused.status, 3);
    for (const char* way :
         {"OFFPRINT_SECRET_LIVE_SITE_PASSPHRASE", "secret 'live site' passphrase", "terminal"})
      QVERIFY2(refused.err.contains(way), refused.err.constData());
    QVERIFY(host_->visible().isEmpty());
  }

  void theEnvironmentGivesIt() {
    const Environment environment{{kVariable, QString::fromLatin1(kSecret)}};
    QVERIFY(publish(environment).status < 2);
    QVERIFY(host_->visible().contains(u"index.html"_s));
    QCOMPARE(say({u"verify"_s, library_, u"live site"_s}, {}, environment).status, 0);
    QCOMPARE(publish({{kVariable, u"wrong"_s}}).status, 3);
  }

  /// From standard input into the keyring; it is found from there until it is forgotten or the target goes.
  void theKeyringKeepsIt() {
    const QStringList keep{u"target"_s, library_, u"secret"_s, u"live site"_s, u"passphrase"_s};
    QVERIFY(listed().isNull());
    QCOMPARE(say(keep, "").status, 2);
    QCOMPARE(say(keep, kSecret + '\n').status, 0);
    QCOMPARE(listed().toString(), u"keyring"_s);
    QCOMPARE(say({u"target"_s, library_, u"test"_s, u"live site"_s}).status, 0);
    QVERIFY(publish().status < 2);
    QCOMPARE(say({u"target"_s, library_, u"secret"_s, u"live site"_s, u"passphrase"_s, u"--forget"_s}).status,
             0);
    QVERIFY(listed().isNull());
    QCOMPARE(say(keep, kSecret).status, 0);
    QCOMPARE(say({u"target"_s, library_, u"remove"_s, u"live site"_s}).status, 0);
    QStringList again{u"target"_s, library_, u"add"_s, u"sftp"_s, u"--name"_s, u"live site"_s};
    QCOMPARE(say(again + fields()).status, 0);
    QVERIFY(listed().isNull());
  }

  /// A secret that was typed in the place of its key is not repeated.
  void aSecretAmongTheWordsIsNotRepeated() {
    const Answer refused = run({u"target"_s, library_, u"secret"_s, u"live site"_s, u"hunter2"_s});
    QCOMPARE(refused.status, 2);
    QVERIFY(!(refused.out + refused.err).contains("hunter2"));
    QVERIFY(refused.err.contains("passphrase"));
  }

  void theTerminalIsAskedWithoutEcho() {
    const QByteArray shown = atTerminal({u"publish"_s, library_, u"live site"_s, u"--yes"_s}, kSecret);
    QVERIFY2(shown.contains("Passphrase of \"live site\""), shown.constData());
    QVERIFY2(!shown.contains(kSecret), shown.constData());
    QVERIFY2(host_->visible().contains(u"index.html"_s), shown.constData());
  }

  /// Row 26 of the publishing cases.
  void noTraceIsLeft() {
    watchSsh();
    const Environment watched{{u"PATH"_s, dir_->filePath(u"bin"_s) + u':' + qEnvironmentVariable("PATH")},
                              {kVariable, QString::fromLatin1(kSecret)}};
    QVERIFY(publish(watched).status < 2);
    QCOMPARE(say({u"target"_s, library_, u"secret"_s, u"live site"_s, u"passphrase"_s}, kSecret).status, 0);
    QVERIFY(say({u"publish"_s, library_, u"live site"_s, u"--yes"_s}, {}, {watched.constFirst()}).status < 2);
    QCOMPARE(say({u"backup"_s, library_, dir_->filePath(u"backup.zip"_s)}).status, 0);
    QCOMPARE(
        say({u"restore"_s, dir_->filePath(u"backup.zip"_s), dir_->filePath(u"Restored.offprint"_s)}).status,
        0);
    QVERIFY(QFile::exists(dir_->filePath(u"seen"_s)));
    QVERIFY(!said_.contains(kSecret));
    for (const QString& file : offprint::files::below(dir_->path()))
      QVERIFY2(!slurp(dir_->filePath(file)).contains(kSecret), qPrintable(file));
    for (const auto& [path, content] : host_->visible().toStdMap())
      QVERIFY2(!content.contains(kSecret), qPrintable(path));
  }
};

int main(int argc, char** argv) {
  const OwnDesktop desktop(OwnDesktop::Keyring::Unlocked);
  QCoreApplication application(argc, argv);
  TargetSecrets test;
  return QTest::qExec(&test, argc, argv);
}

#include "tst_TargetSecrets.moc"
