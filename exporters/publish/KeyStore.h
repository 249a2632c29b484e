#pragma once
#include <mutex>
#include <QHash>

#include "exporters/publish/Publisher.h"
#include "exporters/publish/SecretFile.h"

namespace offprint {

/// What a secret is called wherever it is kept: the kind of target, the key, and the values of those fields
/// that name host and account (PublisherType::account), of a web address its scheme, host and port alone. So
/// it outlives a new name, path or public address of its target, serves every target and library with that
/// account, and is never given to another host, even when a library that somebody sent has a target of a
/// known name.
QString secretName(const PublisherType& type, const QJsonObject& settings, const QString& key);
/// Names of the secrets of a target that is gone, but those that one of `left` has, too.
QStringList secretsOfGone(const PublishTarget& gone, const QList<PublishTarget>& left);
/// "me · example.org" of a target, for people; only values that the library holds anyway.
QString accountText(const PublisherType& type, const QJsonObject& settings);

/// The secrets of publish targets, outside of every library: in the keyring of the platform; on a computer
/// without one, until the program ends, or in an encrypted file if the user wants that. Any thread but the
/// GUI's: calls wait for the keyring, and for the person whom it asks to unlock it.
class KeyStore {
 public:
  enum class Place { Nowhere, Run, File, Keyring };

  explicit KeyStore(const QString& file = defaultFile()) : file_(file) {}
  /// `secrets.json` beside the user's preferences.
  static QString defaultFile();

  /// NotFound: it is kept nowhere; Auth (kFileLocked): in the file, which is locked; Denied: the keyring is;
  /// Corrupt, VersionTooNew, Io: of the file; Cancelled.
  Result<QString> secret(const QString& name, const Task& task);
  /// Where it is; the file needs no passphrase for that. Errors: as secret().
  Result<Place> place(const QString& name, const Task& task);
  /// Keeps it there and nowhere else. Unsupported: there is no keyring; Denied: it is locked; Auth: the file
  /// is; Corrupt, DiskFull, Io: of the file.
  Result<void> keep(const QString& name, const QString& secret, Place place, const Task& task);
  /// Everywhere. Absent is success.
  Result<void> forget(const QString& name, const Task& task);

  bool hasKeyring(const Task& task);
  bool hasFile();
  bool fileUnlocked();
  /// SecretFile::unlock(): opens the file, or says what the one is to be opened with that keep() will make.
  Result<void> unlockFile(const QString& passphrase);
  QString filePath() const { return file_.path(); }

 private:
  std::mutex mutex_;  ///< of what follows; never held while the keyring is asked
  QHash<QString, QString> run_;
  SecretFile file_;
};

/// `Error::detail` when a secret lies in the encrypted file and that wants its passphrase.
inline constexpr QLatin1StringView kFileLocked{"secrets.locked"};

}  // namespace offprint
