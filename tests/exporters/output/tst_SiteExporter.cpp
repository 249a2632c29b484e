#include <QtTest>

#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/output/Exporter.h"
#include "tests/support/SiteLibrary.h"

using namespace Qt::StringLiterals;
using namespace offprint;
using offprint::test::must;

/// What an export keeps beside the site: in the cache, never in the folder.
class TestSiteExporter : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { MarkdownEngine::initialize(); }
  void init();
  void findingsAreKeptInTheCache();
  void aCacheThatCannotBeWrittenIsNoError();
  void nothingIsExportedIntoTheLibrary();
  void anExportIsOfOneState();

 private:
  ExportReport exported() const {
    return must(findExporter(u"site"_s)->run(*library_, folder_->filePath(u"out"_s), {}, {}));
  }
  /// Of exports alone: pictures have a place of their own there.
  QMap<QString, QByteArray> cache() const {
    return test::tree(folder_->filePath(u"cache/offprint/exports"_s));
  }

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<Library> library_;
};

void TestSiteExporter::init() {
  library_.reset();
  folder_ = std::make_unique<QTemporaryDir>();
  qputenv("XDG_CACHE_HOME", folder_->filePath(u"cache"_s).toLocal8Bit());
  library_ = test::siteLibrary(folder_->filePath(u"a.offprint"_s));
}

void TestSiteExporter::findingsAreKeptInTheCache() {
  const ContentItem broken =
      must(library_->content().insert(test::published(u"Broken"_s, u"2026"_s, u"[dead](/zqjxnowhere/)\n"_s)));
  const ExportReport first = exported();
  QVERIFY(!first.findings.isEmpty());
  const auto kept = cache();
  QCOMPARE(kept.size(), 1);
  const ExportReport second = exported();
  QCOMPARE(second.findings, first.findings);
  QCOMPARE(second.written, 0);
  QCOMPARE(cache(), kept);
  const auto site = test::tree(folder_->filePath(u"out"_s));
  for (auto file = site.begin(); file != site.end(); ++file)
    QVERIFY2(!file.key().contains(u"notes"_s) &&
                 (file.key().endsWith(u"html"_s) || !file->contains("leads to no page")),
             qPrintable(file.key()));
  QVERIFY(!site.value(kSiteMarker).contains("zqjx"));
  must(library_->content().trash(broken.id));  // nothing to note any more: nothing is left behind
  exported();
  QVERIFY(cache().isEmpty());
}

void TestSiteExporter::aCacheThatCannotBeWrittenIsNoError() {
  must(library_->content().insert(test::published(u"Broken"_s, u"2026"_s, u"[dead](/nowhere/)\n"_s)));
  QFile file(folder_->filePath(u"cache"_s));  // a file where the folder should be
  QVERIFY(file.open(QIODevice::WriteOnly));
  const ExportReport first = exported();
  QCOMPARE(exported().findings, first.findings);
}

/// What becomes a draft while the site is written, with other words in it, is on it as it was.
void TestSiteExporter::anExportIsOfOneState() {
  const ContentItem item =
      must(library_->content().insert(test::published(u"One"_s, u"2026"_s, u"Public.\n"_s)));
  const QString folder = library_->folder();
  const auto reader = test::openLibrary(folder, OpenMode::ReadOnly);
  bool edited = false;
  const Task task([&](const Task::Progress& progress) {
    if (progress.total == 0 || std::exchange(edited, true)) return;  // the list was read, the texts were not
    ContentItem draft = must(library_->content().get(item.id));
    draft.status = Status::Draft;
    draft.body = u"Zqjxprivate.\n"_s;
    must(library_->content().save(draft));
  });
  must(findExporter(u"site"_s)->run(*reader, folder_->filePath(u"out"_s), {}, task));
  QVERIFY(edited);
  bool shown = false;
  const auto site = test::tree(folder_->filePath(u"out"_s));
  for (auto file = site.begin(); file != site.end(); ++file) {
    QVERIFY2(!file->contains("Zqjxprivate"), qPrintable(file.key()));
    shown = shown || file->contains("Public.");
  }
  QVERIFY(shown);
  exported();
  QVERIFY(!QFile::exists(folder_->filePath(u"out/articles/one/index.html"_s)));
}

void TestSiteExporter::nothingIsExportedIntoTheLibrary() {
  const QString inside = library_->folder();
  QVERIFY(QFile::link(inside, folder_->filePath(u"link"_s)));
  const auto before = test::tree(inside).keys();
  for (const Exporter& exporter : exporters()) {
    for (const QString& out : {inside + u"/out"_s, inside + u"/backups/deep/out"_s, inside + u"/media/../x"_s,
                               folder_->filePath(u"link/out"_s), inside}) {
      const auto report = exporter.run(*library_, out, {}, {});
      QVERIFY2(!report, qPrintable(exporter.id + u' ' + out));
      QCOMPARE(report.error().code, ErrorCode::InvalidInput);
    }
    // This library has no CV: its formats say so.
    const auto outside = exporter.run(*library_, inside + u"-"_s + exporter.id, {}, {});
    QVERIFY2(outside || outside.error().code == ErrorCode::NotFound, qPrintable(exporter.id));
  }
  QCOMPARE(test::tree(inside).keys(), before);
}

QTEST_GUILESS_MAIN(TestSiteExporter)
#include "tst_SiteExporter.moc"
