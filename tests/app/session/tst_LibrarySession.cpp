#include <ctime>
#include <QSemaphore>
#include <QSignalSpy>
#include <QtTest>

#include "app/session/DocumentSession.h"
#include "app/session/LibrarySession.h"
#include "app/session/UndoStack.h"
#include "app/store/Database.h"
#include "app/store/Recovery.h"
#include "app/store/StoreClient.h"
#include "tests/support/Fixture.h"
#include "tests/support/Libraries.h"

using namespace offprint;
using namespace Qt::StringLiterals;
using test::article;
using test::must;
using Type = CollectionRepository::Type;

class TestLibrarySession : public QObject {
  Q_OBJECT

  QTemporaryDir dir_;
  std::unique_ptr<LibrarySession> session_;
  int number_ = 0;

  QString newFolder() { return dir_.filePath(u"L%1.offprint"_s.arg(++number_)); }

  Result<void> wait(const std::function<void(LibrarySession::Done)>& work) {
    std::optional<Result<void>> answer;
    work([&](const Result<void>& result) { answer = result; });
    while (!answer)
      QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    return *answer;
  }
  template <class T>
  Result<T> ask(const std::function<void(std::function<void(Result<T>)>)>& work) {
    std::optional<Result<T>> answer;
    work([&](Result<T> result) { answer = std::move(result); });
    while (!answer)
      QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    return *answer;
  }
  /// Runs what has been queued so far.
  void settle() {
    for (int round = 0; round < 3; ++round)
      must(ask<int>([&](auto done) {
        session_->store().run<int>([](Library&) -> Result<int> { return 0; }, this, done);
      }));
  }
  ContentItem get(ContentId id) {
    return must(ask<ContentItem>([&](auto done) {
      session_->store().run<ContentItem>([id](Library& library) { return library.content().get(id); }, this,
                                         done);
    }));
  }
  ContentId add(const ContentItem& item) {
    const ContentItem stored = must(ask<ContentItem>([&](auto done) {
      session_->store().run<ContentItem>([item](Library& library) { return library.content().insert(item); },
                                         this, done);
    }));
    session_->refresh();
    settle();
    return stored.id;
  }
  DocumentSession* openItem(ContentId id) {
    return must(ask<DocumentSession*>([&](auto done) { session_->openItem(id, done); }));
  }
  QString tag(ContentId id) { return get(id).tags.join(u','); }

 private Q_SLOTS:
  void init() {
    session_ = std::make_unique<LibrarySession>(test::resources(), test::clock());
    must(wait([&](auto done) { session_->create(newFolder(), Site::starter(u"Site"_s, u"Role"_s), done); }));
  }
  void cleanup() {
    Database::setStepFault({});
    session_.reset();
  }

  void opensAndSwitches() {
    QVERIFY(session_->isOpen());
    QCOMPARE(session_->name(), u"L%1"_s.arg(number_));
    QCOMPARE(session_->site().title, u"Site"_s);
    QVERIFY(session_->kinds()->find(u"article"_s));
    QVERIFY(!session_->readOnly());
    const QString first = session_->folder();
    const ContentId id = add(article(u"One"_s));
    DocumentSession* open = openItem(id);
    open->setTitle(u"Typed"_s);
    QSignalSpy closing(session_.get(), &LibrarySession::itemClosing);
    // A library that cannot be opened leaves everything as it is.
    const auto refused =
        wait([&](auto done) { session_->open(dir_.filePath(u"nothing"_s), OpenMode::ReadWrite, done); });
    QCOMPARE(test::codeOf(refused), ErrorCode::NotFound);
    QCOMPARE(closing.count(), 0);
    QCOMPARE(session_->openedItem(id), open);
    open->setTitle(u"Typed on"_s);
    must(wait([&](auto done) { session_->create(newFolder(), Site::starter(u"Other"_s, {}), done); }));
    QCOMPARE(closing.count(), 1);
    QCOMPARE(session_->site().title, u"Other"_s);
    QCOMPARE(session_->counts().all, 0);
    must(wait([&](auto done) { session_->open(first, OpenMode::ReadWrite, done); }));
    QVERIFY(!session_->readOnly());
    QCOMPARE(get(id).title, u"Typed on"_s);
    must(wait([&](auto done) { session_->close(done); }));
    QVERIFY(!session_->isOpen());
    QCOMPARE(session_->newItem(u"article"_s), nullptr);
  }

