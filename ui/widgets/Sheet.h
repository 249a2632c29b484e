#pragma once
#include <functional>
#include <QDialog>
#include <QPointer>

#include "ui/widgets/Appearance.h"

class QHBoxLayout;
class QPushButton;
class QVBoxLayout;

namespace offprint {

class Label;

/// A window-modal dialog before a scrim, with a title, a column for content and buttons that name their acts.
/// Opened with open(), never waited for. Deletes itself when closed.
class Sheet : public QDialog {
  Q_OBJECT
 public:
  Sheet(Appearance& look, const QString& title, QWidget* parent);
  ~Sheet() override;

  QVBoxLayout* content() const { return content_; }
  /// The default act is the one Enter presses.
  enum class Act { Plain, Default, Danger };
  QPushButton* addButton(const QString& verb, Act act, std::function<void()> run);
  /// The same for an act after which the sheet stays.
  QPushButton* addStaying(const QString& verb, Act act, std::function<void()> run);
  /// Something beside the buttons, at the left.
  void addBeside(QWidget* widget);
  /// Closes without doing anything; the right-most but one, Esc presses it.
  QPushButton* addCancel(const QString& verb);
  /// For sheets that only show or apply at once.
  void addClose();

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void refresh();

  Appearance& look_;
  Label* title_;
  QVBoxLayout* content_;
  QHBoxLayout* buttons_;
  QPointer<QWidget> scrim_;  ///< over the window, while this is shown
  int beside_ = 0;  ///< widgets at the left of the buttons
};

}  // namespace offprint
