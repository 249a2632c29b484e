#include "app/content/NaturalDate.h"

#include <optional>
#include <QLocale>
#include <QRegularExpression>

#include "app/content/Date.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

const QLocale& english() {
  static const QLocale locale(QLocale::English, QLocale::UnitedKingdom);
  return locale;
}

/// Takes a time off the end of `words`: "18:00", "6 pm", "at 18:00", "6:30pm".
std::optional<QTime> takeTime(QString& words) {
  static const QRegularExpression pattern(
      u"(?:^|[\\s,]+)(?:at\\s+)?(\\d{1,2})(?:[:.](\\d{2}))?\\s*(am|pm)?$"_s,
      QRegularExpression::CaseInsensitiveOption);
  const QRegularExpressionMatch match = pattern.match(words);
  const QString half = match.captured(3).toLower();
  if (!match.hasMatch() || (match.captured(2).isEmpty() && half.isEmpty())) return {};
  int hour = match.captured(1).toInt();
  if (half == u"pm" && hour < 12) hour += 12;
  if (half == u"am" && hour == 12) hour = 0;
  const QTime time(hour, match.captured(2).toInt());
  if (!time.isValid()) return {};
  // "5.12" alone is a day as many write it.
  if (half.isEmpty() && match.capturedStart() == 0 && words.contains(u'.')) return {};
  words.truncate(match.capturedStart());
  return time;
}

std::optional<int> weekday(const QString& word) {
  for (int day = 1; day <= 7; ++day) {
    for (const QLocale& locale : {english(), QLocale()}) {
      if (word.compare(locale.dayName(day), Qt::CaseInsensitive) == 0 ||
          word.compare(locale.dayName(day, QLocale::ShortFormat), Qt::CaseInsensitive) == 0) {
        return day;
      }
    }
  }
  return {};
}

std::optional<QDate> relative(const QString& words, const QDate& today) {
  if (words == u"today") return today;
  if (words == u"tomorrow") return today.addDays(1);
  if (words == u"yesterday") return today.addDays(-1);
  static const QRegularExpression away(u"^(in )?(a|an|one|\\d{1,3}) (day|week|month|year)s?( ago)?$"_s);
  const auto match = away.match(words);
  if (match.hasMatch() && match.captured(1).isEmpty() != match.captured(4).isEmpty()) {
    bool number = false;
    const int written = match.captured(2).toInt(&number);
    const int count = (number ? written : 1) * (match.captured(4).isEmpty() ? 1 : -1);
    const QString unit = match.captured(3);
    if (unit == u"day") return today.addDays(count);
    if (unit == u"week") return today.addDays(7LL * count);
    return unit == u"month" ? today.addMonths(count) : today.addYears(count);
  }
  if (words == u"next week") return today.addDays(7);
  if (words == u"next month") return today.addMonths(1);
  if (words == u"last week") return today.addDays(-7);
  if (words.startsWith(u"last ")) {
    if (const auto day = weekday(words.mid(5)))
      return today.addDays(-((today.dayOfWeek() - *day + 6) % 7 + 1));
  }
  const QString name = words.startsWith(u"next ") ? words.mid(5) : words;
  if (const auto day = weekday(name)) {
    return today.addDays((*day - today.dayOfWeek() + 6) % 7 + 1);
  }
  return {};
}

/// "last month", "this year": no more exact than it is said.
QString roughly(const QString& words, const QDate& today) {
  const auto month = [](const QDate& day) { return day.toString(u"yyyy-MM"_s); };
  if (words == u"this month") return month(today);
  if (words == u"last month") return month(today.addMonths(-1));
  if (words == u"this year") return QString::number(today.year());
  if (words == u"last year") return QString::number(today.year() - 1);
  return words == u"next year" ? QString::number(today.year() + 1) : QString();
}

/// "24 March", "March 24", "24 Mar": the next such day.
std::optional<QDate> dayAndMonth(const QString& words, const QDate& today) {
  for (const QString& format : {u"d MMMM"_s, u"d MMM"_s, u"MMMM d"_s, u"MMM d"_s}) {
    const QDate parsed = english().toDate(words + u" 2000"_s, format + u" yyyy"_s);
    if (!parsed.isValid()) continue;
    QDate next(today.year(), parsed.month(), parsed.day());
    if (next.isValid() && next < today) next = QDate(today.year() + 1, parsed.month(), parsed.day());
    if (next.isValid()) return next;
  }
  return {};
}

}  // namespace

QString naturalDate(const QString& written, const QDateTime& now, bool withZone) {
  QString words = written.simplified();
  const std::optional<QTime> time = takeTime(words);
  if (words.endsWith(u',')) words.chop(1);
  const QString named = words;
  words = words.toLower();
  if (const QString rough = time ? QString() : roughly(words, now.date()); !rough.isEmpty()) return rough;
  std::optional<QDate> day = relative(words, now.date());
  if (!day) day = dayAndMonth(words, now.date());
  if (!day && words.isEmpty() && time) day = now.date();
  if (!day) {
    // A whole day, "2026-05-04" or "17 March 2027", with a time after a blank, without its zone.
    const auto whole = Date::parse(named);
    if (!whole || whole->precision() != Date::Precision::Day || !time) return written.trimmed();
    day = QDate(whole->yearNumber(), whole->monthNumber(), whole->dayNumber());
  }
  if (!time) return day->toString(Qt::ISODate);
  QDateTime moment(*day, *time, now.timeSpec() == Qt::UTC ? Qt::UTC : Qt::LocalTime);
  if (withZone) moment = moment.toOffsetFromUtc(moment.offsetFromUtc());
  return moment.toString(withZone ? u"yyyy-MM-ddTHH:mmt"_s : u"yyyy-MM-ddTHH:mm"_s);
}

}  // namespace offprint
