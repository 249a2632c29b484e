#pragma once
#include <optional>
#include <QList>
#include <QString>

#include "app/content/ContentQuery.h"
#include "app/store/Repositories.h"

namespace offprint {

/// Somewhere in the window that Back returns to: a list of items, or a page of its own. Value.
struct Place {
  enum class Type {
    All,
    Drafts,
    Changed,
    Scheduled,
    Trash,
    Kind,
    Topic,
    Tag,
    Series,
    Search,
    Problems,
    Home,
    Appearance,
    Settings,
    Import,
    History,    ///< of the open item
    Publishing  ///< what was online when
  };
  Type type = Type::All;
  QString key;  ///< kind id, topic, tag or series name, search words

  bool operator==(const Place&) const = default;
  /// Shows a list of items beside the editor.
  bool isList() const { return type <= Type::Search; }
  /// "kind:article", for remembering; fromText() of anything else is All items.
  QString toText() const;
  static Place fromText(const QString& text);
  /// Which collection it is; none for other places.
  std::optional<CollectionRepository::Type> collection() const;
  /// Whether an item belongs to what its list shows. Of places that are searched or compared with the site,
  /// which an item alone cannot tell, it is taken to.
  bool holds(const ContentItem& item) const;
  /// What its list shows, without filter and order.
  ContentQuery query() const;
};

/// The places been to, for Back and Forward. Each remembers the item that was open there.
class Trail {
 public:
  struct Step {
    Place place;
    ContentId item;
    bool operator==(const Step&) const = default;
  };

  /// Goes somewhere new: what was ahead is forgotten. Going where one is changes nothing.
  void go(const Step& step);
  /// The item open at the present step changed.
  void setItem(ContentId item);
  bool canGoBack() const { return at_ > 0; }
  bool canGoForward() const { return at_ + 1 < steps_.size(); }
  Step back();
  Step forward();
  void clear();

 private:
  QList<Step> steps_;
  qsizetype at_ = -1;
};

}  // namespace offprint
