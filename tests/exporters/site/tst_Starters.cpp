#include <QtTest>

#include "exporters/site/PageFingerprint.h"
#include "tests/exporters/site/SampleSite.h"

using namespace Qt::StringLiterals;
using namespace offprint;

/// The starter libraries are whole sites in every theme: every file is read without a complaint, every page
/// composes and has one headline, no link is dead, every section of the home page shows.
class TestStarters : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { MarkdownEngine::initialize(); }

  void starters_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("look");
    const QList<ThemeEntry> looks = themesIn({{}, test::resources().path(u"themes"_s), {}});
    QVERIFY(looks.size() > 1);
    for (const QString& name :
         QDir(test::source(u"resources/starters"_s)).entryList(QDir::Dirs | QDir::NoDotAndDotDot))
      for (const ThemeEntry& look : looks)
        QTest::newRow(qPrintable(name + u" in "_s + look.id)) << name << look.id;
  }

  void starters() {
    QFETCH(QString, name);
    QFETCH(QString, look);
    const QString folder = test::source(u"resources/starters/"_s + name);
    test::SampleSite sample = test::readSampleSite(folder);
    for (const Finding& finding : std::as_const(sample.findings))
      QFAIL(qPrintable(finding.file + u": "_s + finding.message));
    sample.snapshot->site.baseUrl = u"https://example.org/"_s;
    const auto map = sample.map(test::readJson(folder + u"/collections.json"_s));
    for (const Finding& finding : map->findings())
      QFAIL(qPrintable(finding.message));
    const auto theme = test::theme(look);
    const PageComposer composer(map, theme);
    const QList<RenderedPage> pages = test::composeAll(sample, composer);
    for (const RenderedPage& page : pages) {
      QVERIFY2(page.html.count("<h1") == 1, qPrintable(page.path));
      for (const Finding& finding : page.findings)
        QFAIL(qPrintable(u"%1: %2 (line %3)"_s.arg(page.path, finding.message).arg(finding.line)));
    }
    // What a page without findings depends on is on the map; otherwise it would be made again each time.
    for (const RenderedPage& page : pages) {
      for (const QString& linked : page.linked) {
        QVERIFY2(
            linked == AllItems || map->itemByRef(linked) || map->pageAt(linked) || map->redirectAt(linked),
            qPrintable(page.path + u" depends on "_s + linked));
      }
    }
    if (const QString out = qEnvironmentVariable("OFFPRINT_TEST_SITES"); !out.isEmpty())
      test::writeAll(out + u'/' + name + u'-' + look, pages, *theme, folder + u"/media"_s);
    if (name == "empty"_L1) return;
    const QByteArray home = pages.constFirst().html;
    // A theme that numbers sections counts chapters alone where an author wrote them.
    if (look == "ledger"_L1 && name == "ledger"_L1)
      QVERIFY(home.contains("<span class=\"number\">03</span> / Upcoming"));
    if (look == "ledger"_L1 && name == "platform"_L1)
      QVERIFY(home.contains("<span class=\"number\">01</span> / About me"));
    for (const Section& section : sample.snapshot->site.home) {
      const QByteArray anchor = "id=\"" + section.id.toUtf8() + '"';
      QVERIFY2(home.contains(anchor), anchor.constData());
    }
  }
};

QTEST_GUILESS_MAIN(TestStarters)
#include "tst_Starters.moc"
