#pragma once
#include <QHash>
#include <QPointer>
#include <QScrollArea>
#include <QSet>

#include "ui/inspector/FieldEditor.h"
#include "ui/inspector/ItemFields.h"

class QVBoxLayout;

namespace offprint {

class FoldSection;

/// The typed fields of the open item. The form is built when the kind changes and filled when the item does.
class DetailsTab : public QScrollArea {
  Q_OBJECT
 public:
  DetailsTab(Appearance& look, std::function<FieldOffers()> offers, QWidget* parent);

  void open(DocumentSession* session, const ContentKind* kind);
  void setReadOnly(bool readOnly);
  /// Shows the session's values again.
  void refill();
  /// Folded sections by kind: {"article": ["cover"]}.
  QJsonObject folds() const;
  void setFolds(const QJsonObject& folds);

 Q_SIGNALS:
  void foldsChanged();
  void pickMediaRequested(const QString& field);
  void filesDropped(const QString& field, const QStringList& paths);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Entry {
    BoundField field;
    FieldEditor* editor;
    bool spare = false;  ///< shown when it holds something, or when all fields are asked for
  };
  void build(const ContentKind& kind);
  void addSection(const FieldSection& section, QVBoxLayout* column);
  FieldEditor* makeEditor(const BoundField& field, QWidget* parent);
  void take(const BoundField& field, const QJsonValue& value);
  void arrange();

  Appearance& look_;
  std::function<FieldOffers()> offers_;
  QPointer<DocumentSession> session_;
  ContentKind kind_;
  QList<Entry> entries_;
  QWidget* allButton_ = nullptr;
  bool allShown_ = false;
  bool readOnly_ = false;
  QHash<QString, QSet<QString>> folded_;
};

}  // namespace offprint
