#include <QDir>
#include <QtTest>

#include "app/bibliography/BibtexOrigin.h"
#include "app/bibliography/CslJson.h"
#include "app/import/Importer.h"
#include "app/store/ContentRepository.h"
#include "app/store/Repositories.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::must;
using Outcome = ImportedItem::Outcome;

class TestBibtexImport : public QObject {
  Q_OBJECT

  QTemporaryDir dir_;
  std::unique_ptr<Library> library_;
  int number_ = 0;

  ImportReport import(const QString& path, bool dryRun = false) {
    const Importer* importer = must(chooseImporter(u"auto"_s, path));
    if (importer->id != u"bibtex"_s) qFatal("chose %s", qPrintable(importer->id));
    ImportOptions options;
    options.dryRun = dryRun;
    return must(importer->run(*library_, path, options, Task()));
  }
  QString file(const QByteArray& text) {
    const QString path = dir_.filePath(u"refs.bib"_s);
    test::spill(path, text);
    return path;
  }
  ContentItem item(const QString& key) { return must(library_->content().find(key)); }
  static QList<Outcome> outcomes(const ImportReport& report) {
    QList<Outcome> outcomes;
    for (const ImportedItem& row : report.items)
      outcomes << row.outcome;
    return outcomes;
  }

 private Q_SLOTS:
  void init() { library_ = test::newLibrary(dir_.filePath(u"L%1.offprint"_s.arg(++number_))); }
  void cleanup() { library_.reset(); }

