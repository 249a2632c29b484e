// The undoable actions of LibrarySession.
#include <QFileInfo>
#include <QPointer>

#include "app/content/PublishedDate.h"
#include "app/content/Slug.h"
#include "app/core/Text.h"
#include "app/session/LibrarySessionState.h"

using namespace Qt::StringLiterals;

namespace offprint {

using namespace libraryJobs;

namespace {

QList<ContentId> idsOf(const QList<ContentItem>& items) {
  QList<ContentId> ids;
  for (const ContentItem& item : items)
    ids.append(item.id);
  return ids;
}

}  // namespace

void LibrarySession::Private::followUp() {
  if (!current) return;
  followAgain = followingUp;
  if (followingUp) return;
  followingUp = true;
  run<Overview>([](Library& library) { return libraryJobs::overview(library); },
                [this](const Result<Overview>& answer) {
                  followingUp = false;
                  if (!answer || !current) return;
                  const Overview before = std::exchange(current->overview, *answer);
                  Q_EMIT q.countsChanged();
                  Q_EMIT q.collectionsChanged();
                  if (!(before.site == answer->site)) Q_EMIT q.siteChanged();
                  if (std::exchange(followAgain, false)) followUp();
                });
}

void LibrarySession::Private::changed(const QList<ContentItem>& items) {
  for (const ContentItem& item : items) {
    if (DocumentSession* session = q.openedItem(item.id)) session->adopt(item);
  }
  Q_EMIT q.itemsChanged(idsOf(items));
  followUp();
}

void LibrarySession::Private::changed(const Changes& changes) {
  QList<ContentItem> items;
  for (const Change& change : changes)
    items.append(change.after);
  changed(items);
}

void LibrarySession::Private::step(const QString& name, ChangeJob job, std::function<QString(int)> sentence) {
  // What is being typed is stored first, so that a step never meets an older text.
  q.flush();
  run<Changes>(std::move(job), [this, name, sentence = std::move(sentence)](const Result<Changes>& answer) {
    if (!answer) {
      Q_EMIT q.errorOccurred(answer.error());
      return;
    }
    const Changes changes = *answer;
    if (changes.isEmpty()) return;
    undo.push(
        {name, [this, changes] { revert(changes, false); }, [this, changes] { revert(changes, true); }});
    changed(changes);
    Q_EMIT q.acted(sentence ? sentence(static_cast<int>(changes.size())) : name, true);
  });
}

void LibrarySession::Private::revert(const Changes& changes, bool forward) {
  q.flush();
  run<Changes>(
      [changes, forward](Library& library) { return libraryJobs::revert(library, changes, forward); },
      [this](const Result<Changes>& answer) {
        if (!answer) {
          Q_EMIT q.errorOccurred(answer.error());
          return;
        }
        changed(*answer);
      });
}

void LibrarySession::rename(ContentId id, const QString& title) {
  d_->step(tr("Rename"), [id, title](Library& library) {
    return libraryJobs::edit(library, {id}, [&](ContentItem& item) {
      // A draft's address follows its name; a public one stays where readers find it.
      const bool follows = item.status == Status::Draft && item.slug == slugify(item.title, item.language);
      item.title = title;
      if (follows) item.slug.clear();  // made anew from the title when it is stored
    });
  });
}

void LibrarySession::edit(const QList<ContentId>& ids, const QString& name,
                          std::function<void(ContentItem&)> change) {
  d_->step(name, [ids, change = std::move(change)](Library& library) {
    return libraryJobs::edit(library, ids, change);
  });
}

void LibrarySession::setStatus(const QList<ContentId>& ids, Status status, const QDateTime& publishAt) {
  const QDate today = d_->clock().toLocalTime().date();
  const auto change = [status, publishAt, today](ContentItem& item) {
    item.status = status;
    item.publishAt = status == Status::Scheduled ? publishAt : QDateTime();
    datePublished(item, today);
  };
  d_->step(
      tr("Change state"), [ids, change](Library& library) { return libraryJobs::edit(library, ids, change); },
      [status](int n) {
        switch (status) {
          case Status::Draft:
            return tr("%n item(s) set to draft", nullptr, n);
          case Status::Scheduled:
            return tr("%n item(s) scheduled", nullptr, n);
          case Status::Published:
            return tr("%n item(s) set to published", nullptr, n);
          case Status::Unlisted:
            return tr("%n item(s) set to unlisted", nullptr, n);
        }
        return QString();
      });
}

void LibrarySession::setPinned(const QList<ContentId>& ids, bool pinned) {
  edit(ids, pinned ? tr("Pin") : tr("Unpin"), [pinned](ContentItem& item) { item.pinned = pinned; });
}

void LibrarySession::addTag(const QList<ContentId>& ids, const QString& tag) {
  edit(ids, tr("Add the tag “%1”").arg(tag), [tag](ContentItem& item) {
    if (!item.tags.contains(tag)) item.tags.append(tag);
  });
}

void LibrarySession::addTopic(const QList<ContentId>& ids, const QString& topic) {
  edit(ids, tr("Add to the topic “%1”").arg(topic), [topic](ContentItem& item) {
    if (!item.topics.contains(topic)) item.topics.append(topic);
  });
}

void LibrarySession::setSeries(const QList<ContentId>& ids, const QString& series) {
  const QString name =
      series.isEmpty() ? tr("Take out of the series") : tr("Add to the series “%1”").arg(series);
  edit(ids, name, [series](ContentItem& item) {
    if (item.series == series) return;
    item.series = series;
    item.seriesPart = 0;
  });
}

void LibrarySession::duplicate(const QList<ContentId>& ids) {
  flush();
  d_->run<QList<ContentItem>>(
      [ids](Library& library) { return libraryJobs::duplicate(library, ids); },
      [this](const Result<QList<ContentItem>>& answer) {
        if (!answer) {
          Q_EMIT errorOccurred(answer.error());
          return;
        }
        const QList<ContentId> copies = idsOf(*answer);
        if (copies.isEmpty()) return;
        d_->undo.push({tr("Duplicate"), [this, copies] { d_->trashQuietly(copies, true); },
                       [this, copies] { d_->trashQuietly(copies, false); }});
        d_->changed(*answer);
        Q_EMIT acted(tr("%n item(s) duplicated", nullptr, static_cast<int>(copies.size())), true);
      });
}

void LibrarySession::Private::trashQuietly(const QList<ContentId>& ids, bool into) {
  run<QList<ContentItem>>(
      [ids, into](Library& library) {
        return into ? libraryJobs::trash(library, ids) : libraryJobs::restore(library, ids);
      },
      [this](const Result<QList<ContentItem>>& answer) {
        if (!answer) {
          Q_EMIT q.errorOccurred(answer.error());
          return;
        }
        changed(*answer);
      });
}

void LibrarySession::Private::moveToTrash(const QList<ContentId>& ids, bool into, const QString& stepName) {
  q.flush();
  run<QList<ContentItem>>(
      [ids, into](Library& library) {
        return into ? libraryJobs::trash(library, ids) : libraryJobs::restore(library, ids);
      },
      [this, into, stepName](const Result<QList<ContentItem>>& answer) {
        if (!answer) {
          Q_EMIT q.errorOccurred(answer.error());
          return;
        }
        const QList<ContentId> moved = idsOf(*answer);
        if (moved.isEmpty()) return;
        undo.push({stepName, [this, moved, into] { trashQuietly(moved, !into); },
                   [this, moved, into] { trashQuietly(moved, into); }});
        changed(*answer);
        const int n = static_cast<int>(moved.size());
        Q_EMIT q.acted(into ? LibrarySession::tr("%n item(s) moved to Trash", nullptr, n)
                            : LibrarySession::tr("%n item(s) restored", nullptr, n),
                       true);
      });
}

void LibrarySession::trash(const QList<ContentId>& ids) {
  d_->moveToTrash(ids, true, tr("Move %n item(s) to Trash", nullptr, static_cast<int>(ids.size())));
}

void LibrarySession::restore(const QList<ContentId>& ids) {
  d_->moveToTrash(ids, false, tr("Restore %n item(s)", nullptr, static_cast<int>(ids.size())));
}

void LibrarySession::restoreRevision(ContentId id, RevisionId revision) {
  d_->step(tr("Restore version"),
           [id, revision](Library& library) { return libraryJobs::restoreRevision(library, id, revision); });
}

void LibrarySession::erase(const QList<ContentId>& ids) {
  d_->run<QList<ContentId>>([ids](Library& library) { return libraryJobs::erase(library, ids); },
                            [this](const Result<QList<ContentId>>& gone) {
                              if (!gone) {
                                Q_EMIT errorOccurred(gone.error());
                                return;
                              }
                              for (const ContentId id : *gone) {
                                if (DocumentSession* session = openedItem(id)) d_->leave(session);
                              }
                              Q_EMIT itemsChanged(*gone);
                              d_->followUp();
                              Q_EMIT acted(tr("%n item(s) deleted", nullptr, static_cast<int>(gone->size())),
                                           false);
                            });
}

void LibrarySession::renameCollection(CollectionRepository::Type type, const QString& from,
                                      const QString& to) {
  if (from == to) return;
  flush();
  const auto told = [this](const Result<Changes>& items) {
    if (items) {
      d_->changed(*items);
    } else {
      Q_EMIT errorOccurred(items.error());
    }
  };
  d_->run<CollectionChange>(
      [type, from, to](Library& library) { return libraryJobs::renameCollection(library, type, from, to); },
      [this, type, from, to, told](const Result<CollectionChange>& answer) {
        if (!answer) {
          Q_EMIT errorOccurred(answer.error());
          return;
        }
        const auto change = std::make_shared<const CollectionChange>(*answer);
        const auto revert = [this, type, change, told](bool forward) {
          flush();
          d_->run<Changes>(
              [type, change, forward](Library& library) {
                return libraryJobs::revertCollection(library, type, *change, forward);
              },
              told);
        };
        d_->undo.push({tr("Rename “%1”").arg(from), [revert] { revert(false); }, [revert] { revert(true); }});
        d_->changed(change->items);
        const auto items = static_cast<int>(change->items.size());
        Q_EMIT acted(change->merged ? tr("“%1” merged into “%2” in %n item(s)", nullptr, items).arg(from, to)
                                    : tr("“%1” renamed in %n item(s)", nullptr, items).arg(from),
                     true);
      });
}

void LibrarySession::Private::describe(CollectionRepository::Type type, const QString& name,
                                       const QString& description) {
  run<void>([type, name, description](
                Library& library) { return library.collections().describe(type, name, description); },
            [this](const Result<void>& done) {
              if (!done) Q_EMIT q.errorOccurred(done.error());
              followUp();
            });
}

void LibrarySession::describeCollection(CollectionRepository::Type type, const QString& name,
                                        const QString& description) {
  QString before;
  for (const Collection& collection : collections(type)) {
    if (collection.name == name) before = collection.description;
  }
  if (before == description) return;
  d_->undo.push({tr("Describe “%1”").arg(name),
                 [this, type, name, before] { d_->describe(type, name, before); },
                 [this, type, name, description] { d_->describe(type, name, description); }});
  d_->describe(type, name, description);
}

void LibrarySession::Private::storeSite(const Site& from, const Site& to) {
  run<void>([from, to](Library& library) { return libraryJobs::changeSite(library, from, to); },
            [this](const Result<void>& done) {
              if (!done) Q_EMIT q.errorOccurred(done.error());
              followUp();
            });
}

void LibrarySession::saveSite(const Site& site, const QString& name) {
  if (!isOpen() || site == d_->current->overview.site) return;
  const Site before = std::exchange(d_->current->overview.site, site);
  d_->undo.push({name, [this, before, site] { d_->storeSite(site, before); },
                 [this, before, site] { d_->storeSite(before, site); }});
  Q_EMIT siteChanged();
  d_->storeSite(before, site);
}

void LibrarySession::importFrom(const QString& source, const QString& importer, const ImportOptions& options,
                                const Task& task, QObject* context,
                                std::function<void(const Result<ImportReport>&)> done) {
  flush();
  const auto told = [context = QPointer(context),
                     done = std::move(done)](const Result<ImportReport>& report) {
    if (context) done(report);
  };
  d_->run<ImportChange>([source, importer, options, task](
                            Library& library) { return runImport(library, source, importer, options, task); },
                        [this, source, told](Result<ImportChange> answer) {
                          if (!answer) return told(answer.error());
                          const auto change = std::make_shared<const ImportChange>(std::move(*answer));
                          if (!change->empty()) d_->pushImport(change, QFileInfo(source).fileName());
                          refresh();
                          const Result<ImportReport> report(change->report);
                          told(report);
                        });
}

void LibrarySession::Private::pushImport(const std::shared_ptr<const ImportChange>& change,
                                         const QString& source) {
  const auto move = [this, change](bool forward) {
    q.flush();
    run<QList<ContentItem>>(
        [change, forward](Library& library) { return revertImport(library, *change, forward); },
        [this](const Result<QList<ContentItem>>& items) {
          if (!items) {
            Q_EMIT q.errorOccurred(items.error());
            return;
          }
          changed(*items);
        });
  };
  undo.push(
      {LibrarySession::tr("Import of “%1”").arg(source), [move] { move(false); }, [move] { move(true); }});
  const int n = static_cast<int>(change->added.size() + change->changed.size());
  Q_EMIT q.acted(n == 0 ? LibrarySession::tr("Descriptions imported")
                        : LibrarySession::tr("%n item(s) imported", nullptr, n),
                 true);
}

}  // namespace offprint
