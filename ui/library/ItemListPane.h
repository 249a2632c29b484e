#pragma once
#include <functional>
#include <QFrame>
#include <QTimer>

#include "app/core/Clock.h"
#include "ui/library/ItemListing.h"
#include "ui/shell/Place.h"
#include "ui/widgets/Appearance.h"

class QHBoxLayout;
class QLineEdit;
class QMenu;
class QStackedLayout;
class QToolButton;

namespace offprint {

class EmptyState;
class IconButton;
class ItemDelegate;
class ItemListModel;
class ItemView;
class Label;
class ItemHeader;
class LibrarySession;
class Segmented;

/// The list column: name of the place, count, order, New; a filter that answers as one types; the items.
/// Follows the library by itself.
class ItemListPane : public QFrame {
  Q_OBJECT
 public:
  ItemListPane(Appearance& look, LibrarySession& library, Clock clock, QWidget* parent = nullptr);

  /// Shows a place; a search may come with its words.
  void setPlace(const Place& place);
  const Place& place() const { return place_; }
  void setOrder(ContentQuery::Sort sort, bool ascending, ListingRequest::Grouping grouping);
  /// Rows of one line under a head, or a list.
  void setTable(bool table);
  bool isTable() const { return table_; }
  ItemHeader* columns() const { return columns_; }
  void setOrderMenu(QMenu* menu);
  void setNewAction(QAction* action);
  /// Stands in New's place in the trash.
  void setEmptyTrashAction(QAction* action);
  /// A field over the filter; whether it is seen is its owner's to say.
  void setTopField(QWidget* field);
  /// Verbs of the empty states: what they do is the shell's.
  struct Verbs {
    std::function<void()> newItem;
    std::function<void(const QString& words)> searchAll;
  };
  void setVerbs(Verbs verbs);

  QList<ContentId> selected() const;
  /// The open item has no row in the library yet: it stands first, chosen, until it is listed. Empty: none.
  void setNewcomer(const QString& kind);
  /// Chooses an item without telling currentChanged(); one that is not listed clears the choice.
  void select(ContentId id);
  void selectNext(int by);
  /// The chosen items are about to leave the list: the one after them is chosen when they are gone.
  void moveOn();
  int count() const;
  bool lists(ContentId id) const;
  ContentId firstId() const;  ///< none while nothing is listed
  QString placeName() const;
  ItemView* view() const { return view_; }
  QLineEdit* filter() const { return filter_; }
  QSize sizeHint() const override;

 Q_SIGNALS:
  void selectionChanged(const QList<offprint::ContentId>& ids);  ///< by the user
  void openRequested();
  void contextMenuRequested(const QPoint& globalPosition);
  void listed();  ///< the rows are here
  void placeChanged();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void refresh();
  void buildWorks();
  void tellWorks(ItemListing& listing);
  void scheduleListing();
  void list();
  void take(ItemListing listing);
  void fetchSnippets(quint64 asked, const QString& words);
  void showEmpty();
  void chooseNewcomer();
  void chooseNear(int row);
  ListingRequest request() const;
  void follow(IconButton* button, QAction* action);

  Appearance& look_;
  LibrarySession& library_;
  Clock clock_;
  Place place_;
  ContentQuery::Sort sort_ = ContentQuery::Sort::Date;
  bool ascending_ = false;
  ListingRequest::Grouping grouping_ = ListingRequest::Grouping::Default;
  Verbs verbs_;
  ItemListModel* model_;
  ItemDelegate* delegate_;
  ItemHeader* columns_;
  Label* title_;
  Label* count_;
  IconButton* order_;
  IconButton* new_;
  IconButton* emptyTrash_;
  QHBoxLayout* header_;
  QLineEdit* filter_;
  QWidget* filterFrame_;
  ItemListing counted_;         ///< of the place: cited and works alone; none until they are here
  Segmented* works_ = nullptr;  ///< all, own, cited; where a kind parts own works from those of others
  ItemView* view_;
  EmptyState* empty_;
  QStackedLayout* stack_;
  QTimer soon_;
  quint64 asked_ = 0;
  ContentId wished_;   ///< to be chosen when the rows are here
  int moveOnTo_ = -1;  ///< row to choose when the chosen ones are gone
  bool samePlace_ = false;
  bool quiet_ = false;
  bool table_ = false;
};

}  // namespace offprint
