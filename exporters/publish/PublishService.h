#pragma once
#include <QJsonObject>

#include "exporters/publish/Deploy.h"

namespace offprint {

class Library;
class Typesetter;

struct PublishReport;

struct PublishOptions {
  DeployOptions deploy{};
  QString note{};
  Typesetter* typesetter = nullptr;
  /// Asked with the plan before anything is sent, when there is something to send; an error stops. Null: yes.
  std::function<Result<void>(const DeployPlan&)> agree{};
  /// Of planPublication(): gets the plan while the files of the new site lie where `site` says.
  std::function<void(const PublishReport& planned, const SiteFiles& site)> inspect{};
  /// Runs what writes on a library that can be written, and waits for it: in the window the store thread does
  /// it, and the given library only reads. Null: on the given library.
  using Work = std::function<Result<void>(Library&)>;
  std::function<Result<void>(const Work&)> write{};
  /// Where the secrets of a target come from. Null: there are none.
  std::function<SecretSource(const PublishTarget&)> secrets{};
};

/// How a publication went.
struct PublishReport {
  DeployPlan plan;
  Findings findings;             ///< of build, plan and target
  QString deployment;            ///< uuid of what is online now
  QString url;                   ///< public address; may be empty
  int sent = 0;                  ///< files
  bool published = false;        ///< false: there was nothing to send
  QList<DeployedItem> items{};   ///< of the site that was looked at or sent
  QList<DeployedItem> before{};  ///< of the last deployment to the target
  DeployedFiles online{};        ///< what was sent and what was there already; empty when nothing was sent
  /// The JSON form of cli.md.
  QJsonObject toJson() const;
};

/// InvalidInput when a folder that is exchanged as a whole lies in the library's own, or around it, by the
/// real paths of both. Asked before a target is added and before each publication.
Result<void> checkPlace(const Library& library, const PublishTarget& target);

/// The way from a library to a target. Blocks; the thread that owns the given library, never the GUI thread.
/// Nothing is lost or half online on any error: the host shows what it showed, or, where files change one
/// after another, whole files of both states and no page that leads to a missing one.

/// What a publication would do. Writes nothing outside of temporary folders and the user's cache.
Result<PublishReport> planPublication(Library& library, const QString& target, const PublishOptions& options,
                                      const Task& task);
/// Denied or Conflict when the library cannot be written: every publication is recorded.
Result<PublishReport> publish(Library& library, const QString& target, const PublishOptions& options,
                              const Task& task);
/// Puts the files of an earlier deployment online again, byte for byte, as a new deployment; the library's
/// texts stay. NotFound: no such one, or its bytes were let go; Corrupt: they are damaged.
Result<PublishReport> rollBack(Library& library, const QString& deployment, const PublishOptions& options,
                               const Task& task);
/// What verifyHost() finds on a target.
Result<Findings> verifyTarget(Library& library, const QString& target, const PublishOptions& options,
                              const Task& task);

}  // namespace offprint
