#include "app/session/DocumentSession.h"

#include <QRegularExpression>
#include <QTimer>
#include <QUuid>

#include "app/content/Slug.h"
#include "app/session/Draft.h"
#include "app/session/ItemChanges.h"
#include "app/store/Library.h"
#include "app/store/StoreClient.h"
#include "app/store/TypingJournal.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Whether the slug is still the one made from the title (perhaps with a number), not one chosen by hand.
bool slugFollowsTitle(const ContentItem& item) {
  if (item.status != Status::Draft) return false;
  if (item.slug.isEmpty()) return true;
  const QString made = slugify(item.title, item.language);
  if (item.slug == made) return true;
  if (!item.slug.startsWith(made + u'-')) return false;
  bool number = false;
  item.slug.mid(made.size() + 1).toInt(&number);
  return number;
}

}  // namespace

struct DocumentSession::Private {
  DocumentSession& q;
  StoreClient& store;
  Timing timing;
  ContentItem item;
  ContentItem sent;    ///< the snapshot of the save that is on its way
  ContentItem stored;  ///< as known here
  std::shared_ptr<Draft> draft = std::make_shared<Draft>();
  std::function<QString()> bodySource;
  bool bodyStale = false;  ///< the source has a newer body than `item`
  quint64 edits = 0;
  quint64 savedEdits = 0;
  quint64 cutEdits = 0;  ///< edits when the last revision was cut
  quint64 sentEdits = 0;
  bool saving = false;
  bool failing = false;  ///< the failure was told; told again only after a save went well
  std::optional<ContentItem> theirs;
  QDateTime savedAt;
  int revisions = 0;
  QList<std::function<void(Result<void>)>> waiting;
  QTimer afterLastKey;
  QTimer latest;
  QTimer pause;
  QTimer writing;
  QTimer journal;
  bool inJournal = false;  ///< the typing journal may have a file of the item

  Private(DocumentSession& session, StoreClient& client, ContentItem start, Timing waits)
      : q(session), store(client), timing(waits), item(std::move(start)) {
    // The identity is fixed before the first key, so that a file of the journal and a later row are the same
    // item.
    if (item.uuid.isEmpty()) item.uuid = QUuid::createUuid().toString(QUuid::WithoutBraces);
    stored = item;
    draft->base = item;
  }

  void setUp() {
    for (QTimer* timer : {&afterLastKey, &latest, &pause, &writing, &journal})
      timer->setSingleShot(true);
    pause.setInterval(timing.pause);
    writing.setInterval(timing.writing);
    journal.setInterval(timing.journal);
    QObject::connect(&journal, &QTimer::timeout, &q, [this] { writeJournal(); });
    QObject::connect(&afterLastKey, &QTimer::timeout, &q, [this] { save(); });
    QObject::connect(&latest, &QTimer::timeout, &q, [this] { save(); });
    QObject::connect(&pause, &QTimer::timeout, &q, [this] { cutRevision(RevisionReason::Pause); });
    QObject::connect(&writing, &QTimer::timeout, &q, [this] { cutRevision(RevisionReason::Typing); });
    if (item.id.valid()) countRevisions();
  }

  void countRevisions() {
    store.run<int>([id = item.id](Library& library) { return library.revisions().count(id); }, &q,
                   [this](const Result<int>& count) { setRevisions(count.value_or(revisions)); });
  }

  void setRevisions(int count) {
    if (count == revisions) return;
    revisions = count;
    Q_EMIT q.revisionsChanged();
  }

  void takeBody() {
    if (!bodyStale) return;
    bodyStale = false;
    if (bodySource) item.body = bodySource();
  }

  void touched(Part part) {
    ++edits;
    // The first character makes the row at once: from then on a crash costs at most the waits.
    const bool first = !item.id.valid() && !saving;
    afterLastKey.start(first ? 0 : timing.afterLastKey);
    if (!latest.isActive()) latest.start(timing.latest);
    pause.start();
    if (!writing.isActive()) writing.start();
    if (!journal.isActive()) journal.start();
    Q_EMIT q.edited(part);
  }

  /// The store thread may be busy for longer than anybody wants to type again.
  void writeJournal() {
    journal.stop();
    if (edits == savedEdits) return;
    takeBody();
    inJournal = true;
    store.journal().put(item, saving ? sent : stored);
  }

  void dropJournal() {
    journal.stop();
    if (std::exchange(inJournal, false)) store.journal().drop(item.uuid);
  }

  void answerWaiting(const Result<void>& result) {
    for (const auto& done : std::exchange(waiting, {}))
      done(result);
  }

