#pragma once
#include "exporters/publish/KeyStore.h"
#include "ui/inspector/FieldEditor.h"

class QAction;
class QLineEdit;
class QPushButton;

namespace offprint {

/// A password: dots until its eye is pressed, and where it is kept. What is typed goes to nobody but who asks
/// for typed(); it is neither undone nor completed. GUI thread.
class SecretField : public FieldEditor {
  Q_OBJECT
 public:
  SecretField(Appearance& look, const FieldSpec& spec, QWidget* parent = nullptr);
  void setValue(const QJsonValue& value) override;
  void setReadOnly(bool readOnly) override;
  bool isEmpty() const override;

  QString typed() const;
  /// Says where it is, and offers to forget it there.
  void setPlace(KeyStore::Place place);
  QLineEdit* line() const { return line_; }

 Q_SIGNALS:
  void forgetRequested();

 private:
  void reveal(bool shown);

  QLineEdit* line_;
  QAction* eye_;
  QPushButton* forget_;
};

}  // namespace offprint
