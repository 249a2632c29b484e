#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

#include "app/import/ForeignItem.h"
#include "tests/support/Fixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

class TestForeignItem : public QObject {
  Q_OBJECT

  std::shared_ptr<const KindCatalog> kinds_;

  ContentItem read(const QByteArray& file, Findings& findings, const QString& kind = u"article"_s,
                   SiteFlavour flavour = SiteFlavour::Hugo) {
    ForeignContext context;
    context.flavour = flavour;
    context.now = test::clock()();
    const FrontMatter matter = readFrontMatter(file);
    findings = matter.findings;
    return readForeignItem(matter, *kinds_->find(kind), context, findings);
  }
  ContentItem read(const QByteArray& file, const QString& kind = u"article"_s,
                   SiteFlavour flavour = SiteFlavour::Hugo) {
    Findings findings;
    return read(file, findings, kind, flavour);
  }

 private Q_SLOTS:
  void initTestCase() {
    auto kinds = KindCatalog::load(test::resources().path(u"kinds"_s));
    QVERIFY(kinds.has_value());
    kinds_ = *kinds;
  }

  void sharedCases_data() {
    QTest::addColumn<QJsonObject>("example");
    const QJsonArray cases =
        QJsonDocument::fromJson(test::slurp(test::shared(u"inputs/frontmatter/cases.json"_s))).array();
    for (const QJsonValue& example : cases) {
      if (example[u"text"_s].isString())
        QTest::newRow(qPrintable(example[u"name"_s].toString())) << example.toObject();
    }
  }
  void sharedCases() {
    QFETCH(QJsonObject, example);
    Findings findings;
    const ContentItem item =
        read(example[u"text"_s].toString().toUtf8(), findings, u"article"_s, SiteFlavour::Plain);
    const QJsonObject expect = example[u"expect"_s].toObject();
    if (expect.contains(u"title"_s)) QCOMPARE(item.title, expect[u"title"_s].toString());
    if (expect.contains(u"title_nfc"_s)) QCOMPARE(item.title, expect[u"title_nfc"_s].toString());
    if (expect.contains(u"lang"_s)) QCOMPARE(item.language, expect[u"lang"_s].toString());
    if (expect.contains(u"draft"_s)) QCOMPARE(item.status == Status::Draft, expect[u"draft"_s].toBool());
    if (expect[u"date"_s].isString()) QCOMPARE(item.date.iso(), expect[u"date"_s].toString());
    if (expect.contains(u"date"_s) && expect[u"date"_s].isNull()) {
      QVERIFY(item.date.empty());
      QCOMPARE(findings.last().code, u"date.unreadable"_s);
      QCOMPARE(findings.last().line, 3);
      QCOMPARE(item.extra[u"date"_s].toString(), u"last-modified"_s);
    }
    if (expect.contains(u"authors"_s)) {
      QJsonArray names;
      for (const Person& person : item.authors)
        names << person.display();
      QCOMPARE(names, expect[u"authors"_s].toArray());
    }
    if (example[u"name"_s].toString() == u"tags-dupes"_s) {
      QCOMPARE(item.tags, QStringList({u"NLP"_s, u"nlp"_s}));
      QCOMPARE(findings.last().code, u"tag.twice"_s);
      QCOMPARE(findings.last().line, 3);
    }
  }

  void unknownKeysStayAsTheyWere() {
    const ContentItem item =
        read("---\ntitle: T\nmath: true\nweight: 3\nmenu:\n  main: {weight: 1}\nempty:\nlist: []\n---\n");
    QCOMPARE(item.extra,
             QJsonDocument::fromJson(
                 R"({"math":true,"weight":3,"menu":{"main":{"weight":1}},"empty":null,"list":[]})")
                 .object());
  }

