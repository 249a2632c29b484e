#include <QRandomGenerator>
#include <QtTest>

#include "app/content/Date.h"
#include "tests/support/Fixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

class TestDate : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void reads_data() {
    QTest::addColumn<QString>("written");
    QTest::addColumn<QString>("full");
    QTest::addColumn<Date::Precision>("precision");
    using P = Date::Precision;
    const auto row = [](const QString& written, const QString& full, P precision) {
      QTest::newRow(qPrintable(written)) << written << full << precision;
    };
    row(u"2026"_s, u"2026"_s, P::Year);
    row(u"2026-01"_s, u"2026-01"_s, P::Month);
    row(u"2026-1-5"_s, u"2026-01-05"_s, P::Day);
    row(u" 2026-01-05 "_s, u"2026-01-05"_s, P::Day);
    row(u"2026/01/05"_s, u"2026-01-05"_s, P::Day);
    row(u"2024-02-29"_s, u"2024-02-29"_s, P::Day);
    row(u"9999-06-15"_s, u"9999-06-15"_s, P::Day);
    row(u"2026-01-05T10:00"_s, u"2026-01-05T10:00"_s, P::Time);
    row(u"2026-01-05 9:00:30"_s, u"2026-01-05T09:00:30"_s, P::Time);
    row(u"2023-04-16T11:16:03.167Z"_s, u"2023-04-16T11:16:03.167Z"_s, P::Time);
    row(u"2013-05-16T20:50:00-07:00"_s, u"2013-05-16T20:50:00-07:00"_s, P::Time);
    row(u"2018-06-24 11:07:00 +0200"_s, u"2018-06-24T11:07:00+02:00"_s, P::Time);
    row(u"2018-06-24 11:07:00 UTC"_s, u"2018-06-24T11:07:00Z"_s, P::Time);
    row(u"July 4, 2020"_s, u"2020-07-04"_s, P::Day);
    row(u"4 July 2020"_s, u"2020-07-04"_s, P::Day);
    row(u"4. July 2020"_s, u"2020-07-04"_s, P::Day);
    row(u"Saturday, July 4th, 2020"_s, u"2020-07-04"_s, P::Day);
    row(u"Sat, 4 Jul 2020"_s, u"2020-07-04"_s, P::Day);
    row(u"Jan 2026"_s, u"2026-01"_s, P::Month);
    row(u"Sept. 2025"_s, u"2025-09"_s, P::Month);
  }
  void reads() {
    QFETCH(QString, written);
    QFETCH(QString, full);
    QFETCH(Date::Precision, precision);
    const auto date = Date::parse(written);
    QVERIFY2(date.has_value(), qPrintable(written));
    QCOMPARE(date->full(), full);
    QCOMPARE(date->precision(), precision);
    const auto again = Date::parse(date->full());
    QVERIFY(again.has_value());
    QVERIFY(*again == *date);
    QVERIFY(full.startsWith(date->iso()));
  }

  void refuses_data() {
    QTest::addColumn<QString>("written");
    for (const QString& written :
         {u"last-modified"_s, u""_s, u"2023-02-29"_s, u"2026-13"_s, u"2026-00"_s, u"0000"_s, u"26-01-05"_s,
          u"2026-01-05T25:00"_s, u"2026-01-05T10:61"_s, u"2026-01-05T10:00+20:00"_s, u"4 Juillet 2020"_s,
          u"February 30, 2020"_s, u"forthcoming"_s, u"05/01/2026"_s, u"2026-01-05x"_s, u"12026"_s})
      QTest::newRow(qPrintable(written)) << written;
  }
  void refuses() {
    QFETCH(QString, written);
    const auto date = Date::parse(written);
    QVERIFY(!date.has_value());
    QCOMPARE(date.error().code, ErrorCode::InvalidInput);
    QVERIFY(date.error().message.contains(written));
    const Date kept = Date::lenient(written);
    QCOMPARE(kept.full(), written);
    QCOMPARE(kept.empty(), written.isEmpty());
  }

  void roundTripsForEveryDate() {
    QRandomGenerator random(1);
    for (int i = 0; i < 5000; ++i) {
      const QDate day = QDate(1, 1, 1).addDays(random.bounded(3'652'000));
      Date date;
      switch (random.bounded(4)) {
        case 0:
          date = Date::year(day.year());
          break;
        case 1:
          date = Date::month(day.year(), day.month());
          break;
        case 2:
          date = Date::day(day.year(), day.month(), day.day());
          break;
        default: {
          const QStringList zones = {u""_s, u"Z"_s, u"-07:00"_s, u"+05:45"_s};
          date = Date::lenient(
              day.toString(Qt::ISODate) + u'T' +
              QTime::fromMSecsSinceStartOfDay(random.bounded(86'400'000)).toString(Qt::ISODate) +
              zones[random.bounded(4)]);
          QCOMPARE(date.precision(), Date::Precision::Time);
        }
      }
      QVERIFY(!date.empty());
      const auto again = Date::parse(date.full());
      QVERIFY2(again.has_value() && *again == date, qPrintable(date.full()));
    }
    QVERIFY(Date::day(2023, 2, 29).empty());
    QVERIFY(Date::month(2023, 13).empty());
    QVERIFY(Date::year(0).empty());
  }

  void theWrittenDayNeverShifts() {
    const Date date = Date::lenient(u"2013-05-16T20:50:00-07:00"_s);
    QCOMPARE(date.iso(), u"2013-05-16"_s);
    QCOMPARE(date.dayNumber(), 16);
    QCOMPARE(date.instant()->toString(Qt::ISODate), u"2013-05-17T03:50:00Z"_s);
    const Date plain = Date::lenient(u"2020-02-19"_s);
    QCOMPARE(plain.display(QLocale(u"en_US"_s)), u"February 19, 2020"_s);
    QVERIFY(!plain.instant());
    QCOMPARE(plain.momentIn(u"America/Los_Angeles"_s).toString(Qt::ISODate), u"2020-02-19T08:00:00Z"_s);
    QCOMPARE(plain.momentIn({}).toString(Qt::ISODate), u"2020-02-19T00:00:00Z"_s);
    QCOMPARE(Date::month(2026, 3).momentIn(u"No/Where"_s).toString(Qt::ISODate), u"2026-03-01T00:00:00Z"_s);
    // The clocks skipped this half hour.
    QCOMPARE(Date::lenient(u"2027-03-14T02:30"_s).momentIn(u"America/New_York"_s).toString(Qt::ISODate),
             u"2027-03-14T07:30:00Z"_s);
    QVERIFY(!Date::text(u"forthcoming"_s).momentIn({}).isValid());
  }

  void displaysInTheLocalesOrder_data() {
    QTest::addColumn<QString>("locale");
    QTest::addColumn<QString>("day");
    QTest::addColumn<QString>("month");
    QTest::addColumn<QString>("brief");
    QTest::newRow("en_GB") << u"en_GB"_s << u"5 January 2026"_s << u"January 2026"_s << u"5 Jan 2026"_s;
    QTest::newRow("en_US") << u"en_US"_s << u"January 5, 2026"_s << u"January 2026"_s << u"Jan 5, 2026"_s;
    QTest::newRow("C") << u"C"_s << u"5 January 2026"_s << u"January 2026"_s << u"5 Jan 2026"_s;
    QTest::newRow("de") << u"de_DE"_s << u"5. Januar 2026"_s << u"Januar 2026"_s << u"5. Jan. 2026"_s;
    QTest::newRow("es") << u"es_ES"_s << u"5 de enero de 2026"_s << u"enero de 2026"_s
                        << u"5 de ene de 2026"_s;
    QTest::newRow("ja") << u"ja_JP"_s << u"2026年1月5日"_s << u"2026年1月"_s << u"2026年1月5日"_s;
    QTest::newRow("hu") << u"hu_HU"_s << u"2026. január 5."_s << u"2026. január"_s << u"2026. jan. 5."_s;
    QTest::newRow("ru") << u"ru_RU"_s << u"5 января 2026 г."_s << u"январь 2026 г."_s << u"5 янв. 2026 г."_s;
  }
  void displaysInTheLocalesOrder() {
    QFETCH(QString, locale);
    QFETCH(QString, day);
    QFETCH(QString, month);
    QFETCH(QString, brief);
    const QLocale place(locale);
    QCOMPARE(Date::day(2026, 1, 5).display(place), day);
    QCOMPARE(Date::month(2026, 1).display(place), month);
    QCOMPARE(Date::day(2026, 1, 5).displayShort(place), brief);
    QCOMPARE(Date::year(2026).display(place), u"2026"_s);
    QCOMPARE(Date::text(u"in press"_s).display(place), u"in press"_s);
    QCOMPARE(Date().display(place), u""_s);
  }

  void sortsNewestLast() {
    const QList<Date> inOrder = {Date(),
                                 Date::year(999),
                                 Date::year(2025),
                                 Date::day(2025, 12, 31),
                                 Date::year(2026),
                                 Date::month(2026, 1),
                                 Date::day(2026, 1, 5),
                                 Date::lenient(u"2026-01-05T10:00:00Z"_s),
                                 Date::lenient(u"2026-01-05T11:00:00Z"_s),
                                 Date::day(9999, 6, 15),
                                 Date::text(u"forthcoming"_s)};
    for (qsizetype i = 1; i < inOrder.size(); ++i)
      QVERIFY2(inOrder[i - 1].sortKey() < inOrder[i].sortKey(), qPrintable(inOrder[i].full()));
  }
};

QTEST_GUILESS_MAIN(TestDate)
#include "tst_Date.moc"
