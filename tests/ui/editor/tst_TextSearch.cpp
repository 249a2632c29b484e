#include "ui/editor/TextSearch.h"

#include <QTextCursor>
#include <QtTest>

#include "tests/support/EditorFixture.h"

using namespace Qt::StringLiterals;
using namespace offprint;
using test::Manuscript;

Q_DECLARE_METATYPE(offprint::SearchQuery)

class TestTextSearch : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void finds_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<SearchQuery>("query");
    QTest::addColumn<QStringList>("hits");
    const auto row = [](const char* name, const QString& text, const SearchQuery& query,
                        const QStringList& hits) { QTest::newRow(name) << text << query << hits; };
    row("any case", u"Tile tile TILE"_s, {u"tile"_s, false, false, false, false},
        {u"Tile"_s, u"tile"_s, u"TILE"_s});
    row("case", u"Tile tile"_s, {u"tile"_s, true, false, false, false}, {u"tile"_s});
    row("case of other scripts", u"ПРИВЕТ привет"_s, {u"привет"_s, false, false, false, false},
        {u"ПРИВЕТ"_s, u"привет"_s});
    row("words", u"cat concat cat's état"_s, {u"cat"_s, false, true, false, false}, {u"cat"_s, u"cat"_s});
    row("words with letters of all scripts", u"tat état"_s, {u"tat"_s, false, true, false, false},
        {u"tat"_s});
    row("words that begin with a sign", u"a $x b"_s, {u"$x"_s, false, true, false, false}, {u"$x"_s});
    row("literal dots", u"a.b axb"_s, {u"a.b"_s, false, false, false, false}, {u"a.b"_s});
    row("regex", u"a1 b22"_s, {u"\\d+"_s, false, false, true, false}, {u"1"_s, u"22"_s});
    row("line anchors", u"# a\n# b"_s, {u"^#"_s, false, false, true, false}, {u"#"_s, u"#"_s});
    row("over lines", u"a\nb"_s, {u"a\\nb"_s, false, false, true, false}, {u"a\nb"_s});
    row("nothing for empty hits", u"abc"_s, {u"x*"_s, false, false, true, false}, {});
    row("not in code and math", u"x `x` $x$ *x*\n```\nx\n```\nx"_s, {u"x"_s, false, false, false, true},
        {u"x"_s, u"x"_s, u"x"_s});
    row("emoji", u"👍 a 👍"_s, {u"👍"_s, false, false, false, false}, {u"👍"_s, u"👍"_s});
    row("lone surrogates", QString::fromUtf16(u"\xD800 a \xDC00 a", 7), {u"a"_s, false, false, false, false},
        {u"a"_s, u"a"_s});
    row("empty pattern", u"abc"_s, {QString(), false, false, false, false}, {});
  }
  void finds() {
    QFETCH(QString, text);
    QFETCH(SearchQuery, query);
    QFETCH(QStringList, hits);
    const Manuscript m(text);
    const auto search = TextSearch::create(query);
    QVERIFY(search);
    QStringList found;
    for (const SearchHit& hit : search->findAll(*m.document)) {
      QTextCursor cursor(m.document.get());
      cursor.setPosition(hit.start);
      cursor.setPosition(hit.end, QTextCursor::KeepAnchor);
      found.append(fromDocumentForm(cursor.selectedText()));
    }
    QCOMPARE(found, hits);
  }

  void aBrokenExpressionIsAnError() {
    const auto search = TextSearch::create({u"a(b"_s, false, false, true, false});
    QVERIFY(!search);
    QCOMPARE(search.error().code, ErrorCode::InvalidInput);
    QVERIFY2(search.error().message.contains(u"character 4"_s), qPrintable(search.error().message));
    QVERIFY(TextSearch::create({u"a(b"_s, false, false, false, false}));
  }

  void staysInItsRange() {
    const Manuscript m(u"a a a a"_s);
    const auto search = TextSearch::create({u"a"_s, false, false, false, false});
    QCOMPARE(search->findAll(*m.document, 2, 5), (SearchHits{{2, 3}, {4, 5}}));
  }

  void replaces_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<SearchQuery>("query");
    QTest::addColumn<QString>("with");
    QTest::addColumn<QString>("result");
    QTest::newRow("capitals kept") << u"tile Tile TILE"_s
                                   << SearchQuery{u"tile"_s, false, false, false, false} << u"block"_s
                                   << u"block Block BLOCK"_s;
    QTest::newRow("capitals as given")
        << u"tile Tile"_s << SearchQuery{u"tile"_s, false, false, false, false} << u"GPU"_s << u"GPU GPU"_s;
    QTest::newRow("exact with case") << u"Tile tile"_s << SearchQuery{u"Tile"_s, true, false, false, false}
                                     << u"block"_s << u"block tile"_s;
    QTest::newRow("by nothing") << u"a-b-c"_s << SearchQuery{u"-"_s, false, false, false, false} << QString()
                                << u"abc"_s;
    QTest::newRow("groups") << u"ab cd"_s << SearchQuery{u"(\\w)(\\w)"_s, false, false, true, false}
                            << u"$2\\1\\0"_s << u"baab dccd"_s;
    QTest::newRow("line breaks") << u"a;b"_s << SearchQuery{u";"_s, false, false, true, false} << u"\\n"_s
                                 << u"a\nb"_s;
    QTest::newRow("hits that hold it")
        << u"aa"_s << SearchQuery{u"a"_s, false, false, false, false} << u"aa"_s << u"aaaa"_s;
    QTest::newRow("look-behind") << u"xa ya"_s << SearchQuery{u"(?<=x)a"_s, false, false, true, false}
                                 << u"b"_s << u"xb ya"_s;
  }
  void replaces() {
    QFETCH(QString, text);
    QFETCH(SearchQuery, query);
    QFETCH(QString, with);
    QFETCH(QString, result);
    Manuscript m(text);
    const auto search = TextSearch::create(query);
    QVERIFY(search);
    search->replaceAll(*m.document, search->findAll(*m.document), with);
    QCOMPARE(documentText(*m.document), result);
    m.document->undo();
    QCOMPARE(documentText(*m.document), text);
  }

  void thousandsAreOneStep() {
    Manuscript m(u"one two\n"_s.repeated(5000));
    const auto search = TextSearch::create({u"two"_s, false, false, false, false});
    QCOMPARE(search->replaceAll(*m.document, search->findAll(*m.document), u"2"_s), 5000);
    QCOMPARE(documentText(*m.document), u"one 2\n"_s.repeated(5000));
    m.document->undo();
    QCOMPARE(documentText(*m.document), u"one two\n"_s.repeated(5000));
  }
};

QTEST_MAIN(TestTextSearch)
#include "tst_TextSearch.moc"
