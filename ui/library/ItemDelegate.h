#pragma once
#include <functional>
#include <QCache>
#include <QStyledItemDelegate>

#include "app/content/ContentKind.h"
#include "app/core/Clock.h"
#include "ui/widgets/Appearance.h"

class QTextLayout;

namespace offprint {

class ItemListModel;
class ItemHeader;
struct ItemSummary;

/// Draws a row of the item list: title (two lines at most), one line of summary or the snippet of a hit,
/// state glyph with its sentence, minutes at the right. Heights are kept by item, version and width.
class ItemDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  ItemDelegate(Appearance& look, Clock clock, QObject* parent = nullptr);

  void setKinds(std::shared_ptr<const KindCatalog> kinds);
  /// The list holds several kinds: rows name theirs.
  void setMixed(bool mixed);

  /// The rows are a table with these columns; null: a list. Not owned.
  void setHeader(const ItemHeader* header);

  /// The last line of a row in `width` pixels. Where it is narrow the minutes go first, then the kind: what
  /// is true of the item on the site is the last to be cut.
  struct StateLine {
    QString sentence;
    QString minutes;
  };
  StateLine stateLine(const ItemSummary& item, const QFontMetrics& metrics, int width) const;

  int heightOf(const ItemListModel& model, int row, int width) const;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  void layOutTitle(QTextLayout& layout, int width) const;
  QString titleOf(const ItemSummary& item) const;
  QString kindLabel(const ItemSummary& item) const;
  int rowHeightOf(const ItemListModel& model, int row) const;
  void paintGroup(QPainter& painter, const QRect& rect, const QModelIndex& index) const;
  void paintGround(QPainter& painter, const QStyleOptionViewItem& option, const QRect& box,
                   qreal radius) const;
  void paintCells(QPainter& painter, const QStyleOptionViewItem& option, const ItemSummary& item,
                  int timesCited) const;
  void paintBadges(QPainter& painter, const QRect& cell, const QStringList& labels) const;
  void paintTitleCell(QPainter& painter, const QRect& cell, const ItemSummary& item) const;
  void paintItem(QPainter& painter, const QStyleOptionViewItem& option, const ItemSummary& item,
                 const QString& snippet) const;
  int paintTitle(QPainter& painter, const QRect& rect, const QString& title) const;
  void paintSnippet(QPainter& painter, const QRect& rect, const QString& snippet) const;
  void paintState(QPainter& painter, const QRect& rect, const ItemSummary& item, bool selected) const;

  Appearance& look_;
  Clock clock_;
  std::shared_ptr<const KindCatalog> kinds_;
  const ItemHeader* header_ = nullptr;
  bool mixed_ = false;
  mutable QCache<QString, int> heights_;
};

}  // namespace offprint
