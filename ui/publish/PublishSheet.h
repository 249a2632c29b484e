#pragma once
#include "ui/publish/PublishActions.h"
#include "ui/widgets/Sheet.h"

class QComboBox;
class QLineEdit;
class QProgressBar;
class QStackedWidget;

namespace offprint {

class Banner;
class ChangeList;
class ComparedWords;
class EmptyState;
class FindingsView;
class Glyph;
class PublishResult;
struct ChangeRow;
class Segmented;

/// Everything that publishing would do, before it is done (app.md section 16, mockup 05): changes with their
/// words, files, checks, what is left out and what others changed on the host; then the progress, and the
/// result with its link. May be closed while it runs.
class PublishSheet : public Sheet {
  Q_OBJECT
 public:
  PublishSheet(ShellContext context, PublishActions& actions, QWidget* window);

  /// Looks at a target anew.
  void show(const QString& target);
  /// Asks for a secret that the publication waits for; Cancelled when the sheet is closed.
  void ask(const SecretQuestion& question, const SecretCard::Reply& reply);

 protected:
  QSize sizeHint() const override;

 private:
  enum class Page { Empty, Changes, Result };
  void build();
  QWidget* buildHead();
  QWidget* buildProgress();
  QWidget* buildChanges();
  void fillTargets();
  void tellNoTarget();
  void look();
  void take(const Result<PublishLook>& look);
  void showLook();
  void showView(int view);
  QList<ChangeRow> changeRows() const;
  QList<ChangeRow> fileRows() const;
  void showChange(int number);
  void tellTheirs();
  void publish();
  void publishAgreed(int removals);
  void takeReport(const Result<PublishReport>& report);
  void showError(const Error& error, bool sending);
  void askHostKey(const QString& key);
  void setBusy(bool busy);
  void showProgress(const QString& step, qint64 done, qint64 total);
  void refreshButtons();

  ShellContext context_;
  PublishActions& actions_;
  QString target_;
  PublishLook look_;
  bool looked_ = false;  ///< look_ is what the host has
  bool busy_ = false;
  bool sending_ = false;
  DeployOptions deploy_;

  Glyph* glyph_ = nullptr;
  Label* place_ = nullptr;
  Label* lastTime_ = nullptr;
  Label* lastWords_ = nullptr;
  QComboBox* targets_ = nullptr;
  QWidget* progressRow_ = nullptr;
  QProgressBar* progress_ = nullptr;
  Label* step_ = nullptr;
  SecretCard* secret_ = nullptr;
  Banner* message_ = nullptr;
  Banner* theirs_ = nullptr;
  QStackedWidget* pages_ = nullptr;
  EmptyState* empty_ = nullptr;
  Segmented* views_ = nullptr;
  QStackedWidget* lists_ = nullptr;
  ChangeList* changes_ = nullptr;
  ChangeList* files_ = nullptr;
  FindingsView* checks_ = nullptr;
  Label* changeTitle_ = nullptr;
  Label* changePlace_ = nullptr;
  ComparedWords* compared_ = nullptr;
  PublishResult* result_ = nullptr;
  QLineEdit* note_ = nullptr;
  Label* size_ = nullptr;
  QPushButton* cancel_ = nullptr;
  QPushButton* publish_ = nullptr;
};

}  // namespace offprint
