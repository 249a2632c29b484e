#pragma once
#include <QDateTime>
#include <QString>

namespace offprint {

/// Dates as people write them, as the ISO text that Date::parse reads: "today", "tomorrow", "next Tuesday
/// 18:00", "Friday", "in 2 weeks", "3 days ago", "24 March 9:00", each with an optional time; "last month"
/// and "this year" are no more exact than that. What is not understood is returned as it was. A weekday is
/// the next one after `now`'s day, with "last" the one before; a day and month without a year the next such
/// day. `now` is local; `withZone` adds its offset to a time.
QString naturalDate(const QString& written, const QDateTime& now, bool withZone = false);

}  // namespace offprint
