#include <QtTest>
#include <QtWidgets>

#include "exporters/output/Exporter.h"
#include "tests/support/Fixture.h"
#include "ui/shell/Commands.h"
#include "ui/shell/Fuzzy.h"
#include "ui/shell/Place.h"
#include "ui/shell/Preferences.h"

using namespace offprint;
using namespace Qt::StringLiterals;

class TestCommands : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() {
    auto made = Appearance::create(test::resources());
    QVERIFY(made.has_value());
    look_ = std::move(*made);
  }
  void cleanupTestCase() { look_.reset(); }

  // Section 28, 14: every command has a name, an icon, a menu place, and a reason when it does not work.
  void everyRowIsWhole_data() {
    QTest::addColumn<int>("row");
    for (int i = 0; i < commandTable().size(); ++i)
      QTest::newRow(qPrintable(commandTable()[i].id)) << i;
  }
  void everyRowIsWhole() {
    QFETCH(int, row);
    const CommandSpec& spec = commandTable()[row];
    QVERIFY(spec.id.contains(u'.'));
    QVERIFY(!spec.name.isEmpty());
    QVERIFY(spec.name.at(0).isUpper());
    QVERIFY2(look_->hasIcon(spec.icon), qPrintable(spec.icon));
    QVERIFY(spec.section >= 0 && spec.section < 6);
    const bool placed = std::any_of(menuTable().cbegin(), menuTable().cend(),
                                    [&](const MenuSpec& menu) { return menu.path == spec.menu; });
    QVERIFY2(placed, qPrintable(spec.menu));
    for (int bit = 0; bit < 16; ++bit) {
      const Needs one = spec.needs & Needs(Need(1 << bit));
      if (one) QVERIFY(!whyNot(one).isEmpty());
    }
  }

  void everyExportFormatHasItsCommand() {
    for (const Exporter& format : exporters()) {
      const auto row =
          std::find_if(commandTable().cbegin(), commandTable().cend(),
                       [&](const CommandSpec& spec) { return spec.id == QString(u"export."_s + format.id); });
      QVERIFY2(row != commandTable().cend(), qPrintable(format.id));
      QCOMPARE(row->menu, u"file/export"_s);
      QVERIFY(row->needs & Need::Library);
    }
  }

  void idsAndKeysAreUnique() {
    QSet<QString> ids;
    QHash<QString, QString> keys;
    for (const CommandSpec& spec : commandTable()) {
      QVERIFY2(!ids.contains(spec.id), qPrintable(spec.id));
      ids.insert(spec.id);
      for (const QKeySequence& sequence : spec.keys) {
        QVERIFY(!sequence.isEmpty());
        const QString text = sequence.toString();
        QVERIFY2(!keys.contains(text), qPrintable(text + u" is of "_s + keys.value(text)));
        keys.insert(text, spec.id);
      }
    }
  }

  // Section 7: nothing on Ctrl+Alt+letter, Ctrl+., Ctrl+; or Ctrl+Shift+U.
  void noKeyBelongsToTheSystem() {
    for (const CommandSpec& spec : commandTable()) {
      for (const QKeySequence& sequence : spec.keys) {
        const QString text = sequence.toString();
        QVERIFY2(!text.contains(u"Ctrl+Alt+"_s), qPrintable(spec.id));
        QVERIFY2(text != u"Ctrl+."_s && text != u"Ctrl+;"_s && text != u"Ctrl+Shift+U"_s,
                 qPrintable(spec.id));
      }
    }
  }

  void menusHoldEveryCommandOnce() {
    QWidget window;
    Commands commands(*look_, &window);
    QHash<QAction*, int> seen;
    QMenuBar bar;
    commands.fill(bar);
    std::function<void(const QList<QAction*>&)> walk = [&](const QList<QAction*>& actions) {
      for (QAction* action : actions) {
        if (action->menu()) {
          walk(action->menu()->actions());
        } else if (!action->isSeparator()) {
          ++seen[action];
        }
      }
    };
    walk(bar.actions());
    for (const CommandSpec& spec : commandTable()) {
      QVERIFY2(seen.value(commands.action(spec.id)) == 1, qPrintable(spec.id));
    }
  }

  void whatIsMissingDisablesAndIsSaid() {
    QWidget window;
    Commands commands(*look_, &window);
    int runs = 0;
    commands.bind(u"item.rename"_s, [&] { ++runs; });
    commands.setAtHand(Need::Library);
    QVERIFY(!commands.run(u"item.rename"_s));
    QVERIFY(!commands.whyNot(u"item.rename"_s).isEmpty());
    QVERIFY(commands.action(u"item.rename"_s)->toolTip().contains(commands.whyNot(u"item.rename"_s)));
    commands.setAtHand(Need::Library | Need::Writable | Need::Item | Need::Kept);
    QVERIFY(commands.whyNot(u"item.rename"_s).isEmpty());
    QVERIFY(commands.run(u"item.rename"_s));
    QCOMPARE(runs, 1);
    QVERIFY(!commands.run(u"no.such"_s));
  }

  void varyingCommandsComeAndGo() {
    QWidget window;
    Commands commands(*look_, &window);
    CommandSpec spec;
    spec.id = u"library.recent.1"_s;
    spec.name = u"Ampersand & Sons"_s;
    spec.icon = u"library"_s;
    spec.menu = u"file/recent"_s;
    int runs = 0;
    commands.addVarying(u"recent"_s, spec, [&] { ++runs; });
    QCOMPARE(commands.action(spec.id)->text(), u"Ampersand && Sons"_s);
    QCOMPARE(commands.action(spec.id)->iconText(), spec.name);
    QVERIFY(commands.run(spec.id));
    QTRY_COMPARE(commands.menu(u"file/recent"_s)->actions().size(), 1);
    commands.clearVarying(u"recent"_s);
    QVERIFY(!commands.action(spec.id));
    QTRY_COMPARE(commands.menu(u"file/recent"_s)->actions().size(), 0);
    QVERIFY(!commands.menu(u"file/recent"_s)->menuAction()->isVisible());
    QCOMPARE(runs, 1);
  }

  void fuzzy_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("matches");
    QTest::newRow("nothing typed") << u""_s << u"Anything"_s << true;
    QTest::newRow("beginning") << u"exp"_s << u"Export site"_s << true;
    QTest::newRow("inside") << u"site"_s << u"Export site"_s << true;
    QTest::newRow("words in any order") << u"site exp"_s << u"Export site to folder"_s << true;
    QTest::newRow("initials") << u"es"_s << u"Export site"_s << true;
    QTest::newRow("accents") << u"resume"_s << u"Résumé"_s << true;
    QTest::newRow("case") << u"GPU"_s << u"gpu memory"_s << true;
    QTest::newRow("letters in order") << u"exprt"_s << u"Export"_s << true;
    QTest::newRow("not there") << u"zebra"_s << u"Export site"_s << false;
    QTest::newRow("letters of a middle") << u"xpt"_s << u"Export"_s << false;
    QTest::newRow("beginnings of words") << u"exsi"_s << u"Export site"_s << true;
    QTest::newRow("a shorter beginning") << u"sto"_s << u"Set to"_s << true;
    QTest::newRow("letters of several middles") << u"prble"_s << u"Preview in the table"_s << false;
    QTest::newRow("strewn letters") << u"talks"_s << u"Take the other links"_s << false;
    QTest::newRow("two letters inside") << u"es"_s << u"Preferences"_s << false;
    QTest::newRow("wrong order") << u"tropxe"_s << u"Export"_s << false;
  }
  void fuzzy() {
    QFETCH(QString, typed);
    QFETCH(QString, text);
    const auto match = fuzzyMatch(typed, text);
    QTEST(match.has_value(), "matches");
    if (!match) return;
    QVERIFY(std::is_sorted(match->positions.cbegin(), match->positions.cend()));
    for (const int at : match->positions)
      QVERIFY(at >= 0 && at < text.size());
  }

  void betterMatchesScoreHigher() {
    const auto score = [](const char* typed, const char* text) {
      return fuzzyMatch(QString::fromUtf8(typed), QString::fromUtf8(text))->score;
    };
    QVERIFY(score("exp", "Export site") > score("exp", "An export"));
    QVERIFY(score("port", "Port") > score("port", "Export"));
    QVERIFY(score("es", "Export site") > score("exrt", "Export site"));
  }

  // What a person means by a few letters stands first among all commands.
  void firstHits_data() {
    QTest::addColumn<QString>("first");
    const auto row = [](const char* typed, const char* first) {
      QTest::newRow(typed) << QString::fromUtf8(first);
    };
    row("exp", "Export again");
    row("imp", "Import…");
    row("pref", "Preferences…");
    row("dup", "Duplicate");
    row("focus", "Focus mode");
    row("dark", "Dark appearance");
    row("light", "Light appearance");
    row("dark page", "Dark page");
    row("dark app", "Dark appearance");
    row("problems", "Problems");
    row("bun", "Back up now");
    row("insp", "Inspector");
    row("undo", "Undo");
    row("link", "Link…");
    row("qit", "");
  }
  void firstHits() {
    QFETCH(QString, first);
    QString best;
    int score = 0;
    for (const CommandSpec& spec : commandTable()) {
      const auto match = fuzzyMatch(QString::fromUtf8(QTest::currentDataTag()), spec.name);
      if (!match || (!best.isEmpty() && match->score <= score)) continue;
      best = spec.name;
      score = match->score;
    }
    QCOMPARE(best, first);
  }

  void preferencesAreKept() {
    const QTemporaryDir folder;
    const QString file = folder.filePath(u"preferences.ini"_s);
    {
      Preferences preferences(file);
      QSignalSpy changed(&preferences, &Preferences::changed);
      preferences.setTextScale(1.3);
      preferences.setTextScale(1.3);
      QCOMPARE(changed.count(), 1);
      preferences.rememberLibrary(u"/one.offprint"_s);
      preferences.rememberLibrary(u"/two.offprint"_s);
      preferences.countUse(u"item.new"_s);
      preferences.countUse(u"item.new"_s);
    }
    const Preferences again(file);
    QCOMPARE(again.textScale(), 1.3);
    QCOMPARE(again.recentLibraries(), (QStringList{u"/two.offprint"_s, u"/one.offprint"_s}));
    QCOMPARE(again.uses(u"item.new"_s), 2);
    QCOMPARE(again.look(), Appearance::Mode::System);
  }

  void placesRoundTrip() {
    using Type = Place::Type;
    for (int type = 0; type <= static_cast<int>(Type::Import); ++type) {
      for (const QString& key : {QString(), u"gpu"_s, u"Parent/Child: with colon"_s}) {
        const Place place{static_cast<Type>(type), key};
        QCOMPARE(Place::fromText(place.toText()), place);
      }
    }
    QCOMPARE(Place::fromText(u"no such place"_s), Place());
  }

  void theTrailGoesBackAndForward() {
    Trail trail;
    QVERIFY(!trail.canGoBack());
    const auto step = [](const char* key, int item) {
      return Trail::Step{{Place::Type::Kind, QString::fromLatin1(key)}, ContentId{item}};
    };
    trail.go(step("a", 1));
    trail.go(step("a", 1));
    QVERIFY(!trail.canGoBack());
    trail.go(step("b", 0));
    trail.setItem(ContentId{7});
    trail.go(step("c", 0));
    QCOMPARE(trail.back(), step("b", 7));
    QCOMPARE(trail.back(), step("a", 1));
    QCOMPARE(trail.back(), step("a", 1));
    QCOMPARE(trail.forward(), step("b", 7));
    trail.go(step("d", 0));
    QVERIFY(!trail.canGoForward());
    QCOMPARE(trail.back(), step("b", 7));
  }

 private:
  std::unique_ptr<Appearance> look_;
};

QTEST_MAIN(TestCommands)
#include "tst_Commands.moc"
