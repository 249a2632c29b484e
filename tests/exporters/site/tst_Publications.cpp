#include <QtTest>

#include "exporters/site/SiteDownloads.h"
#include "exporters/site/SiteRelations.h"
#include "tests/exporters/site/ComposedSite.h"

using namespace offprint;
using namespace Qt::StringLiterals;

/// Works, talks and reviews on the pages of a site, and the files that visitors take along.
class TestPublications : public QObject, test::ComposedSite {
  Q_OBJECT

  ContentItem work(const QString& key, const QString& title, const QString& date) {
    ContentItem work = item(u"publication"_s, key, title, date);
    work.fields = {{u"type"_s, u"inproceedings"_s},
                   {u"citationKey"_s, key},
                   {u"mine"_s, true},
                   {u"venue"_s, u"Proc. of X"_s}};
    work.authors = {Person{u"Jo"_s, u"van der"_s, u"Berg"_s, {}, {}, false},
                    Person::parse(u"Müller, Jürgen"_s)};
    return work;
  }

 private Q_SLOTS:
  void init() {
    reset();
    sample_.snapshot->site.authorAliases = QStringList{u"J. Muller"_s, u"JURGEN MULLER"_s};
  }

  void referenceProgramsFindTheWork() {
    ContentItem paper = work(u"k1"_s, u"Fast *exact* attention"_s, u"2025-05-27"_s);
    paper.fields.insert(u"pdf"_s, u"https://example.org/p.pdf"_s);
    paper.fields.insert(u"doi"_s, u"https://doi.org/10.1/a<b>"_s);
    paper.fields.insert(u"pages"_s, u"3–14"_s);
    sample_.add(paper);
    ContentItem other = work(u"k2"_s, u"By others"_s, u"2024"_s);
    other.fields.insert(u"mine"_s, false);
    sample_.add(other);
    compose();
    const QString html = page(u"/publications/k1/"_s);
    QCOMPARE(metas(html, u"citation_title"_s), QStringList{u"Fast exact attention"_s});
    QCOMPARE(metas(html, u"citation_author"_s), QStringList({u"van der Berg, Jo"_s, u"Müller, Jürgen"_s}));
    QCOMPARE(metas(html, u"citation_publication_date"_s), QStringList{u"2025/05/27"_s});
    QCOMPARE(metas(html, u"citation_conference_title"_s), QStringList{u"Proc. of X"_s});
    QCOMPARE(metas(html, u"citation_pdf_url"_s), QStringList{u"https://example.org/p.pdf"_s});
    QCOMPARE(metas(html, u"citation_firstpage"_s) + metas(html, u"citation_lastpage"_s),
             QStringList({u"3"_s, u"14"_s}));
    QCOMPARE(metas(html, u"citation_doi"_s), QStringList{u"10.1/a&lt;b&gt;"_s});
    QCOMPARE(data(html)["@type"_L1].toString(), u"ScholarlyArticle"_s);
    QCOMPARE(data(html)["sameAs"_L1][0].toString(), u"https://doi.org/10.1/a%3Cb%3E"_s);
    QVERIFY(!page(u"/publications/k2/"_s).contains(u"citation_"_s));
    QVERIFY(!page(u"/publications/"_s).contains(u"citation_"_s));
  }

  void whatVisitorsTakeAlongIsClean() {
    ContentItem paper = work(u"k1"_s, u"A"_s, u"2025"_s);
    paper.fields.insert(
        u"bibtex"_s,
        u"@inproceedings{k1, title={A}, selected={true}, file={scan.pdf}, annote={weak}, foo={kept}}"_s);
    paper.fields.insert(
        u"cslFurther"_s,
        u"{\"custom\":{\"ris\":{\"RN\":[\"private\"]}},\"annote\":\"weak\",\"event-title\":\"E\"}"_s);
    sample_.add(paper);
    sample_.add(work(u"k2"_s, u"B"_s, u"2024"_s));
    ContentItem other = work(u"k3"_s, u"C"_s, u"2024"_s);
    other.fields.insert(u"mine"_s, false);
    sample_.add(other);
    compose();
    QStringList paths = composer_->downloads().paths();
    QCOMPARE(paths.filter(u".bib"_s),
             QStringList({u"publications/2024.bib"_s, u"publications/2025.bib"_s, u"publications/k1/k1.bib"_s,
                          u"publications/k2/k2.bib"_s, u"publications/publications.bib"_s}));
    QCOMPARE(paths.size(), 15);
    for (const QString& path : paths) {
      const QString text = file(path);
      for (const auto secret : {"selected"_L1, "scan.pdf"_L1, "weak"_L1, "private"_L1, "k3"_L1})
        QVERIFY2(!text.contains(secret), qPrintable(path));
    }
    QVERIFY(file(u"publications/k1/k1.bib"_s).contains(u"foo = {kept}"_s));
    QVERIFY(file(u"publications/publications.ris"_s).contains(u"ID  - k2"_s));
    QVERIFY(file(u"publications/2025.json"_s).contains(u"event-title"_s));
    const QString html = page(u"/publications/k1/"_s);
    QVERIFY(html.contains(u"foo = {kept}"_s) && !html.contains(u"scan.pdf"_s) &&
            html.contains(u"href=\"k1.bib\""_s));
    const QString list = page(u"/publications/"_s);
    for (const QString& path : {u"2024.bib"_s, u"2025.ris"_s, u"publications.json"_s})
      QVERIFY2(list.contains(u"href=\"%1\""_s.arg(path)), qPrintable(path));
  }

