#pragma once
#include <optional>
#include <QDateTime>
#include <QLocale>
#include <QString>

#include "app/core/Result.h"

namespace offprint {

/// A date with the precision it was given: a talk "2026-01" is January, never a day (cases 16, 18 of
/// text.md). Value type; ordered so that lists sort newest first by `sortKey`.
class Date {
 public:
  enum class Precision { None, Text, Year, Month, Day, Time };

  Date() = default;
  static Date year(int y);
  static Date month(int y, int m);
  static Date day(int y, int m, int d);
  static Date text(const QString& words);  ///< "forthcoming"

  /// Reads ISO forms (2026, 2026-01, 2026-01-05, 2026-01-05T10:00[:00[.000]][Z|±hh:mm], blank for T, a
  /// blank before the zone, "/" for "-") and English words
  /// ("July 4, 2020", "4 July 2020", "Jan 2026"). The day is the one written, in the zone written: it never
  /// shifts. InvalidInput for anything else ("last-modified").
  static Result<Date> parse(const QString& written);
  /// As parse(), but keeps unreadable words as Precision::Text. Never fails; empty stays None.
  static Date lenient(const QString& written);

  Precision precision() const { return precision_; }
  bool empty() const { return precision_ == Precision::None; }
  int yearNumber() const { return year_; }
  int monthNumber() const { return month_; }  ///< 0 when not known
  int dayNumber() const { return day_; }      ///< 0 when not known

  /// At its own precision: "2026", "2026-01", "2026-01-05"; the words for Text; "" for None. Time is left
  /// out.
  QString iso() const;
  /// Round-trips through parse(): iso(), with the time and zone as written when there is one.
  QString full() const;
  /// The moment, when a time with a zone was given.
  std::optional<QDateTime> instant() const;
  /// The moment with `zone` (IANA name, empty: UTC) supplied where none was written; midnight for days.
  QDateTime momentIn(const QString& zone) const;
  /// For readers: "5 January 2026", "January 2026", "2026", the words; in the locale's order and names.
  QString display(const QLocale& locale) const;
  /// Short form for lists: "5 Jan 2026", "Jan 2026", "2026".
  QString displayShort(const QLocale& locale) const;
  /// Comparable text: later is greater; Text sorts after every number, None before.
  QString sortKey() const;

  bool operator==(const Date&) const = default;

 private:
  bool setTime(const QString& time, const QString& zone);
  QTime clockTime() const;
  QString formatted(const QLocale& locale, QLocale::FormatType length) const;

  Precision precision_ = Precision::None;
  int year_ = 0;
  int month_ = 0;
  int day_ = 0;
  QString time_;  ///< "20:50:00" as written
  QString zone_;  ///< "", "Z" or "-07:00" as written
  QString words_;
};

}  // namespace offprint
