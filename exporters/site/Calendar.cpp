#include "exporters/site/Calendar.h"

#include "exporters/site/Occasions.h"

using namespace Qt::StringLiterals;

namespace offprint::calendar {
namespace {

bool isDay(const Date& date) {
  return date.precision() == Date::Precision::Day || date.precision() == Date::Precision::Time;
}

QDate day(const Date& date) {
  return QDate(date.yearNumber(), date.monthNumber(), date.dayNumber());
}
Date dayAfter(const Date& date) {
  const QDate next = day(date).addDays(1);
  return Date::day(next.year(), next.month(), next.day());
}

/// Those that a calendar can hold: with a day. Each keeps its number, by which calendars know it again.
QList<std::pair<int, Occasion>> daysOf(const ItemSummary& item, const QString& siteZone) {
  QList<std::pair<int, Occasion>> days;
  int number = 0;
  for (const Occasion& occasion : occasionsOf(item, siteZone)) {
    if (isDay(occasion.start)) days << std::pair(number, occasion);
    ++number;
  }
  return days;
}

/// RFC 5545, 3.3.11.
QString escaped(QString text) {
  text.replace(u'\\', u"\\\\"_s).replace(u';', u"\\;"_s).replace(u',', u"\\,"_s);
  return text.replace(u"\r\n"_s, u"\n"_s).replace(u'\r', u'\n').replace(u'\n', u"\\n"_s);
}

/// RFC 5545, 3.1: no line is longer than 75 octets, and none is cut inside a character.
QByteArray folded(const QString& line) {
  QByteArray out;
  qsizetype length = 0;
  for (const char32_t c : line.toUcs4()) {
    const QByteArray bytes = QString::fromUcs4(&c, 1).toUtf8();
    if (length + bytes.size() > 75) {
      out += "\r\n ";
      length = 1;
    }
    out += bytes;
    length += bytes.size();
  }
  return out + "\r\n";
}

QString moment(const QDateTime& time) {
  return time.toUTC().toString(u"yyyyMMdd'T'HHmmss'Z'"_s);
}

/// RFC 5545, 3.3.5: without a "Z" it is the time on the clocks wherever the event is.
QString momentOf(const Occasion& occasion, const Date& date) {
  if (occasion.floating && !date.instant()) return date.momentIn({}).toString(u"yyyyMMdd'T'HHmmss"_s);
  return moment(date.momentIn(occasion.zone));
}

class Writer {
 public:
  explicit Writer(const SiteMap& map) : map_(map) {}

  void line(const QString& name, const QString& value) {
    if (!value.isEmpty()) out_ += folded(name + u':' + value);
  }
  void event(const ItemSummary& item) {
    for (const auto& [number, occasion] : daysOf(item, map_.snapshot().site.timeZone))
      put(item, occasion, number);
  }
  QByteArray take() { return std::move(out_); }

 private:
  void put(const ItemSummary& item, const Occasion& occasion, int number) {
    line(u"BEGIN"_s, u"VEVENT"_s);
    line(u"UID"_s, number == 0 ? item.uuid : item.uuid + u'-' + QString::number(number));
    line(u"DTSTAMP"_s, moment(item.modified.isValid() ? item.modified : map_.snapshot().now));
    putTime(item, occasion);
    line(u"SUMMARY"_s, escaped(plainTitle(item.title)));
    line(u"DESCRIPTION"_s, escaped(occasion.event));
    line(u"LOCATION"_s, escaped(occasion.place));
    const PageEntry* page = map_.pageOf(item.id);
    const QString address = page ? map_.absolute(page->address) : QString();
    line(u"URL"_s, address.isEmpty() ? occasion.eventUrl : address);
    const bool open = occasion.answer == "submitted"_L1 || occasion.answer == "postponed"_L1;
    line(u"STATUS"_s, occasion.answer == "cancelled"_L1 ? u"CANCELLED"_s
                      : open                            ? u"TENTATIVE"_s
                                                        : u"CONFIRMED"_s);
    line(u"END"_s, u"VEVENT"_s);
  }

  /// An end that is a day is the last one; the format wants the one after it.
  void putTime(const ItemSummary& item, const Occasion& occasion) {
    const bool whole =
        occasion.start.precision() == Date::Precision::Day || item.fields.value(u"allDay"_s).toBool();
    if (!whole) {
      line(u"DTSTART"_s, momentOf(occasion, occasion.start));
      // An end that is a day is all of it.
      const bool lastDay = occasion.end.precision() == Date::Precision::Day;
      const Date end = lastDay ? dayAfter(occasion.end) : occasion.end;
      if (isDay(end) && end.momentIn(occasion.zone) > occasion.start.momentIn(occasion.zone))
        line(u"DTEND"_s, momentOf(occasion, end));
      return;
    }
    const QDate first = day(occasion.start);
    const QDate last = isDay(occasion.end) ? std::max(first, day(occasion.end)) : first;
    line(u"DTSTART;VALUE=DATE"_s, first.toString(u"yyyyMMdd"_s));
    line(u"DTEND;VALUE=DATE"_s, last.addDays(1).toString(u"yyyyMMdd"_s));
  }

  const SiteMap& map_;
  QByteArray out_;
};

}  // namespace

bool hasDay(const ItemSummary& event) {
  return !daysOf(event, {}).isEmpty();
}

QByteArray write(const SiteMap& map, const QList<const ItemSummary*>& events, const QString& name) {
  Writer writer(map);
  writer.line(u"BEGIN"_s, u"VCALENDAR"_s);
  writer.line(u"VERSION"_s, u"2.0"_s);
  writer.line(u"PRODID"_s, u"-//Offprint//Offprint//EN"_s);
  writer.line(u"X-WR-CALNAME"_s, escaped(name));
  for (const ItemSummary* event : events)
    writer.event(*event);
  writer.line(u"END"_s, u"VCALENDAR"_s);
  return writer.take();
}

}  // namespace offprint::calendar
