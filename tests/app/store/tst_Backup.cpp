#include <archive.h>
#include <archive_entry.h>
#include <QtTest>

#include "app/store/Backup.h"
#include "app/store/ContentRepository.h"
#include "app/store/Database.h"
#include "app/store/Repositories.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::article;
using test::codeOf;
using test::must;

namespace {

using Entries = QList<QPair<QByteArray, QByteArray>>;

Entries readZip(const QString& path) {
  Entries entries;
  archive* in = archive_read_new();
  archive_read_support_format_zip(in);
  archive_read_open_filename(in, QFile::encodeName(path).constData(), 65536);
  archive_entry* entry = nullptr;
  while (archive_read_next_header(in, &entry) == ARCHIVE_OK) {
    QByteArray content;
    char piece[4096];
    for (la_ssize_t n = 0; (n = archive_read_data(in, piece, sizeof piece)) > 0;)
      content.append(piece, n);
    entries.append({archive_entry_pathname(entry), content});
  }
  archive_read_free(in);
  return entries;
}

void writeZip(const QString& path, const Entries& entries) {
  archive* out = archive_write_new();
  archive_write_set_format_zip(out);
  archive_write_open_filename(out, QFile::encodeName(path).constData());
  for (const auto& [name, content] : entries) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.constData());
    archive_entry_set_size(entry, content.size());
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_perm(entry, 0644);
    archive_write_header(out, entry);
    archive_write_data(out, content.constData(), static_cast<size_t>(content.size()));
    archive_entry_free(entry);
  }
  archive_write_free(out);
}

}  // namespace

class TestBackup : public QObject {
  Q_OBJECT
  QTemporaryDir dir_;
  int number_ = 0;
  std::unique_ptr<Library> library_;
  QString file_;
  QString fresh(const QString& ending) { return dir_.filePath(u"n%1%2"_s.arg(++number_).arg(ending)); }
  void refuses(const QString& backupFile, ErrorCode code) {
    const QString folder = fresh(u".offprint"_s);
    const auto restored = restore(backupFile, folder, test::resources());
    QCOMPARE(codeOf(restored), code);
    QVERIFY(!restored.error().message.isEmpty());
    QVERIFY(!QFileInfo::exists(folder));
    QVERIFY(QDir(dir_.path()).entryList({u".offprint-new*"_s}, QDir::Dirs | QDir::Hidden).isEmpty());
  }

