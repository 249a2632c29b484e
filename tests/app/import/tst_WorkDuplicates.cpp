#include <QJsonArray>
#include <QtTest>

#include "app/bibliography/CslJson.h"
#include "app/import/WorkDuplicates.h"
#include "app/import/WorkMerge.h"
#include "app/store/ContentRepository.h"
#include "app/store/Repositories.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::must;

/// Works that may be one are found, told apart, linked as versions, or merged field by field.
class TestWorkDuplicates : public QObject {
  Q_OBJECT

  QTemporaryDir dir_;
  std::unique_ptr<Library> library_;
  int number_ = 0;

  ContentItem work(const QString& key, const QString& title, const QString& author, int year,
                   const QJsonObject& fields = {}) {
    ContentItem item;
    item.kind = u"publication"_s;
    item.title = title;
    if (!author.isEmpty()) item.authors = {Person::parse(author)};
    item.date = Date::year(year);
    item.status = Status::Published;
    item.fields = fields;
    item.fields.insert(u"citationKey"_s, key);
    item.fields.insert(u"type"_s, item.fields.value(u"type"_s).toString(u"article"_s));
    return must(library_->content().insert(item));
  }
  /// "a b version" for each pair.
  QStringList pairs() {
    QStringList found;
    for (const WorkPair& pair : must(workDuplicates::find(*library_)))
      found << u"%1 %2 %3"_s.arg(pair.first.fields["citationKey"_L1].toString(),
                                 pair.second.fields["citationKey"_L1].toString(),
                                 likenessName(pair.likeness));
    return found;
  }
  ContentItem get(const ContentItem& item) { return must(library_->content().get(item.id)); }
  const ContentKind& kind() { return *bibliographyKind(*library_->kinds()); }

 private Q_SLOTS:
  void init() { library_ = test::newLibrary(dir_.filePath(u"L%1.offprint"_s.arg(++number_))); }
  void cleanup() { library_.reset(); }

  void pairsAreFound();
  void unlikeWorksAreNot();
  void titles();
  void decisionsAreRemembered();
  void valuesAreCompared();
  void textsFollowAMerge();
  void choicesAndFaults();
  void manyWorksOfOneAuthor();
};

void TestWorkDuplicates::pairsAreFound() {
  work(u"a"_s, u"Counting tiles"_s, u"Ada Berg"_s, 2021, {{u"doi"_s, u"10.5555/T"_s}});
  work(u"b"_s, u"Something else"_s, u"Jan Hoek"_s, 2001, {{u"doi"_s, u"https://doi.org/10.5555/t"_s}});
  work(u"c"_s, u"Rotary positions in transformers"_s, u"Li Su"_s, 2021, {{u"arxiv"_s, u"2104.09864v2"_s}});
  work(u"d"_s, u"Rotary Positions in Transformers"_s, u"L. Su"_s, 2023, {{u"doi"_s, u"10.5555/R"_s}});
  work(u"e"_s, u"Learning to count the tiles of a floor"_s, u"Éva Nagy"_s, 2019);
  work(u"f"_s, u"Learning to count tiles of a floor"_s, u"Eva NAGY"_s, 2020);
  work(u"g"_s, u"Tiles"_s, u"Ada Berg"_s, 2009, {{u"type"_s, u"book"_s}, {u"isbn"_s, u"0-306-40615-2"_s}});
  work(u"h"_s, u"Tiles, a handbook"_s, u"A. Berg"_s, 2009,
       {{u"type"_s, u"book"_s}, {u"isbn"_s, u"9780306406157"_s}});
  QCOMPARE(pairs(), (QStringList{u"a b same"_s, u"g h same"_s, u"c d version"_s, u"e f alike"_s}));
  const Findings findings = workDuplicates::findings(must(workDuplicates::find(*library_)));
  QCOMPARE(findings.size(), 4);
  QCOMPARE(findings.first().code, u"work.duplicate"_s);
  QVERIFY(findings.first().message.contains(u"“publication/counting-tiles”"_s));
}

