#include <QtTest>

#include "app/import/SourceAddress.h"
#include "app/import/SourceLinks.h"
#include "tests/support/Fixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

class TestSourceLinks : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void findsEveryAddress_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("targets");
    const auto row = [](const QString& text, const QStringList& targets) {
      QTest::newRow(qPrintable(text)) << text << targets;
    };
    row(u"[a](b.md) and [c](<d e.md> \"t\")"_s, {u"b.md"_s, u"d e.md"_s});
    row(u"![a](x.png \"caption\")"_s, {u"x.png"_s});
    row(u"[![a](x.png)](y.md)"_s, {u"x.png"_s, u"y.md"_s});
    row(u"![](Hannah&Lukas (39).jpg)"_s, {u"Hannah&Lukas (39).jpg"_s, u"Hannah&Lukas"_s});
    row(u"![](a(b)c.png)"_s, {u"a(b)c.png"_s});
    row(u"[a][b]\n\n[b]: c.md 'title'\n[d]: <e f.md>"_s, {u"c.md"_s, u"e f.md"_s});
    row(u"<img src=\"a.png\" alt=\"x\"> <a href='b.md'>c</a> <video poster=\"p.jpg\">"_s,
        {u"a.png"_s, u"b.md"_s, u"p.jpg"_s});
    row(u"<img src=\"a&amp;b.png\">"_s, {u"a&b.png"_s});
    row(u"::video{src=\"clip.mp4\"}"_s, {u"clip.mp4"_s});
    row(u"::video{src=r.mp4 poster='a b.jpg' captions=r.vtt title=\"x src\"}"_s,
        {u"r.mp4"_s, u"a b.jpg"_s, u"r.vtt"_s});
    row(u"::gallery{src=\"a.png, b.png\"}\n\n::gallery{src=c.png,d.png}"_s,
        {u"a.png"_s, u"b.png"_s, u"c.png"_s, u"d.png"_s});
    row(u"`[a](b.md)` and\n```\n[c](d.md)\n```\n<!-- [e](f.md) -->"_s, {});
    row(u"\\[a](b.md)"_s, {u"b.md"_s});
    row(u"[[Note]] and ![[img.png]] and [[Other#part|text]]"_s, {u"Note"_s, u"img.png"_s, u"Other#part"_s});
    row(u"[^1]: not a link\n\n- [ ] task"_s, {});
    row(u"text ](x.md) text"_s, {u"x.md"_s});
    row(u"$$\n\\log p(x_i \\mid z_{<i})\n$$\n\n[a](b.md) and 2 > 1"_s, {u"b.md"_s});
    row(u"$a <b $ [c](d.md) $e> f$"_s, {u"d.md"_s});
    row(u"a<b, [c](d.md)\n\n> e"_s, {u"d.md"_s});
    row(u"<img\n  src=\"a.png\"\n  alt='>'/> [c](d.md)"_s, {u"a.png"_s, u"d.md"_s});
    row(u"<img src=\"a.png\" {{ with .x }}> [c](d.md)"_s, {u"a.png"_s, u"d.md"_s});
  }
  void findsEveryAddress() {
    QFETCH(QString, text);
    QFETCH(QStringList, targets);
    QStringList found;
    const QString same = rewriteLinks(text, true, [&](const SourceLink& link) -> std::optional<QString> {
      found << link.target;
      return std::nullopt;
    });
    QCOMPARE(found, targets);
    QCOMPARE(same, text);
  }

  void putsNewAddressesIn_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("result");
    const auto row = [](const QString& text, const QString& result) {
      QTest::newRow(qPrintable(text)) << text << result;
    };
    row(u"[a](b.md) c"_s, u"[a](/n%20(x)/) c"_s);
    row(u"![a](<b c.md> \"t\")"_s, u"![a](/n%20(x)/ \"t\")"_s);
    row(u"::audio{src=r.mp3 title=x}"_s, u"::audio{src=/n%20(x)/ title=x}"_s);
    row(u"::gallery{src='a.png,b.png'}"_s, u"::gallery{src='/n%20(x)/, /n%20(x)/'}"_s);
    row(u"![a](b c.png)"_s, u"![a](/n%20(x)/)"_s);
    row(u"[a]: b.md \"t\""_s, u"[a]: /n%20(x)/ \"t\""_s);
    row(u"<a href=\"b.md\">"_s, u"<a href=\"/n%20(x)/\">"_s);
    row(u"[[b]]"_s, u"[b](/n%20(x)/)"_s);
    row(u"[[b|c d]]"_s, u"[c d](/n%20(x)/)"_s);
    row(u"![[b.png]]"_s, u"![](/n%20(x)/)"_s);
  }
  void putsNewAddressesIn() {
    QFETCH(QString, text);
    QFETCH(QString, result);
    result.replace(u"(x)"_s, u"%28x%29"_s);
    QCOMPARE(rewriteLinks(text, true,
                          [](const SourceLink& link) -> std::optional<QString> {
                            if (link.target == u"b"_s && link.form == SourceLink::Form::Image)
                              return std::nullopt;
                            return u"/n (x)/"_s;
                          }),
             result);
  }

  void isLinear() {
    for (const QString& piece :
         {u"["_s, u"]("_s, u"![a](b"_s, u"<a "_s, u"[["_s, u"[a]: b\n"_s, u"::x{src=\n"_s, u"(("_s}) {
      const QString text = piece.repeated(50'000);
      QCOMPARE(rewriteLinks(text, true, [](const SourceLink&) { return std::optional<QString>(); }), text);
    }
  }

  void hugoAddresses_data() {
    QTest::addColumn<QStringList>("folders");
    QTest::addColumn<QString>("stem");
    QTest::addColumn<QString>("slug");
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("address");
    const QStringList post = {u"post"_s};
    QTest::newRow("plain") << post << u"My Post"_s << u""_s << u""_s << u"/post/my-post/"_s;
    QTest::newRow("slug") << post << u"a"_s << u"b"_s << u""_s << u"/post/b/"_s;
    QTest::newRow("nested") << QStringList{u"docs"_s, u"Guide"_s} << u"x_y"_s << u""_s << u""_s
                            << u"/docs/guide/x_y/"_s;
    QTest::newRow("index") << post << u""_s << u""_s << u""_s << u"/post/"_s;
    QTest::newRow("root") << QStringList() << u"about"_s << u""_s << u""_s << u"/about/"_s;
    QTest::newRow("pattern") << post << u"a"_s << u""_s << u"/:year/:month/:slug/"_s
                             << u"/2020/02/the-title/"_s;
    QTest::newRow("file name") << post << u"a"_s << u""_s << u"/:section/:slugorfilename"_s << u"/post/a/"_s;
    QTest::newRow("day") << post << u"a"_s << u"s"_s << u"/:year/:monthname/:day/:slug"_s
                         << u"/2020/february/19/s/"_s;
  }
  void hugoAddresses() {
    QFETCH(QStringList, folders);
    QFETCH(QString, stem);
    QFETCH(QString, slug);
    QFETCH(QString, pattern);
    QFETCH(QString, address);
    SourceSettings settings;
    if (!pattern.isEmpty()) settings.permalinks.insert(u"post"_s, pattern);
    AddressParts parts;
    parts.folders = folders;
    parts.stem = stem;
    parts.slug = slug;
    parts.title = u"The Title"_s;
    parts.date = Date::day(2020, 2, 19);
    QCOMPARE(hugoAddress(parts, settings), address);
  }

  void jekyllAddresses_data() {
    QTest::addColumn<QString>("collection");
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("address");
    QTest::newRow("default") << u"posts"_s << u""_s << u"/news/2020/02/19/my-post.html"_s;
    QTest::newRow("pretty") << u"posts"_s << u"pretty"_s << u"/news/2020/02/19/my-post/"_s;
    QTest::newRow("none") << u"posts"_s << u"none"_s << u"/news/my-post.html"_s;
    QTest::newRow("ordinal") << u"posts"_s << u"ordinal"_s << u"/news/2020/050/my-post.html"_s;
    QTest::newRow("own") << u"posts"_s << u"/blog/:year/:title/"_s << u"/blog/2020/my-post/"_s;
    QTest::newRow("collection") << u"projects"_s << u""_s << u"/projects/my-post.html"_s;
    QTest::newRow("page") << u""_s << u""_s << u"/my-post.html"_s;
    QTest::newRow("pretty page") << u""_s << u"pretty"_s << u"/my-post/"_s;
  }
  void jekyllAddresses() {
    QFETCH(QString, collection);
    QFETCH(QString, pattern);
    QFETCH(QString, address);
    SourceSettings settings;
    if (!pattern.isEmpty()) settings.permalinks.insert(u"posts"_s, pattern);
    AddressParts parts;
    parts.stem = u"my-post"_s;
    parts.categories = QStringList{u"News"_s};
    parts.date = Date::day(2020, 2, 19);
    QCOMPARE(jekyllAddress(parts, collection, settings), address);
  }

  void cleansAddresses() {
    QCOMPARE(cleanAddress(u"blog/x"_s), u"/blog/x/"_s);
    QCOMPARE(cleanAddress(u"/a//b.html"_s), u"/a/b.html"_s);
    QCOMPARE(cleanAddress(u"https://example.org/a/b/"_s), u"/a/b/"_s);
    QCOMPARE(cleanAddress(u""_s), u"/"_s);
  }
};

QTEST_GUILESS_MAIN(TestSourceLinks)
#include "tst_SourceLinks.moc"
