#include <cerrno>
#include <QtTest>

#include "app/core/FileOps.h"
#include "tests/support/Fixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

class TestFileOps : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void replacesWhole() {
    QTemporaryDir dir;
    const QString path = dir.filePath(u"a/b.txt"_s);
    QVERIFY(files::writeAtomic(path, "one").has_value());
    QVERIFY(files::writeAtomic(path, "two").has_value());
    QCOMPARE(test::slurp(path), QByteArray("two"));
    QCOMPARE(QDir(dir.filePath(u"a"_s)).entryList(QDir::Files | QDir::Hidden).size(), 1);
  }

  void everyFailingStepLeavesTheOldContent_data() {
    QTest::addColumn<QByteArray>("step");
    for (const char* step : {"open", "write", "sync", "rename"})
      QTest::newRow(step) << QByteArray(step);
  }
  void everyFailingStepLeavesTheOldContent() {
    QFETCH(QByteArray, step);
    QTemporaryDir dir;
    const QString path = dir.filePath(u"b.txt"_s);
    QVERIFY(files::writeAtomic(path, "old").has_value());
    files::setFaultInjector([&](const char* at, const QString&) { return step == at ? ENOSPC : 0; });
    const auto result = files::writeAtomic(path, "new");
    files::setFaultInjector({});
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().code, ErrorCode::DiskFull);
    QCOMPARE(result.error().file, path);
    QCOMPARE(test::slurp(path), QByteArray("old"));
    QCOMPARE(QDir(dir.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
  }

  void tellsWhatIsMissing() {
    const auto result = files::read(u"/no/such/file"_s);
    QVERIFY(!result.has_value());
    QCOMPARE(result.error().code, ErrorCode::NotFound);
    QVERIFY(!files::read(u"/tmp"_s).has_value());
  }
};

QTEST_GUILESS_MAIN(TestFileOps)
#include "tst_FileOps.moc"
