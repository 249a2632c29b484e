#include <archive.h>
#include <archive_entry.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <QtTest>

#include "app/core/FileOps.h"
#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/output/FolderSink.h"
#include "exporters/output/MemorySink.h"
#include "exporters/output/ZipSink.h"
#include "tests/support/SiteLibrary.h"

using namespace Qt::StringLiterals;
using namespace offprint;
using offprint::test::buildSite;
using offprint::test::codeOf;
using offprint::test::must;
using offprint::test::tree;
using offprint::test::withoutMarker;

namespace {

Result<BuildReport> toFolder(Library& library, const QString& out) {
  FolderSink sink(out);
  return buildSite(library, sink);
}

QMap<QString, QByteArray> inMemory(Library& library) {
  MemorySink sink;
  must(buildSite(library, sink));
  return sink.files();
}

QMap<QString, QByteArray> unpacked(const QString& file) {
  QMap<QString, QByteArray> files;
  archive* reader = archive_read_new();
  archive_read_support_format_zip(reader);
  if (archive_read_open_filename(reader, qPrintable(file), 65536) != ARCHIVE_OK) qFatal("no ZIP");
  archive_entry* entry = nullptr;
  while (archive_read_next_header(reader, &entry) == ARCHIVE_OK) {
    QByteArray content(archive_entry_size(entry), Qt::Uninitialized);
    if (archive_read_data(reader, content.data(), static_cast<size_t>(content.size())) != content.size())
      qFatal("short entry");
    files.insert(QString::fromUtf8(archive_entry_pathname_utf8(entry)), content);
  }
  archive_read_free(reader);
  return files;
}

}  // namespace

class TestSinks : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { MarkdownEngine::initialize(); }
  void init();
  void cleanup();
  void folderHoldsTheSite();
  void twoExportsAreEqual();
  void foreignFoldersAreRefused_data();
  void foreignFoldersAreRefused();
  void foreignFilesStay();
  void linksOutOfTheFolderAreRefused();
  void damagedFilesAreMadeAgain();
  void removesFoldersThatBecomeEmpty();
  void anotherExportIsRefused();
  void listsLeadNowhereElse_data();
  void listsLeadNowhereElse();
  void damagedManifestIsTold();
  void newerManifestIsTold();
  void everyFailedWriteIsMadeGoodByTheNextBuild();
  void killedBuildIsCompleted();
  void leftoversOfAKilledBuildAreRemoved();
  void nothingTellsOfUnlistedPages();
  void damagedMediaAreNotPublished();
  void zipHoldsTheSite();
  void zipReplacesOnlyASite();
  void zipAppearsWhole();

 private:
  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<Library> library_;
  QString out_;
};

void TestSinks::init() {
  folder_ = std::make_unique<QTemporaryDir>();
  library_ = test::siteLibrary(folder_->filePath(u"a.offprint"_s));
  out_ = folder_->filePath(u"out"_s);
}

void TestSinks::cleanup() {
  files::setFaultInjector({});
  library_.reset();
  folder_.reset();
}

void TestSinks::folderHoldsTheSite() {
  const BuildReport report = must(toFolder(*library_, out_));
  QCOMPARE(withoutMarker(tree(out_)), inMemory(*library_));
  QCOMPARE(report.files, report.written);
  struct stat before {};
  ::stat(qPrintable(out_ + u"/index.html"_s), &before);
  const BuildReport second = must(toFolder(*library_, out_));
  QCOMPARE(second.written, 0);
  struct stat after {};
  ::stat(qPrintable(out_ + u"/index.html"_s), &after);
  QCOMPARE(after.st_ino, before.st_ino);
  QCOMPARE(
      after.st_mode & 0777, 0644u & ~[] {
        const mode_t mask = ::umask(0);
        ::umask(mask);
        return mask;
      }());
}

void TestSinks::twoExportsAreEqual() {
  must(toFolder(*library_, out_));
  const QString other = folder_->filePath(u"other"_s);
  must(toFolder(*library_, other));
  QCOMPARE(tree(other), tree(out_));
}

void TestSinks::foreignFoldersAreRefused_data() {
  QTest::addColumn<QString>("file");
  QTest::newRow("a file") << u"thesis.tex"_s;
  QTest::newRow("a hidden file") << u".git/config"_s;
  QTest::newRow("a library") << u"library.sqlite"_s;
  QTest::newRow("a marker of something else") << u".offprint-site.json.bak"_s;
}