void TestWorkDuplicates::unlikeWorksAreNot() {
  work(u"a"_s, u"Notes on tiling, part 1"_s, u"Ada Berg"_s, 2021);
  work(u"b"_s, u"Notes on tiling, part 2"_s, u"Ada Berg"_s, 2021);
  work(u"c"_s, u"Counting the tiles of a floor"_s, u"Ada Berg"_s, 2010);
  work(u"d"_s, u"Counting the tiles of a floor"_s, u"Ada Berg"_s, 2020);
  work(u"e"_s, u"Counting the tiles of a floor"_s, u"Jan Hoek"_s, 2020);
  work(u"f"_s, u"One chapter of them"_s, u"X Y"_s, 2009,
       {{u"type"_s, u"incollection"_s}, {u"isbn"_s, u"0306406152"_s}});
  work(u"g"_s, u"Quite another chapter"_s, u"Z W"_s, 2009,
       {{u"type"_s, u"incollection"_s}, {u"isbn"_s, u"0306406152"_s}});
  work(u"h"_s, u"Index"_s, u"Ada Berg"_s, 2020);
  work(u"i"_s, u"Index"_s, u"Ada Berg"_s, 2020);
  QCOMPARE(pairs(), QStringList());
}

void TestWorkDuplicates::titles() {
  QCOMPARE(titleLikeness(u"On Tiles!"_s, u"on tiles"_s), 1.0);
  QCOMPARE(titleLikeness(u"On tiles"_s, u""_s), 0.0);
  QVERIFY(titleLikeness(u"Learning to count tiles"_s, u"Learning to paint walls"_s) < 0.86);
}

void TestWorkDuplicates::decisionsAreRemembered() {
  const ContentItem a = work(u"a"_s, u"Counting the tiles"_s, u"Ada Berg"_s, 2021);
  const ContentItem b =
      work(u"b"_s, u"Counting the tiles"_s, u"Ada Berg"_s, 2022, {{u"doi"_s, u"10.5555/T"_s}});
  QCOMPARE(pairs().size(), 1);
  must(workDuplicates::setApart(*library_, b, a, true));
  QCOMPARE(pairs().size(), 0);
  must(workDuplicates::setApart(*library_, a, b, false));
  QCOMPARE(pairs().size(), 1);
  must(library_->content().save(workDuplicates::withVersion(get(b), a, kind())));
  QCOMPARE(pairs().size(), 0);
  QCOMPARE(get(b).fields["versions"_L1].toArray(), QJsonArray{a.ref()});
}

void TestWorkDuplicates::valuesAreCompared() {
  ContentItem a = work(u"a"_s, u"Tiles"_s, u"Ada Berg"_s, 2021,
                       {{u"venue"_s, u"J. Tiles"_s},
                        {u"equalContribution"_s, QJsonArray{u"Ada Berg"_s}},
                        {u"bibtex"_s, u"@x{}"_s}});
  ContentItem b = work(u"b"_s, u"Tiles"_s, u"Ada Berg"_s, 2022,
                       {{u"venue"_s, u"Journal of Tiles"_s},
                        {u"doi"_s, u"10.5555/T"_s},
                        {u"equalContribution"_s, QJsonArray{u"Jan Hoek"_s}},
                        {u"mine"_s, true},
                        {u"type"_s, u"preprint"_s}});
  a.tags = {u"x"_s};
  b.tags = {u"y"_s, u"x"_s};
  QStringList told;
  for (const WorkValue& value : differingValues(a, b, kind()))
    told << value.name + u'=' + value.kept + u'|' + value.other + (value.united ? u" united"_s : QString());
  QCOMPARE(told, (QStringList{u"date=2021|2022"_s, u"type=Journal article|Preprint"_s,
                              u"venue=J. Tiles|Journal of Tiles"_s, u"doi=|10.5555/T"_s,
                              u"equalContribution=Ada Berg|Jan Hoek united"_s}));
  const ContentItem merged = mergedWork(a, b, kind(), {u"date"_s});
  QCOMPARE(merged.date.iso(), u"2022"_s);
  QCOMPARE(merged.fields["venue"_L1].toString(), u"J. Tiles"_s);
  QCOMPARE(merged.fields["doi"_L1].toString(), u"10.5555/T"_s);
  QCOMPARE(merged.fields["equalContribution"_L1].toArray(), (QJsonArray{u"Ada Berg"_s, u"Jan Hoek"_s}));
  QCOMPARE(merged.fields["formerKeys"_L1].toArray(), QJsonArray{u"b"_s});
  QCOMPARE(merged.fields["citationKey"_L1].toString(), u"a"_s);
  QVERIFY(merged.fields["mine"_L1].toBool());
  QCOMPARE(merged.tags, (QStringList{u"x"_s, u"y"_s}));
  // What was kept to be looked up is complete with the work that is public, and public with it.
  ContentItem open = work(u"open"_s, u"10.5555/T"_s, {}, 0, {{u"lookUp"_s, u"doi:10.5555/T"_s}});
  open.status = Status::Draft;
  const ContentItem whole = mergedWork(open, b, kind(), {});
  QCOMPARE(whole.status, Status::Published);
  QCOMPARE(whole.title, u"Tiles"_s);
  QVERIFY(!whole.fields.contains(u"lookUp"_s));
}

