#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include "exporters/typeset/TypesetCache.h"
#include "tests/support/Fixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

namespace {

QByteArray key(int n) {
  return QByteArray::number(n).rightJustified(32, '0');
}

Drawing drawing(int n, qsizetype size = 1000) {
  return {Drawing::State::Drawn, QByteArray::number(n) + QByteArray(size, 'x')};
}

/// One process that draws these and ends.
void draw(const QString& folder, const QList<int>& numbers, qsizetype size = 1000) {
  TypesetCache cache(folder);
  for (const int n : numbers)
    cache.add(key(n), drawing(n, size));
  cache.flush();
}

QFileInfoList packs(const QString& folder) {
  return QDir(folder).entryInfoList({u"*.pack"_s}, QDir::Files, QDir::Time);
}

void setUsed(const QString& path, const QDateTime& when) {
  QFile file(path);
  if (!file.open(QIODevice::ReadWrite) || !file.setFileTime(when, QFileDevice::FileModificationTime))
    qFatal("cannot set the time of %s", qPrintable(path));
}

/// A day between each and the next.
void setAges(const QString& folder, const QStringList& oldestFirst) {
  for (qsizetype i = 0; i < oldestFirst.size(); ++i)
    setUsed(QDir(folder).filePath(oldestFirst.at(i)), QDateTime::currentDateTimeUtc().addDays(i - 40));
}

}  // namespace

class TestTypesetCache : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  /// What this process wrote is found though memory has let go of it.
  void ownPackIsRead() {
    QTemporaryDir folder;
    TypesetCache::Limits limits;
    limits.memory = 2500;
    limits.pack = 30'000;
    TypesetCache cache(folder.path(), limits);
    for (int n = 0; n < 50; ++n) {
      cache.add(key(n), drawing(n));
      if (n % 3 == 0) cache.flush();
    }
    cache.flush();
    QCOMPARE(packs(folder.path()).size(), 2);  // the first was full
    for (int n = 0; n < 50; ++n) {
      const auto found = cache.find(key(n));
      QVERIFY2(found && found->text == drawing(n).text, QByteArray::number(n));
    }
    QVERIFY(!cache.find(key(50)));
  }

  /// A process that is killed leaves what it drew some seconds ago, and all but the last half megabyte.
  void aKilledProcessLosesLittle() {
    QTemporaryDir folder;
    TypesetCache::Limits limits;
    TypesetCache patient(folder.path(), limits);
    patient.add(key(1), drawing(1));
    patient.flushStale();
    QVERIFY(packs(folder.path()).isEmpty());  // neither much nor old
    patient.add(key(2), drawing(2, limits.unsaved));
    patient.flushStale();
    QVERIFY(TypesetCache(folder.path()).find(key(1)));
    limits.unsavedFor = {};
    TypesetCache hasty(folder.path(), limits);
    hasty.add(key(3), drawing(3));
    hasty.flushStale();
    QVERIFY(TypesetCache(folder.path()).find(key(3)));  // without an end of `hasty`
  }

  /// Packs of many runs become few, which are full and no more, so that never all is forgotten as one.
  void smallPacksAreJoinedToFullOnes() {
    QTemporaryDir folder;
    QStringList names;
    for (int n = 0; n < 20; ++n) {
      draw(folder.path(), {n, n / 2 + 100});
      for (const QFileInfo& pack : packs(folder.path()))
        if (!names.contains(pack.fileName())) names << pack.fileName();
    }
    QCOMPARE(names.size(), 20);
    setAges(folder.path(), names);
    TypesetCache::Limits limits;
    limits.pack = 10'000;
    {
      TypesetCache cache(folder.path(), limits);
      QVERIFY(cache.find(key(19)));
    }
    const QFileInfoList left = packs(folder.path());
    QVERIFY2(left.size() >= 3 && left.size() <= 5, QByteArray::number(left.size()));
    for (const QFileInfo& pack : left)
      QVERIFY(pack.size() <= limits.pack);
    // What was used longest ago goes: a part, not all.
    limits.disk = 0;
    for (const QFileInfo& pack : left)
      limits.disk += pack.size();
    --limits.disk;
    TypesetCache cache(folder.path(), limits);
    QVERIFY(!cache.find(key(0)));
    QVERIFY(cache.find(key(10)));
    QVERIFY(cache.find(key(19)));
    QCOMPARE(packs(folder.path()).size(), left.size() - 1);
  }

  /// A drawing that is used keeps its pack, however long ago it was made.
  void usedPacksStay() {
    QTemporaryDir folder;
    draw(folder.path(), {1});
    const QString first = packs(folder.path()).constFirst().fileName();
    draw(folder.path(), {2});
    QStringList names{first};
    for (const QFileInfo& pack : packs(folder.path()))
      if (pack.fileName() != first) names << pack.fileName();
    setAges(folder.path(), names);
    QVERIFY(TypesetCache(folder.path()).find(key(1)));
    TypesetCache::Limits limits;
    limits.disk = 1500;
    TypesetCache cache(folder.path(), limits);
    QVERIFY(cache.find(key(1)));
    QVERIFY(!cache.find(key(2)));
  }
};

QTEST_GUILESS_MAIN(TestTypesetCache)
#include "tst_TypesetCache.moc"
