#pragma once
#include <QMap>
#include <QWidget>

#include "exporters/publish/KeyStore.h"
#include "ui/widgets/Appearance.h"

namespace offprint {

class Label;
class SecretField;
class Toggle;

/// What the forms say about the key store of this computer.
struct SecretState {
  bool keyring = false;
  bool file = false;                        ///< the encrypted file is there
  bool fileUnlocked = false;                ///< with its passphrase, or that of a new one
  QMap<QString, KeyStore::Place> places{};  ///< by the keys of the secrets
};
/// Worker thread. `names`: secretName() by key.
Result<SecretState> readSecretState(KeyStore& keys, const QMap<QString, QString>& names, const Task& task);

/// The secrets of one target as fields, and the choice where they are kept: in the keyring; without one,
/// until Offprint is closed or in the encrypted file, whose passphrase is asked for then. GUI thread.
class SecretForm : public QWidget {
  Q_OBJECT
 public:
  SecretForm(Appearance& look, const QList<FieldSpec>& secrets, QWidget* parent = nullptr);
  /// Until then nothing is said about the store.
  void setState(const SecretState& state);

  QMap<QString, QString> typed() const;  ///< by key; empty fields are left out
  KeyStore::Place place() const;         ///< where the author wants it
  QString passphrase() const;            ///< of the file; empty where none is asked for
  void clearTyped();
  void focusFirst();

 Q_SIGNALS:
  void forgetRequested(const QString& key);
  void returnPressed();

 private:
  void refresh();

  Appearance& look_;
  SecretState state_;
  bool told_ = false;
  QList<SecretField*> fields_;
  Toggle* keep_;
  Label* keepWords_;
  SecretField* passphrase_ = nullptr;
};

/// What unlocks the file, as a field.
FieldSpec passphraseSpec(bool exists);

}  // namespace offprint
