#include "app/content/Date.h"

#include <QRegularExpression>
#include <QTimeZone>

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

const QStringList& monthNames() {
  static const QStringList names = {u"january"_s,   u"february"_s, u"march"_s,    u"april"_s,
                                    u"may"_s,       u"june"_s,     u"july"_s,     u"august"_s,
                                    u"september"_s, u"october"_s,  u"november"_s, u"december"_s};
  return names;
}

/// 1–12 for an English month name or its usual short form ("Jan", "Sept."), else 0.
int monthFromName(const QString& word) {
  QString name = word.toLower();
  if (name.endsWith(u'.')) name.chop(1);
  if (name.size() < 3) return 0;
  for (int i = 0; i < 12; ++i) {
    const QString& full = monthNames()[i];
    if (name == full || name == full.left(3) || (full == u"september"_s && name == u"sept"_s)) return i + 1;
  }
  return 0;
}

Error unreadable(const QString& written) {
  return makeError(
      ErrorCode::InvalidInput,
      say("\"%1\" is not a date. Write it as 2026, 2026-01, 2026-01-05 or 5 January 2026.").arg(written));
}

/// One run of a locale's date pattern: a field ("MMMM") or what stands between fields.
struct PatternPart {
  QString text;
  bool field = false;
};

QList<PatternPart> splitPattern(const QString& pattern) {
  QList<PatternPart> parts;
  const auto append = [&parts](const QString& text, bool field) {
    if (!parts.isEmpty() && parts.last().field == field &&
        (!field || parts.last().text.back() == text.back()))
      parts.last().text += text;
    else
      parts << PatternPart{text, field};
  };
  bool quoted = false;
  for (const QChar c : pattern) {
    if (c == u'\'')
      quoted = !quoted;
    else
      append(c, !quoted && (c == u'd' || c == u'M' || c == u'y'));
  }
  return parts;
}

/// Removes the fields that begin with `letter` and have `length` letters or fewer or more, with the text that
/// follows them.
void dropField(QList<PatternPart>& parts, const std::function<bool(const QString&)>& unwanted) {
  for (qsizetype i = parts.size() - 1; i >= 0; --i) {
    if (!parts[i].field || !unwanted(parts[i].text)) continue;
    if (i + 1 < parts.size() && !parts[i + 1].field) parts.removeAt(i + 1);
    parts.removeAt(i);
  }
}

QString tidyEnds(const QString& text) {
  qsizetype end = text.size();
  while (end > 0 && (text[end - 1].isSpace() || text[end - 1] == u',' || text[end - 1] == u'،'))
    --end;
  qsizetype begin = 0;
  while (begin < end && (text[begin].isSpace() || text[begin] == u','))
    ++begin;
  return text.mid(begin, end - begin);
}

QString number(const QLocale& locale, int value) {
  QLocale plain(locale);
  plain.setNumberOptions(QLocale::OmitGroupSeparator);
  return plain.toString(value);
}

}  // namespace

Date Date::year(int y) {
  Date date;
  if (y < 1 || y > 9999) return date;
  date.precision_ = Precision::Year;
  date.year_ = y;
  return date;
}

Date Date::month(int y, int m) {
  Date date = year(y);
  if (date.empty() || m < 1 || m > 12) return {};
  date.precision_ = Precision::Month;
  date.month_ = m;
  return date;
}

Date Date::day(int y, int m, int d) {
  Date date = month(y, m);
  if (date.empty() || !QDate::isValid(y, m, d)) return {};
  date.precision_ = Precision::Day;
  date.day_ = d;
  return date;
}

Date Date::text(const QString& words) {
  Date date;
  date.words_ = words.simplified();
  if (!date.words_.isEmpty()) date.precision_ = Precision::Text;
  return date;
}

Result<Date> Date::parse(const QString& written) {
  const QString input = written.trimmed();
  static const QRegularExpression iso(
      u"^(\\d{4})(?:[-/](\\d{1,2})(?:[-/](\\d{1,2})"
      "(?:(?:[Tt]|\\s+)(\\d{1,2}:\\d{2}(?::\\d{2}(?:[.,]\\d{1,9})?)?)\\s*(Z|z|UTC|[+-]\\d{2}(?::?\\d{2})?)?)?)?)?$"_s);
  if (const auto match = iso.match(input); match.hasMatch()) {
    const int y = match.captured(1).toInt();
    if (match.captured(2).isEmpty()) return y > 0 ? Result<Date>(year(y)) : unreadable(written);
    if (match.captured(3).isEmpty()) {
      const Date date = month(y, match.captured(2).toInt());
      return date.empty() ? Result<Date>(unreadable(written)) : date;
    }
    Date date = day(y, match.captured(2).toInt(), match.captured(3).toInt());
    if (date.empty()) return unreadable(written);
    if (!match.captured(4).isEmpty() && !date.setTime(match.captured(4), match.captured(5)))
      return unreadable(written);
    return date;
  }
  static const QRegularExpression dayFirst(
      u"^(?:[A-Za-z]{3,9},?\\s+)?(\\d{1,2})(?:st|nd|rd|th|\\.)?\\s+([A-Za-z]{3,9}\\.?),?\\s+(\\d{4})$"_s);
  static const QRegularExpression monthFirst(
      u"^(?:[A-Za-z]{3,9}day,?\\s+)?([A-Za-z]{3,9}\\.?)\\s+(?:(\\d{1,2})(?:st|nd|rd|th)?,?\\s+)?(\\d{4})$"_s);
  Date date;
  if (const auto match = dayFirst.match(input); match.hasMatch()) {
    date = day(match.captured(3).toInt(), monthFromName(match.captured(2)), match.captured(1).toInt());
  } else if (const auto named = monthFirst.match(input); named.hasMatch()) {
    const int y = named.captured(3).toInt();
    const int m = monthFromName(named.captured(1));
    date = named.captured(2).isEmpty() ? month(y, m) : day(y, m, named.captured(2).toInt());
  }
  if (date.empty()) return unreadable(written);
  return date;
}

