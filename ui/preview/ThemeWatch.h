#pragma once
#include <QFileSystemWatcher>
#include <QObject>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>

namespace offprint {

/// Tells when a file of somebody's own themes changes, so that the page is shown with it while they work on
/// it. Folders are walked beside the GUI thread, on which everything else happens.
class ThemeWatch : public QObject {
  Q_OBJECT
 public:
  /// More files than a theme has are somebody's home folder.
  static constexpr int most = 2000;

  explicit ThemeWatch(QObject* parent = nullptr);
  ~ThemeWatch() override;

  /// Whose files and folders are watched; those that are not there are passed over.
  void setFolders(const QStringList& folders);

 Q_SIGNALS:
  void watching();  ///< the folders were walked
  void changed();   ///< once for changes that come together

 private:
  void walk();
  void take(const QStringList& paths);

  QStringList folders_;
  QFileSystemWatcher watcher_;
  QTimer soon_;
  QThreadPool pool_;
};

}  // namespace offprint
