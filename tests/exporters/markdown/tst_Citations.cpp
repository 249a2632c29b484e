#include <QtTest>

#include "exporters/markdown/Citations.h"

using namespace offprint;

namespace {

/// "prefix|-key|label|locator|suffix" of every work, with ";" between.
QByteArray shown(const Citation& citation) {
  QByteArrayList works;
  for (const CitedWork& work : citation.works)
    works << work.prefix + '|' + (work.suppressAuthor ? "-" : "") + work.key + '|' + work.label + '|' +
                 work.locator + '|' + work.suffix;
  return works.join(';');
}

}  // namespace

class TestCitations : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void brackets_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("citation");  ///< as written; empty: none
    QTest::addColumn<QByteArray>("works");
    const auto row = [](const char* name, const char* text, const char* citation, const char* works) {
      QTest::newRow(name) << QByteArray(text) << QByteArray(citation) << QByteArray(works);
    };
    row("one", "[@doe99] said", "[@doe99]", "|doe99|||");
    row("page", "[@doe99, p. 3]", "[@doe99, p. 3]", "|doe99|page|3|");
    row("pages without a label", "[@doe99, 33-35, 38 and later]", "[@doe99, 33-35, 38 and later]",
        "|doe99|page|33-35, 38|and later");
    row("prefix and more", "[see @a, chap. 2; also @b]", "[see @a, chap. 2; also @b]",
        "see|a|chapter|2|;also|b|||");
    row("suppressed", "[-@doe99]", "[-@doe99]", "|-doe99|||");
    row("suffix", "[@a and others]", "[@a and others]", "|a|||and others");
    row("signs in a key", "[@doi:10.1000/x.y_z-1]", "[@doi:10.1000/x.y_z-1]", "|doi:10.1000/x.y_z-1|||");
    row("braces", "[@{any thing}, p. 1]", "[@{any thing}, p. 1]", "|any thing|page|1|");
    row("other scripts", "[@müller2020]", "[@müller2020]", "|müller2020|||");
    row("over two lines", "[@a;\n@b]", "[@a;\n@b]", "|a|||;|b|||");
    row("roman", "[@a, pp. iv-x]", "[@a, pp. iv-x]", "|a|page|iv-x|");
    row("a link", "[@a](https://x.org)", "", "");
    row("a reference", "[@a][b]", "", "");
    row("a definition", "[@a]: x", "", "");
    row("no key", "[see p. 3]", "", "");
    row("mail", "[write to a@b.org]", "", "");
    row("one part without a key", "[@a; p. 3]", "", "");
    row("code", "[`@a`]", "", "");
    row("never closed", "[@a and", "", "");
    row("over a blank line", "[@a\n\n]", "", "");
  }
  void brackets() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, citation);
    QFETCH(QByteArray, works);
    const qsizetype length = bracketedCitationLength(text.constData(), text.constData() + text.size());
    QCOMPARE(text.left(length), citation);
    if (length) QCOMPARE(shown(parseCitation(citation)), works);
  }

  void inText_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("citation");
    QTest::addColumn<QByteArray>("works");
    const auto row = [](const char* name, const char* text, const char* citation, const char* works) {
      QTest::newRow(name) << QByteArray(text) << QByteArray(citation) << QByteArray(works);
    };
    row("at the start", "@doe99 says", "@doe99", "|doe99|||");
    row("with a page", " @doe99 [p. 3] says", "@doe99 [p. 3]", "|doe99|page|3|");
    row("with another bracket", " @doe99 [sic] says", "@doe99", "|doe99|||");
    row("before a link", " @doe99 [p. 3](x) says", "@doe99", "|doe99|||");
    row("end of sentence", " @doe99.", "@doe99", "|doe99|||");
    row("in brackets", "(@doe99)", "@doe99", "|doe99|||");
    row("mail", "a@b.org", "", "");
    row("address", "/@user/x", "", "");
    row("fediverse", " @user@host.org", "", "");
    row("alone", " @ x", "", "");
  }
  void inText() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, citation);
    QFETCH(QByteArray, works);
    const qsizetype at = text.indexOf('@');
    const char before = at > 0 ? text[at - 1] : '\0';
    const qsizetype length =
        inTextCitationLength(before, text.constData() + at, text.constData() + text.size());
    QCOMPARE(text.mid(at, length), citation);
    if (!length) return;
    const Citation parsed = parseCitation(citation);
    QVERIFY(parsed.inText);
    QCOMPARE(shown(parsed), works);
  }
};

QTEST_GUILESS_MAIN(TestCitations)
#include "tst_Citations.moc"