void TestSinks::foreignFoldersAreRefused() {
  QFETCH(QString, file);
  test::spill(out_ + u'/' + file, "mine");
  const auto report = toFolder(*library_, out_);
  QCOMPARE(codeOf(report), ErrorCode::Conflict);
  QVERIFY(report.error().message.contains(file.section(u'/', 0, 0)));
  QCOMPARE(tree(out_).keys(), QStringList{file});
  const auto overFile = toFolder(*library_, out_ + u'/' + file);
  QVERIFY(!overFile);
  QCOMPARE(tree(out_).value(file), QByteArray("mine"));
}

void TestSinks::foreignFilesStay() {
  must(toFolder(*library_, out_));
  test::spill(out_ + u"/CNAME"_s, "example.org");
  test::spill(out_ + u"/articles/mine/index.html"_s, "mine");
  must(library_->content().insert(test::published(u"Mine"_s, u"2026"_s, u"x\n"_s)));
  const BuildReport report = must(toFolder(*library_, out_));
  QVERIFY(hasErrors(report.findings));
  QCOMPARE(tree(out_).value(u"CNAME"_s), QByteArray("example.org"));
  QCOMPARE(tree(out_).value(u"articles/mine/index.html"_s), QByteArray("mine"));
  must(library_->content().trash(must(library_->content().find(u"article/mine"_s)).id));
  must(toFolder(*library_, out_));
  QCOMPARE(tree(out_).value(u"articles/mine/index.html"_s), QByteArray("mine"));
}

void TestSinks::linksOutOfTheFolderAreRefused() {
  must(toFolder(*library_, out_));
  const QString outside = folder_->filePath(u"outside"_s);
  QDir().mkpath(outside);
  test::spill(outside + u"/keep.txt"_s, "keep");
  QVERIFY(QDir(out_ + u"/articles"_s).removeRecursively());
  QVERIFY(QFile::link(outside, out_ + u"/articles"_s));
  const BuildReport report = must(toFolder(*library_, out_));
  QVERIFY(hasErrors(report.findings));
  QCOMPARE(tree(outside).keys(), QStringList{u"keep.txt"_s});
  // A link in place of a file is replaced, not followed.
  const QString target = folder_->filePath(u"target.txt"_s);
  test::spill(target, "target");
  QVERIFY(QFile::remove(out_ + u"/robots.txt"_s));
  QVERIFY(QFile::link(target, out_ + u"/robots.txt"_s));
  must(toFolder(*library_, out_));
  QCOMPARE(test::slurp(target), QByteArray("target"));
  QVERIFY(!QFileInfo(out_ + u"/robots.txt"_s).isSymLink());
}

void TestSinks::damagedFilesAreMadeAgain() {
  must(toFolder(*library_, out_));
  const auto whole = tree(out_);
  test::spill(out_ + u"/index.html"_s, QByteArray(whole.value(u"index.html"_s).size(), 'x'));
  test::spill(out_ + u"/articles/article-1/index.html"_s, "short");
  QVERIFY(QFile::remove(out_ + u"/media/a b#1.svg"_s));
  const BuildReport report = must(toFolder(*library_, out_));
  QCOMPARE(report.written, 3);
  QCOMPARE(tree(out_), whole);
}

void TestSinks::removesFoldersThatBecomeEmpty() {
  must(toFolder(*library_, out_));
  must(library_->content().trash(must(library_->content().find(u"talk/a-talk"_s)).id));
  must(toFolder(*library_, out_));
  QVERIFY(!QFileInfo::exists(out_ + u"/talks"_s));
  QCOMPARE(withoutMarker(tree(out_)), inMemory(*library_));
}

void TestSinks::anotherExportIsRefused() {
  FolderSink first(out_);
  must(first.begin());
  QCOMPARE(codeOf(toFolder(*library_, out_)), ErrorCode::Conflict);
}

void TestSinks::listsLeadNowhereElse_data() {
  QTest::addColumn<QString>("path");
  for (const char* path :
       {"../victim.txt", "articles/../../victim.txt", "./../victim.txt", "a//../../victim.txt"})
    QTest::newRow(path) << QString::fromLatin1(path);
}

