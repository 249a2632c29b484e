#include <QtTest>

#include "exporters/site/Address.h"
#include "exporters/site/SiteFiles.h"
#include "tests/support/SiteFixture.h"

using namespace Qt::StringLiterals;
using namespace offprint;
using offprint::test::codes;
using offprint::test::snapshotOf;
using offprint::test::summary;
using Type = PageEntry::Type;

namespace {

const QString kBase = u"https://example.org/repo/"_s;

QStringList pathsOf(const SiteMap& map) {
  QStringList paths;
  for (const PageEntry& entry : map.pages())
    paths += entry.path;
  return paths;
}

QList<qint64> idsOf(const PageEntry* entry) {
  QList<qint64> ids;
  for (const ContentId id : entry ? entry->items : QList<ContentId>())
    ids += id.value;
  return ids;
}

}  // namespace

class TestSiteMap : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void cleansAddresses_data();
  void cleansAddresses();
  void refusesAddresses_data();
  void refusesAddresses();
  void linksRelatively_data();
  void linksRelatively();
  void placesEveryPage();
  void leavesOutWhatIsEmpty();
  void cutsWritingIntoPages();
  void keepsReferenceListsWhole();
  void ordersNewestFirstAndKeepsTies();
  void ordersSeriesByPart();
  void nestsTopics();
  void mergesTagsOfOneAddress();
  void namesBothItemsOfOneAddress();
  void refusesAddressesOfTheSitesOwn_data();
  void refusesAddressesOfTheSitesOwn();
  void refusesFileWhereFolderIs();
  void warnsOfCase();
  void letsAnItemIntroduceAnIndex();
  void unlistedHasItsPageAlone();
  void redirects();
  void redirectsIntoNothingAreLeftOut();
  void writesHostRedirects();
  void sitemapHasPrecision();
  void withoutBaseThereIsNoSitemap();
  void baseMustBeAWebAddress();
};

void TestSiteMap::cleansAddresses_data() {
  QTest::addColumn<QString>("written");
  QTest::addColumn<QString>("clean");
  QTest::addColumn<QString>("path");
  QTest::newRow("root") << u"/"_s << u"/"_s << u"index.html"_s;
  QTest::newRow("folder") << u"/a/b/"_s << u"/a/b/"_s << u"a/b/index.html"_s;
  QTest::newRow("no slash") << u"/a/b"_s << u"/a/b/"_s << u"a/b/index.html"_s;
  QTest::newRow("index") << u"/a/index.html"_s << u"/a/"_s << u"a/index.html"_s;
  QTest::newRow("file") << u"/a.html"_s << u"/a.html"_s << u"a.html"_s;
  QTest::newRow("other suffix") << u"/v1.2"_s << u"/v1.2/"_s << u"v1.2/index.html"_s;
  QTest::newRow("doubled") << u"/a//b/"_s << u"/a/b/"_s << u"a/b/index.html"_s;
  QTest::newRow("encoded") << u"/caf%C3%A9/"_s << u"/café/"_s << u"café/index.html"_s;
  QTest::newRow("NFD") << u"/cafe\u0301/"_s << u"/café/"_s << u"café/index.html"_s;
  QTest::newRow("percent sign") << u"/100%/"_s << u"/100%/"_s << u"100%/index.html"_s;
  QTest::newRow("Chinese") << u"/你好世界/"_s << u"/你好世界/"_s << u"你好世界/index.html"_s;
}

void TestSiteMap::cleansAddresses() {
  QFETCH(QString, written);
  QFETCH(QString, clean);
  QFETCH(QString, path);
  const auto result = address::clean(written);
  QVERIFY(result);
  QCOMPARE(*result, clean);
  QCOMPARE(address::outputPath(*result), path);
  QCOMPARE(address::ofPath(path), clean);
}

void TestSiteMap::refusesAddresses_data() {
  QTest::addColumn<QString>("written");
  QTest::newRow("relative") << u"a/b/"_s;
  QTest::newRow("up") << u"/../etc/"_s;
  QTest::newRow("up, encoded") << u"/%2e%2e/etc/"_s;
  QTest::newRow("up, encoded slash") << u"/a%2f..%2f..%2fetc/"_s;
  QTest::newRow("dot") << u"/./a/"_s;
  QTest::newRow("host") << u"//evil.example/"_s;
  QTest::newRow("backslash") << u"/a\\b/"_s;
  QTest::newRow("control") << u"/a\nb/"_s;
  QTest::newRow("NUL") << u"/a%00b/"_s;
  QTest::newRow("query") << u"/a?b"_s;
  QTest::newRow("fragment") << u"/a#b"_s;
  QTest::newRow("too long") << u'/' + QString(201, u'x');
  QTest::newRow("too long in bytes") << u'/' + QString(70, u'你');
  QTest::newRow("empty") << QString();
}

