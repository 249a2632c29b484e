#include "ui/library/ItemListPane.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QStackedLayout>
#include <QVBoxLayout>

#include "app/session/LibrarySession.h"
#include "app/store/StoreClient.h"
#include "ui/library/EmptyState.h"
#include "ui/library/ItemDelegate.h"
#include "ui/library/ItemHeader.h"
#include "ui/library/ItemListModel.h"
#include "ui/library/ItemView.h"
#include "ui/widgets/IconButton.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/Segmented.h"

using namespace Qt::StringLiterals;

namespace offprint {

ItemListPane::ItemListPane(Appearance& look, LibrarySession& library, Clock clock, QWidget* parent)
    : QFrame(parent),
      look_(look),
      library_(library),
      clock_(clock),
      model_(new ItemListModel(clock, this)),
      delegate_(new ItemDelegate(look, clock, this)),
      columns_(new ItemHeader(look, this)),
      title_(new Label(look, TextRole::PaneTitle, {}, Token::TextPrimary, this)),
      count_(new Label(look, TextRole::Meta, {}, Token::TextTertiary, this)),
      order_(new IconButton(look, u"arrow-down-wide-narrow"_s, tr("Sort and group"), this)),
      new_(new IconButton(look, u"plus"_s, tr("New item"), this)),
      emptyTrash_(new IconButton(look, u"trash-2"_s, tr("Empty trash"), this)),
      header_(new QHBoxLayout),
      filter_(new QLineEdit(this)),
      filterFrame_(new QWidget(this)),
      view_(new ItemView(look, model_, this)),
      empty_(new EmptyState(look, this)),
      stack_(new QStackedLayout) {
  setObjectName(u"listPane"_s);
  view_->setAcceptDrops(false);
  view_->viewport()->setAcceptDrops(false);
  title_->setEliding(true);
  order_->setPopupMode(QToolButton::InstantPopup);
  header_->addWidget(title_);
  header_->addWidget(count_);
  header_->addStretch();
  header_->addWidget(order_);
  header_->addWidget(new_);
  header_->addWidget(emptyTrash_);
  filter_->setClearButtonEnabled(true);
  filter_->addAction(look_.icon(u"list-filter"_s, Token::TextTertiary), QLineEdit::LeadingPosition);
  filter_->installEventFilter(this);
  view_->setItemDelegateOfList(delegate_);
  view_->setContextMenuPolicy(Qt::CustomContextMenu);
  auto* filterRow = new QBoxLayout(QBoxLayout::TopToBottom, filterFrame_);
  filterRow->addWidget(filter_);
  buildWorks();
  filterRow->addWidget(works_);
  stack_->addWidget(view_);
  stack_->addWidget(empty_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(header_);
  column->addWidget(filterFrame_);
  column->addWidget(columns_);
  columns_->hide();
  connect(columns_, &ItemHeader::arranged, this, [this] {
    if (table_) view_->measureAgain();
  });
  column->addLayout(stack_, 1);

  soon_.setSingleShot(true);
  soon_.setInterval(0);
  connect(&soon_, &QTimer::timeout, this, &ItemListPane::list);
  connect(filter_, &QLineEdit::textChanged, this, [this] {
    samePlace_ = false;
    scheduleListing();
  });
  connect(filter_, &QLineEdit::returnPressed, this, [this] {
    view_->setFocus(Qt::OtherFocusReason);
    if (selected().isEmpty()) selectNext(1);
  });
  connect(model_, &ItemListModel::wanted, this, [this](const QList<ContentId>& ids) {
    library_.summaries(ids, this, [this](Result<QList<ItemSummary>> items) {
      if (items) model_->provide(*items);
    });
  });
  connect(view_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
    view_->viewport()->update();
    if (!quiet_) Q_EMIT selectionChanged(selected());
  });
  connect(view_, &ItemView::openRequested, this, &ItemListPane::openRequested);
  connect(view_, &QWidget::customContextMenuRequested, this,
          [this](const QPoint& at) { Q_EMIT contextMenuRequested(view_->viewport()->mapToGlobal(at)); });
  connect(&library_, &LibrarySession::itemsChanged, this, [this](const QList<ContentId>& ids) {
    model_->renew(ids);
    counted_ = {};
    scheduleListing();
  });
  connect(&library_, &LibrarySession::opened, this, [this] {
    delegate_->setKinds(library_.kinds());
    scheduleListing();
  });
  connect(&library_, &LibrarySession::closed, this, [this] {
    counted_ = {};
    take({});
  });
  connect(&look_, &Appearance::changed, this, &ItemListPane::refresh);
  refresh();
}

void ItemListPane::buildWorks() {
  works_ = new Segmented(look_, tr("Which works"), {{tr("All"), {}}, {tr("Mine"), {}}, {tr("Cited"), {}}},
                         filterFrame_);
  works_->setCurrent(0);
  works_->hide();
  connect(works_, &Segmented::chosen, this, [this] {
    samePlace_ = false;
    scheduleListing();
  });
}

/// "Mine 6". Counts hold until the place or an item changes; without them the place has no such works.
void ItemListPane::tellWorks(ItemListing& listing) {
  if (!listing.works.isEmpty()) {
    counted_.works = listing.works;
    counted_.cited = listing.cited;
    const QStringList names{tr("All"), tr("Mine"), tr("Cited")};
    for (int i = 0; i < listing.works.size(); ++i)
      works_->setPartText(i, tr("%1 %L2", "Mine 6").arg(names[i]).arg(listing.works[i]));
  }
  listing.cited = counted_.cited;
  works_->setVisible(!counted_.works.isEmpty());
}

QSize ItemListPane::sizeHint() const {
  return QSize(look_.ipx(280), look_.ipx(400));
}

void ItemListPane::refresh() {
  header_->setContentsMargins(look_.ipx(16), look_.ipx(10), look_.ipx(10), look_.ipx(8));
  header_->setSpacing(look_.ipx(2));
  count_->setContentsMargins(look_.ipx(6), look_.ipx(2), 0, 0);
  order_->setSide(28);
  new_->setSide(28);
  emptyTrash_->setSide(28);
  filter_->setFont(look_.font(Appearance::Face::Interface, 12.4));
  filterFrame_->layout()->setContentsMargins(look_.ipx(11), 0, look_.ipx(11), look_.ipx(8));
}

void ItemListPane::setTable(bool table) {
  if (table == table_) return;
  table_ = table;
  columns_->setVisible(table);
  static_cast<QBoxLayout*>(filterFrame_->layout())
      ->setDirection(table ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  delegate_->setHeader(table ? columns_ : nullptr);
  view_->measureAgain();
}

void ItemListPane::setOrderMenu(QMenu* menu) {
  order_->setMenu(menu);
}

void ItemListPane::setNewAction(QAction* action) {
  follow(new_, action);
}

void ItemListPane::setEmptyTrashAction(QAction* action) {
  follow(emptyTrash_, action);
}

void ItemListPane::setTopField(QWidget* field) {
  auto* row = new QHBoxLayout;
  row->setContentsMargins(look_.ipx(11), 0, look_.ipx(11), 0);
  row->addWidget(field);
  field->setFont(filter_->font());
  static_cast<QVBoxLayout*>(filterFrame_->parentWidget()->layout())->insertLayout(1, row);
}

void ItemListPane::follow(IconButton* button, QAction* action) {
  connect(button, &QToolButton::clicked, action, &QAction::trigger);
  connect(action, &QAction::changed, button, [button, action] {
    button->setEnabled(action->isEnabled());
    button->setToolTip(action->toolTip());
  });
}

void ItemListPane::setVerbs(Verbs verbs) {
  verbs_ = std::move(verbs);
}

void ItemListPane::setPlace(const Place& place) {
  const bool same = place == place_;
  place_ = place;
  // Not with its signals blocked: the button that empties it would stay on an empty field.
  if (place.type == Place::Type::Search) {
    if (filter_->text() != place.key) filter_->setText(place.key);
  } else if (!same) {
    filter_->clear();
  }
  if (!same) {
    works_->setCurrent(0);
    counted_ = {};
  }
  samePlace_ = same;
  const QString name = placeName();
  title_->setText(name);
  const bool search = place.type == Place::Type::Search;
  filter_->setPlaceholderText(search ? tr("Search titles, texts and fields")
                                     : tr("Filter %1").arg(name.toLower()));
  filter_->setAccessibleName(filter_->placeholderText());
  new_->setVisible(place.type != Place::Type::Trash && place.type != Place::Type::Changed && !search);
  emptyTrash_->setVisible(place.type == Place::Type::Trash);
  view_->setAccessibleName(name);
  delegate_->setMixed(place.type != Place::Type::Kind);
  columns_->setKind(place.type == Place::Type::Kind && library_.kinds() ? library_.kinds()->find(place.key)
                                                                        : nullptr);
  if (table_) view_->measureAgain();
  Q_EMIT placeChanged();
  list();
}

QString ItemListPane::placeName() const {
  const ContentKind* kind = library_.kinds() ? library_.kinds()->find(place_.key) : nullptr;
  switch (place_.type) {
    case Place::Type::All:
      return tr("All items");
    case Place::Type::Drafts:
      return tr("Drafts");
    case Place::Type::Changed:
      return tr("Changed");
    case Place::Type::Scheduled:
      return tr("Scheduled");
    case Place::Type::Trash:
      return tr("Trash");
    case Place::Type::Search:
      return tr("Search");
    case Place::Type::Kind:
      return kind ? kind->plural : place_.key;
    default:
      return place_.key.section(u'/', -1);
  }
}

void ItemListPane::setOrder(ContentQuery::Sort sort, bool ascending, ListingRequest::Grouping grouping) {
  sort_ = sort;
  ascending_ = ascending;
  grouping_ = grouping;
  columns_->setOrder(sort, ascending);
  scheduleListing();
}

ListingRequest ItemListPane::request() const {
  ListingRequest request;
  if (place_.type == Place::Type::Search) {
    request = readSearch(filter_->text());
  } else {
    request.query = place_.query();
    request.query.text = filter_->text().trimmed();
    const ContentKind* kind = place_.type == Place::Type::Kind ? library_.kinds()->find(place_.key) : nullptr;
    request.query.ownField = kind ? kind->ownField : QString();
    if (!request.query.ownField.isEmpty())
      request.query.works = static_cast<ContentQuery::Works>(works_->current());
    request.counts = counted_.works.isEmpty();
    const bool own = place_.type == Place::Type::Trash || place_.type == Place::Type::Drafts;
    if (!own || sort_ != ContentQuery::Sort::Date) request.query.sort = sort_;
    request.query.ascending = ascending_;
    request.grouping = place_.type == Place::Type::Drafts ? ListingRequest::Grouping::None : grouping_;
  }
  request.today = clock_().toLocalTime().date();
  return request;
}

void ItemListPane::scheduleListing() {
  soon_.start();
}

void ItemListPane::list() {
  soon_.stop();
  if (!library_.isOpen()) return;
  const quint64 mine = ++asked_;
  const bool nothingTyped = place_.type == Place::Type::Search && filter_->text().trimmed().isEmpty();
  if (nothingTyped) return take({});
  const ListingRequest wanted = request();
  library_.store().run<ItemListing>([wanted](Library& library) { return listItems(library, wanted); }, this,
                                    [this, mine, wanted](Result<ItemListing> listing) {
                                      if (mine != asked_) return;
                                      if (!listing) return Q_EMIT library_.errorOccurred(listing.error());
                                      take(*listing);
                                      if (wanted.search && !wanted.query.fullText.isEmpty())
                                        fetchSnippets(mine, wanted.query.fullText);
                                    });
}

/// The rest of the snippets in small steps, between which the store does what else is asked of it.
void ItemListPane::fetchSnippets(quint64 asked, const QString& words) {
  constexpr int step = 50;
  const QList<ContentId> ids = model_->withoutSnippet(step);
  if (ids.isEmpty()) return;
  using Snippets = QHash<ContentId, QString>;
  library_.store().run<Snippets>(
      [words, ids](Library& library) { return library.content().snippets(words, ids); }, this,
      [this, asked, words, ids](const Result<Snippets>& found) {
        if (asked != asked_ || !found) return;
        Snippets snippets;
        for (const ContentId id : ids)
          snippets.insert(id, found->value(id));
        model_->addSnippets(snippets);
        fetchSnippets(asked, words);
      });
}

void ItemListPane::take(ItemListing listing) {
  tellWorks(listing);
  const QList<ContentId> before = selected();
  const int scroll = std::exchange(samePlace_, true) ? view_->verticalScrollBar()->value() : 0;
  quiet_ = true;
  if (wished_.valid() && listing.ids.contains(wished_)) model_->setNewcomer(std::nullopt);
  model_->setListing(listing);
  QItemSelection kept;
  QModelIndex current;
  for (const ContentId id : wished_.valid() ? QList<ContentId>{wished_} : before) {
    const int row = model_->rowOf(id);
    if (row < 0) continue;
    current = model_->index(row);
    kept.select(current, current);
    wished_ = {};
  }
  if (current.isValid()) {
    view_->selectionModel()->setCurrentIndex(current, QItemSelectionModel::NoUpdate);
    view_->selectionModel()->select(kept, QItemSelectionModel::ClearAndSelect);
  }
  if (model_->newcomerRow() >= 0) chooseNewcomer();
  quiet_ = false;
  view_->verticalScrollBar()->setValue(scroll);
  if (current.isValid() && selected() != before) view_->scrollTo(current);
  const int next = std::exchange(moveOnTo_, -1);
  if (next >= 0 && !current.isValid()) {
    view_->setCurrentIndex(QModelIndex());
    chooseNear(next);
  }
  const bool searching = place_.type == Place::Type::Search && filter_->text().trimmed().isEmpty();
  count_->setText(searching ? QString() : QLocale().toString(model_->itemCount()));
  if (model_->rowCount() == 0) showEmpty();
  stack_->setCurrentIndex(model_->rowCount() == 0 ? 1 : 0);
  Q_EMIT listed();
}

void ItemListPane::showEmpty() {
  const QString typed = filter_->text().trimmed();
  const auto clear = EmptyState::Action{tr("Clear filter"), [this] { filter_->clear(); }};
  if (place_.type == Place::Type::Search) {
    empty_->tell(
        typed.isEmpty()
            ? tr("Search finds words in titles, texts and fields. Narrow it with kind:talk, tag:gpu, "
                 "state:draft, state:changed or before:2024.")
            : tr("Nothing matches “%1”.").arg(typed));
    return;
  }
  if (!typed.isEmpty()) {
    empty_->tell(tr("Nothing matches “%1”.").arg(typed),
                 {clear, {tr("Search all text"), [this, typed] { verbs_.searchAll(typed); }}});
    return;
  }
  if (works_->isVisible() && works_->current() > 0) {
    empty_->tell(works_->current() == 1
                     ? tr("None of these is yours. A work is by its authors' names, or by its field Mine.")
                     : tr("No text cites any of these. Write [@ in a text to cite one."),
                 {{tr("Show all"), [this] {
                     works_->setCurrent(0);
                     list();
                   }}});
    return;
  }
  const ContentKind* kind = !library_.kinds()                  ? nullptr
                            : place_.type == Place::Type::Kind ? library_.kinds()->find(place_.key)
                                                               : &library_.kinds()->usual();
  QList<EmptyState::Action> create;
  if (kind && !library_.readOnly()) create.append({kind->newLabel, [this] { verbs_.newItem(); }});
  switch (place_.type) {
    case Place::Type::Drafts:
      return empty_->tell(tr("No drafts. Everything you started is published."), create);
    case Place::Type::Changed:
      return empty_->tell(tr("The site is up to date."));
    case Place::Type::Scheduled:
      return empty_->tell(
          tr("Nothing is scheduled. Give an item a time to go live with Item ▸ State ▸ Scheduled…"));
    case Place::Type::Trash:
      return empty_->tell(tr("The trash is empty. Deleted items stay here for 30 days."));
    case Place::Type::Kind:
      return empty_->tell(kind && !kind->emptyText.isEmpty() ? kind->emptyText : tr("Nothing here yet."),
                          create);
    default:
      return empty_->tell(tr("New items appear here. You can also drop a folder of Markdown on this list."),
                          create);
  }
}

QList<ContentId> ItemListPane::selected() const {
  QModelIndexList rows = view_->selectionModel()->selectedRows();
  std::sort(rows.begin(), rows.end());
  QList<ContentId> ids;
  for (const QModelIndex& index : rows) {
    const ContentId id = model_->idAt(index.row());
    if (id.valid()) ids.append(id);
  }
  return ids;
}

void ItemListPane::setNewcomer(const QString& kind) {
  quiet_ = true;
  if (kind.isEmpty()) {
    const QList<ContentId> before = selected();
    const bool shown = model_->newcomerRow() >= 0;
    model_->setNewcomer(std::nullopt);
    if (shown && !before.isEmpty()) select(before.constFirst());
  } else {
    ItemSummary item;
    item.kind = kind;
    item.modified = clock_();
    model_->setNewcomer(item);
    stack_->setCurrentIndex(0);
    chooseNewcomer();
    view_->scrollTo(model_->index(model_->newcomerRow()), QAbstractItemView::PositionAtTop);
  }
  quiet_ = false;
}

void ItemListPane::chooseNewcomer() {
  const QModelIndex index = model_->index(model_->newcomerRow());
  view_->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
}

void ItemListPane::select(ContentId id) {
  const int row = model_->rowOf(id);
  wished_ = row < 0 ? id : ContentId();
  if (row < 0 && model_->newcomerRow() >= 0) return;  // it is about to be listed
  quiet_ = true;
  if (row < 0) {
    view_->clearSelection();
  } else if (selected() != QList<ContentId>{id}) {
    const QModelIndex index = model_->index(row);
    view_->selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect);
    view_->scrollTo(index);
  }
  quiet_ = false;
}

void ItemListPane::selectNext(int by) {
  const int from =
      view_->currentIndex().isValid() ? view_->currentIndex().row() : (by > 0 ? -1 : model_->rowCount());
  for (int row = from + by; row >= 0 && row < model_->rowCount(); row += by) {
    if (!model_->idAt(row).valid()) continue;
    view_->selectionModel()->setCurrentIndex(model_->index(row), QItemSelectionModel::ClearAndSelect);
    return;
  }
}

void ItemListPane::moveOn() {
  const QModelIndexList rows = view_->selectionModel()->selectedRows();
  for (const QModelIndex& row : rows)
    moveOnTo_ = moveOnTo_ < 0 ? row.row() : qMin(moveOnTo_, row.row());
}

/// The item at a row, or the last before it; nothing when there is none.
void ItemListPane::chooseNear(int row) {
  const int last = model_->rowCount() - 1;
  int at = qMin(row, last);
  while (at <= last && !model_->idAt(at).valid())
    ++at;
  if (at > last) at = qMin(row, last);
  while (at >= 0 && !model_->idAt(at).valid())
    --at;
  if (at >= 0)
    view_->selectionModel()->setCurrentIndex(model_->index(at), QItemSelectionModel::ClearAndSelect);
}

bool ItemListPane::lists(ContentId id) const {
  return model_->rowOf(id) >= 0;
}

ContentId ItemListPane::firstId() const {
  for (int row = 0; row < model_->rowCount(); ++row)
    if (model_->idAt(row).valid()) return model_->idAt(row);
  return {};
}

int ItemListPane::count() const {
  return model_->itemCount();
}

bool ItemListPane::eventFilter(QObject* watched, QEvent* event) {
  if (watched == filter_ && event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Escape && !filter_->text().isEmpty()) {
      filter_->clear();
      return true;
    }
    if (key == Qt::Key_Down) {
      view_->setFocus(Qt::OtherFocusReason);
      if (selected().isEmpty()) selectNext(1);
      return true;
    }
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace offprint

#include "moc_ItemListPane.cpp"