  void everyEntryOfEveryFileIsAccountedFor_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("entries");
    const std::pair<const char*, int> files[] = {
        {"2023-05-01-classification-layer-initialization-in-maml", 0},
        {"2023-05-01-facial-poisoning", 0},
        {"2023-05-01-raspy", 1},
        {"2023-05-01-sets-and-graphs", 0},
        {"bibliography", 13},
        {"comments", 4},
        {"conference", 0},
        {"encoding-cp1252-jabref-header", 1},
        {"encoding-crlf", 1},
        {"encoding-nfd", 1},
        {"encoding-utf16le-bom", 1},
        {"encoding-utf8-bom", 1},
        {"encoding-utf8", 1},
        {"encoding1", 1},
        {"encoding6", 1},
        {"jabref-mixed", 1},
        {"literal-names", 1},
        {"papers", 7}};
    for (const auto& [name, entries] : files)
      QTest::newRow(name) << test::shared(u"inputs/bibtex/%1.bib"_s.arg(QLatin1StringView(name))) << entries;
  }
  void everyEntryOfEveryFileIsAccountedFor() {
    QFETCH(QString, path);
    QFETCH(int, entries);
    // Where no number is given, an entry begins where a line does.
    const int lines =
        static_cast<int>(test::slurp(path).count("\n@")) + (test::slurp(path).startsWith('@') ? 1 : 0);
    const ImportReport report = import(path);
    QCOMPARE(report.items.size(), entries ? entries : lines);
    for (const ImportedItem& row : report.items) {
      QVERIFY2(row.outcome == Outcome::Taken, qPrintable(row.entry));
      QVERIFY(!item(row.entry).title.contains(u'{'));
    }
    for (const ImportedItem& row : import(path).items)
      QCOMPARE(row.outcome, Outcome::Unchanged);
    QCOMPARE(must(library_->content().counts()).all, report.items.size());
  }

  void whatCannotBeReadIsReportedWithItsLine() {
    const ImportReport report = import(file(
        "@book{a, title = {A}}\n@book{bad, title = {{Open}\n}\n@book{b, title = {B}}\n"
        "@xdata{x, publisher = {P}}\n@book{a, title = {Again}}\n@misc{title = {No key}, year = 2001}\n"));
    QCOMPARE(outcomes(report), QList<Outcome>({Outcome::Taken, Outcome::Left, Outcome::Taken, Outcome::Left,
                                               Outcome::Left, Outcome::Taken}));
    QCOMPARE(report.items[1].findings.first().code, u"bibtex.broken"_s);
    QCOMPARE(report.items[1].findings.first().level, Finding::Level::Error);
    QCOMPARE(report.items[1].findings.first().line, 4);
    QCOMPARE(report.items[1].findings.first().file, u"refs.bib"_s);
    QCOMPARE(report.items[1].entry, u"bad"_s);
    QCOMPARE(report.items[3].findings.first().code, u"entry.container"_s);
    QCOMPARE(report.items[4].findings.first().code, u"entry.twice"_s);
    QCOMPARE(report.items[5].entry, u"anonymous2001no"_s);
    QCOMPARE(item(u"anonymous2001no"_s).title, u"No key"_s);
  }

  void aDryRunWritesNothing() {
    const ImportReport report = import(file("@book{a, title = {A}}"), true);
    QCOMPARE(outcomes(report), QList<Outcome>{Outcome::Taken});
    QCOMPARE(report.counts.value(u"publication"_s), 1);
    QCOMPARE(must(library_->content().counts()).all, 0);
  }

  void theEncodingIsTold() {
    const ImportReport report = import(file("@book{a, title = {M\xFCller}}"));
    QCOMPARE(report.findings.first().code, u"bibtex.encoding"_s);
    QCOMPARE(report.findings.first().file, u"refs.bib"_s);
    QCOMPARE(item(u"a"_s).title, u"Müller"_s);
  }

  void ownWorksAreKnownByTheirFoldedName() {
    Site site = must(library_->site().get());
    site.author = Person::parse(u"Jürgen Müller"_s);
    must(library_->site().save(site));
    import(file("@book{a, author = {MULLER, JURGEN and X, Y}}\n@book{b, author = {X, Y}}"));
    QVERIFY(item(u"a"_s).authors[0].self && item(u"a"_s).fields.value(u"mine"_s).toBool());
    QVERIFY(!item(u"b"_s).fields.value(u"mine"_s).toBool());
  }

  void keysOfEveryFormWork_data() {
    QTest::addColumn<QString>("key");
    for (const char* key :
         {"feynman:1939forces", "10.1145/335.338", "a+b", "2020start", "пункт3", "averroes/bland"})
      QTest::newRow(key) << QString::fromUtf8(key);
  }
  void keysOfEveryFormWork() {
    QFETCH(QString, key);
    import(file("@book{" + key.toUtf8() + ", title = {T}}"));
    QCOMPARE(citationKey(summarize(item(key)), *bibliographyKind(*library_->kinds())), key);
    QCOMPARE(item(key).slug, u"t"_s);
  }

  void aChangedEntryFollowsUnlessEditedHere() {
    import(file("@book{a, title = {A}, volume = 1}\n@book{b, title = {B}}\n"));
    ContentItem edited = item(u"b"_s);
    edited.title = u"Mine"_s;
    must(library_->content().save(edited));
    const ImportReport report =
        import(file("@book{a, title = {A2}}\n@book{b, title = {B2}}\n@book{c, title = {C}}"));
    QCOMPARE(outcomes(report), QList<Outcome>({Outcome::Changed, Outcome::Left, Outcome::Taken}));
    QCOMPARE(item(u"a"_s).title, u"A2"_s);
    QVERIFY(!item(u"a"_s).fields.contains(u"volume"_s));
    QCOMPARE(item(u"b"_s).title, u"Mine"_s);
    QCOMPARE(report.items[1].findings.first().code, u"import.kept"_s);
  }

  void anEntryThatMovedIsUnchanged() {
    import(file("@book{a, title = {A}}\n@book{b, title = {B}}\n"));
    const QByteArray longer = "% new\n@book{n, title = {N}}\n@book{a, title = {A}}\n@book{b, title = {B}}\n";
    const ImportReport report = import(file(longer));
    QCOMPARE(outcomes(report), QList<Outcome>({Outcome::Taken, Outcome::Unchanged, Outcome::Unchanged}));
    const auto origin = BibtexOrigin::fromJson(item(u"b"_s).fields.value(u"bibtexOrigin"_s).toString());
    QVERIFY(origin && origin->place == 2 && origin->after == u"\n"_s);
    QCOMPARE(outcomes(import(file(longer))),
             QList<Outcome>({Outcome::Unchanged, Outcome::Unchanged, Outcome::Unchanged}));
  }

  void aKeyOfTheLibraryIsNotTakenAgain() {
    import(file("@book{a, title = {A}}"));
    const QString other = dir_.filePath(u"other.bib"_s);
    test::spill(other, "@book{a, title = {Other}}");
    const ImportReport report = import(other);
    QCOMPARE(report.items.first().outcome, Outcome::Left);
    QCOMPARE(report.items.first().findings.last().code, u"key.taken"_s);
  }

  /// Cases 29 and 30: told, never merged; what was told once is not told again.
  void versionsAndDoublesAreTold_data() {
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<QString>("code");
    const auto row = [](const char* name, const char* first, const char* second, const char* code) {
      QTest::newRow(name) << QByteArray(first) << QByteArray(second) << QString::fromLatin1(code);
    };
    row("preprint and article", "eprint = {2205.14135v2}, year = 2022", "doi = {10.1/x}, year = 2023",
        "work.version");
    row("conference and journal", "doi = {10.1/a}, year = 2020", "doi = {10.1/b}, year = 2021",
        "work.version");
    row("an article that names its preprint", "eprint = {2205.14135}",
        "eprint = {2205.14135}, doi = {10.1/x}", "work.version");
    row("one DOI", "doi = {10.1/x}", "doi = {https://dx.doi.org/10.1/X}", "work.twice");
    row("nothing tells them apart", "year = 2020", "year = 2020", "work.alike");
    row("years between", "year = 2010", "year = 2020", "");
  }
  void versionsAndDoublesAreTold() {
    QFETCH(QByteArray, first);
    QFETCH(QByteArray, second);
    QFETCH(QString, code);
    const QByteArray same = "title = {Fast and {Exact} attention}, author = {Dão, Tri}, ";
    const QString path = file("@article{a, " + same + first + "}\n@article{b, " + same + second + "}\n");
    const ImportReport report = import(path);
    QCOMPARE(outcomes(report), QList<Outcome>({Outcome::Taken, Outcome::Taken}));
    const Findings& findings = report.items[1].findings;
    QCOMPARE(findings.isEmpty() ? QString() : findings.first().code, code);
    for (const ImportedItem& row : import(path).items)
      QVERIFY(row.findings.isEmpty());
  }

  void aLargeFileOfGarbageIsRead() {
    const ImportReport report = import(file(QByteArray("@@{ \xFF\"}{(%\n").repeated(400'000)));
    QVERIFY(report.items.isEmpty());
  }

  void ofVeryManyBrokenEntriesTheReportCounts() {
    const ImportReport report = import(file(QByteArray("@book{a, title = {{\n").repeated(50'000)));
    QCOMPARE(report.items.size(), 1000);
    QVERIFY(report.findings.last().message.startsWith(u"49000 further entries"_s));
  }

  /// What came in by others is told, and a name that is set later marks the author's own.
  void worksOfOthersAreToldAndOwnOnesMarked() {
    const QString path = file(
        "@article{a, title = {One}, author = {Berg, Ada}, year = 2020}\n\n"
        "@article{b, title = {Two}, author = {Lund, Bo}, year = 2021}\n");
    Site site = must(library_->site().get());
    site.author = {};
    QVERIFY(library_->site().save(site).has_value());
    const ImportReport first = import(path);
    QCOMPARE(first.findings.size(), 1);
    QCOMPARE(first.findings.first().code, u"work.others"_s);
    QVERIFY2(first.findings.first().message.startsWith(u"2 work"_s),
             qPrintable(first.findings.first().message));
    QVERIFY(first.findings.first().message.contains(u"set your name"_s));
    site.author = Person::parse(u"Ada Berg"_s);
    QVERIFY(library_->site().save(site).has_value());
    const ImportReport second = import(path);
    QCOMPARE(outcomes(second), QList<Outcome>({Outcome::Changed, Outcome::Unchanged}));
    QVERIFY(item(u"a"_s).fields[u"mine"_s].toBool());
    QVERIFY(item(u"a"_s).authors.value(0).self);
    QVERIFY(!item(u"b"_s).fields[u"mine"_s].toBool());
    QCOMPARE(outcomes(import(path)), QList<Outcome>({Outcome::Unchanged, Outcome::Unchanged}));
  }
};

QTEST_GUILESS_MAIN(TestBibtexImport)
#include "tst_BibtexImport.moc"
