#include <QClipboard>

#include "app/store/StoreClient.h"
#include "tests/publish/Hosts.h"
#include "tests/support/LookupServer.h"
#include "tests/ui/shell/ShellTest.h"
#include "ui/editor/EditorPane.h"
#include "ui/editor/ManuscriptEdit.h"
#include "ui/editor/ManuscriptLayout.h"
#include "ui/history/DiffText.h"
#include "ui/publish/ChangeList.h"
#include "ui/publish/PublishSheet.h"
#include "ui/widgets/Banner.h"

using namespace offprint;
using namespace Qt::StringLiterals;

/// Publishing in the whole window, to a real Git repository.
class TestPublishFlow : public QObject, private test::ShellTest {
  Q_OBJECT

  Shell& shell() { return *window_->shell; }
  PublishSheet* sheet() {
    for (auto* sheet : shell().findChildren<PublishSheet*>())
      if (sheet->isVisible()) return sheet;
    return nullptr;
  }
  /// The filled button of the sheet.
  QPushButton* publishButton() {
    if (!sheet()) return nullptr;
    for (auto* button : sheet()->findChildren<QPushButton*>())
      if (button->property("primary").toBool() && button->isVisible()) return button;
    return nullptr;
  }
  bool ready() { return publishButton() && publishButton()->isEnabled(); }
  bool shows(const QString& words) {
    if (!sheet()) return false;
    for (auto* label : sheet()->findChildren<QLabel*>())
      if (label->isVisible() && label->text().contains(words)) return true;
    return false;
  }
  QStringList rows(const QString& list) {
    QStringList rows;
    if (!sheet()) return rows;
    for (auto* changes : sheet()->findChildren<ChangeList*>())
      if (changes->accessibleName() == list)
        for (int i = 0; i < changes->count(); ++i)
          rows += changes->item(i)->text();
    return rows;
  }
  QPushButton* button(const QString& verb) {
    for (auto* each : sheet()->findChildren<QPushButton*>())
      if (each->isVisible() && each->text() == verb) return each;
    return nullptr;
  }
  bool write(const QString& body) {
    DocumentSession* session = shell().session();
    QTextCursor cursor(shell().editor().findChild<ManuscriptEdit*>()->document());
    cursor.select(QTextCursor::Document);
    cursor.insertText(body);
    std::optional<bool> stored;
    session->flush([&](const Result<void>& result) { stored = result.has_value(); });
    return QTest::qWaitFor([&] { return stored.has_value(); }) && *stored;
  }
  bool addTarget() {
    std::optional<bool> added;
    QJsonObject settings = host_->settings();
    settings.insert(u"url"_s, url());
    window_->library.store().run<void>(
        [settings](Library& library) {
          return library.publishing().addTarget({u"live"_s, u"git"_s, settings});
        },
        &shell(), [&](const Result<void>& result) { added = result.has_value(); });
    return QTest::qWaitFor([&] { return added.has_value(); }) && *added;
  }
  /// Opens the library with a published article and a target.
  bool begun() {
    if (!window_->open(path(u"a.offprint"_s)) || !addTarget()) return false;
    if (!window_->add("item.new", u"On caches"_s).valid()) return false;
    shell().session()->edit(DocumentSession::Part::State,
                            [](ContentItem& item) { item.status = Status::Published; });
    return write(u"The cache holds four pages.\n\nNothing changes here."_s);
  }
  bool publishNow() {
    if (!window_->run("publish.open") || !QTest::qWaitFor([&] { return ready(); }, 60000)) return false;
    publishButton()->click();
    return QTest::qWaitFor([&] { return shows(live()); }, 60000);
  }

  /// Nobody shows the pages there.
  QString url() const { return server_.address() + u"/notes/"_s; }
  QString live() const { return u"Live at "_s + shownAddress(url()); }

  test::LookupServer server_;
  std::unique_ptr<test::GitHost> host_;
  QTemporaryDir cache_;

