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
