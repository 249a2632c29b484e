#pragma once
#include <optional>
#include <QAbstractListModel>
#include <QCache>
#include <QSet>

#include "app/core/Clock.h"
#include "ui/library/ItemListing.h"

namespace offprint {

/// The rows of the item list: keys of a listing with group labels between them. What a row shows is asked for
/// when it is looked at, in windows of neighbours, and kept for a few thousand rows; nothing else is read
/// (app.md section 3: fluid at 10,000 items). GUI thread.
class ItemListModel : public QAbstractListModel {
  Q_OBJECT
 public:
  enum Role {
    GroupRole = Qt::UserRole,  ///< true: a group label
    CountRole,                 ///< items of a group
    LoadedRole,                ///< the row's item is here
  };

  /// `clock` decides which moments of scheduled items have come.
  explicit ItemListModel(Clock clock = systemClock(), QObject* parent = nullptr);

  /// Replaces the rows; equal keys and groups keep them. What was known of items is kept: see renew().
  void setListing(const ItemListing& listing);
  /// An item that has no row in the library yet stands first until it has one; none: of no kind. It cannot be
  /// chosen or dragged, and counts nowhere.
  void setNewcomer(const std::optional<ItemSummary>& item);
  int newcomerRow() const { return newcomer_ ? 0 : -1; }
  /// The first hits of a search that have no snippet yet, at most so many.
  QList<ContentId> withoutSnippet(int most) const;
  void addSnippets(const QHash<ContentId, QString>& snippets);
  /// What was known of these items is old; none: of all.
  void renew(const QList<ContentId>& ids = {});
  /// An answer to wanted(). Items that are not listed are dropped.
  void provide(const QList<ItemSummary>& items);

  int itemCount() const { return static_cast<int>(listing_.ids.size()); }
  ContentId idAt(int row) const;  ///< none for group labels and the newcomer
  int rowOf(ContentId id) const;  ///< -1 when it is not listed
  /// nullptr while it is not loaded; asks for it.
  const ItemSummary* itemAt(int row) const;
  QString snippetAt(int row) const;
  int timesCited(ContentId id) const { return listing_.cited.value(id); }

  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;

 Q_SIGNALS:
  /// Rows need these items: answer with provide().
  void wanted(const QList<offprint::ContentId>& ids);

 private:
  struct Row {
    ContentId id;
    int group = -1;
  };
  void fillRows();
  void want(int row) const;
  void ask();
  int groupSize(int group) const;

  Clock clock_;
  ItemListing listing_;
  std::optional<ItemSummary> newcomer_;
  QList<Row> rows_;
  QHash<ContentId, int> rowOf_;
  mutable QCache<ContentId, ItemSummary> items_;
  mutable QSet<ContentId> asked_;
  mutable QList<ContentId> next_;
};

/// "14:32" today, "yesterday", "12 Mar", "12 Mar 2024" (app.md section 26).
QString momentText(const QDateTime& moment, const QDateTime& now, const QLocale& locale);
/// The sentence beside a row's state glyph. `mixed`: the list holds several kinds, so the kind is named.
QString stateSentence(const ItemSummary& item, const QString& kindLabel, bool mixed, const QDateTime& now,
                      const QLocale& locale);

}  // namespace offprint