void TestSiteMap::refusesAddresses() {
  QFETCH(QString, written);
  const auto result = address::clean(written);
  QVERIFY(!result);
  QCOMPARE(result.error().code, ErrorCode::InvalidInput);
  QVERIFY(!result.error().message.isEmpty());
}

void TestSiteMap::linksRelatively_data() {
  QTest::addColumn<QString>("from");
  QTest::addColumn<QString>("to");
  QTest::addColumn<QByteArray>("link");
  QTest::newRow("same folder") << u"a/index.html"_s << u"a/b.html"_s << QByteArray("b.html");
  QTest::newRow("itself") << u"a/index.html"_s << u"a/index.html"_s << QByteArray("index.html");
  QTest::newRow("up") << u"a/b/index.html"_s << u"media/x.png"_s << QByteArray("../../media/x.png");
  QTest::newRow("down") << u"index.html"_s << u"a/b/index.html"_s << QByteArray("a/b/index.html");
  QTest::newRow("sibling") << u"a/b/index.html"_s << u"a/c/index.html"_s << QByteArray("../c/index.html");
  QTest::newRow("common beginning of a name")
      << u"ab/index.html"_s << u"ac/index.html"_s << QByteArray("../ac/index.html");
  QTest::newRow("blank, hash") << u"index.html"_s << u"media/a b#1.png"_s
                               << QByteArray("media/a%20b%231.png");
  QTest::newRow("ampersand") << u"index.html"_s << u"media/Hannah&Lukas (39).jpg"_s
                             << QByteArray("media/Hannah%26Lukas%20%2839%29.jpg");
  QTest::newRow("percent") << u"index.html"_s << u"media/100%.svg"_s << QByteArray("media/100%25.svg");
  QTest::newRow("colon first") << u"index.html"_s << u"a:b/index.html"_s << QByteArray("a%3Ab/index.html");
  QTest::newRow("not Latin") << u"index.html"_s << u"日本/index.html"_s
                             << QByteArray("%E6%97%A5%E6%9C%AC/index.html");
}

void TestSiteMap::linksRelatively() {
  QFETCH(QString, from);
  QFETCH(QString, to);
  QFETCH(QByteArray, link);
  QCOMPARE(SiteMap::relative(from, to), link);
  // The property behind it: a browser finds the way.
  const QUrl base = QUrl::fromEncoded("http://h/" + address::encoded(from));
  QCOMPARE(base.resolved(QUrl::fromEncoded(link)).path(QUrl::FullyDecoded), u'/' + to);
}

void TestSiteMap::placesEveryPage() {
  ItemSummary article = summary(1, u"article"_s, u"one"_s, u"One *fine* day"_s, u"2026-01-05"_s);
  article.tags = {u"GPU"_s};
  article.topics = {u"Systems"_s};
  article.series = u"Days"_s;
  const SiteMap map(snapshotOf({article, summary(2, u"page"_s, u"about"_s, u"About"_s)}, kBase));
  const QStringList paths = pathsOf(map);
  for (const QString& path :
       {u"index.html"_s, u"404.html"_s, u"articles/index.html"_s, u"articles/one/index.html"_s,
        u"writing/index.html"_s, u"writing/2026/index.html"_s, u"topics/index.html"_s,
        u"topics/systems/index.html"_s, u"tags/index.html"_s, u"tags/gpu/index.html"_s,
        u"series/index.html"_s, u"series/days/index.html"_s})
    QVERIFY2(paths.contains(path), qPrintable(path + u" in "_s + paths.join(u' ')));
  QCOMPARE(QSet<QString>(paths.begin(), paths.end()).size(), paths.size());
  QVERIFY(map.findings().isEmpty());
  QCOMPARE(map.page(Type::Item), nullptr);
  QCOMPARE(map.pageOf(ContentId{1})->title, u"One fine day"_s);
  QCOMPARE(map.pageAt(u"/articles/one"_s), map.pageOf(ContentId{1}));
  QCOMPARE(map.pageAt(u"/articles/one/index.html"_s), map.pageOf(ContentId{1}));
  QCOMPARE(map.itemByRef(u"one"_s), map.item(ContentId{1}));
  QCOMPARE(map.itemByRef(u"article/one"_s), map.item(ContentId{1}));
  QCOMPARE(map.itemByRef(u"talk/one"_s), nullptr);
  QCOMPARE(map.absolute(u"/articles/one/"_s), u"https://example.org/repo/articles/one/"_s);
  QCOMPARE(map.absolute(u"/é/a#1.svg"_s), u"https://example.org/repo/%C3%A9/a%231.svg"_s);
  QVERIFY(map.page(Type::Tag, u"GPU"_s));
  QVERIFY(map.page(Type::Topic, u"Systems"_s));
  QVERIFY(map.page(Type::KindIndex, u"article"_s));
  QCOMPARE(map.feed()->atom, u"feed.xml"_s);
  QCOMPARE(map.feed(u"article"_s)->rss, u"articles/rss.xml"_s);
}

