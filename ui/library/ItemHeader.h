#pragma once
#include <optional>
#include <QHeaderView>
#include <QSet>

#include "app/content/ContentKind.h"
#include "app/content/ContentQuery.h"
#include "ui/widgets/Appearance.h"

namespace offprint {

/// The head of the item list as a table: which columns there are, how wide, and by which the list is sorted.
/// Of a kind that lists fields of its own (FieldSpec::listed) up to three are columns, texts first. Where
/// there is little room the less important ones go; the title takes what is left. GUI thread.
class ItemHeader : public QHeaderView {
  Q_OBJECT
 public:
  enum class Column { Title, Kind, First, Second, Third, Cited, Badges, State, Date, Topics, Words, Edited };
  static constexpr int columnCount = 12;
  /// The columns of a kind's own fields.
  static constexpr Column own[] = {Column::First, Column::Second, Column::Third};

  explicit ItemHeader(Appearance& look, QWidget* parent = nullptr);

  /// All items of the list are of this kind; null: of several, and rows name theirs. Copied.
  void setKind(const ContentKind* kind);
  /// Rows have a second line below the title, for the authors.
  bool hasSecondLine() const { return compared_; }
  /// Rows tell own works from those of others by a star.
  bool marksOwn() const { return kind_ && !kind_->ownField.isEmpty(); }
  bool isOwn(const ItemSummary& item) const { return marksOwn() && !kind_->isOfOthers(item.fields); }
  /// Labels of what an item has of ContentKind::badgeFields, two at most.
  QStringList badges(const ItemSummary& item) const;
  /// What an item has in a column of its kind's fields.
  QString fieldText(Column column, const ItemSummary& item) const;
  void setOrder(ContentQuery::Sort sort, bool ascending);
  /// Where a column stands in a row; empty where it is not shown.
  QRect cell(Column column, const QRect& row) const;
  /// Columns that the author does not want to see, for the remembered layout.
  QStringList unwanted() const;
  void setUnwanted(const QStringList& names);

 Q_SIGNALS:
  void sortChosen(offprint::ContentQuery::Sort sort);
  void arranged();         ///< columns came, went or changed their width
  void unwantedChanged();  ///< by the author

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void paintSection(QPainter* painter, const QRect& rect, int section) const override;

 private:
  QString nameOf(int column) const;
  int widthOf(int column) const;
  void arrange();
  void refresh();

  Appearance& look_;
  QSet<int> unwanted_;
  std::optional<ContentKind> kind_;
  QList<FieldSpec> fields_;  ///< of `own`, in this order
  bool mixed_ = true;
  bool compared_ = false;  ///< by its fields and authors, not by the length of its texts
};

}  // namespace offprint
