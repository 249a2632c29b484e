#pragma once
#include "exporters/site/SiteMap.h"

namespace offprint::calendar {

/// Whether a calendar can show the event: it, or one of its further occasions, has a day.
bool hasDay(const ItemSummary& event);

/// The events with all their occasions as iCalendar (RFC 5545). Times stand in UTC; those without a zone are
/// read in the event's, else in the site's. Days are whole days. `name` is that of the calendar.
QByteArray write(const SiteMap& map, const QList<const ItemSummary*>& events, const QString& name);

}  // namespace offprint::calendar
