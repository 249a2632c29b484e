#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#include <QProcess>
#include <QSysInfo>
#include <QtTest>

#include "app/core/FileOps.h"
#include "app/store/ContentRepository.h"
#include "app/store/Database.h"
#include "app/store/LibraryLock.h"
#include "app/store/Migrator.h"
#include "app/store/Repositories.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::article;
using test::codeOf;
using test::must;

namespace {

/// Runs `work` in a child process that may not write where root may, and gives its exit status (work's
/// answer).
int asNobody(const std::function<int()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::getuid() == 0 && (::setgid(65534) != 0 || ::setuid(65534) != 0)) ::_exit(99);
    ::_exit(work());
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 100;
}

}  // namespace

class TestLibrary : public QObject {
  Q_OBJECT
  QTemporaryDir dir_;
  int number_ = 0;
  QString next() { return dir_.filePath(u"L%1.offprint"_s.arg(++number_)); }

  QProcess& holdElsewhere(const QString& folder) {
    auto* process = new QProcess(this);
    process->start(QCoreApplication::applicationFilePath(), {u"--hold"_s, folder});
    if (!process->waitForReadyRead()) qFatal("the other process does not start");
    return *process;
  }
  static void end(QProcess& process) {
    ::kill(static_cast<pid_t>(process.processId()), SIGKILL);
    process.waitForFinished();
  }
  /// The program's data with these further migrations.
  static void withMigrations(const QTemporaryDir& data, const QStringList& more) {
    const int own = test::copyMigrations(data.filePath(u"db"_s));
    for (qsizetype i = 0; i < more.size(); ++i)
      test::spill(data.filePath(u"db/%1_more.sql"_s.arg(own + i + 1, 4, 10, QChar(u'0'))),
                  more.at(i).toUtf8());
    QFile::link(test::resources().path(u"kinds"_s), data.filePath(u"kinds"_s));
  }
  static Result<std::unique_ptr<Library>> open(const QString& folder, const Resources& resources,
                                               OpenMode mode = OpenMode::ReadWrite) {
    return Library::open(folder, resources, mode, test::clock());
  }

 private Q_SLOTS:
  void initTestCase() {
    // The child of asNobody() must reach the folder.
    QFile::setPermissions(dir_.path(),
                          QFile::permissions(dir_.path()) | QFileDevice::ReadOther | QFileDevice::ExeOther);
  }

  void callsAnEmptyFileDamaged() {
    const QString folder = next();
    test::spill(folder + u"/library.sqlite"_s, {});
    for (const OpenMode mode : {OpenMode::ReadWrite, OpenMode::ReadOnly}) {
      QCOMPARE(codeOf(open(folder, test::resources(), mode)), ErrorCode::Corrupt);
    }
    QCOMPARE(QFileInfo(folder + u"/library.sqlite"_s).size(), 0);
  }

  void createsOnlyInAnEmptyPlace() {
    const QString folder = next();
    auto library = test::newLibrary(folder);
    QCOMPARE(library->name(), QFileInfo(folder).completeBaseName());
    QVERIFY(!library->uuid().isEmpty());
    QVERIFY(QFileInfo(folder + u"/library.sqlite"_s).isFile());
    QVERIFY(QFileInfo(folder + u"/media"_s).isDir());
    QVERIFY(must(library->verify()).isEmpty());
    const auto again = Library::create(folder, test::resources());
    QCOMPARE(codeOf(again), ErrorCode::Conflict);
    QCOMPARE(again.error().file, folder);

    const QString full = next();
    test::spill(full + u"/mine.txt"_s, "x");
    QCOMPARE(codeOf(Library::create(full, test::resources())), ErrorCode::Conflict);
    QCOMPARE(QDir(full).entryList(QDir::Files | QDir::Hidden), QStringList{u"mine.txt"_s});
    const QString empty = next();
    QDir().mkpath(empty);
    QVERIFY(Library::create(empty, test::resources()).has_value());
    QVERIFY(Library::create(dir_.filePath(u"new/deep/L.offprint"_s), test::resources()).has_value());
    test::spill(dir_.filePath(u"file"_s), "x");
    QVERIFY(!Library::create(dir_.filePath(u"file/L.offprint"_s), test::resources()));
    QVERIFY(!Library::create(dir_.filePath(u"file"_s), test::resources()));
    QCOMPARE(test::slurp(dir_.filePath(u"file"_s)), QByteArray("x"));
  }

