#include <QComboBox>
#include <QLineEdit>

#include "app/session/UndoStack.h"
#include "tests/ui/shell/ShellTest.h"
#include "ui/site/AppearancePane.h"
#include "ui/site/ThemeCard.h"
#include "ui/widgets/Segmented.h"
#include "ui/widgets/Toggle.h"

using namespace offprint;
using namespace Qt::StringLiterals;

/// Themes and their options, chosen in the real window over a real library that has a theme of its own.
class TestAppearancePane : public QObject, test::ShellTest {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { QVERIFY(makeLook()); }
  void init() {
    begin();
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    writeTheme("mine",
               "{\"id\": \"mine\", \"label\": \"Mine\", \"description\": \"Of this library\", "
               "\"extends\": \"notebook\", \"options\": ["
               "{\"id\": \"tint\", \"type\": \"color\", \"label\": \"Tint\", \"variables\": {\"--x\": 1}, "
               "\"against\": {\"light\": \"#ffffff\", \"dark\": \"#000000\"}, \"contrast\": 4.5},"
               "{\"id\": \"width\", \"type\": \"choice\", \"label\": \"Width\", \"default\": \"normal\", "
               "\"choices\": [{\"id\": \"normal\", \"label\": \"Normal\"}, {\"id\": \"wide\", \"label\": "
               "\"Wide\"}]},"
               "{\"id\": \"rail\", \"type\": \"switch\", \"label\": \"Rail\", \"default\": true}]}");
    writeTheme("broken", "{ no theme");
    QVERIFY(window_->run("site.appearance"));
    pane_ = window_->shell->findChild<AppearancePane*>();
    QTRY_VERIFY(card("mine"));
  }
  void cleanup() { end(); }
  void cleanupTestCase() { look_.reset(); }

  void aThemeIsChosenWithItsOptionsAndKeepsThem() {
    QVERIFY(!card("broken")->isEnabled());
    QVERIFY(card("notebook")->isChecked());
    card("mine")->click();
    QCOMPARE(site().theme, u"mine"_s);
    QVERIFY(card("mine")->isChecked());
    QVERIFY(segments("Width"));
    Q_EMIT segments("Width")->chosen(1);
    QCOMPARE(option("width").toString(), u"wide"_s);
    toggle("Rail")->click();
    QCOMPARE(option("rail"), QJsonValue(false));
    card("notebook")->click();
    card("mine")->click();
    QCOMPARE(option("width").toString(), u"wide"_s);
    // What the theme has by itself is not kept.
    toggle("Rail")->click();
    QVERIFY(option("rail").isUndefined());
    Q_EMIT segments("Width")->chosen(0);
    QVERIFY(!site().themeOptions.contains(u"mine"_s));
    window_->library.undoStack().undo();
    QTRY_COMPARE(option("width").toString(), u"wide"_s);
  }

  void aColorThatIsHardToReadIsSaidWithABetterOne() {
    card("mine")->click();
    auto* line = named<QLineEdit>("Tint");
    line->setFocus();
    QTest::keyClicks(line, u"#ffee99"_s);
    QTest::keyClick(line, Qt::Key_Return);
    QCOMPARE(option("tint").toString(), u"#ffee99"_s);
    QTRY_VERIFY(button(u"Use #"_s));
    button(u"Use #"_s)->click();
    QVERIFY(option("tint").toString() != u"#ffee99"_s);
    QTRY_VERIFY(!button(u"Use #"_s));
    QTest::keyClicks(named<QLineEdit>("Tint"), u"x"_s);
    const QJsonValue before = option("tint");
    QTest::keyClick(named<QLineEdit>("Tint"), Qt::Key_Return);
    QCOMPARE(option("tint"), before);
    button(u"Reset"_s)->click();
    QVERIFY(site().themeOptions.isEmpty());
  }

 private:
  void writeTheme(const char* id, const QByteArray& manifest) const {
    const QString folder = path(u"A.offprint/themes/%1"_s.arg(QLatin1String(id)));
    QVERIFY(QDir().mkpath(folder));
    QFile file(folder + u"/theme.json"_s);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(manifest);
  }
  const Site& site() const { return window_->library.site(); }
  QJsonValue option(const char* id) const {
    return site().themeOptions.value(site().theme).toObject().value(QLatin1String(id));
  }
  ThemeCard* card(const char* id) const { return pane_->findChild<ThemeCard*>(QLatin1String(id)); }
  template <class W>
  W* named(const char* name) const {
    for (W* widget : pane_->findChildren<W*>())
      if (widget->isVisible() && widget->accessibleName() == QLatin1String(name)) return widget;
    return nullptr;
  }
  Segmented* segments(const char* name) const { return named<Segmented>(name); }
  Toggle* toggle(const char* name) const { return named<Toggle>(name); }
  QPushButton* button(const QString& text) const {
    for (QPushButton* each : pane_->findChildren<QPushButton*>())
      if (each->isVisible() && each->text().startsWith(text)) return each;
    return nullptr;
  }

  AppearancePane* pane_ = nullptr;
};

int main(int argc, char** argv) {
  QTEST_SET_MAIN_SOURCE_PATH
  return test::runShellTest<TestAppearancePane>(argc, argv);
}
#include "tst_AppearancePane.moc"