  void openingsWaitForEachOther() {
    const QString first = session_->folder();
    must(wait([&](auto done) { session_->create(newFolder(), Site::starter(u"Other"_s, {}), done); }));
    const QString second = session_->folder();
    const QString link = dir_.filePath(u"link%1"_s.arg(number_));
    QVERIFY(QFile::link(first, link));
    QStringList told;
    const auto open = [&](const QString& folder, OpenMode mode = OpenMode::ReadWrite) {
      session_->open(folder, mode, [&](const Result<void>& done) {
        told << (done ? QFileInfo(session_->folder()).fileName() : done.error().message);
      });
    };
    open(first);
    open(first);
    open(link);
    session_->takeOver([&](const Result<void>& done) { told << (done ? u"mine"_s : done.error().message); });
    open(second);
    open(first);
    const QString one = QFileInfo(first).fileName();
    QTRY_COMPARE(told, (QStringList{one, one, one, u"mine"_s, QFileInfo(second).fileName(), one}));
    QVERIFY2(!session_->readOnly(), qPrintable(session_->readOnlyReason()));
  }

  void aLibraryThatIsOpenIsNotTakenOver() {
    LibrarySession second(test::resources(), test::clock());
    must(wait([&](auto done) { second.open(session_->folder(), OpenMode::ReadWrite, done); }));
    QVERIFY(second.readOnly());
    std::optional<Result<void>> answer;
    second.takeOver([&](const Result<void>& done) { answer = done; });
    QTRY_VERIFY(answer.has_value());
    QCOMPARE(test::codeOf(*answer), ErrorCode::Conflict);
    QVERIFY(answer->error().message.contains(QString::number(QCoreApplication::applicationPid())));
    QVERIFY(second.isOpen() && second.readOnly());
    session_->shutdown();
    must(wait([&](auto done) { second.takeOver(done); }));
    QVERIFY(!second.readOnly());
  }

  void anItemThatCannotBeStoredIsNotLeft() {
    const ContentId id = add(article(u"One"_s));
    DocumentSession* open = openItem(id);
    QSignalSpy failed(session_.get(), &LibrarySession::errorOccurred);
    QSignalSpy closing(session_.get(), &LibrarySession::itemClosing);
    Database::setStepFault([](const QByteArray& sql) { return sql.startsWith("UPDATE item SET") ? 13 : 0; });
    open->setSummary(u"typed"_s);
    session_->leaveItem(open);
    QVERIFY(failed.wait());
    QCOMPARE(openItem(id), open);
    QCOMPARE(open->item().summary, u"typed"_s);
    session_->leaveItem(open);
    QVERIFY(failed.wait());
    QCOMPARE(closing.count(), 0);
    Database::setStepFault({});
    session_->flush();
    QTRY_COMPARE(closing.count(), 1);
    QCOMPARE(session_->openedItem(id), nullptr);
    QCOMPARE(get(id).summary, u"typed"_s);
  }

  void aSecondWindowReadsOnly() {
    LibrarySession second(test::resources(), test::clock());
    must(wait([&](auto done) { second.open(session_->folder(), OpenMode::ReadWrite, done); }));
    QVERIFY(second.readOnly());
    QVERIFY(!second.readOnlyReason().isEmpty());
    QCOMPARE(second.otherHolder()->process, QCoreApplication::applicationPid());
    QCOMPARE(second.newItem(u"article"_s), nullptr);
  }

