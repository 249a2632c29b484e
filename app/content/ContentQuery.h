#pragma once
#include <optional>
#include <QString>
#include <QStringList>

#include "app/content/ContentItem.h"

namespace offprint {

/// What a list shows. All conditions must hold; empty ones do not count.
struct ContentQuery {
  /// What the next export of the site adds, renews or removes; look for it in the trash as well.
  static QList<SiteState> pendingStates() {
    return {SiteState::ToPublish, SiteState::Changed, SiteState::ToRemove};
  }

  enum class Sort { Edited, Date, Title, Words, State };
  enum class Bin { Exclude, Only, Include };
  /// Of a kind that parts works of the author from those of others: all, own ones, those that a text cites or
  /// an item's field names.
  enum class Works { All, Own, Cited };

  QStringList kinds;
  QList<Status> statuses;
  QString topic;  ///< that topic or one below it
  QString tag;
  QString series;
  QString text;      ///< substring of title, summary or tags, case-insensitive
  QString fullText;  ///< FTS over title, body, fields and tags; ranked when `sort` is not set
  std::optional<bool> pinned;
  Works works = Works::All;
  QString ownField;  ///< of that kind (ContentKind::ownField); wanted for Works::Own
  QList<SiteState> siteStates;
  Bin trash = Bin::Exclude;
  Sort sort = Sort::Edited;
  bool ascending = false;
  int offset = 0;
  int limit = 0;  ///< 0: all

  bool operator==(const ContentQuery&) const = default;
};

}  // namespace offprint
