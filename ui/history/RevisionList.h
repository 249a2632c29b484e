#pragma once
#include <QDateTime>
#include <QListWidget>

#include "app/store/Repositories.h"
#include "ui/widgets/Appearance.h"

namespace offprint {

/// The versions of an item down a line of time, by day, the present text on top (mockup 09). One row is
/// compared with another: the current row, and "Now" unless another was chosen with Ctrl.
class RevisionList : public QListWidget {
  Q_OBJECT
 public:
  explicit RevisionList(Appearance& look, QWidget* parent = nullptr);

  /// Newest first; `words` are those of the present text.
  void setRevisions(const QList<Revision>& revisions, int words, const QDateTime& now);
  /// Id 0 stands for the present text.
  qint64 chosen() const;
  qint64 against() const { return against_; }
  void choose(qint64 revision);

 Q_SIGNALS:
  void choiceChanged();

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  void compareWith(QListWidgetItem* row);

  Appearance& look_;
  qint64 against_ = 0;
};

}  // namespace offprint