  void opensOnlyLibraries() {
    QCOMPARE(codeOf(open(dir_.filePath(u"none"_s), test::resources())), ErrorCode::NotFound);
    const QString plain = next();
    QDir().mkpath(plain);
    QCOMPARE(codeOf(open(plain, test::resources())), ErrorCode::InvalidInput);
    test::spill(plain + u"/library.sqlite"_s, QByteArray(5'000, 'x'));
    QCOMPARE(codeOf(open(plain, test::resources())), ErrorCode::Corrupt);
    QCOMPARE(test::slurp(plain + u"/library.sqlite"_s), QByteArray(5'000, 'x'));
    const QString other = next();
    QDir().mkpath(other);
    {
      auto database = must(Database::open(other + u"/library.sqlite"_s, Database::Access::ReadWrite));
      must(database->script("CREATE TABLE songs (name TEXT);"));
    }
    QCOMPARE(codeOf(open(other, test::resources())), ErrorCode::InvalidInput);
    QVERIFY(!QFileInfo::exists(other + u"/library.lock"_s));
  }

  void oneWriterTheOthersRead() {
    const QString folder = next();
    must(test::newLibrary(folder)->content().insert(article(u"One"_s)));
    QProcess& other = holdElsewhere(folder);
    auto library = test::openLibrary(folder);
    QVERIFY(library->readOnly());
    QVERIFY2(library->readOnlyReason().contains(QSysInfo::machineHostName()),
             qPrintable(library->readOnlyReason()));
    QCOMPARE(library->otherHolder()->process, other.processId());
    QCOMPARE(library->otherHolder()->host, QSysInfo::machineHostName());
    QVERIFY(library->otherHolder()->since.isValid());
    QCOMPARE(must(library->content().list({})).size(), 1);
    const auto refused = library->content().insert(article(u"Two"_s));
    QCOMPARE(codeOf(refused), ErrorCode::Denied);
    QCOMPARE(codeOf(library->site().setState(u"k"_s, 1)), ErrorCode::Denied);
    QVERIFY(must(library->verify()).isEmpty());
    // A process that lives keeps its lock, whatever is asked.
    QVERIFY(test::openLibrary(folder, OpenMode::TakeOver)->readOnly());
    // The reader sees what the writer stores.
    other.write("add\n");
    QVERIFY(other.waitForReadyRead());
    QCOMPARE(must(library->content().list({})).size(), 2);
    library.reset();
    end(other);
    // Its lock file is left behind by the kill; the process is dead, so it counts for nothing.
    QVERIFY(QFileInfo::exists(folder + u"/library.lock"_s));
    library = test::openLibrary(folder);
    QVERIFY2(!library->readOnly(), qPrintable(library->readOnlyReason()));
    QVERIFY(test::openLibrary(folder)->readOnly());  // also within one process
    library.reset();
    QVERIFY(!QFileInfo::exists(folder + u"/library.lock"_s));
  }

  void aLockOfAnotherComputerIsRespected() {
    const QString folder = next();
    must(test::newLibrary(folder)->content().insert(article(u"One"_s)));
    test::spill(
        folder + u"/library.lock"_s,
        R"({"host": "elsewhere", "user": "them", "process": 7, "since": "2026-03-18T08:00:00.000Z"})");
    {
      auto library = test::openLibrary(folder);
      QVERIFY(library->readOnly());
      QCOMPARE(library->otherHolder()->host, u"elsewhere"_s);
      QCOMPARE(library->otherHolder()->since, test::clock()().addSecs(-5'400));
      QCOMPARE(must(library->content().list({})).size(), 1);
    }
    QVERIFY(QFileInfo::exists(folder + u"/library.lock"_s));
    QVERIFY(!test::openLibrary(folder, OpenMode::TakeOver)->readOnly());
    QVERIFY(!QFileInfo::exists(folder + u"/library.lock"_s));
    test::spill(folder + u"/library.lock"_s, "half a lo");  // a crash while it was written
    QVERIFY(!test::openLibrary(folder)->readOnly());
  }

  void aDeletedLibrarySavesNothing() {
    const QString folder = next();
    auto library = test::newLibrary(folder);
    ContentItem item = must(library->content().insert(article(u"One"_s)));
    const QString moved = next();
    QVERIFY(QDir().rename(folder, moved));
    item = must(library->content().save(item));  // still the library
    QVERIFY(QFile::remove(moved + u"/library.sqlite"_s));
    item.body = u"Words"_s;
    const auto saved = library->content().save(item);
    QVERIFY(!saved);
    QVERIFY(saved.error().message.contains(u"deleted"_s));
  }

  void aLockThatIsNoFileIsNotWritten() {
    const QString folder = next();
    test::newLibrary(folder);
    const QString lock = folder + u"/library.lock"_s;
    test::spill(folder + u"/diary.txt"_s, "mine");
    QVERIFY(QFile::link(folder + u"/diary.txt"_s, lock));
    QCOMPARE(codeOf(open(folder, test::resources())), ErrorCode::Conflict);
    QCOMPARE(test::slurp(folder + u"/diary.txt"_s), QByteArray("mine"));
    QVERIFY(QFile::remove(lock));
    QCOMPARE(::mkfifo(QFile::encodeName(lock).constData(), 0600), 0);
    QCOMPARE(codeOf(open(folder, test::resources())), ErrorCode::Conflict);
  }

  void readingTakesNoLock() {
    const QString folder = next();
    auto writer = test::newLibrary(folder);
    auto reader = test::openLibrary(folder, OpenMode::ReadOnly);
    QVERIFY(reader->readOnly());
    QVERIFY(!writer->readOnly());
    must(writer->content().insert(article(u"One"_s)));
    QCOMPARE(must(reader->content().list({})).size(), 1);
  }

  void aProtectedFolderIsRead_data() {
    QTest::addColumn<bool>("logLeft");
    QTest::newRow("closed well") << false;
    QTest::newRow("after a crash") << true;
  }
  void aProtectedFolderIsRead() {
    QFETCH(bool, logLeft);
    const QString folder = next();
    test::newLibrary(folder);
    if (logLeft) {
      QProcess& other = holdElsewhere(folder);
      other.write("add\n");
      QVERIFY(other.waitForReadyRead());
      end(other);
      QVERIFY(QFileInfo(folder + u"/library.sqlite-wal"_s).size() > 0);
      QFile::remove(folder + u"/library.sqlite-shm"_s);
    } else {
      must(test::openLibrary(folder)->content().insert(article(u"Held"_s)));
    }
    const auto permissions = QFile::permissions(folder);
    QFile::setPermissions(folder, QFileDevice::ReadOwner | QFileDevice::ExeOwner | QFileDevice::ReadOther |
                                      QFileDevice::ExeOther);
    const QByteArray before = test::slurp(folder + u"/library.sqlite"_s);
    QTemporaryDir place;
    QFile::setPermissions(place.path(), QFileDevice::Permissions(0x7777));
    const QString copy = place.filePath(u"copy.sqlite"_s);
    const int status = asNobody([&] {
      auto library = open(folder, test::resources());
      if (!library) return 1;
      if (!(*library)->readOnly() || !(*library)->readOnlyReason().contains(u"write-protected"_s)) return 2;
      auto items = (*library)->content().list({});
      if (!items || items->size() != 1) return 3;
      if (codeOf((*library)->content().insert(article(u"Two"_s))) != ErrorCode::Denied) return 4;
      if (!(*library)->copyDatabase(copy)) return 6;
      auto findings = (*library)->verify();
      return findings && findings->isEmpty() ? 0 : 5;
    });
    QFile::setPermissions(folder, permissions);
    QCOMPARE(status, 0);
    QCOMPARE(test::slurp(folder + u"/library.sqlite"_s), before);
  }

  void aFullDiskDoesNotKeepFromReading() {
    const QString folder = next();
    must(test::newLibrary(folder)->content().insert(article(u"Held"_s)));
    constexpr int full = 13;  // SQLITE_FULL, as when the log's shared memory finds no room
    int asked = 0;
    Database::setStepFault(
        [&](const QByteArray& sql) { return sql == "PRAGMA application_id" && asked++ == 0 ? full : 0; });
    const auto library = open(folder, test::resources(), OpenMode::ReadOnly);
    Database::setStepFault({});
    QCOMPARE(asked, 2);
    QVERIFY(library);
    QCOMPARE(must((*library)->content().list({})).size(), 1);
  }

  void nothingIsMadeWhereNothingMayBeWritten() {
    const QString parent = dir_.filePath(u"protected"_s);
    QDir().mkpath(parent);
    QFile::setPermissions(parent, QFileDevice::ReadOwner | QFileDevice::ExeOwner | QFileDevice::ReadOther |
                                      QFileDevice::ExeOther);
    const int status = asNobody([&] {
      return codeOf(Library::create(parent + u"/L.offprint"_s, test::resources())) == ErrorCode::Denied ? 0
                                                                                                        : 1;
    });
    QCOMPARE(status, 0);
  }

  void migratesAfterACopy() {
    const QString folder = next();
    must(test::newLibrary(folder)->content().insert(article(u"Old"_s, u"text"_s)));
    QTemporaryDir data;
    const int format = must(Migrator::fromFolder(test::resources().path(u"db"_s))).newest();
    withMigrations(data, {u"ALTER TABLE item ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm';"_s,
                          u"UPDATE meta SET value = '%1' WHERE key = 'min_compatible';"_s.arg(format + 2)});
    {
      auto library = must(open(folder, Resources(data.path())));
      QCOMPARE(must(library->content().find(u"article/old"_s)).body, u"text"_s);
      QVERIFY(must(library->verify()).isEmpty());
    }
    const QStringList copies = QDir(folder + u"/backups"_s).entryList(QDir::Files);
    QCOMPARE(copies, QStringList{u"2026-03-18-093000-migration.sqlite"_s});
    {
      auto copy =
          must(Database::open(folder + u"/backups/"_s + copies.first(), Database::Access::ReadOnlyUnshared));
      QCOMPARE(must(Migrator::formatOf(*copy)), format);
      QCOMPARE(must(copy->number("SELECT count(*) FROM item")), 1);
    }
    QVERIFY(open(folder, Resources(data.path())).has_value());
    QCOMPARE(QDir(folder + u"/backups"_s).entryList(QDir::Files).size(), 1);  // nothing to migrate any more
    // The older program must not touch it, in any mode.
    const QByteArray before = test::slurp(folder + u"/library.sqlite"_s);
    for (const OpenMode mode : {OpenMode::ReadWrite, OpenMode::ReadOnly, OpenMode::TakeOver}) {
      const auto refused = open(folder, test::resources(), mode);
      QCOMPARE(codeOf(refused), ErrorCode::VersionTooNew);
      QVERIFY(!refused.error().message.isEmpty());
    }
    QCOMPARE(test::slurp(folder + u"/library.sqlite"_s), before);
    QVERIFY(!QFileInfo::exists(folder + u"/library.lock"_s));
  }

  void aNewerCompatibleFileIsUsed() {
    const QString folder = next();
    test::newLibrary(folder);
    QTemporaryDir data;
    withMigrations(data, {u"ALTER TABLE item ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm';"_s});
    must(open(folder, Resources(data.path())));
    auto library = test::openLibrary(folder);
    QVERIFY(!library->readOnly());
    must(library->content().insert(article(u"Works"_s)));
  }

  void anOlderFileIsReadWithoutTouchingIt() {
    const QString folder = next();
    must(test::newLibrary(folder)->content().insert(article(u"Old"_s)));
    const QByteArray before = test::slurp(folder + u"/library.sqlite"_s);
    QTemporaryDir data;
    withMigrations(data, {u"ALTER TABLE item ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm';"_s});
    {
      auto library = must(open(folder, Resources(data.path()), OpenMode::ReadOnly));
      QCOMPARE(must(library->content().list({})).size(), 1);
      QCOMPARE(codeOf(library->content().insert(article(u"Two"_s))), ErrorCode::Denied);
    }
    QCOMPARE(test::slurp(folder + u"/library.sqlite"_s), before);
  }

  void aBrokenMigrationChangesNothing() {
    const QString folder = next();
    must(test::newLibrary(folder)->content().insert(article(u"Old"_s)));
    QTemporaryDir data;
    withMigrations(data, {u"ALTER TABLE item ADD COLUMN mood TEXT;\nDELETE FROM item;\nSELECT nonsense;"_s});
    QVERIFY(!open(folder, Resources(data.path())));
    auto library = test::openLibrary(folder);
    QCOMPARE(must(library->content().list({})).size(), 1);
    QTemporaryDir gap;
    test::spill(gap.filePath(u"db/0002_x.sql"_s), "SELECT 1;");
    QCOMPARE(codeOf(Migrator::fromFolder(gap.filePath(u"db"_s))), ErrorCode::Internal);
    QCOMPARE(codeOf(Migrator::fromFolder(gap.filePath(u"none"_s))), ErrorCode::Internal);
  }

  /// tests/fixtures/formats holds a library of every format as SQL.
  void everyFormatEverMadeOpens_data() {
    QTest::addColumn<QString>("file");
    const QDir fixtures(test::source(u"tests/fixtures/formats"_s));
    for (const QString& name : fixtures.entryList({u"*.sql"_s}))
      QTest::newRow(qPrintable(name)) << fixtures.filePath(name);
  }
  void everyFormatEverMadeOpens() {
    QFETCH(QString, file);
    const QString folder = next();
    QDir().mkpath(folder + u"/media"_s);
    {
      auto database = must(Database::open(folder + u"/library.sqlite"_s, Database::Access::ReadWrite));
      must(database->script(test::slurp(file)));
    }
    auto library = test::openLibrary(folder);
    QVERIFY(!library->readOnly());
    QVERIFY(must(library->verify()).isEmpty());
    ContentItem item = must(library->content().find(u"article/first-light"_s));
    QCOMPARE(item.title, u"First light"_s);
    QCOMPARE(item.tags, QStringList{u"optics"_s});
    QCOMPARE(item.date.iso(), u"2026-01"_s);
    QCOMPARE(must(library->content().search(u"telescope"_s, {}, 5)).size(), 1);
    QCOMPARE(must(library->revisions().list(item.id)).size(), 1);
    item.body += u" More."_s;
    must(library->content().save(item));
  }
  void everyFormatHasAFixture() {
    const auto migrator = must(Migrator::fromFolder(test::resources().path(u"db"_s)));
    QCOMPARE(QDir(test::source(u"tests/fixtures/formats"_s)).entryList({u"*.sql"_s}).size(),
             migrator.newest());
  }

  void snapshotsAreVerifiedAndThinned() {
    const QString folder = next();
    QVERIFY(!test::newLibrary(folder)->lastSnapshot().isValid());
    for (int day = 0; day < 120; ++day) {
      auto library = must(Library::open(folder, test::resources(), OpenMode::ReadWrite,
                                        fixedClock(test::clock()().addDays(day))));
      QVERIFY(QFileInfo::exists(must(library->snapshot(u"daily"_s))));
      QCOMPARE(library->lastSnapshot(), test::clock()().addDays(day));
    }
    const QStringList names =
        QDir(folder + u"/backups"_s).entryList(QDir::Files, QDir::Name | QDir::Reversed);
    QCOMPARE(names.size(), 14 + 8);
    QVERIFY(names.first().startsWith(test::clock()().addDays(119).toString(u"yyyy-MM-dd"_s)));
    auto library = test::openLibrary(folder);
    const QString one = must(library->snapshot(u"Before import: x/y"_s));
    const QString two = must(library->snapshot(u"Before import: x/y"_s));
    QVERIFY(one != two);
    QVERIFY(QFileInfo(one).fileName().endsWith(u"-Before-import-x-y.sqlite"_s));
  }

  void verifyFindsEveryDamage() {
    const QString folder = next();
    MediaFile file;
    MediaFile gone;
    {
      auto library = test::newLibrary(folder);
      must(library->content().insert(article(u"One"_s, u"word"_s)));
      file = must(library->media().add(u"a.txt"_s, "content"));
      gone = must(library->media().add(u"b.txt"_s, "other"));
      test::spill(library->media().storedAt(file), "CONTENT");
      QFile::remove(library->media().storedAt(gone));
    }
    {
      auto database = must(Database::open(folder + u"/library.sqlite"_s, Database::Access::ReadWrite));
      must(database->run("PRAGMA foreign_keys=OFF"));
      must(database->run("INSERT INTO item_term (type, name, item) VALUES ('tag', 'x', 99)"));
      must(database->run("DELETE FROM item_text"));
      must(database->run("DELETE FROM search"));
    }
    auto library = test::openLibrary(folder);
    QStringList codes;
    for (const Finding& finding : must(library->verify())) {
      QCOMPARE(finding.level, Finding::Level::Error);
      codes.append(finding.code);
    }
    codes.sort();
    QCOMPARE(codes, (QStringList{u"library.index"_s, u"library.orphan"_s, u"library.text-missing"_s,
                                 u"media.damaged"_s, u"media.missing"_s}));
    Task cancelled;
    cancelled.cancel();
    QCOMPARE(codeOf(library->verify(cancelled)), ErrorCode::Cancelled);
  }

  /// A byte that the disk changed in a text, a description or a setting: SQLite's own checks pass.
  void verifyFindsDamagedWords() {
    const QString folder = next();
    {
      auto library = test::newLibrary(folder);
      ContentItem kept = must(library->content().insert(article(u"Kept"_s, u"the word as it was"_s)));
      must(library->revisions().cut(kept.id, RevisionReason::Kept));
      const ContentItem trashed = must(library->content().insert(article(u"Trashed"_s, u"gone"_s)));
      must(library->content().trash(trashed.id));
      must(library->content().insert(article(u"Bare"_s, u"without a version"_s)));
      must(library->collections().describe(CollectionRepository::Type::Tag, u"optics"_s, u"light, glass"_s));
      MediaFile file = must(library->media().add(u"a.txt"_s, "content"));
      file.alt = u"a torn page"_s;
      must(library->media().update(file));
      Site site = must(library->site().get());
      site.description = u"notes of mine"_s;
      must(library->site().save(site));
      kept.tags = {u"optics"_s};
      must(library->content().save(kept));
      must(library->collections().rename(CollectionRepository::Type::Tag, u"optics"_s, u"light"_s));
      must(library->content().restore(trashed.id));
      QVERIFY(must(library->verify()).isEmpty());
    }
    {
      auto database = must(Database::open(folder + u"/library.sqlite"_s, Database::Access::ReadWrite));
      must(database->run("UPDATE item_text SET body = replace(body, 'wo', 'wp')"));
      must(database->run("UPDATE item SET summary = 'x' WHERE slug = 'bare'"));
      must(database->run("UPDATE term SET description = replace(description, 'glass', 'glasr')"));
      must(database->run("UPDATE media SET alt = replace(alt, 'torn', 'born')"));
      must(database->run("UPDATE site SET content = replace(content, 'notes of mine', 'motes of mine')"));
    }
    auto library = test::openLibrary(folder);
    QStringList told;
    for (const Finding& finding : must(library->verify())) {
      QCOMPARE(finding.level, Finding::Level::Error);
      told.append(finding.code + u' ' + finding.item +
                  (finding.message.contains(u"2026-03-18"_s) ? u"!"_s : QString()));
    }
    QCOMPARE(told, (QStringList{u"library.text-damaged article/kept!"_s,
                                u"library.text-damaged article/bare"_s, u"library.site-damaged "_s,
                                u"library.term-damaged "_s, u"media.words-damaged "_s}));
    const ContentItem kept = must(library->content().find(u"article/kept"_s));
    QCOMPARE(test::codeOf(library->content().getWhole(kept.id)), ErrorCode::Corrupt);
    // What is written anew is whole.
    ContentItem item = must(library->content().find(u"article/bare"_s));
    item.summary.clear();
    must(library->content().save(item));
    QCOMPARE(must(library->content().getWhole(item.id)).title, item.title);
    QCOMPARE(must(library->verify()).size(), 4);
  }

  void verifyFindsADamagedVersion() {
    const QString folder = next();
    {
      auto library = test::newLibrary(folder);
      const ContentItem item = must(library->content().insert(article(u"Kept"_s, u"word"_s)));
      must(library->revisions().cut(item.id, RevisionReason::Kept));
    }
    {
      auto database = must(Database::open(folder + u"/library.sqlite"_s, Database::Access::ReadWrite));
      must(database->run("UPDATE revision SET content = x'0000000400010203'"));
    }
    QTest::ignoreMessage(QtWarningMsg, "qUncompress: Input data is corrupted");
    const Findings findings = must(test::openLibrary(folder)->verify());
    QCOMPARE(findings.size(), 1);
    QCOMPARE(findings.first().code, u"library.version-damaged"_s);
    QCOMPARE(findings.first().item, u"article/kept"_s);
  }

  void aDamagedPageIsTold() {
    const QString folder = next();
    {
      auto library = test::newLibrary(folder);
      for (int i = 0; i < 50; ++i)
        must(library->content().insert(article(u"Item %1"_s.arg(i), QString(2'000, u'x'))));
    }
    QByteArray bytes = test::slurp(folder + u"/library.sqlite"_s);
    for (qsizetype at = 20 * 4096; at < bytes.size() - 4096; at += 4096)
      bytes.replace(at + 5, 60, QByteArray(60, '\xee'));
    test::spill(folder + u"/library.sqlite"_s, bytes);
    const auto library = open(folder, test::resources());
    if (!library) {
      QCOMPARE(library.error().code, ErrorCode::Corrupt);
      return;
    }
    const auto findings = (*library)->verify();
    QVERIFY(findings.has_value() && hasErrors(*findings));
    QCOMPARE(findings->first().code, u"library.damaged"_s);
  }

  void aBrokenOwnKindDoesNotShutTheLibrary() {
    const QString folder = next();
    test::newLibrary(folder);
    test::spill(folder + u"/kinds/recipe.json"_s, "{broken");
    auto library = test::openLibrary(folder);
    QVERIFY(library->kinds()->find(u"article"_s));
    QVERIFY(library->kindsError().has_value());
    QVERIFY(library->kindsError()->located().contains(u"recipe.json"_s));
  }
};

namespace {

/// A process that holds the library open until it is killed, and adds an item for every line it is sent.
int hold(const QString& folder) {
  auto library = test::openLibrary(folder);
  std::puts("held");
  std::fflush(stdout);
  for (char line[64]; std::fgets(line, sizeof line, stdin);) {
    must(library->content().insert(article(u"Held"_s)));
    std::puts("added");
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  QCoreApplication application(argc, argv);
  if (application.arguments().value(1) == u"--hold"_s) return hold(application.arguments().value(2));
  TestLibrary test;
  return QTest::qExec(&test, argc, argv);
}
#include "tst_Library.moc"
