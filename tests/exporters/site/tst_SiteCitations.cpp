#include <QEventLoop>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QtTest>
#include <thread>

#include "app/bibliography/CslJson.h"
#include "exporters/site/CitationStyles.h"
#include "exporters/site/PageFingerprint.h"
#include "exporters/site/SiteCitations.h"
#include "exporters/typeset/Typesetter.h"
#include "tests/exporters/site/SampleSite.h"

using namespace offprint;
using namespace Qt::StringLiterals;

namespace {

ContentItem work(QByteArray csl) {
  static const auto kinds = test::kinds();
  const QJsonObject entry = QJsonDocument::fromJson(csl.replace('\'', '"')).object();
  ContentItem item = itemFromCsl(entry, *bibliographyKind(*kinds));
  item.slug = entry[u"id"_s].toString();
  item.status = Status::Published;
  return item;
}

}  // namespace

/// From a text to its formatted citations, with the real engine.
class TestSiteCitations : public QObject {
  Q_OBJECT

  test::SampleSite site_;
  std::shared_ptr<const SiteMap> map_;
  std::unique_ptr<Typesetter> typesetter_;

  ParsedDocument page(const QByteArray& markdown, const QString& style = u"apa"_s,
                      const QString& language = u"en"_s) {
    site_.snapshot->site.citationStyle = style;
    map_ = site_.map();
    const SiteCitations citations(*map_);
    ParsedDocument document = MarkdownEngine::prepare(markdown);
    citations.prepare(document, language);
    QByteArray answer;
    if (!document.pieces.isEmpty()) {
      QList<TypesetResult> results;
      QEventLoop loop;
      std::thread worker([&] {
        results = typesetter_->typeset(document.pieces);
        QMetaObject::invokeMethod(&loop, &QEventLoop::quit);
      });
      loop.exec();
      worker.join();
      answer = results.last().html;
      fill(document, results);
    }
    SiteCitations::put(document, answer, u"References"_s, {});
    return document;
  }
  /// Without tags and with plain ampersands.
  static QString text(const ParsedDocument& document) {
    QString html = QString::fromUtf8(document.html());
    html.remove(QRegularExpression(u"<[^>]*>"_s));
    return html.replace(u"&#38;"_s, u"&"_s).simplified();
  }

 private Q_SLOTS:
  void initTestCase() {
    MarkdownEngine::initialize();
    typesetter_ = std::make_unique<Typesetter>(test::resources(), QString());
    site_.snapshot->kinds = test::kinds();
    site_.snapshot->builtInStyles = test::resources().path(u"csl"_s);
    site_.add(
        work("{'id': 'vaswani2017', 'type': 'paper-conference', 'title': 'Attention is all you need',"
             "'author': [{'family': 'Vaswani', 'given': 'Ashish'}, {'family': 'Shazeer', 'given': 'Noam'},"
             "{'family': 'Parmar', 'given': 'Niki'}], 'issued': {'date-parts': [[2017]]},"
             "'container-title': 'Advances in Neural Information Processing Systems'}"));
    site_.add(
        work("{'id': 'goodfellow2016', 'type': 'book', 'title': 'Deep learning',"
             "'author': [{'family': 'Goodfellow', 'given': 'Ian'}, {'family': 'Bengio', 'given': 'Yoshua'}],"
             "'issued': {'date-parts': [[2016]]}, 'publisher': 'MIT Press'}"));
    ContentItem draft = work("{'id': 'secret', 'type': 'book', 'title': 'Not yet'}");
    draft.status = Status::Draft;
    site_.add(draft);
  }
  void cleanupTestCase() {
    typesetter_->stop();
    typesetter_.reset();
  }

  void styles_data() {
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("inText");
    const auto row = [](const char* style, const char* first, const char* inText) {
      QTest::newRow(style) << QString::fromUtf8(first) << QString::fromUtf8(inText);
    };
    row("apa", "(Vaswani et al., 2017, p. 3)", "Goodfellow & Bengio (2016)");
    row("ieee", "[1, p. 3]", "Goodfellow and Bengio [2]");
    row("association-for-computing-machinery", "[2:3]", "Goodfellow and Bengio [1]");
    row("chicago-author-date", "(Vaswani, Shazeer, and Parmar 2017, 3)", "Goodfellow and Bengio (2016)");
    row("nature", "1", "Goodfellow and Bengio 2");
    row("vancouver", "(1)", "Goodfellow and Bengio (2)");
    row("modern-language-association", "(Vaswani et al. 3)", "Goodfellow and Bengio");
  }
  void styles() {
    QFETCH(QString, first);
    QFETCH(QString, inText);
    const ParsedDocument document = page("As in [@vaswani2017, p. 3].\n\n@goodfellow2016 say so.\n",
                                         QString::fromUtf8(QTest::currentDataTag()));
    const QString shown = text(document);
    QVERIFY2(shown.startsWith(u"As in "_s + first), qPrintable(shown));
    QVERIFY2(shown.contains(u' ' + inText), qPrintable(shown));
    QVERIFY(shown.contains(u"MIT Press"_s));
    const QByteArray html = document.html();
    QVERIFY(html.contains("<a href=\"#ref-vaswani2017\" role=\"doc-biblioref\">"));
    QVERIFY(html.contains("id=\"ref-vaswani2017\""));
    QVERIFY(document.findings.isEmpty());
  }

