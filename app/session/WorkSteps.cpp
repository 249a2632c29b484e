// What LibrarySession does with works: adding, completing.
#include <QPointer>

#include "app/session/LibrarySessionState.h"

namespace offprint {

using namespace libraryJobs;

void LibrarySession::addWorks(const QList<ProposedWork>& works, QObject* context,
                              Answer<QList<ContentItem>> done) {
  flush();
  const auto tell = [context = QPointer(context), done = std::move(done)](Result<QList<ContentItem>> answer) {
    if (context && done) done(std::move(answer));
  };
  d_->run<QList<ContentItem>>(
      [works](Library& library) { return workIntake::add(library, works); },
      [this, tell](const Result<QList<ContentItem>>& answer) {
        if (!answer || answer->isEmpty()) return tell(answer);
        QList<ContentId> added;
        for (const ContentItem& item : *answer)
          added.append(item.id);
        const QString name = tr("Add %n work(s)", nullptr, static_cast<int>(added.size()));
        d_->undo.push({name, [this, added] { d_->trashQuietly(added, true); },
                       [this, added] { d_->trashQuietly(added, false); }});
        d_->changed(*answer);
        Q_EMIT acted(tr("%n work(s) added", nullptr, static_cast<int>(added.size())), true);
        tell(answer);
      });
}

void LibrarySession::completeWork(ContentId id, const FoundWork& found) {
  d_->step(
      tr("Complete work"),
      [id, found](Library& library) -> Result<Changes> {
        const auto before = library.content().get(id);
        if (!before) return before.error();
        const auto after = workIntake::complete(library, id, found);
        if (!after) return after.error();
        return Changes{{*before, *after}};
      },
      [](int) { return tr("The work was looked up and filled in"); });
}

}  // namespace offprint
