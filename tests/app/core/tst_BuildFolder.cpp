#include <QtTest>

#include "app/core/BuildFolder.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::must;

class TestBuildFolder : public QObject {
  Q_OBJECT
  std::unique_ptr<QTemporaryDir> dir_;
  QString place(const QString& name) const { return dir_->filePath(name); }
  QStringList hidden() const {
    return QDir(dir_->path())
        .entryList({u".offprint*"_s}, QDir::AllEntries | QDir::Hidden | QDir::System, QDir::Name);
  }

 private Q_SLOTS:
  void init() { dir_ = std::make_unique<QTemporaryDir>(); }

  void becomesTheTargetOrGoes() {
    {
      const auto folder = must(BuildFolder::beside(place(u"a/b"_s)));
      test::spill(folder->filePath(u"library.sqlite"_s), "x");
      must(folder->becomeTarget());
    }
    QCOMPARE(test::slurp(place(u"a/b/library.sqlite"_s)), QByteArray("x"));
    {
      const auto folder = must(BuildFolder::beside(place(u"c"_s)));
      test::spill(folder->filePath(u"media/x"_s), "x");
      QCOMPARE(folder->aboutTarget(makeError(ErrorCode::Io, {}).at(folder->filePath(u"media/x"_s))).file,
               place(u"c"_s));
      QCOMPARE(folder->aboutTarget(makeError(ErrorCode::Io, {}).at(place(u"d"_s))).file, place(u"d"_s));
    }
    QVERIFY(hidden().isEmpty());
  }

  void whatAKilledProcessLeftIsSwept() {
    test::spill(place(u".offprint-new-aB3dE6/library.sqlite-wal"_s), "x");
    test::spill(place(u".offprint-new-aB3dE6/media/ab/abc"_s), "x");
    test::spill(place(u".offprint-new-zip123/archive.zip"_s), "x");
    QVERIFY(QDir().mkdir(place(u".offprint-new-empty1"_s)));
    must(BuildFolder::beside(place(u"a"_s)));
    QVERIFY2(hidden().isEmpty(), qPrintable(hidden().join(u' ')));
  }

  void nothingElseIsTouched() {
    test::spill(place(u".offprint-new-abcdef/notes.txt"_s), "mine");
    test::spill(place(u".offprint-new-abcdeg"_s), "a file");
    test::spill(place(u".offprint-new-toolong/library.sqlite"_s), "mine");
    test::spill(place(u"elsewhere/library.sqlite"_s), "mine");
    QVERIFY(QFile::link(place(u"elsewhere"_s), place(u".offprint-new-linked"_s)));
    const auto living = must(BuildFolder::beside(place(u"b"_s)));
    test::spill(living->filePath(u"library.sqlite"_s), "growing");
    const QStringList before = hidden();
    QCOMPARE(before.size(), 5);
    must(BuildFolder::beside(place(u"a"_s)));
    QCOMPARE(hidden(), before);
    QCOMPARE(test::slurp(place(u"elsewhere/library.sqlite"_s)), QByteArray("mine"));
    QCOMPARE(test::slurp(living->filePath(u"library.sqlite"_s)), QByteArray("growing"));
  }
};

QTEST_GUILESS_MAIN(TestBuildFolder)
#include "tst_BuildFolder.moc"
