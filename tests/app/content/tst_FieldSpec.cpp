#include <QJsonArray>
#include <QtTest>

#include "app/content/FieldSpec.h"
#include "tests/support/Fixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

namespace {

FieldSpec spec(const QString& type) {
  QJsonObject json = {{u"key"_s, u"key"_s}, {u"label"_s, u"Label"_s}, {u"type"_s, type}};
  if (type == u"choice"_s)
    json[u"options"_s] = QJsonArray({QJsonObject{{u"value"_s, u"deep-dive"_s}, {u"label"_s, u"Deep dive"_s}},
                                     QJsonObject{{u"value"_s, u"essay"_s}, {u"label"_s, u"Essay"_s}}});
  if (type == u"table"_s)
    json[u"columns"_s] =
        QJsonArray({QJsonObject{{u"key"_s, u"name"_s}, {u"label"_s, u"Name"_s}},
                    QJsonObject{{u"key"_s, u"n"_s}, {u"label"_s, u"N"_s}, {u"type"_s, u"number"_s}}});
  if (type == u"level"_s) json[u"maximum"_s] = 3;
  auto field = FieldSpec::fromJson(json);
  if (!field) QTest::qFail(qPrintable(field.error().message), __FILE__, __LINE__);
  return field.value_or({});
}

}  // namespace

