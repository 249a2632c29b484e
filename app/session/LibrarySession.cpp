#include "app/session/LibrarySession.h"

#include <QFileInfo>

#include "app/core/Text.h"
#include "app/session/LibrarySessionState.h"
#include "app/store/Backup.h"

using namespace Qt::StringLiterals;

namespace offprint {

using namespace libraryJobs;

namespace {

/// A program that runs keeps its library, whatever is asked: what is typed there would be lost.
Error notTakenOver(const Opening& opening) {
  if (!opening.holder) return makeError(ErrorCode::Denied, opening.readOnlyReason);
  return makeError(
      ErrorCode::Conflict,
      say("The library was not taken over: the program that has it open is still running (process "
          "%1 of %2 on this computer). Close the library there, then take it over. It can be "
          "read here meanwhile.")
          .arg(opening.holder->process)
          .arg(opening.holder->user));
}

}  // namespace

LibrarySession::LibrarySession(Resources resources, Clock clock, QObject* parent)
    : QObject(parent), d_(std::make_unique<Private>(*this, std::move(resources), std::move(clock))) {
  d_->upkeepTimer.setSingleShot(true);
  connect(&d_->upkeepTimer, &QTimer::timeout, this, [this] { upkeep(); });
}

LibrarySession::~LibrarySession() {
  shutdown();
}

// ---- the library

/// A library that is being opened is not to be opened a second time: it would meet its own lock.
void LibrarySession::Private::inTurn(std::function<void(Done)> work, Done done) {
  turns.append({std::move(work), std::move(done)});
  if (turns.size() == 1) beginTurn();
}

void LibrarySession::Private::beginTurn() {
  const Turn turn = turns.first();
  turn.work([this, done = turn.done](const Result<void>& result) {
    turns.removeFirst();
    // What hears the answer may ask for the next one, or take this away.
    if (!turns.isEmpty())
      QMetaObject::invokeMethod(
          &q, [this] { beginTurn(); }, Qt::QueuedConnection);
    done(result);
  });
}

void LibrarySession::Private::openWith(StoreClient::Opener opener, Done done) {
  q.flush([this, opener = std::move(opener), done = std::move(done)](const Result<void>& stored) mutable {
    if (!stored && stored.error().code != ErrorCode::Denied) return done(stored);
    store.open(
        std::move(opener), &q,
        [this, done](const Result<void>& openedNow) {
          if (!openedNow) return done(openedNow);
          run<Opening>([](Library& library) { return opening(library); },
                       [this, done](Result<Opening> answer) { adoptOpening(std::move(answer), done); });
        },
        [this] { leaveAll(); });
  });
}

void LibrarySession::Private::adoptOpening(Result<Opening> answer, const Done& done) {
  if (!answer) {
    current.reset();
    undo.clear();
    Q_EMIT q.closed();
    return done(answer.error());
  }
  current = std::move(*answer);
  undo.clear();
  done({});
  Q_EMIT q.opened();
  if (current->kindsError) Q_EMIT q.errorOccurred(*current->kindsError);
  if (current->recoveryError) Q_EMIT q.errorOccurred(*current->recoveryError);
  if (!current->recovered.isEmpty()) Q_EMIT q.recovered(current->recovered);
  // The first lists and the first words must not wait for it.
  upkeepTimer.start(upkeepDelay);
}

void LibrarySession::upkeep(Done done) {
  d_->upkeepTimer.stop();
  d_->run<bool>([](Library& library) { return libraryJobs::upkeep(library); },
                [this, done = std::move(done)](const Result<bool>& erased) {
                  if (erased && *erased) Q_EMIT itemsChanged({});
                  if (erased) d_->followUp();
                  if (done) return done(erased ? Result<void>() : Result<void>(erased.error()));
                  if (!erased) Q_EMIT errorOccurred(erased.error());
                });
}

void LibrarySession::create(const QString& folder, const Site& site, Done done) {
  d_->inTurn(
      [this, folder, site](Done finished) {
        d_->openWith(
            [folder, site, resources = d_->resources,
             clock = d_->clock]() -> Result<std::unique_ptr<Library>> {
              auto library = Library::create(folder, resources, clock);
              if (!library) return library;
              OFFPRINT_TRY((*library)->site().save(site));
              return library;
            },
            std::move(finished));
      },
      std::move(done));
}

void LibrarySession::open(const QString& folder, OpenMode mode, Done done) {
  d_->inTurn(
      [this, folder, mode](Done finished) {
        if (d_->current && QDir::cleanPath(folder) == d_->current->folder) return finished({});
        const auto isOpen = std::make_shared<bool>(false);  // under another name
        d_->openWith(
            [folder, mode, isOpen, place = d_->current ? d_->current->place : QString(),
             resources = d_->resources, clock = d_->clock]() -> Result<std::unique_ptr<Library>> {
              *isOpen = !place.isEmpty() && QFileInfo(folder).canonicalFilePath() == place;
              if (*isOpen) return makeError(ErrorCode::Cancelled, say("This library is open already."));
              return Library::open(folder, resources, mode, clock);
            },
            [isOpen, finished = std::move(finished)](const Result<void>& opened) {
              finished(*isOpen ? Result<void>() : opened);
            });
      },
      std::move(done));
}

void LibrarySession::takeOver(Done done) {
  d_->inTurn(
      [this](Done finished) {
        if (!d_->current) return finished(makeError(ErrorCode::NotFound, tr("No library is open.")));
        if (!d_->current->readOnly) return finished({});
        d_->openWith(
            [folder = d_->current->folder, resources = d_->resources, clock = d_->clock] {
              return Library::open(folder, resources, OpenMode::TakeOver, clock);
            },
            [this, finished = std::move(finished)](const Result<void>& opened) {
              finished(opened && d_->current && d_->current->readOnly
                           ? Result<void>(notTakenOver(*d_->current))
                           : opened);
            });
      },
      std::move(done));
}

void LibrarySession::close(Done done) {
  d_->inTurn(
      [this](Done finished) {
        flush([this, finished = std::move(finished)](const Result<void>& stored) {
          if (!stored && stored.error().code != ErrorCode::Denied) return finished(stored);
          d_->leaveAll();
          d_->store.close(this, [this, finished](const Result<void>& closedNow) {
            d_->upkeepTimer.stop();
            d_->current.reset();
            d_->undo.clear();
            finished(closedNow);
            Q_EMIT closed();
          });
        });
      },
      std::move(done));
}

void LibrarySession::shutdown() {
  d_->upkeepTimer.stop();
  d_->leaveAll();
  d_->apart.clear();
  d_->apart.waitForDone();
  d_->store.stop();
  d_->current.reset();
}

bool LibrarySession::isOpen() const {
  return d_->current.has_value();
}
QString LibrarySession::folder() const {
  return d_->current ? d_->current->folder : QString();
}
QString LibrarySession::name() const {
  return d_->current ? d_->current->name : QString();
}
bool LibrarySession::readOnly() const {
  return d_->current && d_->current->readOnly;
}
QString LibrarySession::readOnlyReason() const {
  return d_->current ? d_->current->readOnlyReason : QString();
}
std::optional<LockHolder> LibrarySession::otherHolder() const {
  return d_->current ? d_->current->holder : std::nullopt;
}
const Resources& LibrarySession::resources() const {
  return d_->resources;
}
std::shared_ptr<const KindCatalog> LibrarySession::kinds() const {
  return d_->current ? d_->current->kinds : nullptr;
}
const Site& LibrarySession::site() const {
  return d_->overview().site;
}
const ContentCounts& LibrarySession::counts() const {
  return d_->overview().counts;
}
QList<Collection> LibrarySession::collections(CollectionRepository::Type type) const {
  switch (type) {
    case CollectionRepository::Type::Topic:
      return d_->overview().topics;
    case CollectionRepository::Type::Tag:
      return d_->overview().tags;
    case CollectionRepository::Type::Series:
      return d_->overview().series;
  }
  return {};
}
QDateTime LibrarySession::lastSnapshot() const {
  return d_->overview().lastSnapshot;
}
StoreClient& LibrarySession::store() {
  return d_->store;
}
UndoStack& LibrarySession::undoStack() {
  return d_->undo;
}

// ---- lists

void LibrarySession::ids(const ContentQuery& query, QObject* context, Answer<QList<ContentId>> done) {
  d_->store.run<QList<ContentId>>([query](Library& library) { return library.content().ids(query); }, context,
                                  std::move(done));
}

void LibrarySession::summaries(const QList<ContentId>& ids, QObject* context,
                               Answer<QList<ItemSummary>> done) {
  d_->store.run<QList<ItemSummary>>([ids](Library& library) { return library.content().summaries(ids); },
                                    context, std::move(done));
}

void LibrarySession::search(const QString& words, const ContentQuery& within, int limit, QObject* context,
                            Answer<QList<SearchHit>> done) {
  d_->store.run<QList<SearchHit>>(
      [words, within, limit](Library& library) { return library.content().search(words, within, limit); },
      context, std::move(done));
}

void LibrarySession::revisions(ContentId id, QObject* context, Answer<QList<Revision>> done) {
  d_->store.run<QList<Revision>>([id](Library& library) { return library.revisions().list(id); }, context,
                                 std::move(done));
}

void LibrarySession::revision(RevisionId id, QObject* context, Answer<ContentItem> done) {
  d_->store.run<ContentItem>([id](Library& library) { return library.revisions().content(id); }, context,
                             std::move(done));
}

void LibrarySession::state(const QString& key, QObject* context, Answer<QJsonValue> done) {
  d_->store.run<QJsonValue>([key](Library& library) { return library.site().state(key); }, context,
                            std::move(done));
}

void LibrarySession::setState(const QString& key, const QJsonValue& value) {
  if (!isOpen() || readOnly()) return;
  d_->store.run<void>([key, value](Library& library) { return library.site().setState(key, value); }, this,
                      [this](const Result<void>& done) {
                        if (!done) Q_EMIT errorOccurred(done.error());
                      });
}

void LibrarySession::recordExport(const QList<ExportedItem>& items, const QDateTime& when) {
  if (!isOpen() || readOnly()) return;
  d_->run<void>([items, when](Library& library) { return library.exported().record(items, when); },
                [this](const Result<void>& done) {
                  if (!done) Q_EMIT errorOccurred(done.error());
                  if (!done) return;
                  Q_EMIT itemsChanged({});
                  d_->followUp();
                });
}

// ---- open items

DocumentSession* LibrarySession::Private::add(const ContentItem& item) {
  auto* session = new DocumentSession(store, item, &q);
  sessions.append(session);
  QObject::connect(session, &DocumentSession::saved, &q, [this, session] {
    if (departing.contains(session)) leaveWhenStored(session);
    Q_EMIT q.itemsChanged({session->item().id});
    followUp();
  });
  return session;
}

void LibrarySession::Private::leave(DocumentSession* session) {
  if (!sessions.removeOne(session)) return;
  departing.removeOne(session);
  Q_EMIT q.itemClosing(session);
  delete session;
}

/// A session must not go while it is at work on the answer.
void LibrarySession::Private::leaveWhenStored(DocumentSession* session) {
  QMetaObject::invokeMethod(
      session,
      [this, session] {
        if (departing.contains(session)) leave(session);
      },
      Qt::QueuedConnection);
}

void LibrarySession::Private::leaveAll() {
  while (!sessions.isEmpty())
    leave(sessions.last());
}

DocumentSession* LibrarySession::newItem(const QString& kind) {
  if (!isOpen() || readOnly()) return nullptr;
  ContentItem item;
  item.kind = kind;
  return d_->add(item);
}

void LibrarySession::openItem(ContentId id, Answer<DocumentSession*> done) {
  if (DocumentSession* open = openedItem(id)) {
    d_->departing.removeOne(open);
    return done(open);
  }
  d_->run<ContentItem>([id](Library& library) { return library.content().get(id); },
                       [this, id, done = std::move(done)](const Result<ContentItem>& item) {
                         if (!item) return done(item.error());
                         DocumentSession* open = openedItem(id);
                         d_->departing.removeOne(open);
                         done(open ? open : d_->add(*item));
                       });
}

DocumentSession* LibrarySession::openedItem(ContentId id) const {
  for (DocumentSession* session : std::as_const(d_->sessions)) {
    if (session->item().id == id && id.valid()) return session;
  }
  return nullptr;
}

void LibrarySession::leaveItem(DocumentSession* session) {
  if (!d_->sessions.contains(session) || d_->departing.contains(session)) return;
  if (!session->dirty()) return d_->leave(session);
  d_->departing.append(session);
  session->flush([this, session](const Result<void>& stored) {
    if (!d_->departing.contains(session)) return;
    // Both sides of a contradiction are kept by leaving; what was deleted for ever has no place to be stored.
    const bool settled =
        stored || stored.error().code == ErrorCode::Conflict || stored.error().code == ErrorCode::NotFound;
    if (settled) return d_->leaveWhenStored(session);
    Q_EMIT errorOccurred(stored.error());
  });
}

void LibrarySession::flush(Done done) {
  struct Round {
    qsizetype open = 0;
    Result<void> result;
  };
  auto round = std::make_shared<Round>();
  round->open = d_->sessions.size();
  if (round->open == 0) {
    if (done) done({});
    return;
  }
  const QList<DocumentSession*> sessions = d_->sessions;
  for (DocumentSession* session : sessions) {
    session->flush([round, done](const Result<void>& stored) {
      if (!stored && round->result) round->result = stored;
      if (--round->open == 0 && done) done(round->result);
    });
  }
}

// ---- safety

void LibrarySession::backUp(const QString& file, const Task& task, Answer<Findings> done) {
  flush([this, file, task, done = std::move(done)](const Result<void>& stored) {
    Findings unstored;
    if (!stored)
      unstored.append({Finding::Level::Error,
                       u"backup.unsaved"_s,
                       tr("What is being written could not be stored and is not in this backup: %1")
                           .arg(stored.error().message),
                       {},
                       {},
                       0});
    d_->runApart<Findings>([file, task](Library& library) { return backup(library, file, task); },
                           [unstored, done](const Result<Findings>& found) {
                             done(found ? Result<Findings>(unstored + *found) : found);
                           });
  });
}

void LibrarySession::verify(const Task& task, Answer<Findings> done) {
  // It reads every text and every file: what is typed meanwhile must not wait for it.
  d_->runApart<Findings>([task](Library& library) { return library.verify(task); },
                         [this, done = std::move(done)](const Result<Findings>& found) {
                           if (!found) return done(found);
                           d_->run<Findings>([](Library& library) { return library.verifyIndex(); },
                                             [found = *found, done](const Result<Findings>& index) {
                                               done(index ? Result<Findings>(found + *index) : index);
                                             });
                         });
}

void LibrarySession::refresh() {
  for (DocumentSession* session : std::as_const(d_->sessions)) {
    if (session->item().id.valid())
      d_->run<ContentItem>([id = session->item().id](Library& library) { return library.content().get(id); },
                           [this](const Result<ContentItem>& item) {
                             if (!item) return;
                             if (DocumentSession* open = openedItem(item->id)) open->adopt(*item);
                           });
  }
  Q_EMIT itemsChanged({});
  d_->followUp();
}

}  // namespace offprint
