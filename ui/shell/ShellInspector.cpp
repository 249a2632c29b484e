#include "app/session/DocumentSession.h"
#include "app/session/LibrarySession.h"
#include "app/store/StoreClient.h"
#include "ui/editor/EditorPane.h"
#include "ui/inspector/InspectorPane.h"
#include "ui/shell/Dialogs.h"
#include "ui/shell/Shell.h"
#include "ui/widgets/Banner.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr char foldsState[] = "inspector";

}  // namespace

/// What the inspector shows beside the open session comes from the store when one of its tabs asks for it.
void Shell::wireInspector() {
  inspector_->setClock(clock_);
  connect(inspector_, &InspectorPane::lineActivated, this, [this](int line) {
    showText();
    editor_->goToLine(line);
  });
  connect(inspector_, &InspectorPane::itemRequested, this, &Shell::openReference);
  connect(inspector_, &InspectorPane::pickMediaRequested, this, &Shell::pickMedia);
  connect(
      inspector_, &InspectorPane::filesDropped, this,
      [this](const QString& field, const QStringList& paths) { setMediaField(field, paths.constFirst()); });
  connect(inspector_, &InspectorPane::revisionRequested, this, &Shell::openHistory);
  connect(inspector_, &InspectorPane::revisionsWanted, this, [this] {
    if (!session_ || !session_->item().id.valid()) return;
    const ContentId id = session_->item().id;
    library_.revisions(id, inspector_, [this, id](Result<QList<Revision>> revisions) {
      if (revisions && session_ && session_->item().id == id) inspector_->setRevisions(*revisions);
    });
  });
  connect(inspector_, &InspectorPane::backlinksWanted, this, &Shell::findBacklinks);
  connect(editor_, &EditorPane::citingWanted, this, [this](const QString& key) {
    library_.store().run<int>(
        [key](Library& library) -> Result<int> {
          auto ids = library.content().citing(key);
          if (!ids) return ids.error();
          return static_cast<int>(ids->size());
        },
        editor_,
        [this, key](Result<int> items) {
          if (items) editor_->setCiting(key, *items);
        });
  });
  connect(editor_, &EditorPane::caretMoved, inspector_,
          [this](int line, int) { inspector_->setCaretLine(line); });
  connect(inspector_, &InspectorPane::foldsChanged, this,
          [this] { library_.setState(QString::fromLatin1(foldsState), inspector_->folds()); });
  connect(&library_, &LibrarySession::opened, this, [this] {
    library_.state(QString::fromLatin1(foldsState), inspector_, [this](Result<QJsonValue> folds) {
      if (folds) inspector_->setFolds(folds->toObject());
    });
  });
}

void Shell::findBacklinks() {
  if (!session_ || !session_->item().id.valid()) return;
  using Rows = QList<ItemSummary>;
  const ContentId id = session_->item().id;
  library_.store().run<Rows>(
      [id](Library& library) -> Result<Rows> {
        auto ids = library.content().backlinks(id);
        if (!ids) return ids.error();
        return library.content().summaries(*ids);
      },
      inspector_,
      [this, id](Result<Rows> rows) {
        if (rows && session_ && session_->item().id == id) inspector_->setBacklinks(*rows);
      });
}

void Shell::pickMedia(const QString& field) {
  dialogs_->chooseFile(tr("Choose a file"), QFileInfo(library_.folder()).path(), tr("All files (*)"),
                       [this, field](const QString& path) { setMediaField(field, path); });
}

/// Adds a file to the media and makes it the value of a field of the open item.
void Shell::setMediaField(const QString& field, const QString& path) {
  if (!session_ || library_.readOnly()) return;
  library_.store().run<MediaFile>([path](Library& library) { return library.media().addFile(path); }, this,
                                  [this, field, session = session_](Result<MediaFile> file) {
                                    if (!file) {
                                      messages_->tell(Banner::Kind::Error, file.error().located(),
                                                      {{tr("Close"), [this] { messages_->clear(); }}});
                                      return;
                                    }
                                    scheduleSnapshot();
                                    if (!session) return;
                                    if (field == u"cover"_s) {
                                      session->edit(DocumentSession::Part::Fields,
                                                    [&](ContentItem& item) { item.cover = file->path; });
                                    } else {
                                      session->setField(field, file->path);
                                    }
                                  });
}

}  // namespace offprint
