#include <cerrno>
#include <QDirIterator>
#include <QJsonArray>
#include <QtTest>

#include "app/core/FileOps.h"
#include "tests/support/ImportFixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

using Outcome = ImportedItem::Outcome;

/// Repeated, tried, cancelled and failing imports; the table of importers and the form of reports.
class TestImportAgain : public QObject, private test::ImportFixture {
  Q_OBJECT

 private Q_SLOTS:
  void init() { begin(); }
  void cleanup() { end(); }

  void aChangedSourceUpdatesWhatWasNotEdited() {
    for (const QString& name : {u"a"_s, u"b"_s, u"c"_s, u"d"_s})
      write(name + u".md"_s, "# Title " + name.toUtf8() + "\n\n![](p.png)\n");
    write(u"p.png"_s, "one");
    import();
    ContentItem edited = item(u"article/b"_s);
    edited.body = u"mine"_s;
    QVERIFY(library->content().save(edited).has_value());
    QVERIFY(library->content().trash(item(u"article/c"_s).id).has_value());
    ContentItem renamed = item(u"article/d"_s);
    renamed.slug = u"new-name"_s;
    QVERIFY(library->content().save(renamed).has_value());
    for (const QString& name : {u"a"_s, u"b"_s, u"c"_s})
      write(name + u".md"_s, "# Changed " + name.toUtf8() + "\n\n[d](d.md)\n");
    const ImportReport trial = import(ImportOptions{true, false});
    const ImportReport report = import();
    for (const ImportReport& each : {trial, report}) {
      QCOMPARE(row(each, u"a.md"_s).outcome, Outcome::Changed);
      QCOMPARE(row(each, u"b.md"_s).outcome, Outcome::Left);
      QCOMPARE(row(each, u"b.md"_s).findings.last().code, u"import.edited"_s);
      QCOMPARE(row(each, u"c.md"_s).outcome, Outcome::Left);
      QCOMPARE(row(each, u"d.md"_s).outcome, Outcome::Unchanged);
    }
    const ContentItem a = item(u"article/a"_s);
    QCOMPARE(a.title, u"Changed a"_s);
    QCOMPARE(a.body, u"[d](/articles/new-name/)\n"_s);
    QVERIFY(library->revisions().count(a.id).value_or(0) >= 2);
    QCOMPARE(item(u"article/b"_s).body, u"mine"_s);
    QCOMPARE(import().counts.value(u"article"_s), 2);
  }

  void aChangedPictureChangesItsText() {
    write(u"a.md"_s, "# A\n\n![](p.png)\n");
    write(u"b.md"_s, "# B\n");
    write(u"p.png"_s, "one");
    import();
    write(u"p.png"_s, "two");
    const ImportReport report = import();
    QCOMPARE(row(report, u"a.md"_s).outcome, Outcome::Changed);
    QCOMPARE(row(report, u"b.md"_s).outcome, Outcome::Unchanged);
    const QString body = item(u"article/a"_s).body;
    const auto file = library->media().find(body.section(u'(', 1).section(u')', 0, 0));
    QVERIFY2(file.has_value(), qPrintable(body));
    QCOMPARE(test::slurp(library->media().storedAt(*file)), QByteArray("two"));
  }

  void aLibraryWithItemsIsBackedUpFirst() {
    write(u"a.md"_s, "# A\n");
    import();
    QVERIFY(!library->lastSnapshot().isValid());
    import();
    QVERIFY(!library->lastSnapshot().isValid());
    write(u"b.md"_s, "# B\n");
    import();
    QVERIFY(library->lastSnapshot().isValid());
  }

  void aTrialWritesNothing() {
    write(u"a.md"_s, "# A\n\n![](p.png)\n");
    write(u"p.png"_s, "one");
    const auto listing = [this] {
      QStringList files;
      QDirIterator walk(library->folder(), QDir::Files, QDirIterator::Subdirectories);
      while (walk.hasNext())
        files << walk.next();
      files.sort();
      return files;
    };
    const QStringList before = listing();
    const ImportReport trial = import(ImportOptions{true, false});
    QCOMPARE(listing(), before);
    QCOMPARE(itemCount(), 0);
    QCOMPARE(row(trial, u"a.md"_s).outcome, Outcome::Taken);
    QVERIFY(trial.otherFiles.contains(u"p.png: copied as media/p.png"_s));
    QVERIFY(library->imports().reports().value_or({}).isEmpty());
    QVERIFY(import().otherFiles.contains(u"p.png: copied as media/p.png"_s));
    QCOMPARE(library->imports().reports().value_or({}).size(), 1);
    QVERIFY(import().otherFiles.contains(u"p.png: already here as media/p.png"_s));
    QVERIFY(import(ImportOptions{true, false}).otherFiles.contains(u"p.png: already here as media/p.png"_s));
  }

