#include <QJsonArray>
#include <QJsonObject>
#include <QtTest>

#include "tests/support/Fixture.h"
#include "tests/support/LookupServer.h"
#include "tests/support/Program.h"

using namespace Qt::StringLiterals;
using namespace offprint;
using test::Answer;
using test::LookupServer;

/// `offprint add … --from` and `offprint complete`, against a registry on this computer.
class TestAddWorks : public QObject {
  Q_OBJECT

  QTemporaryDir dir_;
  QString library_;
  int number_ = 0;
  std::unique_ptr<LookupServer> server_;

  Answer run(const QStringList& words, const QByteArray& input = {}) {
    test::Environment environment;
    for (const char* name : {"DOI", "ARXIV", "BOOKS", "WORKS"})
      environment.append({u"OFFPRINT_LOOKUP_"_s + QLatin1StringView(name), server_->address()});
    return test::run(words, input, environment);
  }
  Answer add(const QString& what, const QStringList& options = {}, const QByteArray& input = {}) {
    return run(QStringList{u"add"_s, library_, u"publication"_s, u"--from"_s, what, u"--json"_s} + options,
               input);
  }
  static QJsonObject first(const Answer& answer) { return answer.json()["items"_L1][0].toObject(); }

 private Q_SLOTS:
  void init() {
    server_ = std::make_unique<LookupServer>();
    library_ = dir_.filePath(u"L%1.offprint"_s.arg(++number_));
    QCOMPARE(run({u"new"_s, library_, u"--starter"_s, u"empty"_s}).status, 0);
  }

  void aDoiIsLookedUp();
  void entriesAskNobody();
  void aTitleIsChosen();
  void offlineWorksAreKeptAndCompleted();
  void duplicatesAreMerged();
  void misuse();
};

void TestAddWorks::aDoiIsLookedUp() {
  server_->put("/10.5555/tiles.2021.7", {200, "application/json", test::registry::article(), {}});
  Answer answer = add(u"https://doi.org/10.5555/tiles.2021.7"_s);
  QCOMPARE(answer.status, 0);
  QCOMPARE(first(answer)["result"_L1].toString(), u"new"_s);
  QCOMPARE(first(answer)["key"_L1].toString(), u"berg2021counting"_s);
  const QJsonDocument shown = run({u"show"_s, library_, u"berg2021counting"_s, u"--json"_s}).json();
  QCOMPARE(shown["fields"_L1]["venue"_L1].toString(), u"Journal of Tiles"_s);
  QVERIFY(shown["fields"_L1]["cslFurther"_L1].isUndefined());
  QCOMPARE(shown["status"_L1].toString(), u"published"_s);
  // It is not asked for a second time.
  const qsizetype asked = server_->asked().size();
  answer = add(u"10.5555/TILES.2021.7"_s);
  QCOMPARE(first(answer)["result"_L1].toString(), u"here"_s);
  QCOMPARE(server_->asked().size(), asked);
  // The preprint of it is told and left until somebody decides.
  server_->put("/api/query?id_list=2101.00042",
               {200, "application/atom+xml", test::registry::preprint(), {}});
  QCOMPARE(first(add(u"arXiv:2101.00042"_s))["result"_L1].toString(), u"possible"_s);
  QCOMPARE(run({u"list"_s, library_, u"--json"_s}).json().array().size(), 1);
  QCOMPARE(add(u"arXiv:2101.00042"_s, {u"--similar"_s}).status, 0);
  QCOMPARE(run({u"list"_s, library_, u"--json"_s}).json().array().size(), 2);
  answer = add(u"10.5555/none"_s);
  QCOMPARE(answer.status, 3);
  QVERIFY2(answer.err.contains("No work has the DOI 10.5555/none"), answer.err);
}

void TestAddWorks::entriesAskNobody() {
  const Answer answer =
      add(u"-"_s, {}, "@article{one, title={One}}\n@article{two, title={Two}}\n@article{broken, title={\n");
  QCOMPARE(answer.status, 1);
  QCOMPARE(answer.json()["items"_L1].toArray().size(), 3);
  QCOMPARE(answer.json()["items"_L1][2]["result"_L1].toString(), u"unreadable"_s);
  QCOMPARE(run({u"list"_s, library_, u"--json"_s}).json().array().size(), 2);
  QVERIFY(server_->asked().isEmpty());
}

void TestAddWorks::aTitleIsChosen() {
  server_->put("/works?query.bibliographic=tiles%20of%20all%20kinds&rows=8",
               {200, "application/json", test::registry::hits(), {}});
  const Answer several = add(u"tiles of all kinds"_s);
  QCOMPARE(several.status, 3);
  QVERIFY2(several.err.contains("1  Tiles at scale, Ada Berg, 2023"), several.err);
  QCOMPARE(first(add(u"tiles of all kinds"_s, {u"--hit"_s, u"2"_s}))["title"_L1].toString(),
           u"Tiles: a survey"_s);
  QCOMPARE(add(u"tiles of all kinds"_s, {u"--hit"_s, u"9"_s}).status, 3);
}