  void covers_data() {
    QTest::addColumn<QByteArray>("matter");
    QTest::addColumn<QString>("cover");
    QTest::addColumn<QString>("alt");
    QTest::newRow("text") << QByteArray("cover: a.png\n") << u"a.png"_s << u""_s;
    QTest::newRow("map") << QByteArray("cover: {image: a.png, alt: An A}\n") << u"a.png"_s << u"An A"_s;
    QTest::newRow("featured_image") << QByteArray("featured_image: /img/a.png\n") << u"/img/a.png"_s << u""_s;
    QTest::newRow("header") << QByteArray("header: {teaser: t.png}\n") << u"t.png"_s << u""_s;
    QTest::newRow("first wins") << QByteArray("image: b.png\ncover: a.png\n") << u"a.png"_s << u""_s;
    QTest::newRow("none") << QByteArray("image: {caption: c}\n") << u""_s << u""_s;
  }
  void covers() {
    QFETCH(QByteArray, matter);
    QFETCH(QString, cover);
    QFETCH(QString, alt);
    const ContentItem item = read("---\n" + matter + "---\n");
    QCOMPARE(item.cover, cover);
    QCOMPARE(item.coverAlt, alt);
  }

  void listsInEverySpelling() {
    QCOMPARE(read("---\ntags: a, b c\n---\n").tags, QStringList({u"a"_s, u"b c"_s}));
    QCOMPARE(read("---\ntags: a b\n---\n", u"article"_s, SiteFlavour::Jekyll).tags,
             QStringList({u"a"_s, u"b"_s}));
    QCOMPARE(read("---\ntags: [a b, 2024]\n---\n").tags, QStringList({u"a b"_s, u"2024"_s}));
    QCOMPARE(read("---\ncategories: [X]\ncategory: Y\n---\n").topics, QStringList({u"Y"_s, u"X"_s}));
    QCOMPARE(read("---\nauthor: Ada Lovelace and Alan Turing\n---\n").authors.size(), 2);
    QCOMPARE(read("---\nseries: [S]\nseries_order: 2\n---\n").seriesPart, 2);
  }

  void publicationTypes_data() {
    QTest::addColumn<QByteArray>("written");
    QTest::addColumn<QString>("type");
    QTest::newRow("csl") << QByteArray("['paper-conference']") << u"inproceedings"_s;
    QTest::newRow("csl journal") << QByteArray("['article-journal']") << u"article"_s;
    QTest::newRow("csl preprint") << QByteArray("['article']") << u"preprint"_s;
    QTest::newRow("old number") << QByteArray("['2']") << u"article"_s;
    QTest::newRow("bibtex") << QByteArray("article") << u"article"_s;
    QTest::newRow("thesis") << QByteArray("[thesis]") << u"phdthesis"_s;
  }
  void publicationTypes() {
    QFETCH(QByteArray, written);
    QFETCH(QString, type);
    const ContentItem item = read("---\npublication_types: " + written + "\n---\n", u"publication"_s);
    QCOMPARE(item.fields[u"type"_s].toString(), type);
  }

  void aFieldThatCannotBeReadIsKeptAndReported() {
    Findings findings;
    const ContentItem item = read("---\ntitle: T\nform: novel\n---\n", findings);
    QVERIFY(!item.fields.contains(u"form"_s));
    QCOMPARE(item.extra[u"form"_s].toString(), u"novel"_s);
    QCOMPARE(findings.last().code, u"field.unread"_s);
    QCOMPARE(findings.last().line, 3);
  }

  void talksAreDatedByTheirEvent() {
    const ContentItem item =
        read("---\ndate: 2017-01-01\nevent_start: 2030-06-01T13:00:00Z\n---\n", u"talk"_s);
    QCOMPARE(item.date.iso(), u"2030-06-01"_s);
    QCOMPARE(item.status, Status::Published);
    QCOMPARE(item.extra[u"date"_s].toString(), u"2017-01-01"_s);
    QCOMPARE(read("---\ndate: 2030-06\n---\n", u"talk"_s).status, Status::Published);
  }

