#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

#include "app/import/Importer.h"
#include "app/store/ContentRepository.h"
#include "app/store/Repositories.h"
#include "exporters/output/Exporter.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::must;

class TestBibliographyExporters : public QObject {
  Q_OBJECT

  QTemporaryDir dir_;
  std::unique_ptr<Library> library_;
  int number_ = 0;

  QString out() const { return dir_.filePath(u"out.bib"_s); }
  void import(const QByteArray& bibtex, const QString& name = u"refs.bib"_s) {
    const QString path = dir_.filePath(name);
    test::spill(path, bibtex);
    must(must(chooseImporter(u"bibtex"_s, path))->run(*library_, path, {}, Task()));
  }
  ExportReport run(const QString& format = u"bibtex"_s, const ExportOptions& options = {}) {
    return must(findExporter(format)->run(*library_, out(), options, Task()));
  }
  QByteArray exported() {
    QFile::remove(out());
    run();
    return test::slurp(out());
  }
  ContentItem item(const QString& key) { return must(library_->content().find(key)); }

 private Q_SLOTS:
  void init() {
    library_ = test::newLibrary(dir_.filePath(u"L%1.offprint"_s.arg(++number_)));
    QFile::remove(out());
  }
  void cleanup() { library_.reset(); }

  void untouchedFilesComeBackByteForByte_data() {
    QTest::addColumn<QByteArray>("bibtex");
    const QDir folder(test::shared(u"inputs/bibtex"_s));
    for (const QString& name : folder.entryList({u"*.bib"_s}))
      QTest::newRow(qPrintable(name)) << test::slurp(folder.filePath(name));
    QTest::newRow("broken and doubled") << QByteArray(
        "\xEF\xBB\xBF% head\r\n@string{x = {X}}\r\n@book{a, title = x # { y}}@book{bad, title = {{}\r\n"
        "@book{b, year = {forthcoming}}\r\n@book{a, title = {again}}\r\n@xdata{d, note = {n}}\r\ntail");
    QTest::newRow("damaged characters")
        << QByteArray("% Encoding: gb18030\n@book{a, title = {\xFF\x81 }}\n% \x84 end");
    QByteArray many;
    for (int i = 0; i < 8; ++i)
      many += "@article{k" + QByteArray::number(9 - i) + ", title = {Same}, year = 2001}\n";
    QTest::newRow("eight of one year") << many;
  }
  void untouchedFilesComeBackByteForByte() {
    QFETCH(QByteArray, bibtex);
    import(bibtex);
    const QByteArray again = exported();
    QCOMPARE(again.size(), bibtex.size());
    QVERIFY(again == bibtex);
  }

  void risIsWrittenAndReadBack() {
    import(
        "@article{a, title = {A {GPU}}, author = {Doe, Jane}, journal = {J}, year = 2001, month = may}\n"
        "@book{b, title = {B}, year = {forthcoming}}\n");
    run(u"ris"_s);
    QCOMPARE(test::slurp(out()),
             QByteArray("TY  - JOUR\r\nID  - a\r\nAU  - Doe, Jane\r\nPY  - 2001\r\nDA  - 2001/05/\r\nTI  - A "
                        "GPU\r\nT2  - J\r\nER  - \r\n\r\nTY  - BOOK\r\nID  - b\r\nPY  - "
                        "forthcoming\r\nTI  - B\r\nER  - \r\n"));
    QCOMPARE(run(u"ris"_s).unchanged, 1);
  }

  void anEditedEntryIsWrittenAnewAndTheOthersStay() {
    import(
        "@string{j = {J}}\n@article{a, journal = j, title = {{A}}}\n\n@article{b,title={B},journal=j}\n% "
        "end\n");
    ContentItem edited = item(u"a"_s);
    edited.title = u"New"_s;
    must(library_->content().save(edited));
    QCOMPARE(exported(), QByteArray("@string{j = {J}}\n@article{a,\n  journal = {J},\n  title = {New}\n}\n\n"
                                    "@article{b,title={B},journal=j}\n% end\n"));
  }

