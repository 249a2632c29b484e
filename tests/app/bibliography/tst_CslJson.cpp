#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

#include "app/bibliography/CslJson.h"
#include "app/import/Importer.h"
#include "app/store/ContentRepository.h"
#include "app/store/Repositories.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::must;

namespace {

/// JSON written with single quotes.
QByteArray json(const char* text) {
  return QByteArray(text).replace('\'', '"');
}

QJsonObject entryOf(const char* text) {
  QJsonParseError error;
  const QJsonDocument document = QJsonDocument::fromJson(json(text), &error);
  if (error.error != QJsonParseError::NoError) qFatal("%s", qPrintable(error.errorString()));
  return document.object();
}

const char* const kAttention =
    "{'id': 'vaswani2017', 'type': 'paper-conference',"
    "'title': 'Attention is all you need',"
    "'author': [{'family': 'Vaswani', 'given': 'Ashish'}, {'family': 'Shazeer', 'given': 'Noam'}],"
    "'issued': {'date-parts': [[2017, 12]]},"
    "'container-title': 'Advances in neural information processing systems',"
    "'volume': '30', 'page': '5998-6008', 'URL': 'https://arxiv.org/abs/1706.03762',"
    "'event-title': 'NIPS 2017', 'original-date': {'date-parts': [[2016]]}}";

}  // namespace

class TestCslJson : public QObject {
  Q_OBJECT

  QTemporaryDir dir_;
  std::unique_ptr<Library> library_;
  int number_ = 0;

  const ContentKind& kind() const { return *bibliographyKind(*library_->kinds()); }
  ImportReport import(const QString& path) {
    const Importer* importer = must(chooseImporter(u"auto"_s, path));
    if (importer->id != u"csl"_s) qFatal("chose %s", qPrintable(importer->id));
    return must(importer->run(*library_, path, {}, Task()));
  }
  QString file(const QByteArray& text) {
    const QString path = dir_.filePath(u"refs.json"_s);
    test::spill(path, json(text));
    return path;
  }

 private Q_SLOTS:
  void init() { library_ = test::newLibrary(dir_.filePath(u"L%1.offprint"_s.arg(++number_))); }
  void cleanup() { library_.reset(); }

  void anEntryComesBackWhole_data() {
    QTest::addColumn<QJsonObject>("entry");
    QTest::newRow("conference") << entryOf(kAttention);
    QTest::newRow("book") << entryOf(
        "{'id': 'k', 'type': 'book', 'title': 'T', 'publisher': 'P',"
        "'author': [{'literal': 'The Group'}, {'family': 'Berg', 'given': 'Ada', 'non-dropping-particle': "
        "'van den',"
        "'suffix': 'Jr.'}], 'issued': {'date-parts': [[1999]]}, 'editor': [{'family': 'E'}], 'ISBN': '1'}");
    QTest::newRow("a date in words") << entryOf(
        "{'id': 'k', 'type': 'article', 'title': 'T', 'issued': {'literal': 'forthcoming'}}");
    QTest::newRow("a day that no calendar has")
        << entryOf("{'id': 'k', 'type': 'article', 'title': 'T', 'issued': {'date-parts': [[2021, 2, 30]]}}");
    QTest::newRow("a range") << entryOf(
        "{'id': 'k', 'type': 'article', 'title': 'T', 'issued': {'date-parts': [[2021, 2], [2021, 3]]}}");
    QTest::newRow("what looks like markup")
        << entryOf("{'id': 'k', 'type': 'article', 'title': 'A* and D* with List<T>, `ls` and __init__'}");
    QTest::newRow("key like a number") << entryOf("{'id': '0042', 'type': 'thesis', 'title': 'T'}");
  }
  /// A title of others is text: only the tags that CSL knows are markup.
  void titlesOfOthersAreText() {
    const ContentItem item =
        itemFromCsl(entryOf("{'id': 'k', 'type': 'book', 'title': 'On <i>E. coli</i>, <script>x</script> and "
                            "<img src=x onerror=y> <SUP>2</SUP> [a](b)'}"),
                    kind());
    QCOMPARE(item.title,
             u"On *E. coli*, \\<script>x\\</script> and \\<img src=x onerror=y> <sup>2</sup> &#91;a](b)"_s);
  }

  void anEntryComesBackWhole() {
    QFETCH(QJsonObject, entry);
    const ContentItem item = itemFromCsl(entry, kind());
    QCOMPARE(cslItem(summarize(item), kind()), entry);
  }

  void numbersAndTextsAreTheSameDate() {
    const QJsonObject entry =
        entryOf("{'id': 'k', 'type': 'book', 'issued': {'date-parts': [['2020', '3', 7]]}}");
    QCOMPARE(itemFromCsl(entry, kind()).date, Date::day(2020, 3, 7));
  }