void TestSiteMap::leavesOutWhatIsEmpty() {
  const SiteMap map(snapshotOf({}, kBase));
  QCOMPARE(pathsOf(map), QStringList({u"index.html"_s, u"404.html"_s}));
  QCOMPARE(map.feeds().size(), 1);
}

void TestSiteMap::cutsWritingIntoPages() {
  QList<ItemSummary> items;
  for (int i = 1; i <= 45; ++i) {
    items += summary(i, u"article"_s, u"a%1"_s.arg(i), u"A"_s,
                     u"2025-01-%1"_s.arg(1 + i % 28, 2, 10, QChar(u'0')));
    items.last().tags = {u"t"_s};
  }
  const SiteMap map(snapshotOf(items));
  for (const auto& [type, key] :
       {std::pair(Type::KindIndex, u"article"_s), std::pair(Type::Writing, QString()),
        std::pair(Type::Tag, u"t"_s), std::pair(Type::Year, u"2025"_s)}) {
    QSet<qint64> seen;
    for (int number = 1; number <= 3; ++number) {
      const PageEntry* entry = map.page(type, key, number);
      QVERIFY(entry);
      QCOMPARE(entry->pages, 3);
      QCOMPARE(entry->items.size(), number < 3 ? 20 : 5);
      if (number > 1) QVERIFY(entry->address.endsWith(u"/page/%1/"_s.arg(number)));
      for (const qint64 id : idsOf(entry))
        seen.insert(id);
    }
    QCOMPARE(seen.size(), 45);
    QCOMPARE(map.page(type, key, 4), nullptr);
  }
  QCOMPARE(map.feed()->items.size(), 20);
}

void TestSiteMap::keepsReferenceListsWhole() {
  QList<ItemSummary> items;
  for (int i = 1; i <= 45; ++i)
    items += summary(i, u"publication"_s, u"p%1"_s.arg(i), u"P"_s, u"2025"_s);
  const SiteMap map(snapshotOf(items));
  QCOMPARE(map.page(Type::KindIndex, u"publication"_s)->items.size(), 45);
}

void TestSiteMap::ordersNewestFirstAndKeepsTies() {
  ItemSummary late = summary(4, u"article"_s, u"d"_s, u"D"_s, u"2026-01"_s);
  ItemSummary first = summary(5, u"article"_s, u"e"_s, u"E"_s, u"2026-01"_s);
  first.fields.insert(u"order"_s, -1);
  const SiteMap map(snapshotOf({summary(1, u"article"_s, u"a"_s, u"A"_s, u"2024"_s),
                                summary(3, u"article"_s, u"c"_s, u"C"_s, u"2026-01"_s), late, first,
                                summary(2, u"article"_s, u"b"_s, u"B"_s, u"forthcoming"_s)}));
  QCOMPARE(idsOf(map.page(Type::KindIndex, u"article"_s)), QList<qint64>({2, 5, 3, 4, 1}));
}

void TestSiteMap::ordersSeriesByPart() {
  QList<ItemSummary> items;
  const int parts[] = {2, 1, 0, 3};
  for (int i = 0; i < 4; ++i) {
    items += summary(i + 1, u"article"_s, u"s%1"_s.arg(i), u"S"_s, u"2025-0%1"_s.arg(i + 1));
    items.last().series = u"S"_s;
    items.last().seriesPart = parts[i];
  }
  const SiteMap map(snapshotOf(items));
  QCOMPARE(idsOf(map.page(Type::Series, u"S"_s)), QList<qint64>({2, 1, 4, 3}));
}

