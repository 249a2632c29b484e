#pragma once
#include <QWidget>

#include "ui/widgets/Appearance.h"

class QButtonGroup;

namespace offprint {

/// Two to four views of which one is shown. Arrow keys move; a radio group to assistive technology.
class Segmented : public QWidget {
  Q_OBJECT
 public:
  struct Part {
    QString text;  ///< also the accessible name
    QString icon;  ///< icon name; when set, the icon is shown instead of the text
  };

  /// `name` says what is chosen ("View mode").
  Segmented(Appearance& look, const QString& name, const QList<Part>& parts, QWidget* parent = nullptr);

  int current() const;
  void setCurrent(int index);  ///< does not emit chosen()
  void setPartText(int index, const QString& text);

 Q_SIGNALS:
  void chosen(int index);  ///< by the user

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  Appearance& look_;
  QButtonGroup* group_;
};

}  // namespace offprint
