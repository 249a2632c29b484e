#include <atomic>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/SessionStore.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::article;
using test::must;
using test::quick;

/// An item that was changed here and elsewhere in the same place: the author says which stays.
class TestContradictions : public QObject, test::SessionStore {
  Q_OBJECT
 private Q_SLOTS:
  void init() { begin(); }
  void cleanup() { end(); }

  void aContradictionIsTheAuthorsToResolve_data() {
    QTest::addColumn<bool>("keepOurs");
    QTest::newRow("ours") << true;
    QTest::newRow("theirs") << false;
  }
  void aContradictionIsTheAuthorsToResolve() {
    QFETCH(bool, keepOurs);
    QString text = u"ours"_s;
    DocumentSession session(*store_, insert(article(u"T"_s, u"old"_s)), quick());
    QSignalSpy conflicted(&session, &DocumentSession::conflicted);
    QSignalSpy reloaded(&session, &DocumentSession::reloaded);
    const ContentId id = session.item().id;
    inStore<ContentItem>([id](Library& library) {
      ContentItem item = must(library.content().get(id));
      item.body = u"theirs"_s;
      return library.content().save(item);
    });
    session.setBodySource([&] { return text; });
    session.bodyEdited();
    flush(session);
    QCOMPARE(conflicted.count(), 1);
    QCOMPARE(stored(id).body, u"theirs"_s);
    session.resolve(keepOurs);
    if (!keepOurs) {
      QCOMPARE(reloaded.count(), 1);
      QCOMPARE(session.item().body, u"theirs"_s);
    }
    QTRY_VERIFY(!session.dirty());
    QTRY_COMPARE(stored(id).body, keepOurs ? u"ours"_s : u"theirs"_s);
    QVERIFY2(bodies(id).contains(u"theirs"_s), "the other side stays as a version");
    if (!keepOurs) QVERIFY2(bodies(id).contains(u"ours"_s), "our side stays as a version");
    text = u"more"_s;
    session.bodyEdited();
    flush(session);
    QCOMPARE(stored(id).body, u"more"_s);
  }

  /// Taking theirs is one step: where it cannot be stored nothing of it is, and the journal has our text.
  void takingTheirsIsAllOrNothing() {
    DocumentSession session(*store_, insert(article(u"T"_s, u"old"_s)), quick());
    const ContentId id = session.item().id;
    QSignalSpy failed(&session, &DocumentSession::saveFailed);
    inStore<ContentItem>([id](Library& library) {
      ContentItem item = must(library.content().get(id));
      item.body = u"theirs"_s;
      return library.content().save(item);
    });
    session.setBodySource([] { return u"ours"_s; });
    session.bodyEdited();
    flush(session);
    const ContentItem before = stored(id);
    const QStringList versions = bodies(id);
    // The last of what is written is the version of theirs: it fails once ours has been stored before.
    auto inserted = std::make_shared<std::atomic<int>>(0);
    Database::setStepFault([inserted](const QByteArray& sql) {
      return sql.startsWith("UPDATE item SET") && ++*inserted > 1 ? 13 : 0;
    });
    session.resolve(false);
    QVERIFY(failed.wait());
    inStore<int>([](Library&) -> Result<int> { return 0; });
    Database::setStepFault({});
    QVERIFY(*inserted > 1);
    QCOMPARE(stored(id), before);
    QCOMPARE(bodies(id), versions);
  }

  void leavingInAContradictionKeepsBoth() {
    const ContentItem item = insert(article(u"T"_s, u"old"_s));
    {
      DocumentSession session(*store_, item, quick());
      QSignalSpy conflicted(&session, &DocumentSession::conflicted);
      inStore<ContentItem>([item](Library& library) {
        ContentItem theirs = item;
        theirs.body = u"theirs"_s;
        return library.content().save(theirs);
      });
      session.edit(DocumentSession::Part::Fields, [](ContentItem& i) { i.tags = {u"t"_s}; });
      session.setBodySource([] { return u"ours"_s; });
      session.bodyEdited();
      flush(session);
      QCOMPARE(conflicted.count(), 1);
      session.setBodySource({});
    }
    QCOMPARE(stored(item.id).body, u"ours"_s);
    QVERIFY(bodies(item.id).contains(u"theirs"_s));
  }
};

QTEST_GUILESS_MAIN(TestContradictions)
#include "tst_Contradictions.moc"
