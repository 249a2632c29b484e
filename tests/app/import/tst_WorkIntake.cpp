#include <QJsonObject>
#include <QtTest>

#include "app/bibliography/CslJson.h"
#include "app/import/WorkIntake.h"
#include "app/store/ContentRepository.h"
#include "app/store/Repositories.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::must;
using State = ProposedWork::State;

/// Works come in as what they are beside those of the library, and are stored only then.
class TestWorkIntake : public QObject {
  Q_OBJECT

  QTemporaryDir dir_;
  std::unique_ptr<Library> library_;
  int number_ = 0;

  const ContentKind& kind() { return *bibliographyKind(*library_->kinds()); }
  QList<ProposedWork> propose(const char* text) {
    return must(workIntake::propose(
        *library_, must(readWorks(WorkQuery::read(QString::fromUtf8(text)), kind(), test::resources()))));
  }
  QList<ContentItem> add(const char* text) { return must(workIntake::add(*library_, propose(text))); }
  static QList<State> states(const QList<ProposedWork>& works) {
    QList<State> states;
    for (const ProposedWork& work : works)
      states << work.state;
    return states;
  }

 private Q_SLOTS:
  void init() { library_ = test::newLibrary(dir_.filePath(u"L%1.offprint"_s.arg(++number_))); }
  void cleanup() { library_.reset(); }

  void everyFormatIsRead_data();
  void everyFormatIsRead();
  void statesAreTold();
  void nothingIsStoredBefore();
  void keysStayUnique();
  void brokenEntriesAreTold();
  void incompleteWorks();
  void whatTheAuthorWroteStays();
};

void TestWorkIntake::everyFormatIsRead_data() {
  QTest::addColumn<QString>("text");
  QTest::newRow("bibtex")
      << u"@article{berg2021, title={Counting tiles}, author={Berg, Ada}, year=2021, doi={10.5555/T}}"_s;
  QTest::newRow("ris")
      << u"TY  - JOUR\nID  - berg2021\nTI  - Counting tiles\nAU  - Berg, Ada\nPY  - 2021\nDO  - 10.5555/T\nER  - \n"_s;
  QTest::newRow("csl")
      << u"[{\"id\": \"berg2021\", \"type\": \"article-journal\", \"title\": \"Counting tiles\", "
         "\"author\": [{\"family\": \"Berg\", \"given\": \"Ada\"}], "
         "\"issued\": {\"date-parts\": [[2021]]}, \"URL\": \"https://doi.org/10.5555/T\"}]"_s;
}

void TestWorkIntake::everyFormatIsRead() {
  QFETCH(QString, text);
  const QList<ContentItem> stored = add(text.toUtf8());
  QCOMPARE(stored.size(), 1);
  const ContentItem item = must(library_->content().get(stored.first().id));
  QCOMPARE(item.title, u"Counting tiles"_s);
  QCOMPARE(item.authors.first().family, u"Berg"_s);
  QCOMPARE(item.date.iso(), u"2021"_s);
  QCOMPARE(item.fields["doi"_L1].toString(), u"10.5555/T"_s);
  QCOMPARE(item.fields["citationKey"_L1].toString(), u"berg2021"_s);
  QCOMPARE(item.status, Status::Published);
  QCOMPARE(must(library_->revisions().count(item.id)), 1);
}

void TestWorkIntake::statesAreTold() {
  add("@article{a, title={Counting tiles at rest}, author={Berg, Ada}, year=2021, doi={10.5555/T}}"
      "@book{b, title={Tiles}, author={Berg, Ada}, year=2009, isbn={0-306-40615-2}}");
  const QList<ProposedWork> works = propose(
      "@article{new, title={Something else}, author={Hoek, Jan}, year=2020}"
      "@article{doi, title={Counting}, doi={https://dx.doi.org/10.5555/t}}"
      "@book{isbn, title={Tiles, again}, isbn={978-0-306-40615-7}}"
      "@inbook{chapter, title={One tile}, isbn={978-0-306-40615-7}}"
      "@misc{pre, title={Counting Tiles at Rest}, author={Ada Berg}, year=2020, eprint={2101.00042}, "
      "archiveprefix={arXiv}}"
      "@article{twice, title={Something else}, author={Hoek, Jan}, year=2020}"
      "@article{broken, title={Never closed");
  QCOMPARE(states(works), (QList<State>{State::New, State::Here, State::Here, State::New, State::Possible,
                                        State::Possible, State::Unreadable}));
  QCOMPARE(works.at(1).reference, u"publication/counting-tiles-at-rest"_s);
  QVERIFY(works.at(5).reference.isEmpty());
  QVERIFY(!works.at(4).reason.isEmpty());
  QVERIFY(works.at(6).line > 0);
}

void TestWorkIntake::nothingIsStoredBefore() {
  propose("@article{a, title={T}}");
  QCOMPARE(must(library_->content().counts()).all, 0);
}

