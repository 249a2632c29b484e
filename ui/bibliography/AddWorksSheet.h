#pragma once
#include "ui/bibliography/WorkSearch.h"
#include "ui/widgets/Sheet.h"

class QPlainTextEdit;
class QTreeWidget;
class QTreeWidgetItem;

namespace offprint {

class Label;

/// One field that takes whatever names a work (app.md section 12), and below it what was found: New, Already
/// here, Possible duplicate, Cannot be read. Nothing is stored before the author says so, nothing is asked of
/// the network before they do.
class AddWorksSheet : public Sheet {
  Q_OBJECT
 public:
  /// `opened` is given the work when one alone was added.
  AddWorksSheet(ShellContext context, QWidget* window, std::function<void(ContentId)> opened);

  /// As if it was written; entries are read at once.
  void write(const QString& text);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void build();
  void followText();
  void search();
  void show(const Result<QList<ProposedWork>>& found);
  void addRow(const ProposedWork& work, bool ticked);
  void countTicks();
  void setBusy(bool busy);
  void tell(const QString& sentence, Token ink);
  void add();
  void keep();
  void store(const QList<ProposedWork>& works);

  ShellContext context_;
  std::function<void(ContentId)> opened_;
  WorkSearch search_;
  WorkQuery asked_;
  QList<ProposedWork> works_;
  QPlainTextEdit* field_;
  Label* message_;
  QTreeWidget* list_;
  QPushButton* lookUp_;
  QPushButton* keep_;
  QPushButton* add_;
};

}  // namespace offprint
