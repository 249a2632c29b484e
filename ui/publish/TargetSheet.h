#pragma once
#include <memory>
#include <QJsonObject>
#include <QMap>

#include "app/store/PublishRepository.h"
#include "exporters/publish/Publisher.h"
#include "ui/inspector/FieldEditor.h"
#include "ui/shell/ShellContext.h"
#include "ui/widgets/Sheet.h"

class QComboBox;
class QLineEdit;
class QVBoxLayout;

class QScrollArea;

namespace offprint {

class Banner;
class KeyStore;
class PublishActions;
class SecretForm;

/// Adds or changes a target: its kind, its name, the fields its kind declares, its secrets, and a test step
/// by step (app.md section 16). What is typed is kept in the library when it is saved; a secret in the key
/// store of this computer, never in the library.
class TargetSheet : public Sheet {
  Q_OBJECT
 public:
  /// Of a target that is there its kind stays; one without a name is a new one.
  TargetSheet(ShellContext context, PublishActions& actions, const PublishTarget& target, QWidget* window);

 Q_SIGNALS:
  void saved(const QString& name);

 private:
  void build();
  void buildForm();
  void addField(const FieldSpec& field, QVBoxLayout* column);
  void addSecrets(const PublisherType& type, QVBoxLayout* column);
  void readSecrets();
  void forgetSecret(const QString& key);
  static SecretSource secretsOf(const PublisherType& type, const QJsonObject& settings,
                                const QMap<QString, QString>& typed, std::shared_ptr<KeyStore> keys,
                                const Task& task);
  Result<QJsonObject> settings() const;
  void test();
  void tryTarget(const QJsonObject& wanted);
  void endTest();
  void showSteps(const QList<TargetTest>& steps);
  void save();
  void keepSecrets(const PublishTarget& target);
  void saveTarget(const PublishTarget& target);
  void tell(const Error& error);
  void addStep(const QString& icon, Token ink, const QString& words);

  ShellContext context_;
  PublishActions& actions_;
  QString before_;  ///< name of the target that is changed; empty: a new one
  PublishTarget target_;
  QComboBox* kind_ = nullptr;
  Label* about_ = nullptr;
  QLineEdit* name_ = nullptr;
  QWidget* form_ = nullptr;
  QScrollArea* scroll_ = nullptr;
  SecretForm* secrets_ = nullptr;  ///< null: the kind has none
  QWidget* steps_ = nullptr;
  Banner* message_ = nullptr;
  QPushButton* test_ = nullptr;
  int job_ = 0;  ///< id of the one that runs: a test, or secrets being kept
};

/// Where a target is, in one line: its fields but its public address.
QString targetPlace(const PublishTarget& target);

}  // namespace offprint
