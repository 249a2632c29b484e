// How lists are sorted, grouped and set: as rows with a summary, or as a table; what can be done with their
// rows.
#include <QAction>
#include <QHash>
#include <QMenu>

#include "app/content/ContentKind.h"
#include "app/session/LibrarySession.h"
#include "ui/library/ItemHeader.h"
#include "ui/library/ItemListPane.h"
#include "ui/shell/Commands.h"
#include "ui/shell/Shell.h"
#include "ui/shell/WorkArea.h"

using namespace Qt::StringLiterals;

namespace offprint {

void Shell::bindOrder() {
  for (const bool table : {false, true}) {
    commands_->bind(table ? u"view.as-table"_s : u"view.as-list"_s, [this, table] {
      tables_.insert(place_.toText(), table);
      showAsTable(table);
      saveSoon_.start();
    });
  }
  connect(list_->columns(), &ItemHeader::unwantedChanged, &saveSoon_, qOverload<>(&QTimer::start));
  connect(list_->columns(), &ItemHeader::sortChosen, this, [this](ContentQuery::Sort sort) {
    static const QHash<ContentQuery::Sort, const char*> ids = {{ContentQuery::Sort::Date, "sort.date"},
                                                               {ContentQuery::Sort::Edited, "sort.edited"},
                                                               {ContentQuery::Sort::Title, "sort.title"},
                                                               {ContentQuery::Sort::Words, "sort.words"},
                                                               {ContentQuery::Sort::State, "sort.state"}};
    setOrder(sort == sort_ ? u"sort.ascending"_s : QString::fromLatin1(ids.value(sort)));
  });
  for (const char* id :
       {"sort.date", "sort.edited", "sort.title", "sort.words", "sort.state", "sort.ascending",
        "group.default", "group.state", "group.year", "group.topic", "group.none"}) {
    commands_->bind(QString::fromLatin1(id), [this, id] { setOrder(QString::fromLatin1(id)); });
  }
}

void Shell::showAsTable(bool table) {
  list_->setTable(table);
  work_->setListWide(table);
  refreshChecks();
}

void Shell::setOrder(const QString& id) {
  using Sort = ContentQuery::Sort;
  static const QHash<QString, Sort> sorts = {{u"sort.date"_s, Sort::Date},
                                             {u"sort.edited"_s, Sort::Edited},
                                             {u"sort.title"_s, Sort::Title},
                                             {u"sort.words"_s, Sort::Words},
                                             {u"sort.state"_s, Sort::State}};
  using Grouping = ListingRequest::Grouping;
  static const QHash<QString, Grouping> groupings = {{u"group.default"_s, Grouping::Default},
                                                     {u"group.state"_s, Grouping::State},
                                                     {u"group.year"_s, Grouping::Year},
                                                     {u"group.topic"_s, Grouping::Topic},
                                                     {u"group.none"_s, Grouping::None}};
  if (sorts.contains(id)) {
    sort_ = sorts.value(id);
    // Titles read from A to Z, everything else from the newest or the most.
    ascending_ = sort_ == Sort::Title;
  } else if (id == u"sort.ascending"_s) {
    ascending_ = !ascending_;
  } else {
    grouping_ = groupings.value(id);
  }
  list_->setOrder(sort_, ascending_, grouping_);
  refreshChecks();
  saveSoon_.start();
}

/// Kinds that have more to compare than to read start as tables: publications and talks (section 3).
bool Shell::wantsTable(const Place& place) const {
  const QString key = place.toText();
  if (tables_.contains(key)) return tables_.value(key);
  const ContentKind* kind =
      place.type == Place::Type::Kind && library_.kinds() ? library_.kinds()->find(place.key) : nullptr;
  return kind && (kind->eventDated || kind == library_.kinds()->citable());
}

/// What can be done with the chosen rows (section 3).
void Shell::fillItemMenu(QMenu& menu) {
  menu.clear();
  const auto add = [&](const QStringList& ids) {
    for (const QString& id : ids)
      menu.addAction(commands_->action(id));
    menu.addSeparator();
  };
  if (place_.type == Place::Type::Trash) return add({u"item.restore"_s, u"trash.empty"_s});
  if (list_->selected().size() == 1) {
    connect(menu.addAction(tr("Open")), &QAction::triggered, list_, &ItemListPane::openRequested);
    add({u"item.browser"_s});
    add({u"item.rename"_s});
  }
  menu.addAction(commands_->action(u"item.duplicate"_s));
  for (const char* path : {"item/state", "item/add"})
    menu.addMenu(commands_->menu(QString::fromLatin1(path)));
  menu.addSeparator();
  if (list_->selected().size() == 1) add({u"item.copy-link"_s, u"item.copy-address"_s});
  add({u"item.trash"_s});
}

}  // namespace offprint
