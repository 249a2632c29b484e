#pragma once
#include <functional>
#include <memory>
#include <QObject>

#include "app/content/Finding.h"
#include "app/core/Error.h"
#include "app/core/Result.h"
#include "app/store/Library.h"
#include "ui/shell/ShellContext.h"

namespace offprint {

class BrowserPages;
struct ExportedItem;
struct ExportReport;

/// Where and when the site was exported last; kept in the library.
struct LastExport {
  QString folder;
  QDateTime when;
};

/// The commands that concern a library as a whole: open, recent, export, back up, restore, verify.
class LibraryActions : public QObject {
  Q_OBJECT
 public:
  explicit LibraryActions(ShellContext context, QObject* parent = nullptr);

  /// Opens a library and remembers it; tells failed() otherwise. `then` runs when it is open.
  void open(const QString& folder, std::function<void()> then = {});
  void create(const QString& folder, const Site& site, std::function<void()> then = {});
  /// Makes a library of a free name from a starter of the program's data.
  void createSample();
  const LastExport& lastExport() const { return last_; }
  /// Opens a page of the site, drafts included, in the browser: the site is written to a folder that
  /// the user alone can read, where later calls write only what changed. `address` is an output path with a
  /// slash in front.
  void showInBrowser(const QString& address);
  /// Where new libraries go: Documents/Offprint.
  static QString defaultParent();

 Q_SIGNALS:
  void welcomeRequested();
  void failed(const offprint::Error& error);
  void exportChanged();
  void exportFindings(const offprint::Findings& findings);
  void verified(const offprint::Findings& findings);

 private:
  void bindLibraryCommands();
  void bindExportCommands();
  void bindBackupCommands();
  void fillSample(const QString& folder);
  void fillRecent();
  void chooseExport(const QString& exporter);
  void runExport(const QString& exporter, const QString& out);
  void exported(const QString& exporter, const QString& out, const ExportReport& report);
  void rememberExport(const QString& folder, const QList<ExportedItem>& items);
  void loadLastExport();
  void restore(const QString& file, const QString& folder);
  QString backupFolder() const;
  QString proposed(const QString& suffix) const;

  ShellContext context_;
  LastExport last_;
  std::shared_ptr<BrowserPages> browserPages_;  ///< removed with the window
};

}  // namespace offprint
