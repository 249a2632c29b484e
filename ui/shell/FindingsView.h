#pragma once
#include <QAbstractListModel>
#include <QFrame>
#include <QHash>

#include "app/content/Finding.h"
#include "ui/widgets/Appearance.h"

class QListView;
class QPushButton;
class QStackedLayout;

namespace offprint {

class EmptyState;
class FindingDelegate;
class Label;
class Segmented;

/// Findings as rows: errors first, then warnings, then notes. A place is the item's title and the line.
class FindingsModel : public QAbstractListModel {
  Q_OBJECT
 public:
  using QAbstractListModel::QAbstractListModel;
  /// `ownItem`: all of them belong to the open item, whose title would only repeat itself.
  void setFindings(Findings findings, bool ownItem);
  /// Titles by "kind/slug"; an item without one is called by that.
  void setTitles(const QHash<QString, QString>& titles);
  const Finding& at(int row) const { return findings_[row]; }
  /// Where a finding lies, in the author's words; empty when there is nothing to say.
  QString placeOf(const Finding& finding) const;
  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  Findings findings_;
  QHash<QString, QString> titles_;
  bool ownItem_ = false;
};

/// Problems of the open item or of the whole site. A row says its whole sentence; a click on it goes to its
/// place, a click on its verb, or Enter, does what the verb says.
class FindingsView : public QFrame {
  Q_OBJECT
 public:
  enum class Scope { Item, Site };
  FindingsView(Appearance& look, QWidget* parent = nullptr);

  void setItemFindings(const Findings& findings);
  void setSiteFindings(const Findings& findings, const QString& checked);
  /// How far a running check is; empty: none runs.
  void setChecking(const QString& progress);
  /// Titles of the items that findings name, by "kind/slug".
  void setTitles(const QHash<QString, QString>& titles);
  void setScope(Scope scope);
  Scope scope() const;
  /// As a page of its own it has no close button and stays with the whole site.
  void setPage(bool page);
  void step(int by);  ///< chooses and visits the next or previous row
  int siteProblems() const;

 Q_SIGNALS:
  void visited(const offprint::Finding& finding);
  void verbChosen(const offprint::Finding& finding);
  void checkRequested();
  void closeRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show();
  void showCounts();
  void refresh();
  void choose(const QModelIndex& index, const QPoint& at);

  Appearance& look_;
  FindingsModel* model_;
  QListView* list_;
  FindingDelegate* delegate_;
  EmptyState* empty_;
  QStackedLayout* stack_;
  Segmented* scope_;
  Label* summary_;
  QPushButton* check_;
  QWidget* close_;
  QWidget* header_;
  Findings item_;
  Findings site_;
  QString checked_;
  QString checking_;
};

}  // namespace offprint
