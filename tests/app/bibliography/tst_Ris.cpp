#include <QJsonArray>
#include <QtTest>

#include "app/bibliography/CslJson.h"
#include "app/bibliography/Ris.h"
#include "app/import/Importer.h"
#include "app/store/ContentRepository.h"
#include "app/store/Repositories.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::must;
using Outcome = ImportedItem::Outcome;

class TestRis : public QObject {
  Q_OBJECT

  QTemporaryDir dir_;
  std::unique_ptr<Library> library_;
  std::shared_ptr<const RisFormat> format_ = must(RisFormat::load(test::resources()));
  int number_ = 0;

  QJsonObject csl(const QByteArray& ris) const {
    Findings findings;
    return format_->toCsl(RisFile::parse(ris).records.value(0), findings);
  }
  ImportReport import(const QByteArray& ris, const QString& name = u"refs.ris"_s) {
    const QString path = dir_.filePath(name);
    test::spill(path, ris);
    const Importer* importer = must(chooseImporter(u"auto"_s, path));
    if (importer->id != u"ris"_s) qFatal("chose %s", qPrintable(importer->id));
    return must(importer->run(*library_, path, {}, Task()));
  }
  ContentItem cited(const QString& key) { return must(library_->content().cited(key)); }

 private Q_SLOTS:
  void init() { library_ = test::newLibrary(dir_.filePath(u"L%1.offprint"_s.arg(++number_))); }
  void cleanup() { library_.reset(); }

  void aReferenceIsWhatItWas() {
    const QByteArray ris =
        "TY  - JOUR\r\nID  - dao2022\r\nAU  - van der Berg, Jo, Jr.\r\nAU  - Ōe, Ken\r\nPY  - 2022\r\n"
        "DA  - 2022/05/27\r\nTI  - Fast attention\r\nT2  - Journal of Kernels\r\nVL  - 3\r\nIS  - 2\r\n"
        "DO  - 10.1/x\r\nUR  - https://example.org/a_b?c=d\r\nAB  - One two.\r\nKW  - a\r\nKW  - b\r\n"
        "SP  - 10\r\nEP  - 12\r\nSN  - 1234-567X\r\nC1  - kept\r\nER  - \r\n";
    const QJsonObject entry = csl(ris);
    QCOMPARE(entry["type"_L1].toString(), u"article-journal"_s);
    QCOMPARE(entry["author"_L1][0]["non-dropping-particle"_L1].toString(), u"van der"_s);
    QCOMPARE(entry["author"_L1][0]["suffix"_L1].toString(), u"Jr."_s);
    QCOMPARE(entry["issued"_L1]["date-parts"_L1][0].toArray(), QJsonArray({2022, 5, 27}));
    QCOMPARE(entry["page"_L1].toString(), u"10-12"_s);
    QCOMPARE(entry["keyword"_L1].toString(), u"a, b"_s);
    QCOMPARE(QString(format_->fromCsl(entry)), QString::fromUtf8(ris));
  }

  void whatProgramsWriteOtherwiseIsRead_data() {
    QTest::addColumn<QByteArray>("lines");
    QTest::addColumn<QString>("variable");
    QTest::addColumn<QJsonValue>("value");
    const auto row = [](const char* lines, const char* variable, const QJsonValue& value) {
      QTest::newRow(lines) << QByteArray(lines) << QString::fromLatin1(variable) << value;
    };
    const auto date = [](const QJsonArray& parts) {
      return QJsonObject{{u"date-parts"_s, QJsonArray{parts}}};
    };
    row("T1  - Old\nJF  - Jl", "container-title", u"Jl"_s);
    row("N2  - first\n  second line", "abstract", u"first second line"_s);
    row("Y1  - 2019/02//Spring", "issued", date({2019, 2}));
    row("PY  - 2019\nDA  - 2018/01/02", "issued", date({2019}));
    row("DA  - 2019-02-20\nPY  - 2019", "issued", date({2019, 2, 20}));
    row("PY  - 2019/13/40", "issued", date({2019}));
    row("PY  - forthcoming", "issued", QJsonObject{{u"literal"_s, u"forthcoming"_s}});
    row("SP  - 5-9", "page", u"5-9"_s);
    row("SN  - 978-3-16-148410-0", "ISBN", u"978-3-16-148410-0"_s);
    row("UR  - ", "URL", QJsonValue(QJsonValue::Undefined));
  }
  void whatProgramsWriteOtherwiseIsRead() {
    QFETCH(QByteArray, lines);
    QFETCH(QString, variable);
    QFETCH(QJsonValue, value);
    QCOMPARE(csl("TY  - JOUR\n" + lines + "\nER  -").value(variable), value);
  }

