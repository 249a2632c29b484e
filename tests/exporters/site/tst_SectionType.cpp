#include <QJsonArray>
#include <QtTest>

#include "app/content/SectionType.h"
#include "exporters/site/HomeView.h"
#include "tests/support/Fixture.h"

using namespace offprint;
using namespace Qt::StringLiterals;

class TestSectionType : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  // What the window offers, what a page can be made of and what the help lists are the same.
  void everyTypeIsDeclaredAndDescribed() {
    const auto catalog = SectionCatalog::load(test::resources().path(u"home/sections.json"_s));
    QVERIFY2(catalog.has_value(), catalog ? "" : qPrintable(catalog.error().located()));
    QStringList declared;
    for (const SectionType& type : (*catalog)->all())
      declared << type.id;
    QStringList made = sectionTypes();
    QStringList sorted = declared;
    sorted.sort();
    made.sort();
    QCOMPARE(sorted, made);
    QFile help(test::resources().path(u"help/sections.md"_s));
    QVERIFY(help.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(help.readAll());
    for (const SectionType& type : (*catalog)->all()) {
      QVERIFY2(text.contains(u'`' + type.id + u'`'), qPrintable(type.id));
      QVERIFY2(QFile::exists(test::resources().path(u"icons/%1.svg"_s.arg(type.icon))),
               qPrintable(type.icon));
      for (const SectionField& field : type.fields) {
        const QString name = u'`' + (field.within.isEmpty() ? field.spec.key : field.within) + u'`';
        QVERIFY2(text.contains(name), qPrintable(type.id + u' ' + field.spec.key));
      }
    }
  }

  // Every option that the starters use can be changed in the window.
  void optionsOfTheStartersAreDeclared() {
    const auto catalog = SectionCatalog::load(test::resources().path(u"home/sections.json"_s));
    QVERIFY(catalog.has_value());
    for (const char* starter : {"empty", "notebook", "platform", "ledger"}) {
      QFile file(test::resources().path(u"starters/%1/site.json"_s.arg(QLatin1String(starter))));
      if (!file.open(QIODevice::ReadOnly)) continue;
      const auto site = Site::fromJson(QJsonDocument::fromJson(file.readAll()).object());
      QVERIFY(site.has_value());
      for (const Section& section : site->home) {
        const SectionType* type = (*catalog)->find(section.type);
        QVERIFY2(type, qPrintable(section.type));
        for (const QString& key : section.options.keys()) {
          const bool known = std::any_of(
              type->fields.cbegin(), type->fields.cend(),
              [&key](const SectionField& field) { return field.spec.key == key || field.within == key; });
          QVERIFY2(known, qPrintable(section.type + u' ' + key));
        }
      }
    }
  }

  void valuesComeBackAsTheyWere_data() {
    QTest::addColumn<FieldSpec::Type>("type");
    QTest::addColumn<QJsonValue>("value");
    QTest::addColumn<QJsonValue>("shown");
    using Type = FieldSpec::Type;
    QTest::newRow("text") << Type::Text << QJsonValue(u"01"_s) << QJsonValue(u"01"_s);
    QTest::newRow("counted") << Type::Text << QJsonValue(true) << QJsonValue(u"auto"_s);
    QTest::newRow("no link") << Type::Text << QJsonValue(false) << QJsonValue(u"no"_s);
    QTest::newRow("pinned") << Type::Choice << QJsonValue(true) << QJsonValue(u"true"_s);
    QTest::newRow("not pinned") << Type::Choice << QJsonValue(false) << QJsonValue(u"false"_s);
    QTest::newRow("switch") << Type::Boolean << QJsonValue(true) << QJsonValue(true);
    QTest::newRow("number") << Type::Number << QJsonValue(4) << QJsonValue(4);
  }
  void valuesComeBackAsTheyWere() {
    QFETCH(FieldSpec::Type, type);
    QFETCH(QJsonValue, value);
    QFETCH(QJsonValue, shown);
    for (const char* within : {"", "primary"}) {
      SectionField field;
      field.spec.key = u"key"_s;
      field.spec.type = type;
      field.within = QLatin1String(within);
      QJsonObject holder{{u"key"_s, value}};
      const QJsonObject before =
          field.within.isEmpty() ? holder : QJsonObject{{u"primary"_s, holder}, {u"other"_s, 1}};
      QCOMPARE(field.valueIn(before), shown);
      QJsonObject after = before;
      field.putInto(after, QJsonValue());
      QVERIFY(!after.contains(u"primary"_s) && !after.contains(u"key"_s));
      field.putInto(after, shown);
      QCOMPARE(after, before);
    }
  }

  void whatIsWrongIsNamed() {
    QTemporaryDir dir;
    const QString path = dir.filePath(u"sections.json"_s);
    const auto load = [&path](const QByteArray& json) {
      QFile file(path);
      if (!file.open(QIODevice::WriteOnly)) return QString();
      file.write(json);
      file.close();
      const auto catalog = SectionCatalog::load(path);
      return catalog ? QString() : catalog.error().located();
    };
    QVERIFY(load("{").contains(u"sections.json"_s));
    QVERIFY(load("{\"sections\":[{\"id\":\"a\"}]}").contains(u"\"a\""_s));
    QVERIFY(load("{\"sections\":[{\"id\":\"a\",\"label\":\"A\",\"fields\":[{\"key\":\"x\",\"label\":\"X\","
                 "\"type\":\"nothing\"}]}]}")
                .contains(u"nothing"_s));
  }
};

QTEST_GUILESS_MAIN(TestSectionType)
#include "tst_SectionType.moc"