void TestWorkDuplicates::textsFollowAMerge() {
  ContentItem kept = work(u"berg2021"_s, u"Counting tiles"_s, u"Ada Berg"_s, 2021);
  ContentItem other = work(u"berg21"_s, u"Counting the tiles"_s, u"Ada Berg"_s, 2021);
  kept.fields.insert(u"versions"_s, QJsonArray{other.ref()});
  kept = must(library_->content().save(kept));
  ContentItem text = test::article(
      u"A text"_s,
      u"See [@berg21, p. 3; @{berg21}] and @berg21. Not `@berg21`, not @berg21x.\n[[publication/counting-the-tiles]]"_s);
  text = must(library_->content().insert(text));
  ContentItem review = test::article(u"A review"_s);
  review.kind = u"review"_s;
  review.fields.insert(u"reviewOf"_s, other.ref());
  for (const FieldSpec& field : library_->kinds()->find(u"review"_s)->fields)
    if (field.type == FieldSpec::Type::Publication) review.fields.insert(field.key, other.ref());
  review = must(library_->content().insert(review));
  const QString address = must(library_->content().addressOf(other));

  const WorkMerge merge = must(mergeWorks(*library_, kept.id, other.id, {}));
  QCOMPARE(merge.merged, other.id);
  QVERIFY(get(other).trashed.isValid());
  QCOMPARE(
      get(text).body,
      u"See [@berg2021, p. 3; @{berg2021}] and @berg2021. Not `@berg21`, not @berg21x.\n[[publication/counting-tiles]]"_s);
  for (const FieldSpec& field : library_->kinds()->find(u"review"_s)->fields)
    if (field.type == FieldSpec::Type::Publication)
      QCOMPARE(get(review).fields[field.key].toString(), kept.ref());
  QVERIFY(get(kept).aliases.contains(address));
  QVERIFY(get(kept).fields["versions"_L1].toArray().isEmpty());
  // The old key still names the work.
  QCOMPARE(must(library_->content().find(u"berg21"_s)).id, kept.id);
  QCOMPARE(merge.changed.size(), 3);
  QCOMPARE(merge.changed.first().first.id, kept.id);
}

void TestWorkDuplicates::choicesAndFaults() {
  const ContentItem a = work(u"a"_s, u"Tiles"_s, {}, 2021);
  const ContentItem b = work(u"b"_s, u"More tiles"_s, {}, 2021);
  const ContentItem text = must(library_->content().insert(test::article(u"T"_s)));
  QCOMPARE(test::codeOf(mergeWorks(*library_, a.id, a.id, {})), ErrorCode::InvalidInput);
  QCOMPARE(test::codeOf(mergeWorks(*library_, a.id, text.id, {})), ErrorCode::InvalidInput);
  QCOMPARE(test::codeOf(mergeWorks(*library_, a.id, ContentId{99}, {})), ErrorCode::NotFound);
  QCOMPARE(test::codeOf(mergeWorks(*library_, a.id, b.id, {u"venue"_s})), ErrorCode::InvalidInput);
  QVERIFY(!get(b).trashed.isValid());
  must(mergeWorks(*library_, a.id, b.id, {u"title"_s}));
  QCOMPARE(get(a).title, u"More tiles"_s);
  QCOMPARE(get(a).slug, u"tiles"_s);
}

/// The comparison of titles is by author, and of an author with very many works by equal titles alone.
void TestWorkDuplicates::manyWorksOfOneAuthor() {
  must(library_->transaction([&]() -> Result<void> {
    for (int i = 0; i < 450; ++i)
      work(u"k%1"_s.arg(i), u"Distinct title number %1 of all"_s.arg(i), u"Ada Berg"_s, 2021);
    work(u"x"_s, u"Distinct title number 7 of all!"_s, u"Ada Berg"_s, 2021);
    return {};
  }));
  QCOMPARE(pairs(), QStringList(u"k7 x alike"_s));
}

QTEST_GUILESS_MAIN(TestWorkDuplicates)
#include "tst_WorkDuplicates.moc"
