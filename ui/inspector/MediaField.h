#pragma once
#include "ui/inspector/FieldEditor.h"

class QLineEdit;

namespace offprint {

/// A file of the library or an address: a path with completion, a picture of it where it is one, a button to
/// choose, and a place to drop files on.
class MediaField : public FieldEditor {
  Q_OBJECT
 public:
  MediaField(Appearance& look, const FieldSpec& spec, std::function<FieldOffers()> offers, QWidget* parent);
  void setValue(const QJsonValue& value) override;
  void setReadOnly(bool readOnly) override;
  bool isEmpty() const override;

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  class Well;
  void showPicture(const QString& path);

  std::function<FieldOffers()> offers_;
  QLineEdit* path_;
  QWidget* choose_;
  Well* well_;
};

}  // namespace offprint
