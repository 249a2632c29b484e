#include "ui/publish/AskedSecrets.h"

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {

std::function<SecretSource(const PublishTarget&)> AskedSecrets::sources() {
  return [this](const PublishTarget& target) -> SecretSource {
    return [this, target](const QString& key) { return give(target, key); };
  };
}

Result<QString> AskedSecrets::give(const PublishTarget& target, const QString& key) {
  const auto type = findPublisher(target.type);
  if (!type) return type.error();
  SecretQuestion question{target.name, accountText(*type, target.settings), {}};
  for (const FieldSpec& field : type->secrets)
    if (field.key == key) question.secret = field;
  if (question.secret.key.isEmpty()) return noSecrets()(key);
  const QString name = secretName(*type, target.settings, key);
  const std::lock_guard lock(mutex_);
  if (declined_) return *declined_;
  used_.insert(name);
  if (refused_.contains(name)) {
    question.reason = reason_;
    return asked(std::move(question), name);
  }
  auto known = kept(question, name);
  if (known || known.error().code == ErrorCode::Cancelled) return known;
  if (known.error().code != ErrorCode::NotFound) question.reason = known.error().located();
  return asked(std::move(question), name);
}

/// What the store has; the author unlocks the file for it.
Result<QString> AskedSecrets::kept(const SecretQuestion& question, const QString& name) {
  QString reason;
  for (;;) {
    auto known = keys_->secret(name, task_);
    if (known || known.error().detail != kFileLocked || !ask_) return known;
    SecretQuestion unlock{question.target, question.account, passphraseSpec(true), true, reason};
    const auto answer = put(std::move(unlock), {});
    if (!answer) return answer.error();
    const auto unlocked = keys_->unlockFile(answer->secret);
    if (!unlocked && unlocked.error().code != ErrorCode::Auth) return unlocked.error();
    reason = unlocked ? QString() : unlocked.error().message;
  }
}

Result<QString> AskedSecrets::asked(SecretQuestion question, const QString& name) {
  if (!ask_)
    return makeError(
        ErrorCode::Auth,
        say("The target \"%1\" needs its secret (%2), and nobody was there to be asked. Publish to it "
            "once by hand, and keep the secret.")
            .arg(question.target, question.secret.label));
  for (;;) {
    const auto answer = put(question, {{question.secret.key, name}});
    if (!answer) return answer.error();
    const auto done = keep(name, *answer);
    if (done) {
      refused_.remove(name);
      return answer->secret;
    }
    if (done.error().code == ErrorCode::Cancelled) return done.error();
    question.reason = done.error().located();
  }
}

Result<SecretAnswer> AskedSecrets::put(SecretQuestion question, const QMap<QString, QString>& names) {
  auto state = readSecretState(*keys_, names, task_);
  if (state) question.state = *std::move(state);
  auto answer = ask_(question, task_);
  if (!answer) declined_ = answer.error();
  return answer;
}

Result<void> AskedSecrets::keep(const QString& name, const SecretAnswer& answer) {
  if (answer.place == KeyStore::Place::File && !keys_->fileUnlocked())
    OFFPRINT_TRY(keys_->unlockFile(answer.passphrase));
  return keys_->keep(name, answer.secret, answer.place, task_);
}

bool AskedSecrets::again(const Error& error) {
  const std::lock_guard lock(mutex_);
  if (error.code != ErrorCode::Auth || used_.isEmpty() || !ask_) return false;
  refused_ = std::exchange(used_, {});
  reason_ = error.located();
  return true;
}

std::optional<Error> AskedSecrets::declined() const {
  const std::lock_guard lock(mutex_);
  return declined_;
}

}  // namespace offprint
