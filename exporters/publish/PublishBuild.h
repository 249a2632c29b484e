#pragma once
#include <memory>
#include <QHash>

#include "app/content/Ids.h"
#include "exporters/publish/DeployPlan.h"

class QTemporaryDir;

namespace offprint {

class Library;
class Typesetter;

/// The site of a library, built into a temporary folder that is kept warm, so that the next build composes
/// only what changed. Locked while it lives.
class PublishBuild {
 public:
  /// `baseUrl` overrides the site's when it is not empty. A single file that could not be made (page,
  /// picture, recording, PDF) is an error here: it would look as if it was to be removed.
  static Result<std::unique_ptr<PublishBuild>> make(Library& library, const QString& baseUrl,
                                                    Typesetter* typesetter, const Task& task);
  ~PublishBuild();
  PublishBuild(const PublishBuild&) = delete;
  PublishBuild& operator=(const PublishBuild&) = delete;

  const SiteFiles& files() const { return files_; }
  const QList<DeployedItem>& items() const { return items_; }
  const Findings& findings() const { return findings_; }
  const QHash<QString, QStringList>& linked() const {
    return linked_;
  }  ///< by path: what a page shows or links to

 private:
  PublishBuild() = default;
  Result<void> chooseFolder(const Library& library, const QString& baseUrl);
  Result<void> readSite();
  Result<void> readItems(Library& library, const QList<ContentId>& published);

  QString folder_;
  int lock_ = -1;
  std::unique_ptr<QTemporaryDir> cold_;
  SiteFiles files_;
  QList<DeployedItem> items_;
  Findings findings_;
  QHash<QString, QStringList> linked_;
};

/// Why each file changes: which item was added, edited, moved or withdrawn since the last deployment.
class ChangeReasons {
 public:
  /// `first`: nothing was published to this target yet.
  ChangeReasons(const QList<DeployedItem>& now, const QList<DeployedItem>& last,
                QHash<QString, QStringList> linked, bool first);
  QString operator()(const QString& path, Comparison::Change change) const;

 private:
  QHash<QString, QString> own_;        ///< by path: about the item whose page it is, or was
  QHash<QString, QString> withdrawn_;  ///< by path: of pages that go
  QHash<QString, QString> changed_;    ///< by "kind/slug": title of an item that changed
  QHash<QString, QStringList> linked_;
  QString all_;
  bool first_;
};

}  // namespace offprint
