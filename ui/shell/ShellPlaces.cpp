#include <QFileInfo>
#include <QMenu>
#include <QStackedLayout>

#include "app/core/Text.h"
#include "app/session/DocumentSession.h"
#include "app/session/LibrarySession.h"
#include "app/store/StoreClient.h"
#include "exporters/site/SiteSnapshot.h"
#include "ui/editor/EditorPane.h"
#include "ui/history/HistoryPane.h"
#include "ui/import/ImportPlace.h"
#include "ui/inspector/InspectorPane.h"
#include "ui/library/BulkCard.h"
#include "ui/library/EmptyState.h"
#include "ui/library/GettingStarted.h"
#include "ui/library/ItemListModel.h"
#include "ui/library/ItemListPane.h"
#include "ui/library/Sidebar.h"
#include "ui/preview/PreviewPane.h"
#include "ui/publish/PublishActions.h"
#include "ui/publish/PublishHistory.h"
#include "ui/shell/Commands.h"
#include "ui/shell/Dialogs.h"
#include "ui/shell/FindingsView.h"
#include "ui/shell/Jobs.h"
#include "ui/shell/LibraryActions.h"
#include "ui/shell/PaletteSources.h"
#include "ui/shell/Shell.h"
#include "ui/shell/SlideOver.h"
#include "ui/shell/StatusBar.h"
#include "ui/shell/WorkArea.h"
#include "ui/site/AppearancePane.h"
#include "ui/site/HomeComposer.h"
#include "ui/site/SiteSettingsPage.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/Glyphs.h"
#include "ui/widgets/Toast.h"

using namespace Qt::StringLiterals;

