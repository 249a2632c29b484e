#include <QAction>

#include "app/core/FileOps.h"
#include "app/store/PublishRepository.h"
#include "exporters/publish/Publisher.h"
#include "tests/publish/OwnDesktop.h"
#include "tests/publish/SshHost.h"
#include "tests/support/SiteLibrary.h"
#include "tests/ui/shell/ShellTest.h"
#include "ui/publish/PublishActions.h"
#include "ui/publish/PublishSheet.h"
#include "ui/publish/SecretCard.h"
#include "ui/publish/SecretField.h"
#include "ui/publish/TargetSheet.h"
#include "ui/publish/TargetsPane.h"
#include "ui/widgets/Toggle.h"

using namespace offprint;
using namespace Qt::StringLiterals;

/// Secrets of a target in the whole window, with a real sshd, a locked key and a real keyring.
class TestPublishSecrets : public QObject, private test::ShellTest {
  Q_OBJECT

  using Place = KeyStore::Place;
  Shell& shell() { return *window_->shell; }
  PublishActions& actions() { return *shell().findChild<PublishActions*>(); }
  QJsonObject settings() const {
    QJsonObject settings = host_->settings();
    settings.insert(u"keyFile"_s, test::sharedSshd().path("locked"));
    return settings;
  }
  QString name() const {
    return secretName(test::must(findPublisher(u"sftp"_s)), settings(), u"passphrase"_s);
  }
  Place kept() { return actions().keys()->place(name(), Task()).value_or(Place::Nowhere); }
  bool begun(const QJsonObject& more = {}) {
    const QString folder = path(u"Site.offprint"_s);
    {
      const auto site = test::siteLibrary(folder);
      QJsonObject values = settings();
      for (auto value = more.begin(); value != more.end(); ++value)
        values.insert(value.key(), *value);
      test::must(site->publishing().addTarget({u"live"_s, u"sftp"_s, values}));
    }
    return window_->open(folder);
  }
  template <class T>
  T* visible(const std::function<bool(T*)>& fits = [](T*) { return true; }) {
    for (auto* each : shell().findChildren<T*>())
      if (each->isVisible() && fits(each)) return each;
    return nullptr;
  }
  SecretCard* card() { return visible<SecretCard>(); }
  bool says(QWidget* where, const QString& words) {
    if (!where) return false;
    const auto labels = where->findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(),
                       [&](QLabel* label) { return label->isVisible() && label->text().contains(words); });
  }
  QPushButton* button(QWidget* where, const QString& verb) {
    for (auto* each : where->findChildren<QPushButton*>())
      if (each->isVisible() && each->text().startsWith(verb)) return each;
    return nullptr;
  }
  PublishSheet* sheet() { return visible<PublishSheet>(); }
  bool ready() {
    QPushButton* publish = sheet() ? button(sheet(), u"Publish"_s) : nullptr;
    return publish && publish->isEnabled();
  }
  void answer(const QString& secret) {
    auto* line = card()->findChild<SecretField*>()->line();
    line->clear();
    QTest::keyClicks(line, secret);
    QTest::keyClick(line, Qt::Key_Return);
  }
  void type(QWidget* where, const QString& key, const QString& secret) {
    for (auto* field : where->findChildren<SecretField*>())
      if (field->spec().key == key) QTest::keyClicks(field->line(), secret);
  }

  QString secret_ = u"open sesame"_s;
  QTemporaryDir cache_;
  std::unique_ptr<test::SshHost> host_;

 private Q_SLOTS:
  void initTestCase() {
    QVERIFY(makeLook());
    qputenv("XDG_CACHE_HOME", QFile::encodeName(cache_.path()));
  }
  void init() {
    begin();
    host_ = std::make_unique<test::SshHost>(test::sharedSshd());
  }
  void cleanup() {
    test::must(actions().keys()->forget(name(), Task()));
    end();
    host_.reset();
  }

  /// It is asked for where the publication is, again with the reason when it is wrong, and then known.
  void publishingAsksAndKeeps() {
    QVERIFY(begun());
    QVERIFY(window_->run("publish.open"));
    QTRY_VERIFY_WITH_TIMEOUT(card(), 60000);
    QVERIFY(sheet()->isAncestorOf(card()));
    QVERIFY(says(card(), u"Passphrase of “live”"_s));
    QCOMPARE(card()->findChild<SecretField*>()->line()->echoMode(), QLineEdit::Password);
    answer(u"wrong one"_s);
    QTRY_VERIFY_WITH_TIMEOUT(card() && says(card(), u"passphrase is wrong"_s), 60000);
    QVERIFY(card()->findChild<SecretField*>()->isEmpty());
    answer(secret_);
    QTRY_VERIFY_WITH_TIMEOUT(ready(), 60000);
    QCOMPARE(kept(), Place::Keyring);
    button(sheet(), u"Publish"_s)->click();
    QTRY_VERIFY_WITH_TIMEOUT(!actions().busy() && host_->visible().contains(u"index.html"_s), 60000);
    QVERIFY(!card());
    for (const QString& folder : {dir_->path(), cache_.path(), qEnvironmentVariable("XDG_CONFIG_HOME")})
      for (const QString& file : offprint::files::below(folder))
        QVERIFY2(!test::slurp(folder + u'/' + file).contains(secret_.toUtf8()), qPrintable(file));
  }

  void whoDoesNotSayItStops_data() {
    QTest::addColumn<bool>("closes");
    QTest::newRow("stop") << false;
    QTest::newRow("the sheet is closed") << true;
  }
  void whoDoesNotSayItStops() {
    QFETCH(bool, closes);
    QVERIFY(begun());
    QVERIFY(window_->run("publish.open"));
    QTRY_VERIFY_WITH_TIMEOUT(card(), 60000);
    if (closes) {
      sheet()->reject();
    } else {
      button(card(), u"Stop"_s)->click();
      QTRY_VERIFY(says(sheet(), u"Stopped. Nothing was sent."_s));
    }
    QTRY_VERIFY(!actions().busy());
    QVERIFY(!card());
    QCOMPARE(kept(), Place::Nowhere);
  }

  /// The program ends although a publication waits for its author.
  void closingTheWindowDoesNotWait() {
    QVERIFY(begun());
    QVERIFY(window_->run("publish.open"));
    QTRY_VERIFY_WITH_TIMEOUT(card(), 60000);
    beginAgain();
  }

  /// Comparing from the history has no sheet: the question comes in its own.
  void elsewhereItComesInASheetOfItsOwn() {
    QVERIFY(begun());
    std::optional<bool> done;
    actions().verify(u"live"_s, &shell(), [&](const Result<Findings>& found) { done = found.has_value(); });
    QTRY_VERIFY_WITH_TIMEOUT(card(), 60000);
    QVERIFY(!sheet());
    QVERIFY(says(card(), u"127.0.0.1"_s));
    answer(secret_);
    QTRY_VERIFY_WITH_TIMEOUT(done.has_value(), 60000);
    QVERIFY(!*done);  // nothing was published there yet
    QTRY_VERIFY(!card());
  }

  /// What nobody ordered at this moment asks nobody.
  void whatIsDueDoesNotAsk() {
    QVERIFY(begun());
    QSignalSpy failed(&actions(), &PublishActions::failed);
    actions().publish({u"live"_s, {}, {}, {}, false}, nullptr, {});
    QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, 60000);
    const auto error = failed[0][0].value<Error>();
    QCOMPARE(error.code, ErrorCode::Auth);
    QVERIFY2(error.message.contains(u"nobody was there"_s), qPrintable(error.message));
    QVERIFY(!card());
  }

  /// Row 12 of the publishing cases: the first contact asks, and the key is kept with the target.
  void aHostThatIsMetFirstIsAskedAbout() {
    QVERIFY(begun({{u"hostKey"_s, QString()}, {u"keyFile"_s, test::sharedSshd().path("user")}}));
    QVERIFY(window_->run("publish.open"));
    QTRY_VERIFY_WITH_TIMEOUT(sheet() && button(sheet(), u"It is the same"_s), 60000);
    QVERIFY(says(sheet(), test::sharedSshd().fingerprint()));
    QVERIFY(!ready());
    button(sheet(), u"It is the same"_s)->click();
    QTRY_VERIFY_WITH_TIMEOUT(ready(), 60000);
    QCOMPARE(actions().state().targets.constFirst().settings.value(u"hostKey"_s).toString(),
             test::sharedSshd().fingerprint());
  }

  /// A test takes what is typed; saving keeps it for the account; forgetting and removing take it away.
  void theFormOfTheTargetKeepsIt() {
    QVERIFY(begun());
    QVERIFY(window_->run("publish.targets"));
    auto* pane = shell().findChild<TargetsPane*>();
    QTRY_VERIFY(button(pane, u"Edit and test"_s));
    button(pane, u"Edit and test"_s)->click();
    auto* form = visible<TargetSheet>();
    QTRY_VERIFY(says(form, u"Keep it in the keyring"_s));
    button(form, u"Test"_s)->click();
    QTRY_VERIFY_WITH_TIMEOUT(says(form, u"Type it into its field"_s), 60000);
    QTRY_VERIFY(button(form, u"Test"_s)->isEnabled());
    type(form, u"passphrase"_s, secret_);
    button(form, u"Test"_s)->click();
    QTRY_VERIFY_WITH_TIMEOUT(says(form, u"Write beside it"_s), 60000);
    QCOMPARE(kept(), Place::Nowhere);
    QTRY_VERIFY(button(form, u"Test"_s)->isEnabled());
    button(form, u"Save"_s)->click();
    QTRY_COMPARE(kept(), Place::Keyring);
    QTRY_VERIFY(!visible<TargetSheet>());

    QTRY_VERIFY(button(pane, u"Edit and test"_s));
    button(pane, u"Edit and test"_s)->click();
    form = visible<TargetSheet>();
    QTRY_VERIFY(says(form, u"Kept in the keyring"_s));
    button(form, u"Forget"_s)->click();
    QTRY_COMPARE(kept(), Place::Nowhere);
    QTRY_VERIFY(!says(form, u"Kept in the keyring"_s));
    type(form, u"passphrase"_s, secret_);
    button(form, u"Save"_s)->click();
    QTRY_COMPARE(kept(), Place::Keyring);
    QTRY_VERIFY(!visible<TargetSheet>() && button(pane, u"Remove"_s));
    button(pane, u"Remove"_s)->click();
    QTRY_COMPARE(kept(), Place::Nowhere);
  }

  /// Without a keyring the form says what happens instead, and wants a passphrase for the file.
  void withoutAKeyringTheFormOffersTheFile() {
    SecretForm form(*look_, {test::must(findPublisher(u"sftp"_s)).secrets.constFirst()});
    form.show();
    form.setState({});
    QVERIFY(says(&form, u"asked for each time"_s));
    QCOMPARE(form.place(), Place::Run);
    QCOMPARE(form.findChildren<SecretField*>().last()->isVisible(), false);
    form.findChild<Toggle*>()->click();
    QCOMPARE(form.place(), Place::File);
    QVERIFY(form.findChildren<SecretField*>().last()->isVisible());
    type(&form, u"passphrase"_s, u"correct horse"_s);
    type(&form, u"password"_s, u"geheim"_s);
    QCOMPARE(form.passphrase(), u"correct horse"_s);
    QCOMPARE(form.typed().value(u"password"_s), u"geheim"_s);
    form.setState({false, true, true, {{u"password"_s, Place::File}}});
    QVERIFY(says(&form, u"Kept in the encrypted file"_s));
    QCOMPARE(form.passphrase(), QString());
    auto* field = form.findChild<SecretField*>();
    field->line()->actions().constFirst()->trigger();
    QCOMPARE(field->line()->echoMode(), QLineEdit::Normal);
  }
};

int main(int argc, char** argv) {
  const test::OwnDesktop desktop(test::OwnDesktop::Keyring::Unlocked);
  return test::runShellTest<TestPublishSecrets>(argc, argv);
}

#include "tst_PublishSecrets.moc"