  void theTextsLanguageIsUsed() {
    const QString shown = text(page("[@vaswani2017, p. 3]\n", u"apa"_s, u"de"_s));
    QVERIFY2(shown.contains(u"S. 3"_s), qPrintable(shown));
  }

  void theListComesBeforeTheNotesUnderItsHeading() {
    const QByteArray html = page("A[^1] [@vaswani2017].\n\n[^1]: Note.\n\n## Sources\n").html();
    QVERIFY(html.indexOf("Sources") < html.indexOf("csl-entry"));
    QVERIFY(html.indexOf("csl-entry") < html.indexOf("<ol class=\"notes"));
    QVERIFY(!html.contains("References</h2>"));
    const ParsedDocument other = page("## References\n\nOf [@vaswani2017].\n");
    QVERIFY(other.html().contains("<h2 id=\"references-1\">References</h2>"));
    QCOMPARE(other.outline.last().id, u"references-1"_s);
  }

  void unknownKeysAreShownAndTold() {
    const ParsedDocument document =
        page("A\n\n[@nobody] [@vaswani2017; @secret] @handle @smith2020 a@b.org\n");
    const QByteArray html = document.html();
    QVERIFY(html.contains("<span class=\"citation-unknown\">[@nobody]</span>"));
    QVERIFY(html.contains("<span class=\"citation-unknown\">@secret?</span>"));
    QVERIFY(html.contains(" @handle <span class=\"citation-unknown\">@smith2020</span> "));
    QVERIFY(!html.contains("Not yet"));
    QCOMPARE(document.findings.size(), 3);
    QCOMPARE(document.findings.first().code, u"citation.unknown"_s);
    QCOMPARE(document.findings.first().line, 3);
  }

  void aStyleThatIsNotThereIsTold() {
    const ParsedDocument document = page("[@vaswani2017]\n", u"nosuch"_s);
    QCOMPARE(document.findings.size(), 1);
    QCOMPARE(document.findings.first().code, u"citation.style"_s);
    QVERIFY(text(document).contains(u"(Vaswani et al., 2017)"_s));
  }

  void titlesAndLinksKeepTheirText() {
    const ParsedDocument document = page("## On @vaswani2017\n\n[see @vaswani2017](https://example.org)\n");
    QVERIFY(document.html().contains("<a href=\"https://example.org\">see @vaswani2017</a>"));
    QCOMPARE(document.outline.first().text, u"On @vaswani2017"_s);
  }

  void oneListHoweverOftenItIsAskedFor() {
    site_.add(work("{'id': 'constructor', 'type': 'book', 'title': 'Built', 'author': [{'family': 'Doe'}]}"));
    const ParsedDocument document = page("[@constructor; @vaswani2017]\n");
    QVERIFY(document.findings.isEmpty());
    QVERIFY(document.html().contains("id=\"ref-constructor\""));
    QVERIFY(text(document).contains(u"Doe, n.d."_s));
    ParsedDocument twice;
    twice.blocks << RenderedBlock() << RenderedBlock();
    twice.blocks[0].setHtml("<p>" + bibliographyMark() + bibliographyMark() + "</p>\n");
    twice.blocks[1].setHtml("<p>" + bibliographyMark() + "</p>\n");
    SiteCitations::put(twice, "{\"entries\":[{\"anchor\":\"ref-a\",\"html\":\"A\"}]}", {}, {});
    QCOMPARE(twice.html().count("csl-entry"), 1);
    QVERIFY(!twice.html().contains(bibliographyMark()));
  }

  /// As long as the answer is on its way, the preview has blocks for all that will come.
  void thePendingListHasItsPlace() {
    const auto parsed = [&] {
      map_ = site_.map();
      ParsedDocument document = MarkdownEngine::prepare("A [@vaswani2017].\n\nB.\n");
      SiteCitations(*map_).prepare(document, u"en"_s);
      rememberSources(document);
      fill(document);
      return document;
    };
    ParsedDocument waiting = parsed();
    SiteCitations::put(waiting, {}, u"References"_s, {}, true);
    ParsedDocument drawn = parsed();
    SiteCitations::put(drawn, "{\"citations\":[\"(V)\"],\"entries\":[{\"anchor\":\"a\",\"html\":\"A\"}]}",
                       u"References"_s, {});
    QCOMPARE(waiting.blocks.size(), 3);
    QCOMPARE(drawn.blocks.size(), 3);
    for (qsizetype i = 0; i < 3; ++i) {
      QCOMPARE(waiting.blocks.at(i).pending, i != 1);
      QVERIFY(!drawn.blocks.at(i).pending);
      QCOMPARE(waiting.blocks.at(i).source, drawn.blocks.at(i).source);
      QCOMPARE(waiting.blocks.at(i).source != 0, i != 1);
    }
    QCOMPARE(waiting.outline.size(), drawn.outline.size());
  }

