#include "ui/library/ItemListModel.h"

#include <algorithm>
#include <QLocale>
#include <QMimeData>

#include "ui/library/SidebarModel.h"
#include "ui/widgets/Glyphs.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {
constexpr int windowRows = 40;  // asked for around a row that is looked at
constexpr int keptItems = 4000;
}  // namespace

ItemListModel::ItemListModel(Clock clock, QObject* parent)
    : QAbstractListModel(parent), clock_(std::move(clock)), items_(keptItems) {}

void ItemListModel::setListing(const ItemListing& listing) {
  const bool sameRows = listing.ids == listing_.ids && listing.groups == listing_.groups;
  if (sameRows) {
    listing_.snippets = listing.snippets;
    listing_.cited = listing.cited;
    provide(listing.beginning);
    return;
  }
  beginResetModel();
  listing_ = listing;
  listing_.beginning.clear();
  asked_.clear();
  next_.clear();
  for (const ItemSummary& item : listing.beginning)
    items_.insert(item.id, new ItemSummary(item));
  fillRows();
  endResetModel();
}

void ItemListModel::setNewcomer(const std::optional<ItemSummary>& item) {
  if (!item && !newcomer_) return;
  beginResetModel();
  newcomer_ = item;
  fillRows();
  endResetModel();
}

void ItemListModel::fillRows() {
  rows_.clear();
  rowOf_.clear();
  if (newcomer_) rows_.append({{}, -1});
  int group = 0;
  for (int i = 0; i < listing_.ids.size(); ++i) {
    while (group < listing_.groups.size() && listing_.groups[group].first == i)
      rows_.append({{}, group++});
    rowOf_.insert(listing_.ids[i], static_cast<int>(rows_.size()));
    rows_.append({listing_.ids[i], -1});
  }
}

QList<ContentId> ItemListModel::withoutSnippet(int most) const {
  QList<ContentId> ids;
  for (const ContentId id : listing_.ids) {
    if (ids.size() == most) break;
    if (!listing_.snippets.contains(id)) ids.append(id);
  }
  return ids;
}

void ItemListModel::addSnippets(const QHash<ContentId, QString>& snippets) {
  listing_.snippets.insert(snippets);
  if (!rows_.isEmpty()) Q_EMIT dataChanged(index(0), index(static_cast<int>(rows_.size()) - 1));
}

void ItemListModel::renew(const QList<ContentId>& ids) {
  // What is shown stays until the new is here: asking again is enough.
  const QList<ContentId> known = ids.isEmpty() ? items_.keys() : ids;
  QList<ContentId> again;
  for (const ContentId id : known) {
    if (!items_.contains(id)) continue;
    // One without a row is read anew when it comes back: it may have changed while it was away.
    if (rowOf_.contains(id)) {
      again.append(id);
    } else {
      items_.remove(id);
    }
  }
  if (!again.isEmpty()) Q_EMIT wanted(again);
}

void ItemListModel::provide(const QList<ItemSummary>& items) {
  int first = static_cast<int>(rows_.size());
  int last = -1;
  for (const ItemSummary& item : items) {
    const int row = rowOf(item.id);
    asked_.remove(item.id);
    if (row < 0) continue;
    items_.insert(item.id, new ItemSummary(item));
    first = std::min(first, row);
    last = std::max(last, row);
  }
  if (last >= 0) Q_EMIT dataChanged(index(first), index(last));
}

ContentId ItemListModel::idAt(int row) const {
  return row >= 0 && row < rows_.size() ? rows_[row].id : ContentId();
}

int ItemListModel::rowOf(ContentId id) const {
  return rowOf_.value(id, -1);
}

const ItemSummary* ItemListModel::itemAt(int row) const {
  if (newcomer_ && row == newcomerRow()) return &*newcomer_;
  const ContentId id = idAt(row);
  if (!id.valid()) return nullptr;
  const ItemSummary* item = items_.object(id);
  if (!item) want(row);
  return item;
}

QString ItemListModel::snippetAt(int row) const {
  return listing_.snippets.value(idAt(row));
}

/// Asks for a window around a row, once, when the event loop comes round: painting a screen is one question.
void ItemListModel::want(int row) const {
  if (asked_.contains(rows_[row].id)) return;
  const bool first = next_.isEmpty();
  const int from = std::max(0, row - windowRows / 2);
  const int to = std::min(static_cast<int>(rows_.size()), row + windowRows / 2);
  for (int i = from; i < to; ++i) {
    const ContentId id = rows_[i].id;
    if (!id.valid() || asked_.contains(id) || items_.contains(id)) continue;
    asked_.insert(id);
    next_.append(id);
  }
  if (!first || next_.isEmpty()) return;
  auto* self = const_cast<ItemListModel*>(this);
  QMetaObject::invokeMethod(
      self, [self] { self->ask(); }, Qt::QueuedConnection);
}

void ItemListModel::ask() {
  const QList<ContentId> ids = std::exchange(next_, {});
  if (!ids.isEmpty()) Q_EMIT wanted(ids);
}

int ItemListModel::groupSize(int group) const {
  const int end = group + 1 < listing_.groups.size() ? listing_.groups[group + 1].first : itemCount();
  return end - listing_.groups[group].first;
}

int ItemListModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

