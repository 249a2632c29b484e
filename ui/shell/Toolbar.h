#pragma once
#include <QFrame>

#include "ui/widgets/Appearance.h"

class QMenu;
class QPushButton;
class QToolButton;

namespace offprint {

class Commands;
class IconButton;
class Label;
class Segmented;

/// Menu, sidebar, back and forward, where one is; at the right the view mode, inspector, search and Publish.
/// Folds when there is little room: the mode becomes one menu button, then the place leaves the breadcrumb.
class Toolbar : public QFrame {
  Q_OBJECT
 public:
  Toolbar(Appearance& look, Commands& commands, QMenu* mainMenu, QWidget* parent = nullptr);

  void setCrumbs(const QString& place, const QString& title);
  /// What publishing would add, renew or remove; the button says it.
  void setPending(int items);
  enum class Mode { Write, Split, Preview };
  void setMode(Mode mode);
  /// The mode and inspector are of use only beside an item.
  void setItemTools(bool shown);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;
  QWidget* menuButton() const;

 Q_SIGNALS:
  void placeClicked();
  void titleClicked();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void refresh();
  void fold();

  Appearance& look_;
  Commands& commands_;
  IconButton* menu_;
  IconButton* sidebar_;
  IconButton* back_;
  IconButton* forward_;
  QToolButton* place_;
  QWidget* chevron_;
  QToolButton* title_;
  Segmented* modes_;
  QPushButton* modeMenu_;
  IconButton* inspector_;
  IconButton* search_;
  QPushButton* publish_;
  QString titleText_;
  bool itemTools_ = true;
};

}  // namespace offprint
