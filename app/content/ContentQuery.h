#pragma once
#include <optional>
#include <QString>
#include <QStringList>

#include "app/content/ContentItem.h"

namespace offprint {

/// What a list shows. All conditions must hold; empty ones do not count.
struct ContentQuery {
  enum class Sort { Edited, Date, Title, Words, State };
  enum class Bin { Exclude, Only, Include };

  QStringList kinds;
  QList<Status> statuses;
  QString topic;  ///< that topic or one below it
  QString tag;
  QString series;
  QString text;      ///< substring of title, summary or tags, case-insensitive
  QString fullText;  ///< FTS over title, body, fields and tags; ranked when `sort` is not set
  std::optional<bool> pinned;
  Bin trash = Bin::Exclude;
  Sort sort = Sort::Edited;
  bool ascending = false;
  int offset = 0;
  int limit = 0;  ///< 0: all

  bool operator==(const ContentQuery&) const = default;
};

}  // namespace offprint
