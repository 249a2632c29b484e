#pragma once
#include "app/content/ContentItem.h"

namespace offprint {

/// What is published without a date has the day on which it was: `today`, the author's, not that of UTC (an
/// evening in the west is not tomorrow).
inline void datePublished(ContentItem& item, const QDate& today) {
  if (item.status == Status::Published && item.date.empty())
    item.date = Date::day(today.year(), today.month(), today.day());
}

}  // namespace offprint
