#include <QComboBox>
#include <QDateEdit>

#include "app/store/PublishRepository.h"
#include "app/store/StoreClient.h"
#include "exporters/publish/PublishService.h"
#include "tests/support/SiteLibrary.h"
#include "tests/ui/shell/ShellTest.h"
#include "ui/editor/ManuscriptEdit.h"
#include "ui/editor/ManuscriptLayout.h"
#include "ui/history/DiffText.h"
#include "ui/inspector/FieldEditor.h"
#include "ui/publish/ChangeList.h"
#include "ui/publish/PublishActions.h"
#include "ui/publish/PublishHistory.h"
#include "ui/publish/TargetSheet.h"
#include "ui/publish/TargetsPane.h"
#include "ui/shell/HelpWindow.h"
#include "ui/widgets/Banner.h"

using namespace offprint;
using namespace Qt::StringLiterals;

/// Targets, history, comparing with the host and scheduled items in the whole window, over a folder.
class TestPublishPlaces : public QObject, private test::ShellTest {
  Q_OBJECT

  Shell& shell() { return *window_->shell; }
  PublishActions& actions() { return *shell().findChild<PublishActions*>(); }
  QString www() const { return path(u"www"_s); }
  QString page(const QString& slug) const { return www() + u"/articles/%1/index.html"_s.arg(slug); }

  /// A library with articles and a target, published as often as said: each time with one article more.
  QString library(int publications, const QJsonObject& more = {}) {
    const QString folder = path(u"Site.offprint"_s);
    const auto site = test::siteLibrary(folder);
    QJsonObject settings{{u"path"_s, www()}};
    for (auto value = more.begin(); value != more.end(); ++value)
      settings.insert(value.key(), *value);
    test::must(site->publishing().addTarget({u"live"_s, u"folder"_s, settings}));
    for (int i = 1; i <= publications; ++i) {
      test::must(site->content().insert(
          test::published(u"Extra %1"_s.arg(i), u"2025-09-0%1"_s.arg(i), u"Words of extra %1."_s.arg(i))));
      test::must(publish(*site, u"live"_s, {}, Task()));
    }
    return folder;
  }
  template <class T>
  T* within(QWidget* parent, const QString& words) {
    for (auto* each : parent->findChildren<T*>())
      if (each->isVisible() && each->text().contains(words)) return each;
    return nullptr;
  }
  QStringList rows(QWidget* parent, const QString& name) {
    QStringList rows;
    for (auto* list : parent->findChildren<ChangeList*>())
      if (list->accessibleName() == name)
        for (int i = 0; i < list->count(); ++i)
          rows += list->item(i)->text();
    return rows;
  }
  PublishHistory* history() { return shell().findChild<PublishHistory*>(); }
  ChangeList* deployments() {
    for (auto* list : history()->findChildren<ChangeList*>())
      if (list->accessibleName() == u"Publish history"_s) return list;
    return nullptr;
  }

 private Q_SLOTS:
  void initTestCase() { QVERIFY(makeLook()); }
  void init() {
    begin();
    qputenv("XDG_CACHE_HOME", QFile::encodeName(path(u"cache"_s)));
  }
  void cleanup() { end(); }

  /// The form has what the kind declares; the test says which step fails; what is saved is in the library.
  void aTargetIsAddedTestedAndRemoved() {
    QVERIFY(window_->open(library(0)));
    QVERIFY(window_->run("publish.targets"));
    auto* pane = shell().findChild<TargetsPane*>();
    QTRY_VERIFY(within<QLabel>(pane, u"live"_s));
    within<QPushButton>(pane, u"Add a target"_s)->click();
    auto* sheet = shell().findChild<TargetSheet*>();
    QVERIFY(sheet && sheet->isVisible());
    const auto type = test::must(findPublisher(u"folder"_s));
    QCOMPARE(sheet->findChildren<FieldEditor*>().size(), type.fields.size());
    within<QPushButton>(sheet, u"Add target"_s)->click();
    QVERIFY(within<QLabel>(sheet, u"is missing"_s));
    for (auto* editor : sheet->findChildren<FieldEditor*>()) {
      if (editor->spec().key == u"path"_s) Q_EMIT editor->entered(path(u"staging"_s));
      if (editor->spec().key == u"url"_s) Q_EMIT editor->entered(u"https://me:secret@example.org/"_s);
    }
    within<QPushButton>(sheet, u"Add target"_s)->click();
    QVERIFY(within<QLabel>(sheet, u"password"_s));
    for (auto* editor : sheet->findChildren<FieldEditor*>())
      if (editor->spec().key == u"url"_s) Q_EMIT editor->entered(QJsonValue());
    within<QPushButton>(sheet, u"Test"_s)->click();
    QTRY_VERIFY(within<QLabel>(sheet, u"Write beside it"_s));
    for (auto* field : sheet->findChildren<QLineEdit*>())
      if (field->accessibleName() == u"Name"_s) field->setText(u"staging"_s);
    QTRY_VERIFY(within<QPushButton>(sheet, u"Test"_s));
    within<QPushButton>(sheet, u"Add target"_s)->click();
    QTRY_COMPARE(actions().state().targets.size(), 2);
    QTRY_VERIFY(within<QLabel>(pane, u"staging"_s));
    for (auto* button : pane->findChildren<QPushButton*>())
      if (button->accessibleName() == u"Remove staging"_s) {
        button->click();
        break;
      }
    QTRY_COMPARE(actions().state().targets.size(), 1);
    QVERIFY(window_->answers.asked.contains(u"Remove the target “staging”?"_s));
  }

