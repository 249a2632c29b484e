#include "exporters/theme/StyleSheet.h"

#include <QtTest/QtTest>

using namespace Qt::StringLiterals;
using namespace offprint;

/// A style sheet without what says nothing says the same.
class tst_StyleSheet : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void whatSaysNothingIsLeftOut_data() {
    QTest::addColumn<QByteArray>("css");
    QTest::addColumn<QByteArray>("compact");
    const auto row = [](const char* name, const QByteArray& css, const QByteArray& compact) {
      QTest::newRow(name) << css << compact;
    };
    row("rule", "a {\n  color: red;\n  margin: 0 auto;\n}\n", "a{color:red;margin:0 auto}\n");
    row("rules", "a { b: c }\n\nd , e > f { g: h }", "a{b:c}\nd,e > f{g:h}\n");
    row("nested", "@media (min-width: 1rem) and (x) {\n a { b: c; }\n}",
        "@media (min-width:1rem) and (x){a{b:c}}\n");
    row("import", "@charset \"utf-8\";\n@import url(a.css) ;", "@charset \"utf-8\";\n@import url(a.css);\n");
    row("comment", "/* what */ a { /* why */ b: c /* so */ }", "a{b:c}\n");
    row("comment between words", "a { b: c/**/d }", "a{b:c/**/d}\n");
    row("open comment", "a{} /* what", "a{}\n");
    row("descendant", "a :hover, a:hover { b: c }", "a :hover,a:hover{b:c}\n");
    row("calculation", "a { b: calc(1px + 2px) !important }", "a{b:calc(1px + 2px) !important}\n");
    row("string", "a::after { content: \" ;  /* { \\\" \" }", "a::after{content:\" ;  /* { \\\" \"}\n");
    row("attribute", "a[b=':  c'] d { e: f }", "a[b=':  c'] d{e:f}\n");
    row("address", "a { b: url( x /*y*/;z.svg ) c }", "a{b:url( x /*y*/;z.svg ) c}\n");
    row("quoted address", "a { b: url(\"x;  y)\") }", "a{b:url(\"x;  y)\")}\n");
    row("escaped", "a\\;  b { c: d }", "a\\;b{c:d}\n");
    row("variable", ":root { --a: \"x\", y; }", ":root{--a:\"x\",y}\n");
    row("nothing", "", "");
    row("unfinished", "a { b: \"c", "a{b:\"c\n");
  }

  void whatSaysNothingIsLeftOut() {
    QFETCH(const QByteArray, css);
    QFETCH(const QByteArray, compact);
    QCOMPARE(compactStyles(css), compact);
    QCOMPARE(compactStyles(compact), compact);
  }
};

QTEST_GUILESS_MAIN(tst_StyleSheet)
#include "tst_StyleSheet.moc"