  void newItemsAppear() {
    QSignalSpy changed(session_.get(), &LibrarySession::itemsChanged);
    QSignalSpy counted(session_.get(), &LibrarySession::countsChanged);
    DocumentSession* item = session_->newItem(u"article"_s);
    QVERIFY(item);
    item->setTitle(u"N"_s);
    QVERIFY(changed.wait());
    QTRY_COMPARE(session_->counts().all, 1);
    QVERIFY(!counted.isEmpty());
    QCOMPARE(session_->openedItem(item->item().id), item);
    const auto ids = must(ask<QList<ContentId>>([&](auto done) { session_->ids({}, this, done); }));
    QCOMPARE(ids, QList<ContentId>{item->item().id});
    session_->leaveItem(item);
    QCOMPARE(session_->openedItem(ids.first()), nullptr);
    session_->leaveItem(session_->newItem(u"article"_s));
    settle();
    QCOMPARE(session_->counts().all, 1);
  }

  void publishingDatesByTheAuthorsDay() {
    const auto zone = qScopeGuard([before = qgetenv("TZ")] {
      qputenv("TZ", before);
      tzset();
    });
    qputenv("TZ", "WEST11");  // eleven hours behind: 09:30 UTC is the evening before
    tzset();
    const ContentId id = add(article(u"Late"_s, u"body"_s));
    session_->setStatus({id}, Status::Published);
    settle();
    QCOMPARE(get(id).date.iso(), u"2026-03-17"_s);
  }

  void everyStepIsUndone_data() {
    QTest::addColumn<QString>("step");
    for (const char* step : {"status", "rename", "tag", "topic", "series", "pin", "trash", "duplicate",
                             "collection", "revision", "edit"})
      QTest::newRow(step) << QString::fromLatin1(step);
  }
  void everyStepIsUndone() {
    QFETCH(QString, step);
    ContentItem item = article(u"One"_s, u"body"_s);
    item.tags = {u"old"_s};
    const ContentId a = add(item);
    const ContentId b = add(article(u"Two"_s, u"body"_s));
    const QList<ContentId> both{a, b};
    const ContentItem beforeA = get(a);
    const ContentItem beforeB = get(b);
    QSignalSpy acted(session_.get(), &LibrarySession::acted);
    QSignalSpy failed(session_.get(), &LibrarySession::errorOccurred);
    if (step == u"status") session_->setStatus(both, Status::Published);
    if (step == u"rename") session_->rename(a, u"Renamed"_s);
    if (step == u"tag") session_->addTag(both, u"new"_s);
    if (step == u"topic") session_->addTopic(both, u"T/U"_s);
    if (step == u"series") session_->setSeries(both, u"S"_s);
    if (step == u"pin") session_->setPinned(both, true);
    if (step == u"trash") session_->trash(both);
    if (step == u"duplicate") session_->duplicate(both);
    if (step == u"collection") session_->renameCollection(Type::Tag, u"old"_s, u"new"_s);
    if (step == u"edit") session_->edit(both, u"x"_s, [](ContentItem& i) { i.fields.insert(u"k"_s, 1); });
    if (step == u"revision") {
      DocumentSession* open = openItem(a);
      open->setSummary(u"second thoughts"_s);
      must(wait([&](auto done) { open->flush(done); }));
      const auto list = must(ask<QList<Revision>>([&](auto done) { session_->revisions(a, this, done); }));
      session_->restoreRevision(a, list.last().id);
    }
    QTRY_COMPARE(acted.count(), 1);
    QCOMPARE(failed.count(), 0);
    settle();
    QCOMPARE(acted.first().at(1).toBool(), true);
    const ContentItem doneA = get(a);
    const ContentItem doneB = get(b);
    const int all = session_->counts().all;
    if (step == u"status") QCOMPARE(doneB.date.iso(), u"2026-03-18"_s);
    if (step == u"rename") QCOMPARE(doneA.slug, u"renamed"_s);
    if (step == u"trash") QCOMPARE(all, 0);
    if (step == u"duplicate") QCOMPARE(all, 4);
    if (step == u"collection") QCOMPARE(tag(a), u"new"_s);
    const auto content = [](ContentItem i) {
      i.version = 0;
      i.modified = {};
      return i;
    };
    for (int round = 0; round < 2; ++round) {
      QVERIFY(session_->undoStack().canUndo());
      session_->undoStack().undo();
      settle();
      if (step != u"revision") QCOMPARE(content(get(a)), content(beforeA));
      if (step == u"revision") QCOMPARE(get(a).summary, u"second thoughts"_s);
      QCOMPARE(content(get(b)), content(beforeB));
      QCOMPARE(session_->counts().all, 2);
      session_->undoStack().redo();
      settle();
      QCOMPARE(content(get(a)), content(doneA));
      QCOMPARE(content(get(b)), content(doneB));
      QCOMPARE(session_->counts().all, all);
    }
    QCOMPARE(failed.count(), 0);
  }

