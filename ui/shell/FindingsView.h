#pragma once
#include <QAbstractListModel>
#include <QFrame>

#include "app/content/Finding.h"
#include "ui/widgets/Appearance.h"

class QListView;
class QPushButton;
class QStackedLayout;

namespace offprint {

class EmptyState;
class Label;
class Segmented;

/// Findings as rows: errors first, then warnings, then notes.
class FindingsModel : public QAbstractListModel {
  Q_OBJECT
 public:
  using QAbstractListModel::QAbstractListModel;
  void setFindings(Findings findings);
  const Finding& at(int row) const { return findings_[row]; }
  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

 private:
  Findings findings_;
};

/// Problems of the open item or of the whole site; a row goes to its place.
class FindingsView : public QFrame {
  Q_OBJECT
 public:
  enum class Scope { Item, Site };
  FindingsView(Appearance& look, QWidget* parent = nullptr);

  void setItemFindings(const Findings& findings);
  void setSiteFindings(const Findings& findings, const QString& checked);
  void setScope(Scope scope);
  Scope scope() const;
  /// As a page of its own it has no close button and stays with the whole site.
  void setPage(bool page);
  void step(int by);  ///< chooses and visits the next or previous row
  int siteProblems() const;

 Q_SIGNALS:
  void visited(const offprint::Finding& finding);
  void checkRequested();
  void closeRequested();

 private:
  void show();
  void refresh();

  Appearance& look_;
  FindingsModel* model_;
  QListView* list_;
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
};

}  // namespace offprint