void TestWorkIntake::keysStayUnique() {
  add("@article{same, title={First of them}}");
  const QList<ProposedWork> works = propose(
      "@article{same, title={Quite another}} @misc{same, title={A third}} @article{same, title={First of "
      "them}}"
      "@article{, title={Without a key}, author={Berg, Ada}, year=2021}");
  const auto key = [&](int i) { return works.at(i).item.fields["citationKey"_L1].toString(); };
  QCOMPARE(key(0), u"same-2"_s);
  QCOMPARE(key(1), u"same-3"_s);
  QCOMPARE(works.at(2).state, State::Here);
  QCOMPARE(key(3), u"berg2021without"_s);
  QVERIFY(works.at(0).reason.contains(u"same-2"_s));
}

void TestWorkIntake::brokenEntriesAreTold() {
  QCOMPARE(test::codeOf(readWorks({WorkQuery::Type::CslJson, u"[{\"id\": \n"_s}, kind(), test::resources())),
           ErrorCode::InvalidInput);
  QCOMPARE(test::codeOf(readWorks({WorkQuery::Type::Ris, u"TY"_s}, kind(), test::resources())),
           ErrorCode::InvalidInput);
}

void TestWorkIntake::incompleteWorks() {
  const WorkQuery query = WorkQuery::read(u"10.5555/tiles.2021.7"_s);
  QCOMPARE(must(workIntake::holder(*library_, query)), QString());
  const auto proposed = must(workIntake::propose(*library_, {must(incompleteWork(query, kind()))}));
  const ContentItem kept = must(workIntake::add(*library_, proposed)).first();
  QCOMPARE(kept.status, Status::Draft);
  QCOMPARE(toLookUp(kept.fields, kind()), query);
  QCOMPARE(must(workIntake::holder(*library_, WorkQuery::read(u"doi:10.5555/TILES.2021.7"_s))), kept.ref());
  // Also of a book, which has no type yet.
  const WorkQuery isbn = WorkQuery::read(u"978-0-262-03384-8"_s);
  const auto book = must(workIntake::propose(*library_, {must(incompleteWork(isbn, kind()))}));
  const QString ref = must(workIntake::add(*library_, book)).first().ref();
  QCOMPARE(must(workIntake::holder(*library_, WorkQuery::read(u"9780262033848"_s))), ref);

  const QJsonArray answer{QJsonObject{{u"type"_s, u"article-journal"_s},
                                      {u"title"_s, u"Counting tiles"_s},
                                      {u"DOI"_s, u"10.5555/tiles.2021.7"_s},
                                      {u"container-title"_s, u"Journal of Tiles"_s},
                                      {u"author"_s, QJsonArray{QJsonObject{{u"family"_s, u"Berg"_s}}}}}};
  const ContentItem full = must(workIntake::complete(*library_, kept.id, worksOf(answer, kind()).first()));
  QCOMPARE(full.title, u"Counting tiles"_s);
  QCOMPARE(full.slug, u"counting-tiles"_s);
  QCOMPARE(full.fields["venue"_L1].toString(), u"Journal of Tiles"_s);
  QCOMPARE(full.status, Status::Published);
  QCOMPARE(toLookUp(full.fields, kind()).type, WorkQuery::Type::Nothing);
  QCOMPARE(test::codeOf(workIntake::complete(*library_, kept.id, worksOf(answer, kind()).first())),
           ErrorCode::InvalidInput);
  QCOMPARE(test::codeOf(incompleteWork(WorkQuery::read(u"@book{a,}"_s), kind())), ErrorCode::Unsupported);
}

void TestWorkIntake::whatTheAuthorWroteStays() {
  const WorkQuery query = WorkQuery::read(u"2101.00042"_s);
  const auto proposed = must(workIntake::propose(*library_, {must(incompleteWork(query, kind()))}));
  ContentItem kept = must(workIntake::add(*library_, proposed)).first();
  kept.title = u"My name for it"_s;
  kept.fields.insert(u"venue"_s, u"My venue"_s);
  kept = must(library_->content().save(kept));
  const QJsonArray answer{QJsonObject{{u"type"_s, u"article"_s},
                                      {u"title"_s, u"Counting tiles"_s},
                                      {u"container-title"_s, u"Journal of Tiles"_s},
                                      {u"URL"_s, u"https://arxiv.org/abs/2101.00042"_s}}};
  const ContentItem full = must(workIntake::complete(*library_, kept.id, worksOf(answer, kind()).first()));
  QCOMPARE(full.title, u"My name for it"_s);
  QCOMPARE(full.fields["venue"_L1].toString(), u"My venue"_s);
  QCOMPARE(full.fields["type"_L1].toString(), u"preprint"_s);
}

QTEST_GUILESS_MAIN(TestWorkIntake)
#include "tst_WorkIntake.moc"
