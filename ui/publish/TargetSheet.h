#pragma once
#include <QJsonObject>

#include "app/store/PublishRepository.h"
#include "exporters/publish/Publisher.h"
#include "ui/inspector/FieldEditor.h"
#include "ui/shell/ShellContext.h"
#include "ui/widgets/Sheet.h"

class QComboBox;
class QLineEdit;
class QVBoxLayout;

namespace offprint {

class Banner;

/// Adds or changes a target: its kind, its name, the fields its kind declares, and a test step by step
/// (app.md section 16). What is typed is kept in the library when it is saved, never a secret.
class TargetSheet : public Sheet {
  Q_OBJECT
 public:
  /// Of a target that is there its kind stays; one without a name is a new one.
  TargetSheet(ShellContext context, const PublishTarget& target, QWidget* window);

 Q_SIGNALS:
  void saved(const QString& name);

 private:
  void build();
  void buildForm();
  void addField(const FieldSpec& field, QVBoxLayout* column);
  Result<QJsonObject> settings() const;
  void test();
  void showSteps(const QList<TargetTest>& steps);
  void save();
  void tell(const Error& error);
  void addStep(const QString& icon, Token ink, const QString& words);

  ShellContext context_;
  QString before_;  ///< name of the target that is changed; empty: a new one
  PublishTarget target_;
  QComboBox* kind_ = nullptr;
  Label* about_ = nullptr;
  QLineEdit* name_ = nullptr;
  QWidget* form_ = nullptr;
  QVBoxLayout* formPlace_ = nullptr;
  QWidget* steps_ = nullptr;
  Banner* message_ = nullptr;
  QPushButton* test_ = nullptr;
  int testing_ = 0;  ///< id of the job
};

/// Where a target is, in one line: its fields but its public address.
QString targetPlace(const PublishTarget& target);

}  // namespace offprint
