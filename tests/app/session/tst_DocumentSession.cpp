#include <csignal>
#include <cstdio>
#include <QCoreApplication>
#include <QProcess>
#include <QSignalSpy>
#include <QTimer>
#include <QtTest>

#include "app/session/DocumentSession.h"
#include "app/session/Draft.h"
#include "app/session/ItemChanges.h"
#include "app/store/ContentRepository.h"
#include "app/store/Database.h"
#include "app/store/Recovery.h"
#include "app/store/StoreClient.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"
#include "tests/support/SessionStore.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::article;
using test::must;
using test::quick;

class TestDocumentSession : public QObject, test::SessionStore {
  Q_OBJECT

 private Q_SLOTS:
  void init() { begin(); }
  void cleanup() { end(); }

  void theFirstCharacterMakesTheRow() {
    QString text;
    DocumentSession session(*store_, article({}));
    QSignalSpy saved(&session, &DocumentSession::saved);
    session.setBodySource([&] { return text; });
    QVERIFY(!session.item().id.valid());
    text = u"I"_s;
    session.bodyEdited();
    QVERIFY(session.dirty());
    QVERIFY(saved.wait());
    QVERIFY(!session.dirty());
    const ContentItem row = stored(session.item().id);
    QCOMPARE(row.body, u"I"_s);
    QVERIFY(!row.slug.isEmpty());
    QCOMPARE(revisions(row.id).size(), 1);
  }

  void anUntouchedNewItemLeavesNothing() {
    { DocumentSession session(*store_, article({})); }
    QCOMPARE(inStore<ContentCounts>([](Library& library) { return library.content().counts(); }).all, 0);
  }

  void savesWhileTypingGoesOn() {
    auto timing = quick();
    timing.afterLastKey = 1'000'000;  // never by the pause, so only by the ceiling
    QString text;
    DocumentSession session(*store_, insert(article(u"T"_s)), timing);
    QSignalSpy saved(&session, &DocumentSession::saved);
    session.setBodySource([&] { return text; });
    QTimer keys;
    connect(&keys, &QTimer::timeout, this, [&] {
      text += u'x';
      session.bodyEdited();
    });
    keys.start(1);
    QTRY_VERIFY(saved.count() >= 3);
    keys.stop();
    QVERIFY(!stored(session.item().id).body.isEmpty());
  }

  void theSlugOfADraftFollowsItsTitle() {
    insert(article(u"Taken"_s));
    DocumentSession session(*store_, article({}), quick());
    session.setTitle(u"Ta"_s);
    QCOMPARE(session.item().slug, u"ta"_s);
    flush(session);
    session.setTitle(u"Taken"_s);
    QCOMPARE(session.item().slug, u"taken"_s);
    flush(session);
    QCOMPARE(session.item().slug, u"taken-2"_s);
    QCOMPARE(stored(session.item().id).slug, u"taken-2"_s);
    session.setTitle(u"Taken over"_s);
    QCOMPARE(session.item().slug, u"taken-over"_s);
    session.edit(DocumentSession::Part::State, [](ContentItem& item) { item.slug = u"mine"_s; });
    session.setTitle(u"Other"_s);
    QCOMPARE(session.item().slug, u"mine"_s);
    session.edit(DocumentSession::Part::State, [](ContentItem& item) {
      item.slug = u"other"_s;
      item.status = Status::Published;
    });
    session.setTitle(u"Public"_s);
    QCOMPARE(session.item().slug, u"other"_s);
  }

  void aTitleThatIsTypedTakesNoLinksOnItsWay() {
    const ContentItem waiting = insert(article(u"Waiting"_s, u"[[en]] [[energy]]"_s));
    const auto text = [&] { return stored(waiting.id).body; };
    ContentId id;
    {
      DocumentSession session(*store_, article({}), quick());
      for (const QString& title : {u"En"_s, u"Ener"_s, u"Energy"_s}) {
        session.setTitle(title);
        flush(session);
      }
      id = session.item().id;
    }
    QCOMPARE(text(), u"[[en]] [[energy]]"_s);
    {
      DocumentSession session(*store_, stored(id), quick());
      for (const QString& title : {u"En"_s, u"Entropy"_s}) {
        session.setTitle(title);
        flush(session);
      }
      QCOMPARE(text(), u"[[en]] [[energy]]"_s);
    }
    QCOMPARE(text(), u"[[en]] [[entropy]]"_s);
  }

