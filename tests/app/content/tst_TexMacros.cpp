#include <QTest>

#include "app/content/TexMacros.h"

using namespace Qt::StringLiterals;
using namespace offprint;

class TestTexMacros : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void definitions() {
    const auto macros = parseTexMacros(
        uR"(\newcommand{\RR}{\mathbb{R}} \renewcommand\norm[1]{\lVert #1 \rVert}
            \DeclareMathOperator*{\argmax}{arg\,max})"_s);
    QVERIFY(macros.has_value());
    const TexMacros expected{{u"\\RR"_s, u"\\mathbb{R}"_s},
                             {u"\\norm"_s, u"\\lVert #1 \\rVert"_s},
                             {u"\\argmax"_s, u"\\operatorname{arg\\,max}"_s}};
    QCOMPARE(*macros, expected);
    QCOMPARE(*parseTexMacros(texMacrosText(*macros)), *macros);
    QVERIFY(texMacrosText(*macros).contains(u"\\newcommand{\\norm}[1]{"_s));
    QVERIFY(parseTexMacros(u"  "_s)->isEmpty());
  }

  void whatIsNone_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("words") << u"RR"_s;
    QTest::newRow("no body") << u"\\newcommand{\\RR}"_s;
    QTest::newRow("open brace") << u"\\newcommand{\\RR}{\\mathbb{R}"_s;
    QTest::newRow("second") << u"\\newcommand{\\a}{b} x"_s;
  }
  void whatIsNone() {
    QFETCH(QString, text);
    const auto macros = parseTexMacros(text);
    QVERIFY(!macros.has_value());
    QVERIFY(macros.error().message.contains(u"\\newcommand"_s));
  }
};

QTEST_GUILESS_MAIN(TestTexMacros)
#include "tst_TexMacros.moc"
