#pragma once
#include <QHash>
#include <QMap>
#include <QSet>

#include "exporters/publish/Publisher.h"
#include "exporters/publish/Transfers.h"

namespace offprint {

/// Bytes that are to lie on a host: those of a file, or, without one, `content`.
struct Upload {
  QString path;
  SiteFile file;
  QByteArray content{};
};

/// A host whose files change one after another, reached by Transfers. Everything is collected and checked
/// here first; switchOver() then sends media, new pages, changed pages from the deepest up, lists and feeds;
/// removes what goes; and writes the list of our files last. So at every moment no page leads to a file that
/// is not there. What is about to change is noted on the host before (kHostBegun). Who derives from it says
/// how one host lists, reads, writes and removes.
class StepwisePublisher : public Publisher {
 public:
  Result<HostState> open(Access access, const Task& task) final;
  Result<void> identify(HostFiles& files, const QStringList& paths, const Task& task) final;
  Result<void> stage(const QString& path, const SiteFile& file, const Task& task) final;
  Result<void> stageRemoval(const QString& path) final;
  Result<void> verify(const DeployedFiles& files, const QByteArray& manifest, const QString& message,
                      const Task& task) final;
  Result<Switched> switchOver(const Task& task) final;

  /// The steps of "Test": signs in, lists, writes, reads and removes one file of no visitor's, and looks at
  /// it under the public address when there is one.
  QList<TargetTest> test(const QString& publicUrl, const Task& task);

 protected:
  /// Called when a file is on the host as wanted, or gone; an empty tag: listing() tells it.
  using Confirm = std::function<void(const QByteArray& tag)>;

  explicit StepwisePublisher(int atOnce) : transfers_(atOnce) {}

  Transfers& transfers() { return transfers_; }
  /// Before the first request: takes the secrets and signs in.
  virtual Result<void> connect(const Task& task) = 0;
  /// Every file below the place, with size and tag. A place that is not there yet is empty.
  virtual Result<HostFiles> list(const Task& task) = 0;
  /// The files that lie right in these folders ("": the place), for hosts that tell tags in no other way.
  virtual Result<HostFiles> listing(const QStringList& folders, const Task& task);
  virtual Request reading(const QString& path) const = 0;
  /// The error of an answer; none when it is good.
  virtual std::optional<Error> failure(const Answer& answer, const QString& path) const = 0;
  /// Writes a file so that visitors see the old one or the new one, whole.
  virtual Exchange writing(const Upload& upload, const Confirm& confirmed) = 0;
  /// Absent is success.
  virtual Exchange removing(const QString& path, const Confirm& confirmed) = 0;
  /// Makes these folders, which come with those above them, shortest first ("": the place).
  virtual Result<void> makeFolders(const QStringList& folders, const Task& task);
  /// Removes folders that hold nothing any more, deepest first. Its failures are nobody's concern.
  virtual void removeFolders(const QStringList& folders, const Task& task) {}

  /// What an unfinished upload to `path` is called; it is in the same folder.
  static QString partOf(const QString& path);

 private:
  using Group = QList<Upload>;

  Result<std::optional<QByteArray>> fetch(const QString& path, const Task& task);
  Result<void> checkUnmoved(const Task& task);
  QList<Group> groups() const;
  QStringList clearing() const;
  Result<void> send(const Group& group, const Task& task);
  Result<void> remove(const QStringList& paths, const Task& task);
  Result<void> findTags(const Task& task);
  Result<void> sendAll(const Task& task);
  Result<void> finish(const Task& task);
  void letFoldersGo(const Task& task);
  void progress(const Task& task);

  Transfers transfers_;
  bool connected_ = false;
  HostFiles there_;    ///< as open() found it
  QStringList parts_;  ///< unfinished uploads of a publication that was killed
  std::optional<QByteArray> list_;
  std::optional<QByteArray> begun_;
  QMap<QString, SiteFile> staged_;
  QStringList removals_;
  QByteArray manifest_;
  QMap<QString, QByteArray> sent_;  ///< confirmed, with their tags
  QSet<QString> removed_;           ///< confirmed
  QSet<QString> madeFolders_;
  qint64 sentBytes_ = 0;
  qint64 bytes_ = 0;
  bool noted_ = false;   ///< kHostBegun lies on the host
  bool listed_ = false;  ///< the new list does
};

}  // namespace offprint
