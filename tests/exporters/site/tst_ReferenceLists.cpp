#include <QtTest>

#include "tests/exporters/site/ComposedSite.h"

using namespace Qt::StringLiterals;
using namespace offprint;

/// The lists that the three reference sites show (A5, A8, B4 to B6, C2 to C6) are made of items and the
/// sections of site.json alone: each row names what a slot holds and finds it on the page of the starter that
/// stands for that site, with a few items more for what a starter of today cannot hold, such as a talk to
/// come.
class TestReferenceLists : public QObject, test::ComposedSite {
  Q_OBJECT

  QHash<QString, QString> homes_;

  static QList<ContentItem> further(const QString& starter) {
    if (starter == "notebook"_L1)
      return {
          item(u"talk"_s, u"again"_s, u"Again"_s, u"2025-03-01"_s, {{u"event"_s, u"Sample Python Day"_s}})};
    if (starter == "platform"_L1)
      return {item(u"news"_s, u"chip"_s, u"A new card"_s, u"2026-02"_s,
                   {{u"badge"_s, u"Hardware"_s},
                    {u"sourceName"_s, u"Sample Wire"_s},
                    {u"sourceUrl"_s, u"https://example.org/wire"_s}}),
              item(u"tool"_s, u"starred"_s, u"Starred"_s, {},
                   {{u"url"_s, u"https://example.org/starred"_s},
                    {u"stars"_s, u"28k"_s},
                    {u"starsAsOf"_s, u"2026-01"_s},
                    {u"category"_s, u"Inference"_s},
                    {u"use"_s, u"One line."_s}})};
    return {
        item(u"talk"_s, u"poster"_s, u"Radar tokens"_s, u"2026-06"_s,
             {{u"statusLabel"_s, u"Accepted poster"_s}}),
        item(u"talk"_s, u"keynote"_s, u"Ledgers"_s, u"2026-05"_s, {{u"event"_s, u"Sample Summit"_s}}),
        item(u"cv"_s, u"course"_s, u"Sample Course on Deep Learning"_s, {},
             {{u"type"_s, u"service"_s}, {u"serviceRole"_s, u"course-reviewer"_s}, {u"start"_s, u"2022"_s}}),
        item(u"publication"_s, u"second"_s, u"Another of 2025"_s, u"2025"_s,
             {{u"type"_s, u"article"_s},
              {u"mine"_s, true},
              {u"venue"_s, u"Sample Journal of Learning"_s},
              {u"order"_s, -1}})};
  }

  QString home(const QString& starter, const std::function<void(Site&)>& change = {}) {
    test::SampleSite sample = test::readSampleSite(test::source(u"resources/starters/"_s + starter));
    for (const ContentItem& item : further(starter))
      sample.add(item);
    sample.snapshot->site.baseUrl = u"https://example.org/"_s;
    if (starter == "platform"_L1) {
      for (Section& section : sample.snapshot->site.home)
        if (section.id == "tools"_L1) section.options.remove(u"items"_s);
    }
    if (change) change(sample.snapshot->site);
    const auto map = sample.map();
    const PageComposer composer(map, test::notebook());
    const auto page = composer.page(*map->page(PageEntry::Type::Home), nullptr);
    return QString::fromUtf8(page->html).simplified();
  }

  /// A part of the home page with a heading is a section; one without is a plain block, which ends where the
  /// next part begins.
  static QString section(const QString& html, const QString& id) {
    const QRegularExpression titled(u"<section [^>]*id=\"%1\".*?</section>"_s.arg(id));
    const QRegularExpression plain(
        u"<div [^>]*id=\"%1\".*?(?=<(?:section|div) class=\"row |</main>)"_s.arg(id));
    const QString found = titled.match(html).captured();
    return found.isEmpty() ? plain.match(html).captured() : found;
  }

 private Q_SLOTS:
  void initTestCase() {
    MarkdownEngine::initialize();
    for (const auto& starter : {u"notebook"_s, u"platform"_s, u"ledger"_s})
      homes_.insert(starter, home(starter));
  }