namespace offprint {

// Places

void Shell::go(const Place& place) {
  const bool stays = session_ && place.holds(session_->item());
  visit({place, stays ? session_->item().id : ContentId()}, true);
}

/// A place that does not hold the open item shows the one last open there, else its first. What a search
/// finds and what is in the trash is opened by the author alone.
void Shell::settle() {
  if (!std::exchange(unsettled_, false) || !place_.isList()) return;
  if (session_ && place_.holds(session_->item())) return;
  const bool chosenByHand = place_.type == Place::Type::Trash || place_.type == Place::Type::Search;
  const ContentId last = lastOpen_.value(place_.toText());
  const ContentId next = chosenByHand ? ContentId() : list_->lists(last) ? last : list_->firstId();
  if (next.valid()) return openItem(next);
  DocumentSession* left = session_;
  closeItem();
  if (left) library_.leaveItem(left);
}

void Shell::visit(const Trail::Step& step, bool remember) {
  if (!library_.isOpen()) return;
  ++opening_;  // what is being opened belongs to the place that was left, and would lead back there
  site_.home->flush();
  place_ = step.place;
  if (place_.type == Place::Type::History && !session_) place_ = {};
  if (remember) trail_.go(step);
  sidebar_->setCurrent(place_);
  switch (place_.type) {
    case Place::Type::Import:
      places_->setCurrentWidget(import_);
      break;
    case Place::Type::Settings:
      places_->setCurrentWidget(site_.settings);
      refreshSnapshot();
      break;
    case Place::Type::History:
      places_->setCurrentWidget(history_);
      refreshHistory();
      break;
    case Place::Type::Publishing:
      places_->setCurrentWidget(site_.history);
      site_.publish->reload();
      break;
    case Place::Type::Problems:
      places_->setCurrentWidget(siteProblems_);
      checkSite();
      break;
    default:
      places_->setCurrentWidget(work_);
      break;
  }
  const bool sitePage = place_.type == Place::Type::Home || place_.type == Place::Type::Appearance;
  work_->setPageOnly(sitePage);
  if (place_.isList()) {
    unsettled_ = !step.item.valid();
    list_->setPlace(place_);
    showAsTable(wantsTable(place_));
    if (step.item.valid()) {
      openItem(step.item);
    } else {
      list_->select({});
    }
  }
  if (preview_) {
    if (sitePage) {
      preview_->open(nullptr);
      showSitePage();
    } else if (session_ && place_.isList()) {
      preview_->open(session_);
    }
  }
  chooseCentre();
  refreshTitle();
  refreshCommands();
  saveSoon_.start();
}

void Shell::openItem(ContentId id, const std::function<void(bool shown)>& done) {
  const auto tell = [done](bool shown) {
    if (done) done(shown);
  };
  if (!id.valid() || !library_.isOpen()) return tell(false);
  if (session_ && session_->item().id == id) {
    if (place_.holds(session_->item())) {
      list_->select(id);
      chooseCentre();
    } else {
      go({Place::Type::Kind, session_->item().kind});
    }
    return tell(true);
  }
  const quint64 mine = ++opening_;
  library_.openItem(id, [this, mine, tell](Result<DocumentSession*> opened) {
    if (mine != opening_) return tell(false);
    if (opened) {
      showSession(*opened);
    } else if (opened.error().code != ErrorCode::NotFound) {
      messages_->tell(Banner::Kind::Error, opened.error().located(),
                      {{tr("Close"), [this] { messages_->clear(); }}});
    }
    tell(opened.has_value());
  });
}

void Shell::showSession(DocumentSession* session) {
  ++opening_;
  if (session == session_) return;
  DocumentSession* before = session_;
  if (session_) session_->disconnect(this);
  session_ = session;
  unsettled_ = false;
  if (!place_.holds(session->item())) {
    place_ = session->item().trashed.isValid() ? Place{Place::Type::Trash, {}}
                                               : Place{Place::Type::Kind, session->item().kind};
    trail_.go({place_, session->item().id});
    places_->setCurrentWidget(work_);
    work_->setPageOnly(false);
    list_->setPlace(place_);
    showAsTable(wantsTable(place_));
    sidebar_->setCurrent(place_);
  }
  findings_.clear();
  outline_.clear();
  problems_->setItemFindings({});
  status_->setFindings({});
  const ContentItem& item = session->item();
  editor_->open(session);
  editor_->setReadOnly(library_.readOnly() || item.trashed.isValid());
  inspector_->open(session);
  inspector_->setReadOnly(library_.readOnly() || item.trashed.isValid());
  if (preview_) preview_->open(session);
  refreshSnapshot();
  follow(session);
  sources_->remember(item.id);
  trail_.setItem(item.id);
  rememberOpen();
  list_->setNewcomer(item.id.valid() ? QString() : item.kind);
  list_->select(item.id);
  if (modeOfKind_.contains(item.kind))
    work_->setMode(static_cast<WorkArea::Mode>(modeOfKind_.value(item.kind)));
  chooseCentre();
  refreshKicker();
  refreshTitle();
  refreshCommands();
  saveSoon_.start();
  // Left only now: nothing shows it any more.
  if (before) library_.leaveItem(before);
  Q_EMIT itemShown(session);
}

void Shell::rememberOpen() {
  if (session_ && session_->item().id.valid()) lastOpen_.insert(place_.toText(), session_->item().id);
}

void Shell::follow(DocumentSession* session) {
  connect(session, &DocumentSession::edited, this, [this](DocumentSession::Part part) {
    if (part == DocumentSession::Part::Body) return;
    refreshKicker();
    refreshTitle();
  });
  connect(session, &DocumentSession::reloaded, this, [this] {
    refreshKicker();
    refreshTitle();
  });
  connect(session, &DocumentSession::saved, this, [this, session, known = session->item().id]() mutable {
    if (known == session->item().id) return;
    // A new item got its row: it is in lists from now on.
    known = session->item().id;
    list_->select(known);
    sources_->remember(known);
    trail_.setItem(known);
    rememberOpen();
    refreshCommands();
    saveSoon_.start();
  });
  connect(session, &DocumentSession::conflicted, this, [this, session](const ContentItem& stored) {
    messages_->tell(
        Banner::Kind::Warning,
        tr("“%1” was changed somewhere else meanwhile. Both versions are safe; choose which one goes on.")
            .arg(stored.title),
        {{tr("Keep mine"),
          [this, session = QPointer(session)] {
            messages_->clear();
            if (session) session->resolve(true);
          }},
         {tr("Take the other"), [this, session = QPointer(session)] {
            messages_->clear();
            if (session) session->resolve(false);
          }}});
  });
  connect(session, &DocumentSession::saveFailed, this, [this, session](const Error& error) {
    messages_->tell(Banner::Kind::Error, error.located(),
                    {{tr("Save again"), [this, session = QPointer(session)] {
                        messages_->clear();
                        if (session) session->flush();
                      }}});
  });
}

void Shell::closeItem() {
  ++opening_;
  if (session_) session_->disconnect(this);
  session_ = nullptr;
  list_->setNewcomer({});
  editor_->open(nullptr);
  inspector_->open(nullptr);
  if (preview_) preview_->open(nullptr);
  findings_.clear();
  problems_->setItemFindings({});
  status_->setFindings({});
  outline_.clear();
  chooseCentre();
  refreshTitle();
  refreshCommands();
  Q_EMIT itemShown(nullptr);
}

/// What stands in the editor's place: the item, the card for several, getting started, or what an empty place
/// says.
void Shell::chooseCentre() {
  if (!library_.isOpen()) return;
  const bool several = list_->selected().size() > 1;
  const bool few = library_.counts().all < fewItems;
  QWidget* page = nothing_;
  if (place_.type == Place::Type::Home) {
    page = site_.home;
  } else if (place_.type == Place::Type::Appearance) {
    page = site_.appearance;
  } else if (several) {
    page = bulk_;
  } else if (helpStart_) {
    page = started_;
  } else if (session_) {
    page = editor_;
  } else if (few && place_.type != Place::Type::Trash) {
    page = started_;
  } else {
    sayNothingChosen();
  }
  started_->setProgress(library_.site(),
                        libraryActions_->lastExport().when.isValid() || site_.publish->lastDeployment());
  centre_->setCurrentWidget(page);
  work_->setHasItem(page == editor_);
  arrangeProblems();
  toolbar_->setItemTools(page == editor_ && place_.isList());
  DocumentSession* shown = page == editor_ && place_.isList() ? session_.data() : nullptr;
  status_->follow(shown);
  if (shown) return;
  status_->setNote(few && page == started_ ? tr("Library open") : QString());
  status_->setRightNote(tr("Kept in %1").arg(QFileInfo(library_.folder()).path()));
}

/// The page beside what the site is set up with.
void Shell::showSitePage() {
  const bool home = place_.type == Place::Type::Home;
  preview_->openAddress(home ? u"/"_s : site_.appearance->page());
  preview_->setParts(home ? site_.home->shownSections() : QStringList(),
                     home ? site_.home->selectedSection() : QString());
}

/// Where there is no room for the list, a button leads to it: the pane is never blank.
void Shell::sayNothingChosen() {
  const bool waiting = list_->count() > 0;
  QList<EmptyState::Action> actions;
  if (waiting && !work_->listShown())
    actions.append({tr("Show list"), [this] { commands_->run(u"view.list"_s); }});
  nothing_->tell(waiting ? tr("Choose an item to read or write it.") : QString(), actions);
}

// What follows the library

void Shell::refreshSidebar() {
  if (!library_.isOpen()) return;
  const Site& site = library_.site();
  QString address = site.baseUrl;
  address.remove(u"https://"_s).remove(u"http://"_s);
  if (address.endsWith(u'/')) address.chop(1);
  const QString author = site.author.display();
  sidebar_->setSite(!site.title.isEmpty() ? site.title
                    : !author.isEmpty()   ? author
                                          : library_.name(),
                    address.isEmpty() ? tr("No address yet") : address);
  sidebar_->model().setCounts(library_.counts());
  showLive();
  chooseCentre();
  refreshCommands();
}

void Shell::refreshVocabulary() {
  using Type = CollectionRepository::Type;
  const auto names = [](const QList<Collection>& collections) {
    QStringList list;
    for (const Collection& collection : collections)
      list.append(collection.name);
    return list;
  };
  const SidebarModel::Collections collections{
      library_.collections(Type::Topic), library_.collections(Type::Series), library_.collections(Type::Tag)};
  sidebar_->model().setCollections(collections);
  sidebar_->setCurrent(place_);
  inspector_->setVocabulary(names(collections.topics), names(collections.tags), names(collections.series));
}

void Shell::refreshBanner() {
  if (!library_.readOnly()) return banner_->clear();
  QList<Banner::Action> actions;
  if (library_.otherHolder()) {
    actions.append({tr("Take over"), [this] {
                      library_.takeOver([this](Result<void> taken) {
                        if (!taken) messages_->tell(Banner::Kind::Error, taken.error().message);
                      });
                    }});
  }
  banner_->tell(Banner::Kind::Warning, library_.readOnlyReason(), actions);
}

/// What the site has of the open item is asked of the store; until it answers, what the author chose is
/// shown.
void Shell::refreshKicker() {
  if (!session_) return;
  const ContentId id = session_->item().id;
  if (!id.valid()) return showKicker(summarize(session_->item()));
  library_.summaries({id}, this, [this, id](const Result<QList<ItemSummary>>& items) {
    if (items && !items->isEmpty() && session_ && session_->item().id == id) showKicker(items->constFirst());
  });
}

void Shell::showKicker(const ItemSummary& item) {
  const ContentKind* kind = library_.kinds() ? library_.kinds()->find(item.kind) : nullptr;
  const QString label = kind ? kind->label : item.kind;
  const StateShape shape(item, clock_());
  const QString lower = shape.unlisted ? tr("unlisted %1", "kind").arg(label.toLower()) : label.toLower();
  QString text;
  if (item.trashed.isValid()) {
    text = tr("In the trash");
  } else if (shape.state == SiteState::ToPublish || shape.state == SiteState::ToRemove) {
    text = tr("%1 %2", "kind and state")
               .arg(shape.unlisted ? tr("Unlisted %1", "kind").arg(label.toLower()) : label,
                    stateLabel(shape.state).toLower());
  } else {
    text = tr("%1 %2", "state and kind").arg(stateLabel(shape.state), lower);
  }
  if (!item.series.isEmpty()) {
    text += u" · "_s + item.series;
    if (item.seriesPart > 0) text += tr(", part %1").arg(item.seriesPart);
  } else if (!item.topics.isEmpty()) {
    text += u" · "_s + item.topics.constFirst();
  }
  editor_->setKicker(text, stateIcon(look_, shape));
}

void Shell::refreshTitle() {
  QString place;
  switch (place_.type) {
    case Place::Type::Home:
      place = tr("Home page");
      break;
    case Place::Type::Appearance:
      place = tr("Appearance");
      break;
    case Place::Type::Settings:
      place = tr("Site settings");
      break;
    case Place::Type::Problems:
      place = tr("Problems");
      break;
    case Place::Type::Import:
      place = tr("Import");
      break;
    case Place::Type::Publishing:
      place = tr("Publish history");
      break;
    case Place::Type::History:
      place = tr("History");
      if (session_) place = tr("History of “%1”").arg(plainTitle(session_->item().title));
      break;
    default:
      place = list_->placeName();
  }
  QString title;
  if (session_ && place_.isList() && centre_->currentWidget() == editor_) {
    title = session_->item().title.isEmpty() ? tr("Untitled") : plainTitle(session_->item().title);
  }
  toolbar_->setCrumbs(place, title);
  const QString shown = title.isEmpty() ? place : title;
  setWindowTitle(root_->currentWidget() == desk_ ? tr("%1 — Offprint").arg(shown) : u"Offprint"_s);
}

void Shell::scheduleSnapshot() {
  snapshotOld_ = true;
  snapshotSoon_.start();
}

/// A new snapshot of the site for preview and inspector, when one is there to be seen; else when it will be.
void Shell::refreshSnapshot() {
  if (!library_.isOpen() || !snapshotOld_) return;
  const bool page = preview_ && (session_ || work_->previewShown() || problems_->isVisible());
  if (!page && !inspector_->isVisible() && !site_.settings->isVisible()) return;
  snapshotOld_ = false;
  using Snapshot = std::shared_ptr<const SiteSnapshot>;
  library_.store().run<Snapshot>(
      [](Library& library) {
        SnapshotOptions options;
        options.drafts = true;
        return SiteSnapshot::of(library, options);
      },
      this,
      [this](Result<Snapshot> snapshot) {
        if (snapshot) {
          inspector_->setSnapshot(*snapshot);
          site_.home->setSnapshot(*snapshot);
          site_.appearance->setSnapshot(*snapshot);
          site_.settings->setSnapshot(*snapshot);
          if (preview_) preview_->setSnapshot(*snapshot);
          editor_->setSnapshot(*snapshot);
        } else {
          messages_->tell(Banner::Kind::Error, snapshot.error().located());
        }
      });
}

// Following links

void Shell::openReference(const QString& reference) {
  library_.store().run<ContentId>(
      [reference](Library& library) -> Result<ContentId> {
        auto item = library.content().find(reference);
        if (!item) return item.error();
        return item->id;
      },
      this,
      [this, reference](Result<ContentId> id) {
        if (id) {
          openItem(*id);
        } else if (reference.startsWith(u"http://"_s) || reference.startsWith(u"https://"_s) ||
                   reference.startsWith(u"mailto:"_s)) {
          dialogs_->openUrl(reference);
        } else {
          toast_->tell(tr("There is no item “%1” in this library.").arg(reference));
        }
      });
}

/// A page of the site by its address: the item it shows, or the page itself.
void Shell::openAddress(const QString& address) {
  using Found = std::optional<ContentId>;
  library_.store().run<Found>(
      [address](Library& library) -> Result<Found> {
        SnapshotOptions options;
        options.drafts = true;
        auto snapshot = SiteSnapshot::of(library, options);
        if (!snapshot) return snapshot.error();
        const SiteMap map(*snapshot);
        const PageEntry* page = map.pageAt(address);
        if (!page || !page->item.valid()) return Found();
        return Found(page->item);
      },
      this,
      [this, address](Result<Found> found) {
        if (found && *found) {
          openItem(**found);
        } else if (preview_) {
          preview_->openAddress(address);
        }
      });
}

/// The open item's page, as it would be on the site.
void Shell::showInBrowser() {
  if (!session_) return;
  library_.flush([this](const Result<void>&) {
    if (!session_) return;
    library_.store().run<QString>(
        [id = session_->item().id](Library& library) -> Result<QString> {
          auto item = library.content().get(id);
          if (!item) return item.error();
          return library.content().addressOf(*item);
        },
        this,
        [this](const Result<QString>& address) {
          if (!address || address->isEmpty()) return;
          libraryActions_->showInBrowser(address->endsWith(u'/') ? *address + u"index.html"_s : *address);
        });
  });
}

// Media

void Shell::addFiles(const QStringList& paths, int line, const QByteArray& content) {
  if (!session_ || library_.readOnly()) return;
  library_.store().run<QList<MediaFile>>(
      [paths, content](Library& library) -> Result<QList<MediaFile>> {
        QList<MediaFile> added;
        OFFPRINT_TRY(library.transaction([&]() -> Result<void> {
          for (const QString& path : paths) {
            auto file =
                content.isEmpty() ? library.media().addFile(path) : library.media().add(path, content);
            if (!file) return file.error();
            added.append(*file);
          }
          return {};
        }));
        return added;
      },
      this,
      [this, line](Result<QList<MediaFile>> added) {
        if (!added) {
          messages_->tell(Banner::Kind::Error, added.error().located(),
                          {{tr("Close"), [this] { messages_->clear(); }}});
          return;
        }
        scheduleSnapshot();
        QStringList texts;
        for (const MediaFile& file : *added) {
          const bool picture = file.mimeType.startsWith(u"image/"_s);
          const QString name = QFileInfo(file.path).completeBaseName();
          const QString target = file.path.contains(u' ') ? u'<' + file.path + u'>' : file.path;
          texts.append(picture ? u"![](%1)"_s.arg(target) : u"[%1](%2)"_s.arg(name, target));
        }
        showText();
        editor_->insertBlock(line, texts.join(u"\n\n"_s));
      });
}

}  // namespace offprint
