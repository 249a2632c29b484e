#include <QComboBox>
#include <QLineEdit>

#include "app/session/UndoStack.h"
#include "tests/ui/shell/ShellTest.h"
#include "ui/site/HomeComposer.h"
#include "ui/site/SectionForm.h"
#include "ui/site/SectionList.h"
#include "ui/site/SiteSettingsPage.h"

using namespace offprint;
using namespace Qt::StringLiterals;

/// The home page and the menus, composed in the real window over a real library.
class TestHomeComposer : public QObject, test::ShellTest {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { QVERIFY(makeLook()); }
  void init() {
    begin();
    QVERIFY(window_->open(path(u"A.offprint"_s)));
    composer_ = window_->shell->findChild<HomeComposer*>();
    list_ = composer_->findChild<SectionList*>();
    QTRY_COMPARE(list_->count(), home().size());
    QVERIFY(home().size() >= 3);
  }
  void cleanup() { end(); }
  void cleanupTestCase() { look_.reset(); }

  void aSectionIsSwitchedMovedAndTakenOutAndComesBack() {
    const QList<Section> before = home();
    list_->setCurrentRow(1);
    QTest::keyClick(list_, Qt::Key_Space);
    QTRY_COMPARE(home().at(1).enabled, !before.at(1).enabled);
    QTest::keyClick(list_, Qt::Key_Up, Qt::AltModifier);
    QTRY_COMPARE(home().at(0).id, before.at(1).id);
    QCOMPARE(composer_->selectedSection(), before.at(1).id);
    QTest::keyClick(list_, Qt::Key_Delete);
    QTRY_COMPARE(home().size(), before.size() - 1);
    for (int steps = 0; steps < 3; ++steps)
      window_->library.undoStack().undo();
    QTRY_COMPARE(home(), before);
    QCOMPARE(list_->count(), before.size());
  }

  // What is typed in one go is one step, and stays in the section it was typed for.
  void anOptionTypedIsKeptAsOneStep() {
    composer_->addSection(u"writing-list"_s);
    const QString id = composer_->selectedSection();
    QTRY_VERIFY(find(id));
    auto* form = composer_->findChild<SectionForm*>();
    auto* heading = field(form, u"Heading"_s);
    QVERIFY(heading);
    heading->selectAll();
    QTest::keyClicks(heading, u"Newest words"_s);
    auto* limit = field(form, u"How many"_s);
    limit->setFocus();
    QTest::keyClicks(limit, u"4"_s);
    QTest::keyClick(limit, Qt::Key_Return);
    QTRY_VERIFY(find(id) && find(id)->title == u"Newest words"_s);
    QTRY_COMPARE(find(id)->options.value(u"limit"_s).toInt(), 4);
    window_->library.undoStack().undo();
    QTRY_COMPARE(find(id)->title, u"Latest writing"_s);
    QCOMPARE(heading->text(), u"Latest writing"_s);
  }

  void anAnchorIsOneWordAndItsOwn() {
    composer_->addSection(u"prose"_s);
    const QString first = composer_->selectedSection();
    composer_->addSection(u"prose"_s);
    const QString second = composer_->selectedSection();
    QVERIFY(first != second);
    auto* anchor = field(composer_->findChild<SectionForm*>(), u"Anchor"_s);
    anchor->setFocus();
    anchor->selectAll();
    QTest::keyClicks(anchor, u"Not One"_s);
    composer_->flush();
    QVERIFY(find(second));
    anchor->selectAll();
    QTest::keyClicks(anchor, u"my-words"_s);
    QTRY_VERIFY(find(u"my-words"_s));
  }

  // Leaving the place does not wait for the pause.
  void whatIsTypedLastIsKeptWhenLeaving() {
    QVERIFY(window_->run("site.home"));
    list_->setCurrentRow(0);
    auto* heading = field(composer_->findChild<SectionForm*>(), u"Heading"_s);
    heading->selectAll();
    QTest::keyClicks(heading, u"Hello"_s);
    QVERIFY(window_->run("site.settings"));
    QCOMPARE(home().at(0).title, u"Hello"_s);
  }

  /// Entries are shown as the author calls what they lead to, and stored as the site needs it; a card is as
  /// high as its rows.
  void theMenuNamesWhatItLeadsTo() {
    QVERIFY(window_->run("site.settings"));
    auto* settings = window_->shell->findChild<SiteSettingsPage*>();
    settings->showRow(u"Menu"_s);
    const auto target = [settings]() -> QLineEdit* {
      for (QLineEdit* line : settings->findChildren<QLineEdit*>(u"target"_s))
        if (line->isVisible()) return line;
      return nullptr;
    };
    QTRY_VERIFY(target() && !target()->text().isEmpty());
    QTRY_VERIFY2(target()->text().at(0).isUpper(), qPrintable(target()->text()));
    QVERIFY(!target()->actions().isEmpty());
    target()->setFocus();
    target()->selectAll();
    QTest::keyClicks(target(), u"Talks"_s);
    QTest::keyClick(target(), Qt::Key_Return);
    QTRY_COMPARE(window_->library.site().navigation.at(0).target, u"kind:talk"_s);
    settings->showRow(u"Base address"_s);
    QCoreApplication::processEvents();
    for (const QFrame* card : settings->findChildren<QFrame*>(u"card"_s))
      if (card->isVisible()) QVERIFY2(card->height() < 120, qPrintable(QString::number(card->height())));
  }

  void theMenuIsEditedInTheSettings() {
    auto* settings = window_->shell->findChild<SiteSettingsPage*>();
    settings->showRow(u"Menu"_s);
    QLineEdit* label = nullptr;
    for (QLineEdit* line : settings->findChildren<QLineEdit*>(u"label"_s))
      if (!label && !line->text().isEmpty()) label = line;
    QVERIFY(label);
    const QString before = label->text();
    QVERIFY(!window_->library.site().navigation.isEmpty());
    label->setFocus();
    label->selectAll();
    QTest::keyClicks(label, u"Essays"_s);
    QTest::keyClick(label, Qt::Key_Return);
    QTRY_COMPARE(window_->library.site().navigation.at(0).label, u"Essays"_s);
    window_->library.undoStack().undo();
    QTRY_COMPARE(window_->library.site().navigation.at(0).label, before);
  }

 private:
  const QList<Section>& home() const { return window_->library.site().home; }
  const Section* find(const QString& id) const {
    for (const Section& section : home())
      if (section.id == id) return &section;
    return nullptr;
  }
  static QLineEdit* field(QWidget* form, const QString& name) {
    for (QLineEdit* line : form->findChildren<QLineEdit*>())
      if (line->accessibleName() == name) return line;
    return nullptr;
  }

  HomeComposer* composer_ = nullptr;
  SectionList* list_ = nullptr;
};

int main(int argc, char** argv) {
  QTEST_SET_MAIN_SOURCE_PATH
  return test::runShellTest<TestHomeComposer>(argc, argv);
}
#include "tst_HomeComposer.moc"