  void aCancelLeavesNothingBehind() {
    for (int i = 0; i < 20; ++i)
      write(u"n%1.md"_s.arg(i), "# N\n");
    Task task;
    int steps = 0;
    task = Task([&](const Task::Progress& progress) {
      if (progress.total > 0 && ++steps == 30) task.cancel();
    });
    const auto importer = chooseImporter(u"markdown"_s, source());
    QVERIFY(importer.has_value());
    const auto report = (*importer)->run(*library, source(), {}, task);
    QVERIFY(!report.has_value());
    QCOMPARE(report.error().code, ErrorCode::Cancelled);
    QCOMPARE(itemCount(), 0);
    QVERIFY(library->imports().reports().value_or({}).isEmpty());
  }

  void everyFailingWriteLeavesTheLibraryAsItWas() {
    for (int i = 0; i < 3; ++i) {
      write(u"n%1/t%1.md"_s.arg(i), "# N\n\n![](p.png)\n");
      write(u"n%1/p.png"_s.arg(i), QByteArray::number(i));
    }
    const auto importer = chooseImporter(u"markdown"_s, source());
    QVERIFY(importer.has_value());
    int failing = 1;
    for (;; ++failing) {
      int step = 0;
      files::setFaultInjector([&](const char*, const QString&) { return ++step == failing ? ENOSPC : 0; });
      const auto report = (*importer)->run(*library, source(), {}, Task());
      files::setFaultInjector({});
      if (report) break;
      QCOMPARE(report.error().code, ErrorCode::DiskFull);
      QCOMPARE(itemCount(), 0);
      QVERIFY(library->media().list().value_or({}).isEmpty());
      QDirIterator left(library->folder() + u"/media"_s, QDir::Files, QDirIterator::Subdirectories);
      QVERIFY(!left.hasNext());
    }
    QVERIFY(failing > 3);
    QCOMPARE(itemCount(), 3);
    QVERIFY(!hasErrors(library->verify().value_or({})));
  }

  void choosesTheSurestImporter() {
    QTemporaryDir empty;
    QCOMPARE(chooseImporter(u"auto"_s, empty.path()).error().code, ErrorCode::InvalidInput);
    QCOMPARE(chooseImporter(u"auto"_s, u"/no/such/place"_s).error().code, ErrorCode::NotFound);
    const auto unknown = chooseImporter(u"word"_s, empty.path());
    QVERIFY(!unknown && unknown.error().message.contains(u"markdown"_s));
    write(u"a.md"_s, "# A\n");
    QCOMPARE((*chooseImporter(u"auto"_s, source()))->id, u"markdown"_s);
    write(u"offprint.json"_s, "{\"format\": \"offprint-markdown\", \"version\": 1}");
    QCOMPARE((*chooseImporter(u"auto"_s, source()))->id, u"offprint"_s);
    for (const Importer& importer : importers())
      QVERIFY(!importer.label.isEmpty() && importer.recognises && importer.run);
    const auto none = (*chooseImporter(u"markdown"_s, empty.path()))->run(*library, empty.path(), {}, Task());
    QVERIFY(!none.has_value());
    QCOMPARE(none.error().code, ErrorCode::InvalidInput);
  }

  void reportsAsTheCommandLineShowsThem() {
    write(u"a.md"_s, "---\ntitle: A\nx: @y\n---\n");
    const QJsonObject json = import().toJson();
    QCOMPARE(json[u"counts"_s], QJsonValue(QJsonObject{{u"article"_s, 1}}));
    const QJsonValue entry = json[u"items"_s][0];
    QCOMPARE(entry[u"source"_s].toString(), u"a.md"_s);
    QCOMPARE(entry[u"entry"_s], QJsonValue());
    QCOMPARE(entry[u"kind"_s].toString(), u"article"_s);
    QCOMPARE(entry[u"slug"_s].toString(), u"a"_s);
    QCOMPARE(entry[u"result"_s].toString(), u"taken"_s);
    QVERIFY(entry[u"findings"_s].toArray().size() >= 1);
  }
};

QTEST_GUILESS_MAIN(TestImportAgain)
#include "tst_ImportAgain.moc"
