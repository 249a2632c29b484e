#pragma once
#include <QWidget>

#include "ui/shell/ShellContext.h"

class QVBoxLayout;

namespace offprint {

class PublishActions;
struct PublishTarget;

/// The targets of the library in its settings: add, edit with its test, remove.
class TargetsPane : public QWidget {
  Q_OBJECT
 public:
  TargetsPane(ShellContext context, PublishActions& actions, QWidget* parent = nullptr);

 private:
  void refill();
  void addRow(const PublishTarget& target, QVBoxLayout* rows);
  void edit(const PublishTarget& target);
  void remove(const QString& name);

  ShellContext context_;
  PublishActions& actions_;
  QVBoxLayout* column_;
  QWidget* content_ = nullptr;
};

}  // namespace offprint
