#include "ui/publish/SecretField.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace offprint {

SecretField::SecretField(Appearance& look, const FieldSpec& spec, QWidget* parent)
    : FieldEditor(look, spec, Layout::Above, parent),
      line_(new QLineEdit(this)),
      eye_(new QAction(line_)),
      forget_(new QPushButton(tr("Forget"), this)) {
  auto* body = new QWidget(this);
  auto* row = new QHBoxLayout(body);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(look.ipx(8));
  row->addWidget(line_, 1);
  row->addWidget(forget_);
  setBody(body, line_);
  line_->setInputMethodHints(Qt::ImhHiddenText | Qt::ImhNoPredictiveText | Qt::ImhNoAutoUppercase |
                             Qt::ImhSensitiveData);
  line_->addAction(eye_, QLineEdit::TrailingPosition);
  forget_->setAutoDefault(false);
  forget_->setAccessibleName(tr("Forget %1").arg(spec.label));
  forget_->hide();
  reveal(false);
  connect(eye_, &QAction::triggered, this, [this] { reveal(line_->echoMode() == QLineEdit::Password); });
  connect(&look, &Appearance::changed, this, [this] { reveal(line_->echoMode() != QLineEdit::Password); });
  connect(forget_, &QPushButton::clicked, this, &SecretField::forgetRequested);
  connect(line_, &QLineEdit::textEdited, this, [this] { setProblem({}); });
}

void SecretField::reveal(bool shown) {
  line_->setEchoMode(shown ? QLineEdit::Normal : QLineEdit::Password);
  eye_->setIcon(look().icon(shown ? u"eye-off"_s : u"eye"_s, Token::TextSecondary, 14));
  eye_->setText(shown ? tr("Hide what is typed") : tr("Show what is typed"));
}

void SecretField::setValue(const QJsonValue& value) {
  line_->setText(value.toString());
}

void SecretField::setReadOnly(bool readOnly) {
  line_->setReadOnly(readOnly);
  forget_->setEnabled(!readOnly);
}

bool SecretField::isEmpty() const {
  return line_->text().isEmpty();
}

QString SecretField::typed() const {
  return line_->text();
}

void SecretField::setPlace(KeyStore::Place place) {
  using Place = KeyStore::Place;
  forget_->setVisible(place != Place::Nowhere);
  line_->setPlaceholderText(place == Place::Nowhere ? QString() : tr("Kept; type another to replace it"));
  setRemark(place == Place::Keyring ? tr("Kept in the keyring of this computer.")
            : place == Place::File  ? tr("Kept in the encrypted file of this computer.")
            : place == Place::Run   ? tr("Known until Offprint is closed.")
                                    : spec().help);
}

}  // namespace offprint

#include "moc_SecretField.cpp"
