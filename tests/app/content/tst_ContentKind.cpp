#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

#include "app/content/ContentKind.h"
#include "app/content/Validation.h"
#include "tests/support/Fixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

namespace {

std::shared_ptr<const KindCatalog> builtIn() {
  auto catalog = KindCatalog::load(test::resources().path(u"kinds"_s));
  if (!catalog) {
    QTest::qFail(qPrintable(catalog.error().located()), __FILE__, __LINE__);
    return std::make_shared<KindCatalog>();
  }
  return *catalog;
}

QJsonObject note() {
  return {{u"id"_s, u"note"_s},
          {u"label"_s, u"Note"_s},
          {u"plural"_s, u"Notes"_s},
          {u"permalink"_s, u"/notes/{slug}/"_s},
          {u"itemTemplate"_s, u"article"_s}};
}

}  // namespace

class TestContentKind : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void everyKindOfTheReferenceSitesExists() {
    const auto catalog = builtIn();
    QStringList ids;
    for (const ContentKind& kind : catalog->all())
      ids << kind.id;
    const QStringList expected = {u"article"_s,     u"tutorial"_s, u"review"_s, u"concept"_s, u"talk"_s,
                                  u"publication"_s, u"project"_s,  u"news"_s,   u"tool"_s,    u"reading"_s,
                                  u"elsewhere"_s,   u"cv"_s,       u"page"_s};
    QCOMPARE(ids, expected);
    QVERIFY(!catalog->find(u"nothing"_s));
    QCOMPARE(catalog->find(u"review"_s)->plural, u"Paper reviews"_s);
    QCOMPARE(catalog->find(u"review"_s)->indexTitle, u"Paper reviews"_s);
    QCOMPARE(catalog->find(u"cv"_s)->indexTitle, u"CV"_s);
  }

  void everyDescriptorIsWellFormed() {
    const auto catalog = builtIn();
    QSet<QString> folders;
    for (const ContentKind& kind : catalog->all()) {
      for (const QString& text : {kind.label, kind.plural, kind.newLabel, kind.emptyText, kind.icon})
        QVERIFY2(!text.isEmpty(), qPrintable(kind.id));
      QVERIFY2(QFile::exists(test::resources().path(u"icons/"_s + kind.icon + u".svg"_s)),
               qPrintable(kind.icon));
      for (const QString& folder : kind.importFolders) {
        QVERIFY2(!folders.contains(folder), qPrintable(u"two kinds claim the folder "_s + folder));
        folders << folder;
      }
      QSet<QString> names;
      for (const FieldSpec& field : kind.fields) {
        QVERIFY2(!field.label.isEmpty(), qPrintable(kind.id + u'.' + field.key));
        for (const QString& name : QStringList{field.key} + field.aliases) {
          QVERIFY2(!names.contains(name), qPrintable(kind.id + u": two fields are read from "_s + name));
          names << name;
        }
        if (!field.itemKind.isEmpty()) QVERIFY2(catalog->find(field.itemKind), qPrintable(field.itemKind));
        QCOMPARE(field.type == FieldSpec::Type::Choice, !field.options.isEmpty());
        QCOMPARE(field.type == FieldSpec::Type::Table, !field.columns.isEmpty());
      }
      QCOMPARE(kind.field(u"notes"_s) != nullptr, !kind.itemTemplate.isEmpty());
    }
  }

  void everyOptionReadsAsItself() {
    const auto catalog = builtIn();
    for (const ContentKind& kind : catalog->all()) {
      for (const FieldSpec& field : kind.fields) {
        for (const FieldSpec::Option& option : field.options) {
          QCOMPARE(field.read(option.value).value_or({}), QJsonValue(option.value));
          QCOMPARE(field.read(option.label.toUpper()).value_or({}), QJsonValue(option.value));
        }
      }
    }
  }

  void descriptorsNameOnlyKnownBibliographyTypes() {
    const auto catalog = builtIn();
    const ContentKind* publication = catalog->find(u"publication"_s);
    QVERIFY(publication);
    QCOMPARE(publication->field(u"venue"_s)->csl, u"container-title"_s);
    QCOMPARE(publication->field(u"doi"_s)->bibtex, u"doi"_s);
    QCOMPARE(publication->cslType, u"article-journal"_s);
  }

  void refusesBrokenDescriptors_data() {
    QTest::addColumn<QString>("key");
    QTest::addColumn<QJsonValue>("value");
    QTest::addColumn<QString>("says");
    const auto fields = [](const QJsonArray& list) { return QJsonValue(list); };
    using O = QJsonObject;
    QTest::newRow("id") << u"id"_s << QJsonValue(u"Bad Id"_s) << u"\"id\" must begin"_s;
    QTest::newRow("label") << u"label"_s << QJsonValue(u""_s) << u"\"label\" is missing"_s;
    QTest::newRow("plural") << u"plural"_s << QJsonValue() << u"\"plural\" is missing"_s;
    QTest::newRow("unknown") << u"permalnk"_s << QJsonValue(u"x"_s) << u"\"permalnk\" is not known"_s;
    QTest::newRow("permalink") << u"permalink"_s << QJsonValue(u"notes/{slug}"_s) << u"must begin with /"_s;
    QTest::newRow("placeholder") << u"permalink"_s << QJsonValue(u"/{yaer}/{slug}/"_s) << u"holds {yaer}"_s;
    QTest::newRow("index") << u"indexPath"_s << QJsonValue(u"/notes"_s) << u"\"indexPath\" must"_s;
    QTest::newRow("field key") << u"fields"_s << fields({O{{u"key"_s, u"a b"_s}, {u"label"_s, u"x"_s}}})
                               << u"the \"key\" must"_s;
    QTest::newRow("field label") << u"fields"_s << fields({O{{u"key"_s, u"a"_s}}})
                                 << u"\"label\" is missing"_s;
    QTest::newRow("field type") << u"fields"_s
                                << fields(
                                       {O{{u"key"_s, u"a"_s}, {u"label"_s, u"x"_s}, {u"type"_s, u"txt"_s}}})
                                << u"the type \"txt\" is not one of text"_s;
    QTest::newRow("own key") << u"fields"_s << fields({O{{u"key"_s, u"title"_s}, {u"label"_s, u"x"_s}}})
                             << u"every item has this key"_s;
    QTest::newRow("twice") << u"fields"_s
                           << fields({O{{u"key"_s, u"a"_s}, {u"label"_s, u"x"_s}},
                                      O{{u"key"_s, u"a"_s}, {u"label"_s, u"y"_s}}})
                           << u"occurs twice"_s;
    QTest::newRow("options") << u"fields"_s
                             << fields(
                                    {O{{u"key"_s, u"a"_s}, {u"label"_s, u"x"_s}, {u"type"_s, u"choice"_s}}})
                             << u"a choice needs"_s;
    QTest::newRow("columns") << u"fields"_s
                             << fields({O{{u"key"_s, u"a"_s}, {u"label"_s, u"x"_s}, {u"type"_s, u"table"_s}}})
                             << u"a table needs"_s;
  }
  void refusesBrokenDescriptors() {
    QFETCH(QString, key);
    QFETCH(QJsonValue, value);
    QFETCH(QString, says);
    QVERIFY(ContentKind::fromJson(note(), u"/x/note.json"_s).has_value());
    QJsonObject json = note();
    json[key] = value;
    const auto kind = ContentKind::fromJson(json, u"/x/note.json"_s);
    QVERIFY(!kind.has_value());
    QCOMPARE(kind.error().code, ErrorCode::InvalidInput);
    QCOMPARE(kind.error().file, u"/x/note.json"_s);
    QVERIFY2(kind.error().message.contains(says), qPrintable(kind.error().message));
    QVERIFY(kind.error().message.contains(u"note.json"_s));
  }

  void ownKindsAddAndReplace() {
    QTemporaryDir own;
    test::spill(own.filePath(u"note.json"_s), QJsonDocument(note()).toJson());
    QJsonObject article = note();
    article[u"id"_s] = u"article"_s;
    article[u"plural"_s] = u"Essays"_s;
    test::spill(own.filePath(u"article.json"_s), QJsonDocument(article).toJson());
    const auto catalog = KindCatalog::load(test::resources().path(u"kinds"_s), own.path());
    QVERIFY(catalog.has_value());
    QCOMPARE((*catalog)->find(u"article"_s)->plural, u"Essays"_s);
    QVERIFY((*catalog)->find(u"note"_s)->field(u"canonicalUrl"_s));
    QCOMPARE((*catalog)->all().size(), builtIn()->all().size() + 1);
    QVERIFY(KindCatalog::load(test::resources().path(u"kinds"_s), u"/no/such/folder"_s).has_value());
  }

  // What a kind is for is said by its file: another library's kinds take the same parts.
  void kindsSayWhatTheyAreFor() {
    QCOMPARE(builtIn()->usual().id, u"article"_s);
    QCOMPARE(builtIn()->standingAlone().id, u"page"_s);
    QVERIFY(builtIn()->citable());
    QCOMPARE(builtIn()->citable()->id, u"publication"_s);
    QCOMPARE(builtIn()->find(u"news"_s)->homeLists.value(u"news-list"_s).limit, 4);
    QTemporaryDir folder;
    QJsonObject only = note();
    only[u"homeLists"_s] = QJsonObject{{u"notes"_s, QJsonObject{{u"limit"_s, 3}, {u"order"_s, u"hand"_s}}}};
    test::spill(folder.filePath(u"note.json"_s), QJsonDocument(only).toJson());
    const auto catalog = KindCatalog::load(folder.path());
    QVERIFY2(catalog.has_value(), catalog ? "" : qPrintable(catalog.error().message));
    QCOMPARE((*catalog)->usual().id, u"note"_s);
    QCOMPARE((*catalog)->standingAlone().id, u"note"_s);
    QVERIFY(!(*catalog)->citable());
    QCOMPARE((*catalog)->find(u"note"_s)->homeLists.value(u"notes"_s).order, u"hand"_s);
    only[u"homeLists"_s] = QJsonObject{{u"notes"_s, QJsonObject{{u"sort"_s, u"hand"_s}}}};
    test::spill(folder.filePath(u"note.json"_s), QJsonDocument(only).toJson());
    QVERIFY(!KindCatalog::load(folder.path()).has_value());
  }

  void aBrokenOwnFileIsNamedWithItsLine() {
    QTemporaryDir own;
    test::spill(own.filePath(u"bad.json"_s), "{\n  \"id\": \"x\",\n  oops\n}\n");
    const auto catalog = KindCatalog::load(test::resources().path(u"kinds"_s), own.path());
    QVERIFY(!catalog.has_value());
    QCOMPARE(catalog.error().file, own.filePath(u"bad.json"_s));
    QCOMPARE(catalog.error().line, 3);
    QVERIFY(!KindCatalog::load(u"/no/such/folder"_s).has_value());
  }

  void validationReportsWhatAReaderWouldMiss() {
    const auto catalog = builtIn();
    ContentItem item;
    item.kind = u"publication"_s;
    item.slug = u"a"_s;
    item.status = Status::Published;
    item.tags = {u"ML"_s, u"ml"_s};
    item.aliases = {u"old/"_s};
    item.cover = u"media/a.png"_s;
    item.fields = {{u"url"_s, u"no address"_s}};
    QStringList codes;
    for (const Finding& finding : validate(item, *catalog->find(item.kind))) {
      codes << finding.code;
      QCOMPARE(finding.item, u"publication/a"_s);
    }
    codes.sort();
    const QStringList expected = {u"alias.invalid"_s, u"cover.alt"_s, u"date.missing"_s, u"field.invalid"_s,
                                  u"field.missing"_s, u"tag.twice"_s, u"title.missing"_s};
    QCOMPARE(codes, expected);
    item = {};
    item.kind = u"page"_s;
    item.slug = u"about"_s;
    item.title = u"About"_s;
    item.status = Status::Published;
    QCOMPARE(validate(item, *catalog->find(item.kind)), Findings());
    // Where fields hold the time no date is missed.
    item.kind = u"cv"_s;
    item.fields = {{u"type"_s, u"skill"_s}};
    QCOMPARE(validate(item, *catalog->find(item.kind)), Findings());
    // Ends before starts, and zones that there are not, of an event and of each occasion.
    item.kind = u"talk"_s;
    item.date = Date::day(2027, 3, 14);
    item.fields = {{u"end"_s, u"2027-03-10"_s},
                   {u"timeZone"_s, u"Mars/Olympus"_s},
                   {u"occasions"_s, QJsonArray{QJsonObject{{u"date"_s, u"2027-04"_s},
                                                           {u"end"_s, u"2027-04-02"_s},
                                                           {u"timeZone"_s, u"Europe/Berlin"_s}}}}};
    QStringList found;
    for (const Finding& finding : validate(item, *catalog->find(item.kind)))
      found << finding.code;
    QVERIFY(found.contains(u"date.end-before"_s));
    QCOMPARE(found.count(u"date.end-before"_s), 1);
    QCOMPARE(found.count(u"zone.unknown"_s), 1);
    item.kind = u"page"_s;
    item.fields = {};
    for (const QString& slug : {u".."_s, u"a/b"_s, u"a\\b"_s}) {
      item.slug = slug;
      const Findings findings = validate(item, *catalog->find(item.kind));
      QCOMPARE(findings.size(), 1);
      QCOMPARE(findings[0].code, u"slug.invalid"_s);
      QCOMPARE(findings[0].level, Finding::Level::Error);
    }
    item.slug = u"about"_s;
    item.status = Status::Scheduled;
    QVERIFY(hasErrors(validate(item, *catalog->find(item.kind))));
  }
};

QTEST_GUILESS_MAIN(TestContentKind)
#include "tst_ContentKind.moc"
