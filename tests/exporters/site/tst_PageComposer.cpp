#include <QtTest>
#include <thread>

#include "exporters/site/HomeView.h"
#include "exporters/site/SiteDownloads.h"
#include "tests/exporters/site/SampleSite.h"

using namespace Qt::StringLiterals;
using namespace offprint;

namespace {

const QString kSample = u"tests/exporters/site/sample"_s;

/// The sample with its pages by path.
struct Made {
  test::SampleSite sample = test::readSampleSite(test::source(kSample));
  std::shared_ptr<const SiteMap> map;
  std::shared_ptr<const PageComposer> composer;
  QHash<QString, RenderedPage> pages;

  explicit Made(const std::function<void(test::SampleSite&)>& change = {}) {
    if (change) change(sample);
    map = sample.map(test::readJson(test::source(kSample + u"/collections.json"_s)));
    composer = std::make_shared<PageComposer>(map, test::notebook());
    for (const RenderedPage& page : test::composeAll(sample, *composer))
      pages.insert(page.path, page);
  }
  ContentItem& item(const QString& ref) {
    for (ContentItem& item : sample.items)
      if (item.ref() == ref) return item;
    qFatal("no %s", qPrintable(ref));
  }
};

ContentItem article(const QString& slug, const QString& title, const QString& body = {}) {
  ContentItem item;
  item.kind = u"article"_s;
  item.slug = slug;
  item.title = title;
  item.body = body;
  item.status = Status::Published;
  item.date = Date::day(2026, 1, 2);
  return item;
}

/// The page of one article on a site that has little else.
RenderedPage pageOf(const ContentItem& item, const std::function<void(test::SampleSite&)>& change = {}) {
  Made made([&](test::SampleSite& sample) {
    sample.add(item);
    if (change) change(sample);
  });
  return made.pages.value(u"articles/%1/index.html"_s.arg(item.slug));
}

QStringList codes(const Findings& findings) {
  QStringList list;
  for (const Finding& finding : findings)
    list << u"%1@%2"_s.arg(finding.code).arg(finding.line);
  return list;
}

}  // namespace