  void undoLeavesLaterEditsAlone() {
    const ContentId id = add(article(u"One"_s));
    DocumentSession* open = openItem(id);
    QSignalSpy conflicted(open, &DocumentSession::conflicted);
    session_->addTag({id}, u"t"_s);
    settle();
    QCOMPARE(open->item().tags, QStringList{u"t"_s});  // the open item follows
    open->setSummary(u"typed later"_s);
    session_->undoStack().undo();
    settle();
    must(wait([&](auto done) { open->flush(done); }));
    const ContentItem now = get(id);
    QCOMPARE(now.tags, QStringList());
    QCOMPARE(now.summary, u"typed later"_s);
    QCOMPARE(conflicted.count(), 0);
  }

  void undoKeepsTextTypedSinceAsAVersion() {
    const ContentId id = add(article(u"One"_s, u"first"_s));
    session_->edit({id}, u"Replace"_s, [](ContentItem& item) { item.body = u"second"_s; });
    settle();
    DocumentSession* open = openItem(id);
    open->setBodySource([] { return u"typed since"_s; });
    open->bodyEdited();
    open->setBodySource({});
    session_->undoStack().undo();
    settle();
    QCOMPARE(get(id).body, u"first"_s);
    QCOMPARE(open->item().body, u"first"_s);
    QStringList bodies;
    const auto revisions =
        must(ask<QList<Revision>>([&](auto done) { session_->revisions(id, this, done); }));
    for (const Revision& revision : revisions)
      bodies << must(ask<ContentItem>([&](auto done) { session_->revision(revision.id, this, done); })).body;
    QVERIFY(bodies.contains(u"typed since"_s));
  }

  /// A setting is taken back alone: the navigation has followed an item since.
  void undoOfASettingLeavesTheNavigation() {
    ContentItem item = get(add(article(u"Old"_s)));
    Site site = session_->site();
    site.navigation = {{u"A"_s, u"kind:article"_s}, {u"B"_s, u"article:old"_s}};
    session_->saveSite(site, u"Change navigation"_s);
    site.tagline = u"New"_s;
    site.navigation[0].label = u"Texts"_s;
    site.navigation.insert(1, {u"C"_s, u"topics"_s});
    session_->saveSite(site, u"Change settings"_s);
    item.slug = u"new"_s;  // no step of the window
    must(ask<ContentItem>([&](auto done) {
      session_->store().run<ContentItem>([item](Library& library) { return library.content().save(item); },
                                         this, done);
    }));
    session_->undoStack().undo();
    settle();
    QVERIFY(session_->site().tagline != u"New"_s);
    QCOMPARE(session_->site().navigation,
             (QList<NavigationEntry>{{u"A"_s, u"kind:article"_s}, {u"B"_s, u"article:new"_s}}));
    session_->undoStack().redo();
    settle();
    QCOMPARE(session_->site().tagline, u"New"_s);
    QCOMPARE(session_->site().navigation.value(2).target, u"article:new"_s);
  }

