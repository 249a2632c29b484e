#include "ui/publish/SecretCard.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>
#include <utility>

#include "ui/widgets/Label.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

Error stopped() {
  return makeError(ErrorCode::Cancelled, SecretCard::tr("Stopped. Nothing was sent."));
}

}  // namespace

SecretCard::SecretCard(Appearance& look, QWidget* parent)
    : QFrame(parent),
      look_(look),
      title_(new Label(look, TextRole::BodyStrong, {}, Token::TextPrimary, this)),
      words_(new Label(look, TextRole::Meta, {}, Token::TextSecondary, this)),
      reason_(new Label(look, TextRole::Body, {}, Token::StDanger, this)),
      place_(new QWidget(this)) {
  setObjectName(u"card"_s);
  for (Label* label : {title_, words_, reason_})
    label->setWordWrap(true);
  auto* formPlace = new QVBoxLayout(place_);
  formPlace->setContentsMargins(0, look.ipx(6), 0, 0);
  auto* cancel = new QPushButton(tr("Stop"), this);
  auto* go = new QPushButton(tr("Go on"), this);
  go->setProperty("primary", true);
  for (QPushButton* button : {cancel, go})
    button->setAutoDefault(false);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(look.ipx(8));
  buttons->addStretch();
  buttons->addWidget(cancel);
  buttons->addWidget(go);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(look.ipx(16), look.ipx(12), look.ipx(16), look.ipx(12));
  column->setSpacing(look.ipx(4));
  column->addWidget(title_);
  column->addWidget(words_);
  column->addWidget(reason_);
  column->addWidget(place_);
  column->addSpacing(look.ipx(6));
  column->addLayout(buttons);
  connect(cancel, &QPushButton::clicked, this, &SecretCard::decline);
  connect(go, &QPushButton::clicked, this, &SecretCard::goOn);
  hide();
}

SecretCard::~SecretCard() {
  if (reply_) reply_(stopped());
}

void SecretCard::ask(const SecretQuestion& question, Reply reply) {
  decline();
  question_ = question;
  reply_ = std::move(reply);
  title_->setText(tr("%1 of “%2”").arg(question.secret.label, question.target));
  words_->setText(question.account);
  words_->setVisible(!question.account.isEmpty());
  reason_->setText(question.reason);
  reason_->setVisible(!question.reason.isEmpty());
  delete form_;
  form_ = new SecretForm(look_, {question.secret}, place_);
  place_->layout()->addWidget(form_);
  if (!question.unlocks) form_->setState(question.state);
  connect(form_, &SecretForm::returnPressed, this, &SecretCard::goOn);
  show();
  form_->focusFirst();
}

void SecretCard::goOn() {
  const QString typed = form_->typed().value(question_.secret.key);
  if (typed.isEmpty()) return form_->focusFirst();
  give(SecretAnswer{typed, form_->place(), form_->passphrase()});
}

void SecretCard::decline() {
  give(stopped());
}

void SecretCard::give(const Result<SecretAnswer>& answer) {
  hide();
  if (form_) form_->clearTyped();
  if (!reply_) return;
  std::exchange(reply_, {})(answer);
  Q_EMIT answered();
}

}  // namespace offprint

#include "moc_SecretCard.cpp"
