#include "ui/publish/TargetSheet.h"

#include <algorithm>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include "app/core/Text.h"
#include "app/session/LibrarySession.h"
#include "app/store/Library.h"
#include "app/store/StoreClient.h"
#include "exporters/publish/PublishService.h"
#include "ui/publish/PublishActions.h"
#include "ui/publish/SecretForm.h"
#include "ui/shell/Jobs.h"
#include "ui/widgets/Banner.h"
#include "ui/widgets/ComboBox.h"
#include "ui/widgets/Glyphs.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/OverlayScrollBar.h"

using namespace Qt::StringLiterals;

namespace offprint {

QString targetPlace(const PublishTarget& target) {
  const auto type = findPublisher(target.type);
  QStringList parts;
  if (!type) return target.type;
  for (const FieldSpec& field : type->fields) {
    const QString value = target.settings.value(field.key).toVariant().toString();
    const bool text = field.type == FieldSpec::Type::Text || field.type == FieldSpec::Type::Number;
    if (text && !value.isEmpty() && parts.size() < 2) parts += value;
  }
  const QString url = target.settings.value(kTargetUrl).toString();
  if (!url.isEmpty()) parts += shownAddress(url);
  return parts.join(u" · "_s);
}

TargetSheet::TargetSheet(ShellContext context, PublishActions& actions, const PublishTarget& target,
                         QWidget* window)
    : Sheet(context.look, target.name.isEmpty() ? tr("Add a target") : tr("Target “%1”").arg(target.name),
            window),
      context_(std::move(context)),
      actions_(actions),
      before_(target.name),
      target_(target) {
  if (target_.type.isEmpty()) target_.type = publishers().constFirst().id;
  build();
  buildForm();
  connect(this, &QDialog::finished, this, [this] {
    if (job_ != 0) context_.jobs.cancel(job_);
  });
}

void TargetSheet::build() {
  Appearance& look = context_.look;
  kind_ = new ComboBox(this);
  kind_->setAccessibleName(tr("Kind of target"));
  for (const PublisherType& type : publishers())
    kind_->addItem(type.label, type.id);
  kind_->setCurrentIndex(kind_->findData(target_.type));
  kind_->setEnabled(before_.isEmpty());
  name_ = new QLineEdit(target_.name, this);
  name_->setAccessibleName(tr("Name"));
  name_->setPlaceholderText(tr("Name, such as live"));
  about_ = new Label(look, TextRole::Meta, {}, Token::TextSecondary, this);
  about_->setWordWrap(true);
  auto* top = new QHBoxLayout;
  top->setSpacing(look.ipx(10));
  top->addWidget(kind_);
  top->addWidget(name_, 1);
  scroll_ = new QScrollArea(this);
  scroll_->setWidgetResizable(true);
  scroll_->setFrameShape(QFrame::NoFrame);
  scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll_->viewport()->setAutoFillBackground(false);
  new OverlayScrollBar(scroll_);
  steps_ = new QWidget(this);
  auto* stepRows = new QVBoxLayout(steps_);
  stepRows->setContentsMargins(0, 0, 0, 0);
  stepRows->setSpacing(look.ipx(4));
  message_ = new Banner(look, this);
  content()->addLayout(top);
  content()->addWidget(about_);
  content()->addWidget(message_);
  content()->addWidget(scroll_, 1);
  content()->addWidget(steps_);
  steps_->hide();
  test_ = addStaying(tr("Test"), Act::Plain, [this] { test(); });
  addCancel(tr("Cancel"));
  addStaying(before_.isEmpty() ? tr("Add target") : tr("Save"), Act::Default, [this] { save(); });
  setMinimumWidth(look.ipx(560));
  connect(kind_, &QComboBox::activated, this, [this] {
    target_.type = kind_->currentData().toString();
    target_.settings = {};
    buildForm();
  });
}

void TargetSheet::buildForm() {
  const auto type = findPublisher(target_.type);
  delete form_;
  form_ = new QWidget;
  form_->setAutoFillBackground(false);
  auto* column = new QVBoxLayout(form_);
  // On the right is room for the bar.
  column->setContentsMargins(0, context_.look.ipx(6), context_.look.ipx(12), 0);
  column->setSpacing(context_.look.ipx(10));
  steps_->hide();
  message_->clear();
  if (!type) return tell(type.error());
  about_->setText(type->description);
  for (const FieldSpec& field : type->fields)
    addField(field, column);
  secrets_ = nullptr;
  if (!type->secrets.isEmpty()) addSecrets(*type, column);
  column->addStretch();
  scroll_->setWidget(form_);
  // As long as it is, but no longer than leaves the buttons in the window.
  const int room = parentWidget()->window()->height() - context_.look.ipx(300);
  scroll_->setMinimumHeight(
      std::clamp(form_->sizeHint().height(), context_.look.ipx(160), std::max(room, context_.look.ipx(160))));
  adjustSize();
}

void TargetSheet::addSecrets(const PublisherType& type, QVBoxLayout* column) {
  secrets_ = new SecretForm(context_.look, type.secrets, form_);
  column->addWidget(secrets_);
  connect(secrets_, &SecretForm::forgetRequested, this, &TargetSheet::forgetSecret);
  readSecrets();
}

/// Where they are by the account that is in the form, as of now.
void TargetSheet::readSecrets() {
  const auto type = findPublisher(target_.type);
  if (!type) return;
  QMap<QString, QString> names;
  for (const FieldSpec& secret : type->secrets)
    names.insert(secret.key, secretName(*type, target_.settings, secret.key));
  context_.jobs.run<SecretState>(
      tr("Asking the keyring"),
      [keys = actions_.keys(), names](const Task& task) { return readSecretState(*keys, names, task); },
      [sheet = QPointer(this), form = QPointer(secrets_)](const Result<SecretState>& state) {
        if (!sheet || !form) return;
        form->setState(state ? *state : SecretState());
        if (!state && state.error().code != ErrorCode::Cancelled) sheet->tell(state.error());
      });
}

void TargetSheet::forgetSecret(const QString& key) {
  const auto type = findPublisher(target_.type);
  if (!type) return;
  context_.jobs.run<void>(
      tr("Forgetting a secret"),
      [keys = actions_.keys(), name = secretName(*type, target_.settings, key)](const Task& task) {
        return keys->forget(name, task);
      },
      [sheet = QPointer(this)](const Result<void>& forgotten) {
        if (!sheet) return;
        if (!forgotten) sheet->tell(forgotten.error());
        sheet->readSecrets();
      });
}

/// For a test: what is typed, else what is kept.
SecretSource TargetSheet::secretsOf(const PublisherType& type, const QJsonObject& settings,
                                    const QMap<QString, QString>& typed, std::shared_ptr<KeyStore> keys,
                                    const Task& task) {
  return [=](const QString& key) -> Result<QString> {
    if (typed.contains(key)) return typed.value(key);
    auto kept = keys->secret(secretName(type, settings, key), task);
    if (kept || kept.error().code != ErrorCode::NotFound) return kept;
    return makeError(ErrorCode::Auth, tr("It is missing. Type it into its field, then test again."));
  };
}

void TargetSheet::addField(const FieldSpec& field, QVBoxLayout* column) {
  FieldEditor* editor = makeFieldEditor(
      context_.look, field, [] { return FieldOffers(); }, form_);
  editor->setValue(target_.settings.value(field.key));
  if (!field.help.isEmpty()) editor->setRemark(field.help);
  connect(editor, &FieldEditor::entered, this, [this, editor, key = field.key](const QJsonValue& value) {
    editor->setProblem({});
    if (value.isNull()) {
      target_.settings.remove(key);
    } else {
      target_.settings.insert(key, value);
    }
  });
  column->addWidget(editor);
}

/// What is in the form when it can be a target. Whatever field is being typed in counts as it stands.
Result<QJsonObject> TargetSheet::settings() const {
  if (QWidget* typing = focusWidget()) typing->clearFocus();
  const auto type = findPublisher(target_.type);
  if (!type) return type.error();
  for (const FieldSpec& field : type->fields)
    if (field.required && target_.settings.value(field.key).toString().isEmpty())
      return makeError(ErrorCode::InvalidInput, tr("%1 is missing. %2").arg(field.label, field.help));
  OFFPRINT_TRY(holdsNoSecret(*type, target_.settings));
  const auto made = type->make(target_.settings, noSecrets());
  if (!made) return made.error();
  return target_.settings;
}

void TargetSheet::tell(const Error& error) {
  message_->tell(Banner::Kind::Error, error.located());
}

void TargetSheet::test() {
  const auto wanted = settings();
  if (!wanted) return tell(wanted.error());
  message_->clear();
  test_->setEnabled(false);
  test_->setText(tr("Testing…"));
  // A test writes beside the place: not into the library.
  context_.library.store().run<void>([target = PublishTarget{name_->text(), target_.type, *wanted}](
                                         Library& library) { return checkPlace(library, target); },
                                     this,
                                     [this, settings = *wanted](const Result<void>& apart) {
                                       if (apart) return tryTarget(settings);
                                       tell(apart.error());
                                       endTest();
                                     });
}

void TargetSheet::endTest() {
  test_->setEnabled(true);
  test_->setText(tr("Test"));
}

void TargetSheet::tryTarget(const QJsonObject& wanted) {
  using Steps = QList<TargetTest>;
  job_ = context_.jobs.run<Steps>(
      tr("Testing a target"),
      [type = target_.type, settings = wanted, keys = actions_.keys(),
       typed = secrets_ ? secrets_->typed() : QMap<QString, QString>()](const Task& task) -> Result<Steps> {
        const auto publisher = findPublisher(type);
        if (!publisher) return publisher.error();
        return publisher->test(settings, secretsOf(*publisher, settings, typed, keys, task), task);
      },
      [sheet = QPointer(this)](const Result<Steps>& steps) {
        if (!sheet) return;
        sheet->job_ = 0;
        sheet->endTest();
        if (!steps) return sheet->tell(steps.error());
        sheet->showSteps(*steps);
      });
}

void TargetSheet::showSteps(const QList<TargetTest>& steps) {
  qDeleteAll(steps_->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
  for (const TargetTest& step : steps) {
    if (!step.tried) {
      addStep(u"info"_s, Token::TextSecondary, step.step);
    } else if (step.result) {
      addStep(u"circle-check"_s, Token::StPublished, step.step);
    } else {
      addStep(u"circle-x"_s, Token::StDanger, step.step + u". "_s + step.result.error().located());
    }
  }
  steps_->show();
}

void TargetSheet::addStep(const QString& icon, Token ink, const QString& words) {
  auto* row = new QWidget(steps_);
  auto* line = new QHBoxLayout(row);
  line->setContentsMargins(0, 0, 0, 0);
  line->setSpacing(context_.look.ipx(8));
  line->addWidget(new Glyph(context_.look, icon, ink, row), 0, Qt::AlignTop);
  auto* label = new Label(context_.look, TextRole::Body, words, Token::TextPrimary, row);
  label->setWordWrap(true);
  line->addWidget(label, 1);
  steps_->layout()->addWidget(row);
}

void TargetSheet::save() {
  const auto wanted = settings();
  if (!wanted) return tell(wanted.error());
  const PublishTarget target{name_->text().trimmed(), target_.type, *wanted};
  if (target.name.isEmpty())
    return tell(makeError(ErrorCode::InvalidInput, tr("The target needs a name, such as “live”.")));
  message_->clear();
  if (secrets_ && !secrets_->typed().isEmpty()) return keepSecrets(target);
  saveTarget(target);
}

/// First: a target without what it needs would look finished.
void TargetSheet::keepSecrets(const PublishTarget& target) {
  const auto type = findPublisher(target.type);
  if (!type || job_ != 0) return;
  QMap<QString, QString> byName;
  const QMap<QString, QString> typed = secrets_->typed();
  for (auto secret = typed.begin(); secret != typed.end(); ++secret)
    byName.insert(secretName(*type, target.settings, secret.key()), *secret);
  job_ = context_.jobs.run<void>(
      tr("Keeping the secrets of a target"),
      [byName, keys = actions_.keys(), place = secrets_->place(),
       passphrase = secrets_->passphrase()](const Task& task) -> Result<void> {
        if (place == KeyStore::Place::File && !keys->fileUnlocked())
          OFFPRINT_TRY(keys->unlockFile(passphrase));
        for (auto secret = byName.begin(); secret != byName.end(); ++secret)
          OFFPRINT_TRY(keys->keep(secret.key(), *secret, place, task));
        return {};
      },
      [sheet = QPointer(this), target](const Result<void>& kept) {
        if (!sheet) return;
        sheet->job_ = 0;
        if (!kept) return sheet->tell(kept.error());
        sheet->saveTarget(target);
      });
}

/// What the key store has for an account that no target has any more goes.
void TargetSheet::saveTarget(const PublishTarget& target) {
  context_.library.store().run<QStringList>(
      [target, before = before_](Library& library) -> Result<QStringList> {
        PublishRepository& store = library.publishing();
        OFFPRINT_TRY(checkPlace(library, target));
        PublishTarget old;
        if (!before.isEmpty()) {
          const auto found = store.target(before);
          if (!found) return found.error();
          old = *found;
        }
        OFFPRINT_TRY(before.isEmpty() ? store.addTarget(target) : store.changeTarget(before, target));
        const auto now = store.targets();
        if (!now) return now.error();
        return secretsOfGone(old, *now);
      },
      this,
      [this, name = target.name](const Result<QStringList>& gone) {
        if (!gone) return tell(gone.error());
        actions_.forgetSecrets(*gone);
        Q_EMIT saved(name);
        accept();
      });
}

}  // namespace offprint

#include "moc_TargetSheet.cpp"