  void siteAndDescriptionsAreSteps() {
    Site site = session_->site();
    site.tagline = u"New"_s;
    QSignalSpy changed(session_.get(), &LibrarySession::siteChanged);
    session_->saveSite(site, u"Change tagline"_s);
    QCOMPARE(session_->undoStack().undoName(), u"Change tagline"_s);
    settle();
    QVERIFY(!changed.isEmpty());
    session_->describeCollection(Type::Topic, u"Food"_s, u"All of it"_s);
    settle();
    QCOMPARE(session_->collections(Type::Topic).value(0).description, u"All of it"_s);
    session_->undoStack().undo();
    session_->undoStack().undo();
    settle();
    QVERIFY(session_->collections(Type::Topic).isEmpty());
    QVERIFY(session_->site().tagline != u"New"_s);
    QVERIFY(!session_->undoStack().canUndo());
    session_->undoStack().redo();
    settle();
    QCOMPARE(session_->site().tagline, u"New"_s);
  }

  void aRenamedTopicTakesItsTextAndAddressAlong() {
    ContentItem item = article(u"One"_s);
    item.topics = {u"Food/Fruit"_s};
    const ContentId id = add(item);
    session_->describeCollection(Type::Topic, u"Food/Fruit"_s, u"Sweet"_s);
    settle();
    const auto redirects = [&] {
      QStringList list;
      const auto rows = must(ask<QList<Redirect>>([&](auto done) {
        session_->store().run<QList<Redirect>>([](Library& library) { return library.redirects().list(); },
                                               this, done);
      }));
      for (const Redirect& row : rows)
        list.append(row.from + u'>' + row.to);
      return list;
    };
    session_->renameCollection(Type::Topic, u"Food"_s, u"Meals"_s);
    settle();
    for (int round = 0; round < 2; ++round) {
      QCOMPARE(get(id).topics, QStringList{u"Meals/Fruit"_s});
      QCOMPARE(session_->collections(Type::Topic).value(0).description, u"Sweet"_s);
      QCOMPARE(redirects(), QStringList{u"/topics/food/fruit/>/topics/meals/fruit/"_s});
      session_->undoStack().undo();
      settle();
      QCOMPARE(get(id).topics, QStringList{u"Food/Fruit"_s});
      QCOMPARE(session_->collections(Type::Topic).size(), 1);
      QCOMPARE(session_->collections(Type::Topic).value(0).description, u"Sweet"_s);
      QCOMPARE(redirects(), QStringList());
      session_->undoStack().redo();
      settle();
    }
  }

  void aRenameThatMergesSaysSo() {
    for (const QString& tag : {u"gpu"_s, u"gpus"_s}) {
      ContentItem item = article(tag);
      item.tags = {tag};
      add(item);
    }
    QSignalSpy acted(session_.get(), &LibrarySession::acted);
    session_->renameCollection(Type::Tag, u"gpus"_s, u"gpu"_s);
    settle();
    QVERIFY(acted.last().first().toString().contains(u"merged into “gpu”"_s));
    session_->renameCollection(Type::Tag, u"gpu"_s, u"cuda"_s);
    settle();
    QVERIFY(acted.last().first().toString().contains(u"renamed in 2"_s));
  }

  void theTrashIsEmptied() {
    const ContentId a = add(article(u"One"_s));
    const ContentId b = add(article(u"Two"_s));
    const ContentId c = add(article(u"Three"_s));
    session_->trash({a, b});
    session_->erase({c, a});  // what is not in the trash is not erased
    settle();
    QCOMPARE(session_->counts().trashed, 1);
    QCOMPARE(session_->counts().all, 1);
    session_->erase({});
    settle();
    QCOMPARE(session_->counts().trashed, 0);
    session_->undoStack().undo();  // nothing to bring back, and no error
    settle();
    QCOMPARE(session_->counts().all, 1);
  }

