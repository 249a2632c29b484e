#pragma once
#include <functional>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include "app/content/Finding.h"
#include "exporters/publish/PublicPages.h"
#include "ui/publish/PublishJobs.h"
#include "ui/publish/SecretCard.h"
#include "ui/shell/ShellContext.h"

class QWidget;

namespace offprint {

class PublishSheet;
class Sheet;

/// The commands about publishing, and what the sheet, the history and the settings have done through them.
/// One at a time runs, as a job that the status bar shows; it goes on when the sheet is closed. GUI thread.
class PublishActions : public QObject {
  Q_OBJECT
 public:
  template <class T>
  using Answer = std::function<void(Result<T>)>;

  PublishActions(ShellContext context, QWidget* window);
  ~PublishActions() override;

  /// As of the last reading; empty while no library is open.
  const PublishState& state() const { return state_; }
  /// The last confirmed deployment; null: nothing was published yet.
  const Deployment* lastDeployment(const QString& target = {}) const;
  /// The target that was published to last, else the first; empty: there is none.
  QString activeTarget() const;
  void setActiveTarget(const QString& name);

  void openSheet();
  /// What publishing to a target would do. Answers are dropped when `context` is gone.
  void look(const QString& target, const DeployOptions& options, QObject* context, Answer<PublishLook> done);
  struct Order {
    QString target;
    QString note;
    DeployOptions deploy;
    std::optional<DeployPlan> seen;  ///< what the author was shown; none: publish what there is
    bool attended = true;            ///< the author is there and can be asked for a secret
  };
  /// Publishes; the window hears of it also when `context` is gone.
  void publish(const Order& order, QObject* context, Answer<PublishReport> done);
  void rollBack(const QString& deployment, const DeployOptions& options, QObject* context,
                Answer<PublishReport> done);
  void verify(const QString& target, QObject* context, Answer<Findings> done);
  /// Stops what runs; the site stays as it was.
  void cancel();
  /// Whether the author sees in the sheet how it goes.
  bool watchedBySheet() const { return !sheet_.isNull(); }
  bool busy() const { return running_ != 0 || starting_; }
  /// Reads targets and deployments again.
  void reload();

  /// The secrets of targets, for jobs.
  const std::shared_ptr<KeyStore>& keys() const { return keys_; }
  /// Takes what belonged to a target that is gone, by secretsOfGone(), out of the key store.
  void forgetSecrets(const QStringList& names);

 Q_SIGNALS:
  void changed();  ///< targets or deployments
  void progressed(const QString& step, qint64 done, qint64 total);
  void failed(const offprint::Error& error);
  /// The author wants to see where a check found something, or to mend it.
  void findingVisited(const offprint::Finding& finding);
  void findingChosen(const offprint::Finding& finding);
  void historyRequested();
  /// What visitors get of the pages that were just published, in a sentence.
  void publicLooked(const QString& sentence, bool complete);
  /// The moment of scheduled items has come; the author has not been asked about them yet.
  void dueAsked(const QString& target, const QString& sentence);

 private:
  template <class T>
  using Work = std::function<Result<T>(const publishJobs::Place&, const PublishOptions&, const Task&)>;
  template <class T>
  void run(const QString& name, const PublishOptions& options, bool attended, Work<T> work, Answer<T> done);
  PublishOptions options(const DeployOptions& deploy, const QString& note) const;
  AskedSecrets::Ask asker();
  void ask(const SecretQuestion& question, const SecretCard::Reply& reply);
  void follow();
  /// What was published and is to be seen at the public address.
  struct Watched {
    QString url;
    QStringList paths;
    DeployedFiles online;
    int looks = 0;
  };
  void watch(const PublishReport& report);
  void lookAtPublic();
  void takePublic(const Result<PublicPages>& pages);
  void checkDue();
  void takeDue(const QList<publishJobs::Due>& due);
  void took(const QString& target, const Result<PublishReport>& report, bool watched);
  void tell(const Result<PublishReport>& report);

  ShellContext context_;
  QWidget* window_;
  PublishState state_;
  QString active_;
  std::shared_ptr<KeyStore> keys_ = std::make_shared<KeyStore>();
  QPointer<PublishSheet> sheet_;
  QPointer<Sheet> asking_;  ///< for a secret, where no PublishSheet is open
  int running_ = 0;         ///< id of the job
  bool starting_ = false;
  Watched watched_;
  QTimer lookSoon_;
  QTimer dueSoon_;
  QSet<QString> dueKnown_;  ///< uuids of due items that were asked about or tried, by target
};

/// "example.org/notes" of a public address, for people.
QString shownAddress(const QString& url);

}  // namespace offprint
