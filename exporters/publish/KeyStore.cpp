#include "exporters/publish/KeyStore.h"

#include <QStandardPaths>
#include <QUrl>

#include "app/core/Text.h"
#include "exporters/publish/DueItems.h"
#include "exporters/publish/Keyring.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Scheme, host and port of an address: a secret for https is none for http.
QString originOf(const QString& value) {
  const QUrl url(value);
  if (url.scheme().isEmpty() || url.host().isEmpty()) return value;
  const QString port = url.port() < 0 ? QString() : u':' + QString::number(url.port());
  return url.scheme().toLower() + u"://"_s + url.host().toLower() + port;
}

/// The fields that name host and account; of a kind that does not say so, all that lead there.
QStringList accountFields(const PublisherType& type) {
  if (!type.account.isEmpty()) return type.account;
  QStringList keys;
  for (const FieldSpec& field : type.fields)
    if (field.key != kTargetUrl && field.key != kTargetDue) keys += field.key;
  return keys;
}

QString valueOf(const QJsonObject& settings, const QString& key) {
  return originOf(settings.value(key).toVariant().toString().trimmed());
}

}  // namespace

QString secretName(const PublisherType& type, const QJsonObject& settings, const QString& key) {
  QStringList parts;
  for (const QString& field : accountFields(type)) {
    const QString value = valueOf(settings, field);
    if (!value.isEmpty())
      parts += field + u'=' + QString::fromLatin1(QUrl::toPercentEncoding(value, ":/@"_ba));
  }
  return u"%1?%2#%3"_s.arg(type.id, parts.join(u'&'), key);
}

QStringList secretsOfGone(const PublishTarget& gone, const QList<PublishTarget>& left) {
  const auto namesOf = [](const PublishTarget& target) {
    QStringList names;
    if (const auto type = findPublisher(target.type))
      for (const FieldSpec& field : type->secrets)
        names += secretName(*type, target.settings, field.key);
    return names;
  };
  QStringList names = namesOf(gone);
  for (const PublishTarget& target : left)
    for (const QString& used : namesOf(target))
      names.removeAll(used);
  return names;
}

QString accountText(const PublisherType& type, const QJsonObject& settings) {
  QStringList parts;
  for (const QString& field : accountFields(type)) {
    const QString value = valueOf(settings, field);
    if (!value.isEmpty() && parts.size() < 3) parts += value;
  }
  return parts.join(u" · "_s);
}

QString KeyStore::defaultFile() {
  return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
         u"/offprint/secrets.json"_s;
}

Result<QString> KeyStore::secret(const QString& name, const Task& task) {
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = run_.constFind(name); known != run_.cend()) return *known;
  }
  auto kept = keyring::read(name, task);
  if (kept || kept.error().code == ErrorCode::Cancelled) return kept;
  const std::lock_guard lock(mutex_);
  auto filed = file_.secret(name);
  if (filed) return filed;
  if (filed.error().code == ErrorCode::Auth) {
    Error locked = filed.error();
    locked.detail = kFileLocked;
    return locked;
  }
  const bool absent = filed.error().code == ErrorCode::NotFound;
  if (absent && kept.error().code == ErrorCode::Denied) return kept;
  return absent ? makeError(ErrorCode::NotFound, say("It is not kept on this computer.")) : filed.error();
}

Result<KeyStore::Place> KeyStore::place(const QString& name, const Task& task) {
  {
    const std::lock_guard lock(mutex_);
    if (run_.contains(name)) return Place::Run;
  }
  const auto kept = keyring::read(name, task);
  if (kept) return Place::Keyring;
  if (kept.error().code == ErrorCode::Cancelled) return kept.error();
  const std::lock_guard lock(mutex_);
  const auto filed = file_.holds(name);
  if (!filed) return filed.error();
  if (*filed) return Place::File;
  if (kept.error().code == ErrorCode::Denied) return kept.error();
  return Place::Nowhere;
}

Result<void> KeyStore::keep(const QString& name, const QString& secret, Place place, const Task& task) {
  if (place == Place::Keyring) {
    OFFPRINT_TRY(keyring::write(name, secret, task));
  } else {
    // An older one there would come before the file. Without a keyring there is none.
    const auto removed = keyring::remove(name, task);
    const bool matters = place == Place::File || (!removed && removed.error().code == ErrorCode::Cancelled);
    if (!removed && matters && removed.error().code != ErrorCode::Unsupported) return removed;
  }
  const std::lock_guard lock(mutex_);
  if (place == Place::File) {
    OFFPRINT_TRY(file_.keep(name, secret));
  } else if (const auto forgotten = file_.forget(name); !forgotten) {
    // A damaged file keeps nothing that could be taken for this one, which comes first anyway.
    qWarning("%s", qUtf8Printable(forgotten.error().located()));
  }
  run_.remove(name);
  if (place == Place::Run) run_.insert(name, secret);
  return {};
}

Result<void> KeyStore::forget(const QString& name, const Task& task) {
  {
    const std::lock_guard lock(mutex_);
    run_.remove(name);
    OFFPRINT_TRY(file_.forget(name));
  }
  const auto removed = keyring::remove(name, task);
  if (removed || removed.error().code == ErrorCode::Unsupported) return {};
  return removed;
}

bool KeyStore::hasKeyring(const Task& task) {
  const auto asked = keyring::read(u"?"_s, task);
  return asked || asked.error().code == ErrorCode::NotFound || asked.error().code == ErrorCode::Denied;
}

bool KeyStore::hasFile() {
  const std::lock_guard lock(mutex_);
  return file_.exists();
}

bool KeyStore::fileUnlocked() {
  const std::lock_guard lock(mutex_);
  return file_.unlocked();
}

Result<void> KeyStore::unlockFile(const QString& passphrase) {
  const std::lock_guard lock(mutex_);
  return file_.unlock(passphrase);
}

}  // namespace offprint
