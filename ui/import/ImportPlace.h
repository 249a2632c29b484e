#pragma once
#include <QFrame>

#include "app/import/Importer.h"
#include "ui/shell/ShellContext.h"

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QListView;
class QPushButton;
class QProgressBar;
class QStackedWidget;

namespace offprint {

class Banner;
class ImportReportModel;
class Label;
class Segmented;

/// Import as one page (app.md section 17): where from, a trial that writes nothing, the import, and the
/// report that names every file.
class ImportPlace : public QFrame {
  Q_OBJECT
 public:
  explicit ImportPlace(ShellContext context, QWidget* parent = nullptr);

  /// Starts over; with a source when one is known (a folder that was dropped).
  void begin(const QString& source = {});

 Q_SIGNALS:
  void itemRequested(const QString& reference);  ///< "kind/slug"

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  void build();
  QWidget* sourceRow();
  QWidget* reportPart();
  void chooseSource();
  void setSource(const QString& source);
  void run(bool trial);
  void show(const ImportReport& report, bool trial);
  void showCounts();
  void setBusy(bool busy);
  void follow(int job);
  void saveReport();

  ShellContext context_;
  QString source_;
  ImportReport report_;
  int job_ = 0;
  Label* title_;
  Label* subtitle_;
  Banner* banner_;
  Label* path_;
  QPushButton* choose_;
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
};

}  // namespace offprint