  /// A handbook: the engine is asked for each form once, not for all citations at every one.
  void manyCitations() {
    test::SampleSite many;
    many.snapshot->kinds = test::kinds();
    many.snapshot->builtInStyles = test::resources().path(u"csl"_s);
    for (int i = 0; i < 500; ++i)
      many.add(work("{'id': 'k" + QByteArray::number(i) + "', 'type': 'book', 'title': 'On " +
                    QByteArray::number(i) + "', 'author': [{'family': 'Author" + QByteArray::number(i) +
                    "'}]}"));
    std::swap(site_, many);
    QByteArray markdown;
    for (int i = 0; i < 5000; ++i)
      markdown += "See [@k" + QByteArray::number(i * 7 % 500) + (i % 10 ? "].\n\n" : ", p. 5].\n\n");
    const ParsedDocument document = page(markdown, u"ieee"_s);
    std::swap(site_, many);
    QCOMPARE(document.findings.size(), 0);
    const QByteArray html = document.html();
    QCOMPARE(html.count("<a href=\"#ref-k"), 5000);
    QCOMPARE(html.count("csl-entry"), 500);
    QVERIFY(html.contains(">[500]</a>"));
    QVERIFY(html.contains(">[1, p. 5]</a>"));
  }

  void aPageDependsOnTheWorksThatItCites() {
    const auto print = [&](const QString& key) {
      map_ = site_.map();
      const SiteCitations citations(*map_);
      const SiteRelations relations(map_);
      PageFingerprint fingerprint(*map_, relations, citations);
      fingerprint.addLinked({citationDependency(key)});
      return fingerprint.result();
    };
    const QByteArray before = print(u"vaswani2017"_s);
    const QByteArray other = print(u"goodfellow2016"_s);
    const QByteArray unknown = print(u"nobody"_s);
    for (ContentItem& item : site_.items)
      if (item.slug == u"vaswani2017"_s) item.date = Date::year(2018);
    QVERIFY(print(u"vaswani2017"_s) != before);
    QCOMPARE(print(u"goodfellow2016"_s), other);
    site_.add(work("{'id': 'nobody', 'type': 'book', 'title': 'Now here'}"));
    QVERIFY(print(u"nobody"_s) != unknown);
  }

  /// "et al." and "Retrieved from" come from the locale: another file, other pages.
  void aPageDependsOnTheWordsOfItsLanguage() {
    QTemporaryDir own;
    test::spill(own.filePath(u"styles/apa.csl"_s), "<style/>");
    test::spill(own.filePath(u"locales/locales-en-US.xml"_s), "<locale/>");
    const QString builtIn = std::exchange(site_.snapshot->builtInStyles, own.path());
    const auto version = [&] {
      map_ = site_.map();
      return SiteCitations(*map_).styleDigest();
    };
    const QByteArray before = version();
    QCOMPARE(version(), before);
    test::spill(own.filePath(u"locales/locales-de-DE.xml"_s), "<locale/>");
    QVERIFY(version() != before);
    site_.snapshot->builtInStyles = builtIn;
  }

  void stylesOfTheLibraryComeFirst() {
    QTemporaryDir own;
    test::spill(own.filePath(u"apa.csl"_s), "<style><info><title>Mine</title></info></style>");
    test::spill(own.filePath(u"broken.csl"_s), "<style>");
    const QString builtIn = test::resources().path(u"csl"_s);
    const auto styles = citationStyles(builtIn, own.path());
    QCOMPARE(styles.size(), 7);
    QVERIFY(std::any_of(styles.begin(), styles.end(),
                        [](const CitationStyle& style) { return style.title == u"Mine"_s; }));
    QCOMPARE(citationStyle(u"broken"_s, builtIn, own.path()).error().code, ErrorCode::InvalidInput);
    QCOMPARE(citationStyle(u"../apa"_s, builtIn, own.path()).error().code, ErrorCode::NotFound);
    QCOMPARE(citationLocale(u"pt"_s, builtIn), u"pt-PT"_s);
    QCOMPARE(citationLocale(u"de-ch"_s, builtIn), u"de-CH"_s);
    QCOMPARE(citationLocale(u"tlh"_s, builtIn), u"en-US"_s);
  }
};

int main(int argc, char** argv) {
  Typesetter::prepareProcess();
  QGuiApplication application(argc, argv);
  TestSiteCitations test;
  return QTest::qExec(&test, argc, argv);
}
#include "tst_SiteCitations.moc"
