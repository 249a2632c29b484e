#include "ui/preview/ThemeWatch.h"

#include <QDirIterator>
#include <QSet>

namespace offprint {
namespace {

/// An editor writes a file in several steps, and often several files at once.
constexpr int togetherMs = 150;

QStringList pathsBelow(const QStringList& folders) {
  QStringList paths;
  for (const QString& folder : folders) {
    if (folder.isEmpty() || !QDir(folder).exists()) continue;
    paths += folder;
    QDirIterator entries(folder, QDir::AllEntries | QDir::NoDotAndDotDot | QDir::NoSymLinks,
                         QDirIterator::Subdirectories);
    while (entries.hasNext() && paths.size() < ThemeWatch::most)
      paths += entries.next();
  }
  return paths;
}

}  // namespace

ThemeWatch::ThemeWatch(QObject* parent) : QObject(parent) {
  pool_.setMaxThreadCount(1);
  soon_.setSingleShot(true);
  soon_.setInterval(togetherMs);
  const auto later = [this] { soon_.start(); };
  connect(&watcher_, &QFileSystemWatcher::fileChanged, this, later);
  connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, later);
  connect(&soon_, &QTimer::timeout, this, [this] {
    walk();  // a file that was replaced is another one
    Q_EMIT changed();
  });
}

ThemeWatch::~ThemeWatch() {
  pool_.waitForDone();
}

void ThemeWatch::setFolders(const QStringList& folders) {
  if (folders == folders_) return;
  folders_ = folders;
  walk();
}

void ThemeWatch::walk() {
  pool_.start([this, folders = folders_] {
    // The watch waits for this job before it goes.
    QMetaObject::invokeMethod(this, [this, paths = pathsBelow(folders)] { take(paths); });
  });
}

void ThemeWatch::take(const QStringList& paths) {
  const QStringList before = watcher_.files() + watcher_.directories();
  const QSet<QString> known(before.begin(), before.end());
  const QSet<QString> wanted(paths.begin(), paths.end());
  if (const QSet<QString> gone = known - wanted; !gone.isEmpty()) watcher_.removePaths(gone.values());
  if (const QSet<QString> added = wanted - known; !added.isEmpty()) watcher_.addPaths(added.values());
  Q_EMIT watching();
}

}  // namespace offprint

#include "moc_ThemeWatch.cpp"