  void aDayThatNoCalendarHasIsShownAsWritten() {
    const ContentItem item = itemFromCsl(
        entryOf("{'id': 'k', 'type': 'book', 'issued': {'date-parts': [[2021, 2, 30]]}}"), kind());
    QCOMPARE(item.date.iso(), u"2021-2-30"_s);
  }

  void anEditedDateReplacesARange() {
    ContentItem item = itemFromCsl(
        entryOf("{'id': 'k', 'type': 'book', 'issued': {'date-parts': [[2021, 2], [2021, 3]]}}"), kind());
    item.date = Date::year(2022);
    QCOMPARE(cslItem(summarize(item), kind())[u"issued"_s].toObject(), entryOf("{'date-parts': [[2022]]}"));
  }

  void theTypeIsTheChosenOne() {
    ContentItem item;
    item.kind = kind().id;
    item.slug = u"s"_s;
    QCOMPARE(cslItem(summarize(item), kind())[u"type"_s].toString(), u"article-journal"_s);
    item.fields[u"type"_s] = u"phdthesis"_s;
    QCOMPARE(cslItem(summarize(item), kind())[u"type"_s].toString(), u"thesis"_s);
    QCOMPARE(cslItem(summarize(item), kind())[u"id"_s].toString(), u"s"_s);
  }

  void aFileBecomesItemsOnce() {
    const QString path =
        file(QByteArray("[") + kAttention +
             ", {'id': 'b', 'type': 'book', 'title': 'B'},"
             "\n{'id': 'b', 'type': 'book', 'title': 'Again'},\n\n{'title': 'no [key] {\\\\'}]");
    ImportReport report = import(path);
    QCOMPARE(report.items.size(), 4);
    QCOMPARE(report.counts.value(kind().id), 2);
    QCOMPARE(report.items[2].outcome, ImportedItem::Outcome::Left);
    QCOMPARE(report.items[2].findings.first().line, 2);
    QCOMPARE(report.items[3].findings.first().code, u"entry.invalid"_s);
    QCOMPARE(report.items[3].findings.first().line, 4);
    const ContentItem item = must(library_->content().find(u"vaswani2017"_s));
    QCOMPARE(item.slug, u"attention-is-all-you-need"_s);
    QCOMPARE(item.status, Status::Published);
    report = import(path);
    QCOMPARE(report.items[0].outcome, ImportedItem::Outcome::Unchanged);
    QCOMPARE(must(library_->content().counts()).all, 2);
  }

  void onlyWorksOfTheSitesAuthorAreMine() {
    Site site = must(library_->site().get());
    site.author = Person::parse(u"Noam Shazeer"_s);
    must(library_->site().save(site));
    import(file(QByteArray("[") + kAttention + ", {'id': 'b', 'type': 'book', 'title': 'B'}]"));
    const ContentItem own = must(library_->content().find(u"vaswani2017"_s));
    QVERIFY(own.fields.value(u"mine"_s).toBool());
    QVERIFY(own.authors[1].self && !own.authors[0].self);
    const ContentItem other = must(library_->content().find(u"b"_s));
    QVERIFY(other.fields.value(u"mine"_s).isBool() && !other.fields.value(u"mine"_s).toBool());
  }

  void aChangedEntryFollowsUnlessEditedHere() {
    import(
        file("[{'id': 'a', 'type': 'book', 'title': 'A', 'publisher': 'P'},"
             "{'id': 'b', 'type': 'book', 'title': 'B'}]"));
    ContentItem edited = must(library_->content().find(u"b"_s));
    edited.title = u"Mine"_s;
    must(library_->content().save(edited));
    const ImportReport report = import(
        file("[{'id': 'a', 'type': 'book', 'title': 'A2'}, {'id': 'b', 'type': 'book', 'title': 'B2'}]"));
    QCOMPARE(report.items[0].outcome, ImportedItem::Outcome::Changed);
    QCOMPARE(report.items[1].outcome, ImportedItem::Outcome::Left);
    const ContentItem followed = must(library_->content().find(u"a"_s));
    QCOMPARE(followed.title, u"A2"_s);
    QVERIFY(!followed.fields.contains(u"publisher"_s));
    QCOMPARE(must(library_->content().find(u"b"_s)).title, u"Mine"_s);
  }

  void aBrokenFileNamesItsLine() {
    const QString path = file("[\n{\"id\": \"a\", \"type\": \"book\"},\n oops]");
    const Importer* importer = must(chooseImporter(u"csl"_s, path));
    const auto report = importer->run(*library_, path, {}, Task());
    QCOMPARE(test::codeOf(report), ErrorCode::InvalidInput);
    QVERIFY(report.error().located().contains(u":3"_s));
    QCOMPARE(must(library_->content().counts()).all, 0);
  }
};

QTEST_GUILESS_MAIN(TestCslJson)
#include "tst_CslJson.moc"