  void typesTakeTheirNearest_data() {
    QTest::addColumn<QByteArray>("ris");
    QTest::addColumn<QString>("type");
    QTest::newRow("conference") << QByteArray("TY  - CPAPER") << u"paper-conference"_s;
    QTest::newRow("preprint") << QByteArray("TY  - UNPB\nM3  - Preprint") << u"article"_s;
    QTest::newRow("manuscript") << QByteArray("TY  - UNPB") << u"manuscript"_s;
    QTest::newRow("unknown") << QByteArray("TY  - XYZ") << u"document"_s;
  }
  void typesTakeTheirNearest() {
    QFETCH(QByteArray, ris);
    QFETCH(QString, type);
    QCOMPARE(csl(ris).value("type"_L1).toString(), type);
  }

  void oneMistakeCostsOneReference() {
    const RisFile file = RisFile::parse("junk\nTY  - JOUR\nTI  - A\nTY  - BOOK\nTI  - B\nER  - \nmore\n");
    QCOMPARE(file.records.size(), 2);
    QCOMPARE(file.records[0].first("TI"_L1), u"A"_s);
    QCOMPARE(file.records[1].line(), 4);
    QCOMPARE(file.findings.size(), 2);
    QCOMPARE(file.findings[1].line, 7);
  }

  void anImportIsWholeAndASecondAddsNothing() {
    const QByteArray ris =
        "TY  - THES\nID  - t1\nAU  - Doe, Jane\nTI  - Thesis\nUR  - https://arxiv.org/abs/2205.14135\nER  - "
        "\n"
        "TY  - JOUR\nAU  - Muster Group\nTI  - Without a key\nPY  - 2001\nDO  - https://doi.org/10.1/X\nER  "
        "- \n";
    const ImportReport report = import(ris);
    QCOMPARE(report.items.size(), 2);
    QCOMPARE(cited(u"t1"_s).fields.value(u"arxiv"_s).toString(), u"2205.14135"_s);
    const ContentItem second = cited(u"mustergroup2001without"_s);
    QCOMPARE(second.fields.value(u"doi"_s).toString(), u"10.1/X"_s);
    QCOMPARE(second.authors[0].literal, u"Muster Group"_s);
    QCOMPARE(report.items[1].findings.first().code, u"ris.name"_s);
    for (const ImportedItem& row : import(ris).items)
      QCOMPARE(row.outcome, Outcome::Unchanged);
  }

  /// Reference programs number their references: such a key is not the number of an item.
  void keysOfDigitsAreNotNumbersOfItems() {
    import("TY  - BOOK\nID  - 2\nTI  - Two\nER  - \nTY  - BOOK\nID  - 1\nTI  - One\nER  - \n");
    QCOMPARE(cited(u"2"_s).title, u"Two"_s);
    QCOMPARE(cited(u"1"_s).title, u"One"_s);
    const ImportReport other = import("TY  - BOOK\nID  - 2\nTI  - Other\nER  - \n", u"other.ris"_s);
    QCOMPARE(other.items.first().outcome, Outcome::Left);
    QCOMPARE(other.items.first().slug, u"two"_s);
  }
};

QTEST_GUILESS_MAIN(TestRis)
#include "tst_Ris.moc"