void TestSiteMap::nestsTopics() {
  ItemSummary item = summary(1, u"article"_s, u"a"_s, u"A"_s);
  item.topics = {u"Machine learning/Vision"_s};
  const SiteMap map(snapshotOf({item}));
  const PageEntry* child = map.page(Type::Topic, u"Machine learning/Vision"_s);
  const PageEntry* parent = map.page(Type::Topic, u"Machine learning"_s);
  QVERIFY(child && parent);
  QCOMPARE(child->address, u"/topics/machine-learning/vision/"_s);
  QCOMPARE(child->title, u"Vision"_s);
  QCOMPARE(idsOf(parent), QList<qint64>{1});
}

/// Case 13 of text.md.
void TestSiteMap::mergesTagsOfOneAddress() {
  ItemSummary one = summary(1, u"article"_s, u"a"_s, u"A"_s, u"2026"_s);
  one.tags = {u"ML"_s, u"a b"_s, u"ml"_s};
  ItemSummary two = summary(2, u"article"_s, u"b"_s, u"B"_s, u"2025"_s);
  two.tags = {u"ml"_s, u"a-b"_s};
  const SiteMap map(snapshotOf({one, two}, kBase));
  QCOMPARE(codes(map.findings()), QStringList({u"tag.clash"_s, u"tag.clash"_s}));
  QVERIFY(map.findings().first().message.contains(u"ML"_s) &&
          map.findings().first().message.contains(u"ml"_s));
  QCOMPARE(map.page(Type::Tag, u"ML"_s), map.page(Type::Tag, u"ml"_s));
  QCOMPARE(idsOf(map.page(Type::Tag, u"ml"_s)), QList<qint64>({1, 2}));
  QCOMPARE(idsOf(map.page(Type::Tag, u"a-b"_s)), QList<qint64>({1, 2}));
}

/// Case 13 of text.md.
void TestSiteMap::namesBothItemsOfOneAddress() {
  ItemSummary one = summary(1, u"article"_s, u"one"_s, u"First"_s, u"2026"_s);
  ItemSummary two = summary(2, u"page"_s, u"two"_s, u"Second"_s);
  two.permalink = u"/articles/one"_s;
  const SiteMap map(snapshotOf({one, two}, kBase));
  QCOMPARE(codes(map.findings()), QStringList{u"address.taken"_s});
  const Finding& finding = map.findings().first();
  QCOMPARE(finding.level, Finding::Level::Error);
  QCOMPARE(finding.item, u"page/two"_s);
  QVERIFY(finding.message.contains(u"article/one"_s) && finding.message.contains(u"page/two"_s) &&
          finding.message.contains(u"/articles/one/"_s));
  QVERIFY(map.pageOf(ContentId{1}));
  QVERIFY(!map.pageOf(ContentId{2}));
}

void TestSiteMap::refusesAddressesOfTheSitesOwn_data() {
  QTest::addColumn<QString>("permalink");
  QTest::addColumn<QString>("code");
  QTest::newRow("media") << u"/media/x/"_s << u"address.taken"_s;
  QTest::newRow("assets") << u"/assets/"_s << u"address.taken"_s;
  QTest::newRow("404") << u"/404.html"_s << u"address.taken"_s;
  QTest::newRow("under a feed") << u"/feed.xml/"_s << u"address.taken"_s;
  QTest::newRow("under the sitemap") << u"/sitemap.xml"_s << u"address.taken"_s;
  QTest::newRow("marker") << u"/.offprint-site.json"_s << u"address.taken"_s;
  QTest::newRow("up") << u"/../x/"_s << u"address.invalid"_s;
  QTest::newRow("pagination") << u"/articles/page/2/"_s << u"address.taken"_s;
}

void TestSiteMap::refusesAddressesOfTheSitesOwn() {
  QFETCH(QString, permalink);
  QFETCH(QString, code);
  QList<ItemSummary> items;
  for (int i = 1; i <= 21; ++i)
    items += summary(i, u"article"_s, u"a%1"_s.arg(i), u"A"_s, u"2025"_s);
  items += summary(99, u"page"_s, u"odd"_s, u"Odd"_s);
  items.last().permalink = permalink;
  const SiteMap map(snapshotOf(items, kBase));
  QCOMPARE(codes(map.findings()), QStringList{code});
  QVERIFY(!map.pageOf(ContentId{99}));
}

