#pragma once
#include <functional>
#include <QFrame>

#include "ui/widgets/Appearance.h"

class QLineEdit;

namespace offprint {

class FlowLayout;

/// A list of short values as chips with an entry field after them. Enter or a comma adds, Backspace in the
/// empty field takes the last back to be edited, the × of a chip removes it. Values are trimmed, not empty,
/// not twice.
class Chips : public QFrame {
  Q_OBJECT
 public:
  /// `name` for assistive technology ("Tags"); `placeholder` in the empty field ("Add tag").
  Chips(Appearance& look, const QString& name, const QString& placeholder, QWidget* parent = nullptr);

  const QStringList& values() const { return values_; }
  void setValues(const QStringList& values);  ///< does not emit edited()
  /// What completion offers.
  void setSuggestions(const QStringList& suggestions);
  void setReadOnly(bool readOnly);
  /// What ends a value besides Enter; a null character nothing, for values that may hold any.
  void setSeparator(QChar separator) { separator_ = separator; }

 Q_SIGNALS:
  void edited(const QStringList& values);

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  void rebuild();
  void refresh();
  void add(const QString& text);
  void removeAt(int index);

  Appearance& look_;
  QString name_;
  QStringList values_;
  QStringList suggestions_;
  bool readOnly_ = false;
  QChar separator_ = u',';
  FlowLayout* flow_;
  QLineEdit* field_;
  QList<QWidget*> chips_;
};

}  // namespace offprint