QVariant ItemListModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Row& row = rows_[index.row()];
  if (row.group >= 0) {
    if (role == Qt::DisplayRole) return listing_.groups[row.group].label;
    if (role == CountRole) return groupSize(row.group);
    return role == GroupRole ? QVariant(true) : QVariant();
  }
  if (role == GroupRole) return false;
  if (role == LoadedRole) return index.row() == newcomerRow() || items_.contains(row.id);
  if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole) return {};
  const ItemSummary* item = itemAt(index.row());
  if (!item) return QString();
  const QString title = item->title.isEmpty() ? tr("Untitled") : plainTitle(item->title);
  if (role == Qt::DisplayRole) return title;
  const QString state = stateLabel(siteState(*item, clock_()));
  return item->status == Status::Unlisted ? u"%1, %2, %3"_s.arg(title, state, stateLabel(item->status))
                                          : u"%1, %2"_s.arg(title, state);
}

Qt::ItemFlags ItemListModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  if (rows_[index.row()].group >= 0) return Qt::ItemNeverHasChildren;
  if (index.row() == newcomerRow())
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
  return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsDragEnabled | Qt::ItemNeverHasChildren;
}

QStringList ItemListModel::mimeTypes() const {
  return {QString::fromLatin1(itemsMimeType), u"text/plain"_s};
}

QMimeData* ItemListModel::mimeData(const QModelIndexList& indexes) const {
  QList<ContentId> ids;
  QStringList links;
  for (const QModelIndex& index : indexes) {
    const ContentId id = idAt(index.row());
    if (!id.valid()) continue;
    ids.append(id);
    if (const ItemSummary* item = itemAt(index.row())) links.append(u"[[%1]]"_s.arg(item->ref()));
  }
  if (ids.isEmpty()) return nullptr;
  auto* data = new QMimeData;
  data->setData(QString::fromLatin1(itemsMimeType), itemsMimeData(ids));
  data->setText(links.join(u'\n'));
  return data;
}

QString momentText(const QDateTime& moment, const QDateTime& now, const QLocale& locale) {
  const QDateTime local = moment.toLocalTime();
  const qint64 days = local.date().daysTo(now.toLocalTime().date());
  if (days == 0) return local.toString(u"HH:mm"_s);
  if (days == 1) return ItemListModel::tr("yesterday");
  const bool thisYear = local.date().year() == now.toLocalTime().date().year();
  return locale.toString(local.date(), thisYear ? u"d MMM"_s : u"d MMM yyyy"_s);
}

namespace {

/// The date that readers see, without this year's number.
QString shownDate(const ItemSummary& item, const QDateTime& now, const QLocale& locale) {
  QString date = item.date.displayShort(locale);
  const QString thisYear = u" %1"_s.arg(now.toLocalTime().date().year());
  if (item.date.monthNumber() > 0 && date.endsWith(thisYear)) date.chop(thisYear.size());
  return date;
}

/// What the site has of an item that belongs on it.
QString publicSentence(const ItemSummary& item, SiteState state, const QDateTime& now,
                       const QLocale& locale) {
  QString sentence = shownDate(item, now, locale);
  if (item.status == Status::Unlisted)
    sentence = sentence.isEmpty() ? stateLabel(item.status) : ItemListModel::tr("Unlisted, %1").arg(sentence);
  if (state == SiteState::Changed)
    return ItemListModel::tr("Changed since %1").arg(momentText(item.exportedAt, now, locale));
  if (state == SiteState::ToPublish)
    return sentence.isEmpty() ? stateLabel(state) : ItemListModel::tr("To publish, %1").arg(sentence);
  return sentence.isEmpty() ? stateLabel(state) : sentence;
}

}  // namespace

QString stateSentence(const ItemSummary& item, const QString& kindLabel, bool mixed, const QDateTime& now,
                      const QLocale& locale) {
  const SiteState state = siteState(item, now);
  QString sentence;
  switch (state) {
    case SiteState::ToRemove:
      sentence = item.trashed.isValid()
                     ? ItemListModel::tr("To remove, deleted %1").arg(momentText(item.trashed, now, locale))
                     : stateLabel(state);
      break;
    case SiteState::Draft:
      if (item.trashed.isValid())
        return ItemListModel::tr("Deleted %1").arg(momentText(item.trashed, now, locale));
      return mixed ? ItemListModel::tr("Draft %1").arg(kindLabel.toLower())
                   : ItemListModel::tr("Edited %1").arg(momentText(item.modified, now, locale));
    case SiteState::Scheduled: {
      if (item.trashed.isValid())
        return ItemListModel::tr("Deleted %1").arg(momentText(item.trashed, now, locale));
      const QDateTime moment = item.publishAt.toLocalTime();
      sentence = ItemListModel::tr("Goes live %1, %2")
                     .arg(locale.toString(moment.date(), u"d MMM"_s), moment.toString(u"HH:mm"_s));
      break;
    }
    case SiteState::ToPublish:
    case SiteState::Published:
    case SiteState::Changed:
      sentence = publicSentence(item, state, now, locale);
      break;
  }
  return mixed ? u"%1 · %2"_s.arg(kindLabel, sentence) : sentence;
}

}  // namespace offprint

#include "moc_ItemListModel.cpp"
