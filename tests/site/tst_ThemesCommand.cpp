#include <QtTest>

#include "tests/support/Program.h"
#include "tests/support/SiteLibrary.h"

using namespace Qt::StringLiterals;
using namespace offprint;
using test::run;

class TestThemesCommand : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void themesAreListedAndALibrarysOwnIsUsed() {
    QTemporaryDir folder;
    const QString library = folder.filePath(u"a.offprint"_s);
    QCOMPARE(run({u"new"_s, library}).status, 0);
    test::spill(library + u"/themes/mine/theme.json"_s,
                "{\"label\": \"Mine\", \"extends\": \"ledger\", \"styles\": [\"assets/base.css\", "
                "\"assets/ledger.css\", "
                "\"assets/mine.css\"]}");
    test::spill(library + u"/themes/mine/assets/mine.css"_s, ".mine { color: red }");
    const QByteArray list = run({u"themes"_s, library}).out;
    for (const char* id : {"ledger", "mine", "notebook", "platform", "measure (narrow, normal, wide)"})
      QVERIFY2(list.contains(id), id);
    QVERIFY(!list.contains("base"));
    QVERIFY(!run({u"themes"_s}).out.contains("mine"));
    const QString out = folder.filePath(u"out"_s);
    QCOMPARE(run({u"export"_s, library, u"site"_s, out, u"--theme"_s, u"mine"_s}).status, 0);
    QVERIFY(test::slurp(out + u"/index.html"_s).contains("assets/mine.css"));
    QVERIFY(test::slurp(out + u"/assets/mine.css"_s).startsWith("@font-face{"));
    QVERIFY(test::slurp(out + u"/assets/mine.css"_s).endsWith(".mine{color:red}\n"));
    const auto unknown = run({u"export"_s, library, u"site"_s, out, u"--theme"_s, u"none"_s});
    QCOMPARE(unknown.status, 3);
    QVERIFY(unknown.err.contains("ledger, mine, notebook, platform"));
  }
};

QTEST_GUILESS_MAIN(TestThemesCommand)
#include "tst_ThemesCommand.moc"
