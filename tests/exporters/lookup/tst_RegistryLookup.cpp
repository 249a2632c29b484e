#include <QJsonObject>
#include <QtTest>

#include "exporters/lookup/RegistryLookup.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"
#include "tests/support/LookupServer.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::LookupServer;
using test::must;
using Reply = LookupServer::Reply;

/// Registries that answer, refuse, answer with something else, slowly or never.
class TestRegistryLookup : public QObject {
  Q_OBJECT

  LookupServer server_;

  static HttpFetch::Limits limits(int milliseconds) { return {milliseconds, 20'000}; }
  RegistryLookup lookup(int milliseconds = 30'000) {
    QMap<QString, QString> chosen;
    for (const char* name : {"doi", "arxiv", "books", "works"})
      chosen.insert(QString::fromLatin1(name), server_.address() + u'/' + QString::fromLatin1(name) + u'/');
    return RegistryLookup(must(LookupServices::load(test::resources(), chosen)), limits(milliseconds));
  }
  Result<QJsonArray> find(const QString& written, const Task& task = {}) {
    return lookup().find(WorkQuery::read(written), task);
  }

 private Q_SLOTS:
  void doi();
  void arxiv();
  void book();
  void title();
  void redirects();
  void unknownWorks();
  void refusals_data();
  void refusals();
  void silence_data();
  void silence();
  void nobodyThere();
  void cancelled();
  void addresses();
};

void TestRegistryLookup::doi() {
  server_.put("/doi/10.5555/tiles.2021.7",
              {200, "application/vnd.citationstyles.csl+json", test::registry::article(), {}});
  const QJsonObject work = must(find(u"https://doi.org/10.5555/tiles.2021.7"_s)).first().toObject();
  QCOMPARE(server_.asked().last(),
           u"GET /doi/10.5555/tiles.2021.7 application/vnd.citationstyles.csl+json"_s);
  QCOMPARE(work["type"_L1].toString(), u"article-journal"_s);
  QCOMPARE(work["author"_L1][1]["non-dropping-particle"_L1].toString(), u"van den"_s);
  QCOMPARE(work["author"_L1][2]["literal"_L1].toString(), u"Tiling Team"_s);
  QCOMPARE(work["ISSN"_L1].toString(), u"1234-5678"_s);
  QCOMPARE(work["abstract"_L1].toString(), u"We count tiles & gaps."_s);
  for (const char* key : {"indexed", "reference-count", "link", "license", "score", "URL"})
    QVERIFY2(!work.contains(QLatin1StringView(key)), key);
  QVERIFY(!work["author"_L1][0].toObject().contains("affiliation"_L1));
  // Signs that an address has no place for.
  server_.put("/doi/10.5555/a%3Cb%3Ec%23d%3Fe", {200, "application/json", "{\"title\": \"Signs\"}", {}});
  QCOMPARE(must(find(u"10.5555/a<b>c#d?e"_s)).first()["DOI"_L1].toString(), u"10.5555/a<b>c#d?e"_s);
}

void TestRegistryLookup::arxiv() {
  server_.put("/arxiv/api/query?id_list=2101.00042",
              {200, "application/atom+xml", test::registry::preprint(), {}});
  const QJsonObject work = must(find(u"arXiv:2101.00042"_s)).first().toObject();
  QCOMPARE(work["title"_L1].toString(), u"Counting tiles without touching them"_s);
  QCOMPARE(work["URL"_L1].toString(), u"https://arxiv.org/abs/2101.00042"_s);
  QCOMPARE(work["issued"_L1]["date-parts"_L1][0].toArray(), (QJsonArray{2021, 1, 4}));
  QCOMPARE(work["author"_L1].toArray().size(), 2);
  QCOMPARE(work["author"_L1][1]["family"_L1].toString(), u"Hoek"_s);
}

void TestRegistryLookup::book() {
  server_.put("/books/api/books?bibkeys=ISBN:9780306406157&format=json&jscmd=data",
              {200, "application/json", test::registry::book(), {}});
  const QJsonObject work = must(find(u"0-306-40615-2"_s)).first().toObject();
  QCOMPARE(work["title"_L1].toString(), u"Tiles: a handbook"_s);
  QCOMPARE(work["ISBN"_L1].toString(), u"9780306406157"_s);
  QCOMPARE(work["issued"_L1]["date-parts"_L1][0][0].toInt(), 2009);
  QCOMPARE(work["publisher-place"_L1].toString(), u"Bergen"_s);
}

void TestRegistryLookup::title() {
  server_.put("/works/works?query.bibliographic=Tiles%20%26%20more&rows=8",
              {200, "application/json", test::registry::hits(), {}});
  const QJsonArray works = must(find(u"Tiles & more"_s));
  QCOMPARE(works.size(), 2);
  QCOMPARE(works[0]["type"_L1].toString(), u"paper-conference"_s);
  QCOMPARE(works[0]["container-title-short"_L1].toString(), u"TILE"_s);
  QCOMPARE(works[1]["title"_L1].toString(), u"Tiles: a survey"_s);
  QVERIFY(!works[1].toObject().contains("issued"_L1));
}

/// doi.org sends on to the agency that has the record.
void TestRegistryLookup::redirects() {
  server_.put("/doi/10.5555/moved", {302, "text/html", "", "Location: /agency/record\r\n"});
  server_.put("/agency/record", {200, "application/json", test::registry::article(), {}});
  QVERIFY(find(u"10.5555/moved"_s).has_value());
  QVERIFY(server_.asked().last().endsWith(u"application/vnd.citationstyles.csl+json"_s));
  server_.put("/doi/10.5555/round", {302, "text/html", "", "Location: /doi/10.5555/round\r\n"});
  QCOMPARE(test::codeOf(find(u"10.5555/round"_s)), ErrorCode::Network);
}

void TestRegistryLookup::unknownWorks() {
  const auto doi = find(u"10.5555/unknown"_s);
  QCOMPARE(test::codeOf(doi), ErrorCode::NotFound);
  QVERIFY2(doi.error().message.contains(u"10.5555/unknown"_s), qPrintable(doi.error().message));
  server_.put("/arxiv/api/query?id_list=9999.99999",
              {200,
               "application/atom+xml",
               "<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry><id>http://arxiv.org/api/errors#x</id>"
               "<title>Error</title></entry></feed>",
               {}});
  QCOMPARE(test::codeOf(find(u"9999.99999"_s)), ErrorCode::NotFound);
  server_.put("/books/api/books?bibkeys=ISBN:9780804429573&format=json&jscmd=data",
              {200, "application/json", "{}", {}});
  QCOMPARE(test::codeOf(find(u"0-8044-2957-X"_s)), ErrorCode::NotFound);
  QCOMPARE(test::codeOf(lookup().find({}, {})), ErrorCode::InvalidInput);
}

void TestRegistryLookup::refusals_data() {
  QTest::addColumn<Reply>("reply");
  QTest::addColumn<int>("code");
  QTest::addColumn<QString>("says");
  const auto row = [](const char* name, const Reply& reply, ErrorCode code, const char* says) {
    QTest::newRow(name) << reply << static_cast<int>(code) << QString::fromUtf8(says);
  };
  const ErrorCode network = ErrorCode::Network;
  row("too many, with a time", {429, "text/plain", "slow", "Retry-After: 90\r\n"}, network, "90 second");
  row("too many, with a moment",
      {429, "text/plain", "slow", "Retry-After: Fri, 31 Dec 1999 23:59:59 GMT\r\n"}, network, "1 second");
  row("too many, for long", {429, "text/plain", "slow", "Retry-After: 7200\r\n"}, network, "120 minute");
  row("too many", {429, "text/plain", "slow", {}}, network, "later");
  row("out of order", {503, "text/html", "<h1>Sorry</h1>", {}}, network, "503");
  row("no record", {406, "text/html", "", {}}, ErrorCode::NotFound, "gives out no record");
  row("a web page", {200, "text/html", "<html><h1>Sign in</h1></html>", {}}, network, "web page");
  row("no JSON", {200, "application/json", "{\"title\": ", {}}, network, "cannot be read");
  row("another JSON", {200, "application/json", "[1, 2]", {}}, network, "cannot be read");
  row("too large", {200, "application/json", QByteArray(30'000, ' '), {}}, network, "larger than");
  row("half", {200, "application/json", "{\"title\": \"", {}, Reply::Manner::Half}, network, "broke");
}

void TestRegistryLookup::refusals() {
  QFETCH(Reply, reply);
  QFETCH(int, code);
  QFETCH(QString, says);
  server_.put("/doi/10.5555/refused", reply);
  const auto answer = find(u"10.5555/refused"_s);
  QCOMPARE(static_cast<int>(test::codeOf(answer)), code);
  QVERIFY2(answer.error().message.contains(says), qPrintable(answer.error().message + answer.error().detail));
}

void TestRegistryLookup::silence_data() {
  QTest::addColumn<int>("manner");
  QTest::newRow("never") << static_cast<int>(Reply::Manner::Never);
  QTest::newRow("slowly") << static_cast<int>(Reply::Manner::Slowly);
}

void TestRegistryLookup::silence() {
  QFETCH(int, manner);
  server_.put("/doi/10.5555/silent",
              {200, "application/json", QByteArray(9'000, ' '), {}, static_cast<Reply::Manner>(manner)});
  const auto answer = lookup(300).find(WorkQuery::read(u"10.5555/silent"_s), {});
  QCOMPARE(test::codeOf(answer), ErrorCode::Network);
  QVERIFY2(answer.error().message.contains(u"within 0.3 seconds"_s), qPrintable(answer.error().message));
}

void TestRegistryLookup::nobodyThere() {
  QTcpServer closed;
  QVERIFY(closed.listen(QHostAddress::LocalHost));
  const QString address = u"http://127.0.0.1:%1"_s.arg(closed.serverPort());
  closed.close();
  RegistryLookup lookup(must(LookupServices::load(test::resources(), {{u"doi"_s, address}})));
  const auto answer = lookup.find(WorkQuery::read(u"10.5555/x"_s), {});
  QCOMPARE(test::codeOf(answer), ErrorCode::Network);
  QVERIFY2(answer.error().message.contains(u"No connection"_s), qPrintable(answer.error().message));
}

void TestRegistryLookup::cancelled() {
  server_.put("/doi/10.5555/silent", {200, "application/json", {}, {}, Reply::Manner::Never});
  Task before;
  before.cancel();
  const qsizetype asked = server_.asked().size();
  QCOMPARE(test::codeOf(find(u"10.5555/silent"_s, before)), ErrorCode::Cancelled);
  QCOMPARE(server_.asked().size(), asked);
  // While the answer is awaited: the lookup reports that it asks, from the thread that waits.
  Task task;
  auto lookup = this->lookup();
  Result<QJsonArray> answer = QJsonArray();
  const std::unique_ptr<QThread> waiting(
      QThread::create([&] { answer = lookup.find(WorkQuery::read(u"10.5555/silent"_s), task); }));
  waiting->start();
  QTRY_VERIFY(server_.asked().size() > asked);
  task.cancel();
  waiting->wait();
  QCOMPARE(test::codeOf(answer), ErrorCode::Cancelled);
}

void TestRegistryLookup::addresses() {
  const auto standard = must(LookupServices::load(test::resources()));
  for (const QUrl& url : standard.addresses)
    QCOMPARE(url.scheme(), u"https"_s);
  QCOMPARE(standard.addresses.size(), 4);
  QCOMPARE(test::codeOf(LookupServices::load(test::resources(), {{u"doi"_s, u"file:///etc"_s}})),
           ErrorCode::InvalidInput);
  qputenv("OFFPRINT_LOOKUP_DOI", "http://127.0.0.1:1/own/");
  const auto own = must(LookupServices::load(test::resources(), {{u"doi"_s, u"https://chosen.example"_s}}));
  qunsetenv("OFFPRINT_LOOKUP_DOI");
  QCOMPARE(own.addresses.value(u"doi"_s).toString(), u"http://127.0.0.1:1/own"_s);
}

QTEST_GUILESS_MAIN(TestRegistryLookup)
#include "tst_RegistryLookup.moc"
