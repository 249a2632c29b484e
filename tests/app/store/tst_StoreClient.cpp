#include <QSignalSpy>
#include <QThread>
#include <QtTest>

#include "app/store/ContentRepository.h"
#include "app/store/StoreClient.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::codeOf;

class TestStoreClient : public QObject {
  Q_OBJECT
  QTemporaryDir dir_;
  int number_ = 0;

  StoreClient::Opener creator() {
    return [folder = dir_.filePath(u"L%1.offprint"_s.arg(++number_))] {
      return Library::create(folder, test::resources(), test::clock());
    };
  }
  Result<void> open(StoreClient& client, StoreClient::Opener opener,
                    std::function<void()> beforeSwitch = {}) {
    std::optional<Result<void>> answer;
    client.open(
        std::move(opener), this, [&](const Result<void>& done) { answer = done; }, std::move(beforeSwitch));
    while (!answer)
      QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    return *answer;
  }

 private Q_SLOTS:
  void jobsRunInOrderOnOneOtherThread() {
    StoreClient client;
    test::must(open(client, creator()));
    QList<int> answers;
    QThread* const gui = QThread::currentThread();
    QSet<QThread*> threads;
    for (int i = 0; i < 200; ++i) {
      client.run<int>(
          [i, &threads](Library&) -> Result<int> {
            threads.insert(QThread::currentThread());
            return i;
          },
          this,
          [&, gui](const Result<int>& answer) {
            QCOMPARE(QThread::currentThread(), gui);
            answers.append(*answer);
          });
    }
    QTRY_COMPARE(answers.size(), 200);
    QVERIFY(std::is_sorted(answers.begin(), answers.end()));
    client.stop();
    QCOMPARE(threads.size(), 1);
    QVERIFY(!threads.contains(gui));
  }

  void twoOpeningsAtOnceEndWithTheLater() {
    StoreClient client;
    QList<bool> told;
    for (int i = 0; i < 2; ++i)
      client.open(creator(), this, [&](const Result<void>& done) { told << done.has_value(); });
    QTRY_COMPARE(told, (QList<bool>{true, true}));
    QString folder;
    client.run<QString>([](Library& library) -> Result<QString> { return library.folder(); }, this,
                        [&](const Result<QString>& answer) { folder = answer.value_or(u"none"_s); });
    QTRY_COMPARE(QFileInfo(folder).fileName(), u"L%1.offprint"_s.arg(number_));
  }

  void withoutALibraryEveryJobIsAnswered() {
    StoreClient client;
    QList<ErrorCode> codes;
    const auto ask = [&] {
      client.run<int>([](Library&) -> Result<int> { return 1; }, this,
                      [&](const Result<int>& answer) { codes.append(codeOf(answer)); });
    };
    ask();
    QTRY_COMPARE(codes, QList<ErrorCode>{ErrorCode::NotFound});
    client.stop();
    ask();
    QCOMPARE(codes.last(), ErrorCode::Cancelled);  // at once
    QCOMPARE(codeOf(open(client, creator())), ErrorCode::Cancelled);
    client.stop();
  }

  void aFaultyJobDoesNotStopTheThread() {
    StoreClient client;
    test::must(open(client, creator()));
    QList<ErrorCode> codes;
    const auto note = [&](const Result<int>& answer) { codes.append(codeOf(answer)); };
    client.run<int>([](Library&) -> Result<int> { throw std::bad_alloc(); }, this, note);
    client.run<int>([](Library&) -> Result<int> { return makeError(ErrorCode::DiskFull, {}); }, this, note);
    QTRY_COMPARE(codes, (QList<ErrorCode>{ErrorCode::Internal, ErrorCode::DiskFull}));
    int answer = 0;
    client.run<int>([](Library&) -> Result<int> { return 7; }, this,
                    [&](const Result<int>& n) { answer = *n; });
    QTRY_COMPARE(answer, 7);
  }

  void nobodyIsAnsweredAfterItsEnd() {
    StoreClient client;
    test::must(open(client, creator()));
    int answered = 0;
    {
      QObject context;
      client.run<int>([](Library&) -> Result<int> { return 1; }, &context,
                      [&](const Result<int>&) { ++answered; });
    }
    client.run<int>([](Library&) -> Result<int> { return 1; }, this, [&](const Result<int>&) { ++answered; });
    client.stop();
    QCOMPARE(answered, 1);
  }

  void stoppingDrainsAndAnswersAll() {
    int answered = 0;
    int ran = 0;
    {
      StoreClient client;
      test::must(open(client, creator()));
      for (int i = 0; i < 50; ++i) {
        client.run<int>([&ran](Library&) -> Result<int> { return ++ran; }, this,
                        [&](const Result<int>&) { ++answered; });
      }
    }
    QCOMPARE(ran, 50);
    QCOMPARE(answered, 50);
    QVERIFY(!QFileInfo::exists(dir_.filePath(u"L%1.offprint/library.lock"_s.arg(number_))));
  }

  void aFailedOpenKeepsTheOneBefore() {
    StoreClient client;
    test::must(open(client, creator()));
    const auto nameNow = [&] {
      QString name;
      client.run<QString>([](Library& library) -> Result<QString> { return library.name(); }, this,
                          [&](const Result<QString>& answer) { name = answer.value_or(u"none"_s); });
      while (name.isEmpty())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
      return name;
    };
    const QString first = nameNow();
    int asked = 0;
    QCOMPARE(codeOf(open(
                 client, [] { return Library::open(u"/no/such"_s, test::resources()); }, [&] { ++asked; })),
             ErrorCode::NotFound);
    QCOMPARE(nameNow(), first);
    QCOMPARE(asked, 0);
    // The last jobs for the old library go to the old library.
    QString last;
    test::must(open(client, creator(), [&] {
      client.run<QString>([](Library& library) -> Result<QString> { return library.name(); }, this,
                          [&](const Result<QString>& answer) { last = *answer; });
    }));
    QCOMPARE(last, first);
    QVERIFY(nameNow() != first);
    QVERIFY(!QFileInfo::exists(dir_.filePath(first + u".offprint/library.lock"_s)));
    bool closed = false;
    client.close(this, [&](const Result<void>&) { closed = true; });
    QCOMPARE(nameNow(), u"none"_s);
    QVERIFY(closed);
  }
};

QTEST_GUILESS_MAIN(TestStoreClient)
#include "tst_StoreClient.moc"