  /// What is not surely meant to be published is a draft, and says so with its line.
  void nothingIsPublishedUnasked_data() {
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QString>("code");
    QTest::addColumn<int>("line");
    const auto row = [](const char* name, const QByteArray& file, const QString& code, int line) {
      QTest::newRow(name) << file << code << line;
    };
    const QString unsure = u"frontmatter.unsure"_s;
    row("open quote", "---\ntitle: \"Open\ndate: 2026-01-01\ndraft: true\n---\nText\n", {}, 0);
    row("open description", "---\ntitle: A\ndescription: \"Open\ndraft: true\n---\nText\n", {}, 0);
    row("closed by a later quote", "---\ntitle: \"A\n  draft: true\n  b\"\n---\nText\n", unsure, 3);
    row("tab", "---\ntitle: \"Open\n\tdraft: true\n---\nText\n", unsure, 3);
    row("tab behind a list", "---\ntags:\n- a\n\tdraft: true\n---\nText\n", unsure, 4);
    row("no end", "---\ntitle: A\n\nText\n", unsure, 1);
    row("no blank", "---\ntitle: A\ndraft:true\n---\nText\n", unsure, 3);
    row("toml", "+++\ntitle = \"A\"\ndraft = True\n+++\nText\n", unsure, 3);
    row("toml quote", "+++\ntitle = \"A\ndraft = true\n+++\nText\n", {}, 0);
    row("nbsp behind", "---\ntitle: A\ndraft:\xC2\xA0true\n---\nText\n", unsure, 3);
    row("nbsp before", "---\ntitle: A\ndraft\xC2\xA0: true\n---\nText\n", {}, 0);
    row("two spellings", "---\nDraft: true\ndraft: false\n---\nText\n", unsure, 2);
    row("json, no end", "{\"title\": \"A\", \"draft\": true,\nText\n", unsure, 2);
    row("json, comma", "{\n\"title\": \"A\"\n\"draft\": false\n}\nText\n", unsure, 3);
    row("json, last comma", "{\"title\":\"A\",\"draft\":false,}\nText\n", unsure, 1);
    row("case", "---\nTitle: A\nDraft: True\n---\nText\n", {}, 0);
    row("upper case", "---\nDRAFT: true\n---\nText\n", {}, 0);
    row("toml case", "+++\nDraft = true\n+++\nText\n", {}, 0);
    row("expired", "---\nexpirydate: 2020-01-01\n---\nText\n", u"status.expired"_s, 2);
    row("unpublished", "---\nunpublishdate: 2020-01-01\n---\nText\n", u"status.expired"_s, 2);
    row("expires?", "---\nexpiryDate: soon\n---\nText\n", u"date.unreadable"_s, 2);
    row("no word", "---\ndraft: tru\n---\nText\n", u"status.unreadable"_s, 2);
    row("list", "---\ndraft: [true]\n---\nText\n", u"status.unreadable"_s, 2);
    row("no date", "---\npublishDate: not a date\n---\nText\n", u"date.unreadable"_s, 2);
    row("no such day", "---\npublishDate: 2030-13-45\n---\nText\n", u"date.unreadable"_s, 2);
    row("no such day of writing", "---\ndate: 2030-13-45\n---\nText\n", u"date.unreadable"_s, 2);
    row("no such day in the past", "---\ntitle: A\ndate: 2024-13-45\n---\nText\n", u"date.unreadable"_s, 3);
    row("days first", "---\ndate: 13/05/2019\n---\nText\n", u"date.unreadable"_s, 2);
    const QString hidden = u"status.hidden"_s;
    const QString unreadable = u"status.unreadable"_s;
    row("not to publish", "---\npublish: no\n---\nText\n", hidden, 2);
    row("not to publish, false", "---\nPublish: false\n---\nText\n", hidden, 2);
    row("publish, no answer", "---\npublish: later\n---\nText\n", unreadable, 2);
    row("toml, not to publish", "+++\npublish = false\n+++\nText\n", hidden, 2);
    row("garden", "---\ndg-publish: false\n---\nText\n", hidden, 2);
    row("not public", "---\npublic: no\n---\nText\n", hidden, 2);
    row("is draft", "---\nisDraft: true\n---\nText\n", hidden, 2);
    row("is_published", "---\nis_published: false\n---\nText\n", hidden, 2);
    row("private", "---\ntitle: A\nprivate: true\n---\nText\n", hidden, 3);
    row("private, no answer", "---\nprivate: maybe\n---\nText\n", unreadable, 2);
    row("protected", "---\nprotected: true\n---\nText\n", hidden, 2);
    row("password", "---\npassword: hunter2\n---\nText\n", hidden, 2);
    row("password, a number", "---\npassword: 1234\n---\nText\n", hidden, 2);
    row("visibility", "---\nvisibility: private\n---\nText\n", hidden, 2);
    row("members", "---\nvisibility: members\n---\nText\n", hidden, 2);
    row("visibility, no word", "---\nvisibility: tier-3\n---\nText\n", unreadable, 2);
    row("visibility, a map", "---\nvisibility: {for: me}\n---\nText\n", unreadable, 2);
    row("post status", "---\npost_status: private\n---\nText\n", hidden, 2);
    row("skip", "---\nstatus: skip\n---\nText\n", hidden, 2);
    row("state, no word", "---\nstatus: in review\n---\nText\n", unreadable, 2);
    row("Zola", "+++\nrender = false\n+++\nText\n", hidden, 2);
    row("Eleventy", "---\npermalink: false\n---\nText\n", hidden, 2);
    row("draft before unlisted", "---\nunlisted: true\nprivate: yes\n---\nText\n", hidden, 3);
    row("closed by a later quote, to publish", "---\ntitle: \"A\n  publish: no\n  b\"\n---\nText\n", unsure,
        3);
    row("dashes", "---\ntitle: \"A\n  dg-publish: no\n  b\"\n---\nText\n", unsure, 3);
    row("pending", "---\nstatus: pending\n---\nText\n", {}, 0);
    row("not rendered", "---\nBuild: {Render: never}\n---\nText\n", u"status.hidden"_s, 2);
    row("headless", "---\nheadless: true\n---\nText\n", u"status.hidden"_s, 2);
    row("blank line", "\n---\ntitle: A\ndraft: true\n---\nText\n", u"frontmatter.late"_s, 2);
    row("two marks", "\xEF\xBB\xBF\xEF\xBB\xBF---\ndraft: true\n---\nText\n", {}, 0);
    row("blank", " ---\ndraft: true\n---\nText\n", u"frontmatter.late"_s, 1);
    row("in a list", "---\n- draft: true\n---\nText\n", unsure, 2);
    row("open map", "---\n{title: x, draft: true\n---\nText\n", unsure, 2);
    row("blank line, not valid", "\n---\ntitle: a: b\ndraft: false\n---\nText\n", unsure, 2);
  }
  void nothingIsPublishedUnasked() {
    QFETCH(QByteArray, file);
    QFETCH(QString, code);
    QFETCH(int, line);
    Findings findings;
    const ContentItem item = read(file, findings);
    QCOMPARE(item.status, Status::Draft);
    QVERIFY(item.body.endsWith(u"Text\n"_s));
    QVERIFY2(!item.title.contains(u"draft"_s), qPrintable(item.title));
    if (code.isEmpty()) return;
    const auto found = std::find_if(findings.begin(), findings.end(),
                                    [&](const Finding& finding) { return finding.code == code; });
    QVERIFY(found != findings.end());
    QCOMPARE(found->line, line);
  }

