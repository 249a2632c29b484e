#pragma once
#include <QHeaderView>
#include <QSet>

#include "app/content/ContentQuery.h"
#include "ui/widgets/Appearance.h"

namespace offprint {

/// The head of the item list as a table: which columns there are, how wide, and by which the list is sorted.
/// Where there is little room the less important ones go; the title takes what is left. GUI thread.
class ItemHeader : public QHeaderView {
  Q_OBJECT
 public:
  enum class Column { Title, Kind, State, Date, Topics, Words, Edited };
  static constexpr int columnCount = 7;

  explicit ItemHeader(Appearance& look, QWidget* parent = nullptr);

  /// The list holds several kinds: rows name theirs.
  void setMixed(bool mixed);
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

 private:
  void arrange();
  void refresh();

  Appearance& look_;
  QSet<int> unwanted_;
  bool mixed_ = true;
};

}  // namespace offprint