  void aTakenSlugDoesNotKeepTheTextFromBeingStored() {
    insert(article(u"Taken"_s));
    ContentItem item = article(u"Public"_s);
    item.status = Status::Published;
    DocumentSession session(*store_, insert(item), quick());
    QSignalSpy failed(&session, &DocumentSession::saveFailed);
    session.edit(DocumentSession::Part::State, [](ContentItem& i) { i.slug = u"taken"_s; });
    session.setSummary(u"kept"_s);
    flush(session);
    QCOMPARE(failed.count(), 1);
    QCOMPARE(session.item().slug, u"public"_s);
    QCOMPARE(stored(session.item().id).summary, u"kept"_s);
  }

  void anAddressThatIsTypedLeavesNoRedirectsOnItsWay() {
    ContentItem item = article(u"Public"_s);
    item.status = Status::Published;
    DocumentSession session(*store_, insert(item), quick());
    const auto type = [&](const QString& slug) {
      session.edit(DocumentSession::Part::State, [&](ContentItem& i) { i.slug = slug; });
      flush(session);
    };
    const auto redirects = [&] {
      QStringList list;
      for (const Redirect& redirect :
           inStore<QList<Redirect>>([](Library& l) { return l.redirects().list(); }))
        list << redirect.from + u'>' + redirect.to;
      return list;
    };
    for (const QString& slug : {u"a"_s, u"ab"_s, u"abc"_s})
      type(slug);
    QCOMPARE(redirects(), QStringList{u"/articles/public/>/articles/abc/"_s});
    // A version was kept: this address was meant.
    session.keep({});
    flush(session);
    for (const QString& slug : {u"x"_s, u"xy"_s})
      type(slug);
    QCOMPARE(redirects(),
             (QStringList{u"/articles/abc/>/articles/xy/"_s, u"/articles/public/>/articles/xy/"_s}));
    type(u"public"_s);
    QCOMPARE(redirects(), QStringList{u"/articles/abc/>/articles/public/"_s});
  }

  void editsOfOtherFieldsComeTogether() {
    QString text = u"ours"_s;
    DocumentSession session(*store_, insert(article(u"T"_s, u"old"_s)), quick());
    QSignalSpy conflicted(&session, &DocumentSession::conflicted);
    inStore<ContentItem>([id = session.item().id](Library& library) {
      ContentItem item = must(library.content().get(id));
      item.tags = {u"elsewhere"_s};
      item.fields = {{u"theirs"_s, 1}};
      return library.content().save(item);
    });
    session.setBodySource([&] { return text; });
    session.bodyEdited();
    session.setField(u"ours"_s, 2);
    flush(session);
    QCOMPARE(conflicted.count(), 0);
    const ContentItem row = stored(session.item().id);
    QCOMPARE(row.body, u"ours"_s);
    QCOMPARE(row.tags, QStringList{u"elsewhere"_s});
    QCOMPARE(row.fields, (QJsonObject{{u"theirs"_s, 1}, {u"ours"_s, 2}}));
    QCOMPARE(session.item(), row);
  }

  void titlesAreTrimmed() {
    DocumentSession session(*store_, article({}), quick());
    session.setTitle(u"\t"_s);
    QCOMPARE(session.item().title, QString());
    session.setTitle(u" Two words "_s);
    QCOMPARE(session.item().title, u"Two words"_s);
  }

  void aSlugTypedDuringASaveStands() {
    insert(article(u"Taken"_s));
    DocumentSession session(*store_, insert(article(u"T"_s)), quick());
    const auto type = [&](const QString& slug) {
      session.edit(DocumentSession::Part::State, [&](ContentItem& i) { i.slug = slug; });
      session.flush();
    };
    type(u"taken"_s);
    type(u"mine"_s);
    QTRY_VERIFY(!session.dirty());
    QCOMPARE(session.item().slug, u"mine"_s);
    QCOMPARE(stored(session.item().id).slug, u"mine"_s);
  }

  void takesOverWhatAListChanged() {
    DocumentSession session(*store_, insert(article(u"T"_s, u"old"_s)), quick());
    QSignalSpy edited(&session, &DocumentSession::edited);
    QSignalSpy reloaded(&session, &DocumentSession::reloaded);
    ContentItem changed = session.item();
    changed.status = Status::Unlisted;
    session.adopt(changed);
    QCOMPARE(session.item().status, Status::Unlisted);
    QCOMPARE(edited.count(), 1);
    QCOMPARE(reloaded.count(), 0);
    QVERIFY(!session.dirty());
    changed.title = u"U"_s;
    session.adopt(changed);
    QCOMPARE(reloaded.count(), 1);
  }