  void lists_data() {
    QTest::addColumn<QString>("starter");
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<int>("times");
    const auto row = [](const char* slot, const QString& starter, const QString& id, const QString& pattern,
                        int times = 1) { QTest::newRow(slot) << starter << id << pattern << times; };
    const QString a = u"notebook"_s;
    row("A5 each event once", a, u"spoken"_s, u"<h3>Sample Python Day</h3>"_s);
    row("A5 all talks", a, u"spoken"_s,
        u"<p class=\"more\"><a href=\"talks/index.html\">All \\d+ talks</a>"_s);
    row("A8 an introduction", a, u"endorse"_s, u"<div class=\"text intro\"><p>\\w"_s);
    row("A8 title, author, link out", a, u"endorse"_s,
        u"<a href=\"https://[^\"]+\">[^<]+</a></h3> <p class=\"meta\">[A-Z]\\w+ [A-Z]\\w+\\. "_s, 3);
    const QString b = u"platform"_s;
    row("B4 title and description", b, u"work"_s,
        u"<h3><a [^>]+>\\w+</a></h3></div> <div class=\"card-b\"> <p>\\w"_s, 3);
    row("B4 chips in order, as written", b, u"work"_s,
        u"<li>TensorRT</li> <li>Triton Inference Server</li> <li>CUDA</li> <li>gRPC</li>"_s);
    row("B5 three kinds, newest first", b, u"writings"_s,
        u">Article</span>.*>Paper review</span>.*>Tutorial</span>.*>Article</span>"_s);
    row("B5 month and minutes", b, u"writings"_s,
        u"<time datetime=\"\\d{4}-\\d\\d\">[A-Z][a-z]{2} \\d{4}</time> <span>\\d+ min read</span>"_s, 4);
    row("B5 title and excerpt", b, u"writings"_s, u"<h3 class=\"t\"><a [^>]+>[^<]+</a></h3> <p>\\w"_s, 4);
    row("B6 badge, month, source with its link", b, u"news"_s,
        u">Hardware</span> *<time datetime=\"2026-02\">Feb 2026</time> *<span><a href=\"https://example.org/wire\">Sample Wire</a></span>"_s);
    row("B6 title and summary", b, u"news"_s, u"<h3 class=\"t\"><a [^>]+>.*?</a></h3> <p>\\w"_s, 2);
    row("B6 tool, stars as of a date, line, tag", b, u"tools"_s,
        u"Starred</a> <span class=\"new\">★ 28k</span></h3> <p>One line\\.</p> <p class=\"meta\">Inference, as of Jan 2026</p>"_s);
    const QString c = u"ledger"_s;
    row("C2 numbered, with an introduction", c, u"systems"_s,
        u"<p class=\"number\">01</p>.*<h2 [^>]+>Systems</h2> <div class=\"text\"><p>\\w"_s);
    row("C2 counted on", c, u"community"_s, u"<p class=\"number\">04</p>"_s);
    row("C3 primary focus with its standard", c, u"focus"_s,
        u"Primary focus</p> <h3>\\w[^<]+</h3> <p>\\w.*<strong>Same seed"_s);
    row("C3 secondary cards", c, u"focus"_s, u"<li> <div><h3>\\w+</h3><p>\\w"_s, 2);
    row("C4 by year", c, u"publications"_s, u"<h3>2025</h3>.*<h3>2024</h3>"_s);
    row("C4 the full venue, the year once more", c, u"publications"_s,
        u"<i>Sample Conference on Systems for Learning</i>, 2025"_s);
    row("C4 the author's order within a year", c, u"publications"_s,
        u"Another of 2025.*Checkpoint Equivalence"_s);
    row("C4 own name marked", c, u"publications"_s, u"<b>Sample Author</b>"_s, 3);
    row("C5 month, status, no event", c, u"upcoming"_s,
        u"<time datetime=\"2026-06\">Jun 2026</time></h3> <div><a [^>]+>Radar tokens</a> <span class=\"meta\">Accepted poster"_s);
    row("C5 event, soonest first", c, u"upcoming"_s, u"May 2026.*Sample Summit.*Jun 2026"_s);
    row("C6 role of a service", c, u"service"_s, u"Sample Course on Deep Learning, Reviewer for a course"_s);
    row("C6 mentoring", c, u"service"_s, u"<h3>Mentoring</h3>"_s);
    row("C6 venues, names alone", c, u"venues"_s, u"<li><h3>Sample [^<]+</h3></li>"_s, 2);
    row("C6 writing elsewhere", c, u"elsewhere"_s,
        u"<a href=\"https://example.org/[^\"]+\">[^<]+</a></h3> <p class=\"meta\">Sample Magazine\\."_s);
  }

  void lists() {
    QFETCH(QString, starter);
    QFETCH(QString, id);
    QFETCH(QString, pattern);
    QFETCH(int, times);
    const QString html = section(homes_.value(starter), id);
    const QRegularExpression wanted(pattern);
    QVERIFY2(wanted.isValid(), qPrintable(wanted.errorString()));
    int found = 0;
    for (auto match = wanted.globalMatch(html); match.hasNext(); match.next())
      ++found;
    QVERIFY2(found >= times, qPrintable(u"%1 times in %2"_s.arg(found).arg(html)));
  }

  /// C4: the same list without its authors; A5: names alone, capped.
  void optionsOfLists() {
    const QString without = home(u"ledger"_s, [](Site& site) { site.publicationAuthors = false; });
    QVERIFY(!section(without, u"publications"_s).contains(u"<b>Sample Author</b>"_s));
    const QString capped = home(u"notebook"_s, [](Site& site) {
      for (Section& section : site.home)
        if (section.id == "spoken"_L1) section.options = {{u"limit"_s, 1}, {u"talks"_s, false}};
    });
    const QString spoken = section(capped, u"spoken"_s);
    QCOMPARE(spoken.count(u"<h3>"_s), 1);
    QVERIFY(!spoken.contains(u"<ul><li>"_s) && spoken.contains(u"talks/index.html"_s));
  }
};

QTEST_GUILESS_MAIN(TestReferenceLists)
#include "tst_ReferenceLists.moc"