bool Date::setTime(const QString& time, const QString& zone) {
  const QString padded = time.indexOf(u':') == 1 ? u"0"_s + time : time;
  const QStringList parts = padded.split(u':');
  const double seconds = parts.value(2).replace(u',', u'.').toDouble();
  if (parts[0].toInt() > 23 || parts[1].toInt() > 59 || seconds >= 60) return false;
  QString offset = zone.toUpper();
  if (offset == u"UTC"_s) offset = u"Z"_s;
  if (offset.size() > 1) {
    offset.remove(u':');
    if (offset.size() == 3) offset += u"00"_s;
    offset.insert(3, u':');
    if (offset.mid(1, 2).toInt() > 14 || offset.mid(4).toInt() > 59) return false;
  }
  precision_ = Precision::Time;
  time_ = padded;
  zone_ = offset;
  return true;
}

Date Date::lenient(const QString& written) {
  const auto date = parse(written);
  return date ? *date : text(written);
}

QString Date::iso() const {
  const auto padded = [](int value, int width) { return u"%1"_s.arg(value, width, 10, QLatin1Char('0')); };
  switch (precision_) {
    case Precision::None:
      return {};
    case Precision::Text:
      return words_;
    case Precision::Year:
      return padded(year_, 4);
    case Precision::Month:
      return padded(year_, 4) + u'-' + padded(month_, 2);
    case Precision::Day:
    case Precision::Time:
      return padded(year_, 4) + u'-' + padded(month_, 2) + u'-' + padded(day_, 2);
  }
  return {};
}

QString Date::full() const {
  return precision_ == Precision::Time ? iso() + u'T' + time_ + zone_ : iso();
}

std::optional<QDateTime> Date::instant() const {
  if (precision_ != Precision::Time || zone_.isEmpty()) return std::nullopt;
  int offset = 0;
  if (zone_ != u"Z"_s) {
    offset = (zone_.mid(1, 2).toInt() * 60 + zone_.mid(4, 2).toInt()) * 60;
    if (zone_.startsWith(u'-')) offset = -offset;
  }
  return QDateTime(QDate(year_, month_, day_), clockTime(), Qt::UTC).addSecs(-offset);
}

QTime Date::clockTime() const {
  const QStringList parts = time_.split(u':');
  if (parts.size() < 2) return QTime(0, 0);
  const double seconds = QString(parts.value(2)).replace(u',', u'.').toDouble();
  const int whole = static_cast<int>(seconds);
  return QTime(parts[0].toInt(), parts[1].toInt(), whole,
               static_cast<int>((seconds - whole) * 1000 + 0.5) % 1000);
}

QDateTime Date::momentIn(const QString& zone) const {
  if (precision_ == Precision::None || precision_ == Precision::Text) return {};
  if (const auto moment = instant()) return *moment;
  const QDate date(year_, month_ > 0 ? month_ : 1, day_ > 0 ? day_ : 1);
  const QTimeZone place(zone.toUtf8());
  const QTime time = precision_ == Precision::Time ? clockTime() : QTime(0, 0);
  if (zone.isEmpty() || !place.isValid()) return QDateTime(date, time, Qt::UTC);
  const QDateTime moment(date, time, place);
  if (moment.isValid()) return moment.toUTC();
  // The clocks skipped it in spring: it counts on from the hour before.
  const QDateTime written(date, time, Qt::UTC);
  return written.addSecs(-place.offsetFromUtc(written.addDays(-1)));
}

QString Date::formatted(const QLocale& locale, QLocale::FormatType length) const {
  if (precision_ == Precision::None || precision_ == Precision::Text) return words_;
  QList<PatternPart> parts = splitPattern(locale.dateFormat(QLocale::LongFormat));
  const bool withDay = day_ > 0;
  const bool withMonth = month_ > 0;
  if (!withMonth) return number(locale, year_);
  dropField(parts, [&](const QString& f) { return f.front() == u'd' && (f.size() > 2 || !withDay); });
  QString out;
  for (const PatternPart& part : parts) {
    if (!part.field) {
      out += part.text;
    } else if (part.text.front() == u'y') {
      out += number(locale, year_);
    } else if (part.text.front() == u'd') {
      out += number(locale, day_);
    } else if (part.text.size() < 3) {
      out += number(locale, month_);
    } else {
      out += withDay ? locale.monthName(month_, length) : locale.standaloneMonthName(month_, length);
    }
  }
  return tidyEnds(out);
}

QString Date::display(const QLocale& locale) const {
  return formatted(locale, QLocale::LongFormat);
}

QString Date::displayShort(const QLocale& locale) const {
  return formatted(locale, QLocale::ShortFormat);
}

QString Date::sortKey() const {
  if (precision_ == Precision::None) return {};
  if (precision_ == Precision::Text) return u'~' + words_.toLower();
  const QString key = u"%1-%2-%3"_s.arg(year_, 4, 10, QLatin1Char('0'))
                          .arg(month_, 2, 10, QLatin1Char('0'))
                          .arg(day_, 2, 10, QLatin1Char('0'));
  return time_.isEmpty() ? key : key + u'T' + time_;
}

}  // namespace offprint