class TestFieldSpec : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void reads_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<QJsonValue>("given");
    QTest::addColumn<QJsonValue>("read");
    int number = 0;
    const auto row = [&number](const char* type, const QJsonValue& given, const QJsonValue& read) {
      QTest::addRow("%s %d", type, ++number) << QString::fromLatin1(type) << given << read;
    };
    row("text", u" a "_s, u"a"_s);
    row("text", 1984, u"1984"_s);
    row("text", true, u"true"_s);
    row("text", QJsonArray({u"only"_s}), u"only"_s);
    row("text", u""_s, QJsonValue());
    row("text", QJsonValue(), QJsonValue());
    row("longText", u" a\n b "_s, u" a\n b "_s);
    row("number", u"3.5"_s, 3.5);
    row("number", 4, 4);
    row("boolean", u"Yes"_s, true);
    row("boolean", u"off"_s, false);
    row("boolean", 0, false);
    row("date", u"July 4, 2020"_s, u"2020-07-04"_s);
    row("date", u"forthcoming"_s, u"forthcoming"_s);
    row("date", 2026, u"2026"_s);
    row("dateTime", u"2026-05-04 18:00 +0200"_s, u"2026-05-04T18:00+02:00"_s);
    row("choice", u"Deep Dive"_s, u"deep-dive"_s);
    row("choice", u"deep_dive"_s, u"deep-dive"_s);
    row("level", u"2"_s, 2);
    row("url", u"https://x.org/a"_s, u"https://x.org/a"_s);
    row("url", u"/talks/"_s, u"/talks/"_s);
    row("url", u"mailto:a@b.org"_s, u"mailto:a@b.org"_s);
    row("email", u"a@b.org"_s, u"a@b.org"_s);
    row("language", u"pt_BR"_s, u"pt-BR"_s);
    row("list", u"C++, Core ML ,"_s, QJsonArray({u"C++"_s, u"Core ML"_s}));
    row("list", QJsonArray({u"a"_s, 1}), QJsonArray({u"a"_s, u"1"_s}));
    row("list", QJsonArray(), QJsonValue());
    row("items", u"article/a, talk/b"_s, QJsonArray({u"article/a"_s, u"talk/b"_s}));
    row("table", u"[{\"name\": \"a\", \"n\": \"2\"}]"_s,
        QJsonArray({QJsonObject{{u"name"_s, u"a"_s}, {u"n"_s, 2}}}));
    row("table", QJsonArray({u"x"_s}), QJsonArray({QJsonObject{{u"name"_s, u"x"_s}}}));
    row("table", QJsonArray({QJsonObject{{u"other"_s, u"kept"_s}, {u"n"_s, u""_s}}}),
        QJsonArray({QJsonObject{{u"other"_s, u"kept"_s}}}));
    row("media", u"media/a.pdf"_s, u"media/a.pdf"_s);
  }
  void reads() {
    QFETCH(QString, type);
    QFETCH(QJsonValue, given);
    QFETCH(QJsonValue, read);
    const auto value = spec(type).read(given);
    QVERIFY2(value.has_value(), value ? "" : qPrintable(value.error().message));
    QCOMPARE(*value, read);
    const auto again = spec(type).read(*value);
    QVERIFY(again.has_value());
    QCOMPARE(*again, read);
  }

  void readsPeople() {
    const auto people = spec(u"people"_s).read(u"Ada Lovelace; King, Jr., Martin Luther"_s);
    QVERIFY(people.has_value());
    QCOMPARE(people->toArray().size(), 2);
    QCOMPARE(people->toArray()[1][u"suffix"_s].toString(), u"Jr."_s);
  }

  void refuses_data() {
    QTest::addColumn<QString>("type");
    QTest::addColumn<QJsonValue>("given");
    QTest::addColumn<QString>("says");
    QTest::newRow("number") << u"number"_s << QJsonValue(u"many"_s) << u"not a number"_s;
    QTest::newRow("nan") << u"number"_s << QJsonValue(u"nan"_s) << u"not a number"_s;
    QTest::newRow("boolean") << u"boolean"_s << QJsonValue(u"perhaps"_s) << u"true or false"_s;
    QTest::newRow("date") << u"date"_s << QJsonValue(u"2023-02-29"_s) << u"not a date"_s;
    QTest::newRow("dateTime") << u"dateTime"_s << QJsonValue(u"2026-05"_s) << u"a day is wanted"_s;
    QTest::newRow("choice") << u"choice"_s << QJsonValue(u"novel"_s) << u"not one of deep-dive, essay"_s;
    QTest::newRow("level low") << u"level"_s << QJsonValue(0) << u"least possible value is 1"_s;
    QTest::newRow("level high") << u"level"_s << QJsonValue(4) << u"greatest possible value is 3"_s;
    QTest::newRow("level part") << u"level"_s << QJsonValue(1.5) << u"whole number"_s;
    QTest::newRow("url") << u"url"_s << QJsonValue(u"example.org"_s) << u"https://"_s;
    QTest::newRow("script") << u"url"_s << QJsonValue(u"JavaScript:alert(1)"_s) << u"not an address"_s;
    QTest::newRow("protocol-relative") << u"url"_s << QJsonValue(u"//evil.org"_s) << u"not an address"_s;
    QTest::newRow("email") << u"email"_s << QJsonValue(u"a at b"_s) << u"not an e-mail"_s;
    QTest::newRow("language") << u"language"_s << QJsonValue(u"English"_s) << u"not a language code"_s;
    QTest::newRow("text list") << u"text"_s << QJsonValue(QJsonArray({u"a"_s, u"b"_s})) << u"one value"_s;
    QTest::newRow("nested list") << u"list"_s << QJsonValue(QJsonArray({QJsonArray({u"a"_s})}))
                                 << u"list of texts"_s;
    QTest::newRow("cell") << u"table"_s << QJsonValue(QJsonArray({QJsonObject{{u"n"_s, u"x"_s}}}))
                          << u"not a number"_s;
  }
  void refuses() {
    QFETCH(QString, type);
    QFETCH(QJsonValue, given);
    QFETCH(QString, says);
    const auto value = spec(type).read(given);
    QVERIFY(!value.has_value());
    QCOMPARE(value.error().code, ErrorCode::InvalidInput);
    QVERIFY2(value.error().message.contains(says), qPrintable(value.error().message));
    QVERIFY(value.error().message.contains(u"Label"_s) || value.error().message.contains(u"\"N\""_s));
  }
};

QTEST_GUILESS_MAIN(TestFieldSpec)
#include "tst_FieldSpec.moc"
