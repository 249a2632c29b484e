#include "exporters/site/Occasions.h"

#include <algorithm>
#include <QJsonArray>
#include <QTimeZone>

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

bool isZone(const QString& zone) {
  return !zone.isEmpty() && QTimeZone(zone.toUtf8()).isValid();
}

/// The start that the fields say, else the item's own date.
Date startOf(const ItemSummary& event) {
  const Date start = Date::lenient(event.fields.value(u"start"_s).toString());
  return start.yearNumber() > 0 ? start : event.date;
}

Date endOf(const ItemSummary& event) {
  for (const QString& key : {u"end"_s, u"endDate"_s}) {
    const Date end = Date::lenient(event.fields.value(key).toString());
    if (end.yearNumber() > 0) return end;
  }
  return {};
}

}  // namespace

QList<Occasion> occasionsOf(const ItemSummary& event, const QString& siteZone) {
  const auto text = [&event](const QString& key) { return event.fields.value(key).toString().trimmed(); };
  const bool own = isZone(text(u"timeZone"_s));
  const QString zone = own ? text(u"timeZone"_s) : isZone(siteZone) ? siteZone : u"UTC"_s;
  // A site has UTC until its author says another zone: that says nothing of where an event is.
  const bool floating = !own && zone == "UTC"_L1;
  QList<Occasion> occasions{{startOf(event), endOf(event), zone, floating, text(u"event"_s),
                             text(u"eventUrl"_s), text(u"place"_s), text(u"answer"_s)}};
  const QString told = event.date.iso();
  if (event.date.yearNumber() > 0 && occasions[0].start.iso().startsWith(told) &&
      occasions[0].start.iso() != told)
    occasions[0].told = event.date;
  for (const QJsonValue row : event.fields.value(u"occasions"_s).toArray()) {
    const auto cell = [&row](const QString& key) { return row[key].toString().trimmed(); };
    const bool itsOwn = isZone(cell(u"timeZone"_s));
    occasions << Occasion{Date::lenient(cell(u"date"_s)),
                          Date::lenient(cell(u"end"_s)),
                          itsOwn ? cell(u"timeZone"_s) : zone,
                          floating && !itsOwn,
                          cell(u"event"_s),
                          cell(u"eventUrl"_s),
                          cell(u"place"_s),
                          cell(u"answer"_s)};
  }
  return occasions;
}

bool isAhead(const Occasion& occasion, const QDateTime& now) {
  const Date& last = occasion.last();
  if (occasion.answer == "postponed"_L1 || last.precision() == Date::Precision::Text) return true;
  if (last.yearNumber() <= 0) return false;
  // "2026-03" is over when March is: as far as it goes, it must not lie before today.
  const QString written = last.iso();
  const QDate today = now.toTimeZone(QTimeZone(occasion.zone.toUtf8())).date();
  return written >= today.toString(Qt::ISODate).left(written.size());
}

Occasion shownOccasion(const ItemSummary& event, const QString& siteZone, const QDateTime& now) {
  QList<Occasion> occasions = occasionsOf(event, siteZone);
  std::stable_sort(occasions.begin(), occasions.end(), [](const Occasion& a, const Occasion& b) {
    return a.start.sortKey() < b.start.sortKey();
  });
  // What was put off gives way to the day that it was put to.
  const auto held = std::find_if(occasions.begin(), occasions.end(), [&now](const Occasion& occasion) {
    return isAhead(occasion, now) && !occasion.isOff();
  });
  if (held != occasions.end()) return *held;
  const auto next = std::find_if(occasions.begin(), occasions.end(), [&now](const Occasion& occasion) {
    return isAhead(occasion, now) && occasion.answer != "cancelled"_L1;
  });
  if (next != occasions.end()) return *next;
  const auto ahead = std::find_if(occasions.begin(), occasions.end(),
                                  [&now](const Occasion& occasion) { return isAhead(occasion, now); });
  return ahead != occasions.end() ? *ahead : occasions.constLast();
}

}  // namespace offprint
