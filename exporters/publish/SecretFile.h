#pragma once
#include <QByteArray>
#include <QJsonObject>

#include "app/core/Result.h"

namespace offprint {

/// Secrets behind a passphrase in one file of the user (mode 0600), for computers without a keyring. Each one
/// is sealed with AES-256-GCM under its own nonce and bound to its name; the key comes from the passphrase by
/// scrypt (N = 2^17, r = 8, p = 1: 128 MB and half a second for each guess, OWASP's password storage sheet).
/// Names are hashed, so that the file does not tell whose account is where. What is kept can be looked up and
/// forgotten without the passphrase. Every change reads the file anew under a lock between processes. One
/// thread at a time, not the GUI's.
class SecretFile {
 public:
  explicit SecretFile(QString path) : path_(std::move(path)) {}
  ~SecretFile();
  SecretFile(const SecretFile&) = delete;
  SecretFile& operator=(const SecretFile&) = delete;

  const QString& path() const { return path_; }
  bool exists() const;
  bool unlocked() const { return !key_.isEmpty(); }
  /// With the passphrase of the file, or for the file that keep() will make (InvalidInput below kShortest
  /// letters). Errors: Auth (another passphrase), Corrupt, VersionTooNew, Io.
  Result<void> unlock(const QString& passphrase);
  /// Errors of the following: Corrupt, VersionTooNew, Denied, DiskFull, Io; the file stays as it was.
  Result<bool> holds(const QString& name) const;
  /// NotFound; Auth when it is locked.
  Result<QString> secret(const QString& name) const;
  /// Auth when it is locked.
  Result<void> keep(const QString& name, const QString& secret);
  /// Absent is success.
  Result<void> forget(const QString& name);

  static constexpr int kShortest = 8;

 private:
  struct Content {
    QByteArray salt;   ///< of the key
    QByteArray check;  ///< nothing, sealed: tells a wrong passphrase
    QJsonObject secrets;
  };
  Result<Content> read() const;
  Result<void> write(const Content& content) const;
  Result<void> needUnlocked() const;
  QByteArray seal(const QByteArray& text, const QByteArray& name) const;
  std::optional<QByteArray> open(const QByteArray& sealed, const QByteArray& name) const;
  void lock();

  QString path_;
  QByteArray key_;   ///< 32 bytes; empty: locked
  QByteArray salt_;  ///< that the key was made with
};

}  // namespace offprint