void TestSiteMap::refusesFileWhereFolderIs() {
  ItemSummary file = summary(1, u"page"_s, u"a"_s, u"A"_s);
  file.permalink = u"/x.html"_s;
  ItemSummary folder = summary(2, u"page"_s, u"b"_s, u"B"_s);
  folder.permalink = u"/x.html/y/"_s;
  for (const QList<ItemSummary>& items : {QList{file, folder}, QList{folder, file}}) {
    const SiteMap map(snapshotOf(items, kBase));
    QCOMPARE(codes(map.findings()), QStringList{u"address.taken"_s});
  }
}

void TestSiteMap::warnsOfCase() {
  ItemSummary one = summary(1, u"page"_s, u"a"_s, u"A"_s);
  one.permalink = u"/About/"_s;
  ItemSummary two = summary(2, u"page"_s, u"b"_s, u"B"_s);
  two.permalink = u"/about/"_s;
  const SiteMap map(snapshotOf({one, two}, kBase));
  QCOMPARE(codes(map.findings()), QStringList{u"address.case"_s});
  QVERIFY(map.pageOf(ContentId{1}) && map.pageOf(ContentId{2}));
}

void TestSiteMap::letsAnItemIntroduceAnIndex() {
  ItemSummary intro = summary(2, u"page"_s, u"blog"_s, u"My articles"_s);
  intro.permalink = u"/articles/"_s;
  const SiteMap map(snapshotOf({summary(1, u"article"_s, u"one"_s, u"One"_s), intro}, kBase));
  QVERIFY(map.findings().isEmpty());
  const PageEntry* index = map.page(Type::KindIndex, u"article"_s);
  QCOMPARE(map.pageOf(ContentId{2}), index);
  QCOMPARE(index->title, u"My articles"_s);
  QCOMPARE(index->item, ContentId{2});
}

void TestSiteMap::unlistedHasItsPageAlone() {
  ItemSummary item = summary(1, u"article"_s, u"one"_s, u"One"_s, u"2026"_s);
  item.status = Status::Unlisted;
  item.tags = {u"secret"_s};
  const SiteMap map(snapshotOf({item}, kBase));
  QCOMPARE(pathsOf(map), QStringList({u"index.html"_s, u"404.html"_s, u"articles/one/index.html"_s}));
  QVERIFY(map.page(Type::Home)->items.isEmpty());
  QVERIFY(map.feed()->items.isEmpty());
  QVERIFY(!sitefiles::sitemap(map).contains("/one/"));
}

/// Case 15 of text.md.
void TestSiteMap::redirects() {
  ItemSummary item = summary(1, u"article"_s, u"new"_s, u"New"_s);
  item.aliases = {u"/old/"_s, u"/old.html"_s, u"/articles/new/"_s, u"/../evil/"_s, u"/articles/"_s};
  auto snapshot = snapshotOf({item}, kBase);
  snapshot->redirects = {{u"/older/"_s, u"/old/"_s, {}, {}},
                         {u"/away/"_s, u"https://example.com/x?a=1&b=2"_s, {}, {}},
                         {u"/part/"_s, u"/articles/new/#part"_s, {}, {}},
                         {u"/old/"_s, u"/writing/"_s, {}, {}}};
  const SiteMap map(snapshot);
  QCOMPARE(codes(map.findings()),
           QStringList({u"redirect.invalid"_s, u"redirect.over-page"_s, u"redirect.taken"_s}));
  QCOMPARE(map.redirectAt(u"/old"_s)->to, u"/articles/new/"_s);
  QCOMPARE(map.redirectAt(u"/old.html"_s)->path, u"old.html"_s);
  QCOMPARE(map.redirectAt(u"/older/"_s)->to, u"/articles/new/"_s);
  QCOMPARE(map.redirectAt(u"/part/"_s)->to, u"/articles/new/#part"_s);
  QCOMPARE(map.redirectAt(u"/articles/new/"_s), nullptr);
  const QByteArray page = sitefiles::redirectPage(map, *map.redirectAt(u"/part/"_s));
  QVERIFY(page.contains("href=\"../articles/new/index.html#part\""));
  QVERIFY(page.contains("<link rel=\"canonical\" href=\"https://example.org/repo/articles/new/\">"));
  QVERIFY(page.contains("content=\"0; url=../articles/new/index.html#part\""));
  QVERIFY(sitefiles::redirectPage(map, *map.redirectAt(u"/away/"_s))
              .contains("href=\"https://example.com/x?a=1&amp;b=2\""));
}