  void save() {
    afterLastKey.stop();
    latest.stop();
    if (saving) return;
    if (theirs) {
      answerWaiting(
          makeError(ErrorCode::Conflict,
                    tr("“%1” was changed elsewhere. Choose which version to keep.").arg(item.title)));
      return;
    }
    if (edits == savedEdits) {
      answerWaiting({});
      return;
    }
    takeBody();
    saving = true;
    sent = item;
    sentEdits = edits;
    Q_EMIT q.saving();
    run([draft = draft, item = sent](Library& library) { return draft->save(library, item); });
  }

  void run(std::function<Result<Draft::Outcome>(Library&)> job) {
    store.run<Draft::Outcome>(std::move(job), &q, [this](Result<Draft::Outcome> outcome) {
      saving = false;
      if (!outcome) return failed(outcome.error());
      if (outcome->conflict) {
        theirs = outcome->conflict;
        Q_EMIT q.conflicted(*theirs);
        answerWaiting(
            makeError(ErrorCode::Conflict,
                      tr("“%1” was changed elsewhere. Choose which version to keep.").arg(item.title)));
        return;
      }
      succeeded(*outcome);
    });
  }

  void failed(const Error& error) {
    if (error.code == ErrorCode::NotFound) dropJournal();
    if (!failing) {
      failing = true;
      Q_EMIT q.saveFailed(error);
    }
    // A full disk may get room again without a key being pressed.
    afterLastKey.start(timing.retry);
    answerWaiting(error);
  }

  void succeeded(const Draft::Outcome& outcome) {
    failing = false;
    savedEdits = sentEdits;
    savedAt = outcome.stored.modified;
    // The store numbers a slug that is taken; what was typed while it did stands.
    ContentItem now = outcome.stored;
    if (item.slug != sent.slug) now.slug = sent.slug;
    takeOver(sent, now);
    stored = outcome.stored;
    setRevisions(outcome.revisions);
    if (outcome.notice) Q_EMIT q.saveFailed(*outcome.notice);
    if (edits == savedEdits) dropJournal();
    if (inJournal) writeJournal();  // its file would be older than what is stored
    Q_EMIT q.saved();
    if (edits == savedEdits) return answerWaiting({});
    if (!waiting.isEmpty()) return save();
    if (!afterLastKey.isActive()) afterLastKey.start(timing.afterLastKey);
    if (!latest.isActive()) latest.start(timing.latest);
  }

  /// Brings what differs between `known` and `now` into the item, and tells which views must follow.
  void takeOver(const ContentItem& known, const ContentItem& now) {
    const ContentItem before = item;
    item = itemChanges::applied(item, known, now);
    if (bodyStale) item.body = before.body;  // the editor has a newer one
    item.id = now.id;
    item.uuid = now.uuid;
    item.version = now.version;
    item.created = now.created;
    item.modified = now.modified;
    item.trashed = now.trashed;
    stored = now;
    if (!itemChanges::differ(before, item)) return;
    if (before.title != item.title || before.summary != item.summary || before.body != item.body)
      Q_EMIT q.reloaded();
    Q_EMIT q.edited(before.fields != item.fields ? Part::Fields : Part::State);
  }

  void cutRevision(RevisionReason reason, const QString& name = {},
                   std::function<void(Result<void>)> done = {}) {
    writing.stop();
    pause.stop();
    if (edits == cutEdits && name.isEmpty() && reason != RevisionReason::Kept) return;
    cutEdits = edits;
    // What comes next is not part of it: behind a save that is on its way, another would be.
    const bool before = reason == RevisionReason::Paste || reason == RevisionReason::Restore;
    if (before && saving) return cutStored(reason, name, {});
    q.flush([this, reason, name, done = std::move(done)](const Result<void>& flushed) {
      if (flushed) return cutStored(reason, name, done);
      if (done) done(flushed);
    });
  }

  void cutStored(RevisionReason reason, const QString& name, const std::function<void(Result<void>)>& done) {
    store.run<int>(
        [draft = draft, reason, name](Library& library) { return draft->cut(library, reason, name); }, &q,
        [this, done](const Result<int>& count) {
          // A name given to the last version changes none of their number.
          revisions = count.value_or(revisions);
          Q_EMIT q.revisionsChanged();
          if (done) done(count ? Result<void>() : Result<void>(count.error()));
        });
  }

  /// The last word of a session that goes: handed to the store thread, which outlives it.
  void leave() {
    takeBody();
    const bool unsaved = edits != savedEdits;
    if (!unsaved && edits == cutEdits) return dropJournal();
    if (unsaved) writeJournal();
    store.run<void>(
        [draft = draft, item = item, unsaved,
         journal = inJournal ? &store.journal() : nullptr](Library& library) -> Result<void> {
          if (unsaved) {
            auto outcome = draft->save(library, item);
            // What was deleted for ever must not come back by the next start.
            if (!outcome && outcome.error().code == ErrorCode::NotFound && journal) journal->drop(item.uuid);
            if (!outcome) return outcome.error();
            // Nobody is left to choose: ours stays, theirs becomes a version.
            if (outcome->conflict) {
              auto forced = draft->overwrite(library, item);
              if (!forced) return forced.error();
            }
          }
          if (journal) journal->drop(item.uuid);
          auto count = draft->cut(library, RevisionReason::Leave);
          return count ? Result<void>() : Result<void>(count.error());
        },
        nullptr, {});
  }
};