class TestPageComposer : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { MarkdownEngine::initialize(); }

  void sampleIsReadWithoutAComplaint() {
    const Made made;
    QVERIFY(made.sample.findings.isEmpty());
    QVERIFY(made.map->findings().isEmpty());
    QStringList found;
    for (const RenderedPage& page : made.pages)
      for (const Finding& finding : page.findings)
        found << page.path + u' ' + finding.code;
    QCOMPARE(found.join(u", "_s), u"articles/first-part/index.html image.alt"_s);
    if (const QString out = qEnvironmentVariable("OFFPRINT_TEST_SITES"); !out.isEmpty())
      test::writeAll(out + u"/sample"_s, made.pages.values(), *test::notebook(),
                     test::source(kSample + u"/media"_s));
  }

  /// Pages as reviewed by eye. OFFPRINT_UPDATE_GOLDEN=1 writes them anew.
  void golden_data() {
    QTest::addColumn<QString>("path");
    for (const char* path :
         {"index.html", "articles/first-part/index.html", "articles/second-part/index.html",
          "articles/index.html", "reviews/paper/index.html", "talks/index.html", "talks/soon/index.html",
          "publications/index.html", "publications/own/index.html", "projects/thing/index.html",
          "recipes/soup/index.html", "recipes/air/index.html", "about/index.html", "constructs/index.html",
          "topics/index.html", "tags/index.html", "series/counting/index.html", "404.html"})
      QTest::newRow(path) << QString::fromUtf8(path);
  }
  void golden() {
    QFETCH(QString, path);
    static const Made made;
    QVERIFY2(made.pages.contains(path), qPrintable(QStringList(made.pages.keys()).join(u' ')));
    const QByteArray html = made.pages.value(path).html;
    const QString file =
        test::source(u"tests/exporters/site/golden/"_s +
                     QString(path).replace(u"/index.html"_s, u".html"_s).replace(u'/', u'-'));
    if (qEnvironmentVariableIsSet("OFFPRINT_UPDATE_GOLDEN")) test::spill(file, html);
    const QList<QByteArray> right = test::slurp(file).split('\n');
    const QList<QByteArray> lines = html.split('\n');
    for (qsizetype i = 0; i < std::max(right.size(), lines.size()); ++i)
      QCOMPARE(QString::fromUtf8(lines.value(i)), QString::fromUtf8(right.value(i)));
  }

  void everySectionTypeIsInTheSampleAndShows() {
    const Made made;
    const QByteArray home = made.pages.value(u"index.html"_s).html;
    QSet<QString> seen;
    for (const Section& section : made.sample.snapshot->site.home) {
      seen.insert(section.type);
      QVERIFY2(home.contains("id=\"" + section.id.toUtf8() + '"'), qPrintable(section.id));
    }
    for (const QString& type : sectionTypes())
      QVERIFY2(seen.contains(type), qPrintable(type));
    const QString help = QString::fromUtf8(test::slurp(test::source(u"resources/help/sections.md"_s)));
    for (const QString& type : sectionTypes())
      QVERIFY2(help.contains(u'`' + type + u'`'), qPrintable(type));
  }

  void everySectionWithoutContentIsLeftOut() {
    Made made([](test::SampleSite& sample) {
      sample.items.clear();
      QList<Section> bare;
      for (const QString& type : sectionTypes())
        if (type != "hero"_L1 && type != "eyebrow"_L1) bare << Section{type, type, u"Title"_s, true, {}};
      sample.snapshot->site.home = bare;
      sample.snapshot->site.email.clear();
      sample.snapshot->site.links.clear();
    });
    const QByteArray home = made.pages.value(u"index.html"_s).html;
    QVERIFY(!home.contains("<section"));
    QVERIFY(home.contains("<h1>Sample Site</h1>"));
  }

  void numbersCountWhatIsShown() {
    const QByteArray home = Made().pages.value(u"index.html"_s).html;
    QVERIFY(home.contains("<p class=\"number\">01</p>"));
    QVERIFY(home.contains("<p class=\"number\">02</p>"));
    QVERIFY(!home.contains("<p class=\"number\">03</p>"));
    const Made off([](test::SampleSite& sample) {
      for (Section& section : sample.snapshot->site.home)
        if (section.id == "systems"_L1) section.enabled = false;
    });
    QVERIFY(!off.pages.value(u"index.html"_s).html.contains("<p class=\"number\">02</p>"));
  }

  void findingsAboutTheHomePageNameTheirSection() {
    const Made made([](test::SampleSite& sample) {
      for (Section& section : sample.snapshot->site.home)
        if (section.id == "systems"_L1) section.options.insert(u"intro"_s, u":::gizmo\nA\n:::"_s);
    });
    const Findings found = made.pages.value(u"index.html"_s).findings;
    QVERIFY(!found.isEmpty());
    for (const Finding& finding : found)
      QVERIFY2(finding.message.startsWith(u"In the home page's section “"_s), qPrintable(finding.message));
  }

  void findingsAboutALineQuoteIt() {
    const Made made([](test::SampleSite& sample) {
      for (Section& section : sample.snapshot->site.home)
        if (section.id == "systems"_L1) section.title = u"Of [old](/nowhere/) machines"_s;
    });
    const Findings found = made.pages.value(u"index.html"_s).findings;
    QVERIFY(!found.isEmpty());
    QVERIFY2(found.constFirst().message.contains(u"the line “Of [old](/nowhere/) machines”"_s),
             qPrintable(found.constFirst().message));
  }

  /// Whatever page shows them, and without a line of the text.
  void findingsAboutATitleAreItsItems() {
    QString ref;
    const Made made([&ref](test::SampleSite& sample) {
      for (ContentItem& item : sample.items) {
        if (item.kind != "article"_L1 || item.status != Status::Published || !ref.isEmpty()) continue;
        item.title = u"Of [@fig:nothing] machines"_s;
        ref = item.ref();
      }
    });
    int told = 0;
    for (const RenderedPage& page : made.pages) {
      for (const Finding& finding : page.findings) {
        if (!finding.message.contains("fig:nothing"_L1)) continue;
        ++told;
        QCOMPARE(finding.item, ref);
        QCOMPARE(finding.line, 0);
        QVERIFY2(finding.message.startsWith(u"In the title “Of [@fig:nothing] machines”: "_s),
                 qPrintable(finding.message));
      }
    }
    QVERIFY(told > 1);
  }

  void everyPageHasOneHeadingAndUniqueIds() {
    const Made made;
    static const QRegularExpression ids(u" id=\"([^\"]*)\""_s);
    for (const RenderedPage& page : made.pages) {
      QVERIFY2(page.html.count("<h1") == 1, qPrintable(page.path));
      QSet<QString> seen;
      auto match = ids.globalMatch(QString::fromUtf8(page.html));
      while (match.hasNext()) {
        const QString id = match.next().captured(1);
        QVERIFY2(!seen.contains(id), qPrintable(page.path + u": "_s + id));
        seen.insert(id);
      }
    }
  }

  /// Case 25: works under any path and from the disk.
  void everyLinkIsRelativeAndLeadsToAFile() {
    const Made made;
    QSet<QString> files;
    for (const RenderedPage& page : made.pages)
      files.insert(page.path);
    for (const Theme::Asset& asset : made.composer->theme().assets())
      files.insert(asset.path);
    for (const QString& path : made.sample.snapshot->media.keys())
      files.insert(path);
    for (const FeedEntry& feed : made.map->feeds())
      files << feed.atom << feed.rss << feed.json;
    for (const QString& path : made.composer->downloads().paths())
      files << path;
    files << made.composer->downloads().print()->path;
    static const QRegularExpression links(u" (?:href|src|action)=\"([^\"]*)\""_s);
    for (const RenderedPage& page : made.pages) {
      if (page.path == "404.html"_L1) continue;
      auto match = links.globalMatch(QString::fromUtf8(page.html));
      while (match.hasNext()) {
        const QString link = match.next().captured(1);
        const QUrl url(link);
        if (!url.scheme().isEmpty() || link.startsWith(u'#')) continue;
        QVERIFY2(!link.startsWith(u'/'), qPrintable(page.path + u": "_s + link));
        const QString target = QUrl(u"x:/"_s + page.path).resolved(url).path().mid(1);
        QVERIFY2(files.contains(target), qPrintable(page.path + u": "_s + link));
      }
    }
  }

  void theNotFoundPageIsRightAtAnyDepth() {
    const QByteArray known = Made().pages.value(u"404.html"_s).html;
    QVERIFY(known.contains("href=\"/repo/assets/notebook.css\""));
    QVERIFY(known.contains("noindex"));
    const QByteArray unknown =
        Made([](test::SampleSite& s) { s.snapshot->site.baseUrl.clear(); }).pages.value(u"404.html"_s).html;
    QVERIFY(unknown.contains("href=\"assets/notebook.css\""));
  }

  /// Case 5: typeset on the page, plain in the head.
  void titlesAreTypesetOnThePageAndPlainElsewhere() {
    const QByteArray page = Made().pages.value(u"articles/first-part/index.html"_s).html;
    QVERIFY(page.contains("<title>Bound on x_ij &amp; more – Sample Site</title>"));
    QVERIFY(page.contains("<h1>Bound on <span class=\"math inline\">"));
    QVERIFY(page.contains("<meta property=\"og:title\" content=\"Bound on x_ij &amp; more\">"));
    QVERIFY(page.contains("id=\"second-heading-with-x²\""));
    QVERIFY(page.contains("<li><a href=\"#second-heading-with-x²\">Second heading with <span"));
  }

  /// Cases 16 and 18: a date is shown as precise as it was given, and the day never shifts.
  void datesKeepTheirPrecision() {
    const Made made([](test::SampleSite& sample) { sample.snapshot->site.timeZone = u"Pacific/Honolulu"_s; });
    QVERIFY(made.pages.value(u"articles/first-part/index.html"_s)
                .html.contains("<time datetime=\"2026-02-19\">"));
    QVERIFY(made.pages.value(u"articles/second-part/index.html"_s)
                .html.contains("<time datetime=\"2026-01\">January 2026</time>"));
    QVERIFY(made.pages.value(u"publications/cited/index.html"_s).html.contains("<span>forthcoming</span>"));
  }

  /// Case 17.
  void upcomingTalksStandApart_data() {
    QTest::addColumn<QString>("date");
    QTest::addColumn<bool>("upcoming");
    QTest::newRow("next month") << u"2026-04"_s << true;
    QTest::newRow("this month") << u"2026-03"_s << true;
    QTest::newRow("today") << u"2026-03-18"_s << true;
    QTest::newRow("yesterday") << u"2026-03-17"_s << false;
    QTest::newRow("last month") << u"2026-02"_s << false;
    QTest::newRow("this year") << u"2026"_s << true;
    QTest::newRow("words") << u"forthcoming"_s << true;
    QTest::newRow("nothing") << QString() << false;
  }
  void upcomingTalksStandApart() {
    QFETCH(QString, date);
    QFETCH(bool, upcoming);
    Made made([&](test::SampleSite& sample) {
      for (ContentItem& item : sample.items) {
        if (item.ref() != "talk/soon"_L1) continue;
        item.date = Date::lenient(date);
        item.fields.remove(u"start"_s);
      }
    });
    const QByteArray page = made.pages.value(u"talks/index.html"_s).html;
    QCOMPARE(page.contains("Upcoming"), upcoming);
    QVERIFY(page.contains(">Soon</a>"));
  }

  /// Case 23: minutes are computed from the prose unless they are given.
  void readingMinutesAreComputedOrGiven() {
    const Made made([](test::SampleSite& sample) {
      sample.add(article(u"zh"_s, u"Chinese"_s, u"字"_s.repeated(2000)));
      sample.add(
          article(u"code"_s, u"Code"_s, u"Word.\n\n```\n"_s + u"code "_s.repeated(3000) + u"\n```\n"_s));
    });
    QVERIFY(made.pages.value(u"articles/zh/index.html"_s).html.contains("<span>4 min read</span>") ||
            made.pages.value(u"articles/zh/index.html"_s).html.contains("<span>5 min read</span>"));
    QVERIFY(made.pages.value(u"articles/code/index.html"_s).html.contains("<span>1 min read</span>"));
    QVERIFY(made.pages.value(u"tutorials/build/index.html"_s).html.contains("<span>42 min read</span>"));
  }

  /// Case 26.
  void anExcerptNeverCutsACharacter() {
    const RenderedPage page = pageOf(article(u"emoji"_s, u"Emoji"_s, u"😀"_s.repeated(500)));
    const QString html = QString::fromUtf8(page.html);
    QVERIFY(!html.contains(QChar::ReplacementCharacter));
    for (qsizetype i = 0; i < html.size(); ++i) {
      if (html.at(i).isHighSurrogate()) QVERIFY(html.at(i + 1).isLowSurrogate());
    }
  }

  /// Case 24.
  void addressesAreNoCitations() {
    const RenderedPage page =
        pageOf(article(u"at"_s, u"At"_s, u"https://medium.com/@user/x, a@b.org and @handle"_s));
    QVERIFY(page.html.contains("@user/x"));
    QVERIFY(page.html.contains("@handle"));
    QVERIFY(codes(page.findings).isEmpty());
  }

  void findingsSayWhatAndWhere() {
    const RenderedPage page = pageOf(article(
        u"links"_s, u"Links"_s,
        u"[dead](/nowhere/)\n\n[[nothing]]\n\n![x](media/none.png)\n\n![](media/wide.svg)\n\n"
        "[here](#nothing)\n\n<img src=\"media/none2.png\" alt=\"\">\n\n[bad](javascript:alert(1))"_s));
    QCOMPARE(
        codes(page.findings).join(u' '),
        u"link.dead@1 link.dead@3 image.missing@5 image.alt@7 link.dead@9 image.missing@11 link.unsafe@13"_s);
    for (const Finding& finding : page.findings) {
      QCOMPARE(finding.item, u"article/links"_s);
      QVERIFY(finding.message.endsWith(u'.'));
    }
    QVERIFY(!page.html.contains("javascript:"));
    QVERIFY(page.html.contains("<a>dead</a>"));  // nobody is sent there
  }

  /// What a list shows of an item is that item's fault, not the fault of the page around it.
  void findingsAreOfTheItemWhoseWordsTheyAre() {
    const Made made([](test::SampleSite& sample) {
      ContentItem shown = article(u"shown"_s, u"Of [old](/nowhere/) days"_s);
      shown.topics = {u"Only here"_s};
      ContentItem beside = article(u"beside"_s, u"Beside"_s, u"[[article/shown]]"_s);
      beside.topics = shown.topics;
      sample.add(shown);
      sample.add(beside);
    });
    int told = 0;
    for (const RenderedPage& page : made.pages) {
      for (const Finding& finding : page.findings) {
        if (!finding.message.contains(u"/nowhere/"_s)) continue;
        QCOMPARE(finding.item, u"article/shown"_s);
        ++told;
      }
    }
    QVERIFY(told >= 3);
  }

  void linksFollowMovesAndOwnAddresses() {
    const auto change = [](test::SampleSite& sample) {
      for (ContentItem& item : sample.items)
        if (item.ref() == "article/second-part"_L1) item.aliases << u"/old/place/"_s;
    };
    const RenderedPage page =
        pageOf(article(u"moves"_s, u"Moves"_s,
                       u"[a](/old/place/#one) [b](https://example.net/repo/about/) [c](../first-part/) "
                       "[d](https://example.net/elsewhere/) [e](//cdn.example.org/x) [f](mailto:a@b.org)"_s),
               change);
    QVERIFY(codes(page.findings).isEmpty());
    QVERIFY(page.html.contains("href=\"../second-part/index.html#one\""));
    QVERIFY(page.html.contains("href=\"../../about/index.html\""));
    QVERIFY(page.html.contains("href=\"../first-part/index.html\""));
    QVERIFY(page.html.contains("href=\"https://example.net/elsewhere/\""));
    QVERIFY(page.linked.contains(u"article/second-part"_s));
  }

  void picturesHaveTheirSize() {
    const RenderedPage page = Made().pages.value(u"articles/first-part/index.html"_s);
    QVERIFY(page.html.contains("width=\"800\" height=\"300\""));
    QVERIFY(page.media.contains(u"media/wide.svg"_s) && page.media.contains(u"media/cover.svg"_s));
  }

  void nothingThatAnAuthorTypesBecomesMarkup_data() {
    QTest::addColumn<QString>("nasty");
    QTest::newRow("script") << u"</title></script><script>alert(1)</script>"_s;
    QTest::newRow("attribute") << u"\" onmouseover=\"alert(1)"_s;
    QTest::newRow("quote") << u"' onmouseover='alert(1)"_s;
    QTest::newRow("comment") << u"--><!--"_s;
    QTest::newRow("mustache") << u"{{{bodyHtml}}} {{site.title}}"_s;
  }
  void nothingThatAnAuthorTypesBecomesMarkup() {
    QFETCH(QString, nasty);
    const Made made([&](test::SampleSite& sample) {
      ContentItem item = article(u"nasty"_s, u"Title"_s, u"Text"_s);
      item.summary = u"Plain"_s;
      item.tags = {nasty};
      item.topics = {nasty};
      item.series = nasty;
      item.coverAlt = nasty;
      item.cover = u"media/wide.svg"_s;
      item.authors = {Person::parse(nasty)};
      item.fields = {{u"badge"_s, nasty},       {u"statusLabel"_s, nasty},
                     {u"searchTitle"_s, nasty}, {u"searchDescription"_s, nasty},
                     {u"coverCredit"_s, nasty}, {u"firstPublishedAt"_s, u"javascript:alert(1)"_s}};
      sample.add(item);
      sample.snapshot->site.title = nasty;
      sample.snapshot->site.description = nasty;
      sample.snapshot->site.author = Person::parse(nasty);
      sample.snapshot->site.navigation << NavigationEntry{nasty, u"page:about"_s};
      sample.snapshot->site.links << SocialLink{nasty, u"javascript:alert(1)"_s, {}};
    });
    for (const RenderedPage& page : made.pages) {
      QVERIFY2(!page.html.contains("<script>alert"), qPrintable(page.path));
      QVERIFY2(!page.html.contains("onmouseover=\"alert(1)\""), qPrintable(page.path));
      QVERIFY2(!page.html.contains("javascript:alert"), qPrintable(page.path));
      QVERIFY2(page.html.count("</title>") == 1, qPrintable(page.path));
    }
  }

  void theCreditOfACoverIsInlineMarkdown() {
    ContentItem item = article(u"credited"_s, u"Credited"_s);
    item.cover = u"media/wide.svg"_s;
    item.coverAlt = u"Wide"_s;
    item.fields.insert(u"coverCredit"_s, u"Image: [**Ada** & Co](https://example.org/a), <b>x</b>"_s);
    QVERIFY(pageOf(item).html.contains(
        "<figcaption>Image: <a href=\"https://example.org/a\"><strong>Ada</strong> &amp; Co</a>, "
        "&lt;b&gt;x&lt;/b&gt;</figcaption>"));
  }

  void structuredDataIsJson() {
    const Made made;
    for (const RenderedPage& page : made.pages) {
      const QByteArray open = "<script type=\"application/ld+json\">";
      const qsizetype at = page.html.indexOf(open);
      if (at < 0) continue;
      const qsizetype start = at + open.size();
      const QByteArray json = page.html.mid(start, page.html.indexOf("</script>", start) - start);
      QVERIFY2(QJsonDocument::fromJson(json).object().value(u"@context"_s) == "https://schema.org"_L1,
               json.constData());
    }
  }

  void aMailAddressInWordsIsNowhereElse() {
    const QByteArray home = Made([](test::SampleSite& sample) {
                              for (Section& section : sample.snapshot->site.home)
                                section.options.insert(u"obfuscate"_s, true);
                            })
                                .pages.value(u"index.html"_s)
                                .html;
    QVERIFY(home.contains("<i class=\"at\"> at </i>"));
    QVERIFY(!home.contains("@example.org"));
    QVERIFY(!home.contains("mailto:"));
  }

  void theTextStandsWhereThePageSays() {
    const Made made;
    for (const RenderedPage& page : made.pages) {
      QByteArray text;
      for (const RenderedBlock& block : page.blocks)
        text += block.html;
      QCOMPARE(page.html.mid(page.bodyStart, page.bodyEnd - page.bodyStart), text);
    }
  }

  /// Case 19: whole addresses, ids of their own, nothing that runs.
  void feedsShowTheTextElsewhere() {
    Made made;
    ContentItem& item = made.item(u"article/first-part"_s);
    item.body += u"\n\n<script>alert(1)</script>\n\n\x01x [a](#first-heading) ]]> -> &\n"_s;
    const QByteArray html = made.composer->feedHtml(item);
    QVERIFY(html.contains("src=\"https://example.net/repo/media/wide.svg\""));
    QVERIFY(html.contains("href=\"https://example.net/repo/articles/second-part/\""));
    QVERIFY(html.contains("href=\"https://example.net/repo/articles/first-part/#first-heading\""));
    QVERIFY(!html.contains("<script"));
    QVERIFY(!html.contains('\x01'));
    QVERIFY(!html.contains("class=\"copy\""));
    // Case 9: two texts may share one feed.
    const ContentItem other = made.item(u"article/second-part"_s);
    ContentItem twin = item;
    twin.uuid = other.uuid;
    QVERIFY(made.composer->feedHtml(twin) != html);
  }

  void fingerprintsChangeWithWhatAPageShows() {
    const Made before;
    const auto print = [](const Made& made, const QString& path) {
      const RenderedPage& page = made.pages.value(path);
      for (const PageEntry& entry : made.map->pages())
        if (entry.path == path) return made.composer->fingerprint(entry, page.linked, page.media);
      return QByteArray();
    };
    const auto differs = [&](const QString& path, const std::function<void(test::SampleSite&)>& change) {
      const Made after(change);
      const bool bytes = before.pages.value(path).html != after.pages.value(path).html;
      const bool prints = print(before, path) != print(after, path);
      return std::pair(bytes, prints);
    };
    const auto retitle = [](const QString& ref) {
      return [ref](test::SampleSite& sample) {
        for (ContentItem& item : sample.items)
          if (item.ref() == ref) item.title += u" changed"_s;
      };
    };
    QCOMPARE(print(before, u"about/index.html"_s), print(Made(), u"about/index.html"_s));
    // Whenever the bytes change, the fingerprint does.
    QStringList refs;
    for (const ContentItem& item : before.sample.items)
      refs << item.ref();
    for (const QString& ref : refs) {
      const Made after(retitle(ref));
      for (auto page = before.pages.begin(); page != before.pages.end(); ++page) {
        if (page.key().contains(ref.section(u'/', 1))) continue;  // its own page, known by the item's version
        if (page->html == after.pages.value(page.key()).html) continue;
        QVERIFY2(print(before, page.key()) != print(after, page.key()),
                 qPrintable(ref + u" → "_s + page.key()));
      }
    }
    // A page that does not show a thing keeps its fingerprint.
    QCOMPARE(differs(u"recipes/soup/index.html"_s, retitle(u"talk/past"_s)), std::pair(false, false));
    QCOMPARE(differs(u"recipes/soup/index.html"_s,
                     [](test::SampleSite& s) { s.snapshot->site.home.removeLast(); }),
             std::pair(false, false));
    QCOMPARE(
        differs(u"recipes/soup/index.html"_s, [](test::SampleSite& s) { s.snapshot->site.title += u"x"_s; }),
        std::pair(true, true));
    QCOMPARE(differs(u"articles/first-part/index.html"_s,
                     [](test::SampleSite& s) { s.snapshot->media[u"media/wide.svg"_s].width = 5; }),
             std::pair(true, true));
    QCOMPARE(differs(u"talks/index.html"_s,
                     [](test::SampleSite& s) { s.snapshot->now = s.snapshot->now.addMonths(3); }),
             std::pair(true, true));
  }

  void pagesSpeakTheirLanguage() {
    ContentItem item = article(u"deutsch"_s, u"Fuß"_s, u"Wort"_s);
    item.language = u"de-CH"_s;
    const QByteArray german = pageOf(item).html;
    QVERIFY(german.contains("<html lang=\"de-CH\">"));
    QVERIFY(german.contains("Zum Inhalt springen"));
    QVERIFY(german.contains("2. Januar 2026"));
    item.language = u"ar"_s;
    QVERIFY(pageOf(item).html.contains("<html lang=\"ar\" dir=\"rtl\">"));
    item.language = u"xx-nonsense"_s;
    QVERIFY(pageOf(item).html.contains("Skip to the content"));
  }

  void nothingOfTheUnlistedStandsInLists() {
    Made made([](test::SampleSite& sample) {
      ContentItem item = article(u"hidden"_s, u"Unlistedword"_s, u"Text"_s);
      item.status = Status::Unlisted;
      sample.add(item);
    });
    for (const RenderedPage& page : made.pages)
      QCOMPARE(page.html.contains("Unlistedword"), page.path == "articles/hidden/index.html"_L1);
    QVERIFY(made.pages.value(u"articles/hidden/index.html"_s).html.contains("noindex"));
  }

  void oneComposerServesThreads() {
    const Made made;
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t) {
      threads.emplace_back([&] {
        for (const RenderedPage& page : test::composeAll(made.sample, *made.composer))
          if (page.html != made.pages.value(page.path).html) ++wrong;
      });
    }
    for (std::thread& thread : threads)
      thread.join();
    QCOMPARE(wrong.load(), 0);
  }
};

QTEST_GUILESS_MAIN(TestPageComposer)
#include "tst_PageComposer.moc"