  void revisionsAreCut() {
    auto timing = quick();
    timing.pause = 30;
    QString text = u"one"_s;
    DocumentSession session(*store_, insert(article(u"T"_s)), timing);
    const ContentId id = session.item().id;
    session.setBodySource([&] { return text; });
    session.bodyEdited();
    QTRY_COMPARE(revisions(id).value(0).reason, RevisionReason::Pause);
    text = u"two"_s;
    session.bodyEdited();
    session.keep(u"Sent to a friend"_s);
    QTRY_COMPARE(revisions(id).value(0).name, u"Sent to a friend"_s);
    QCOMPARE(revisions(id).value(0).reason, RevisionReason::Kept);
    QTRY_COMPARE(session.revisionCount(), static_cast<int>(revisions(id).size()));
    // A name for the same text is told, too.
    QSignalSpy changed(&session, &DocumentSession::revisionsChanged);
    session.keep(u"Sent to the editor"_s);
    QTRY_COMPARE(revisions(id).value(0).name, u"Sent to the editor"_s);
    QTRY_VERIFY(changed.count() > 0);
    text = u"three"_s;
    session.bodyEdited();
    session.beforePaste(200);
    session.beforePaste(201);
    QTRY_COMPARE(revisions(id).value(0).reason, RevisionReason::Paste);
  }

  void longWritingCutsARevision() {
    auto timing = quick();
    timing.writing = 30;
    DocumentSession session(*store_, insert(article(u"T"_s)), timing);
    session.setSummary(u"s"_s);
    QTRY_COMPARE(revisions(session.item().id).size(), 2);  // as it was, and as written
    QCOMPARE(revisions(session.item().id).first().reason, RevisionReason::Typing);
  }

  void leavingStoresTheLastKey() {
    const ContentItem item = insert(article(u"T"_s));
    QString text;
    {
      DocumentSession session(*store_, item);
      session.setBodySource([&] { return text; });
      text = u"last words"_s;
      session.bodyEdited();
      session.setBodySource({});
      text.clear();
    }
    QCOMPARE(stored(item.id).body, u"last words"_s);
    QCOMPARE(revisions(item.id).value(0).reason, RevisionReason::Leave);
  }

  void leavingWhileASaveIsOnItsWay() {
    for (int keys = 1; keys <= 5; ++keys) {
      QString text;
      ContentId id;
      {
        DocumentSession session(*store_, insert(article(u"T"_s)), quick());
        id = session.item().id;
        session.setBodySource([&] { return text; });
        for (int key = 0; key < keys; ++key) {
          text += u'k';
          session.bodyEdited();
          session.flush();
        }
      }
      QCOMPARE(stored(id).body, text);
    }
  }

  void aFailedSaveKeepsTheTextBesideTheLibrary() {
    QString text = u"precious"_s;
    QString uuid;
    {
      DocumentSession session(*store_, article({}), quick());
      QSignalSpy failed(&session, &DocumentSession::saveFailed);
      session.setBodySource([&] { return text; });
      Database::setStepFault(
          [](const QByteArray& sql) { return sql.startsWith("INSERT INTO item ") ? 13 : 0; });
      session.bodyEdited();
      QVERIFY(failed.wait());
      QCOMPARE(failed.first().first().value<Error>().code, ErrorCode::DiskFull);
      QVERIFY(session.dirty());
      const QStringList files = QDir(folder_ + u"/recovery"_s).entryList(QDir::Files);
      QCOMPARE(files.size(), 1);
      text = u"more precious"_s;
      session.bodyEdited();
      flush(session);
      QCOMPARE(failed.count(), 1);  // the same fault is shown once
      session.setBodySource({});
    }
    store_.reset();
    Database::setStepFault({});
    openStore();
    const auto back = inStore<recovery::BroughtBack>(recovery::bringBack).items;
    QCOMPARE(back.size(), 1);
    QCOMPARE(stored(back.first()).body, u"more precious"_s);
    QVERIFY(!QFileInfo::exists(folder_ + u"/recovery"_s));
  }

