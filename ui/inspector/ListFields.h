#pragma once
#include <QBoxLayout>
#include <QJsonArray>
#include <QJsonObject>

#include "ui/inspector/FieldEditor.h"

class QComboBox;
class QLineEdit;
class QToolButton;

namespace offprint {

class Chips;
class RowList;

/// Topics and tags: chips with completion.
class ChipsField : public FieldEditor {
  Q_OBJECT
 public:
  ChipsField(Appearance& look, const FieldSpec& spec, std::function<QStringList()> suggestions,
             QWidget* parent);
  void setValue(const QJsonValue& value) override;
  void setReadOnly(bool readOnly) override;
  bool isEmpty() const override;

 private:
  std::function<QStringList()> suggestions_;
  Chips* chips_;
};

/// One item or several, shown by their titles, kept by reference ("kind/slug"). What is typed and fits no
/// title is kept as written, so that nothing imported is lost.
class ItemsField : public FieldEditor {
  Q_OBJECT
 public:
  ItemsField(Appearance& look, const FieldSpec& spec, std::function<FieldOffers()> offers, QWidget* parent);
  void setValue(const QJsonValue& value) override;
  void setReadOnly(bool readOnly) override;
  bool isEmpty() const override;

 private:
  bool single() const;
  QString offeredKind() const;

  std::function<FieldOffers()> offers_;
  Chips* chips_;
};

/// Texts, one a row.
class TextsField : public FieldEditor {
  Q_OBJECT
 public:
  TextsField(Appearance& look, const FieldSpec& spec, QWidget* parent);
  void setValue(const QJsonValue& value) override;
  void setReadOnly(bool readOnly) override;
  bool isEmpty() const override;

 private:
  void take();
  RowList* rows_;
};

/// People in order, each with a mark for the site's own author.
class PeopleField : public FieldEditor {
  Q_OBJECT
 public:
  PeopleField(Appearance& look, const FieldSpec& spec, std::function<FieldOffers()> offers, QWidget* parent);
  void setValue(const QJsonValue& value) override;
  void setReadOnly(bool readOnly) override;
  bool isEmpty() const override;

 private:
  QWidget* makeRow();
  void take();

  std::function<FieldOffers()> offers_;
  RowList* rows_;
  QJsonArray shown_;
};

/// Rows of the field's columns.
class TableField : public FieldEditor {
  Q_OBJECT
 public:
  TableField(Appearance& look, const FieldSpec& spec, std::function<FieldOffers()> offers, QWidget* parent);
  void setValue(const QJsonValue& value) override;
  void setReadOnly(bool readOnly) override;
  bool isEmpty() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  QWidget* makeRow();
  QBoxLayout::Direction direction() const;
  /// A cell that refers to something offers what there is.
  QLineEdit* makeCell(const FieldSpec& cell, QWidget* row);
  QComboBox* makeChoice(const FieldSpec& cell, QWidget* row);
  void take();
  void addHeads();
  void arrange();
  /// Shows where a menu's entry leads as the author calls it.
  void showTarget(QLineEdit* line, const QString& reference);
  QString shownAs(const FieldSpec& cell, const QString& value) const;
  QString meant(const FieldSpec& cell, const QString& typed) const;

  std::function<FieldOffers()> offers_;
  RowList* rows_;
  QWidget* heads_ = nullptr;  ///< names of the columns, where the cells stand beside each other
};

}  // namespace offprint
