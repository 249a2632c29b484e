#include <QtTest>

#include "exporters/site/PageScope.h"
#include "exporters/site/SiteCitations.h"
#include "tests/exporters/site/SampleSite.h"

using namespace Qt::StringLiterals;
using namespace offprint;

namespace {

const QString kSample = u"tests/exporters/site/sample"_s;

/// The sample with one more page, whose text is the test's.
struct Made {
  test::SampleSite sample = test::readSampleSite(test::source(kSample));
  std::shared_ptr<PageComposer> composer;
  RenderedPage page;
  ContentItem item;

  explicit Made(const QString& body, const std::function<void(test::SampleSite&)>& change = {}) {
    item.kind = u"page"_s;
    item.slug = u"mine"_s;
    item.title = u"Mine"_s;
    item.body = body;
    item.status = Status::Published;
    const ContentId id = sample.add(item);
    if (change) change(sample);
    item = sample.items.value(id);
    composer = std::make_shared<PageComposer>(sample.map(), test::notebook());
    page = *composer->item(*entry(), item);
  }
  const PageEntry* entry() const { return composer->map().pageOf(item.id); }
  QByteArray body() const { return page.html.mid(page.bodyStart, page.bodyEnd - page.bodyStart); }
  QByteArray fingerprint(const RenderedPage& of) const {
    return composer->fingerprint(*entry(), of.linked, of.media);
  }
  QStringList codes() const {
    QStringList list;
    for (const Finding& finding : page.findings)
      list << u"%1 %2 %3"_s.arg(finding.code, finding.item).arg(finding.line);
    return list;
  }
};

void addTalk(test::SampleSite& sample) {
  ContentItem talk;
  talk.kind = u"talk"_s;
  talk.slug = u"another"_s;
  talk.title = u"Another talk"_s;
  talk.status = Status::Published;
  talk.date = Date::day(2026, 1, 2);
  sample.add(talk);
}

}  // namespace

