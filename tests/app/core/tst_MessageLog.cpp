#include <unistd.h>
#include <cstdio>
#include <QtTest>

#include "app/core/MessageLog.h"

using namespace offprint;
using namespace Qt::StringLiterals;

class TestMessageLog : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void warningsOfAllThreadsAreKept() {
    QTemporaryDir folder;
    {
      const MessageLog log(folder.filePath(u"log"_s));
      qInfo("not kept");
      qWarning("one");
      QThreadPool pool;
      for (int i = 0; i < 20; ++i)
        pool.start([] { qWarning("from elsewhere"); });
      pool.waitForDone();
    }
    qWarning("after");
    QFile file(MessageLog::fileIn(folder.filePath(u"log"_s)));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QCOMPARE(text.count('\n'), 21);
    QCOMPARE(text.count("from elsewhere"), 20);
    QVERIFY(!text.contains("after") && !text.contains("not kept"));
  }

  /// What the terminal does not get is in the log all the same.
  void theTerminalGetsFaultsAlone() {
    const QtMessageHandler tests = qInstallMessageHandler(nullptr);
    tellFaultsAlone();
    QTemporaryDir folder;
    const QString told = folder.filePath(u"told"_s);
    std::fflush(stderr);
    const int terminal = ::dup(STDERR_FILENO);
    QVERIFY(std::freopen(QFile::encodeName(told).constData(), "w", stderr));
    {
      const MessageLog log(folder.path());
      qInfo("no news");
      qWarning("of a device");
      qCWarning(ownMessages, "of ours");
      qCritical("a fault");
    }
    std::fflush(stderr);
    ::dup2(terminal, STDERR_FILENO);
    ::close(terminal);
    qInstallMessageHandler(tests);
    QFile terminals(told);
    QVERIFY(terminals.open(QIODevice::ReadOnly));
    QCOMPARE(terminals.readAll(), QByteArray("of ours\na fault\n"));
    QFile log(MessageLog::fileIn(folder.path()));
    QVERIFY(log.open(QIODevice::ReadOnly));
    QVERIFY(log.readAll().contains("of a device"));
  }

  void aLargeFileBeginsAnew() {
    QTemporaryDir folder;
    const QString name = MessageLog::fileIn(folder.path());
    QFile large(name);
    QVERIFY(large.open(QIODevice::WriteOnly));
    QVERIFY(large.resize(1024 * 1024 + 1));
    large.close();
    {
      const MessageLog log(folder.path());
      qWarning("first");
    }
    QVERIFY(QFileInfo(name).size() < 200);
    QVERIFY(QFileInfo::exists(name + u".old"_s));
  }

  void aReportHoldsNothingPrivate() {
    QTemporaryDir folder;
    {
      const MessageLog log(folder.path());
      for (int i = 0; i < 100; ++i)
        qWarning("line %d", i);
      qWarning("The file %s/Secret/a.md cannot be read", qUtf8Printable(QDir::homePath()));
      qWarning("The item “My diary” or \"my diary\" is broken");
    }
    const QString report = problemReport(folder.path(), 10);
    QVERIFY(report.contains(u"Offprint "_s) && report.contains(u"Qt 6"_s));
    QVERIFY(report.contains(u"line 99"_s) && !report.contains(u"line 89"_s));
    QVERIFY(report.contains(u"~/…"_s) && !report.contains(u"Secret"_s));
    QVERIFY(!report.contains(u"diary"_s));
    // Without a log there are still the versions.
    QVERIFY(problemReport(folder.filePath(u"none"_s)).startsWith(u"Offprint "_s));
  }
};

QTEST_GUILESS_MAIN(TestMessageLog)
#include "tst_MessageLog.moc"
