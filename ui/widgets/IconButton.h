#pragma once
#include <QToolButton>

#include "ui/widgets/Appearance.h"

namespace offprint {

/// A quiet square button with an icon (30 × 30 unless told otherwise) and a tool tip "Name (shortcut)".
class IconButton : public QToolButton {
  Q_OBJECT
 public:
  /// `name` is what assistive technology and the tool tip say.
  IconButton(Appearance& look, const QString& icon, const QString& name, QWidget* parent = nullptr);
  /// Shows and runs a command's action.
  IconButton(Appearance& look, QAction* action, QWidget* parent = nullptr);

  void setIconName(const QString& icon);
  void setSide(qreal pixels);  ///< logical, before the text scale
  /// A checked command does not look pressed (the sidebar's).
  void setShowsChecked(bool shows);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void refresh();

  Appearance& look_;
  QString icon_;
  qreal side_ = 30;
  bool showsChecked_ = true;
};

}  // namespace offprint
