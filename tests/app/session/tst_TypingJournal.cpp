#include <QDir>
#include <QSemaphore>
#include <QtTest>

#include "app/session/DocumentSession.h"
#include "app/store/ContentRepository.h"
#include "app/store/Recovery.h"
#include "app/store/StoreClient.h"
#include "app/store/TypingJournal.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace Qt::StringLiterals;
using namespace offprint;
using test::article;
using test::must;

namespace {

/// Everything at once.
DocumentSession::Timing quick() {
  return {1, 1, 1'000'000, 1'000'000, 1, 1};
}

}  // namespace

class TestTypingJournal : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void init() {
    dir_ = std::make_unique<QTemporaryDir>();
    folder_ = dir_->filePath(u"L.offprint"_s);
    test::newLibrary(folder_);
  }

  /// A store thread that is at work keeps nothing from the disk; what is stored leaves no file.
  void whatIsTypedIsOnTheDiskUntilItIsStored() {
    StoreClient store;
    bool opened = false;
    store.open(
        [this] { return Library::open(folder_, test::resources(), OpenMode::ReadWrite, test::clock()); },
        this, [&](const Result<void>& done) { opened = done.has_value(); });
    QTRY_VERIFY(opened);
    QSemaphore busy;
    store.run<void>(
        [&busy](Library&) -> Result<void> {
          busy.acquire();
          return {};
        },
        nullptr, {});
    ContentItem item = article({});
    item.uuid.clear();
    DocumentSession session(store, item, quick());
    session.setTitle(u"First"_s);
    QTRY_VERIFY(file(session).contains("First"));
    session.setSummary(u"Second"_s);  // the save that waits does not hold it
    QTRY_VERIFY(file(session).contains("Second"));
    busy.release();
    QTRY_VERIFY(!session.dirty());
    QTRY_VERIFY(!QFileInfo::exists(folder_ + u"/recovery"_s));
  }

  /// The process was killed between a save and its answer, or before it.
  void whatWasTypedGoesOnTopOfWhatItsSessionHadStored_data() {
    QTest::addColumn<QString>("sent");
    QTest::addColumn<QString>("stored");
    QTest::addColumn<QString>("top");
    QTest::addColumn<int>("told");
    QTest::newRow("before the save") << u"a"_s << u"a"_s << u"abc"_s << 1;
    QTest::newRow("after the save") << u"ab"_s << u"ab"_s << u"abc"_s << 1;
    QTest::newRow("another stored since") << u"ab"_s << u"x"_s << u"x"_s << 1;
    QTest::newRow("all stored") << u"abc"_s << u"abc"_s << u"abc"_s << 0;
  }
  void whatWasTypedGoesOnTopOfWhatItsSessionHadStored() {
    QFETCH(QString, sent);
    QFETCH(QString, stored);
    QFETCH(QString, top);
    QFETCH(int, told);
    auto library = test::openLibrary(folder_);
    const ContentItem first = must(library->content().insert(article(u"T"_s, u"a"_s)));
    const auto with = [&](const QString& body) {
      ContentItem item = first;
      item.body = body;
      return item;
    };
    {
      TypingJournal journal;
      journal.setPlaces(recovery::places(*library));
      journal.put(with(u"abc"_s), with(sent));
    }
    must(library->content().save(with(stored)));
    QCOMPARE(must(recovery::bringBack(*library)).size(), told);
    QCOMPARE(must(library->content().get(first.id)).body, top);
    QVERIFY(!QFileInfo::exists(folder_ + u"/recovery"_s));
    QStringList versions;
    for (const Revision& revision : must(library->revisions().list(first.id)))
      versions += must(library->revisions().content(revision.id)).body;
    if (told > 0) QVERIFY(versions.contains(u"abc"_s));
  }

 private:
  QByteArray file(const DocumentSession& session) const {
    const QString path = folder_ + u"/recovery/"_s + TypingJournal::fileName(session.item().uuid);
    return QFileInfo::exists(path) ? test::slurp(path) : QByteArray();
  }

  std::unique_ptr<QTemporaryDir> dir_;
  QString folder_;
};

QTEST_GUILESS_MAIN(TestTypingJournal)
#include "tst_TypingJournal.moc"
