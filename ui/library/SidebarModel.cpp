#include "ui/library/SidebarModel.h"

#include <algorithm>
#include <functional>
#include <QMimeData>
#include <QSet>

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {

/// A group, a place, or a folder of places ("Topics").
struct SidebarModel::Node {
  enum class Role { Root, Group, Place, Folder };
  Role role = Role::Root;
  QString label;
  QString icon;
  Place place;
  int count = 0;  ///< 0 is not shown
  Node* parent = nullptr;
  std::vector<std::unique_ptr<Node>> children;

  Node* add(Role childRole, const QString& childLabel, const QString& childIcon = {},
            const Place& childPlace = {}) {
    auto child = std::make_unique<Node>();
    child->role = childRole;
    child->label = childLabel;
    child->icon = childIcon;
    child->place = childPlace;
    child->parent = this;
    children.push_back(std::move(child));
    return children.back().get();
  }
  int row() const {
    for (size_t i = 0; parent && i < parent->children.size(); ++i) {
      if (parent->children[i].get() == this) return static_cast<int>(i);
    }
    return 0;
  }
};

namespace {
enum GroupPosition { LibraryGroup, KindsGroup, CollectionsGroup, SiteGroup };
enum FolderPosition { TopicsFolder, SeriesFolder, TagsFolder };
}  // namespace

QByteArray itemsMimeData(const QList<ContentId>& ids) {
  QByteArray lines;
  for (const ContentId id : ids)
    lines += QByteArray::number(id.value) + '\n';
  return lines;
}

QList<ContentId> itemsFromMimeData(const QByteArray& data) {
  QList<ContentId> ids;
  for (const QByteArray& line : data.split('\n')) {
    const ContentId id{line.toLongLong()};
    if (id.valid()) ids.append(id);
  }
  return ids;
}

SidebarModel::SidebarModel(QObject* parent) : QAbstractItemModel(parent), root_(std::make_unique<Node>()) {
  using Row = Node::Role;
  using Type = Place::Type;
  Node* library = root_->add(Row::Group, tr("Library"));
  library->add(Row::Place, tr("All items"), u"library"_s, {Type::All, {}});
  library->add(Row::Place, tr("Drafts"), u"pen-line"_s, {Type::Drafts, {}});
  library->add(Row::Place, tr("Changed"), u"refresh-cw"_s, {Type::Changed, {}});
  library->add(Row::Place, tr("Scheduled"), u"calendar-clock"_s, {Type::Scheduled, {}});
  library->add(Row::Place, tr("Problems"), u"triangle-alert"_s, {Type::Problems, {}});
  library->add(Row::Place, tr("Trash"), u"trash-2"_s, {Type::Trash, {}});
  root_->add(Row::Group, tr("Kinds"));
  Node* collections = root_->add(Row::Group, tr("Collections"));
  collections->add(Row::Folder, tr("Topics"), u"shapes"_s);
  collections->add(Row::Folder, tr("Series"), u"layers"_s);
  collections->add(Row::Folder, tr("Tags"), u"tag"_s);
  Node* site = root_->add(Row::Group, tr("Site"));
  site->add(Row::Place, tr("Home page"), u"house"_s, {Type::Home, {}});
  site->add(Row::Place, tr("Appearance"), u"palette"_s, {Type::Appearance, {}});
  site->add(Row::Place, tr("Settings"), u"settings"_s, {Type::Settings, {}});
}

SidebarModel::~SidebarModel() = default;

SidebarModel::Node* SidebarModel::groupAt(int position) const {
  return root_->children[static_cast<size_t>(position)].get();
}

void SidebarModel::setKinds(std::shared_ptr<const KindCatalog> kinds) {
  kinds_ = std::move(kinds);
  rebuildKinds();
}

void SidebarModel::rebuildKinds() {
  Node* group = groupAt(KindsGroup);
  const QModelIndex parent = indexOfNode(group);
  if (!group->children.empty()) {
    beginRemoveRows(parent, 0, static_cast<int>(group->children.size()) - 1);
    group->children.clear();
    endRemoveRows();
  }
  if (!kinds_ || kinds_->all().isEmpty()) return;
  beginInsertRows(parent, 0, static_cast<int>(kinds_->all().size()) - 1);
  for (const ContentKind& kind : kinds_->all()) {
    Node* row = group->add(Node::Role::Place, kind.plural, kind.icon, {Place::Type::Kind, kind.id});
    row->count = counts_.byKind.value(kind.id);
  }
  endInsertRows();
}

void SidebarModel::setViews(const QList<View>& views) {
  if (views == views_) return;
  Node* group = groupAt(LibraryGroup);
  const QModelIndex parent = indexOfNode(group);
  const int first = static_cast<int>(group->children.size() - static_cast<size_t>(views_.size()));
  if (!views_.isEmpty()) {
    beginRemoveRows(parent, first, static_cast<int>(group->children.size()) - 1);
    group->children.resize(static_cast<size_t>(first));
    endRemoveRows();
  }
  views_ = views;
  if (views.isEmpty()) return;
  beginInsertRows(parent, first, first + static_cast<int>(views.size()) - 1);
  for (const View& view : views)
    group->add(Node::Role::Place, view.name, u"list-filter"_s, {Place::Type::Search, view.words});
  endInsertRows();
}

void SidebarModel::setCounts(const ContentCounts& counts) {
  counts_ = counts;
  refreshCounts();
}

void SidebarModel::setProblems(int problems) {
  problems_ = problems;
  refreshCounts();
}

void SidebarModel::refreshCounts() {
  for (const GroupPosition position : {LibraryGroup, KindsGroup}) {
    Node* group = groupAt(position);
    for (const auto& row : group->children) {
      switch (row->place.type) {
        case Place::Type::All:
          row->count = counts_.all;
          break;
        case Place::Type::Drafts:
          row->count = counts_.byStatus.value(Status::Draft);
          break;
        case Place::Type::Changed:
          row->count = counts_.pending;
          break;
        case Place::Type::Scheduled:
          row->count = counts_.byStatus.value(Status::Scheduled);
          break;
        case Place::Type::Problems:
          row->count = problems_;
          break;
        case Place::Type::Kind:
          row->count = counts_.byKind.value(row->place.key);
          break;
        default:
          break;
      }
    }
    if (group->children.empty()) continue;
    const QModelIndex parent = indexOfNode(group);
    Q_EMIT dataChanged(index(0, 0, parent), index(rowCount(parent) - 1, 0, parent), {CountRole});
  }
}

namespace {

/// Topics with those they lie in, each right before what it holds: "A/B" alone gives "A" and "A/B".
QList<Collection> withParents(const QList<Collection>& topics) {
  QList<Collection> all = topics;
  QSet<QString> known;
  for (const Collection& topic : topics)
    known.insert(topic.name);
  for (const Collection& topic : topics) {
    for (qsizetype slash = topic.name.indexOf(u'/'); slash > 0; slash = topic.name.indexOf(u'/', slash + 1)) {
      const QString parent = topic.name.left(slash);
      if (known.contains(parent)) continue;
      known.insert(parent);
      Collection made{parent, {}, {}, 0};
      for (const Collection& child : topics)
        if (child.name.startsWith(parent + u'/')) made.items += child.items;
      all.append(made);
    }
  }
  // The slash sorts before every letter, so that "A/B" stands between "A" and "A B".
  const auto key = [](const Collection& topic) { return topic.name.toCaseFolded().replace(u'/', u'\x01'); };
  std::stable_sort(all.begin(), all.end(),
                   [&key](const Collection& a, const Collection& b) { return key(a) < key(b); });
  return all;
}

}  // namespace

void SidebarModel::setCollections(const Collections& collections) {
  const Node* group = groupAt(CollectionsGroup);
  fillFolder(group->children[TopicsFolder].get(), Place::Type::Topic, withParents(collections.topics));
  fillFolder(group->children[SeriesFolder].get(), Place::Type::Series, collections.series);
  fillFolder(group->children[TagsFolder].get(), Place::Type::Tag, collections.tags);
}

void SidebarModel::fillFolder(Node* folder, Place::Type type, const QList<Collection>& collections) {
  const QModelIndex parent = indexOfNode(folder);
  const bool sameNames = std::equal(
      collections.cbegin(), collections.cend(), folder->children.cbegin(), folder->children.cend(),
      [](const Collection& collection, const auto& node) { return collection.name == node->place.key; });
  folder->count = static_cast<int>(collections.size());
  if (!sameNames) {
    if (!folder->children.empty()) {
      beginRemoveRows(parent, 0, static_cast<int>(folder->children.size()) - 1);
      folder->children.clear();
      endRemoveRows();
    }
    if (!collections.isEmpty()) beginInsertRows(parent, 0, static_cast<int>(collections.size()) - 1);
    for (const Collection& collection : collections) {
      folder->add(Node::Role::Place, collection.name, {}, {type, collection.name});
    }
    if (!collections.isEmpty()) endInsertRows();
  }
  for (qsizetype i = 0; i < collections.size(); ++i) {
    folder->children[static_cast<size_t>(i)]->count = collections[i].items;
  }
  Q_EMIT dataChanged(parent, parent, {CountRole});
  if (!collections.isEmpty()) {
    Q_EMIT dataChanged(index(0, 0, parent), index(rowCount(parent) - 1, 0, parent), {CountRole});
  }
}

QModelIndex SidebarModel::indexOf(const Place& place) const {
  for (const QModelIndex& row : placeRows()) {
    if (nodeOf(row)->place == place) return row;
  }
  return {};
}

Place SidebarModel::placeOf(const QModelIndex& index) const {
  return index.isValid() ? nodeOf(index)->place : Place();
}

QList<QModelIndex> SidebarModel::placeRows() const {
  QList<QModelIndex> rows;
  const std::function<void(const Node&)> walk = [&](const Node& node) {
    for (const auto& child : node.children) {
      if (child->role == Node::Role::Place) rows.append(indexOfNode(child.get()));
      walk(*child);
    }
  };
  walk(*root_);
  return rows;
}

SidebarModel::Node* SidebarModel::nodeOf(const QModelIndex& index) const {
  return index.isValid() ? static_cast<Node*>(index.internalPointer()) : root_.get();
}

QModelIndex SidebarModel::indexOfNode(const Node* node) const {
  return node == root_.get() ? QModelIndex() : createIndex(node->row(), 0, const_cast<Node*>(node));
}

QModelIndex SidebarModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, nodeOf(parent)->children[static_cast<size_t>(row)].get());
}

