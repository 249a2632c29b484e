#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <QXmlStreamReader>

#include "exporters/site/Feeds.h"
#include "tests/support/SiteFixture.h"

using namespace Qt::StringLiterals;
using namespace offprint;
using offprint::test::snapshotOf;
using offprint::test::summary;

namespace {

/// Texts of all elements of that name, in order; fails the test when the document is not well-formed.
QStringList texts(const QByteArray& xml, const QString& element) {
  QStringList list;
  QXmlStreamReader reader(xml);
  while (!reader.atEnd()) {
    if (reader.readNext() == QXmlStreamReader::StartElement && reader.qualifiedName() == element)
      list += reader.readElementText(QXmlStreamReader::IncludeChildElements);
  }
  if (reader.hasError()) QTest::qFail(qPrintable(reader.errorString()), __FILE__, __LINE__);
  return list;
}

struct Feed {
  SiteMap map;
  QByteArray html;
  FeedWriter writer() const {
    QList<FeedItem> items;
    for (const ContentId id : map.feed()->items)
      items += {map.item(id), html};
    return FeedWriter(map, *map.feed(), items);
  }
};

}  // namespace

class TestFeeds : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void survivesOddText();
  void knowsEntriesByUuid();
  void datesStandInTheSitesZone_data();
  void datesStandInTheSitesZone();
  void updatedIsTold();
  void eventsAreNotDatedAhead();
  void withoutBaseLinksAreRelative();
  void anEmptyFeedIsValid();
  void xmlTextKeepsWhatXmlCanHold();
};

/// Case 19 of text.md.
void TestFeeds::survivesOddText() {
  ItemSummary item = summary(1, u"article"_s, u"a"_s, u"A & B ]]> <i>c</i> -> \u0001d"_s, u"2026-01-05"_s);
  item.tags = {u"x<y"_s};
  item.summary = u"Say \"]]>\" & more\u0008"_s;
  const QByteArray html = "<p>a ]]&gt; &amp; b -&gt; \x01\x0b c</p><p>]]></p>";
  const Feed feed{SiteMap(snapshotOf({item}, u"https://example.org/"_s)), html};
  const QString content = u"<p>a ]]&gt; &amp; b -&gt;  c</p><p>]]></p>"_s;
  QCOMPARE(texts(feed.writer().atom(), u"content"_s), QStringList{content});
  QCOMPARE(texts(feed.writer().rss(), u"content:encoded"_s), QStringList{content});
  QCOMPARE(texts(feed.writer().atom(), u"summary"_s), QStringList{u"Say \"]]>\" & more"_s});
  QVERIFY(texts(feed.writer().atom(), u"title"_s).at(1).startsWith(u"A & B ]]> "_s));
  const QJsonObject entry =
      QJsonDocument::fromJson(feed.writer().json())["items"_L1].toArray().first().toObject();
  QCOMPARE(entry["content_html"_L1].toString(), content);
  QCOMPARE(entry["tags"_L1].toArray().first().toString(), u"x<y"_s);
}

void TestFeeds::knowsEntriesByUuid() {
  ItemSummary before = summary(1, u"article"_s, u"before"_s, u"A"_s, u"2026-01-05"_s);
  ItemSummary after = before;
  after.slug = u"after"_s;
  const Feed old{SiteMap(snapshotOf({before}, u"https://example.org/"_s)), {}};
  const Feed renamed{SiteMap(snapshotOf({after}, u"https://example.org/"_s)), {}};
  const QString id = u"urn:uuid:"_s + before.uuid;
  for (const Feed* feed : {&old, &renamed}) {
    QCOMPARE(texts(feed->writer().atom(), u"id"_s).at(1), id);
    QCOMPARE(texts(feed->writer().rss(), u"guid"_s), QStringList{id});
    QCOMPARE(QJsonDocument::fromJson(feed->writer().json())["items"_L1][0]["id"_L1].toString(), id);
  }
  QVERIFY(renamed.writer().rss().contains("<link>https://example.org/articles/after/</link>"));
}

