#pragma once
#include "ui/inspector/FieldEditor.h"

class QLineEdit;
class QPlainTextEdit;
class QToolButton;

namespace offprint {

/// One line: text, number, URL, e-mail, language, publication, date. Free text is taken at every key, the
/// rest when the line is left, so that nothing is called wrong while it is being typed.
class LineField : public FieldEditor {
  Q_OBJECT
 public:
  LineField(Appearance& look, const FieldSpec& spec, Layout layout, std::function<FieldOffers()> offers,
            QWidget* parent);
  void setValue(const QJsonValue& value) override;
  void setReadOnly(bool readOnly) override;
  bool isEmpty() const override;
  void setPlaceholder(const QString& text);
  QLineEdit* line() const { return line_; }

 private:
  void read();
  void pickDay();
  bool isDate() const;

  std::function<FieldOffers()> offers_;
  QLineEdit* line_;
  QJsonValue value_;
};

/// Several lines, growing with the text.
class LongTextField : public FieldEditor {
  Q_OBJECT
 public:
  /// `limit` characters are counted against ("91 of 160"); 0 counts without a limit.
  LongTextField(Appearance& look, const FieldSpec& spec, int limit, QWidget* parent);
  void setValue(const QJsonValue& value) override;
  void setReadOnly(bool readOnly) override;
  bool isEmpty() const override;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void fit();

  QPlainTextEdit* text_;
  int limit_;
};

}  // namespace offprint
