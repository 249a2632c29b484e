#include <atomic>
#include <QtTest>
#include <thread>
#include <vector>

#include "exporters/publish/KeyStore.h"
#include "tests/publish/OwnDesktop.h"

using namespace offprint;
using namespace offprint::test;
using namespace Qt::StringLiterals;

/// The store with a real keyring.
class TestKeyring : public QObject {
  Q_OBJECT

  using Place = KeyStore::Place;
  QTemporaryDir dir_;
  Task task_;
  QString file() const { return dir_.filePath(u"secrets.json"_s); }

 private Q_SLOTS:
  void aSecretIsKeptReplacedAndForgotten() {
    const QString name = u"sftp?host=example.org&user=me#password"_s;
    const QString secret = u"höchst geheim \" 4711"_s;
    KeyStore keys(file());
    QVERIFY(keys.hasKeyring(task_));
    const auto nothing = keys.secret(name, task_);
    QVERIFY(!nothing && nothing.error().code == ErrorCode::NotFound);
    QVERIFY(keys.keep(name, u"first"_s, Place::Keyring, task_));
    QVERIFY(keys.keep(name, secret, Place::Keyring, task_));
    KeyStore later(file());
    QCOMPARE(later.secret(name, task_).value_or({}), secret);
    QCOMPARE(later.place(name, task_).value_or(Place::Nowhere), Place::Keyring);
    const auto other = later.secret(u"sftp?host=example.com&user=me#password"_s, task_);
    QVERIFY(!other && other.error().code == ErrorCode::NotFound);
    QVERIFY(later.forget(name, task_));
    QVERIFY(later.forget(name, task_));  // absent is success
    QCOMPARE(keys.place(name, task_).value_or(Place::Keyring), Place::Nowhere);
    QVERIFY(!QFile::exists(file()));
  }

  /// A secret is in one place: an older one elsewhere would come first.
  void itMovesFromThereToTheFile() {
    KeyStore keys(file());
    QVERIFY(keys.keep(u"a"_s, u"old"_s, Place::Keyring, task_));
    QVERIFY(keys.unlockFile(u"correct horse"_s));
    QVERIFY(keys.keep(u"a"_s, u"new"_s, Place::File, task_));
    QCOMPARE(keys.place(u"a"_s, task_).value_or(Place::Nowhere), Place::File);
    QCOMPARE(keys.secret(u"a"_s, task_).value_or({}), u"new"_s);
    QVERIFY(keys.keep(u"a"_s, u"newest"_s, Place::Keyring, task_));
    QVERIFY(keys.forget(u"a"_s, task_));
    QCOMPARE(keys.place(u"a"_s, task_).value_or(Place::Keyring), Place::Nowhere);
  }

  void aCancelledTaskDoesNotWait() {
    KeyStore keys(file());
    Task stopped;
    stopped.cancel();
    const auto asked = keys.secret(u"a"_s, stopped);
    QVERIFY(asked || asked.error().code == ErrorCode::Cancelled || asked.error().code == ErrorCode::NotFound);
  }

  /// Many threads at once: the keyring answers each its own.
  void threadsGetTheirOwn() {
    KeyStore keys(file());
    std::vector<std::thread> threads;
    std::atomic<int> right = 0;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&, i] {
        const QString name = u"thread-%1"_s.arg(i);
        if (keys.keep(name, name, Place::Keyring, task_) && keys.secret(name, task_).value_or({}) == name)
          ++right;
      });
    for (std::thread& thread : threads)
      thread.join();
    QCOMPARE(right.load(), 8);
  }
};

int main(int argc, char** argv) {
  const OwnDesktop desktop(OwnDesktop::Keyring::Unlocked);
  QCoreApplication application(argc, argv);
  TestKeyring test;
  return QTest::qExec(&test, argc, argv);
}

#include "tst_Keyring.moc"
