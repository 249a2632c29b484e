#pragma once
#include <QFrame>

#include "app/import/Importer.h"
#include "ui/shell/ShellContext.h"

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QMimeData;
class QListView;
class QPushButton;
class QProgressBar;
class QStackedWidget;

namespace offprint {

class Banner;
class ImportDetails;
class ImportReportModel;
class Label;
class Segmented;

/// Import as one page (app.md section 17): where from, a trial that writes nothing, the import, and the
/// report that names every file.
class ImportPlace : public QFrame {
  Q_OBJECT
 public:
  explicit ImportPlace(ShellContext context, QWidget* parent = nullptr);

  /// Starts over; with sources when they are known (a folder or files that were dropped). Several are
  /// imported one after the other, into one report.
  void begin(const QStringList& sources = {});
  /// What may be dropped: local folders and files.
  static QStringList sourcesOf(const QMimeData& data);

 Q_SIGNALS:
  void itemRequested(const QString& reference);  ///< "kind/slug"
  void imported();                               ///< the library has changed

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void build();
  QWidget* sourceRow();
  QWidget* reportPart();
  void chooseFolder();
  void chooseFile();
  void setSources(const QStringList& sources);
  void recognise();
  void run(bool trial);
  void runNext(bool trial, const ImportOptions& options, const Task& task);
  void finish();
  void show(const ImportReport& report, bool trial);
  void showCounts();
  void setBusy(bool busy);
  void follow(int job);
  void saveReport();
  void openRow(const QModelIndex& index);
  void showDetails();

  ShellContext context_;
  QStringList sources_;
  QStringList left_;  ///< sources that this run has not come to
  ImportReport report_;
  int job_ = 0;
  Label* title_;
  Label* subtitle_;
  Banner* banner_;
  Label* path_;
  Label* type_;
  QPushButton* choose_;
  QPushButton* chooseFile_;
  QComboBox* importer_;
  QCheckBox* publish_;
  QPushButton* trial_;
  QPushButton* import_;
  QPushButton* cancel_;
  QProgressBar* progress_;
  Label* step_;
  QWidget* result_;
  QHBoxLayout* counts_;
  Segmented* filter_;
  QPushButton* save_;
  QListView* list_;
  ImportReportModel* model_;
  ImportDetails* details_;
  QWidget* beside_;  ///< the details with their line at the left
};

}  // namespace offprint
