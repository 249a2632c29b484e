#include "ui/publish/SecretForm.h"

#include <algorithm>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QVBoxLayout>

#include "app/core/Text.h"
#include "ui/publish/SecretField.h"
#include "ui/widgets/Label.h"
#include "ui/widgets/Toggle.h"

using namespace Qt::StringLiterals;

namespace offprint {

Result<SecretState> readSecretState(KeyStore& keys, const QMap<QString, QString>& names, const Task& task) {
  SecretState state{keys.hasKeyring(task), keys.hasFile(), keys.fileUnlocked(), {}};
  for (auto name = names.begin(); name != names.end(); ++name) {
    const auto place = keys.place(*name, task);
    if (!place) return place.error();
    state.places.insert(name.key(), *place);
  }
  return state;
}

FieldSpec passphraseSpec(bool exists) {
  FieldSpec spec;
  spec.key = u"passphrase"_s;
  spec.label = exists ? say("Passphrase of the encrypted file") : say("Passphrase for the encrypted file");
  spec.help = exists
                  ? QString()
                  : say("At least %1 letters. It is asked for once each time Offprint runs, and nobody can "
                        "bring it back.")
                        .arg(int{SecretFile::kShortest});
  return spec;
}

SecretForm::SecretForm(Appearance& look, const QList<FieldSpec>& secrets, QWidget* parent)
    : QWidget(parent),
      look_(look),
      keep_(new Toggle(look, tr("Keep it"), this)),
      keepWords_(new Label(look, TextRole::Body, {}, Token::TextPrimary, this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(look.ipx(10));
  for (const FieldSpec& secret : secrets) {
    auto* field = new SecretField(look, secret, this);
    field->setPlace(KeyStore::Place::Nowhere);
    connect(field, &SecretField::forgetRequested, this,
            [this, key = secret.key] { Q_EMIT forgetRequested(key); });
    connect(field->line(), &QLineEdit::returnPressed, this, &SecretForm::returnPressed);
    fields_.append(field);
    column->addWidget(field);
  }
  auto* row = new QHBoxLayout;
  row->setSpacing(look.ipx(8));
  row->addWidget(keep_);
  row->addWidget(keepWords_, 1);
  keepWords_->setWordWrap(true);
  column->addLayout(row);
  connect(keep_, &Toggle::toggled, this, &SecretForm::refresh);
  refresh();
}

void SecretForm::setState(const SecretState& state) {
  const bool first = !std::exchange(told_, true);
  state_ = state;
  const auto kept = [&state](KeyStore::Place place) {
    return std::find(state.places.cbegin(), state.places.cend(), place) != state.places.cend();
  };
  for (SecretField* field : std::as_const(fields_))
    field->setPlace(state.places.value(field->spec().key, KeyStore::Place::Nowhere));
  delete passphrase_;
  passphrase_ = nullptr;
  if (!state.keyring && !state.fileUnlocked) {
    passphrase_ = new SecretField(look_, passphraseSpec(state.file), this);
    passphrase_->setPlace(KeyStore::Place::Nowhere);
    layout()->addWidget(passphrase_);
    connect(passphrase_->line(), &QLineEdit::returnPressed, this, &SecretForm::returnPressed);
  }
  if (first) keep_->setChecked(state.keyring || kept(KeyStore::Place::File));
  refresh();
}

void SecretForm::refresh() {
  keep_->setVisible(told_);
  keepWords_->setVisible(told_);
  keepWords_->setText(state_.keyring ? tr("Keep it in the keyring of this computer")
                      : !keep_->isChecked()
                          ? tr("There is no keyring here: it is asked for each time Offprint "
                               "runs. Keep it in an encrypted file")
                          : tr("Keep it in an encrypted file of this computer"));
  if (passphrase_) passphrase_->setVisible(keep_->isChecked());
}

QMap<QString, QString> SecretForm::typed() const {
  QMap<QString, QString> typed;
  for (const SecretField* field : fields_)
    if (!field->isEmpty()) typed.insert(field->spec().key, field->typed());
  return typed;
}

KeyStore::Place SecretForm::place() const {
  if (!told_ || !keep_->isChecked()) return KeyStore::Place::Run;
  return state_.keyring ? KeyStore::Place::Keyring : KeyStore::Place::File;
}

QString SecretForm::passphrase() const {
  return passphrase_ && place() == KeyStore::Place::File ? passphrase_->typed() : QString();
}

void SecretForm::clearTyped() {
  for (SecretField* field : std::as_const(fields_))
    field->setValue({});
  if (passphrase_) passphrase_->setValue({});
}

void SecretForm::focusFirst() {
  if (!fields_.isEmpty()) fields_.constFirst()->line()->setFocus();
}

}  // namespace offprint

#include "moc_SecretForm.cpp"
