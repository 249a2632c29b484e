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
    for (const QString& id : QDir(root).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
      const auto theme = Theme::load(id, {}, root);
      QVERIFY2(theme, theme ? "" : qPrintable(theme.error().located()));
      QVERIFY(!(*theme)->assets().isEmpty());
      QVERIFY(!(*theme)->label().isEmpty());
      // Fonts come with their licences, styles and scripts with no address of another host.
      QStringList paths;
      for (const Theme::Asset& asset : (*theme)->assets()) {
        paths << asset.path;
        QCOMPARE(asset.fingerprint.size(), 64);
        if (asset.path.endsWith(".css"_L1) || asset.path.endsWith(".js"_L1))
          QVERIFY2(!test::slurp(asset.file).contains("//fonts."), qPrintable(asset.path));
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
