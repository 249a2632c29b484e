#pragma once
#include <QWidget>

#include "ui/publish/PublishJobs.h"
#include "ui/shell/ShellContext.h"

class QPushButton;

namespace offprint {

class ChangeList;
class Label;

/// How a publication went: where it is live, what went there (mockup 14).
class PublishResult : public QWidget {
  Q_OBJECT
 public:
  explicit PublishResult(ShellContext context, QWidget* parent = nullptr);
  /// `changes` are those that were shown before it was sent.
  void show(const QString& target, const PublishReport& report, const QList<PublishChange>& changes);
  /// A sentence about what visitors get.
  void tellPublic(const QString& sentence);

 Q_SIGNALS:
  void historyRequested();

 private:
  ShellContext context_;
  Label* title_;
  Label* words_;
  Label* public_;
  QPushButton* open_;
  QPushButton* copy_;
  ChangeList* went_;
  QString url_;
};

}  // namespace offprint
