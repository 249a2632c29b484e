#pragma once
#include <QList>
#include <QString>

#include "app/content/ContentItem.h"

namespace offprint {

/// One time that an event takes place.
struct Occasion {
  Date start;             ///< at the precision it was given
  Date end;               ///< empty: the day of `start`
  QString zone;           ///< IANA name; never empty
  bool floating = false;  ///< nobody said a zone: times are those of the clock at the place
  QString event;
  QString eventUrl;
  QString place;
  QString answer;  ///< "submitted", "accepted", "confirmed", "postponed", "cancelled" or empty
  Date told{};  ///< where the author says it less exactly to readers than to calendars, such as by its month

  bool isOff() const { return answer == QLatin1String("cancelled") || answer == QLatin1String("postponed"); }
  bool operator==(const Occasion&) const = default;
  /// The last day, at its precision; empty when none is known.
  const Date& last() const { return end.yearNumber() > 0 ? end : start; }
};

/// The occasions of an event: its own fields first, then the rows of its field "occasions". Those that name
/// no zone have the event's, which has `siteZone` where it names none.
QList<Occasion> occasionsOf(const ItemSummary& event, const QString& siteZone);

/// Whether the last day is today or later where it takes place. "2026-03" is not over before April; words
/// such as "forthcoming" and what was postponed are still to come.
bool isAhead(const Occasion& occasion, const QDateTime& now);

/// The next one to come, else the latest; `event` has at least one.
Occasion shownOccasion(const ItemSummary& event, const QString& siteZone, const QDateTime& now);

}  // namespace offprint