void TestAddWorks::offlineWorksAreKeptAndCompleted() {
  server_->put("/10.5555/tiles.2021.7", {503, "text/html", "<p>Sorry</p>", {}});
  const Answer kept = add(u"10.5555/tiles.2021.7"_s);
  QCOMPARE(kept.status, 0);
  QCOMPARE(first(kept)["result"_L1].toString(), u"incomplete"_s);
  QVERIFY(kept.json()["findings"_L1][0]["message"_L1].toString().contains(u"503"_s));
  QCOMPARE(first(add(u"2101.00042"_s, {u"--offline"_s}))["result"_L1].toString(), u"incomplete"_s);
  QCOMPARE(server_->asked().size(), 1);
  const auto incomplete = [this] {
    int n = 0;
    for (const QJsonValue& finding : run({u"check"_s, library_, u"--json"_s}).json()["findings"_L1].toArray())
      n += finding["code"_L1].toString() == "work.incomplete"_L1;
    return n;
  };
  QCOMPARE(incomplete(), 2);
  QCOMPARE(run({u"complete"_s, library_}).status, 1);  // neither can be had
  server_->put("/10.5555/tiles.2021.7", {200, "application/json", test::registry::article(), {}});
  const Answer completed = run({u"complete"_s, library_, u"--json"_s});
  QCOMPARE(completed.status, 1);
  QCOMPARE(completed.json()["items"_L1].toArray().size(), 1);
  QCOMPARE(first(completed)["title"_L1].toString(), u"Counting tiles without touching them"_s);
  QCOMPARE(incomplete(), 1);
}

void TestAddWorks::duplicatesAreMerged() {
  add(u"-"_s, {u"--similar"_s},
      "@article{one, title={Counting the tiles}, author={Berg, Ada}, year=2021, doi={10.5555/T}}"
      "@misc{two, title={Counting the tiles}, author={Berg, Ada}, year=2020, abstract={We count.}}"
      "@misc{three, title={Painting all the walls}, author={Hoek, Jan}, year=2020}"
      "@misc{four, title={Painting all the walls}, author={Hoek, Jan}, year=2020}");
  const auto pairs = [this] { return run({u"duplicates"_s, library_, u"--json"_s}).json().array(); };
  QCOMPARE(pairs().size(), 2);
  QCOMPARE(pairs()[0]["likeness"_L1].toString(), u"version"_s);
  const auto flagged = [this] {
    const QByteArray found = run({u"check"_s, library_, u"--json"_s}).out;
    return found.count("\"work.duplicate\"");
  };
  QCOMPARE(flagged(), 2);
  QCOMPARE(run({u"merge"_s, library_, u"three"_s, u"four"_s, u"--apart"_s}).status, 0);
  QCOMPARE(pairs().size(), 1);
  QCOMPARE(run({u"merge"_s, library_, u"one"_s, u"two"_s, u"--take"_s, u"doi"_s, u"--versions"_s}).status, 2);
  QCOMPARE(run({u"merge"_s, library_, u"one"_s, u"one"_s}).status, 2);
  QCOMPARE(run({u"merge"_s, library_, u"one"_s, u"none"_s}).status, 3);
  const Answer merged = run({u"merge"_s, library_, u"one"_s, u"two"_s, u"--take"_s, u"date"_s, u"--json"_s});
  QCOMPARE(merged.status, 0);
  QCOMPARE(merged.json()["kept"_L1].toString(), u"publication/counting-the-tiles"_s);
  const QJsonDocument shown = run({u"show"_s, library_, u"two"_s, u"--json"_s}).json();
  QCOMPARE(shown["date"_L1].toString(), u"2020"_s);
  QCOMPARE(shown["fields"_L1]["abstract"_L1].toString(), u"We count."_s);
  QCOMPARE(pairs().size(), 0);
  add(u"-"_s, {u"--similar"_s}, "@misc{five, title={Painting all the walls}, author={Hoek, Jan}, year=2021}");
  QCOMPARE(run({u"merge"_s, library_, u"three"_s, u"five"_s, u"--versions"_s}).status, 0);
  QCOMPARE(
      run({u"show"_s, library_, u"three"_s, u"--json"_s}).json()["fields"_L1]["versions"_L1].toArray().size(),
      1);
}

void TestAddWorks::misuse() {
  QCOMPARE(run({u"add"_s, library_, u"article"_s, u"--from"_s, u"10.5555/x"_s}).status, 2);
  QCOMPARE(add(u" "_s).status, 2);
  QCOMPARE(add(u"10.5555/x"_s, {u"--title"_s, u"T"_s}).status, 2);
  QVERIFY(server_->asked().isEmpty());
}

QTEST_GUILESS_MAIN(TestAddWorks)
#include "tst_AddWorks.moc"