  void whatIsDeletedWhileItIsTypedInStaysDeleted() {
    const QString folder = session_->folder();
    const ContentId id = add(article(u"One"_s));
    DocumentSession* open = openItem(id);
    session_->trash({id});
    settle();
    open->setSummary(u"typed"_s);
    session_->erase({id});
    open->setSummary(u"typed on"_s);
    settle();
    QCOMPARE(session_->openedItem(id), nullptr);
    session_ = std::make_unique<LibrarySession>(test::resources(), test::clock());
    must(wait([&](auto done) { session_->open(folder, OpenMode::ReadWrite, done); }));
    QCOMPARE(session_->counts().all, 0);
    QVERIFY(!QFileInfo::exists(folder + u"/recovery"_s));
  }

  void openingDoesTheHousekeeping() {
    const QString folder = session_->folder();
    const ContentId old = add(article(u"Old"_s));
    const ContentId kept = add(article(u"Kept"_s, u"stored"_s));
    session_->trash({old});
    settle();
    ContentItem unsaved = get(kept);
    unsaved.body = u"unsaved"_s;
    must(ask<int>([&](auto done) {
      session_->store().run<int>(
          [unsaved](Library& library) -> Result<int> {
            OFFPRINT_TRY(recovery::keep(library, unsaved));
            return 0;
          },
          this, done);
    }));
    session_ = std::make_unique<LibrarySession>(test::resources(), fixedClock(test::clock()().addDays(31)));
    QSignalSpy recovered(session_.get(), &LibrarySession::recovered);
    QSignalSpy failed(session_.get(), &LibrarySession::errorOccurred);
    must(wait([&](auto done) { session_->open(folder, OpenMode::ReadWrite, done); }));
    QTRY_COMPARE(recovered.count(), 1);
    must(wait([&](auto done) { session_->upkeep(done); }));
    settle();
    QCOMPARE(session_->lastSnapshot(), test::clock()().addDays(31));
    must(wait([&](auto done) { session_->upkeep(done); }));  // once a day
    QCOMPARE(failed.count(), 0);
    QCOMPARE(get(kept).body, u"unsaved"_s);
    QCOMPARE(session_->counts().trashed, 0);
    QCOMPARE(QDir(folder + u"/backups"_s).entryList({u"*-daily.sqlite"_s}).size(), 1);
  }

  void windowStateIsKept() {
    session_->setState(u"layout"_s, QJsonObject{{u"w"_s, 3}});
    session_->setState(u"place"_s, u"drafts"_s);
    const auto state = [&](const QString& key) {
      return must(ask<QJsonValue>([&](auto done) { session_->state(key, this, done); }));
    };
    QCOMPARE(state(u"layout"_s), QJsonValue(QJsonObject{{u"w"_s, 3}}));
    QCOMPARE(state(u"place"_s), QJsonValue(u"drafts"_s));
    QVERIFY(state(u"none"_s).isUndefined());
  }

