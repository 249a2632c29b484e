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

  void copiesInPieces() {
    QTemporaryDir dir;
    const QString from = dir.filePath(u"from"_s);
    const QString to = dir.filePath(u"deep/to"_s);
    const QByteArray content = QByteArray(1'048'576, 'a') + QByteArray(1'048'577, 'b');
    test::spill(from, content);
    QCOMPARE(files::sha256OfFile(from).value_or({}), files::sha256(content));
    QVERIFY(files::copyFile(from, to, files::sha256(content)).has_value());
    QVERIFY(test::slurp(to) == content);
    // What is not what was promised leaves the old file.
    const auto changed = files::copyFile(from, to, files::sha256("other"));
    QCOMPARE(changed.error().code, ErrorCode::Conflict);
    QCOMPARE(changed.error().file, from);
    QVERIFY(test::slurp(to) == content);
    QCOMPARE(files::copyFile(dir.filePath(u"none"_s), to).error().code, ErrorCode::NotFound);
    QCOMPARE(files::copyFile(dir.path(), to).error().code, ErrorCode::InvalidInput);
    QCOMPARE(files::sha256OfFile(dir.path()).error().code, ErrorCode::InvalidInput);
    QCOMPARE(QDir(dir.filePath(u"deep"_s)).entryList(QDir::Files | QDir::Hidden), QStringList{u"to"_s});
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
