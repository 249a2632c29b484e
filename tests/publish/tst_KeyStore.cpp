#include <QJsonDocument>
#include <QtTest>

#include "app/core/FileOps.h"
#include "exporters/publish/KeyStore.h"
#include "tests/publish/OwnDesktop.h"
#include "tests/support/Fixture.h"

using namespace offprint;
using namespace offprint::test;
using namespace Qt::StringLiterals;

namespace {

using Place = KeyStore::Place;

const QString kName = u"sftp?host=example.org&user=me#password"_s;
const QString kSecret = u"höchst geheim 4711"_s;
const QString kPassphrase = u"correct horse"_s;

/// A kind of target as those with secrets are.
PublisherType kind() {
  PublisherType type;
  type.id = u"web"_s;
  for (const char* key : {"address", "user", "folder", "url"}) {
    FieldSpec field;
    field.key = QString::fromLatin1(key);
    type.fields.append(field);
  }
  type.account = {u"address"_s, u"user"_s};
  return type;
}

ErrorCode codeOf(const Result<QString>& result) {
  return result ? ErrorCode::Internal : result.error().code;
}
ErrorCode codeOf(const Result<void>& result) {
  return result ? ErrorCode::Internal : result.error().code;
}

}  // namespace

/// The store on a computer without a keyring, and what secrets are called.
class TestKeyStore : public QObject {
  Q_OBJECT

  std::unique_ptr<OwnDesktop> desktop_;
  std::unique_ptr<QTemporaryDir> dir_;
  Task task_;
  QString file() const { return dir_->filePath(u"config/secrets.json"_s); }
  /// A store whose file holds the secret.
  std::unique_ptr<KeyStore> filled() {
    auto keys = std::make_unique<KeyStore>(file());
    const bool kept = keys->unlockFile(kPassphrase) && keys->keep(kName, kSecret, Place::File, task_);
    return kept ? std::move(keys) : nullptr;
  }
  Place placeIn(KeyStore& keys, const QString& name) {
    const auto place = keys.place(name, task_);
    return place ? *place : Place::Keyring;
  }

 private Q_SLOTS:
  void initTestCase() { desktop_ = std::make_unique<OwnDesktop>(OwnDesktop::Keyring::None); }
  void init() { dir_ = std::make_unique<QTemporaryDir>(); }
  void cleanup() { files::setFaultInjector({}); }

  void aNameFollowsTheAccountAlone() {
    const QJsonObject here{{u"address"_s, u"https://Example.org/dav/a"_s},
                           {u"user"_s, u"me"_s},
                           {u"folder"_s, u"www"_s},
                           {u"url"_s, u"https://a.example"_s}};
    const QString name = secretName(kind(), here, u"password"_s);
    const auto with = [&](const QString& key, const QString& value) {
      QJsonObject changed = here;
      changed.insert(key, value);
      return secretName(kind(), changed, u"password"_s);
    };
    QCOMPARE(with(u"folder"_s, u"other"_s), name);
    QCOMPARE(with(u"url"_s, u"https://b.example"_s), name);
    QCOMPARE(with(u"address"_s, u"https://example.org/dav/b"_s), name);
    QVERIFY(with(u"address"_s, u"https://example.com/dav/a"_s) != name);
    QVERIFY(with(u"address"_s, u"http://example.org/dav/a"_s) != name);
    QVERIFY(with(u"address"_s, u"https://example.org:8443/dav/a"_s) != name);
    QVERIFY(with(u"user"_s, u"you"_s) != name);
    QVERIFY(secretName(kind(), here, u"token"_s) != name);
    // No value can be written so that it is taken for another account.
    QVERIFY(secretName(kind(), {{u"address"_s, u"a&user=me"_s}}, u"password"_s) !=
            secretName(kind(), {{u"address"_s, u"a"_s}, {u"user"_s, u"me"_s}}, u"password"_s));
    PublisherType silent = kind();
    silent.account.clear();  // says nothing: every field but the public address counts
    QVERIFY(secretName(silent, here, u"password"_s) !=
            secretName(silent, {{u"address"_s, u"https://Example.org/dav/a"_s}}, u"password"_s));
  }

  void withoutAKeyringItIsKeptForTheRun() {
    KeyStore keys(file());
    QVERIFY(!keys.hasKeyring(task_));
    QCOMPARE(codeOf(keys.keep(kName, kSecret, Place::Keyring, task_)), ErrorCode::Unsupported);
    QCOMPARE(codeOf(keys.secret(kName, task_)), ErrorCode::NotFound);
    QVERIFY(keys.keep(kName, kSecret, Place::Run, task_));
    QCOMPARE(keys.secret(kName, task_).value_or({}), kSecret);
    QCOMPARE(placeIn(keys, kName), Place::Run);
    KeyStore later(file());
    QCOMPARE(codeOf(later.secret(kName, task_)), ErrorCode::NotFound);
    QVERIFY(keys.forget(kName, task_));
    QCOMPARE(placeIn(keys, kName), Place::Nowhere);
    QVERIFY(!QFile::exists(file()));
  }