QModelIndex SidebarModel::parent(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  return indexOfNode(nodeOf(index)->parent);
}

int SidebarModel::rowCount(const QModelIndex& parent) const {
  return parent.column() > 0 ? 0 : static_cast<int>(nodeOf(parent)->children.size());
}

int SidebarModel::columnCount(const QModelIndex&) const {
  return 1;
}

QVariant SidebarModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const Node* node = nodeOf(index);
  const bool folder = node->role == Node::Role::Folder;
  switch (role) {
    case Qt::DisplayRole:
      // A nested topic shows its own name; its depth is drawn.
      return node->place.type == Place::Type::Topic ? node->label.section(u'/', -1) : node->label;
    case Qt::ToolTipRole:
      return node->place.type == Place::Type::Topic ? node->label : QVariant();
    case Qt::AccessibleTextRole:
      return node->count > 0 ? tr("%1, %n item(s)", nullptr, node->count).arg(node->label) : node->label;
    case CountRole:
      return node->count;
    case IconRole:
      return node->icon;
    case GroupRole:
      return node->role == Node::Role::Group;
    case FolderRole:
      return folder;
    case PlaceRole:
      return node->place.toText();
    default:
      return {};
  }
}

Qt::ItemFlags SidebarModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  const Node* node = nodeOf(index);
  switch (node->role) {
    case Node::Role::Place: {
      Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
      const Place::Type type = node->place.type;
      const bool takes = type == Place::Type::Topic || type == Place::Type::Tag ||
                         type == Place::Type::Series || type == Place::Type::Trash;
      if (takes) flags |= Qt::ItemIsDropEnabled;
      return flags;
    }
    case Node::Role::Folder:
      return Qt::ItemIsEnabled;
    default:
      return Qt::NoItemFlags;
  }
}

QStringList SidebarModel::mimeTypes() const {
  return {QString::fromLatin1(itemsMimeType)};
}

bool SidebarModel::canDropMimeData(const QMimeData* data, Qt::DropAction, int, int,
                                   const QModelIndex& parent) const {
  return data->hasFormat(QString::fromLatin1(itemsMimeType)) && (flags(parent) & Qt::ItemIsDropEnabled);
}

bool SidebarModel::dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                                const QModelIndex& parent) {
  if (!canDropMimeData(data, action, row, column, parent)) return false;
  Q_EMIT itemsDropped(itemsFromMimeData(data->data(QString::fromLatin1(itemsMimeType))), placeOf(parent));
  return true;
}

}  // namespace offprint

#include "moc_SidebarModel.cpp"
