#include <QtTest>

#include "app/bibliography/WorkQuery.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using Type = WorkQuery::Type;

/// What somebody writes into the one field is told apart by its form.
class TestWorkQuery : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void read_data();
  void read();
  void tokens();
  void isbn_data();
  void isbn();
};

void TestWorkQuery::read_data() {
  QTest::addColumn<QString>("written");
  QTest::addColumn<int>("type");
  QTest::addColumn<QString>("text");
  const auto row = [](const char* written, Type type, const char* text) {
    QTest::newRow(written) << QString::fromUtf8(written) << static_cast<int>(type) << QString::fromUtf8(text);
  };
  row("10.5555/tiles.2021.7", Type::Doi, "10.5555/tiles.2021.7");
  row("  DOI: 10.5555/Tiles ", Type::Doi, "10.5555/Tiles");
  row("https://dx.doi.org/10.1175/1520-0485(1996)026%3C2712:TEOIWU%3E2.0.CO;2", Type::Doi,
      "10.1175/1520-0485(1996)026<2712:TEOIWU>2.0.CO;2");
  row("https://dl.acm.example/doi/abs/10.1145/3600006.3613165?x=1", Type::Doi, "10.1145/3600006.3613165");
  row("10.48550/arXiv.2205.14135", Type::Arxiv, "2205.14135");
  row("2205.14135v2", Type::Arxiv, "2205.14135v2");
  row("arXiv: math/0307200v3", Type::Arxiv, "math/0307200v3");
  row("https://arxiv.org/pdf/2205.14135.pdf", Type::Arxiv, "2205.14135");
  row("978-0-306-40615-7", Type::Isbn, "9780306406157");
  row("ISBN 0-306-40615-2", Type::Isbn, "9780306406157");
  row("978-0-306-40615-8", Type::Title, "978-0-306-40615-8");
  row("Attention is all\n you need", Type::Title, "Attention is all you need");
  row("What 2205.14135 says", Type::Title, "What 2205.14135 says");
  row("@article{a, title = {T}}", Type::Bibtex, "@article{a, title = {T}}");
  row("% mine\n@Article(a, title = {T})", Type::Bibtex, "% mine\n@Article(a, title = {T})");
  row("TY  - JOUR\nTI  - T\nER  - ", Type::Ris, "TY  - JOUR\nTI  - T\nER  - ");
  row("[{\"id\": \"a\"}]", Type::CslJson, "[{\"id\": \"a\"}]");
  row("[x] marks", Type::Title, "[x] marks");
  row(" \n", Type::Nothing, "");
}

void TestWorkQuery::read() {
  QFETCH(QString, written);
  QFETCH(int, type);
  QFETCH(QString, text);
  const WorkQuery query = WorkQuery::read(written);
  QCOMPARE(static_cast<int>(query.type), type);
  QCOMPARE(query.text, text);
}

void TestWorkQuery::tokens() {
  for (const char* written : {"10.5555/x", "2205.14135", "0306406152", "Some title: with a colon"}) {
    const WorkQuery query = WorkQuery::read(QString::fromLatin1(written));
    QVERIFY(!query.toToken().isEmpty());
    QCOMPARE(WorkQuery::fromToken(query.toToken()), query);
  }
  QVERIFY(WorkQuery::read(u"@book{a,}"_s).toToken().isEmpty());
  QCOMPARE(WorkQuery::fromToken(u"doi:"_s).type, Type::Nothing);
  QCOMPARE(WorkQuery::fromToken(u"anything"_s).type, Type::Nothing);
}

void TestWorkQuery::isbn_data() {
  QTest::addColumn<QString>("written");
  QTest::addColumn<QString>("isbn");
  QTest::newRow("ten digits, check digit X") << u"0-8044-2957-X"_s << u"9780804429573"_s;
  QTest::newRow("a wrong check digit") << u"0-8044-2957-1"_s << QString();
  QTest::newRow("979") << u"979-10-90636-07-1"_s << u"9791090636071"_s;
  QTest::newRow("no book") << u"4006381333931"_s << QString();
  QTest::newRow("a telephone number") << u"+49 30 1234567"_s << QString();
}

void TestWorkQuery::isbn() {
  QFETCH(QString, written);
  QFETCH(QString, isbn);
  QCOMPARE(isbnIn(written), isbn);
}

QTEST_GUILESS_MAIN(TestWorkQuery)
#include "tst_WorkQuery.moc"