 private Q_SLOTS:
  void init() {
    library_ = test::newLibrary(fresh(u".offprint"_s));
    for (int i = 0; i < 20; ++i)
      must(library_->content().insert(article(u"Item %1"_s.arg(i), QString(3'000, u'x'))));
    must(library_->media().add(u"Caf\u00e9 #1.png"_s, QByteArray(50'000, 'p')));
    test::spill(library_->folder() + u"/kinds/recipe.json"_s,
                test::slurp(test::resources().path(u"kinds/tool.json"_s)).replace("\"tool\"", "\"recipe\""));
    test::spill(library_->folder() + u"/themes/own/theme.json"_s, "{}");
    test::spill(library_->folder() + u"/styles/own.csl"_s, "<style/>");
    test::spill(library_->folder() + u"/backups/old.sqlite"_s, "not taken along");
    file_ = fresh(u".zip"_s);
    must(backup(*library_, file_));
  }

  void comesBackWhole() {
    const QString folder = fresh(u".offprint"_s);
    must(restore(file_, folder, test::resources()));
    auto back = test::openLibrary(folder);
    QVERIFY(!back->readOnly());
    QVERIFY(must(back->verify()).isEmpty());
    QCOMPARE(back->uuid(), library_->uuid());
    QCOMPARE(must(back->content().list({})).size(), 20);
    QCOMPARE(must(back->content().find(u"article/item-7"_s)),
             must(library_->content().find(u"article/item-7"_s)));
    QCOMPARE(test::slurp(back->media().storedAt(must(back->media().find(u"media/Caf\u00e9 #1.png"_s)))),
             QByteArray(50'000, 'p'));
    QVERIFY(back->kinds()->find(u"recipe"_s));
    QVERIFY(QFileInfo::exists(folder + u"/themes/own/theme.json"_s));
    QVERIFY(QFileInfo::exists(folder + u"/styles/own.csl"_s));
    QVERIFY(!QFileInfo::exists(folder + u"/backups"_s));
    QVERIFY(QDir(dir_.path()).entryList({u"*.part*"_s}).isEmpty());
  }

  void aRestoredLibraryIsNoMoreOpenThanANewOne() {
    QTemporaryDir shared;
    QVERIFY(QFile::setPermissions(shared.path(), QFileDevice::Permissions(0x7777)));
    const QString restored = shared.filePath(u"r.offprint"_s);
    must(restore(file_, restored, test::resources()));
    const QString made = shared.filePath(u"n.offprint"_s);
    test::newLibrary(made);
    QVERIFY(QDir().mkdir(shared.filePath(u"plain"_s)));
    QCOMPARE(QFile::permissions(restored), QFile::permissions(shared.filePath(u"plain"_s)));
    QCOMPARE(QFile::permissions(made), QFile::permissions(shared.filePath(u"plain"_s)));
  }

  void nothingIsOverwritten() {
    QCOMPARE(codeOf(backup(*library_, file_)), ErrorCode::Conflict);
    const QString folder = fresh(u".offprint"_s);
    test::spill(folder + u"/mine"_s, "x");
    QCOMPARE(codeOf(restore(file_, folder, test::resources())), ErrorCode::Conflict);
    QCOMPARE(QDir(folder).entryList(QDir::Files | QDir::Hidden), QStringList{u"mine"_s});
    QCOMPARE(codeOf(restore(dir_.filePath(u"none"_s), fresh(u".offprint"_s), test::resources())),
             ErrorCode::NotFound);
  }

  void workGoesOnMeanwhile() {
    must(library_->content().insert(article(u"Later"_s)));
    auto reader = test::openLibrary(library_->folder(), OpenMode::ReadOnly);
    const QString file = fresh(u".zip"_s);
    must(backup(*reader, file));  // a reader may back up, too
    const QString folder = fresh(u".offprint"_s);
    must(restore(file, folder, test::resources()));
    QCOMPARE(must(test::openLibrary(folder)->content().list({})).size(), 21);
  }

  void aCutFileIsRefused() {
    const QByteArray whole = test::slurp(file_);
    for (qsizetype length = 0; length < whole.size(); length += whole.size() / 23 + 1) {
      const QString file = fresh(u".zip"_s);
      test::spill(file, whole.left(length));
      refuses(file, ErrorCode::Corrupt);
    }
  }

  void everyChangedByteIsNoticed() {
    const QByteArray whole = test::slurp(file_);
    int refused = 0;
    int tried = 0;
    for (qsizetype at = 40; at < whole.size(); at += whole.size() / 61 + 1) {
      QByteArray bytes = whole;
      bytes[at] = static_cast<char>(bytes.at(at) ^ 0x55);
      const QString file = fresh(u".zip"_s);
      test::spill(file, bytes);
      const QString folder = fresh(u".offprint"_s);
      const auto restored = restore(file, folder, test::resources());
      ++tried;
      if (!restored) {
        ++refused;
        QVERIFY2(restored.error().code == ErrorCode::Corrupt, qPrintable(restored.error().message));
        QVERIFY(!QFileInfo::exists(folder));
      } else {
        QVERIFY(must(test::openLibrary(folder)->verify()).isEmpty());  // a byte that means nothing
      }
    }
    QVERIFY2(refused > tried / 2, qPrintable(u"%1 of %2"_s.arg(refused).arg(tried)));
  }

  void strangeEntriesAreRefused_data() {
    QTest::addColumn<QByteArray>("name");
    for (const char* name : {"../out", "/etc/x", "media/../../x", "backups/x", "media", "kinds/./x",
                             "library.lock", "media\\x", "media/", "library.sqlite"})
      QTest::newRow(name) << QByteArray(name);
  }
  void strangeEntriesAreRefused() {
    QFETCH(QByteArray, name);
    Entries entries = readZip(file_);
    entries.prepend({name, "x"});
    const QString file = fresh(u".zip"_s);
    writeZip(file, entries);
    refuses(file, ErrorCode::Corrupt);
  }

  void everyMissingEntryIsNoticed() {
    const Entries entries = readZip(file_);
    QCOMPARE(entries.last().first, QByteArray("manifest.json"));
    for (qsizetype i = 0; i < entries.size(); ++i) {
      Entries fewer = entries;
      fewer.removeAt(i);
      const QString file = fresh(u".zip"_s);
      writeZip(file, fewer);
      refuses(file, ErrorCode::Corrupt);
      Entries changed = entries;
      changed[i].second += 'x';
      const QString second = fresh(u".zip"_s);
      writeZip(second, changed);
      refuses(second, ErrorCode::Corrupt);
    }
    const QString unchanged = fresh(u".zip"_s);
    writeZip(unchanged, entries);
    must(restore(unchanged, fresh(u".offprint"_s), test::resources()));
  }

  void anotherKindOfFileIsRefused() {
    const QString text = fresh(u".zip"_s);
    test::spill(text, "hello");
    refuses(text, ErrorCode::Corrupt);
    const QString zip = fresh(u".zip"_s);
    writeZip(zip, {{"manifest.json", "{\"format\": 1, \"entries\": []}"}});
    refuses(zip, ErrorCode::Corrupt);
    const QString newer = fresh(u".zip"_s);
    Entries entries = readZip(file_);
    entries.last().second.replace("\"format\": 1", "\"format\": 2");
    writeZip(newer, entries);
    refuses(newer, ErrorCode::VersionTooNew);
  }

  /// The rest is worth a backup all the same.
  void aMediaFileThatIsNotWholeIsTold_data() {
    QTest::addColumn<QString>("code");
    QTest::newRow("damaged") << u"media.damaged"_s;
    QTest::newRow("missing") << u"media.missing"_s;
    if (::geteuid() != 0) QTest::newRow("not to be read") << u"backup.unreadable"_s;
  }
  void aMediaFileThatIsNotWholeIsTold() {
    QFETCH(QString, code);
    const QString stored = library_->media().storedAt(must(library_->media().list()).first());
    if (code == u"media.damaged") test::spill(stored, "damaged");
    if (code == u"media.missing") QVERIFY(QFile::remove(stored));
    if (code == u"backup.unreadable") QFile::setPermissions(stored, {});
    const QString target = fresh(u".zip"_s);
    const Findings findings = must(backup(*library_, target));
    QCOMPARE(findings.size(), 1);
    QCOMPARE(findings.first().code, code);
    QCOMPARE(findings.first().level, Finding::Level::Error);
    QCOMPARE(findings.first().file, stored);
    const QString folder = fresh(u".offprint"_s);
    must(restore(target, folder, test::resources()));
    QCOMPARE(must(test::openLibrary(folder)->content().list({})).size(),
             must(library_->content().list({})).size());
  }

  void aFullDiskIsSaidOfTheTarget() {
    const QString target = fresh(u".zip"_s);
    Database::setStepFault([](const QByteArray& sql) { return sql.startsWith("VACUUM INTO") ? 13 : 0; });
    const auto made = backup(*library_, target);
    Database::setStepFault({});
    QCOMPARE(codeOf(made), ErrorCode::DiskFull);
    QCOMPARE(made.error().file, target);
    QVERIFY2(made.error().message.contains(u"unharmed"_s), qPrintable(made.error().message));
    QVERIFY(!QFileInfo::exists(target));
  }

  void filesOfTheAuthorBesideStay() {
    const QString target = fresh(u".zip"_s);
    for (const QString& ending : {u".part"_s, u".sqlite.part"_s})
      test::spill(target + ending, "mine");
    must(backup(*library_, target));
    for (const QString& ending : {u".part"_s, u".sqlite.part"_s})
      QCOMPARE(test::slurp(target + ending), QByteArray("mine"));
  }

  void canBeStopped() {
    Task task;
    task.cancel();
    const QString target = fresh(u".zip"_s);
    QCOMPARE(codeOf(backup(*library_, target, task)), ErrorCode::Cancelled);
    QVERIFY(!QFileInfo::exists(target));
    const QString folder = fresh(u".offprint"_s);
    QCOMPARE(codeOf(restore(file_, folder, test::resources(), task)), ErrorCode::Cancelled);
    QVERIFY(!QFileInfo::exists(folder));
  }
};

QTEST_GUILESS_MAIN(TestBackup)
#include "tst_Backup.moc"