/// Blocks of a text that the site draws, and what a text is told of its page.
class TestTextBlocks : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { MarkdownEngine::initialize(); }

  /// However an address in raw HTML is written, what runs a program is left without a target.
  void rawHtmlRunsNothing_data() {
    QTest::addColumn<QString>("html");
    for (const char* html :
         {"<a href=\"&#106;avascript:alert(1)\">x</a>", "<a href='&#x6A;avascript:alert(1)'>x</a>",
          "<a href=\"&#106avascript:alert(1)\">x</a>", "<a href=\"java&Tab;script&colon;alert(1)\">x</a>",
          "<a href=\"java&NewLine;script:alert(1)\">x</a>", "<a href=\" \tJaVaScRiPt:alert(1)\">x</a>",
          "<a href=javascript:alert(1)>x</a>", "<a href=\"data:text/html,alert(1)\">x</a>",
          "<a href=\"vbscript:alert(1)\">x</a>", "<a href=\"file:///alert(1)\">x</a>",
          "<form action=\"javascript:alert(1)\"><button>x</button></form>",
          "<form><button formaction=\"&#106;avascript:alert(1)\">x</button></form>",
          "<svg><a xlink:href=\"javascript:alert(1)\"><text>x</text></a></svg>",
          "<svg><a><set attributeName=\"href\" to=\"javascript:alert(1)\"/></a></svg>",
          "<object data=\"javascript:alert(1)\"></object>", "<iframe src=\"javascript:alert(1)\"></iframe>",
          "<iframe src=\"data:text/html,alert(1)\"></iframe>", "<embed src=\"data:text/html,alert(1)\">"})
      QTest::newRow(html) << QString::fromLatin1(html);
  }
  void rawHtmlRunsNothing() {
    QFETCH(QString, html);
    for (const QString& text : {html, u"before "_s + html + u" after"_s}) {
      const Made made(text);
      QVERIFY2(!made.body().contains("alert(1)"), made.body().constData());
      QVERIFY(made.codes().contains(u"link.unsafe page/mine 1"_s));
    }
  }

  void rawHtmlKeepsWhatIsHarmless() {
    const QString html =
        u"<a href=\"https://example.org/?a=1&amp;b=2\">x</a> <img src=\"data:image/gif;base64,R0lGOD\" "
        u"alt=\"\"> "
        "<form action=\"https://example.org/post\"></form> <span title=\"javascript: the parts\">y</span>"_s;
    const Made made(html);
    for (const QString& part : html.split(u"> "_s))
      QVERIFY2(made.body().contains(part.toUtf8()), qPrintable(part));
    QCOMPARE(made.codes(), QStringList());
  }

  void listsShowWhatFits() {
    const Made made(u"::items{kind=\"article, talk\" sort=title limit=2}"_s);
    QCOMPARE(made.body().count("<li>"), 2);
    QVERIFY(made.body().contains("<div class=\"listing\">"));
    QCOMPARE(made.codes(), QStringList());
    QVERIFY(Made(u"::talks"_s).body().contains("href=\"../talks/past/index.html\""));
    QVERIFY(Made(u"::publications"_s).body().contains("href=\"../publications/own/index.html\""));
  }

  void aListThatShowsNothingIsReported() {
    const Made made(u"a\n\n::items{tag=none}"_s);
    QCOMPARE(made.codes(), QStringList{u"block.empty page/mine 3"_s});
  }

  void aBibliographyOfNothingShowsNothing() {
    const Made made(u"a\n\n::bibliography"_s);
    QVERIFY(!made.body().contains("bibliography"));
    QCOMPARE(made.codes(), QStringList());
  }

  void listsLeaveTheirOwnTextOut() {
    const Made made(u"::items{kind=page}"_s);
    QVERIFY(!made.body().contains("Mine"));
    QVERIFY(made.body().contains("Every construct"));
  }

  /// A title that would ask for the list it stands in.
  void listsDoNotHoldThemselves() {
    const Made made(u"::items{kind=news}"_s, [](test::SampleSite& sample) {
      ContentItem news;
      news.kind = u"news"_s;
      news.slug = u"loop"_s;
      news.title = u"::items[loop]"_s;
      news.status = Status::Published;
      news.date = Date::day(2026, 1, 2);
      sample.add(news);
    });
    QVERIFY(made.body().contains("::items"));
  }

  void pagesDependOnWhatTheirListsShow() {
    const Made before(u"::talks"_s);
    const Made after(u"::talks"_s, addTalk);
    QVERIFY(after.body().contains("Another talk"));
    QVERIFY(before.fingerprint(before.page) != after.fingerprint(before.page));
    // A text without a list does not.
    const Made plain(u"Plain."_s);
    QCOMPARE(plain.fingerprint(plain.page), Made(u"Plain."_s, addTalk).fingerprint(plain.page));
  }

  void galleriesShowAFolder() {
    const auto addPicture = [](test::SampleSite& sample) {
      MediaFile file;
      file.path = u"media/trip/a.png"_s;
      file.width = 40;
      file.height = 30;
      sample.snapshot->media.insert(file.path, file);
    };
    const Made made(u"::gallery{folder=media/trip}"_s, addPicture);
    QVERIFY(
        made.body().contains("<a href=\"../media/trip/a.png\"><img src=\"../media/trip/a.png\" alt=\"\" "
                             "width=\"40\" height=\"30\" loading=\"lazy\""));
    QCOMPARE(made.codes(), QStringList{u"image.alt page/mine 1"_s});
    QVERIFY(made.page.media.contains(u"media/trip/a.png"_s));
    const Made empty(u"::gallery{folder=media/trip}"_s);
    QVERIFY(empty.fingerprint(empty.page) != made.fingerprint(empty.page));
  }

  void notesStandBesideTheirMarksOnThePageAlone() {
    const QString text =
        u"a^[in $x_1$ place] b[^1]\n\n- c^[in a list]\n\n:::aside\nd^[in a frame]\n:::\n\n[^1]: one\n\n    two"_s;
    const Made made(text);
    const QByteArray body = made.body();
    QVERIFY(body.contains("<span class=\"sidenote\"><span class=\"fn\">1</span> in <span class=\"math"));
    QCOMPARE(body.count("class=\"sidenote\""), 1);
    QVERIFY(body.contains("<li id=\"fn:1\" class=\"beside\">"));
    QVERIFY(body.contains("<li id=\"fn:2\">"));
    QVERIFY(body.contains("<ol class=\"notes\">"));
    QVERIFY(Made(u"a^[b]"_s).body().contains("<ol class=\"notes beside\">"));
    QVERIFY(!made.composer->feedHtml(made.item).contains("sidenote"));
  }

  void notesOfTwoTextsOnOnePageDoNotMeet() {
    const Made made(u"x"_s);
    const SiteRelations relations(std::make_shared<SiteMap>(made.sample.snapshot));
    const auto theme = test::notebook();
    const SiteCitations citations(made.composer->map());
    PageScope scope(made.composer->map(), relations, *theme, *made.entry(), {}, {}, citations);
    QVERIFY(scope.blocksHtml(u"a[^1]\n\n[^1]: n"_s).contains("id=\"fn:1\""_L1));
    QVERIFY(scope.blocksHtml(u"b"_s).contains("b"_L1));
    const QString second = scope.blocksHtml(u"a^[n]"_s);
    QVERIFY(second.contains("id=\"t2-fn:1\""_L1) && second.contains("href=\"#t2-fnref:1\""_L1));
  }

  void wordsAndQuotesAreThoseOfTheItem() {
    const QString text = u"\"Ja\" [@fig:a]\n\n![x](media/wide.svg \"Y\"){#fig:a}\n\n> [!NOTE]\n> z"_s;
    const Made made(text, [](test::SampleSite& sample) {
      sample.snapshot->site.smartPunctuation = true;
      for (ContentItem& item : sample.items)
        if (item.slug == "mine"_L1) item.language = u"de-AT"_s;
    });
    QVERIFY(made.body().contains("\u201eJa\u201c"));
    QVERIFY(made.body().contains("Abbildung\u00a01</a>"));
    QVERIFY(made.body().contains("<p class=\"ct\">Hinweis</p>"));
  }
};

QTEST_GUILESS_MAIN(TestTextBlocks)
#include "tst_TextBlocks.moc"