/// Whoever can write into the folder of a site must not have other files removed by the next export.
void TestSinks::listsLeadNowhereElse() {
  QFETCH(QString, path);
  QTemporaryDir folder;
  const auto library = test::siteLibrary(folder.filePath(u"a.offprint"_s));
  const QString out = folder.filePath(u"out"_s);
  must(toFolder(*library, out));
  test::spill(folder.filePath(u"victim.txt"_s), "mine");
  const QString marker = out + u'/' + kSiteMarker;
  QJsonObject manifest = QJsonDocument::fromJson(test::slurp(marker)).object();
  QJsonObject files = manifest[u"files"_s].toObject();
  files.insert(path, QJsonObject{{u"bytes"_s, 4}, {u"sha256"_s, u"x"_s}, {u"key"_s, u"0"_s}});
  manifest[u"files"_s] = files;
  test::spill(marker, QJsonDocument(manifest).toJson());
  test::spill(out + u"/.offprint-site.journal"_s, path.toUtf8() + '\n');
  must(toFolder(*library, out));
  QCOMPARE(test::slurp(folder.filePath(u"victim.txt"_s)), QByteArray("mine"));
}

void TestSinks::damagedManifestIsTold() {
  must(toFolder(*library_, out_));
  test::spill(out_ + u"/.offprint-site.json"_s, "{\"files\": ");
  const auto before = tree(out_);
  QCOMPARE(codeOf(toFolder(*library_, out_)), ErrorCode::Corrupt);
  QCOMPARE(tree(out_), before);
}

void TestSinks::newerManifestIsTold() {
  test::spill(out_ + u"/.offprint-site.json"_s,
              "{\"format\": \"offprint-site\", \"version\": 99, \"files\": {}}");
  QCOMPARE(codeOf(toFolder(*library_, out_)), ErrorCode::VersionTooNew);
}

/// Fails the n-th write step for every n: the error is the disk's, every file that is there is whole, and the
/// next build gives the same site as one that was never disturbed.
void TestSinks::everyFailedWriteIsMadeGoodByTheNextBuild() {
  const auto whole = inMemory(*library_);
  must(toFolder(*library_, out_));
  ContentItem item = must(library_->content().find(u"article/article-4"_s));
  const auto old = withoutMarker(tree(out_));
  item.title = u"Another title"_s;
  must(library_->content().save(item));
  const auto fresh = inMemory(*library_);
  QVERIFY(fresh != whole);
  for (int n = 0;; ++n) {
    int step = 0;
    files::setFaultInjector([&](const char*, const QString&) { return step++ == n ? ENOSPC : 0; });
    const auto report = toFolder(*library_, out_);
    files::setFaultInjector({});
    const bool done = step <= n;
    if (done) {
      must(report);
      break;
    }
    QVERIFY2(!report, qPrintable(u"step %1 was not noticed"_s.arg(n)));
    QCOMPARE(report.error().code, ErrorCode::DiskFull);
    const auto now = withoutMarker(tree(out_));
    for (auto file = now.begin(); file != now.end(); ++file) {
      if (file.key().startsWith(u".offprint-site"_s)) continue;
      QVERIFY2(*file == old.value(file.key()) || *file == fresh.value(file.key()), qPrintable(file.key()));
    }
  }
  QCOMPARE(withoutMarker(tree(out_)), fresh);
}

/// A build that ends without a word anywhere (here: the sink is dropped) is completed by the next.
void TestSinks::killedBuildIsCompleted() {
  const auto whole = inMemory(*library_);
  for (int n = 0; n < 40; n += 3) {
    int step = 0;
    files::setFaultInjector([&](const char*, const QString&) { return step++ >= n ? EIO : 0; });
    (void)toFolder(*library_, out_);
    files::setFaultInjector({});
    must(toFolder(*library_, out_));
    QCOMPARE(withoutMarker(tree(out_)), whole);
    QVERIFY(QDir(out_).removeRecursively());
  }
}

void TestSinks::leftoversOfAKilledBuildAreRemoved() {
  int written = 0;
  files::setFaultInjector([&](const char* step, const QString&) {
    return qstrcmp(step, "rename") == 0 && ++written > 30 ? EIO : 0;
  });
  QVERIFY(!toFolder(*library_, out_));
  files::setFaultInjector({});
  QVERIFY(tree(out_).size() > 20);
  for (const ContentId id : must(library_->content().ids({})))
    must(library_->content().trash(id));
  must(toFolder(*library_, out_));
  QCOMPARE(withoutMarker(tree(out_)), inMemory(*library_));
}

