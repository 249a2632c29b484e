#pragma once
#include <QHash>
#include <QJsonObject>

#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/core/Result.h"

namespace offprint {

class Library;

}  // namespace offprint

namespace offprint::cli {

/// Items as `list` and `show` print them (JSON forms of cli.md).
class ItemView {
 public:
  static Result<ItemView> of(Library& library);
  QJsonObject row(const ItemSummary& item) const;
  /// The row with fields, body, authors, relations and the number of revisions.
  QJsonObject whole(const ContentItem& item, int revisions) const;
  /// Address of the item's page, absolute when the site has a base URL; empty when it has none.
  QString url(const ItemSummary& item) const;

 private:
  QHash<QString, ContentKind> kinds_;
  QString base_;
};

}  // namespace offprint::cli
