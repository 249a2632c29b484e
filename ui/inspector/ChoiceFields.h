#pragma once
#include <QAbstractSlider>

#include "ui/inspector/FieldEditor.h"

class QComboBox;

namespace offprint {

class LevelDots;
class Toggle;

/// One of the field's options, or none.
class ChoiceField : public FieldEditor {
  Q_OBJECT
 public:
  ChoiceField(Appearance& look, const FieldSpec& spec, Layout layout, QWidget* parent);
  void setValue(const QJsonValue& value) override;
  void setReadOnly(bool readOnly) override;
  bool isEmpty() const override;
  QComboBox* combo() const { return combo_; }

 private:
  QComboBox* combo_;
};

class SwitchField : public FieldEditor {
  Q_OBJECT
 public:
  SwitchField(Appearance& look, const FieldSpec& spec, QWidget* parent);
  void setValue(const QJsonValue& value) override;
  void setReadOnly(bool readOnly) override;
  bool isEmpty() const override;

 private:
  Toggle* toggle_;
};

/// ●●○ with its word. A slider to the keyboard and assistive technology; choosing the present level again
/// takes it away.
class LevelDots : public QAbstractSlider {
  Q_OBJECT
 public:
  LevelDots(Appearance& look, int levels, QWidget* parent);
  QSize sizeHint() const override;
  static QString word(int level, int levels);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  Appearance& look_;
};

class LevelField : public FieldEditor {
  Q_OBJECT
 public:
  LevelField(Appearance& look, const FieldSpec& spec, QWidget* parent);
  void setValue(const QJsonValue& value) override;
  void setReadOnly(bool readOnly) override;
  bool isEmpty() const override;

 private:
  LevelDots* dots_;
};

}  // namespace offprint