/// The address of an item that is no longer public must not be told (case 20 of text.md).
void TestSiteMap::redirectsIntoNothingAreLeftOut() {
  auto snapshot = snapshotOf({summary(1, u"article"_s, u"one"_s, u"One"_s)}, kBase);
  snapshot->redirects = {{u"/old/"_s, u"/articles/withdrawn/"_s, {}, {}},
                         {u"/round/"_s, u"/trip/"_s, {}, {}},
                         {u"/trip/"_s, u"/round/"_s, {}, {}},
                         {u"/js/"_s, u"javascript:alert(1)"_s, {}, {}}};
  const SiteMap map(snapshot);
  QVERIFY(map.redirects().isEmpty());
  QCOMPARE(codes(map.findings()), QStringList(4, u"redirect.dead"_s));
  QVERIFY(sitefiles::hostRedirects(map).isEmpty());
}

void TestSiteMap::writesHostRedirects() {
  ItemSummary item = summary(1, u"article"_s, u"new"_s, u"New"_s);
  item.aliases = {u"/old post/"_s};
  QCOMPARE(sitefiles::hostRedirects(SiteMap(snapshotOf({item}, kBase))),
           QByteArray("/repo/old%20post/ /repo/articles/new/ 301\n"));
  QCOMPARE(sitefiles::hostRedirects(SiteMap(snapshotOf({item}))),
           QByteArray("/old%20post/ /articles/new/ 301\n"));
}

/// Case 18 of text.md.
void TestSiteMap::sitemapHasPrecision() {
  ItemSummary updated = summary(2, u"article"_s, u"b"_s, u"B"_s, u"2020"_s);
  updated.updated = Date::lenient(u"2025-03-02"_s);
  ItemSummary hidden = summary(3, u"article"_s, u"c"_s, u"C"_s, u"2026-02"_s);
  hidden.fields.insert(u"noindex"_s, true);
  const ItemSummary coming = summary(4, u"talk"_s, u"d"_s, u"D"_s, u"2099-05-01"_s);
  const QByteArray xml = sitefiles::sitemap(SiteMap(
      snapshotOf({summary(1, u"article"_s, u"a"_s, u"A"_s, u"2026-01"_s), updated, hidden, coming}, kBase)));
  QVERIFY(xml.contains("<loc>https://example.org/repo/talks/d/</loc>\n </url>"));
  QVERIFY(!xml.contains("2099"));
  QVERIFY(xml.contains("<loc>https://example.org/repo/articles/a/</loc>\n  <lastmod>2026-01</lastmod>"));
  QVERIFY(xml.contains("<loc>https://example.org/repo/articles/b/</loc>\n  <lastmod>2025-03-02</lastmod>"));
  QVERIFY(!xml.contains("/articles/c/"));
  QVERIFY(!xml.contains("404.html"));
}

void TestSiteMap::withoutBaseThereIsNoSitemap() {
  const SiteMap map(snapshotOf({}));
  QCOMPARE(codes(map.findings()), QStringList{u"site.base-url"_s});
  QCOMPARE(map.findings().first().level, Finding::Level::Warning);
  QVERIFY(sitefiles::sitemap(map).isEmpty());
  QCOMPARE(sitefiles::robots(map), QByteArray("User-agent: *\nDisallow:\n"));
  QVERIFY(map.absolute(u"/a/"_s).isEmpty());
}

void TestSiteMap::baseMustBeAWebAddress() {
  for (const QString& base :
       {u"example.org"_s, u"ftp://example.org/"_s, u"https://"_s, u"https://example.org/?x"_s}) {
    const SiteMap map(snapshotOf({}, base));
    QCOMPARE(map.findings().size(), 1);
    QCOMPARE(map.findings().first().level, Finding::Level::Error);
    QVERIFY(map.absolute(u"/"_s).isEmpty());
  }
}

QTEST_GUILESS_MAIN(TestSiteMap)
#include "tst_SiteMap.moc"