 private Q_SLOTS:
  void initTestCase() {
    test::isolate(cache_);
    QVERIFY(makeLook());
  }
  void init() {
    begin();
    host_ = std::make_unique<test::GitHost>();
  }
  void cleanup() {
    end();
    host_.reset();
  }

  void aChangedArticleGoesOnline() {
    QVERIFY(begun());
    QVERIFY(publishNow());
    QVERIFY(host_->visible().value(u"articles/on-caches/index.html"_s).contains("holds four pages"));
    button(u"Close"_s)->click();
    QTRY_VERIFY(!sheet());

    QVERIFY(write(u"The cache holds nine pages.\n\nNothing changes here."_s));
    QVERIFY(window_->run("publish.open"));
    QTRY_VERIFY_WITH_TIMEOUT(ready(), 60000);
    QCOMPARE(publishButton()->text(), u"Publish 1 change"_s);
    QCOMPARE(rows(u"Changes"_s).mid(0, 2), QStringList({u"Changed"_s, u"On caches"_s}));
    const auto* diff = sheet()->findChild<DiffText*>();
    QVERIFY(diff->isVisible());
    publishButton()->click();
    QTRY_VERIFY_WITH_TIMEOUT(shows(live()), 60000);
    QVERIFY(host_->visible().value(u"articles/on-caches/index.html"_s).contains("holds nine pages"));
    QTRY_VERIFY_WITH_TIMEOUT(shows(u"does not show it yet"_s), 60000);
    button(u"Copy link"_s)->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), url());
    button(u"Open site"_s)->click();
    QCOMPARE(window_->answers.revealed.constLast(), url());
  }

  void nothingToPublishSaysSo() {
    QVERIFY(begun());
    QVERIFY(publishNow());
    button(u"Close"_s)->click();
    QTRY_VERIFY(!sheet());
    QVERIFY(window_->run("publish.open"));
    QTRY_VERIFY_WITH_TIMEOUT(rows(u"Changes"_s).contains(u"The site is up to date."_s), 60000);
    QVERIFY(!ready());
  }

  void whatOthersChangedIsKept() {
    QVERIFY(begun());
    QVERIFY(publishNow());
    button(u"Close"_s)->click();
    QTRY_VERIFY(!sheet());
    host_->edit({{u"articles/on-caches/index.html"_s, "theirs"}});
    QVERIFY(write(u"The cache holds nine pages.\n\nNothing changes here."_s));
    QVERIFY(publishNow());
    QCOMPARE(host_->visible().value(u"articles/on-caches/index.html"_s), "theirs");
    button(u"Close"_s)->click();
    QTRY_VERIFY(!sheet());
    QVERIFY(window_->run("publish.open"));
    QTRY_VERIFY_WITH_TIMEOUT(shows(u"changed by somebody else"_s), 60000);
    button(u"Use mine"_s)->click();
    QTRY_VERIFY_WITH_TIMEOUT(ready() && shows(u"are replaced by yours"_s), 60000);
    publishButton()->click();
    QVERIFY(window_->answers.asked.contains(u"Replace what others changed on the host?"_s));
    QTRY_VERIFY_WITH_TIMEOUT(shows(live()), 60000);
    QVERIFY(host_->visible().value(u"articles/on-caches/index.html"_s).contains("holds nine pages"));
  }

  /// The host changes between the look and the word: nothing is sent that nobody has seen.
  void aHostThatChangedMeanwhileStops() {
    QVERIFY(begun());
    QVERIFY(window_->run("publish.open"));
    QTRY_VERIFY_WITH_TIMEOUT(ready(), 60000);
    host_->edit({{u"index.html"_s, "theirs"}});
    publishButton()->click();
    QTRY_VERIFY_WITH_TIMEOUT(shows(u"Nothing was"_s), 60000);
    QCOMPARE(host_->visible(), test::Tree({{u"index.html"_s, "theirs"}}));
  }
};

int main(int argc, char** argv) {
  return test::runShellTest<TestPublishFlow>(argc, argv);
}

#include "tst_PublishFlow.moc"
