// Problems: the check of the site, going to a finding, doing what its row offers.
#include "app/content/ContentItem.h"
#include "app/session/DocumentSession.h"
#include "app/session/LibrarySession.h"
#include "app/store/StoreClient.h"
#include "exporters/site/SiteCheck.h"
#include "ui/editor/EditorPane.h"
#include "ui/inspector/InspectorPane.h"
#include "ui/library/Sidebar.h"
#include "ui/shell/Commands.h"
#include "ui/shell/FindingsView.h"
#include "ui/shell/FindingVerbs.h"
#include "ui/shell/Jobs.h"
#include "ui/shell/Shell.h"
#include "ui/shell/WorkArea.h"
#include "ui/site/SiteSettingsPage.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Toast.h"

using namespace Qt::StringLiterals;

namespace offprint {

/// Runs `then` when the item of a finding is open.
void Shell::atItemOf(const Finding& finding, const std::function<void()>& then) {
  if (finding.item.isEmpty() || (session_ && session_->item().ref() == finding.item)) {
    if (!session_) return;
    if (!place_.holds(session_->item())) openItem(session_->item().id);
    return then();
  }
  auto* once = new QObject(this);
  connect(this, &Shell::itemShown, once, [once, then](DocumentSession* shown) {
    once->deleteLater();
    if (shown) then();
  });
  openReference(finding.item);
}

void Shell::visitFinding(const Finding& finding) {
  atItemOf(finding, [this, line = finding.line] {
    if (line <= 0) return;
    showText();
    editor_->goToLine(line);
    // The panel may have come up just now: its room is taken from the text when this is done.
    QTimer::singleShot(0, this, [this, line] {
      if (editor_->caretLine() == line) editor_->goToLine(line, editor_->caretColumn());
    });
  });
}

void Shell::mendFinding(const Finding& finding) {
  const auto run = [this, finding](const char* command) {
    atItemOf(finding, [this, command] { commands_->run(QString::fromLatin1(command)); });
  };
  switch (verbOf(finding)) {
    case FindingVerb::None:
      return;
    case FindingVerb::Open:
    case FindingVerb::Go:
      return visitFinding(finding);
    case FindingVerb::WriteAlt:
      return atItemOf(finding, [this, finding] {
        showText();
        const QString line = session_->snapshot().body.section(u'\n', finding.line - 1, finding.line - 1);
        editor_->goToLine(finding.line, altColumn(line, quotedIn(finding.message)));
      });
    case FindingVerb::WriteTitle:
      return atItemOf(finding, [this] {
        showText();
        editor_->focusTitle();
      });
    case FindingVerb::CreateItem:
      return createDraft(meantTitle(quotedIn(finding.message)));
    case FindingVerb::ShowFields:
      return atItemOf(finding, [this] {
        if (!work_->inspectorShown()) work_->toggleInspector();
        inspector_->setFocus();
      });
    case FindingVerb::SetTime:
      return run("state.scheduled");
    case FindingVerb::CompareWorks:
      return run("work.compare");
    case FindingVerb::CompleteWork:
      return run("work.complete");
    case FindingVerb::SiteSettings:
      go({Place::Type::Settings, {}});
      return site_.settings->showRow(finding.code.startsWith(u"citation."_s)
                                         ? SiteSettingsPage::tr("Citation style")
                                         : SiteSettingsPage::tr("Base address"));
  }
}

/// A draft of that title beside the open item, which stays.
void Shell::createDraft(const QString& title) {
  if (library_.readOnly() || !library_.kinds()) return;
  DocumentSession* draft = library_.newItem(library_.kinds()->usual().id);
  if (!draft) return;
  draft->setTitle(title);
  draft->flush([this, title, draft = QPointer(draft)](const Result<void>& stored) {
    // It is still at work on this answer: it is left when that is done.
    QTimer::singleShot(0, this, [this, title, draft, made = stored.has_value()] {
      if (!draft) return;
      const ContentId id = draft->item().id;
      library_.leaveItem(draft);
      if (made)
        toast_->tell(tr("Draft “%1” made. Links lead to it when it is published.").arg(title), tr("Open"),
                     [this, id] { openItem(id); });
    });
  });
}

/// A small library is checked by itself after it was opened and after what the author does to its items, so
/// that the sidebar's count is true; a large one after an import and when Problems is visited.
void Shell::checkByItself() {
  if (library_.isOpen() && preview_ && library_.counts().all <= mostCheckedByItself) checkSite();
}

void Shell::checkSite() {
  if (std::exchange(checking_, true)) {
    checkAgain_ = true;
    return;
  }
  checkAgain_ = false;
  const QString folder = library_.folder();
  library_.flush([this, folder](Result<void>) {
    checkJob_ = jobs_->run<Findings>(
        tr("Checking the site"),
        [folder, resources = library_.resources(),
         typesetter = typesetter_](const Task& task) -> Result<Findings> {
          auto library = Library::open(folder, resources, OpenMode::ReadOnly);
          if (!library) return library.error();
          return offprint::checkSite(**library, typesetter, task);
        },
        [this, folder](const Result<Findings>& findings) {
          checking_ = false;
          showChecking({});
          if (folder == library_.folder()) takeCheck(findings);
          if (checkAgain_ && library_.isOpen()) checkSite();
        });
    followCheck();
  });
}

void Shell::takeCheck(const Result<Findings>& findings) {
  if (!findings) {
    if (findings.error().code != ErrorCode::Cancelled)
      messages_->tell(Banner::Kind::Error, findings.error().located());
    return;
  }
  const QString checked = tr("%n item(s) checked at %1", nullptr, library_.counts().all)
                              .arg(clock_().toLocalTime().toString(u"HH:mm"_s));
  showSiteFindings(*findings, checked);
  sidebar_->model().setProblems(siteProblems_->siteProblems());
}

/// How far the check is, where it is waited for.
void Shell::followCheck() {
  for (const Jobs::Job& job : jobs_->running()) {
    if (job.id != checkJob_ || !checking_) continue;
    const Task::Progress& progress = job.progress;
    showChecking(progress.total > 0 ? tr("Checking, %1 of %2").arg(progress.done).arg(progress.total)
                                    : tr("Checking…"));
  }
}

void Shell::showChecking(const QString& progress) {
  for (FindingsView* view : {siteProblems_, problems_})
    view->setChecking(progress);
}

/// Findings name items by their reference; the window calls them by their titles.
void Shell::showSiteFindings(const Findings& findings, const QString& checked) {
  for (FindingsView* view : {siteProblems_, problems_})
    view->setSiteFindings(findings, checked);
  QStringList references;
  for (const Finding& finding : findings)
    if (!finding.item.isEmpty()) references.append(finding.item);
  references.removeDuplicates();
  if (references.isEmpty()) return;
  using Titles = QHash<QString, QString>;
  library_.store().run<Titles>(
      [references](Library& library) -> Result<Titles> {
        Titles titles;
        for (const QString& reference : references) {
          const auto item = library.content().find(reference);
          if (item && !item->title.isEmpty()) titles.insert(reference, plainTitle(item->title));
        }
        return titles;
      },
      this,
      [this](const Result<Titles>& titles) {
        if (!titles) return;
        for (FindingsView* view : {siteProblems_, problems_})
          view->setTitles(*titles);
      });
}

}  // namespace offprint
