#pragma once
#include <functional>
#include <QWidget>

#include "app/content/Site.h"
#include "ui/widgets/Appearance.h"

class QHBoxLayout;
class QGridLayout;

namespace offprint {

class Commands;

/// What a new library shows in the editor's place (mockup 15): three starting points, three keys, and what is
/// left before the site can go out. Stays in Help.
class GettingStarted : public QWidget {
  Q_OBJECT
 public:
  GettingStarted(Appearance& look, Commands& commands, QWidget* parent = nullptr);
  /// Ticks what is done.
  void setProgress(const Site& site, bool exported);

 private:
  void addCards(QHBoxLayout* row);
  void addKeys(QGridLayout* grid);
  void fillSteps();

  Appearance& look_;
  Commands& commands_;
  QWidget* steps_;
  Site site_;
  bool exported_ = false;
};

}  // namespace offprint
