#include <QDir>
#include <QSemaphore>
#include <QtTest>

#include "app/session/DocumentSession.h"
#include "app/store/ContentRepository.h"
#include "app/store/Database.h"
#include "app/store/Recovery.h"
#include "app/store/Repositories.h"
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
    QCOMPARE(recovery::bringBack(*library).items.size(), told);
    QCOMPARE(must(library->content().get(first.id)).body, top);
    QVERIFY(!QFileInfo::exists(folder_ + u"/recovery"_s));
    if (told > 0) QVERIFY(versions(*library, first.id).contains(u"abc"_s));
  }

  /// A file that cannot be read hinders no other, and is out of the way of what is typed next.
  void oneFileThatCannotBeReadHindersNoOther() {
    auto library = test::openLibrary(folder_);
    const ContentItem one = must(library->content().insert(article(u"One"_s, u"a"_s)));
    const ContentItem two = must(library->content().insert(article(u"Two"_s, u"a"_s)));
    type(*library, two, u"of two"_s);
    type(*library, one, u"of one"_s);
    Database::setStepFault(
        [&](const QByteArray& sql) { return sql.startsWith("INSERT INTO revision") ? 13 : 0; });
    recovery::BroughtBack back = recovery::bringBack(*library);
    Database::setStepFault({});
    QVERIFY(back.items.isEmpty());
    QVERIFY(back.error.has_value());
    QVERIFY(back.error->message.contains(folder_ + u"/recovery"_s));
    type(*library, one, u"typed later"_s);
    back = recovery::bringBack(*library);
    QCOMPARE(back.items.size(), 2);
    QVERIFY(!back.error.has_value());
    QCOMPARE(must(library->content().get(one.id)).body, u"typed later"_s);
    QVERIFY(versions(*library, one.id).contains(u"of one"_s));
    QCOMPARE(must(library->content().get(two.id)).body, u"of two"_s);
  }

  /// The first place was full for a while: the newest words lie in the other one, alone.
  void theNewestWordsAreInOneFile() {
    auto library = test::openLibrary(folder_);
    const ContentItem item = must(library->content().insert(article(u"T"_s, u"a"_s)));
    const QStringList places = recovery::places(*library);
    QCOMPARE(places.size(), 2);
    type(*library, item, u"older"_s, {places[1]});
    QVERIFY(QFileInfo::exists(places[1] + u'/' + TypingJournal::fileName(item.uuid)));
    type(*library, item, u"newer"_s);
    QVERIFY(!QFileInfo::exists(places[1]));
    // A place that can be written to no more keeps its older file: the time tells.
    type(*library, item, u"newest"_s, {places[1]});
    QFile older(places[0] + u'/' + TypingJournal::fileName(item.uuid));
    QVERIFY(older.open(QIODevice::ReadWrite));
    QVERIFY(older.setFileTime(QDateTime::currentDateTime().addSecs(-60), QFileDevice::FileModificationTime));
    older.close();
    QCOMPARE(recovery::bringBack(*library).items.size(), 1);
    QCOMPARE(must(library->content().get(item.id)).body, u"newest"_s);
    QVERIFY(versions(*library, item.id).contains(u"newer"_s));
  }

 private:
  void type(const Library& library, const ContentItem& stored, const QString& body,
            const QStringList& places = {}) const {
    ContentItem item = stored;
    item.body = body;
    TypingJournal journal;
    journal.setPlaces(places.isEmpty() ? recovery::places(library) : places);
    journal.put(item, stored);
  }
  static QStringList versions(Library& library, ContentId id) {
    QStringList bodies;
    for (const Revision& revision : must(library.revisions().list(id)))
      bodies += must(library.revisions().content(revision.id)).body;
    return bodies;
  }
  QByteArray file(const DocumentSession& session) const {
    const QString path = folder_ + u"/recovery/"_s + TypingJournal::fileName(session.item().uuid);
    return QFileInfo::exists(path) ? test::slurp(path) : QByteArray();
  }

  std::unique_ptr<QTemporaryDir> dir_;
  QString folder_;
};

QTEST_GUILESS_MAIN(TestTypingJournal)
#include "tst_TypingJournal.moc"
