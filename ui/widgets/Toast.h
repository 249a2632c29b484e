#pragma once
#include <functional>
#include <QFrame>
#include <QTimer>

#include "ui/widgets/Appearance.h"

class QPushButton;

namespace offprint {

class Label;

/// A short report at the bottom centre of `host` with at most two verbs ("3 items moved to Trash · Undo").
/// Stays 8 seconds, longer while hovered or focused; a new one replaces the old. Spoken by assistive
/// technology.
class Toast : public QFrame {
  Q_OBJECT
 public:
  Toast(Appearance& look, QWidget* host);

  struct Act {
    QString verb;
    std::function<void()> run;
  };
  void tell(const QString& sentence, const QString& verb = {}, std::function<void()> run = {},
            const Act& second = {});

  /// Takes a report with this verb away: what the verb would do is not what the sentence says any more.
  void withdraw(const QString& verb);

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void place();
  void refresh();
  void goUnlessHeld();

  Appearance& look_;
  Label* text_;
  QPushButton* verb_;
  QPushButton* second_;
  QTimer timer_;
  std::function<void()> run_;
  std::function<void()> runSecond_;
};

}  // namespace offprint
