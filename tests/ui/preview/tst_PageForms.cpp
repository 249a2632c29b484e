#include "ui/preview/PageForms.h"

#include <QtTest>

using namespace Qt::StringLiterals;
using namespace offprint;

namespace {

RenderedPage page(const QByteArray& head) {
  RenderedPage made;
  made.path = u"articles/one/index.html"_s;
  made.html = "<html><head>" + head + "</head><body><p>Text</p></body></html>";
  made.blocks.append({"<p>Text</p>", 1, 2, 1});
  made.findings = {Finding{}};
  return made;
}

}  // namespace

class TestPageForms : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() {
    site_.title = u"Mine & yours"_s;
    site_.baseUrl = u"https://a.example/sub/"_s;
  }

  void thePageStaysItself() {
    const RenderedPage whole = page("<title>T</title>");
    for (const PageForm form : {PageForm::Page, PageForm::Print}) {
      const RenderedPage shown = formOf(form, whole, site_, {});
      QCOMPARE(shown.html, whole.html);
      QCOMPARE(shown.blocks.size(), whole.blocks.size());
    }
  }

  void resultIsCutAsSearchEnginesCut() {
    const QByteArray longTitle(70, 't');
    const QByteArray longText(200, 'd');
    const RenderedPage shown = formOf(
        PageForm::SearchResult,
        page("<title>" + longTitle + "</title><meta name=\"description\" content=\"" + longText + "\">"),
        site_, {});
    QVERIFY(shown.html.contains("<h3>" + longTitle.left(60) + " "));
    QVERIFY(!shown.html.contains(longTitle));
    QVERIFY(!shown.html.contains(longText));
    QVERIFY(shown.html.contains("Mine &amp; yours"));
    QVERIFY(shown.html.contains(u"a.example › articles › one"_s.toUtf8()));
    QVERIFY(shown.html.contains("70") && shown.html.contains("200"));
    QVERIFY(shown.blocks.isEmpty());
    QCOMPARE(shown.findings.size(), 1);
    QCOMPARE(shown.bodyStart, shown.html.size());
    QVERIFY(formOf(PageForm::SearchResult, page("<title>T</title>"), site_, {})
                .html.contains("choose a passage"));
  }

  void cardHasThePictureOfTheLibrary() {
    const QByteArray head =
        "<title>T</title><meta property=\"og:title\" content=\"A &quot;B&quot;\">"
        "<meta property=\"og:image\" content=\"https://a.example/sub/media/x.png\">";
    const QByteArray html = formOf(PageForm::SharingCard, page(head), site_, {}).html;
    QVERIFY(html.contains("<b>A &quot;B&quot;</b>"));
    QVERIFY2(html.contains("src=\"offprint://site/media/x.png\""), html.constData());
    QVERIFY(formOf(PageForm::SharingCard, page("<title>T</title>"), site_, {}).html.contains("without one"));
  }

  void feedEntryHasTheTextOfTheFeed() {
    const QByteArray html = formOf(PageForm::Feed, page("<title>T</title>"), site_,
                                   "<p>Entry <a href=\"https://a.example/sub/articles/two/\">two</a></p>")
                                .html;
    QVERIFY(html.contains("<h1>T</h1>"));
    QVERIFY2(html.contains("<p>Entry <a href=\"offprint://site/articles/two/\">two</a></p>"),
             html.constData());
  }

 private:
  Site site_;
};

QTEST_MAIN(TestPageForms)
#include "tst_PageForms.moc"