  void theListIsAsTheSiteWantsIt() {
    ContentItem thesis = work(u"k1"_s, u"Thesis"_s, u"2025"_s);
    thesis.fields.insert(u"type"_s, u"phdthesis"_s);
    thesis.fields.insert(u"moreAuthors"_s, true);
    thesis.authors = {Person::parse(u"Müller, J."_s)};
    sample_.add(thesis);
    sample_.add(work(u"k2"_s, u"Paper"_s, u"2024"_s));
    compose();
    QVERIFY(page(u"/publications/"_s).contains(u"<b>J. Müller</b> et al."_s));
    QVERIFY(page(u"/publications/"_s).contains(u"<b>Jürgen Müller</b>"_s));
    QVERIFY(page(u"/publications/"_s).contains(u"id=\"group-2025\""_s));
    sample_.snapshot->site.publicationGroups = u"type"_s;
    sample_.snapshot->site.publicationAuthors = false;
    compose();
    const QString list = page(u"/publications/"_s);
    QVERIFY(list.indexOf(u"Conference papers</h2>"_s) < list.indexOf(u"Doctoral theses</h2>"_s));
    QVERIFY(!list.contains(u"<b>J"_s));
    QVERIFY(page(u"/publications/k2/"_s).contains(u"<b>Jürgen Müller</b>"_s));
  }

  void relationsShowOnBothPages() {
    sample_.add(work(u"k1"_s, u"The work"_s, u"2025"_s));
    ContentItem review = item(u"review"_s, u"r"_s, u"My review"_s, u"2025-01-01"_s);
    review.fields = {{u"work"_s, u"k1"_s}};
    ContentItem talk = item(u"talk"_s, u"t"_s, u"My talk"_s, u"2025-02-01"_s);
    talk.fields = {{u"presents"_s, QJsonArray{u"publication/k1"_s}}};
    ContentItem article = item(u"article"_s, u"a"_s, u"My article"_s, u"2025-02-01"_s);
    article.fields = {{u"discusses"_s, QJsonArray{u"k1"_s}}};
    sample_.add(article);
    ContentItem project = item(u"project"_s, u"p"_s, u"My project"_s, {});
    project.fields = {{u"publications"_s, QJsonArray{u"publication/k1"_s}}};
    sample_.add(project);
    sample_.add(review);
    sample_.add(talk);
    compose();
    const QByteArray before =
        composer_->fingerprint(*composer_->map().pageAt(u"/publications/k1/"_s), {}, {});
    const QString html = page(u"/publications/k1/"_s);
    QVERIFY(html.contains(u"href=\"../../reviews/r/index.html\""_s));
    QVERIFY(html.contains(u"href=\"../../talks/t/index.html\""_s));
    QCOMPARE(html.count(u"reviews/r/index.html"_s), 1);
    QVERIFY(html.contains(u"href=\"../../articles/a/index.html\""_s));
    QVERIFY(html.contains(u"href=\"../../projects/p/index.html\""_s));
    QVERIFY(page(u"/articles/a/"_s).contains(u"publications/k1/index.html"_s));
    QVERIFY(page(u"/projects/p/"_s).contains(u"publications/k1/index.html"_s));
    const QJsonObject reviewed = data(page(u"/reviews/r/"_s))["itemReviewed"_L1].toObject();
    QCOMPARE(reviewed["name"_L1].toString(), u"The work"_s);
    QCOMPARE(reviewed["author"_L1].toArray().size(), 2);
    QVERIFY(page(u"/talks/t/"_s).contains(u"publications/k1/index.html"_s));
    sample_.add(item(u"talk"_s, u"u"_s, u"No relation"_s, u"2020"_s));
    ContentItem second = talk;
    second.slug = u"v"_s;
    sample_.add(second);
    compose();
    QVERIFY(composer_->fingerprint(*composer_->map().pageAt(u"/publications/k1/"_s), {}, {}) != before);
  }