  void aSaveThatWorksAgainForgetsTheFile() {
    DocumentSession session(*store_, insert(article(u"T"_s)), quick());
    QSignalSpy failed(&session, &DocumentSession::saveFailed);
    QSignalSpy saved(&session, &DocumentSession::saved);
    Database::setStepFault([](const QByteArray& sql) { return sql.startsWith("UPDATE item SET") ? 13 : 0; });
    session.setTitle(u"U"_s);
    QVERIFY(failed.wait());
    QVERIFY(QFileInfo::exists(folder_ + u"/recovery"_s));
    Database::setStepFault({});
    QVERIFY(saved.count() > 0 || saved.wait());  // tried again by itself
    QTRY_VERIFY(!QFileInfo::exists(folder_ + u"/recovery"_s));
    QCOMPARE(stored(session.item().id).title, u"U"_s);
  }

  void recoveredTextGoesOnTopOfWhatIsOlder_data() {
    QTest::addColumn<bool>("storedSince");
    QTest::newRow("the newest") << false;
    QTest::newRow("stored since") << true;
  }
  void recoveredTextGoesOnTopOfWhatIsOlder() {
    QFETCH(bool, storedSince);
    ContentItem item = insert(article(u"T"_s, u"stored"_s));
    keepInFile(item, u"recovered"_s);
    if (storedSince) {
      item.body = u"stored later"_s;
      inStore<ContentItem>([item](Library& library) { return library.content().save(item); });
    }
    inStore<recovery::BroughtBack>(recovery::bringBack);
    QCOMPARE(stored(item.id).body, storedSince ? u"stored later"_s : u"recovered"_s);
    QVERIFY(bodies(item.id).contains(storedSince ? u"recovered"_s : u"stored"_s));
    QCOMPARE(bodies(item.id).first(), stored(item.id).body);
  }

  /// The disk was full, the item was left, opened again and stored: the file must not come back on top.
  void theFileOfAnEarlierSessionBecomesAVersion() {
    const ContentItem item = insert(article(u"T"_s, u"stored"_s));
    keepInFile(item, u"not stored"_s);
    DocumentSession session(*store_, item, quick());
    session.setSummary(u"s"_s);
    flush(session);
    QVERIFY(!QFileInfo::exists(folder_ + u"/recovery"_s));
    QCOMPARE(stored(item.id).body, u"stored"_s);
    QVERIFY(bodies(item.id).contains(u"not stored"_s));
  }

  void aVersionIsToldWhenItIsKept() {
    DocumentSession session(*store_, insert(article(u"T"_s)), quick());
    QList<bool> told;
    session.keep({}, [&](const Result<void>& kept) { told << kept.has_value(); });
    QVERIFY(told.isEmpty());
    QTRY_COMPARE(told, QList<bool>{true});
    Database::setStepFault(
        [](const QByteArray& sql) { return sql.startsWith("INSERT INTO revision") ? 13 : 0; });
    session.setSummary(u"s"_s);
    session.keep({}, [&](const Result<void>& kept) { told << kept.has_value(); });
    QTRY_COMPARE(told, (QList<bool>{true, false}));
  }

  void changesApplyFieldByField() {
    ContentItem base = article(u"a"_s, u"b"_s);
    base.fields = {{u"x"_s, 1}, {u"y"_s, 2}};
    ContentItem ours = base;
    ours.title = u"A"_s;
    ours.fields.remove(u"x"_s);
    ContentItem theirs = base;
    theirs.body = u"B"_s;
    theirs.fields.insert(u"y"_s, 3);
    QVERIFY(!itemChanges::overlap(base, ours, theirs));
    const ContentItem both = itemChanges::applied(theirs, base, ours);
    QCOMPARE(both.title, u"A"_s);
    QCOMPARE(both.body, u"B"_s);
    QCOMPARE(both.fields, (QJsonObject{{u"y"_s, 3}}));
    theirs.title = u"A"_s;
    QVERIFY(!itemChanges::overlap(base, ours, theirs));  // the same change twice is no contradiction
    theirs.title = u"C"_s;
    QVERIFY(itemChanges::overlap(base, ours, theirs));
    QVERIFY(itemChanges::differ(base, ours));
    QVERIFY(!itemChanges::differ(base, base));
  }
};

QTEST_GUILESS_MAIN(TestDocumentSession)
#include "tst_DocumentSession.moc"
