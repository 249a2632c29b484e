#include <sys/stat.h>
#include <QJsonArray>
#include <QtTest>

#include "tests/support/Program.h"

using namespace Qt::StringLiterals;
using namespace offprint;

using test::Answer;
using test::run;

/// What the command line is given: words, files and streams that are not what they should be.
class TestCommandInput : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  QString library_;

 private Q_SLOTS:
  void init() {
    library_ = folder_.filePath(u"%1.offprint"_s.arg(QString::fromLatin1(QTest::currentTestFunction())));
    if (!QFileInfo::exists(library_)) QCOMPARE(run({u"new"_s, library_}).status, 0);
  }

  void emptyWordsAreNamed_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("new") << QStringList{u"new"_s, {}} << QByteArray("LIBRARY is empty");
    QTest::newRow("backup") << QStringList{u"backup"_s, u"L"_s, {}} << QByteArray("FILE is empty");
    QTest::newRow("export") << QStringList{u"export"_s, u"L"_s, u"site"_s, {}} << QByteArray("OUT is empty");
    QTest::newRow("show") << QStringList{u"show"_s, u"L"_s, {}} << QByteArray("ITEM is empty");
    QTest::newRow("render") << QStringList{u"render"_s, {}} << QByteArray("FILE is empty");
  }
  void emptyWordsAreNamed() {
    QFETCH(QStringList, words);
    QFETCH(QByteArray, named);
    for (QString& word : words)
      if (word == u"L"_s) word = library_;
    const Answer answer = run(words);
    QCOMPARE(answer.status, 2);
    QVERIFY2(answer.err.contains(named), answer.err.constData());
  }

  /// Behind "--" a word is never an option.
  void twoDashesEndTheOptions() {
    const QString dashed = u"--odd.md"_s;
    test::spill(folder_.filePath(dashed), "*a*\n");
    QProcess process;
    process.setWorkingDirectory(folder_.path());
    process.start(test::program(), {u"render"_s, u"--plain"_s, u"--"_s, dashed});
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.readAllStandardOutput(), QByteArray("<p><em>a</em></p>\n"));
    QVERIFY(run({u"show"_s, library_, u"--"_s, u"--help"_s}).err.contains("--help"));
  }

  void whatIsNoFileIsRefused_data() {
    QTest::addColumn<QString>("file");
    QTest::newRow("device without an end") << u"/dev/zero"_s;
    QTest::newRow("pipe that nobody writes into") << folder_.filePath(u"pipe"_s);
    QTest::newRow("folder") << folder_.path();
  }
  void whatIsNoFileIsRefused() {
    QFETCH(QString, file);
    if (file.endsWith(u"/pipe"_s)) ::mkfifo(QFile::encodeName(file).constData(), 0600);
    for (const QStringList& words :
         {QStringList{u"render"_s, file}, QStringList{u"add"_s, library_, u"article"_s, u"--body"_s, file}}) {
      const Answer answer = run(words);
      QCOMPARE(answer.status, 3);
      QVERIFY2(answer.err.contains(file.toUtf8()), answer.err.constData());
    }
  }

  void largeTextsAreRefused() {
    const QByteArray large(20'000'001, 'a');
    test::spill(folder_.filePath(u"large.md"_s), large);
    for (const QString& file : {folder_.filePath(u"large.md"_s), u"-"_s}) {
      const Answer answer = run({u"render"_s, file}, large);
      QCOMPARE(answer.status, 3);
      QVERIFY2(answer.err.contains("20 MB"), answer.err.constData());
    }
    QCOMPARE(run({u"render"_s, u"-"_s}, "*a*").out, QByteArray("<p><em>a</em></p>\n"));
  }

  /// As in the window.
  void whatIsPublishedHasADate() {
    const QByteArray today = QDate::currentDate().toString(Qt::ISODate).toUtf8();
    QCOMPARE(run({u"add"_s, library_, u"article"_s, u"--title"_s, u"A"_s}).status, 0);
    const auto date = [&](const QStringList& assignments) {
      const Answer answer =
          run(QStringList{u"set"_s, library_, u"article/a"_s} + assignments + QStringList{u"--json"_s});
      return answer.json()[u"date"_s].toString().toUtf8();
    };
    QCOMPARE(date({u"status=unlisted"_s}), QByteArray());
    QCOMPARE(date({u"status=published"_s}), today);
    QCOMPARE(date({u"date=2020-01"_s}), QByteArray("2020-01"));
    QCOMPARE(date({u"status=draft"_s, u"date="_s}), QByteArray());
    QCOMPARE(date({u"status=published"_s, u"date="_s}), QByteArray());
    const Answer added = run({u"add"_s, library_, u"article"_s, u"--title"_s, u"B"_s, u"--field"_s,
                              u"status=published"_s, u"--json"_s});
    QCOMPARE(added.json()[u"date"_s].toString().toUtf8(), today);
  }

  void whatIsNoBackupIsNamed_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("text") << QByteArray("not a backup");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("archive") << QByteArray::fromBase64(
        "UEsDBBQAAAAAAG5JgV0HoerdAgAAAAIAAAABAAAAYWEKUEsBAhQDFAAAAAAAbkmBXQeh6t0CAAAAAgAAAAEAAAAAAAAAAAAAAIAB"
        "AAAAAGFQSwUGAAAAAAEAAQAvAAAAIQAAAAAA");
  }
  void whatIsNoBackupIsNamed() {
    QFETCH(QByteArray, content);
    const QString file = folder_.filePath(u"x.zip"_s);
    test::spill(file, content);
    const Answer answer = run({u"restore"_s, file, folder_.filePath(u"Restored.offprint"_s)});
    QCOMPARE(answer.status, 3);
    QVERIFY2(answer.err.contains("backup") && answer.err.contains(file.toUtf8()), answer.err.constData());
    QVERIFY(!QFileInfo::exists(folder_.filePath(u"Restored.offprint"_s)));
  }
};

QTEST_GUILESS_MAIN(TestCommandInput)
#include "tst_CommandInput.moc"