  void theHelpExplains() {
    QVERIFY(window_->open(library(0)));
    QVERIFY(window_->run("help.publishing"));
    auto* help = shell().findChild<HelpWindow*>();
    QTRY_VERIFY(help->findChild<QTextBrowser*>()->toPlainText().contains(u"Publish history"_s));
    QVERIFY(window_->run("help.markdown"));
    QCOMPARE(shell().findChildren<HelpWindow*>().size(), 2);
  }

  void whatWasOnlineComesBack() {
    QVERIFY(window_->open(library(2)));
    QVERIFY(window_->run("publish.history"));
    QTRY_COMPARE(actions().state().deployments.size(), 2);
    QTRY_VERIFY(rows(history(), u"Items"_s).contains(u"Extra 2"_s));
    QVERIFY(!rows(history(), u"Items"_s).contains(u"Extra 1"_s));  // what changed with the newest
    auto* words = history()->findChild<DiffText*>();
    QTRY_VERIFY(words->isVisible());  // and its words, all of them new
    QVERIFY(words->findChild<ManuscriptEdit*>()->toPlainText().contains(u"Words of extra 2."_s));
    QVERIFY(QFile::exists(page(u"extra-2"_s)));
    deployments()->choose(1);
    QTRY_VERIFY(rows(history(), u"Items"_s).contains(u"Extra 1"_s));
    within<QPushButton>(history(), u"Roll back"_s)->click();
    QTRY_COMPARE_WITH_TIMEOUT(actions().state().deployments.size(), 3, 30000);
    QVERIFY(!QFile::exists(page(u"extra-2"_s)));
    QVERIFY(QFile::exists(page(u"extra-1"_s)));
    QCOMPARE(actions().state().deployments.constFirst().action, Deployment::Action::Rollback);
  }

  void aDayShowsWhatWasOnline() {
    QVERIFY(window_->open(library(1)));
    QVERIFY(window_->run("publish.history"));
    QTRY_COMPARE(actions().state().deployments.size(), 1);
    const QDate day = actions().state().deployments.constFirst().made.toLocalTime().date();
    auto* field = history()->findChild<QDateEdit*>();
    field->setDate(day.addDays(-1));
    QVERIFY(within<QLabel>(history(), u"Nothing was online"_s));
    field->setDate(day);
    QTRY_VERIFY(rows(history(), u"Items"_s).contains(u"Article 1"_s));
  }

  void theHostIsCompared() {
    QVERIFY(window_->open(library(1)));
    QVERIFY(window_->run("publish.history"));
    QTRY_VERIFY(within<QPushButton>(history(), u"Compare with host"_s));
    within<QPushButton>(history(), u"Compare with host"_s)->click();
    QTRY_VERIFY_WITH_TIMEOUT(within<QLabel>(history(), u"every file as it was published"_s), 30000);
    QVERIFY(QFile::remove(page(u"extra-1"_s)));
    within<QPushButton>(history(), u"Compare with host"_s)->click();
    QTRY_VERIFY_WITH_TIMEOUT(within<QPushButton>(history(), u"Repair"_s), 30000);
    QVERIFY(rows(history(), u"Items"_s).contains(u"articles/extra-1/index.html"_s));
  }

  /// With the rule "Publish them" the window does it by itself, with "Ask me" it asks.
  void whatIsDueGoesOnline_data() {
    QTest::addColumn<QString>("rule");
    QTest::newRow("publish") << u"on"_s;
    QTest::newRow("ask") << u"ask"_s;
    QTest::newRow("wait") << u"off"_s;
  }
  void whatIsDueGoesOnline() {
    QFETCH(QString, rule);
    const QString folder = library(1, {{u"due"_s, rule}});
    {
      const auto site = test::openLibrary(folder);
      ContentItem item = test::article(u"Soon"_s, u"It is time."_s);
      item.status = Status::Scheduled;
      item.publishAt = site->now().addSecs(-60);
      test::must(site->content().insert(item));
    }
    QVERIFY(window_->open(folder));
    if (rule == u"on"_s) {
      QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(page(u"soon"_s)), 30000);
      QTRY_COMPARE(actions().state().deployments.size(), 2);
    } else if (rule == u"ask"_s) {
      QTRY_VERIFY(within<QLabel>(&shell(), u"The time of “Soon” has come."_s));
      QVERIFY(!QFile::exists(page(u"soon"_s)));
    } else {
      QTRY_COMPARE(actions().state().deployments.size(), 1);
      QVERIFY(!actions().busy() && !QFile::exists(page(u"soon"_s)));
    }
  }
};

int main(int argc, char** argv) {
  return test::runShellTest<TestPublishPlaces>(argc, argv);
}

#include "tst_PublishPlaces.moc"
