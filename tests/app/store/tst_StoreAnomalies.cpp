// Fails every single step of the store in turn and looks whether anything was lost.
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>
#include <QtTest>

#include "app/core/FileOps.h"
#include "app/store/Backup.h"
#include "app/store/ContentRepository.h"
#include "app/store/Database.h"
#include "app/store/Repositories.h"
#include "tests/support/FaultyDisk.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::article;
using test::must;

namespace {

/// Codes that a failing disk may have; anything else would tell the author something wrong.
bool honest(ErrorCode code) {
  return code == ErrorCode::DiskFull || code == ErrorCode::Io || code == ErrorCode::Denied;
}

QString body(int size) {
  QString text;
  for (int i = 0; text.size() < size; ++i)
    text += u"Sentence number %1 of a text. "_s.arg(i);
  return text;
}

/// What a writer does in one go; the state of a library is which of these are in it, whole.
Result<void> work(Library& library) {
  return library.transaction([&]() -> Result<void> {
    auto first = library.content().find(u"article/first"_s);
    if (!first) return first.error();
    first->body = body(9'000);
    first->tags = {u"new"_s};
    first->slug = u"renamed"_s;
    auto saved = library.content().save(*first);
    if (!saved) return saved.error();
    auto added = library.content().insert(article(u"Second"_s, body(4'000)));
    if (!added) return added.error();
    auto revision = library.revisions().cut(added->id, RevisionReason::Import);
    if (!revision) return revision.error();
    OFFPRINT_TRY(library.imports().put({u"hugo:x"_s, u"second.md"_s, {}, added->id, u"hash"_s, 1}));
    auto media = library.media().add(u"a.png"_s, QByteArray(5'000, 'p'));
    if (!media) return media.error();
    return library.redirects().add({u"/a/"_s, u"/b/"_s, u"by hand"_s, {}});
  });
}

void makePrepared(const QString& folder) {
  auto library = test::newLibrary(folder);
  ContentItem item = article(u"First"_s, body(20'000));
  item.status = Status::Published;
  must(library->content().insert(item));
  must(library->content().insert(article(u"Points"_s, u"[[first]]"_s)));
}

/// A copy of one library made by makePrepared().
void prepare(const QString& folder) {
  static const QTemporaryDir dir;
  const QString model = dir.filePath(u"Model.offprint"_s);
  if (!QFileInfo::exists(model)) makePrepared(model);
  QDir().mkpath(folder + u"/media"_s);
  if (!QFile::copy(model + u"/library.sqlite"_s, folder + u"/library.sqlite"_s)) qFatal("no copy");
}

/// Either all of work() is there or nothing of it; and the library is sound.
void inspect(const QString& folder, bool claimedDone) {
  auto library = test::openLibrary(folder);
  QVERIFY(!library->readOnly());
  const Findings findings = must(library->verify());
  QVERIFY2(findings.isEmpty(), findings.isEmpty() ? "" : qPrintable(findings.first().message));
  const bool done = library->content().find(u"article/second"_s).has_value();
  if (claimedDone) QVERIFY2(done, "what was told to be stored is there");
  const ContentItem first = must(library->content().find(done ? u"article/renamed"_s : u"article/first"_s));
  QCOMPARE(first.body, body(done ? 9'000 : 20'000));
  QCOMPARE(first.tags.size(), done ? 1 : 0);
  QCOMPARE(must(library->content().find(u"article/points"_s)).body, done ? u"[[renamed]]"_s : u"[[first]]"_s);
  QCOMPARE(must(library->imports().records(u"hugo:x"_s)).size(), done ? 1 : 0);
  QCOMPARE(must(library->media().list()).size(), done ? 1 : 0);
  QCOMPARE(must(library->redirects().list()).size(), done ? 2 : 0);
  QCOMPARE(must(library->content().search(u"sentence"_s, {}, 10)).size(), done ? 2 : 1);
  must(library->content().insert(article(u"After"_s)));
}

}  // namespace

class TestStoreAnomalies : public QObject {
  Q_OBJECT
  QTemporaryDir dir_;
  int number_ = 0;
  QString next() { return dir_.filePath(u"L%1.offprint"_s.arg(++number_)); }

 private Q_SLOTS:
  void cleanup() {
    Database::setStepFault({});
    files::setFaultInjector({});
  }

  void everyStatementFails() {
    int steps = 1;
    for (int n = 1; n <= steps; ++n) {
      const QString folder = next();
      prepare(folder);
      bool done = false;
      {
        auto library = test::openLibrary(folder);
        int count = 0;
        Database::setStepFault([&](const QByteArray&) { return ++count == n ? 13 : 0; });
        const auto result = work(*library);
        Database::setStepFault({});
        done = result.has_value();
        if (n == 1) {
          // The number of steps of an undisturbed run bounds the loop.
          auto twin = next();
          prepare(twin);
          auto undisturbed = test::openLibrary(twin);
          int all = 0;
          Database::setStepFault([&](const QByteArray&) {
            ++all;
            return 0;
          });
          must(work(*undisturbed));
          Database::setStepFault({});
          steps = all;
          QVERIFY(steps > 20);
        }
        QVERIFY2(!done, qPrintable(u"step %1"_s.arg(n)));
        QCOMPARE(result.error().code, ErrorCode::DiskFull);
        QVERIFY(!result.error().message.isEmpty());
      }
      inspect(folder, done);
      if (QTest::currentTestFailed()) return;
    }
  }

  void everyDiskWriteFails_data() {
    QTest::addColumn<bool>("lasting");
    QTest::newRow("once") << false;
    QTest::newRow("from then on") << true;
  }
  void everyDiskWriteFails() {
    QFETCH(bool, lasting);
    int most = 1;
    for (int n = 1; n <= most; ++n) {
      const QString folder = next();
      prepare(folder);
      bool done = false;
      {
        test::FaultyDisk disk;
        auto library = test::openLibrary(folder);
        disk.failAt(n, lasting);
        const auto result = work(*library);
        done = result.has_value();
        if (!done) QVERIFY2(honest(result.error().code), qPrintable(result.error().detail));
        if (!disk.failed()) most = 0;  // the work needs fewer steps than n: all were tried
        if (most > 0) most = n + 1;
        library.reset();
        disk.heal();
      }
      inspect(folder, done);
      if (QTest::currentTestFailed()) return;
    }
    QVERIFY(number_ > 3);
  }

  void everyFileWriteOfMediaFails() {
    for (const char* step : {"mkdir", "open", "write", "sync", "rename"}) {
      const QString folder = next();
      prepare(folder);
      {
        auto library = test::openLibrary(folder);
        files::setFaultInjector(
            [&](const char* at, const QString&) { return qstrcmp(at, step) == 0 ? ENOSPC : 0; });
        const auto result = work(*library);
        files::setFaultInjector({});
        QCOMPARE(test::codeOf(result), ErrorCode::DiskFull);
      }
      inspect(folder, false);
      if (QTest::currentTestFailed()) return;
    }
  }

  void everyStepOfCreatingFails() {
    for (int n = 1;; ++n) {
      const QString folder = next();
      test::FaultyDisk disk;
      disk.failAt(n, false);
      auto made = Library::create(folder, test::resources(), test::clock());
      const bool failed = disk.failed();
      disk.heal();
      if (!failed) break;
      if (made) {
        QVERIFY(must((*made)->verify()).isEmpty());
        continue;
      }
      QVERIFY2(honest(made.error().code), qPrintable(made.error().detail));
      // Either nothing is there, or (when only opening it failed) a whole library.
      if (QFileInfo::exists(folder)) QVERIFY(must(test::openLibrary(folder)->verify()).isEmpty());
      QCOMPARE(QDir(dir_.path()).entryList({u".offprint-new-*"_s}, QDir::Dirs | QDir::Hidden).size(), 0);
    }
  }

  void everyStepOfMigratingFails() {
    // The program's data with a further format.
    QTemporaryDir data;
    const QString db = data.filePath(u"db"_s);
    const int own = test::copyMigrations(db);
    const auto script = [own](int further) {
      return u"db/%1_more.sql"_s.arg(own + further, 4, 10, QChar(u'0'));
    };
    QVERIFY(QFile::link(test::resources().path(u"kinds"_s), data.filePath(u"kinds"_s)));
    const Resources before(data.path());
    QTemporaryDir newer;
    test::copyMigrations(newer.filePath(u"db"_s));
    test::spill(newer.filePath(script(1)),
                "ALTER TABLE item ADD COLUMN mood TEXT NOT NULL DEFAULT '';\n"
                "CREATE TABLE extra (id INTEGER PRIMARY KEY, a TEXT);\n"
                "INSERT INTO extra (a) SELECT title FROM item;\n");
    test::spill(newer.filePath(script(2)), "DROP TABLE extra;\nCREATE INDEX item_mood ON item (mood);\n");
    QVERIFY(QFile::link(test::resources().path(u"kinds"_s), newer.filePath(u"kinds"_s)));
    const Resources after(newer.path());
    bool all = false;
    for (int n = 1; !all; ++n) {
      const QString folder = next();
      must(must(Library::create(folder, before, test::clock()))
               ->content()
               .insert(article(u"Kept"_s, body(5'000))));
      {
        test::FaultyDisk disk;
        disk.failAt(n, false);
        auto opened = Library::open(folder, after, OpenMode::ReadWrite, test::clock());
        all = !disk.failed();
        if (!opened) QVERIFY2(honest(opened.error().code), qPrintable(opened.error().detail));
        opened = makeError(ErrorCode::Internal, {});
        disk.heal();
      }
      // Whatever happened, the next start goes on from a whole format.
      auto library = must(Library::open(folder, after, OpenMode::ReadWrite, test::clock()));
      QVERIFY(must(library->verify()).isEmpty());
      QCOMPARE(must(library->content().find(u"article/kept"_s)).body, body(5'000));
      QVERIFY(QDir(folder + u"/backups"_s).entryList({u"*.part"_s}).isEmpty());
    }
  }

  void everyStepOfASnapshotFails() {
    const QString folder = next();
    prepare(folder);
    bool all = false;
    for (int n = 1; !all; ++n) {
      test::FaultyDisk disk;
      auto library = test::openLibrary(folder);
      disk.failAt(n, false);
      const auto copy = library->snapshot(u"test"_s);
      all = !disk.failed();
      disk.heal();
      if (!copy) QVERIFY2(honest(copy.error().code), qPrintable(copy.error().detail));
      QVERIFY(QDir(folder + u"/backups"_s).entryList({u"*.part*"_s}).isEmpty());
    }
    inspect(folder, false);
  }

  /// A limit on the size of files stands for a full disk at every possible place.
  void backupAndRestoreOnADiskThatFills() {
    const QString folder = next();
    prepare(folder);
    {
      auto library = test::openLibrary(folder);
      must(work(*library));
    }
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit usual{};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &usual), 0);
    const auto limit = [&](rlim_t bytes) {
      const rlimit now{bytes, usual.rlim_max};
      return ::setrlimit(RLIMIT_FSIZE, &now) == 0;
    };
    const QString whole = dir_.filePath(u"whole.zip"_s);
    {
      auto library = test::openLibrary(folder);
      must(backup(*library, whole));
    }
    int backups = 0;
    int restores = 0;
    for (rlim_t bytes = 0; bytes < 400'000; bytes += 7'919) {
      const QString file = dir_.filePath(u"b%1.zip"_s.arg(bytes));
      Result<Findings> made{Findings()};
      {
        auto library = test::openLibrary(folder, OpenMode::ReadOnly);
        QVERIFY(limit(bytes));
        made = backup(*library, file);
        QVERIFY(limit(usual.rlim_cur));
      }
      if (made) {
        ++backups;
        QVERIFY(made->isEmpty());
      }
      if (!made) {
        QVERIFY2(made.error().code != ErrorCode::Denied && honest(made.error().code),
                 qPrintable(made.error().detail));
        QVERIFY(!QFileInfo::exists(file));
        QVERIFY(QDir(dir_.path()).entryList({u"*.part*"_s}).isEmpty());
      }
      const QString back = dir_.filePath(u"R%1.offprint"_s.arg(bytes));
      QVERIFY(limit(bytes));
      const auto restored = restore(whole, back, test::resources());
      QVERIFY(limit(usual.rlim_cur));
      if (!restored) {
        QVERIFY2(honest(restored.error().code), qPrintable(restored.error().detail));
        QVERIFY(!QFileInfo::exists(back));
      } else {
        ++restores;
        inspect(back, true);
      }
    }
    QVERIFY2(backups > 5 && restores > 5, "some limits leave room enough");
    QVERIFY(QFileInfo::exists(dir_.filePath(u"R0.offprint"_s)) == false);
    inspect(folder, true);
  }

  void aReallyFullDisk() {
    const QString mount = dir_.filePath(u"small"_s);
    QVERIFY(QDir().mkpath(mount));
    if (::mount("offprint-test", QFile::encodeName(mount).constData(), "tmpfs", 0, "size=1500k") != 0)
      QSKIP("no right to mount a small file system here");
    const auto unmount = qScopeGuard([&] { ::umount2(QFile::encodeName(mount).constData(), MNT_DETACH); });
    const QString folder = mount + u"/L.offprint"_s;
    prepare(folder);
    {
      auto library = test::openLibrary(folder);
      QString kept;
      for (int n = 1; n < 200; ++n) {
        ContentItem item = must(library->content().find(u"article/first"_s));
        item.body = body(20'000 * n);
        const auto saved = library->content().save(item);
        if (!saved) {
          QCOMPARE(saved.error().code, ErrorCode::DiskFull);
          break;
        }
        kept = item.body;
        QVERIFY2(n < 199, "the disk never got full");
      }
      QCOMPARE(must(library->content().find(u"article/first"_s)).body, kept);
      QCOMPARE(test::codeOf(library->media().add(u"big"_s, QByteArray(2'000'000, 'x'))), ErrorCode::DiskFull);
      QVERIFY(!library->snapshot(u"x"_s));
    }
    auto library = test::openLibrary(folder);
    QVERIFY(must(library->verify()).isEmpty());
  }
};

QTEST_GUILESS_MAIN(TestStoreAnomalies)
#include "tst_StoreAnomalies.moc"
