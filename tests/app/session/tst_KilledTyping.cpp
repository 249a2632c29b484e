#include <algorithm>
#include <csignal>
#include <cstdio>
#include <QCoreApplication>
#include <QProcess>
#include <QTimer>
#include <QtTest>

#include "app/session/DocumentSession.h"
#include "app/store/ContentRepository.h"
#include "app/store/Repositories.h"
#include "app/store/StoreClient.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace Qt::StringLiterals;
using namespace offprint;
using test::article;
using test::must;

class TestKilledTyping : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  /// kill -9 while typing a nameless item: what was said to be saved is there, and the file is sound.
  void killedWhileTyping() {
    const QTemporaryDir place;
    const QString folder = place.filePath(u"L.offprint"_s);
    test::newLibrary(folder);
    for (int round = 1; round <= 8; ++round) {
      QProcess typist;
      typist.start(QCoreApplication::applicationFilePath(), {u"--type"_s, folder});
      QVERIFY(typist.waitForStarted());
      QByteArray told;
      while (told.count('\n') < round * 2) {
        QVERIFY(typist.waitForReadyRead());
        told += typist.readAllStandardOutput();
      }
      ::kill(static_cast<pid_t>(typist.processId()), SIGKILL);
      typist.waitForFinished();
      told += typist.readAllStandardOutput();
      const qsizetype saved = told.left(told.lastIndexOf('\n')).split('\n').last().toLongLong();
      auto library = test::openLibrary(folder);
      QVERIFY2(!library->readOnly(), qPrintable(library->readOnlyReason()));
      QVERIFY(must(library->verify()).isEmpty());
      const auto ids = must(library->content().ids({}));
      QCOMPARE(ids.size(), round);
      qsizetype longest = 0;
      for (const ContentId id : ids) {
        const ContentItem item = must(library->content().get(id));
        if (item.title.isEmpty() && item.id == *std::max_element(ids.begin(), ids.end()))
          longest = item.body.size();
        QVERIFY(!item.body.isEmpty());
        QVERIFY(must(library->revisions().count(id)) >= 1);
      }
      QVERIFY2(longest >= saved, "a save that was told is kept");
    }
  }
};

namespace {

/// The child of killedWhileTyping(): types into a new item for ever and prints the length of what is stored.
int type(const QString& folder) {
  StoreClient store;
  QString text;
  std::unique_ptr<DocumentSession> session;
  QTimer keys;
  QObject::connect(&keys, &QTimer::timeout, [&] {
    text += text.size() % 7 == 6 ? u' ' : u'w';
    session->bodyEdited();
  });
  store.open([folder] { return Library::open(folder, test::resources()); }, &keys,
             [&](const Result<void>& opened) {
               must(opened);
               session = std::make_unique<DocumentSession>(store, article({}),
                                                           DocumentSession::Timing{3, 10, 50, 200, 100});
               session->setBodySource([&] { return text; });
               QObject::connect(session.get(), &DocumentSession::saved, [&] {
                 std::printf("%lld\n", static_cast<long long>(session->item().body.size()));
                 std::fflush(stdout);
               });
               keys.start(1);
             });
  return QCoreApplication::exec();
}

}  // namespace

int main(int argc, char** argv) {
  QCoreApplication application(argc, argv);
  if (application.arguments().value(1) == u"--type"_s) return type(application.arguments().value(2));
  TestKilledTyping test;
  return QTest::qExec(&test, argc, argv);
}
#include "tst_KilledTyping.moc"