DocumentSession::DocumentSession(StoreClient& store, ContentItem item, QObject* parent)
    : DocumentSession(store, std::move(item), Timing(), parent) {}

DocumentSession::DocumentSession(StoreClient& store, ContentItem item, Timing timing, QObject* parent)
    : QObject(parent), d_(std::make_unique<Private>(*this, store, std::move(item), timing)) {
  d_->setUp();
}

DocumentSession::~DocumentSession() {
  d_->leave();
  d_->answerWaiting({});
}

const ContentItem& DocumentSession::item() const {
  return d_->item;
}

ContentItem DocumentSession::snapshot() const {
  d_->takeBody();
  return d_->item;
}

quint64 DocumentSession::edits() const {
  return d_->edits;
}

bool DocumentSession::dirty() const {
  return d_->edits != d_->savedEdits;
}

QDateTime DocumentSession::savedAt() const {
  return d_->savedAt;
}

int DocumentSession::revisionCount() const {
  return d_->revisions;
}

void DocumentSession::setBodySource(std::function<QString()> source) {
  d_->takeBody();
  d_->bodySource = std::move(source);
}

void DocumentSession::bodyEdited() {
  d_->bodyStale = true;
  d_->touched(Part::Body);
}

void DocumentSession::beforePaste(qsizetype characters) {
  constexpr qsizetype longPaste = 200;
  if (characters > longPaste && d_->item.id.valid()) d_->cutRevision(RevisionReason::Paste);
}

void DocumentSession::beforeRestoring() {
  if (d_->item.id.valid()) d_->cutRevision(RevisionReason::Restore);
}

void DocumentSession::setTitle(const QString& title) {
  const QString trimmed = title.trimmed();
  if (trimmed == d_->item.title) return;
  const bool follows = slugFollowsTitle(d_->item);
  d_->item.title = trimmed;
  if (follows) d_->item.slug = slugify(trimmed, d_->item.language);
  d_->touched(Part::Title);
}

void DocumentSession::setSummary(const QString& summary) {
  if (summary == d_->item.summary) return;
  d_->item.summary = summary;
  d_->touched(Part::Summary);
}

void DocumentSession::setField(const QString& key, const QJsonValue& value) {
  if (d_->item.fields.value(key) == value) return;
  if (value.isUndefined()) {
    d_->item.fields.remove(key);
  } else {
    d_->item.fields.insert(key, value);
  }
  d_->touched(Part::Fields);
}

void DocumentSession::edit(Part part, const std::function<void(ContentItem&)>& change) {
  ContentItem changed = d_->item;
  change(changed);
  if (changed == d_->item) return;
  d_->item = itemChanges::applied(d_->item, d_->item, changed);
  d_->touched(part);
}

void DocumentSession::flush(std::function<void(Result<void>)> done) {
  if (done) d_->waiting.append(std::move(done));
  d_->save();
}

void DocumentSession::keep(const QString& name, std::function<void(Result<void>)> done) {
  d_->cutRevision(RevisionReason::Kept, name, std::move(done));
}

void DocumentSession::resolve(bool keepOurs) {
  if (!d_->theirs || d_->saving) return;
  const ContentItem theirs = *std::exchange(d_->theirs, std::nullopt);
  if (keepOurs) {
    d_->takeBody();
    d_->saving = true;
    d_->sent = d_->item;
    d_->sentEdits = d_->edits;
    Q_EMIT saving();
    d_->run(
        [draft = d_->draft, item = d_->sent](Library& library) { return draft->overwrite(library, item); });
    return;
  }
  // Ours stays as a version, too; until it is one, the journal has it.
  d_->writeJournal();
  d_->takeBody();
  const ContentItem ours = d_->item;
  d_->item = theirs;
  d_->stored = theirs;
  d_->savedEdits = d_->edits;
  d_->cutEdits = d_->edits;
  d_->store.run<int>(
      [draft = d_->draft, ours, theirs](Library& library) { return draft->giveWay(library, ours, theirs); },
      this,
      [this, edits = d_->edits](const Result<int>& count) {
        d_->setRevisions(count.value_or(d_->revisions));
        if (!count) return Q_EMIT saveFailed(count.error());
        // What was typed since is the journal's now.
        if (edits == d_->edits) d_->dropJournal();
      });
  Q_EMIT reloaded();
  Q_EMIT edited(Part::All);
}

void DocumentSession::adopt(const ContentItem& stored) {
  if (stored.id != d_->item.id || d_->theirs) return;
  d_->takeOver(d_->stored, stored);
}

}  // namespace offprint
