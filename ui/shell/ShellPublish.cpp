// Shell: what publishing shows in the window.
#include <QLocale>
#include <QStackedLayout>

#include "app/session/LibrarySession.h"
#include "ui/library/ItemListModel.h"
#include "ui/library/Sidebar.h"
#include "ui/publish/PublishActions.h"
#include "ui/publish/PublishHistory.h"
#include "ui/publish/TargetsPane.h"
#include "ui/shell/Commands.h"
#include "ui/shell/Dialogs.h"
#include "ui/shell/LibraryActions.h"
#include "ui/shell/Shell.h"
#include "ui/shell/Toolbar.h"
#include "ui/site/SiteSettingsPage.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Toast.h"

using namespace Qt::StringLiterals;

namespace offprint {

void Shell::wirePublishing() {
  site_.publish = new PublishActions(context(), this);
  site_.history = new PublishHistory(context(), *site_.publish, desk_);
  places_->addWidget(site_.history);
  const int targets = site_.settings->addPane(tr("Publishing targets"), u"upload"_s,
                                              new TargetsPane(context(), *site_.publish));
  const auto openTargets = [this, targets] {
    go({Place::Type::Settings, {}});
    site_.settings->showPage(targets);
  };
  commands_->bind(u"publish.targets"_s, openTargets);
  commands_->bind(u"publish.history"_s, [this] { go({Place::Type::Publishing, {}}); });
  connect(site_.publish, &PublishActions::historyRequested, this, [this] {
    go({Place::Type::Publishing, {}});
  });
  connect(site_.history, &PublishHistory::versionRequested, this, [this](ContentId item, qint64 revision) {
    openItem(item, [this, revision](bool shown) {
      if (shown) openHistory(revision);
    });
  });
  // The foot leads to what it tells of.
  connect(sidebar_, &Sidebar::footClicked, this, [this] {
    const QString folder = libraryActions_->lastExport().folder;
    if (site_.publish->lastDeployment()) {
      go({Place::Type::Publishing, {}});
    } else if (folder.isEmpty()) {
      commands_->run(u"publish.open"_s);
    } else {
      dialogs_->reveal(folder);
    }
  });
  connect(site_.publish, &PublishActions::changed, this, &Shell::refreshSidebar);
  connect(site_.publish, &PublishActions::dueAsked, this,
          [this](const QString& target, const QString& sentence) {
            messages_->tell(Banner::Kind::Note, sentence,
                            {{tr("Publish…"),
                              [this, target] {
                                messages_->clear();
                                site_.publish->setActiveTarget(target);
                                site_.publish->openSheet();
                              }},
                             {tr("Later"), [this] { messages_->clear(); }}});
          });
  connect(site_.publish, &PublishActions::publicLooked, this, [this](const QString& sentence, bool complete) {
    if (complete && !site_.publish->watchedBySheet()) toast_->tell(sentence);
  });
  connect(site_.publish, &PublishActions::findingVisited, this, &Shell::visitFinding);
  connect(site_.publish, &PublishActions::findingChosen, this, &Shell::mendFinding);
  connect(site_.publish, &PublishActions::failed, this, [this](const Error& error) {
    messages_->tell(Banner::Kind::Error, error.located(), {{tr("Close"), [this] { messages_->clear(); }}});
  });
}

/// When the site left the library last, at the foot of the sidebar, and how much has changed since.
void Shell::showLive() {
  const LastExport& exported = libraryActions_->lastExport();
  const Deployment* deployed = site_.publish->lastDeployment();
  const bool online = deployed && (!exported.when.isValid() || deployed->made >= exported.when);
  const QDateTime when = online ? deployed->made : exported.when;
  const QString moment = when.isValid() ? momentText(when, clock_(), QLocale()) : QString();
  sidebar_->setFoot(moment.isEmpty() ? tr("Not published yet")
                    : online         ? tr("Published %1").arg(moment)
                                     : tr("Exported %1").arg(moment),
                    when.isValid());
  toolbar_->setPending(library_.counts().pending);
}

}  // namespace offprint
