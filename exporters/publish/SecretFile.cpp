#include "exporters/publish/SecretFile.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <memory>
#include <QFileInfo>
#include <QJsonDocument>
#include <QLockFile>

#include "app/core/FileOps.h"
#include "app/core/PrivateFile.h"
#include "app/core/Sha256.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int kVersion = 1;
constexpr qsizetype kKey = 32;
constexpr qsizetype kSalt = 16;
constexpr qsizetype kNonce = 12;
constexpr qsizetype kTag = 16;
constexpr qint64 kMost = 1'000'000;      ///< bytes of a file that is read
constexpr int kLockWait = 5'000;         ///< ms; a change takes a few
constexpr char kCheck[] = "passphrase";  ///< the name that the check is bound to
constexpr QLatin1StringView kFormat{"offprint-secrets"};

struct FreeCipher {
  void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
};
using Cipher = std::unique_ptr<EVP_CIPHER_CTX, FreeCipher>;

const unsigned char* bytes(const QByteArray& text) {
  return reinterpret_cast<const unsigned char*>(text.constData());
}
unsigned char* bytes(QByteArray& text) {
  return reinterpret_cast<unsigned char*>(text.data());
}
int length(const QByteArray& text) {
  return static_cast<int>(text.size());
}

QByteArray randomBytes(qsizetype count) {
  QByteArray random(count, Qt::Uninitialized);
  if (RAND_bytes(bytes(random), length(random)) != 1) qFatal("The system gives no random numbers.");
  return random;
}

QByteArray keyOf(const QByteArray& passphrase, const QByteArray& salt) {
  QByteArray key(kKey, Qt::Uninitialized);
  constexpr uint64_t n = 1U << 17;
  constexpr uint64_t memory = 160U << 20;  // 128 * N * r and a little
  const int made = EVP_PBE_scrypt(passphrase.constData(), static_cast<size_t>(passphrase.size()), bytes(salt),
                                  static_cast<size_t>(salt.size()), n, 8, 1, memory, bytes(key), kKey);
  return made == 1 ? key : QByteArray();
}

/// What a secret is filed under.
QString entryOf(const QByteArray& salt, const QString& name) {
  return QString::fromLatin1(Sha256::hash(salt + name.toUtf8()).toHex());
}

QByteArray base64(const QJsonValue& value) {
  return QByteArray::fromBase64(value.toString().toLatin1());
}
QString base64(const QByteArray& value) {
  return QString::fromLatin1(value.toBase64());
}

/// Over everything but itself: tells a damaged file from a wrong passphrase.
QString sumOf(QJsonObject json) {
  json.remove(u"sum"_s);
  return files::sha256(QJsonDocument(json).toJson(QJsonDocument::Compact));
}

Error damaged(const QString& path) {
  return makeError(
             ErrorCode::Corrupt,
             say("The file of secrets is damaged. It was left as it is. Bring it back from a backup, or "
                 "move it away and give the secrets again."))
      .at(path);
}

Error wrongPassphrase(const QString& path) {
  return makeError(ErrorCode::Auth, say("This is not the passphrase of the file of secrets.")).at(path);
}

/// Between two programs that change the file at once.
Result<void> lockFor(QLockFile& lock, const QString& path) {
  OFFPRINT_TRY(files::makeFolder(QFileInfo(path).absolutePath()));
  if (lock.tryLock(kLockWait)) return {};
  return makeError(ErrorCode::Conflict,
                   say("Another program is changing the file of secrets. Nothing was changed; try again."))
      .at(path);
}

}  // namespace

SecretFile::~SecretFile() {
  lock();
}

void SecretFile::lock() {
  if (!key_.isEmpty()) OPENSSL_cleanse(key_.data(), static_cast<size_t>(key_.size()));
  key_.clear();
}

bool SecretFile::exists() const {
  return QFileInfo::exists(path_);
}

Result<void> SecretFile::unlock(const QString& passphrase) {
  QByteArray text = passphrase.normalized(QString::NormalizationForm_C).toUtf8();
  lock();
  std::optional<Content> content;
  if (exists()) {
    auto read = this->read();
    if (!read) return read.error();
    content = *std::move(read);
  } else if (passphrase.size() < kShortest) {
    return makeError(ErrorCode::InvalidInput,
                     say("A passphrase has at least %1 letters.").arg(int{kShortest}));
  }
  salt_ = content ? content->salt : randomBytes(kSalt);
  key_ = keyOf(text, salt_);
  OPENSSL_cleanse(text.data(), static_cast<size_t>(text.size()));
  if (key_.isEmpty())
    return makeError(ErrorCode::Io,
                     say("There is too little memory to open the file of secrets. Nothing was changed."));
  if (content && !open(content->check, kCheck)) {
    lock();
    return wrongPassphrase(path_);
  }
  return {};
}

Result<bool> SecretFile::holds(const QString& name) const {
  if (!exists()) return false;
  const auto content = read();
  if (!content) return content.error();
  return content->secrets.contains(entryOf(content->salt, name));
}

Result<void> SecretFile::needUnlocked() const {
  if (unlocked()) return {};
  return makeError(ErrorCode::Auth, say("The file of secrets wants its passphrase.")).at(path_);
}

