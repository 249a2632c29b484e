#pragma once
#include <chrono>
#include <memory>

#include "exporters/publish/Publisher.h"

class QTemporaryDir;

namespace offprint {

struct DeployOptions {
  bool adopt = false;    ///< takes a place that holds files and no list of ours; all of them are kept
  bool useMine = false;  ///< replaces and removes also what others changed on the host
  int maxRemovals = -1;  ///< more are refused; -1: the rule of removalLimit()
  /// Waits between two tries; returns early when the task is cancelled. Null: by the machine's clock.
  std::function<void(std::chrono::milliseconds, const Task&)> pause{};
};

/// What the library knows of a target.
struct KnownDeployment {
  QString uuid;
  QString revision;
  DeployedFiles files;
};

/// What is to be online.
struct Delivery {
  SiteFiles site;
  std::optional<KnownDeployment> last;  ///< the last one to this target
  std::function<QString(const QString& path, Comparison::Change)> reason;
  QString deployment;  ///< uuid of the new one
};

/// `Error::detail` when a place holds files and nothing says that it is ours; DeployOptions::adopt takes it.
inline constexpr QLatin1StringView kNotOurs{"host.not-ours"};
/// The beginning of `Error::detail` when more would be removed than may be; their number follows, and
/// DeployOptions::maxRemovals allows it.
inline constexpr QLatin1StringView kManyRemovals{"host.many-removals "};

/// One publication to one target, step by step: look (the plan), then send. One thread, not the GUI's.
class Deploy {
 public:
  Deploy(std::unique_ptr<Publisher> publisher, Delivery delivery, DeployOptions options, Task task);
  ~Deploy();

  /// Reads the host and compares. Conflict: the place holds files and is not ours. What was begun and is
  /// online is told by hostDeployment().
  Result<DeployPlan> look(Publisher::Access access);
  /// Whether there is anything to send: files, or our list, which the host had lost or was not told yet.
  bool somethingToDo() const {
    return !plan_.empty() || state_.begun || (!mayRemove_ && !plan_.kept.isEmpty());
  }
  /// Uuid of what the host says is online; empty: nothing of ours.
  const QString& hostDeployment() const { return hostDeployment_; }
  const QString& hostRevision() const { return state_.revision; }

  /// Sends, checks on the target, and switches; `beforeSwitch` gets what will be online, and may refuse.
  /// Conflict: more removals than allowed, or the host was changed since look(). On every error the old site
  /// is online, whole; of a host whose files change one after another, a part of the new one may be.
  Result<Switched> send(
      const std::function<Result<void>(const DeployedFiles& online, const SiteFiles& sources)>& beforeSwitch);

  /// More removals than this want a person's word: 25, or a tenth of what is online.
  static int removalLimit(qsizetype online);

 private:
  Result<void> readManifest();
  Result<void> readBegun();
  Result<bool> holdsOurs();
  Result<void> stageAll(DeployedFiles& online);
  Result<void> retrying(const std::function<Result<void>()>& step);
  Result<void> addExtras();

  std::unique_ptr<Publisher> publisher_;
  Delivery delivery_;
  DeployOptions options_;
  Task task_;
  HostState state_;
  DeployedFiles previous_;
  bool mayRemove_ = false;
  QString hostDeployment_;
  DeployPlan plan_;
  Findings notes_;
  std::unique_ptr<QTemporaryDir> extras_;  ///< bytes of Publisher::extras()
};

/// Compares what a host holds with its own list: findings `host.missing`, `host.changed` (level error) and
/// `host.unlisted` (note). `published`: the paths that the library knows, so that what is missing has a name.
/// NotFound: nothing of ours is there.
Result<Findings> verifyHost(Publisher& publisher, const QStringList& published, const Task& task);

}  // namespace offprint
