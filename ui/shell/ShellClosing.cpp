// Shell: leaving without losing a word.
#include <QCloseEvent>

#include "app/session/LibrarySession.h"
#include "ui/editor/EditorPane.h"
#include "ui/inspector/InspectorPane.h"
#include "ui/preview/PreviewPane.h"
#include "ui/shell/Dialogs.h"
#include "ui/shell/Jobs.h"
#include "ui/shell/Shell.h"

namespace offprint {

void Shell::shutdown() {
  setEnabled(false);
  saveLayout();
  jobs_->stop();
  editor_->open(nullptr);
  inspector_->open(nullptr);
  if (preview_) preview_->open(nullptr);
  session_ = nullptr;
  library_.shutdown();
}

/// What is unsaved is stored first, and the author asked when that fails. A contradiction needs no answer:
/// both sides are kept.
void Shell::closeEvent(QCloseEvent* event) {
  if (closing_ == Closing::Storing) return event->ignore();
  const auto late = std::make_shared<bool>(false);
  const auto closeNow = [this, late] {
    closing_ = Closing::Agreed;
    // The session that answers must not go before it has answered.
    if (*late)
      QMetaObject::invokeMethod(
          this, [this] { close(); }, Qt::QueuedConnection);
  };
  if (closing_ == Closing::No) {
    closing_ = Closing::Storing;
    library_.flush([this, closeNow](const Result<void>& stored) {
      if (stored || stored.error().code == ErrorCode::Conflict) return closeNow();
      closing_ = Closing::No;
      const QString text =
          tr("%1\n\nIf you close now, what could not be stored is lost, except what lies in a recovery file: "
             "the next start brings that back.")
              .arg(stored.error().located());
      dialogs_->confirm({tr("Your last changes are not stored"), text, tr("Close anyway"), true}, closeNow);
    });
    *late = true;
    if (closing_ != Closing::Agreed) return event->ignore();
  }
  shutdown();
  event->accept();
}

}  // namespace offprint
