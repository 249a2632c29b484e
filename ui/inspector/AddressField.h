#pragma once
#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "ui/inspector/FieldEditor.h"

class QLineEdit;

namespace offprint {

class Label;

/// The address of an item: the fixed part muted, the slug to be edited. A long one is elided in the middle
/// until it is written; the tool tip says it whole. A path that begins with "/" becomes the item's own
/// address. entered() brings the slug or the path.
class AddressField : public FieldEditor {
  Q_OBJECT
 public:
  AddressField(Appearance& look, const FieldSpec& spec, std::function<FieldOffers()> offers, QWidget* parent);
  /// Of which item; setValue() alone does not know the rest of the address.
  void setItem(const ContentKind& kind, const ContentItem& item);
  void setValue(const QJsonValue& value) override;
  void setReadOnly(bool readOnly) override;
  bool isEmpty() const override { return false; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void read();

  std::function<FieldOffers()> offers_;
  Label* before_;
  QLineEdit* slug_;
  QString kind_;
  ContentId item_;
  QString shown_;
  QString language_;
};

}  // namespace offprint
