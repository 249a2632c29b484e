#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "app/store/Library.h"
#include "app/store/Repositories.h"
#include "tests/support/Libraries.h"
#include "tests/support/Program.h"

using namespace Qt::StringLiterals;
using namespace offprint;
using test::Answer;
using test::must;
using test::run;

/// Where the commands put what they make, and what they say when it is not all.
class TestOutputs : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    library_ = folder_->filePath(u"a.offprint"_s);
    QCOMPARE(run({u"new"_s, library_, u"--starter"_s, u"empty"_s}).status, 0);
  }

  void filesGoToStandardOutput() {
    run({u"add"_s, library_, u"publication"_s, u"--title"_s, u"Warp"_s, u"--field"_s, u"status=published"_s});
    const auto piped = [this](const QString& format) { return run({u"export"_s, library_, format, u"-"_s}); };
    QVERIFY(piped(u"bibtex"_s).out.startsWith('@'));
    QCOMPARE(piped(u"csl-json"_s).json()[0]["title"_L1].toString(), u"Warp"_s);
    QVERIFY(piped(u"ris"_s).out.startsWith("TY"));
    QVERIFY(piped(u"zip"_s).out.startsWith("PK"));
    QVERIFY(!QFile::exists(u"-"_s));
  }

  /// What is missing is named, all the rest is kept.
  void aMissingMediaFileStopsNeitherBackupNorSite() {
    must(must(Library::open(library_, test::resources()))->media().add(u"a.pdf"_s, "x"));
    const QString body = folder_->filePath(u"body.md"_s);
    test::spill(body, "[paper](media/a.pdf)\n");
    run({u"add"_s, library_, u"article"_s, u"--title"_s, u"Kept"_s, u"--field"_s, u"status=published"_s,
         u"--body"_s, body});
    QVERIFY(QDir(library_ + u"/media"_s).removeRecursively());
    for (const QStringList& command :
         {QStringList{u"backup"_s, library_, folder_->filePath(u"copy.zip"_s)},
          QStringList{u"export"_s, library_, u"zip"_s, folder_->filePath(u"site.zip"_s)},
          QStringList{u"export"_s, library_, u"site"_s, folder_->filePath(u"site"_s)}}) {
      const Answer answer = run(command);
      QCOMPARE(answer.status, 1);
      QVERIFY2(answer.err.contains("media/a.pdf"), answer.err.constData());
    }
    QVERIFY(QFile::exists(folder_->filePath(u"site.zip"_s)));
    QVERIFY(QFile::exists(folder_->filePath(u"site/articles/kept/index.html"_s)));
    const QString back = folder_->filePath(u"back.offprint"_s);
    QCOMPARE(run({u"restore"_s, folder_->filePath(u"copy.zip"_s), back}).status, 0);
    QCOMPARE(run({u"show"_s, back, u"article/kept"_s}).status, 0);
  }

  void damagedWordsAreToldByVerify() {
    run({u"add"_s, library_, u"article"_s, u"--title"_s, u"Kept"_s});
    QCOMPARE(run({u"verify"_s, library_}).status, 0);
    QByteArray bytes = test::slurp(library_ + u"/library.sqlite"_s);
    QVERIFY(bytes.contains("Kept"));
    bytes.replace("Kept", "Kepu");
    test::spill(library_ + u"/library.sqlite"_s, bytes);
    const Answer answer = run({u"verify"_s, library_});
    QCOMPARE(answer.status, 1);
    QVERIFY2(answer.out.contains("article/kept"), answer.out.constData());
  }

 private:
  std::unique_ptr<QTemporaryDir> folder_;
  QString library_;
};

QTEST_GUILESS_MAIN(TestOutputs)
#include "tst_Outputs.moc"
