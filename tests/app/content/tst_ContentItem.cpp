#include <QJsonArray>
#include <QtTest>

#include "app/content/ContentItem.h"
#include "app/content/PlainText.h"
#include "app/content/Site.h"
#include "app/content/Slug.h"
#include "tests/support/Fixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

class TestContentItem : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void statusNames() {
    for (const Status status : {Status::Draft, Status::Scheduled, Status::Published, Status::Unlisted})
      QCOMPARE(statusFromName(statusName(status).toUpper()), std::optional(status));
    QVERIFY(!statusFromName(u"gone"_s));
  }

  void people_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("parts");
    QTest::addColumn<QString>("display");
    const auto row = [](const QString& name, const QStringList& parts, const QString& display) {
      QTest::newRow(qPrintable(name)) << name << parts << display;
    };
    row(u"Ada Lovelace"_s, {u"Ada"_s, u""_s, u"Lovelace"_s, u""_s, u""_s}, u"Ada Lovelace"_s);
    row(u"Lovelace, Ada"_s, {u"Ada"_s, u""_s, u"Lovelace"_s, u""_s, u""_s}, u"Ada Lovelace"_s);
    row(u"Edsger W. Dijkstra"_s, {u"Edsger W."_s, u""_s, u"Dijkstra"_s, u""_s, u""_s},
        u"Edsger W. Dijkstra"_s);
    row(u"Ludwig van Beethoven"_s, {u"Ludwig"_s, u"van"_s, u"Beethoven"_s, u""_s, u""_s},
        u"Ludwig van Beethoven"_s);
    row(u"van der Berg, Anna Maria"_s, {u"Anna Maria"_s, u"van der"_s, u"Berg"_s, u""_s, u""_s},
        u"Anna Maria van der Berg"_s);
    row(u"Martin Luther King, Jr."_s, {u"Martin Luther"_s, u""_s, u"King"_s, u"Jr."_s, u""_s},
        u"Martin Luther King, Jr."_s);
    row(u"King, Jr., Martin Luther"_s, {u"Martin Luther"_s, u""_s, u"King"_s, u"Jr."_s, u""_s},
        u"Martin Luther King, Jr."_s);
    row(u"Henry Ford II"_s, {u"Henry"_s, u""_s, u"Ford"_s, u"II"_s, u""_s}, u"Henry Ford, II"_s);
    row(u"bell hooks"_s, {u"bell"_s, u""_s, u"hooks"_s, u""_s, u""_s}, u"bell hooks"_s);
    row(u"de Finetti"_s, {u""_s, u"de"_s, u"Finetti"_s, u""_s, u""_s}, u"de Finetti"_s);
    row(u"Plato"_s, {u""_s, u""_s, u""_s, u""_s, u"Plato"_s}, u"Plato"_s);
    row(u"{The ATLAS Collaboration}"_s, {u""_s, u""_s, u""_s, u""_s, u"The ATLAS Collaboration"_s},
        u"The ATLAS Collaboration"_s);
    row(u"  "_s, {u""_s, u""_s, u""_s, u""_s, u""_s}, u""_s);
    row(u","_s, {u""_s, u""_s, u""_s, u""_s, u""_s}, u""_s);
  }
  void people() {
    QFETCH(QString, name);
    QFETCH(QStringList, parts);
    QFETCH(QString, display);
    const Person person = Person::parse(name);
    const QStringList got = {person.given, person.particle, person.family, person.suffix, person.literal};
    QCOMPARE(got, parts);
    QCOMPARE(person.display(), display);
    QVERIFY(Person::fromJson(person.toJson()) == person);
    if (person.literal.isEmpty() && !display.isEmpty()) QCOMPARE(Person::parse(display).display(), display);
  }

  void peopleFromFrontMatter() {
    QCOMPARE(personFrom(u"Ada Lovelace"_s).family, u"Lovelace"_s);
    QCOMPARE(personFrom(QJsonObject{{u"name"_s, u"Fabian Schaipp"_s}, {u"url"_s, u"x"_s}}).display(),
             u"Fabian Schaipp"_s);
    const QJsonObject name = {
        {u"given"_s, u"Alex"_s}, {u"family"_s, u"Johnson"_s}, {u"display"_s, u"Dr. Alex"_s}};
    QCOMPARE(personFrom(QJsonObject{{u"name"_s, name}}).display(), u"Alex Johnson"_s);
    QVERIFY(personFrom(QJsonValue(3)).display().isEmpty());
  }

  void slugs_data() {
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("slug");
    const auto row = [](const QString& title, const QString& language, const QString& slug) {
      QTest::newRow(qPrintable(title + u'/' + language)) << title << language << slug;
    };
    row(u"你好世界"_s, u"zh"_s, u"你好世界"_s);
    row(u"〇"_s, u"zh"_s, u"〇"_s);
    row(u";)"_s, u""_s, u"untitled"_s);
    row(u""_s, u""_s, u"untitled"_s);
    row(u"🎉"_s, u""_s, u"untitled"_s);
    row(u"Jäv för H-E"_s, u"sv"_s, u"jav-for-h-e"_s);
    row(u"Fuß"_s, u"de"_s, u"fuss"_s);
    row(u"Über Größe"_s, u"de"_s, u"ueber-groesse"_s);
    row(u"Blåbærgrød"_s, u"da"_s, u"blaabaergroed"_s);
    row(u"C"_s, u""_s, u"c"_s);
    row(u"C++"_s, u""_s, u"c-plus-plus"_s);
    row(u"C#"_s, u""_s, u"c-sharp"_s);
    row(u"C++ and C#, compared"_s, u""_s, u"c-plus-plus-and-c-sharp-compared"_s);
    row(u"Don't Panic: 42 — ‘Answers’"_s, u""_s, u"dont-panic-42-answers"_s);
    row(u"The <em>max</em>(1, ·) &amp; more"_s, u""_s, u"the-max-1-more"_s);
    row(u"Łódź, Đà Nẵng, Ísland"_s, u""_s, u"lodz-da-nang-island"_s);
    row(u"Подзаголовок"_s, u"ru"_s, u"подзаголовок"_s);
    row(u"ガイド"_s, u"ja"_s, u"ガイド"_s);
    row(u"हिन्दी"_s, u"hi"_s, u"हिन्दी"_s);
    row(u"a 🎉 b"_s, u""_s, u"a-b"_s);
  }
  void slugs() {
    QFETCH(QString, title);
    QFETCH(QString, language);
    QFETCH(QString, slug);
    QCOMPARE(slugify(title, language), slug.normalized(QString::NormalizationForm_C));
    QCOMPARE(slugify(title.normalized(QString::NormalizationForm_D), language),
             slug.normalized(QString::NormalizationForm_C));
  }

  void longSlugsEndAtAWordAndNeverInsideACharacter() {
    const QString words = slugify(u"several words "_s.repeated(20));
    QVERIFY(words.size() <= 80);
    QVERIFY(words.endsWith(u"several"_s) || words.endsWith(u"words"_s));
    const QString astral = slugify(u"𠀋"_s.repeated(200));
    QCOMPARE(astral, u"𠀋"_s.repeated(60));  // 240 bytes: a file name has 255
    const auto taken = [](const QString& slug) { return slug == u"a"_s || slug == u"a-2"_s; };
    QCOMPARE(uniqueSlug(u"a"_s, taken), u"a-3"_s);
    QCOMPARE(uniqueSlug(u"b"_s, taken), u"b"_s);
    // Of many of one name few are asked for.
    int asked = 0;
    const auto many = [&asked](const QString& slug) {
      ++asked;
      return slug == u"c"_s || slug.section(u'-', 1).toInt() <= 5000;
    };
    QCOMPARE(uniqueSlug(u"c"_s, many), u"c-5001"_s);
    QVERIFY(asked < 50);
  }

  void pathsAreNoSlugs() {
    for (const QString& good :
         {u"a"_s, u"a.b"_s, u"c++"_s, u"größe"_s, u"…"_s, slugify(u"𠀋"_s.repeated(200))})
      QVERIFY2(checkSlug(good), qPrintable(good));
    for (const QString& bad :
         {u""_s, u"."_s, u".."_s, u"/"_s, u"a/b"_s, u"../a"_s, u"a\\b"_s, u"a b"_s, u"a?"_s, u"a#b"_s,
          u"a\nb"_s, u"a\u00a0b"_s, u"a\u007f"_s, u"x"_s.repeated(241)}) {
      const auto refused = checkSlug(bad);
      QVERIFY2(!refused, qPrintable(bad));
      QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
    }
  }

  void permalinks_data() {
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("own");
    QTest::addColumn<QString>("date");
    QTest::addColumn<QString>("address");
    QTest::newRow("pattern") << u"/articles/{slug}/"_s << u""_s << u"2026-03"_s << u"/articles/a/"_s;
    QTest::newRow("dated") << u"/{kind}/{year}/{month}/{slug}"_s << u""_s << u"2026-03"_s
                           << u"/article/2026/03/a/"_s;
    QTest::newRow("undated") << u"/{year}/{month}/{slug}/"_s << u""_s << u""_s << u"/a/"_s;
    QTest::newRow("year only") << u"/{year}/{month}/{slug}/"_s << u""_s << u"2026"_s << u"/2026/a/"_s;
    QTest::newRow("own") << u"/articles/{slug}/"_s << u"about"_s << u""_s << u"/about/"_s;
    QTest::newRow("own file") << u"/articles/{slug}/"_s << u"/old/page.html"_s << u""_s
                              << u"/old/page.html"_s;
    QTest::newRow("dot in folder") << u"/articles/{slug}/"_s << u"/v1.2/"_s << u""_s << u"/v1.2/"_s;
    QTest::newRow("home") << u"/articles/{slug}/"_s << u"/"_s << u""_s << u"/"_s;
  }
  void permalinks() {
    QFETCH(QString, pattern);
    QFETCH(QString, own);
    QFETCH(QString, date);
    QFETCH(QString, address);
    ContentKind kind;
    kind.id = u"article"_s;
    kind.permalink = pattern;
    ItemSummary item;
    item.kind = kind.id;
    item.slug = u"a"_s;
    item.permalink = own;
    item.date = Date::lenient(date);
    QCOMPARE(permalinkOf(kind, item), u""_s);
    kind.itemTemplate = u"article"_s;
    QCOMPARE(permalinkOf(kind, item), address);
  }

  void countsProse_data() {
    QTest::addColumn<QString>("markdown");
    QTest::addColumn<int>("words");
    const auto row = [](const char* name, const QString& markdown, int words) {
      QTest::newRow(name) << markdown << words;
    };
    row("plain", u"One two three."_s, 3);
    row("empty", u""_s, 0);
    row("markup", u"# Title\n\nSome **bold** and *it*, [a link](http://x/y) and ![no alt](x.png).\n"_s, 8);
    row("fence", u"a b\n\n```python\nnot counted at all\n```\n\nc"_s, 3);
    row("fence in list", u"1. one\n\n   ```\n   x y z\n   ```\n\n2. two"_s, 2);
    row("tilde fence", u"~~~~\nx\n~~~\ny\n~~~~\nz"_s, 1);
    row("open fence", u"a\n```\nb c"_s, 1);
    row("indented code", u"a\n\n    code here\n\nb"_s, 2);
    row("continued list", u"- a\n\n    more of a\n"_s, 4);
    row("code span", u"use `x y z` now"_s, 2);
    row("inline math", u"so $a + b = c$ holds"_s, 2);
    row("display math", u"so\n\n$$\na + b\n$$\n\nholds"_s, 2);
    row("money", u"about $61 per MWh, *cheaper* than $76/MWh"_s, 7);
    row("html", u"<div class=\"a b c\">one <b>two</b></div> <!-- not this -->"_s, 2);
    row("script", u"a <script>var x = 1;</script> b"_s, 2);
    row("table", u"| a | b |\n|---|---|\n| c d | e |\n"_s, 5);
    row("directive", u":::aside{.x}\none two\n:::\n\n::demo{src=a}"_s, 2);
    row("quote", u"> [!NOTE] Title here\n> one two"_s, 4);
    row("footnote", u"a[^1] b\n\n[^1]: the note"_s, 4);
    row("data url", u"a ![x](data:image/png;base64,"_s + u"QUJD"_s.repeated(5000) + u") b"_s, 2);
    row("citation", u"as shown [@key, p. 3] here"_s, 3);
    row("item link", u"see [[article/my-post|my post]] and [[article/other]]"_s, 5);
    row("reference", u"[a b][x]\n\n[x]: http://example.org \"title words\"\n"_s, 2);
    row("front matter", u"---\ntitle: not counted\n---\none"_s, 1);
    row("thematic break", u"one\n\n---\n\ntwo\n\n***\n"_s, 2);
    row("entities", u"fish &amp; chips"_s, 2);
    row("kanji", u"An English page with one 字 in it"_s, 7);
    row("2000 Chinese characters", u"字"_s.repeated(2000), 1000);
    row("hyphen", u"state-of-the-art e-mail—soon"_s, 3);
    row("cyrillic", u"три слова тут"_s, 3);
  }
  void countsProse() {
    QFETCH(QString, markdown);
    QFETCH(int, words);
    QCOMPARE(countWords(markdown), words);
  }

  void readingTime() {
    QCOMPARE(readingMinutes(0), 0);
    QCOMPARE(readingMinutes(1), 1);
    QCOMPARE(readingMinutes(2300), 10);
    const int minutes = readingMinutes(countWords(u"字"_s.repeated(2000)));
    QVERIFY(minutes >= 4 && minutes <= 5);
  }

  void titles_data() {
    QTest::addColumn<QString>("title");
    QTest::addColumn<QString>("plain");
    const auto row = [](const QString& title, const QString& plain) {
      QTest::newRow(qPrintable(title)) << title << plain;
    };
    row(u"Bound on $x_{ij}$"_s, u"Bound on x_ij"_s);
    row(u"Adding $10^7$ tenths to $10^{-12}$, $x^n$ and $e^{ix}$"_s,
        u"Adding 10⁷ tenths to 10⁻¹², xⁿ and e^ix"_s);
    row(u"Learning $\\beta$-VAE"_s, u"Learning β-VAE"_s);
    row(u"$\\$10$ and $0<i<N$"_s, u"$10 and 0<i<N"_s);
    row(u"costs $10.00 at price $p' = p(1-d)$"_s, u"costs $10.00 at price p' = p(1-d)"_s);
    row(u"The <em>max</em>(1, ·) &amp; more"_s, u"The max(1, ·) & more"_s);
    row(u"**Bold** _it_ `code` ~~no~~"_s, u"Bold it code no"_s);
    row(u"snake_case_name and 2 * 3 * 4"_s, u"snake_case_name and 2 * 3 * 4"_s);
    row(u"C# and F#"_s, u"C# and F#"_s);
    row(u"[Emacs] and [a link](http://x)"_s, u"[Emacs] and a link"_s);
    row(u"*Star* wars"_s, u"Star wars"_s);
    row(u"Heavy [@a], light [see @b, p. 3; also @c] and [mail](x@y) [x@y.org] [@d](e)"_s,
        u"Heavy, light and mail [x@y.org] @d"_s);
    row(u"\\*not\\* emphasis"_s, u"*not* emphasis"_s);
    row(u"***both*** and **a *b* c**"_s, u"both and a b c"_s);
    row(u"Heading {#id .class}"_s, u"Heading"_s);
    row(u"a < b > c & d"_s, u"a < b > c & d"_s);
    row(u"$\\mathbb{Z}_{+} \\rightarrow \\frac{a}{b}$"_s, u"Z_+ → a/b"_s);
  }
  void titles() {
    QFETCH(QString, title);
    QFETCH(QString, plain);
    QCOMPARE(plainTitle(title), plain);
  }

  void excerptsAreWholeWordsAndCharacters() {
    QCOMPARE(plainExcerpt(u"# Heading\n\nThe *first* words[^1] with $a_i$.\n\n[^1]: note\n"_s),
             u"The first words with a_i."_s);
    // The source of another program's block is no text of the author.
    QCOMPARE(plainExcerpt(
                 u":::unknown{name=\"steps\"}\n{{% steps %}}\n\nx\n:::\nText.\n\n::: note\nMore.\n:::\n"_s),
             u"Text. More."_s);
    const QString words = plainExcerpt(u"several words "_s.repeated(100));
    QVERIFY(words.size() <= 200 && words.endsWith(u"s…"_s));
    for (int limit = 10; limit < 30; ++limit) {
      const QString cut = plainExcerpt(u"👩‍🚀"_s.repeated(50), limit);
      QVERIFY(cut.size() <= limit);
      QVERIFY(cut.chopped(1).isEmpty() || cut.chopped(1).endsWith(u"👩‍🚀"_s));
    }
    const QString chinese = plainExcerpt(u"字"_s.repeated(500));
    QCOMPARE(chinese.size(), 200);
    QCOMPARE(
        plainExcerpt(u"One^[with a [link](b) in it] two.\n\n![a](b)\n\n: Its caption\n\n:::proof\nSo."_s),
        u"One two. So."_s);
    QCOMPARE(plainExcerpt(u""_s), u""_s);
  }

  void plainTextIsLinear() {
    // Inputs that make naive scanners quadratic; the test's time limit is the check.
    for (const QString& piece :
         {u"["_s, u"*a **a "_s, u"$a "_s, u"`"_s, u"<a"_s, u"![["_s, u"[^"_s, u"{#"_s, u"\\("_s, u"_a__b "_s,
          u"> "_s, u"&a"_s, u"[a](b"_s, u"<!--"_s, u"<script>"_s, u"~~a"_s}) {
      const QString text = piece.repeated(100'000);
      QVERIFY(countWords(text) >= 0);
      QVERIFY(plainExcerpt(text).size() <= 200);
    }
    QString ticks;
    for (int i = 1; i < 2000; ++i)
      ticks += u"`"_s.repeated(i) + u' ';
    QVERIFY(countWords(ticks) >= 0);
  }

  void summaries() {
    ContentItem item;
    item.kind = u"article"_s;
    item.slug = u"a"_s;
    item.title = u"T"_s;
    item.body = u"One two three."_s;
    item.tags = {u"x"_s};
    item.fields = {{u"form"_s, u"essay"_s}};
    ItemSummary row = summarize(item);
    QCOMPARE(row.words, 3);
    QCOMPARE(row.excerpt, u"One two three."_s);
    QCOMPARE(row.ref(), u"article/a"_s);
    QCOMPARE(row.tags, item.tags);
    QCOMPARE(row.fields, item.fields);
    item.summary = u"By hand"_s;
    QCOMPARE(summarize(item).excerpt, u""_s);
  }

  void sitesRoundTrip() {
    Site site = Site::starter(u"Sample Author"_s, u"Engineer"_s);
    QCOMPARE(site.author.family, u"Author"_s);
    QVERIFY(!site.home.isEmpty() && site.home.first().title.contains(u"Sample Author"_s));
    QCOMPARE(site.tagline, u"Engineer"_s);
    site.footer = {{u"Imprint"_s, u"page:imprint"_s}};
    site.links = {{u"Code"_s, u"https://example.org/code"_s, u"me"_s}};
    site.permalinks = {{u"article"_s, u"/blog/{slug}/"_s}};
    site.extra = {{u"fromTheFuture"_s, QJsonArray({1, 2})}};
    const auto again = Site::fromJson(site.toJson());
    QVERIFY(again.has_value());
    QVERIFY(*again == site);
    QCOMPARE(Site::fromJson({})->language, u"en"_s);
  }

  void sitesRefuseWrongTypes_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QJsonValue>("value");
    QTest::newRow("title") << u"title"_s << QJsonValue(3);
    QTest::newRow("author") << u"author"_s << QJsonValue(u"x"_s);
    QTest::newRow("home") << u"home"_s << QJsonValue(u"x"_s);
    QTest::newRow("entry") << u"navigation"_s << QJsonValue(QJsonArray({1}));
    QTest::newRow("small") << u"pageSize"_s << QJsonValue(0);
    QTest::newRow("large") << u"feedSize"_s << QJsonValue(501);
    QTest::newRow("truth") << u"smartPunctuation"_s << QJsonValue(u"yes"_s);
  }
  void sitesRefuseWrongTypes() {
    QFETCH(QString, key);
    QFETCH(QJsonValue, value);
    const auto site = Site::fromJson({{key, value}});
    QVERIFY(!site.has_value());
    QVERIFY(site.error().message.contains(key));
  }
};

QTEST_GUILESS_MAIN(TestContentItem)
#include "tst_ContentItem.moc"
