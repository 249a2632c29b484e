#include "app/session/DocumentSession.h"
#include "app/session/LibrarySession.h"
#include "ui/editor/EditorPane.h"
#include "ui/history/HistoryPane.h"
#include "ui/shell/Commands.h"
#include "ui/shell/Shell.h"
#include "ui/shell/StatusBar.h"
#include "ui/widgets/Toast.h"

using namespace Qt::StringLiterals;

namespace offprint {

/// The place that compares the versions of the open item; contents come from the store as they are asked for.
void Shell::wireHistory() {
  connect(history_, &HistoryPane::closeRequested, this, [this] {
    if (trail_.canGoBack()) {
      commands_->run(u"go.back"_s);
    } else {
      go({});
    }
  });
  connect(history_, &HistoryPane::nameRequested, this, [this] { commands_->run(u"item.keep"_s); });
  connect(history_, &HistoryPane::contentWanted, this, [this](qint64 revision) {
    library_.revision(RevisionId{revision}, history_, [this, revision](Result<ContentItem> content) {
      if (content) history_->setContent(revision, *content);
    });
  });
  connect(history_, &HistoryPane::restoreRequested, this, [this](qint64 revision) {
    if (!session_) return;
    const ContentId id = session_->item().id;
    session_->flush([this, id, revision](const Result<void>& stored) {
      if (stored) library_.restoreRevision(id, RevisionId{revision});
    });
  });
  connect(history_, &HistoryPane::bodyRestored, this, &Shell::restoreBody);
  connect(this, &Shell::itemShown, this, [this](DocumentSession* session) {
    if (!session) {
      if (place_.type == Place::Type::History) go({});
      return;
    }
    const auto follow = [this] {
      if (place_.type == Place::Type::History) refreshHistory();
    };
    connect(session, &DocumentSession::revisionsChanged, history_, follow);
    connect(session, &DocumentSession::reloaded, history_, follow);
  });
}

void Shell::openHistory(qint64 revision) {
  if (!session_ || !session_->item().id.valid()) return;
  history_->setItem(session_->snapshot());
  history_->choose(revision);
  go({Place::Type::History, {}});
}

void Shell::refreshHistory() {
  if (!session_ || !session_->item().id.valid()) return;
  const ContentId id = session_->item().id;
  history_->setKinds(library_.kinds());
  history_->setReadOnly(library_.readOnly() || session_->item().trashed.isValid());
  history_->setItem(session_->snapshot());
  library_.revisions(id, history_, [this, id](Result<QList<Revision>> revisions) {
    if (!revisions || !session_ || session_->item().id != id) return;
    history_->setRevisions(*revisions);
    if (place_.type != Place::Type::History) return;
    status_->setNote(tr("Restoring makes a new version; nothing is lost"));
    status_->setRightNote(tr("Kept: all for 30 days, then one a day"));
  });
}

/// The text as it is now stays as a version, and in the editor's undo.
void Shell::restoreBody(const QString& body) {
  if (!session_) return;
  session_->beforeRestoring();
  editor_->setBody(body);
  refreshHistory();
  toast_->tell(tr("Passage restored"), tr("Undo"), [this] {
    editor_->undo();
    refreshHistory();
  });
}

}  // namespace offprint
