#pragma once
#include <QFrame>
#include <QTimer>

#include "app/content/Finding.h"
#include "app/core/Clock.h"
#include "ui/widgets/Appearance.h"

class QProgressBar;
class QToolButton;

namespace offprint {

class DocumentSession;
class IconButton;
class Jobs;
class Label;

/// The bottom line: save state, revisions and the running job at the left; words, reading time, caret and
/// problems at the right.
class StatusBar : public QFrame {
  Q_OBJECT
 public:
  StatusBar(Appearance& look, Jobs& jobs, Clock clock, QWidget* parent = nullptr);

  /// Follows an open item (not owned), or none.
  void follow(DocumentSession* session);
  void setCaret(int line, int column);
  void setSelection(const QString& selected);
  void setFindings(const Findings& findings);
  /// What the left says when no item is shown.
  void setNote(const QString& note);
  void setRightNote(const QString& note);
  void setNarrow(bool narrow);
  QSize sizeHint() const override;
  /// Where the words stand, in global coordinates.
  QRect countsPlace() const;

 Q_SIGNALS:
  void problemsClicked();
  void revisionsClicked();
  void countsClicked();

 private:
  void refresh();
  void showSaveState();
  void showCounts();
  void showJobs();

  Appearance& look_;
  Jobs& jobs_;
  Clock clock_;
  DocumentSession* session_ = nullptr;
  QString note_;
  QString rightNote_;
  QString failure_;
  QString selected_;
  int words_ = 0;
  int line_ = 0;
  int column_ = 0;
  bool narrow_ = false;
  bool saving_ = false;
  Findings findings_;
  QToolButton* saved_;
  QToolButton* revisions_;
  Label* job_;
  QProgressBar* progress_;
  IconButton* cancel_;
  QToolButton* count_;
  Label* minutes_;
  Label* caret_;
  QToolButton* problems_;
  QTimer slowSave_;
  QTimer countSoon_;
};

}  // namespace offprint