Result<QString> SecretFile::secret(const QString& name) const {
  const Error absent = makeError(ErrorCode::NotFound, say("The file of secrets does not have it."));
  if (!exists()) return absent;
  const auto content = read();
  if (!content) return content.error();
  const QJsonValue entry = content->secrets.value(entryOf(content->salt, name));
  if (entry.isUndefined()) return absent;
  OFFPRINT_TRY(needUnlocked());
  // Another program may have made the file anew since.
  if (content->salt != salt_) return wrongPassphrase(path_);
  const auto text = open(base64(entry), name.toUtf8());
  if (!text) return damaged(path_);
  return QString::fromUtf8(*text);
}

Result<void> SecretFile::keep(const QString& name, const QString& secret) {
  OFFPRINT_TRY(needUnlocked());
  QLockFile guard(path_ + u".lock"_s);
  OFFPRINT_TRY(lockFor(guard, path_));
  Content content{salt_, seal({}, kCheck), {}};
  if (exists()) {
    auto read = this->read();
    if (!read) return read.error();
    if (read->salt != salt_) return wrongPassphrase(path_);
    content = *std::move(read);
  }
  content.secrets.insert(entryOf(salt_, name), base64(seal(secret.toUtf8(), name.toUtf8())));
  return write(content);
}

Result<void> SecretFile::forget(const QString& name) {
  const auto held = holds(name);
  if (!held) return held.error();
  if (!*held) return {};
  QLockFile guard(path_ + u".lock"_s);
  OFFPRINT_TRY(lockFor(guard, path_));
  auto content = read();
  if (!content) return content.error();
  content->secrets.remove(entryOf(content->salt, name));
  return write(*content);
}

Result<SecretFile::Content> SecretFile::read() const {
  const auto text = files::read(path_, kMost);
  if (!text) return text.error();
  const QJsonObject json = QJsonDocument::fromJson(*text).object();
  if (json.value(u"format"_s).toString() != kFormat) return damaged(path_);
  if (json.value(u"version"_s).toInt() > kVersion)
    return makeError(ErrorCode::VersionTooNew,
                     say("The file of secrets was written by a newer Offprint. It was left as it is."))
        .at(path_);
  if (json.value(u"sum"_s).toString() != sumOf(json)) return damaged(path_);
  const Content content{base64(json.value(u"salt"_s)), base64(json.value(u"check"_s)),
                        json.value(u"secrets"_s).toObject()};
  if (content.salt.size() != kSalt) return damaged(path_);
  return content;
}

Result<void> SecretFile::write(const Content& content) const {
  QJsonObject json{{u"format"_s, kFormat},
                   {u"version"_s, kVersion},
                   {u"salt"_s, base64(content.salt)},
                   {u"check"_s, base64(content.check)},
                   {u"secrets"_s, content.secrets}};
  json.insert(u"sum"_s, sumOf(json));
  return files::writePrivate(path_, QJsonDocument(json).toJson());
}

/// Nonce, text and tag.
QByteArray SecretFile::seal(const QByteArray& text, const QByteArray& name) const {
  const Cipher cipher(EVP_CIPHER_CTX_new());
  const QByteArray nonce = randomBytes(kNonce);
  QByteArray sealed(text.size(), Qt::Uninitialized);
  QByteArray tag(kTag, Qt::Uninitialized);
  int done = 0;
  const bool made =
      EVP_EncryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, bytes(key_), bytes(nonce)) == 1 &&
      EVP_EncryptUpdate(cipher.get(), nullptr, &done, bytes(name), length(name)) == 1 &&
      EVP_EncryptUpdate(cipher.get(), bytes(sealed), &done, bytes(text), length(text)) == 1 &&
      EVP_EncryptFinal_ex(cipher.get(), bytes(tag), &done) == 1 &&
      EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_GET_TAG, kTag, tag.data()) == 1;
  Q_CHECK_PTR(made ? cipher.get() : nullptr);  // nothing but memory can fail
  return nonce + sealed + tag;
}

/// The text, when the key and the name are those that it was sealed with and no byte is another.
std::optional<QByteArray> SecretFile::open(const QByteArray& sealed, const QByteArray& name) const {
  if (sealed.size() < kNonce + kTag) return std::nullopt;
  const Cipher cipher(EVP_CIPHER_CTX_new());
  const QByteArray text = sealed.mid(kNonce, sealed.size() - kNonce - kTag);
  QByteArray tag = sealed.right(kTag);
  QByteArray plain(text.size(), Qt::Uninitialized);
  QByteArray rest(kTag, Qt::Uninitialized);
  int done = 0;
  const bool opened =
      EVP_DecryptInit_ex(cipher.get(), EVP_aes_256_gcm(), nullptr, bytes(key_), bytes(sealed)) == 1 &&
      EVP_DecryptUpdate(cipher.get(), nullptr, &done, bytes(name), length(name)) == 1 &&
      EVP_DecryptUpdate(cipher.get(), bytes(plain), &done, bytes(text), length(text)) == 1 &&
      EVP_CIPHER_CTX_ctrl(cipher.get(), EVP_CTRL_GCM_SET_TAG, kTag, tag.data()) == 1 &&
      EVP_DecryptFinal_ex(cipher.get(), bytes(rest), &done) == 1;
  return opened ? std::optional(plain) : std::nullopt;
}

}  // namespace offprint
