#pragma once
#include <QScrollArea>

#include "app/content/SectionType.h"
#include "app/content/Site.h"
#include "ui/inspector/FieldEditor.h"

class QVBoxLayout;

namespace offprint {

/// Takes the path of a media file of the library.
using MediaChosen = std::function<void(const QString& path)>;

/// The options of one section of the home page: its heading, what its type declares, its anchor.
class SectionForm : public QScrollArea {
  Q_OBJECT
 public:
  SectionForm(Appearance& look, std::function<FieldOffers()> offers, QWidget* parent = nullptr);

  /// Shows a section; what is being typed in the same one is left alone. `type` is null for one that this
  /// version does not know: its heading and anchor alone are offered.
  void show(const Section& section, const SectionType* type);
  void clear();
  void setReadOnly(bool readOnly);

 Q_SIGNALS:
  /// The shown section with what was entered.
  void changed(const offprint::Section& section);
  void pickMediaRequested(const offprint::MediaChosen& chosen);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Entry {
    SectionField field;
    FieldEditor* editor;
  };
  void build(const SectionType* type);
  FieldEditor* add(const SectionField& field, QVBoxLayout* column);
  void take(const SectionField& field, const QJsonValue& value);
  void refill();

  Appearance& look_;
  std::function<FieldOffers()> offers_;
  QString built_;  ///< id of the type whose form is there
  Section section_;
  QList<Entry> entries_;
  bool readOnly_ = false;
};

}  // namespace offprint