  void talksAreCalendars() {
    ContentItem talk =
        item(u"talk"_s, u"t"_s,
             u"Caches, kernels; and a title so long that its line must be folded somewhere — é"_s,
             u"2026-05-04"_s);
    talk.fields = {
        {u"event"_s, u"Conf"_s},
        {u"start"_s, u"2026-05-04T18:00"_s},
        {u"end"_s, u"2026-05-04T19:00"_s},
        {u"timeZone"_s, u"Europe/Berlin"_s},
        {u"answer"_s, u"cancelled"_s},
        {u"occasions"_s, QJsonArray{QJsonObject{{u"date"_s, u"2026-06-01"_s}, {u"place"_s, u"Graz"_s}},
                                    QJsonObject{{u"date"_s, u"2026-07"_s}}}}};
    sample_.add(talk);
    sample_.add(item(u"talk"_s, u"month"_s, u"Some time"_s, u"2026-08"_s));
    compose();
    const QString calendar = file(u"talks/t/t.ics"_s);
    for (const auto line :
         {"DTSTART:20260504T160000Z\r\nDTEND:20260504T170000Z"_L1, "STATUS:CANCELLED"_L1, "LOCATION:Graz"_L1,
          "DTSTART;VALUE=DATE:20260601\r\nDTEND;VALUE=DATE:20260602"_L1, "SUMMARY:Caches\\, kernels\\;"_L1})
      QVERIFY2(calendar.contains(line), line.data());
    QCOMPARE(calendar.count(u"BEGIN:VEVENT"_s), 2);
    for (const QString& line : calendar.split(u"\r\n"_s))
      QVERIFY(line.toUtf8().size() <= 75);
    QCOMPARE(file(u"talks/talks.ics"_s).count(u"BEGIN:VEVENT"_s), 2);
    QVERIFY(page(u"/talks/t/"_s).contains(u"href=\"t.ics\""_s));
  }

  /// Where nobody said a zone, a calendar has the time on the clock at the place, and so has the page.
  void timesWithoutAZoneFloat() {
    sample_.snapshot->site.timeZone = u"UTC"_s;
    ContentItem talk = item(u"talk"_s, u"t"_s, u"Caches"_s, u"2026-12-08T18:00"_s);
    talk.fields = {{u"occasions"_s, QJsonArray{QJsonObject{{u"date"_s, u"2026-12-09T10:00"_s},
                                                           {u"timeZone"_s, u"Europe/Berlin"_s}}}}};
    sample_.add(talk);
    ContentItem wrong = item(u"talk"_s, u"w"_s, u"Wrong"_s, u"2026-12-08T18:00"_s);
    wrong.fields = {{u"timeZone"_s, u"Mars/Olympus"_s}};
    sample_.add(wrong);
    compose();
    const QString calendar = file(u"talks/t/t.ics"_s);
    QVERIFY2(calendar.contains(u"DTSTART:20261208T180000\r\n"_s), qPrintable(calendar));
    QVERIFY2(calendar.contains(u"DTSTART:20261209T090000Z\r\n"_s), qPrintable(calendar));
    QVERIFY(file(u"talks/w/w.ics"_s).contains(u"DTSTART:20261208T180000\r\n"_s));
    QVERIFY(page(u"/talks/t/"_s).contains(u"December 8, 2026, 18:00"_s));
    sample_.snapshot->site.timeZone = u"Europe/Berlin"_s;
    compose();
    QVERIFY(file(u"talks/t/t.ics"_s).contains(u"DTSTART:20261208T170000Z\r\n"_s));
  }