  void whatIsSurelyMeantIsPublished_data() {
    QTest::addColumn<QByteArray>("file");
    for (const char* file : {"---\ntitle: Guide: part 1\ndraft: false\n---\n",
                             "---\ndraft: no\n---\n",
                             "---\ndraft:\n---\n",
                             "---\ntext: |\n  draft: true\n  status: x\n---\n",
                             "---\nparams:\n  draft: true\n---\n",
                             "+++\n[params]\ndraft = true\n+++\n",
                             "+++\ntext = \"\"\"\ndraft = true\n\"\"\"\n+++\n",
                             "---\nlist:\n  - name: a\n    date: 2020-01-01\n---\n",
                             "---\npublish: yes\n---\n",
                             "---\nprivate: false\nprotected: no\npassword: ''\n---\n",
                             "---\nvisibility: public\n---\n",
                             "---\nstatus: publish\n---\n",
                             "---\nstatus: ongoing\n---\n",
                             "---\nrender: quarto\n---\n",
                             "---\nrender_with_liquid: false\n---\n",
                             "---\npublish: 2020-01-01\n---\n",
                             "---\nlisted: true\n---\n",
                             "---\npublished_at: 2020-01-01\nhidden: false\n---\n",
                             "---\n\nA draft, published by hand.\n\n---\n",
                             "---\ndate: 2020-01-01\ndate: 2021-01-01\n---\n",
                             "---\ntitle: 'Draft: a story'\n---\n",
                             "---\npublished: true\nStatus: published\n---\n",
                             "---\ndescription: >\n  a\n\n  status: b\n---\n"})
      QTest::newRow(file) << QByteArray(file);
  }
  void whatIsSurelyMeantIsPublished() {
    QFETCH(QByteArray, file);
    Findings findings;
    QCOMPARE(read(file, findings).status, Status::Published);
    QVERIFY(!hasErrors(findings));
  }

