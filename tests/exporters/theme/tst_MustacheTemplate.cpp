#include <atomic>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>
#include <thread>

#include "exporters/theme/MustacheTemplate.h"
#include "tests/support/Fixture.h"

using namespace Qt::StringLiterals;
using namespace offprint;

namespace {

QJsonValue json(const char* text) {
  return QJsonDocument::fromJson(QByteArray("[") + text + "]").array().first();
}

MustacheTemplate::Partials partials(const QJsonObject& sources) {
  return [sources](const QString& name) -> std::optional<QByteArray> {
    if (!sources.contains(name)) return std::nullopt;
    return sources.value(name).toString().toUtf8();
  };
}

}  // namespace

/// Every case of the required modules of the public Mustache specification, in our words and values.
class TestMustacheTemplate : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  /// mustache.json: modules "interpolation" to "partials" are the specification's, "beyond" is ours.
  void cases_data() {
    QTest::addColumn<QJsonObject>("given");
    const QJsonArray all =
        QJsonDocument::fromJson(test::slurp(test::source(u"tests/exporters/theme/mustache.json"_s))).array();
    QVERIFY(all.size() > 100);
    for (const QJsonValue entry : all) {
      const QJsonObject given = entry.toObject();
      QTest::newRow(qPrintable(given[u"module"_s].toString() + u": "_s + given[u"name"_s].toString()))
          << given;
    }
  }
  void cases() {
    QFETCH(QJsonObject, given);
    const auto compiled = MustacheTemplate::compile(u"case"_s, given[u"source"_s].toString().toUtf8(),
                                                    partials(given[u"partials"_s].toObject()));
    QVERIFY2(compiled, compiled ? "" : qPrintable(compiled.error().located()));
    const auto out = compiled->render(given[u"view"_s]);
    QVERIFY(out);
    QCOMPARE(QString::fromUtf8(*out), given[u"right"_s].toString());
  }

  void brokenSourcesAreToldWithTheirLine_data() {
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<int>("line");
    QTest::newRow("open tag") << QByteArray("a\nb {{x") << 2;
    QTest::newRow("open triple") << QByteArray("{{{x}}") << 1;
    QTest::newRow("open tag at the end") << QByteArray("{{") << 1;
    QTest::newRow("open section") << QByteArray("\n{{#x}}\n") << 3;
    QTest::newRow("section not opened") << QByteArray("\n\n{{/x}}") << 3;
    QTest::newRow("crossed sections") << QByteArray("{{#a}}\n{{#b}}\n{{/a}}{{/b}}") << 3;
    QTest::newRow("no name") << QByteArray("{{}}") << 1;
    QTest::newRow("no section name") << QByteArray("{{# }}{{/ }}") << 1;
    QTest::newRow("one delimiter") << QByteArray("{{=<%=}}") << 1;
    QTest::newRow("delimiter with an equals sign") << QByteArray("{{=a =b=}}") << 1;
    QTest::newRow("deep nest") << QByteArray("{{#a}}").repeated(65) + QByteArray("{{/a}}").repeated(65) << 1;
  }
  void brokenSourcesAreToldWithTheirLine() {
    QFETCH(QByteArray, source);
    QFETCH(int, line);
    const auto compiled = MustacheTemplate::compile(u"broken"_s, source);
    QVERIFY(!compiled);
    QCOMPARE(compiled.error().code, ErrorCode::InvalidInput);
    QCOMPARE(compiled.error().file, u"broken"_s);
    QCOMPARE(compiled.error().line, line);
    QVERIFY(!compiled.error().message.isEmpty());
  }

  void endlessRecursionIsAnError() {
    const auto compiled = MustacheTemplate::compile(u"loop"_s, "{{>a}}", partials({{u"a"_s, u"x{{>a}}"_s}}));
    QVERIFY(compiled);
    const auto out = compiled->render(QJsonObject{});
    QVERIFY(!out);
    QCOMPARE(out.error().code, ErrorCode::InvalidInput);
  }

  void growthIsBounded() {
    QJsonObject sources;
    for (int i = 0; i < 30; ++i) {
      const QString next = u"{{>p%1}}"_s.arg(i + 1);
      sources.insert(u"p%1"_s.arg(i), next + next);
    }
    sources.insert(u"p30"_s, u"x"_s.repeated(1000));
    const auto compiled = MustacheTemplate::compile(u"bomb"_s, "{{>p0}}", partials(sources));
    QVERIFY(!compiled);
    QCOMPARE(compiled.error().code, ErrorCode::InvalidInput);
  }

  void everyPrefixOfATemplateIsReadOrRefused() {
    const QByteArray whole =
        "a {{x}} {{{y}}} {{#s}}\n {{! c }}\n{{=<% %>=}}<%>p%><%={{ }}=%>\n{{/s}}{{^s}}n{{/s}}";
    for (qsizetype i = 0; i <= whole.size(); ++i) {
      const auto compiled =
          MustacheTemplate::compile(u"prefix"_s, whole.left(i), partials({{u"p"_s, u"q"_s}}));
      if (compiled) QVERIFY(compiled->render(json("{\"x\":1,\"y\":\"<\",\"s\":[1,2]}")));
    }
  }

  void threadsShareATemplate() {
    const auto compiled = MustacheTemplate::compile(u"shared"_s, "{{#l}}{{n}}{{>p}},{{/l}}",
                                                    partials({{u"p"_s, u"<{{n}}{{#k}}{{>p}}{{/k}}>"_s}}));
    QVERIFY(compiled);
    const QJsonValue view = json("{\"l\":[{\"n\":1,\"k\":[{\"n\":2,\"k\":false}]},{\"n\":3,\"k\":false}]}");
    const QByteArray right = *compiled->render(view);
    QCOMPARE(right, QByteArray("1<1<2>>,3<3>,"));
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        for (int i = 0; i < 200; ++i) {
          const auto out = compiled->render(view);
          if (!out || *out != right) ++wrong;
        }
      });
    }
    for (std::thread& thread : threads)
      thread.join();
    QCOMPARE(wrong.load(), 0);
  }
};

QTEST_GUILESS_MAIN(TestMustacheTemplate)
#include "tst_MustacheTemplate.moc"