  void aTalkIsGivenSeveralTimes() {
    ContentItem talk =
        item(u"talk"_s, u"t"_s, u"Caches"_s, u"2025-05-04"_s,
             {{u"event"_s, u"First"_s},
              {u"place"_s, u"Graz"_s},
              {u"occasions"_s, QJsonArray{QJsonObject{{u"date"_s, u"2026-05-01"_s},
                                                      {u"end"_s, u"2026-05-03"_s},
                                                      {u"timeZone"_s, u"Asia/Tokyo"_s},
                                                      {u"event"_s, u"Third"_s}},
                                          QJsonObject{{u"date"_s, u"2025-06"_s}, {u"event"_s, u"Second"_s}},
                                          QJsonObject{{u"date"_s, u"2025-07"_s},
                                                      {u"event"_s, u"Off"_s},
                                                      {u"answer"_s, u"cancelled"_s}}}}});
    sample_.add(talk);
    sample_.add(item(u"talk"_s, u"sooner"_s, u"Sooner"_s, u"2026-04"_s, {{u"event"_s, u"Next"_s}}));
    sample_.add(item(u"talk"_s, u"later"_s, u"Put off"_s, u"2025-12-01"_s,
                     {{u"event"_s, u"Some day"_s}, {u"answer"_s, u"postponed"_s}}));
    sample_.snapshot->site.home = {{u"e"_s, u"event-names"_s, {}, true, {}}};
    compose();
    static const QRegularExpression tags(u"<[^>]*>"_s);
    const auto words = [this](const QString& address) { return page(address).remove(tags).simplified(); };
    const QString list = words(u"/talks/"_s);
    QVERIFY2(list.contains(u"Third, May 1, 2026 to May 3, 2026"_s), qPrintable(list));
    QVERIFY2(
        list.contains(u"Also First, Graz, May 4, 2025 Also Second, Jun 2025 Also Off, Jul 2025 Cancelled"_s),
        qPrintable(list));
    QVERIFY(list.contains(u"Put off Postponed Some day"_s));
    // Soonest first: what was postponed keeps its old day until it has another.
    QVERIFY(list.indexOf(u"Sooner"_s) < list.indexOf(u"Caches"_s));
    const QString home = words(u"/"_s);
    QVERIFY2(home.contains(u"First"_s) && home.contains(u"Second"_s), qPrintable(home));
    for (const auto& unspoken : {u"Third"_s, u"Off"_s, u"Next"_s, u"Some day"_s})
      QVERIFY2(!home.contains(u"<h3>"_s + unspoken) && !page(u"/"_s).contains(u"<h3>%1</h3>"_s.arg(unspoken)),
               qPrintable(unspoken));
    const QString calendar = file(u"talks/t/t.ics"_s);
    QVERIFY(calendar.contains(u"DTSTART;VALUE=DATE:20260501\r\nDTEND;VALUE=DATE:20260504"_s));
    QCOMPARE(calendar.count(u"BEGIN:VEVENT"_s), 2);
    QCOMPARE(data(page(u"/talks/later/"_s))["eventStatus"_L1].toString(),
             u"https://schema.org/EventPostponed"_s);
    // Columns that no occasion fills are not shown.
    QVERIFY(page(u"/talks/t/"_s).contains(u"<th scope=\"col\">Time zone</th>"_s));
    QVERIFY(!page(u"/talks/t/"_s).contains(u"<th scope=\"col\">Video</th>"_s));
  }

  /// 18 March 2026, 09:30 UTC.
  void aTalkIsUpcomingUntilItsDayEndsWhereItIs_data() {
    QTest::addColumn<QJsonObject>("fields");
    QTest::addColumn<bool>("upcoming");
    const auto row = [](const char* name, const QJsonObject& fields, bool upcoming) {
      QTest::newRow(name) << fields << upcoming;
    };
    row("today", {{u"end"_s, u"2026-03-18"_s}}, true);
    row("yesterday", {{u"end"_s, u"2026-03-17"_s}}, false);
    row("yesterday is still going on in Honolulu",
        {{u"end"_s, u"2026-03-17"_s}, {u"timeZone"_s, u"Pacific/Honolulu"_s}}, true);
    row("this month", {{u"end"_s, u"2026-03"_s}}, true);
    row("again later",
        {{u"end"_s, u"2026-01-01"_s}, {u"occasions"_s, QJsonArray{QJsonObject{{u"date"_s, u"2026-04"_s}}}}},
        true);
  }
  void aTalkIsUpcomingUntilItsDayEndsWhereItIs() {
    QFETCH(QJsonObject, fields);
    QFETCH(bool, upcoming);
    ContentItem talk = item(u"talk"_s, u"t"_s, u"T"_s, u"2026-01-01"_s);
    talk.fields = fields;
    const ContentId id = sample_.add(talk);
    const auto map = sample_.map();
    QCOMPARE(SiteRelations(map).upcoming(*map->item(id)), upcoming);
  }
};

QTEST_GUILESS_MAIN(TestPublications)
#include "tst_Publications.moc"