void TestFeeds::datesStandInTheSitesZone_data() {
  QTest::addColumn<QString>("date");
  QTest::addColumn<QString>("zone");
  QTest::addColumn<QString>("atom");
  QTest::addColumn<QString>("rss");
  // Case 16 of text.md: 19 February west of UTC.
  QTest::newRow("west") << u"2020-02-19"_s << u"America/Los_Angeles"_s << u"2020-02-19T00:00:00-08:00"_s
                        << u"Wed, 19 Feb 2020 00:00:00 -0800"_s;
  QTest::newRow("east") << u"2020-02-19"_s << u"Asia/Tokyo"_s << u"2020-02-19T00:00:00+09:00"_s
                        << u"Wed, 19 Feb 2020 00:00:00 +0900"_s;
  QTest::newRow("UTC") << u"2020-02-19"_s << u"UTC"_s << u"2020-02-19T00:00:00Z"_s
                       << u"Wed, 19 Feb 2020 00:00:00 +0000"_s;
  QTest::newRow("month") << u"2026-01"_s << u"UTC"_s << u"2026-01-01T00:00:00Z"_s
                         << u"Thu, 01 Jan 2026 00:00:00 +0000"_s;
  QTest::newRow("half an hour") << u"2026-07-01"_s << u"Asia/Kolkata"_s << u"2026-07-01T00:00:00+05:30"_s
                                << u"Wed, 01 Jul 2026 00:00:00 +0530"_s;
  QTest::newRow("time with zone") << u"2026-07-01T10:20:30+02:00"_s << u"UTC"_s << u"2026-07-01T08:20:30Z"_s
                                  << u"Wed, 01 Jul 2026 08:20:30 +0000"_s;
}

void TestFeeds::datesStandInTheSitesZone() {
  QFETCH(QString, date);
  QFETCH(QString, zone);
  QFETCH(QString, atom);
  QFETCH(QString, rss);
  auto snapshot = snapshotOf({summary(1, u"article"_s, u"a"_s, u"A"_s, date)}, u"https://example.org/"_s);
  snapshot->site.timeZone = zone;
  const Feed feed{SiteMap(snapshot), {}};
  QCOMPARE(texts(feed.writer().atom(), u"published"_s), QStringList{atom});
  QCOMPARE(texts(feed.writer().rss(), u"pubDate"_s), QStringList{rss});
}

void TestFeeds::updatedIsTold() {
  ItemSummary item = summary(1, u"article"_s, u"a"_s, u"A"_s, u"2026-01-05"_s);
  item.updated = Date::lenient(u"2026-02-01"_s);
  const Feed feed{SiteMap(snapshotOf({item}, u"https://example.org/"_s)), {}};
  QCOMPARE(texts(feed.writer().atom(), u"updated"_s), QStringList(2, u"2026-02-01T00:00:00Z"_s));
  QCOMPARE(texts(feed.writer().atom(), u"published"_s), QStringList{u"2026-01-05T00:00:00Z"_s});
}

void TestFeeds::eventsAreNotDatedAhead() {
  const auto snapshot = snapshotOf({summary(1, u"talk"_s, u"a"_s, u"A"_s, u"2027-01-05"_s)});
  QCOMPARE(FeedWriter::published(snapshot->items.first(), *snapshot), test::clock()());
}

void TestFeeds::withoutBaseLinksAreRelative() {
  const Feed feed{SiteMap(snapshotOf({summary(1, u"article"_s, u"a"_s, u"A"_s, u"2026"_s)})), {}};
  QVERIFY(feed.writer().atom().contains("href=\"articles/a/index.html\""));
}

void TestFeeds::anEmptyFeedIsValid() {
  const Feed feed{SiteMap(snapshotOf({}, u"https://example.org/"_s)), {}};
  QCOMPARE(texts(feed.writer().atom(), u"updated"_s), QStringList{u"1970-01-01T00:00:00Z"_s});
  QCOMPARE(texts(feed.writer().rss(), u"item"_s), QStringList());
  QVERIFY(QJsonDocument::fromJson(feed.writer().json()).isObject());
}

/// Case 26 of text.md: never half a character.
void TestFeeds::xmlTextKeepsWhatXmlCanHold() {
  QCOMPARE(xmlText(u"a\tb\nc"_s), u"a\tb\nc"_s);
  QCOMPARE(xmlText(u"😀"_s), u"😀"_s);
  QCOMPARE(xmlText(u"a"_s + QChar(0xd83d) + u"b"_s + QChar(0xde00) + QChar(0xffff)), u"ab"_s);
}

QTEST_GUILESS_MAIN(TestFeeds)
#include "tst_Feeds.moc"
