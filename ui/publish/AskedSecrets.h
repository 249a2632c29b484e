#pragma once
#include <memory>
#include <mutex>
#include <optional>
#include <QSet>

#include "exporters/publish/PublishService.h"
#include "ui/publish/SecretForm.h"

namespace offprint {

/// What a publication wants to know of the author.
struct SecretQuestion {
  QString target;   ///< name
  QString account;  ///< "me · example.org"
  FieldSpec secret;
  bool unlocks = false;  ///< it is the passphrase of the encrypted file: there is nothing to keep
  QString reason{};      ///< why it is asked again, in a sentence; may be empty
  SecretState state{};
};
struct SecretAnswer {
  QString secret;
  KeyStore::Place place = KeyStore::Place::Run;
  QString passphrase{};  ///< of the file, when it is to be kept there and is locked
};

/// The secrets of one job: from the key store, else from the author, again when the host refuses them. Lives
/// on the worker while the job runs; its source may be called from any thread but the GUI's.
class AskedSecrets {
 public:
  /// Asks the author and waits. Cancelled: the author does not want to say it, or the task ends. Null: nobody
  /// is there who could be asked.
  using Ask = std::function<Result<SecretAnswer>(const SecretQuestion&, const Task&)>;

  AskedSecrets(std::shared_ptr<KeyStore> keys, Ask ask, Task task)
      : keys_(std::move(keys)), ask_(std::move(ask)), task_(std::move(task)) {}
  AskedSecrets(const AskedSecrets&) = delete;
  AskedSecrets& operator=(const AskedSecrets&) = delete;

  /// For PublishOptions::secrets; not after this has gone.
  std::function<SecretSource(const PublishTarget&)> sources();
  /// Does the work, and again with other secrets as long as the host refuses those it was given.
  template <class T>
  Result<T> run(const std::function<Result<T>()>& work) {
    for (;;) {
      auto result = work();
      if (result) return result;
      if (const auto declined = this->declined()) return *declined;
      if (!again(result.error())) return result;
    }
  }

 private:
  Result<QString> give(const PublishTarget& target, const QString& key);
  Result<QString> kept(const SecretQuestion& question, const QString& name);
  Result<QString> asked(SecretQuestion question, const QString& name);
  Result<SecretAnswer> put(SecretQuestion question, const QMap<QString, QString>& names);
  Result<void> keep(const QString& name, const SecretAnswer& answer);
  bool again(const Error& error);
  std::optional<Error> declined() const;

  std::shared_ptr<KeyStore> keys_;
  Ask ask_;
  Task task_;
  mutable std::mutex mutex_;       ///< of what follows: one question at a time
  QSet<QString> used_;             ///< names that the work was given
  QSet<QString> refused_;          ///< by the host
  QString reason_;                 ///< what the host said
  std::optional<Error> declined_;  ///< the author's no
};

}  // namespace offprint
