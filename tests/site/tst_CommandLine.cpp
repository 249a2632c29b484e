#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTcpSocket>
#include <QtTest>

#include "tests/support/Program.h"
#include "tests/support/SiteLibrary.h"

using namespace Qt::StringLiterals;
using namespace offprint;

namespace {

using test::Answer;
using test::Environment;
using test::run;

/// One HTTP request by hand.
QByteArray ask(quint16 port, const QByteArray& request) {
  QTcpSocket socket;
  socket.connectToHost(QHostAddress::LocalHost, port);
  if (!socket.waitForConnected(10'000)) return {};
  socket.write(request);
  QByteArray answer;
  while (socket.waitForReadyRead(10'000))
    answer += socket.readAll();
  return answer + socket.readAll();
}

QByteArray get(quint16 port, const QByteArray& path, const QByteArray& host = "127.0.0.1") {
  return ask(port, "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
}

/// `offprint serve` on a free port, ended with the object.
class Server {
 public:
  explicit Server(const QString& library, const QStringList& options = {}) {
    process_.start(test::program(), QStringList{u"serve"_s, library, u"--port"_s, u"0"_s} + options);
    if (process_.waitForReadyRead(60'000)) {
      const QByteArray line = process_.readAllStandardOutput();
      port = line.mid(line.lastIndexOf(':') + 1).split('/').first().toUShort();
    }
  }
  ~Server() {
    process_.kill();
    process_.waitForFinished();
  }
  quint16 port = 0;

 private:
  QProcess process_;
};

}  // namespace

class TestCommandLine : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    library_ = folder_->filePath(u"a.offprint"_s);
  }
  void everyCommandHasHelpWithAnExample();
  void aWindowWithoutADisplaySaysSo();
  void wrongUsageIsNamed_data();
  void wrongUsageIsNamed();
  void newRefusesAFolderThatIsNotEmpty();
  void itemsFromTheCommandLine();
  void jsonIsAloneOnStandardOutput();
  void aFullDiskBehindTheOutputIsTold();
  void controlCharactersDoNotReachTheTerminal();
  void datesKeepTheirPrecision();
  void wordsForADateAreTold();
  void textsAndAddressesAreCleanedAtTheDoor();
  void renderReadsStandardInput();
  void exportCheckAndStatus();
  void listsCompareWithTheExport();
  void exportsAreEqualEverywhere();
  void theResumeIsExported();
  void killedExportIsCompleted();
  void markdownComesBack();
  void importOfAHugoSite();
  void findingsThatRepeatAreOneLine();
  void aLongCommandTellsHowFarItIs();
  void backupAndRestore();
  void brokenKindsAreNamedAndNothingIsTakenAway();
  void serveShowsTheLibraryAsItIs();
  void serveRefusesWhatIsNotForIt();

 private:
  void sample(const QString& starter = u"empty"_s) {
    QCOMPARE(run({u"new"_s, library_, u"--starter"_s, starter}).status, 0);
  }
  std::unique_ptr<QTemporaryDir> folder_;
  QString library_;
};

void TestCommandLine::everyCommandHasHelpWithAnExample() {
  const QByteArray overview = run({u"help"_s}).out;
  for (const QString& name :
       {u"new"_s, u"import"_s, u"list"_s, u"show"_s, u"add"_s, u"set"_s, u"trash"_s, u"render"_s, u"export"_s,
        u"check"_s, u"serve"_s, u"backup"_s, u"restore"_s, u"verify"_s, u"help"_s, u"--version"_s}) {
    QVERIFY2(overview.contains("\n  " + name.toUtf8() + ' '), qPrintable(name));
    if (name == u"--version"_s) continue;
    const Answer help = run({u"help"_s, name});
    QCOMPARE(help.status, 0);
    QVERIFY(help.out.startsWith("offprint " + name.toUtf8()));
    QVERIFY(help.out.contains("Example"));
    QCOMPARE(run({name, u"--help"_s}).out, help.out);
  }
  QVERIFY(run({u"--version"_s}).out.startsWith("offprint "));
}

void TestCommandLine::aWindowWithoutADisplaySaysSo() {
  const Answer answer =
      run({library_}, {}, {{u"DISPLAY"_s, {}}, {u"WAYLAND_DISPLAY"_s, {}}, {u"QT_QPA_PLATFORM"_s, {}}});
  QCOMPARE(answer.status, 3);
  QVERIFY2(answer.err.startsWith("offprint: "), answer.err.constData());
  QVERIFY(answer.err.contains("offprint help"));
}

void TestCommandLine::wrongUsageIsNamed_data() {
  QTest::addColumn<QStringList>("arguments");
  QTest::addColumn<QByteArray>("named");
  QTest::newRow("command") << QStringList{u"exprot"_s} << QByteArray("exprot");
  QTest::newRow("dash") << QStringList{u"-x"_s} << QByteArray("no option \"-x\"");
  QTest::newRow("two dashes") << QStringList{u"--jsn"_s} << QByteArray("no option \"--jsn\"");
  QTest::newRow("dash after") << QStringList{u"-platform"_s, u"offscreen"_s, u"a.offprint"_s, u"-x"_s}
                              << QByteArray("no option \"-x\"");
  QTest::newRow("two libraries") << QStringList{u"-platform"_s, u"offscreen"_s, u"a.offprint"_s,
                                                u"b.offprint"_s}
                                 << QByteArray("b.offprint");
  QTest::newRow("option") << QStringList{u"list"_s, u"x"_s, u"--jsn"_s} << QByteArray("--jsn");
  QTest::newRow("missing") << QStringList{u"show"_s, u"x"_s} << QByteArray("ITEM");
  QTest::newRow("too many") << QStringList{u"list"_s, u"x"_s, u"y"_s} << QByteArray("\"y\"");
  QTest::newRow("no value") << QStringList{u"list"_s, u"x"_s, u"--kind"_s} << QByteArray("--kind");
  QTest::newRow("format") << QStringList{u"export"_s, u"x"_s, u"docx"_s, u"y"_s} << QByteArray("docx");
  QTest::newRow("starter") << QStringList{u"new"_s, u"x"_s, u"--starter"_s, u"blog"_s} << QByteArray("blog");
  QTest::newRow("folder to a pipe") << QStringList{u"export"_s, u"x"_s, u"site"_s, u"-"_s}
                                    << QByteArray("./-");
  QTest::newRow("two to a pipe") << QStringList{u"export"_s, u"x"_s, u"ris"_s, u"-"_s, u"--json"_s}
                                 << QByteArray("--json");
  QTest::newRow("backup to a pipe") << QStringList{u"backup"_s, u"x"_s, u"-"_s} << QByteArray("FILE");
  QTest::newRow("help of nothing") << QStringList{u"help"_s, u"nothing"_s} << QByteArray("nothing");
  QTest::newRow("port") << QStringList{u"serve"_s, u"x"_s, u"--port"_s, u"http"_s} << QByteArray("http");
}

void TestCommandLine::wrongUsageIsNamed() {
  QFETCH(QStringList, arguments);
  QFETCH(QByteArray, named);
  const Answer answer = run(arguments);
  QCOMPARE(answer.status, 2);
  QVERIFY(answer.out.isEmpty());
  QVERIFY2(answer.err.contains(named), answer.err.constData());
}

void TestCommandLine::newRefusesAFolderThatIsNotEmpty() {
  test::spill(library_ + u"/mine.txt"_s, "mine");
  const Answer answer = run({u"new"_s, library_});
  QCOMPARE(answer.status, 3);
  QCOMPARE(test::tree(library_).keys(), QStringList{u"mine.txt"_s});
  QCOMPARE(run({u"list"_s, folder_->filePath(u"nowhere"_s)}).status, 3);
}

void TestCommandLine::itemsFromTheCommandLine() {
  sample();
  QCOMPARE(run({u"add"_s, library_, u"article"_s, u"--title"_s, u"Größe & C++"_s, u"--field"_s,
                u"tags=a, b"_s, u"--body"_s, u"-"_s},
               "One.\r\n\r\nTwo.\n")
               .status,
           0);
  const QString reference = run({u"list"_s, library_, u"--json"_s}).json()[0]["slug"_L1].toString();
  Answer shown = run({u"show"_s, library_, u"article/"_s + reference, u"--json"_s});
  QCOMPARE(shown.json()["body"_L1].toString(), u"One.\n\nTwo.\n"_s);
  QCOMPARE(shown.json()["status"_L1].toString(), u"draft"_s);
  QCOMPARE(shown.json()["tags"_L1].toArray().size(), 2);
  QCOMPARE(shown.json()["revisions"_L1].toInt(), 1);
  QVERIFY(shown.json()["relations"_L1].isArray() && shown.json()["fields"_L1].isObject());
  QCOMPARE(run({u"set"_s, library_, u"1"_s, u"status=published"_s, u"date=2026-01"_s,
                u"authors=Ada Lovelace; van Rossum, Guido"_s, u"tags="_s})
               .status,
           0);
  shown = run({u"show"_s, library_, u"1"_s, u"--json"_s});
  QCOMPARE(shown.json()["status"_L1].toString(), u"published"_s);
  QCOMPARE(shown.json()["authors"_L1][1]["family"_L1].toString(), u"Rossum"_s);
  QCOMPARE(shown.json()["authors"_L1][1]["particle"_L1].toString(), u"van"_s);
  QVERIFY(shown.json()["tags"_L1].toArray().isEmpty());
  for (const QString& wrong :
       {u"status=done"_s, u"date=sometime 3"_s, u"nofield=1"_s, u"seriesPart=x"_s, u"novalue"_s}) {
    const Answer refused = run({u"set"_s, library_, u"1"_s, u"title=Changed"_s, wrong});
    QCOMPARE(refused.status, 2);
    QVERIFY(!refused.err.isEmpty());
  }
  QCOMPARE(run({u"show"_s, library_, u"1"_s, u"--json"_s}).json()["title"_L1].toString(), u"Größe & C++"_s);
  QCOMPARE(run({u"add"_s, library_, u"recipe"_s}).status, 2);
  QCOMPARE(run({u"show"_s, library_, u"article/none"_s}).status, 3);
  QCOMPARE(run({u"trash"_s, library_, u"1"_s}).status, 0);
  QCOMPARE(run({u"list"_s, library_, u"--json"_s}).json().array().size(), 0);
  QCOMPARE(run({u"list"_s, library_, u"--status"_s, u"trash"_s, u"--json"_s}).json().array().size(), 1);
  QCOMPARE(run({u"verify"_s, library_}).status, 0);
}

void TestCommandLine::jsonIsAloneOnStandardOutput() {
  sample();
  run({u"add"_s, library_, u"article"_s, u"--title"_s, u"A"_s, u"--field"_s, u"status=published"_s,
       u"--body"_s, u"-"_s},
      "[dead](/nowhere/)\n");
  const QString out = folder_->filePath(u"out"_s);
  for (const QStringList& arguments :
       {QStringList{u"list"_s, library_, u"--json"_s}, QStringList{u"show"_s, library_, u"1"_s, u"--json"_s},
        QStringList{u"check"_s, library_, u"--json"_s},
        QStringList{u"export"_s, library_, u"site"_s, out, u"--json"_s},
        QStringList{u"verify"_s, library_, u"--json"_s},
        QStringList{u"add"_s, library_, u"article"_s, u"--title"_s, u"B"_s, u"--json"_s}}) {
    const Answer answer = run(arguments);
    QVERIFY2(!answer.json().isNull(), (arguments.first().toUtf8() + ": " + answer.out).constData());
  }
  const QJsonObject report = run({u"export"_s, library_, u"site"_s, out, u"--json"_s}).json().object();
  for (const QString& key : {u"files"_s, u"written"_s, u"removed"_s, u"unchanged"_s, u"findings"_s})
    QVERIFY(report.contains(key));
  const QJsonObject finding = run({u"check"_s, library_, u"--json"_s}).json()["findings"_L1][0].toObject();
  for (const QString& key : {u"level"_s, u"code"_s, u"message"_s, u"item"_s, u"file"_s, u"line"_s})
    QVERIFY(finding.contains(key));
}

void TestCommandLine::textsAndAddressesAreCleanedAtTheDoor() {
  sample();
  const Answer added = run({u"add"_s, library_, u"article"_s, u"--title"_s, u"A"_s, u"--body"_s, u"-"_s},
                           QByteArray("a\0b\rc\r\nd\n", 9));
  QCOMPARE(added.status, 0);
  QVERIFY(added.err.contains("NUL"));
  const auto shown = [this](const QString& key) {
    return run({u"show"_s, library_, u"article/a"_s, u"--json"_s}).json()[key].toString();
  };
  QCOMPARE(shown(u"body"_s), u"a\ufffdb\nc\nd\n"_s);
  QCOMPARE(run({u"set"_s, library_, u"article/a"_s, u"body=x\ry"_s}).status, 0);
  QCOMPARE(shown(u"body"_s), u"x\ny"_s);
  for (const QString& address :
       {u"/../../x/"_s, u"x/"_s, u"//host/"_s, u"https://host/x/"_s, u"/%2E%2E/x/"_s}) {
    const Answer refused = run({u"set"_s, library_, u"article/a"_s, u"permalink="_s + address});
    QCOMPARE(refused.status, 2);
    QVERIFY2(refused.err.contains(address.toUtf8()), refused.err.constData());
  }
  QCOMPARE(run({u"set"_s, library_, u"article/a"_s, u"permalink=/x/"_s}).status, 0);
  QCOMPARE(shown(u"permalink"_s), u"/x/"_s);
}

void TestCommandLine::aFullDiskBehindTheOutputIsTold() {
  QProcess process;
  process.setStandardOutputFile(u"/dev/full"_s);
  process.start(test::program(), {u"help"_s});
  QVERIFY(process.waitForFinished(60'000));
  QCOMPARE(process.exitCode(), 3);
  QVERIFY(process.readAllStandardError().contains("could not be written to standard output"));
}

void TestCommandLine::controlCharactersDoNotReachTheTerminal() {
  const Answer answer = run({u"list"_s, folder_->filePath(u"a\x1b]0;x\x07.offprint"_s)});
  QCOMPARE(answer.status, 3);
  QVERIFY(!answer.err.contains('\x1b') && !answer.err.contains('\x07'));
  QVERIFY(answer.err.contains("\xe2\x90\x9b]0;x"));  // U+241B, the picture of Escape
}

void TestCommandLine::wordsForADateAreTold() {
  sample();
  const Answer added = run({u"add"_s, library_, u"talk"_s, u"--field"_s, u"date=forthcoming"_s, u"--json"_s});
  QCOMPARE(added.status, 0);
  QCOMPARE(added.json()["date"_L1].toString(), u"forthcoming"_s);
  QVERIFY2(added.err.isEmpty(), added.err.constData());  // as usual as a date
  const Answer worded = run({u"add"_s, library_, u"talk"_s, u"--field"_s, u"date=somewhen"_s});
  QVERIFY2(worded.err.contains("\"somewhen\" is no date"), worded.err.constData());
  // Dates are read as the window reads them.
  const Answer natural =
      run({u"add"_s, library_, u"talk"_s, u"--field"_s, u"date=17 March 2027 18:00"_s, u"--json"_s});
  QCOMPARE(natural.json()["date"_L1].toString(), u"2027-03-17T18:00"_s);
  const Answer relative = run({u"add"_s, library_, u"talk"_s, u"--field"_s, u"date=tomorrow"_s, u"--json"_s});
  QCOMPARE(relative.json()["date"_L1].toString(), QDate::currentDate().addDays(1).toString(Qt::ISODate));
  const Answer set = run({u"set"_s, library_, u"1"_s, u"date=garbage"_s});
  QCOMPARE(set.status, 0);
  QVERIFY2(set.err.contains("2026-01-05") && set.err.contains("date.words"), set.err.constData());
  QVERIFY(run({u"set"_s, library_, u"1"_s, u"date=2026-01"_s, u"title=T"_s}).err.isEmpty());
}

/// Case 18 of text.md.
void TestCommandLine::datesKeepTheirPrecision() {
  sample();
  for (const QString& date : {u"2026"_s, u"2026-01"_s, u"2026-01-05"_s}) {
    const Answer added = run({u"add"_s, library_, u"talk"_s, u"--title"_s, u"T "_s + date, u"--field"_s,
                              u"date="_s + date, u"--json"_s});
    QCOMPARE(added.json()["date"_L1].toString(), date);
  }
}

void TestCommandLine::renderReadsStandardInput() {
  QCOMPARE(run({u"render"_s}, "*a* [x](y)\n").out, QByteArray("<p><em>a</em> <a href=\"y\">x</a></p>\n"));
  QCOMPARE(run({u"render"_s, u"-"_s, u"--plain"_s}, "$a$\n").out, QByteArray("<p>$a$</p>\n"));
  sample();
  run({u"add"_s, library_, u"article"_s, u"--title"_s, u"Tiles"_s});
  QVERIFY(run({u"render"_s, u"--library"_s, library_}, "[[article/tiles]]\n")
              .out.contains("href=\"/articles/tiles/\""));
  const Answer dead = run({u"render"_s, u"--library"_s, library_}, "[[article/none|x]]\n");
  QCOMPARE(dead.out, QByteArray("<p>[[article/none|x]]</p>\n"));
  QVERIFY(dead.err.contains("-:1: ") && dead.err.contains("[link.dead]"));
  QVERIFY(run({u"render"_s}, "[[article/tiles]]\n").err.contains("--library"));
  QVERIFY(run({u"render"_s, u"--language"_s, u"de"_s}, "> [!NOTE]\n> x\n").out.contains(">Hinweis<"));
  QCOMPARE(run({u"render"_s, folder_->filePath(u"none.md"_s)}).status, 3);
  const Answer latin = run({u"render"_s}, "a\n\nCaf\xe9\n");
  QVERIFY(latin.out.contains("Caf\u00e9"));
  QVERIFY2(latin.err.contains("-:3: ") && latin.err.contains("file.not-utf8"), latin.err.constData());
}

void TestCommandLine::exportCheckAndStatus() {
  sample();
  run({u"add"_s, library_, u"article"_s, u"--title"_s, u"A"_s, u"--field"_s, u"status=published"_s,
       u"--field"_s, u"permalink=/x/"_s});
  const QString out = folder_->filePath(u"out"_s);
  QCOMPARE(run({u"export"_s, library_, u"site"_s, out, u"--base-url"_s, u"https://example.org/"_s}).status,
           0);
  run({u"add"_s, library_, u"article"_s, u"--title"_s, u"B"_s, u"--field"_s, u"status=published"_s,
       u"--field"_s, u"permalink=/x/"_s});
  const Answer clash = run({u"check"_s, library_, u"--json"_s});
  QCOMPARE(clash.status, 1);
  QVERIFY(clash.out.contains("article/a") && clash.out.contains("article/b"));
  test::spill(folder_->filePath(u"mine/file.txt"_s), "mine");
  const Answer refused = run({u"export"_s, library_, u"site"_s, folder_->filePath(u"mine"_s)});
  QCOMPARE(refused.status, 3);
  QVERIFY(refused.err.contains("file.txt"));
  QCOMPARE(run({u"export"_s, library_, u"site"_s, out, u"--theme"_s, u"no-such-theme"_s}).status, 3);
  run({u"add"_s, library_, u"article"_s, u"--title"_s, u"Only a draft"_s});
  const QString drafts = folder_->filePath(u"drafts"_s);
  run({u"export"_s, library_, u"site"_s, drafts, u"--drafts"_s});
  QVERIFY(QFile::exists(drafts + u"/articles/only-a-draft/index.html"_s));
  QVERIFY(!QFile::exists(out + u"/articles/only-a-draft/index.html"_s));
}

/// But not with one that is made to look at drafts, or for another address.
void TestCommandLine::listsCompareWithTheExport() {
  sample();
  run({u"add"_s, library_, u"article"_s, u"--title"_s, u"A"_s, u"--field"_s, u"status=published"_s});
  const auto state = [this] {
    const auto library = test::must(Library::open(library_, test::resources(), OpenMode::ReadOnly));
    const ContentItem item = test::must(library->content().find(u"article/a"_s));
    const ItemSummary summary = test::must(library->content().summaries({item.id})).constFirst();
    return siteState(summary, library->now());
  };
  QCOMPARE(state(), SiteState::ToPublish);
  const QString out = folder_->filePath(u"out"_s);
  for (const QStringList& options :
       {QStringList{u"--drafts"_s}, {u"--base-url"_s, u"https://example.org/"_s}})
    QCOMPARE(run(QStringList{u"export"_s, library_, u"site"_s, out} + options).status, 0);
  QCOMPARE(state(), SiteState::ToPublish);
  QCOMPARE(run({u"export"_s, library_, u"site"_s, out}).status, 0);
  QCOMPARE(state(), SiteState::Published);
  run({u"set"_s, library_, u"article/a"_s, u"title=B"_s});
  QCOMPARE(state(), SiteState::Changed);
}

void TestCommandLine::theResumeIsExported() {
  run({u"new"_s, library_, u"--starter"_s, u"notebook"_s});
  const QString pdf = folder_->filePath(u"cv.pdf"_s);
  QCOMPARE(run({u"export"_s, library_, u"cv-pdf"_s, pdf}).status, 0);
  const QByteArray printed = test::slurp(pdf);
  QVERIFY(printed.startsWith("%PDF-") && printed.size() > 10'000);
  QVERIFY(!printed.contains("/URI (file:"));
  QCOMPARE(run({u"export"_s, library_, u"cv-pdf"_s, pdf, u"--json"_s}).json()["unchanged"_L1].toInt(), 1);
  const QString json = folder_->filePath(u"resume.json"_s);
  QCOMPARE(run({u"export"_s, library_, u"jsonresume"_s, json}).status, 0);
  QCOMPARE(QJsonDocument::fromJson(test::slurp(json))["basics"_L1]["name"_L1].toString(), u"Sample Author"_s);
  // Nothing of another format is written over, and a library without a CV says so.
  QVERIFY(run({u"export"_s, library_, u"jsonresume"_s, pdf}).err.contains("stays as it is"));
  QCOMPARE(test::slurp(pdf), printed);
  const QString empty = folder_->filePath(u"b.offprint"_s);
  run({u"new"_s, empty});
  QVERIFY(run({u"export"_s, empty, u"cv-pdf"_s, json}).err.contains("no entry of the CV is published"));
}

void TestCommandLine::exportsAreEqualEverywhere() {
  sample(u"notebook"_s);
  const QList<Environment> places = {
      {{u"TZ"_s, u"UTC"_s}, {u"LC_ALL"_s, u"C.UTF-8"_s}},
      {{u"TZ"_s, u"Asia/Tokyo"_s}, {u"LC_ALL"_s, u"de_DE.UTF-8"_s}, {u"LANGUAGE"_s, u"de"_s}},
      {{u"TZ"_s, u"America/Los_Angeles"_s}, {u"LC_ALL"_s, u"C"_s}, {u"QT_HASH_SEED"_s, u"0"_s}}};
  QMap<QString, QByteArray> first;
  QByteArray zip;
  for (qsizetype i = 0; i < places.size(); ++i) {
    const QString out = folder_->filePath(u"out%1"_s.arg(i));
    QVERIFY(run({u"export"_s, library_, u"site"_s, out, u"--base-url"_s, u"https://example.org/"_s}, {},
                places.at(i))
                .status >= 0);
    run({u"export"_s, library_, u"zip"_s, out + u".zip"_s}, {}, places.at(i));
    if (i == 0) first = test::tree(out), zip = test::slurp(out + u".zip"_s);
    QVERIFY(first.size() > 40);
    const auto files = test::tree(out);
    for (auto file = first.begin(); file != first.end(); ++file)
      QVERIFY2(files.value(file.key()) == *file, qPrintable(file.key()));
    QCOMPARE(files.size(), first.size());
    QCOMPARE(test::slurp(out + u".zip"_s), zip);
  }
}

void TestCommandLine::killedExportIsCompleted() {
  const QString source = folder_->filePath(u"md"_s);
  test::spill(source + u"/offprint.json"_s, "{\"format\": \"offprint-markdown\", \"version\": 1}");
  for (int i = 0; i < 300; ++i)
    test::spill(u"%1/article/a%2.md"_s.arg(source).arg(i),
                "---\ntitle: \"A\"\nslug: \"a" + QByteArray::number(i) +
                    "\"\nstatus: \"published\"\ndate: \"2025\"\n---\n" +
                    QByteArray("Some words in a row.\n\n").repeated(40));
  sample();
  QCOMPARE(run({u"import"_s, library_, source}).status, 0);
  const QString whole = folder_->filePath(u"whole"_s);
  QCOMPARE(run({u"export"_s, library_, u"site"_s, whole}).status, 0);
  const QString out = folder_->filePath(u"out"_s);
  int cut = 0;
  for (int pages = 1; pages <= 200; pages += 60) {
    QProcess process;
    process.start(test::program(), {u"export"_s, library_, u"site"_s, out});
    const QString waited = u"%1/articles/a%2/index.html"_s.arg(out).arg(pages);
    while (process.state() != QProcess::NotRunning && !QFile::exists(waited))
      process.waitForFinished(1);
    process.kill();
    process.waitForFinished();
    if (process.exitStatus() == QProcess::CrashExit) ++cut;
    QCOMPARE(run({u"export"_s, library_, u"site"_s, out}).status, 0);
    QCOMPARE(test::tree(out), test::tree(whole));
    QVERIFY(QDir(out).removeRecursively());
  }
  QVERIFY2(cut > 0, "no export was cut off");
}

void TestCommandLine::markdownComesBack() {
  sample(u"notebook"_s);
  const QString out = folder_->filePath(u"md"_s);
  QCOMPARE(run({u"export"_s, library_, u"markdown"_s, out}).status, 0);
  const QString copy = folder_->filePath(u"b.offprint"_s);
  run({u"new"_s, copy});
  QCOMPARE(run({u"import"_s, copy, out}).status, 0);
  const QJsonArray before = run({u"list"_s, library_, u"--json"_s}).json().array();
  const QJsonArray after = run({u"list"_s, copy, u"--json"_s}).json().array();
  QCOMPARE(after.size(), before.size());
  const QString sites[] = {folder_->filePath(u"s1"_s), folder_->filePath(u"s2"_s)};
  run({u"export"_s, library_, u"site"_s, sites[0]});
  run({u"export"_s, copy, u"site"_s, sites[1]});
  auto first = test::tree(sites[0]);
  auto second = test::tree(sites[1]);
  first.remove(u".offprint-site.json"_s);
  second.remove(u".offprint-site.json"_s);
  for (auto file = first.begin(); file != first.end(); ++file)
    QVERIFY2(second.value(file.key()) == *file, qPrintable(file.key()));
  QCOMPARE(second.size(), first.size());
}

void TestCommandLine::importOfAHugoSite() {
  const QString source = test::shared(u"inputs/hugo-academic"_s);
  if (!QFile::exists(source)) QSKIP("the shared inputs are not here");
  sample();
  const Answer first = run({u"import"_s, library_, source, u"--json"_s});
  QVERIFY2(first.status == 0 || first.status == 1, first.err.constData());
  const QJsonObject counts = first.json()["counts"_L1].toObject();
  QCOMPARE(counts["article"_L1].toInt(), 6);
  QCOMPARE(counts["talk"_L1].toInt(), 1);
  QCOMPARE(counts["publication"_L1].toInt(), 3);
  QCOMPARE(counts["project"_L1].toInt(), 3);
  const Answer second = run({u"import"_s, library_, source, u"--json"_s});
  QCOMPARE(second.json()["counts"_L1].toObject(), counts);
  for (const QJsonValue& item : second.json()["items"_L1].toArray())
    QVERIFY2(item["result"_L1] == u"unchanged"_s || item["result"_L1] == u"left"_s,
             qPrintable(item["source"_L1].toString()));
  QCOMPARE(run({u"import"_s, library_, source, u"--as"_s, u"wordpress"_s}).status, 2);
  QCOMPARE(run({u"import"_s, library_, folder_->filePath(u"none"_s)}).status, 3);
}

void TestCommandLine::findingsThatRepeatAreOneLine() {
  const QString source = folder_->filePath(u"site"_s);
  test::spill(source + u"/hugo.toml"_s, "title = \"S\"\n");
  test::spill(source + u"/content/posts/a.md"_s,
              "---\ntitle: A\n---\n{{< alpha 1 >}}\n\n{{< beta >}}\n\n{{< alpha 2 >}}\n\n{{< alpha 3 >}}\n");
  sample();
  const Answer text = run({u"import"_s, library_, source, u"--dry-run"_s});
  QCOMPARE(text.err.count("[shortcode.unknown]"), 2);
  QVERIFY2(text.err.contains("content/posts/a.md:4: "), text.err.constData());
  QVERIFY2(text.err.contains("(3 times, the last in line 10)"), text.err.constData());
  const Answer json = run({u"import"_s, library_, source, u"--dry-run"_s, u"--json"_s});
  QCOMPARE(json.out.count("shortcode.unknown"), 4);
}

/// Where standard error is no terminal, also while one thing takes long: here a file whose end is far away.
void TestCommandLine::aLongCommandTellsHowFarItIs() {
  sample(u"notebook"_s);
  const QString media = library_ + u"/media"_s;
  QDirIterator files(media, QDir::Files, QDirIterator::Subdirectories);
  QVERIFY(files.hasNext());
  const QString file = files.next();
  QVERIFY(QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner));
  QVERIFY(QFile::resize(file, 1LL << 40));
  QProcess process;
  process.setReadChannel(QProcess::StandardError);
  process.start(test::program(), {u"verify"_s, library_});
  QVERIFY(process.waitForReadyRead(60'000));
  const QByteArray line = process.readLine();
  QVERIFY2(line.startsWith("Checking files: ") && line.endsWith('\n'), line.constData());
  QVERIFY(!line.contains('\r'));
  QCOMPARE(process.readAllStandardOutput(), QByteArray());
  process.kill();
  process.waitForFinished();
}

void TestCommandLine::backupAndRestore() {
  sample();
  run({u"add"_s, library_, u"article"_s, u"--title"_s, u"Kept"_s});
  const QString file = folder_->filePath(u"copy.zip"_s);
  QCOMPARE(run({u"backup"_s, library_, file}).status, 0);
  QCOMPARE(run({u"backup"_s, library_, file}).status, 3);
  const QString back = folder_->filePath(u"back.offprint"_s);
  QCOMPARE(run({u"restore"_s, file, back}).status, 0);
  QCOMPARE(run({u"list"_s, back, u"--json"_s}).json()[0]["title"_L1].toString(), u"Kept"_s);
  QCOMPARE(run({u"restore"_s, file, back}).status, 3);
}

void TestCommandLine::brokenKindsAreNamedAndNothingIsTakenAway() {
  sample();
  const QString kind = library_ + u"/kinds/recipe.json"_s;
  test::spill(kind,
              test::slurp(test::resources().path(u"kinds/tool.json"_s)).replace("\"tool\"", "\"recipe\""));
  QCOMPARE(
      run({u"add"_s, library_, u"recipe"_s, u"--title"_s, u"Soup"_s, u"--field"_s, u"status=published"_s})
          .status,
      0);
  const QString out = folder_->filePath(u"out"_s);
  run({u"export"_s, library_, u"site"_s, out});
  const auto before = test::tree(out);
  test::spill(kind, "{\n\"id\": \n");
  const Answer refused = run({u"export"_s, library_, u"site"_s, out});
  QCOMPARE(refused.status, 3);
  QVERIFY2(refused.err.contains("recipe.json:"), refused.err.constData());
  QCOMPARE(test::tree(out), before);
  const Answer checked = run({u"check"_s, library_, u"--json"_s});
  QCOMPARE(checked.status, 1);
  QVERIFY(checked.out.contains("kinds.broken") && checked.out.contains("recipe.json"));
  const Answer listed = run({u"list"_s, library_});
  QCOMPARE(listed.status, 0);
  QVERIFY(listed.err.contains("recipe.json:"));
}

void TestCommandLine::serveShowsTheLibraryAsItIs() {
  sample();
  run({u"add"_s, library_, u"article"_s, u"--title"_s, u"First"_s, u"--field"_s, u"status=published"_s,
       u"--field"_s, u"aliases=/old/"_s});
  const Server server(library_);
  QVERIFY(server.port > 0);
  const QByteArray home = get(server.port, "/");
  QVERIFY(home.startsWith("HTTP/1.1 200 OK\r\n"));
  QVERIFY(home.contains("Content-Type: text/html; charset=utf-8\r\n"));
  QVERIFY(get(server.port, "/articles/first/index.html").contains("First"));
  QVERIFY(get(server.port, "/articles/first").contains("Location: /articles/first/\r\n"));
  QVERIFY(get(server.port, "/old/").contains("Location: /articles/first/\r\n"));
  QVERIFY(get(server.port, "/feed.xml").contains("application/atom+xml"));
  QVERIFY(get(server.port, "/assets/notebook.css?x=1").contains("text/css"));
  QVERIFY(get(server.port, "/robots.txt").contains("User-agent"));
  QVERIFY(get(server.port, "/nowhere/").startsWith("HTTP/1.1 404"));
  run({u"add"_s, library_, u"article"_s, u"--title"_s, u"Second"_s, u"--field"_s, u"status=published"_s});
  QVERIFY(get(server.port, "/articles/second/").startsWith("HTTP/1.1 200"));
  // What is served is what is exported.
  run({u"export"_s, library_, u"site"_s, folder_->filePath(u"out"_s)});
  for (const QByteArray& path :
       {QByteArray("articles/first/index.html"), QByteArray("index.html"), QByteArray("feed.json")}) {
    const QByteArray answer = get(server.port, '/' + path);
    QCOMPARE(answer.mid(answer.indexOf("\r\n\r\n") + 4),
             test::slurp(folder_->filePath(u"out/"_s + QString::fromLatin1(path))));
  }
}

void TestCommandLine::serveRefusesWhatIsNotForIt() {
  sample();
  const Server server(library_);
  QVERIFY(get(server.port, "/", "evil.example").startsWith("HTTP/1.1 421"));
  QVERIFY(get(server.port, "/", "127.0.0.1.evil.example").startsWith("HTTP/1.1 421"));
  QVERIFY(get(server.port, "/", "localhost:1234").startsWith("HTTP/1.1 200"));
  QVERIFY(get(server.port, "/", "[::1]:80").startsWith("HTTP/1.1 200"));
  for (const QByteArray& path : {QByteArray("/../../etc/passwd"), QByteArray("/%2e%2e/%2e%2e/etc/passwd"),
                                 QByteArray("/media/../library.sqlite"), QByteArray("/library.sqlite"),
                                 QByteArray("//etc/passwd"), QByteArray("/%00")})
    QVERIFY2(get(server.port, path).startsWith("HTTP/1.1 404"), path.constData());
  QVERIFY(ask(server.port, "POST / HTTP/1.1\r\nHost: localhost\r\n\r\n").startsWith("HTTP/1.1 405"));
  QVERIFY(ask(server.port, "nonsense\r\n\r\n").startsWith("HTTP/1.1 400"));
  QVERIFY(ask(server.port, "GET / HTTP/1.1\r\nX: " + QByteArray(20'000, 'x')).startsWith("HTTP/1.1 431"));
  const QByteArray head = ask(server.port, "HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  QVERIFY(head.startsWith("HTTP/1.1 200") && head.endsWith("\r\n\r\n"));
  // And it still answers, until there is nothing to answer for.
  QVERIFY(get(server.port, "/").startsWith("HTTP/1.1 200"));
  QVERIFY(QDir().rename(library_, library_ + u".away"_s));
  const QByteArray gone = get(server.port, "/");
  QVERIFY(gone.startsWith("HTTP/1.1 500") && gone.contains("not there any more"));
}

QTEST_GUILESS_MAIN(TestCommandLine)
#include "tst_CommandLine.moc"
