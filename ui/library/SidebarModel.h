#pragma once
#include <memory>
#include <QAbstractItemModel>
#include <vector>

#include "app/content/ContentKind.h"
#include "app/store/ContentRepository.h"
#include "app/store/Repositories.h"
#include "ui/shell/Place.h"

namespace offprint {

/// The kind of what is dragged from the item list: ids as decimal text, one a line.
inline constexpr char itemsMimeType[] = "application/x-offprint-items";
QByteArray itemsMimeData(const QList<ContentId>& ids);
QList<ContentId> itemsFromMimeData(const QByteArray& data);

/// The rows of the sidebar: four groups of places with their counts (app.md section 3). Topics, series and
/// tags have their names below them. Items dropped on a collection are added to it, on Trash deleted.
class SidebarModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  enum Role { PlaceRole = Qt::UserRole, CountRole, IconRole, GroupRole, FolderRole };

  explicit SidebarModel(QObject* parent = nullptr);
  ~SidebarModel() override;

  void setKinds(std::shared_ptr<const KindCatalog> kinds);
  void setCounts(const ContentCounts& counts);
  void setProblems(int problems);
  struct Collections {
    QList<Collection> topics;
    QList<Collection> series;
    QList<Collection> tags;
  };
  void setCollections(const Collections& collections);

  /// A search that was saved under a name.
  struct View {
    QString name;
    QString words;
    bool operator==(const View&) const = default;
  };
  /// Stand below the places of the library.
  void setViews(const QList<View>& views);

  QModelIndex indexOf(const Place& place) const;
  Place placeOf(const QModelIndex& index) const;
  /// All places that a row stands for, in order, for the palette and Ctrl+1 … 9.
  QList<QModelIndex> placeRows() const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QStringList mimeTypes() const override;
  Qt::DropActions supportedDropActions() const override { return Qt::CopyAction | Qt::MoveAction; }
  bool canDropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                       const QModelIndex& parent) const override;
  bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                    const QModelIndex& parent) override;

 Q_SIGNALS:
  void itemsDropped(const QList<offprint::ContentId>& items, const offprint::Place& place);

 private:
  struct Node;
  void rebuildKinds();
  void refreshCounts();
  void fillFolder(Node* folder, Place::Type type, const QList<Collection>& collections);
  Node* nodeOf(const QModelIndex& index) const;
  QModelIndex indexOfNode(const Node* node) const;
  Node* groupAt(int position) const;

  std::unique_ptr<Node> root_;
  std::shared_ptr<const KindCatalog> kinds_;
  QList<View> views_;
  ContentCounts counts_;
  int problems_ = 0;
};

}  // namespace offprint