  void withoutItsAbbreviationAnEntryIsWrittenOut() {
    import("@string{j = {J}}\n@article{a, title = {A}}\n@article{b, title = {B}, journal = j}\n");
    must(library_->content().trash(item(u"a"_s).id));
    QCOMPARE(exported(), QByteArray("\n@article{b,\n  title = {B},\n  journal = {J}\n}\n"));
  }

  void newWorksFollowAndDraftsStayBehind() {
    import("@book{a, title = {A}}");
    ContentItem fresh;
    fresh.kind = u"publication"_s;
    fresh.title = u"Fresh"_s;
    fresh.status = Status::Published;
    fresh.fields = {{u"type"_s, u"book"_s}, {u"citationKey"_s, u"fresh"_s}};
    must(library_->content().insert(fresh));
    fresh.title = u"Secret"_s;
    fresh.slug.clear();
    fresh.status = Status::Draft;
    fresh.fields[u"citationKey"_s] = u"secret"_s;
    must(library_->content().insert(fresh));
    QCOMPARE(exported(), QByteArray("@book{a, title = {A}}\n\n@book{fresh,\n  title = {Fresh}\n}\n"));
    ExportOptions options;
    options.drafts = true;
    run(u"bibtex"_s, options);
    QVERIFY(test::slurp(out()).contains("Secret"));
  }

  void filesOfSeveralEncodingsBecomeUtf8() {
    import("% Encoding: Cp1252\n@book{a, title = {M\xFCller}}\n", u"a.bib"_s);
    import("@book{b, title = {Łódź}}\n", u"b.bib"_s);
    const ExportReport report = run();
    QCOMPARE(report.findings.first().code, u"bibtex.converted"_s);
    QCOMPARE(test::slurp(out()),
             QByteArray("% Encoding: UTF-8\n@book{a, title = {Müller}}\n\n@book{b, title = {Łódź}}\n"));
  }

  void anEncodingThatLacksALetterGetsItAsLatex() {
    import("% Encoding: Cp1252\n@book{a, title = {M\xFCller}}\n");
    ContentItem edited = item(u"a"_s);
    edited.title = u"Łódź"_s;
    must(library_->content().save(edited));
    QCOMPARE(exported(), QByteArray("% Encoding: Cp1252\n@book{a,\n  title = {{\\L}{\\'{o}}d{\\'{z}}}\n}\n"));
  }

  void aSecondExportIsUnchangedAndOtherFilesStay() {
    import("@book{a, title = {A}}");
    QCOMPARE(run().written, 1);
    QCOMPARE(run().unchanged, 1);
    test::spill(out(), "my thesis");
    QCOMPARE(test::codeOf(findExporter(u"bibtex"_s)->run(*library_, out(), {}, Task())), ErrorCode::Conflict);
    QCOMPARE(test::codeOf(findExporter(u"csl-json"_s)->run(*library_, out(), {}, Task())),
             ErrorCode::Conflict);
    QCOMPARE(test::slurp(out()), QByteArray("my thesis"));
  }

  void cslJsonHoldsTheSameWorks() {
    run(u"csl-json"_s);  // of no works yet
    import(
        "@book{a, title = {The {BERT} book}, author = {Berg, Ada}, year = 2001, translator = {X, "
        "Y}}\n@movie{m, title = {M}}");
    run(u"csl-json"_s);
    const QJsonArray entries = QJsonDocument::fromJson(test::slurp(out())).array();
    QCOMPARE(entries.size(), 2);
    QCOMPARE(entries[0][u"title"_s].toString(), u"The <span class=\"nocase\">BERT</span> book"_s);
    QCOMPARE(entries[0][u"translator"_s][0][u"family"_s].toString(), u"X"_s);
    QCOMPARE(entries[1][u"type"_s].toString(), u"motion_picture"_s);
    auto other = test::newLibrary(dir_.filePath(u"Other%1.offprint"_s.arg(number_)));
    const QString copy = dir_.filePath(u"copy.json"_s);
    test::spill(copy, test::slurp(out()));
    const ImportReport report = must(must(chooseImporter(u"auto"_s, copy))->run(*other, copy, {}, Task()));
    QCOMPARE(report.source, u"csl"_s);
    QCOMPARE(report.counts.value(u"publication"_s), 2);
  }
};

QTEST_GUILESS_MAIN(TestBibliographyExporters)
#include "tst_BibliographyExporters.moc"