/// Junk in the place of a medium is told; the site keeps what it had.
void TestSinks::damagedMediaAreNotPublished() {
  const MediaFile notes = must(library_->media().add(u"notes.txt"_s, "what was stored"));
  ContentItem item = test::published(u"Notes"_s, u"2026"_s, u"[notes](media/notes.txt)\n"_s);
  must(library_->content().insert(item));
  const QString object = u"%1/media/%2/%3"_s.arg(library_->folder(), notes.sha256.left(2), notes.sha256);
  QFile::setPermissions(object, QFile::ReadOwner | QFile::WriteOwner);
  test::spill(object, "what was junked");
  const auto missing = [](const BuildReport& report) {
    return std::count_if(report.findings.begin(), report.findings.end(), [](const Finding& finding) {
      return finding.code == u"file.not-written"_s && finding.message.contains(u"media/notes.txt"_s);
    });
  };
  QCOMPARE(missing(must(toFolder(*library_, out_))), 1);
  QVERIFY(!tree(out_).contains(u"media/notes.txt"_s));
  test::spill(object, "what was stored");
  QCOMPARE(missing(must(toFolder(*library_, out_))), 0);
  test::spill(object, "what was junked");
  must(toFolder(*library_, out_));
  QCOMPARE(tree(out_).value(u"media/notes.txt"_s), QByteArray("what was stored"));
}

void TestSinks::zipHoldsTheSite() {
  const QString file = folder_->filePath(u"site.zip"_s);
  QByteArray first;
  for (const QByteArray& zone :
       {QByteArray("UTC"), QByteArray("Asia/Tokyo"), QByteArray("America/New_York")}) {
    qputenv("TZ", zone);
    ::tzset();
    {
      ZipSink sink(file);
      must(buildSite(*library_, sink));
    }
    if (first.isEmpty()) first = test::slurp(file);
    QCOMPARE(test::slurp(file), first);
  }
  qputenv("TZ", "UTC");
  ::tzset();
  must(toFolder(*library_, out_));
  auto held = unpacked(file);
  QVERIFY(!held.take(kSiteMarker).contains("html"));  // it names no file
  QCOMPARE(held, withoutMarker(tree(out_)));
}

/// Its page is there, and so is the one at its old address; no file but these two holds either.
void TestSinks::nothingTellsOfUnlistedPages() {
  ContentItem secret = test::published(u"Quiet words"_s, u"2026"_s, u"Words.\n"_s);
  secret.status = Status::Unlisted;
  secret.aliases = {u"/old/quiet/"_s};
  secret = must(library_->content().insert(secret));
  must(toFolder(*library_, out_));
  const QString page = u"articles/quiet-words/index.html"_s;
  const QString old = u"old/quiet/index.html"_s;
  auto there = tree(out_);
  QVERIFY(there.contains(page) && there.contains(old));
  for (auto file = there.begin(); file != there.end(); ++file) {
    if (file.key() == page || file.key() == old) continue;
    QVERIFY2(!file.value().contains("quiet-words") && !file.value().contains("old/quiet"),
             qPrintable(file.key()));
  }
  QCOMPARE(must(toFolder(*library_, out_)).written, 0);
  secret.status = Status::Draft;
  must(library_->content().save(secret));
  must(toFolder(*library_, out_));
  there = tree(out_);
  QVERIFY(!there.contains(page) && !there.contains(old));
}

void TestSinks::zipReplacesOnlyASite() {
  const QString file = folder_->filePath(u"thesis.zip"_s);
  test::spill(file, "not ours");
  ZipSink sink(file);
  QCOMPARE(codeOf(buildSite(*library_, sink)), ErrorCode::Conflict);
  QCOMPARE(test::slurp(file), QByteArray("not ours"));
}

void TestSinks::zipAppearsWhole() {
  const QString file = folder_->filePath(u"zip/site.zip"_s);
  {
    ZipSink sink(file);
    must(sink.begin());
    must(sink.write(u"a.txt"_s, "a"));
    QVERIFY(!QFile::exists(file));
  }
  QVERIFY(tree(folder_->filePath(u"zip"_s)).isEmpty());
  test::spill(folder_->filePath(u"zip/.offprint-new-killed/archive.zip"_s), "half");
  test::spill(file + u".part"_s, "mine");
  {
    ZipSink sink(file);
    must(buildSite(*library_, sink));
  }
  QCOMPARE(tree(folder_->filePath(u"zip"_s)).keys(), (QStringList{u"site.zip"_s, u"site.zip.part"_s}));
}

QTEST_GUILESS_MAIN(TestSinks)
#include "tst_Sinks.moc"