  void theFileNeedsItsPassphrase() {
    KeyStore keys(file());
    QCOMPARE(codeOf(keys.keep(kName, kSecret, Place::File, task_)), ErrorCode::Auth);
    QCOMPARE(codeOf(keys.unlockFile(u"short"_s)), ErrorCode::InvalidInput);
    QVERIFY(keys.unlockFile(kPassphrase));
    QVERIFY(keys.keep(kName, kSecret, Place::File, task_));
    QCOMPARE(keys.secret(kName, task_).value_or({}), kSecret);
    QCOMPARE(QFile::permissions(file()) &
                 (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther),
             QFile::Permissions());
    const QByteArray content = slurp(file());
    for (const QString& hidden : {kSecret, kPassphrase, u"example.org"_s})
      QVERIFY(!content.contains(hidden.toUtf8()));

    KeyStore later(file());
    QCOMPARE(placeIn(later, kName), Place::File);
    const auto locked = later.secret(kName, task_);
    QCOMPARE(codeOf(locked), ErrorCode::Auth);
    QCOMPARE(locked.error().detail, QString(kFileLocked));
    QCOMPARE(codeOf(later.unlockFile(u"wrong horse"_s)), ErrorCode::Auth);
    QVERIFY(!later.fileUnlocked());
    QVERIFY(later.unlockFile(kPassphrase));
    QCOMPARE(later.secret(kName, task_).value_or({}), kSecret);
    QVERIFY(keys.keep(u"other"_s, u"two"_s, Place::File, task_));
    QCOMPARE(later.secret(u"other"_s, task_).value_or({}), u"two"_s);
  }

  void whatIsInTheFileIsForgottenWithoutIt() {
    QVERIFY(filled());
    KeyStore later(file());
    QVERIFY(later.forget(kName, task_));
    QCOMPARE(placeIn(later, kName), Place::Nowhere);
  }

  /// A secret that was moved to another name is none.
  void entriesAreBoundToTheirNames() {
    const auto keys = filled();
    QVERIFY(keys && keys->keep(u"other"_s, u"two"_s, Place::File, task_));
    QJsonObject json = QJsonDocument::fromJson(slurp(file())).object();
    QJsonObject secrets = json.value(u"secrets"_s).toObject();
    const QStringList entries = secrets.keys();
    const QJsonValue first = secrets.value(entries.at(0));
    secrets.insert(entries.at(0), secrets.value(entries.at(1)));
    secrets.insert(entries.at(1), first);
    json.insert(u"secrets"_s, secrets);
    json.remove(u"sum"_s);
    json.insert(u"sum"_s, files::sha256(QJsonDocument(json).toJson(QJsonDocument::Compact)));
    spill(file(), QJsonDocument(json).toJson());
    QCOMPARE(codeOf(keys->secret(kName, task_)), ErrorCode::Corrupt);
  }

  void aDamagedFileIsLeftAlone_data() {
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<ErrorCode>("code");
    QTest::newRow("a letter") << QByteArray("\"check\": \"") << QByteArray("\"check\": \"A")
                              << ErrorCode::Corrupt;
    QTest::newRow("the end") << QByteArray("\"version\": 1\n}") << QByteArray() << ErrorCode::Corrupt;
    QTest::newRow("another file") << QByteArray("offprint-secrets") << QByteArray("something")
                                  << ErrorCode::Corrupt;
    QTest::newRow("newer") << QByteArray("\"version\": 1") << QByteArray("\"version\": 2")
                           << ErrorCode::VersionTooNew;
  }
  void aDamagedFileIsLeftAlone() {
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(ErrorCode, code);
    const auto keys = filled();
    QVERIFY(keys);
    QByteArray content = slurp(file());
    const qsizetype at = content.indexOf(from);
    QVERIFY(at >= 0);
    content.replace(at, from.size(), to);
    spill(file(), content);
    QCOMPARE(codeOf(keys->secret(kName, task_)), code);
    QCOMPARE(codeOf(keys->keep(kName, u"new"_s, Place::File, task_)), code);
    QCOMPARE(codeOf(keys->forget(kName, task_)), code);
    QCOMPARE(codeOf(KeyStore(file()).unlockFile(kPassphrase)), code);
    QCOMPARE(slurp(file()), content);
    QVERIFY(keys->keep(kName, u"new"_s, Place::Run, task_));  // publishing goes on
  }

  void aFullDiskKeepsTheOld_data() {
    QTest::addColumn<QByteArray>("step");
    for (const char* step : {"open", "write", "sync", "rename"})
      QTest::newRow(step) << QByteArray(step);
  }
  void aFullDiskKeepsTheOld() {
    QFETCH(QByteArray, step);
    const auto keys = filled();
    QVERIFY(keys);
    const QByteArray before = slurp(file());
    files::setFaultInjector([step](const char* now, const QString&) { return step == now ? ENOSPC : 0; });
    QCOMPARE(codeOf(keys->keep(kName, u"new"_s, Place::File, task_)), ErrorCode::DiskFull);
    files::setFaultInjector({});
    QCOMPARE(slurp(file()), before);
    QCOMPARE(keys->secret(kName, task_).value_or({}), kSecret);
    QCOMPARE(QDir(dir_->filePath(u"config"_s)).entryList(QDir::Files | QDir::Hidden).size(), 1);
  }
};

QTEST_GUILESS_MAIN(TestKeyStore)
#include "tst_KeyStore.moc"
