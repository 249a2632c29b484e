#pragma once
#include <QFrame>

#include "ui/publish/PublishActions.h"

class QComboBox;
class QDateEdit;
class QPushButton;

namespace offprint {

class Banner;
class ChangeList;
class ComparedWords;
class Label;
class Segmented;

/// What was online when (mockup 14): every deployment, what changed with it or since another one, the version
/// of every item that was online, and the way back. GUI thread.
class PublishHistory : public QFrame {
  Q_OBJECT
 public:
  PublishHistory(ShellContext context, PublishActions& actions, QWidget* parent = nullptr);

 Q_SIGNALS:
  /// The author wants to see a version of an item in its history.
  void versionRequested(offprint::ContentId item, qint64 revision);

 private:
  void build();
  QWidget* buildSide();
  QWidget* buildPage();
  void refill();
  void goToDay();
  void show(int number);
  void compare();
  void showDetails();
  void showWords(int number);
  void rollBack();
  void verify();
  void tellVerified(const Findings& findings);
  const Deployment* chosen() const;
  bool live(const Deployment& deployment) const;
  QString titleOf(const Deployment& deployment) const;

  ShellContext context_;
  PublishActions& actions_;
  QList<Deployment> deployments_;
  QString chosen_;  ///< uuid
  DeploymentDetails details_;
  quint64 asked_ = 0;   ///< the newest answer wins
  quint64 worded_ = 0;  ///< of the words, too

  Label* count_ = nullptr;
  QDateEdit* day_ = nullptr;
  ChangeList* list_ = nullptr;
  Label* size_ = nullptr;
  Label* title_ = nullptr;
  Label* words_ = nullptr;
  Banner* message_ = nullptr;
  QPushButton* open_ = nullptr;
  QPushButton* back_ = nullptr;
  QPushButton* verify_ = nullptr;
  QComboBox* other_ = nullptr;
  Segmented* views_ = nullptr;
  ChangeList* rows_ = nullptr;
  ComparedWords* compared_ = nullptr;
};

}  // namespace offprint