  /// Of gigabytes it takes minutes, in which what is typed must be stored.
  void aBackupNeedsNoStoreThread() {
    add(article(u"One"_s));
    QSemaphore over;
    std::optional<bool> met;
    session_->store().run<bool>([&](Library&) -> Result<bool> { return over.tryAcquire(1, 20'000); }, this,
                                [&](const Result<bool>& answer) { met = answer.value_or(false); });
    const QString file = dir_.filePath(u"B%1.offprint-backup"_s.arg(number_));
    QVERIFY(must(ask<Findings>([&](auto done) { session_->backUp(file, {}, done); })).isEmpty());
    over.release();
    QTRY_COMPARE(met, std::optional(true));
    QVERIFY(QFileInfo(file).size() > 0);
    QVERIFY(must(ask<Findings>([&](auto done) { session_->verify({}, done); })).isEmpty());
  }

  /// A backup without what is being written says so.
  void aBackupTellsOfWhatCouldNotBeStored() {
    DocumentSession* open = openItem(add(article(u"One"_s)));
    Database::setStepFault([](const QByteArray& sql) { return sql.startsWith("UPDATE item SET") ? 13 : 0; });
    open->setSummary(u"typed"_s);
    const QString file = dir_.filePath(u"C%1.offprint-backup"_s.arg(number_));
    const Findings found = must(ask<Findings>([&](auto done) { session_->backUp(file, {}, done); }));
    Database::setStepFault({});
    QCOMPARE(found.size(), 1);
    QCOMPARE(found.first().code, u"backup.unsaved"_s);
    QVERIFY(hasErrors(found));
    QVERIFY(QFileInfo(file).size() > 0);
  }

  void failuresAreTold() {
    const ContentId id = add(article(u"One"_s));
    QSignalSpy failed(session_.get(), &LibrarySession::errorOccurred);
    Database::setStepFault([](const QByteArray& sql) { return sql == "COMMIT" ? 13 : 0; });
    session_->addTag({id}, u"t"_s);
    QVERIFY(failed.wait());
    QCOMPARE(failed.first().first().value<Error>().code, ErrorCode::DiskFull);
    Database::setStepFault({});
    QVERIFY(!session_->undoStack().canUndo());
    QCOMPARE(tag(id), QString());
    session_->addTag({id}, u"t"_s);
    settle();
    QCOMPARE(tag(id), u"t"_s);
  }

  void aFaultWhileRenamingIsNoTakenAddress() {
    const ContentId id = add(article(u"One"_s));
    QSignalSpy failed(session_.get(), &LibrarySession::errorOccurred);
    int looks = 0;
    Database::setStepFault([&](const QByteArray& sql) {
      return sql.startsWith("SELECT count(*) FROM item WHERE kind") && ++looks == 1 ? 10 : 0;
    });
    session_->rename(id, u"Two"_s);
    settle();
    Database::setStepFault({});
    QCOMPARE(failed.count(), 1);
    QCOMPARE(failed.first().first().value<Error>().code, ErrorCode::Io);
    QCOMPARE(get(id).title, u"One"_s);
    session_->rename(id, u"Two"_s);
    settle();
    QCOMPARE(get(id).slug, u"two"_s);
  }

  void everyQueuedJobIsAnsweredAtShutdown() {
    int answered = 0;
    DocumentSession* item = session_->newItem(u"article"_s);
    item->setTitle(u"Last"_s);
    for (int i = 0; i < 20; ++i)
      session_->ids({}, this, [&](const Result<QList<ContentId>>&) { ++answered; });
    const QString folder = session_->folder();
    session_->shutdown();
    QCOMPARE(answered, 20);
    Result<QList<ContentId>> late = QList<ContentId>();
    session_->ids({}, this, [&](Result<QList<ContentId>> result) { late = std::move(result); });
    QCOMPARE(test::codeOf(late), ErrorCode::Cancelled);
    auto library = test::openLibrary(folder);
    QCOMPARE(must(library->content().list({})).value(0).title, u"Last"_s);
  }

  void theUndoStackForgetsOldSteps() {
    UndoStack stack;
    int value = 0;
    for (int i = 0; i < 300; ++i)
      stack.push({QString::number(i), [&] { --value; }, [&] { ++value; }});
    value = 0;
    while (stack.canUndo())
      stack.undo();
    QCOMPARE(value, -static_cast<int>(UndoStack::most));
    QCOMPARE(stack.redoName(), u"100"_s);
    stack.redo();
    stack.push({u"new"_s, [] {}, [] {}});
    QVERIFY(!stack.canRedo());
    QCOMPARE(stack.undoName(), u"new"_s);
    stack.clear();
    stack.undo();
    stack.redo();
    QVERIFY(!stack.canUndo());
  }
};

QTEST_GUILESS_MAIN(TestLibrarySession)
#include "tst_LibrarySession.moc"