  /// What is kept out of lists only is unlisted, and says so.
  void whatIsInNoListIsUnlisted_data() {
    QTest::addColumn<QByteArray>("file");
    for (const char* file :
         {"---\nunlisted: true\n---\n", "---\nHidden: yes\n---\n", "---\nlisted: false\n---\n",
          "---\nstatus: hidden\n---\n", "---\nvisibility: unlisted\n---\n",
          "---\neleventyExcludeFromCollections: true\n---\n", "---\nbuild: {list: never}\n---\n"})
      QTest::newRow(file) << QByteArray(file);
  }
  void whatIsInNoListIsUnlisted() {
    QFETCH(QByteArray, file);
    Findings findings;
    QCOMPARE(read(file, findings).status, Status::Unlisted);
    QCOMPARE(findings.last().code, u"status.unlisted"_s);
    QCOMPARE(findings.last().line, 2);
  }

  void plainFilesWaitForTheirDate() {
    const ContentItem item = read("---\nDate: 2099-01-01\n---\n", u"article"_s, SiteFlavour::Plain);
    QCOMPARE(item.status, Status::Scheduled);
    QCOMPARE(item.publishAt.toString(Qt::ISODate), u"2099-01-01T00:00:00Z"_s);
    QCOMPARE(read("---\nPublishDate: 2099-01-01\n---\n").status, Status::Scheduled);
    QCOMPARE(read("---\npublish: 2099-01-01\n---\n").status, Status::Scheduled);
    QCOMPARE(read("---\npublished_at: 2099-01-01\n---\n").status, Status::Scheduled);
    QCOMPARE(read("---\ndate: 2020-01-01\npublished: 2099-01-01\n---\n").status, Status::Scheduled);
  }

  void titlesFromNamesAndHeadings() {
    QCOMPARE(titleFromName(u"2020-01-05-my_first-post"_s), u"My first post"_s);
    QCOMPARE(titleFromName(u""_s), u""_s);
    int lines = 0;
    QString body = u"\n# A *title* #\n\nText\n"_s;
    QCOMPARE(takeTitleHeading(body, lines), u"A *title*"_s);
    QCOMPARE(body, u"Text\n"_s);
    QCOMPARE(lines, 3);
    body = u"Text\n# Later\n"_s;
    QCOMPARE(takeTitleHeading(body, lines), QString());
    QCOMPARE(body, u"Text\n# Later\n"_s);
    body = u"## Second level\n"_s;
    QCOMPARE(takeTitleHeading(body, lines), QString());
  }
};

QTEST_GUILESS_MAIN(TestForeignItem)
#include "tst_ForeignItem.moc"
