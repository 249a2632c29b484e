#include <QJsonArray>
#include <QtTest>

#include "exporters/theme/Theme.h"
#include "tests/support/Fixture.h"

using namespace Qt::StringLiterals;
using namespace offprint;

namespace {

/// A theme that is complete but draws nothing.
void spillTheme(const QString& root, const QString& id, const QHash<QString, QByteArray>& files = {}) {
  QHash<QString, QByteArray> all{{u"theme.json"_s,
                                  "{\"label\": \"Mine\", \"strings\": {\"en\": {\"hi\": \"Hi, {name}\"}, "
                                  "\"fr\": {\"hi\": \"Salut\"}}}"}};
  for (const char* name : {"home", "item", "index", "collection", "collections", "not-found"})
    all.insert(u"templates/%1.mustache"_s.arg(QString::fromUtf8(name)), "{{title}}");
  all.insert(files);
  for (auto file = all.begin(); file != all.end(); ++file)
    if (!file->isNull()) test::spill(root + u'/' + id + u'/' + file.key(), *file);
}

}  // namespace

class TestTheme : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void theProgramsOwnThemesAreWhole() {
    const QString root = test::resources().path(u"themes"_s);
    const QList<ThemeEntry> themes = themesIn({{}, root, {}});
    QVERIFY(!themes.isEmpty());
    for (const ThemeEntry& entry : themes) {
      const auto theme = Theme::load(entry.id, {}, root);
      QVERIFY(!entry.description.isEmpty());
      QVERIFY2(theme, theme ? "" : qPrintable(theme.error().located()));
      QVERIFY(!(*theme)->assets().isEmpty());
      QVERIFY(!(*theme)->label().isEmpty());
      // Fonts come with their licences, styles and scripts with no address of another host.
      QStringList paths;
      for (const Theme::Asset& asset : (*theme)->assets()) {
        paths << asset.path;
        QCOMPARE(asset.fingerprint.size(), 64);
        if (asset.path.endsWith(".css"_L1) || asset.path.endsWith(".js"_L1))
          QVERIFY2(!(*asset.read()).contains("//fonts."), qPrintable(asset.path));
      }
      if (!paths.filter(u".woff2"_s).isEmpty()) QVERIFY(!paths.filter(u"LICENSE"_s).isEmpty());
    }
  }

  void everyLanguageHasEveryWord() {
    const auto theme = *Theme::load(u"notebook"_s, {}, test::resources().path(u"themes"_s));
    const QJsonObject strings = theme->manifest().value(u"strings"_s).toObject();
    const QStringList words = strings.value(u"en"_s).toObject().keys();
    for (const QString& language : strings.keys())
      QCOMPARE(strings.value(language).toObject().keys(), words);
  }

  void aLibrarysThemeComesFirst() {
    QTemporaryDir own;
    QTemporaryDir builtIn;
    spillTheme(own.path(), u"mine"_s, {{u"templates/item.mustache"_s, "{{t.hi}}"}});
    spillTheme(builtIn.path(), u"mine"_s, {{u"theme.json"_s, "{\"label\": \"Theirs\"}"}});
    const auto theme = Theme::load(u"mine"_s, own.path(), builtIn.path());
    QVERIFY(theme);
    QCOMPARE((*theme)->label(), u"Mine"_s);
    QCOMPARE(*(*theme)->render(u"home"_s, {{u"title"_s, u"<x>"_s}}), QByteArray("&lt;x&gt;"));
    QCOMPARE(*(*theme)->render(u"item"_s, {{u"lang"_s, u"fr"_s}}), QByteArray("Salut"));
    QVERIFY(!(*theme)->render(u"none"_s, {}));
    QCOMPARE((*theme)->strings(u"fr-CH"_s).text(u"hi"_s), u"Salut"_s);
    QCOMPARE((*theme)->strings(u"xx"_s).text(u"hi"_s, {{u"name"_s, u"{name}"_s}}), u"Hi, {name}"_s);
    QCOMPARE((*theme)->strings(u"en"_s).text(u"unknown"_s), u"unknown"_s);
  }

  void whatAThemeLacksComesFromTheOneItExtends() {
    QTemporaryDir own;
    QTemporaryDir user;
    QTemporaryDir builtIn;
    spillTheme(
        builtIn.path(), u"base"_s,
        {{u"theme.json"_s,
          "{\"label\": \"Base\", \"part\": true, \"styles\": [\"assets/a.css\"], \"icon\": \"assets/i.svg\", "
          "\"strings\": {\"en\": {\"hi\": \"Hi\", \"bye\": \"Bye\"}}}"},
         {u"assets/a.css"_s, "a{}"},
         {u"assets/i.svg"_s, "<svg/>"},
         {u"templates/_part.mustache"_s, "base"},
         {u"templates/item.mustache"_s, "{{> _part}} {{t.hi}} {{t.bye}}"}});
    test::spill(user.path() + u"/mine/theme.json"_s,
                "{\"extends\": \"base\", \"styles\": [\"assets/a.css\", \"assets/b.css\"], "
                "\"strings\": {\"en\": {\"hi\": \"Hello\"}}}");
    test::spill(user.path() + u"/mine/assets/b.css"_s, "b{}");
    test::spill(user.path() + u"/mine/templates/_part.mustache"_s, "mine");
    // A library may lay its own over the theme of the same name.
    test::spill(own.path() + u"/mine/theme.json"_s, "{\"extends\": \"mine\", \"label\": \"Ours\"}");
    test::spill(own.path() + u"/mine/assets/i.svg"_s, "<svg>ours</svg>");
    const auto theme = Theme::load(u"mine"_s, {own.path(), builtIn.path(), user.path()});
    QVERIFY2(theme, theme ? "" : qPrintable(theme.error().located()));
    QCOMPARE((*theme)->label(), u"Ours"_s);
    QCOMPARE(*(*theme)->render(u"item"_s, {}), QByteArray("mine Hello Bye"));
    QCOMPARE((*theme)->manifest().value(u"icon"_s).toString(), u"assets/i.svg"_s);
    QVERIFY(!(*theme)->manifest().contains(u"part"_s));
    // Style sheets of one folder are one file on the site.
    QHash<QString, QByteArray> assets;
    for (const Theme::Asset& asset : (*theme)->assets())
      assets.insert(asset.path, *asset.read());
    QCOMPARE(assets, (QHash<QString, QByteArray>{{u"assets/mine.css"_s, "a{}\nb{}\n"},
                                                 {u"assets/i.svg"_s, "<svg>ours</svg>"}}));
    QCOMPARE((*theme)->manifest().value(u"styles"_s).toArray(), QJsonArray{u"assets/mine.css"_s});

    const QList<ThemeEntry> list = themesIn({own.path(), builtIn.path(), user.path()});
    QCOMPARE(list.size(), 1);  // what is a part is nobody's choice, and what is hidden is one
    QCOMPARE(list.constFirst().label, u"Ours"_s);
    const auto part = Theme::load(u"base"_s, {}, builtIn.path());
    QVERIFY(!part);
    QVERIFY(part.error().file.endsWith("base/theme.json"_L1));
  }

  void whatIsMissingBelowIsSaidWithItsLine() {
    QTemporaryDir dir;
    const auto extend = [&](const QString& id, const QByteArray& below) {
      spillTheme(dir.path(), id,
                 {{u"theme.json"_s, "{\n  \"label\": \"T\",\n  \"extends\": \"" + below + "\"\n}"}});
    };
    extend(u"a"_s, "b");
    extend(u"b"_s, "a");
    extend(u"c"_s, "none");
    extend(u"d"_s, "d");
    extend(u"e"_s, "../a");
    for (const auto& [id, file] : {std::pair{u"a"_s, u"b/theme.json"_s},
                                   {u"c"_s, u"c/theme.json"_s},
                                   {u"d"_s, u"d/theme.json"_s},
                                   {u"e"_s, u"e/theme.json"_s}}) {
      const auto theme = Theme::load(id, dir.path(), {});
      QVERIFY(!theme);
      QCOMPARE(theme.error().code, ErrorCode::InvalidInput);
      QVERIFY2(theme.error().file.endsWith(file), qPrintable(theme.error().located()));
      QCOMPARE(theme.error().line, 3);
    }
    // A fault in what is inherited is where it lies.
    spillTheme(dir.path(), u"broken"_s, {{u"templates/_part.mustache"_s, "{{x"}});
    test::spill(dir.path() + u"/f/theme.json"_s, "{\"extends\": \"broken\"}");
    QVERIFY(Theme::load(u"f"_s, dir.path(), {}).error().file.endsWith("broken/templates/_part.mustache"_L1));
  }

  void theFingerprintFollowsEveryFile() {
    QTemporaryDir dir;
    QSet<QByteArray> prints;
    const auto load = [&] { prints.insert((*Theme::load(u"t"_s, dir.path(), {}))->fingerprint()); };
    spillTheme(dir.path(), u"t"_s);
    load();
    load();
    QCOMPARE(prints.size(), 1);
    spillTheme(dir.path(), u"t"_s, {{u"templates/home.mustache"_s, "other"}});
    load();
    spillTheme(dir.path(), u"t"_s, {{u"assets/a.css"_s, "a"}});
    load();
    spillTheme(dir.path(), u"t"_s, {{u"assets/a.css"_s, "b"}});
    load();
    spillTheme(dir.path(), u"t"_s, {{u"theme.json"_s, "{}"}});
    load();
    QCOMPARE(prints.size(), 5);
  }

  void brokenThemesAreRefusedWithFileAndReason_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("named");
    QTest::addColumn<int>("line");
    QTest::newRow("not JSON") << u"theme.json"_s << QByteArray("{\n\"a\":") << u"theme.json"_s << 2;
    QTest::newRow("a list") << u"theme.json"_s << QByteArray("[]") << u"theme.json"_s << 1;
    QTest::newRow("missing style") << u"theme.json"_s << QByteArray("{\"styles\": [\"assets/none.css\"]}")
                                   << u"theme.json"_s << 0;
    QTest::newRow("missing template")
        << u"templates/item.mustache"_s << QByteArray() << u"item.mustache"_s << 0;
    QTest::newRow("open section") << u"templates/home.mustache"_s << QByteArray("a\n{{#x}}\n")
                                  << u"home.mustache"_s << 3;
    QTest::newRow("missing part") << u"templates/home.mustache"_s << QByteArray("{{> none}}")
                                  << u"home.mustache"_s << 0;
    QTest::newRow("broken part") << u"templates/_part.mustache"_s << QByteArray("{{x") << u"_part.mustache"_s
                                 << 1;
  }
  void brokenThemesAreRefusedWithFileAndReason() {
    QFETCH(QString, file);
    QFETCH(QByteArray, content);
    QFETCH(QString, named);
    QFETCH(int, line);
    QTemporaryDir dir;
    spillTheme(dir.path(), u"t"_s, {{file, content}});
    const auto theme = Theme::load(u"t"_s, dir.path(), {});
    QVERIFY(!theme);
    QCOMPARE(theme.error().code, ErrorCode::InvalidInput);
    QVERIFY2(theme.error().file.endsWith(named), qPrintable(theme.error().file));
    QCOMPARE(theme.error().line, line);
    QVERIFY(!theme.error().message.isEmpty());
  }

  void namesStayInTheFolder() {
    QTemporaryDir dir;
    spillTheme(dir.path(), u"good"_s);
    for (const QString& id : {u".."_s, u"../good"_s, u"good/../good"_s, u""_s, u"/etc"_s, u"a b"_s}) {
      const auto theme = Theme::load(id, dir.path(), {});
      QVERIFY(!theme);
      QCOMPARE(theme.error().code, ErrorCode::InvalidInput);
    }
    const auto unknown = Theme::load(u"none"_s, dir.path(), {});
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().code, ErrorCode::NotFound);
    QVERIFY(unknown.error().message.contains("good"_L1));
  }

  void linksOutOfAThemeAreNotFollowed() {
    QTemporaryDir dir;
    spillTheme(dir.path(), u"t"_s, {{u"assets/a.css"_s, "a"}});
    QVERIFY(QFile::link(u"/etc/passwd"_s, dir.path() + u"/t/assets/passwd"_s));
    const auto theme = Theme::load(u"t"_s, dir.path(), {});
    QVERIFY(theme);
    QCOMPARE((*theme)->assets().size(), 1);
  }
};

QTEST_GUILESS_MAIN(TestTheme)
#include "tst_Theme.moc"
