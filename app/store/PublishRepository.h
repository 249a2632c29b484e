#pragma once
#include <functional>
#include <optional>
#include <QByteArray>
#include <QDateTime>
#include <QJsonObject>
#include <QList>
#include <QMap>
#include <QSet>
#include <QString>

#include "app/core/Result.h"
#include "app/core/Task.h"

namespace offprint {

class Database;

/// Where the site is published: what the author typed, without any secret.
struct PublishTarget {
  QString name;          ///< unique in the library
  QString type;          ///< id of the table of publishers ("folder", "git")
  QJsonObject settings;  ///< values by the keys of that type's fields
};

/// One file as a host confirmed it.
struct DeployedFile {
  QByteArray sha256;  ///< lower-case hex
  qint64 bytes = 0;
  QByteArray tag;  ///< the host's own name of the content (Git: the blob); empty: it has none

  bool operator==(const DeployedFile&) const = default;
};
/// By output path ("articles/a/index.html").
using DeployedFiles = QMap<QString, DeployedFile>;

/// One item as it was online.
struct DeployedItem {
  QString uuid;
  QString ref;  ///< "kind/slug"
  QString title;
  qint64 version = 0;
  QString path;  ///< of its page; empty: it has none
};

/// One time the site was published, or rolled back, to a target.
struct Deployment {
  enum class Action { Publish, Rollback };

  QString uuid;
  QString parent;  ///< uuid of what was online before; empty: nothing of ours
  QString target;  ///< name
  Action action = Action::Publish;
  bool confirmed = false;  ///< the host said that it is online
  QDateTime made;          ///< UTC
  QString note;
  QString revision;  ///< the host's name of the state (Git: the commit); may be empty
  QString url;       ///< public address; may be empty
  int sent = 0;
  int removed = 0;
  int fileCount = 0;
  qint64 bytes = 0;  ///< of all its files
};

/// Targets and deployments of a library, and the bytes of deployments in `deployments/objects/<2
/// hex>/<sha256>` of its folder, each content once. Store thread, or the main thread on the command line.
class PublishRepository {
 public:
  /// Deployments of each target that can be rolled back to; the bytes of older ones are let go.
  static constexpr int kKept = 20;

  PublishRepository(Database& database, QString folder);

  Result<QList<PublishTarget>> targets() const;  ///< by name
  /// NotFound names the targets there are.
  Result<PublishTarget> target(const QString& name) const;
  /// Conflict when there is one of that name.
  Result<void> addTarget(const PublishTarget& target);
  /// Puts `target` in the place of the one called `name`; under another name its history goes with it.
  /// NotFound; Conflict when another has that name.
  Result<void> changeTarget(const QString& name, const PublishTarget& target);
  /// The history of the target stays.
  Result<void> removeTarget(const QString& name);

  /// Confirmed ones, newest first; empty `target`: of all.
  Result<QList<Deployment>> deployments(const QString& target = {}) const;
  /// By uuid, or by the beginning of one that fits no other (at least four letters).
  Result<Deployment> deployment(const QString& uuid) const;
  Result<DeployedFiles> files(const QString& uuid) const;
  Result<QList<DeployedItem>> items(const QString& uuid) const;

  /// Notes what is about to go online, not yet confirmed. Its bytes must have been stored before.
  Result<void> begin(const Deployment& deployment, const DeployedFiles& files,
                     const QList<DeployedItem>& items);
  /// The host has it; what else was begun for that target never was.
  Result<void> confirm(const QString& uuid, const QString& revision);

  /// Keeps the bytes of `source`, which must have that content (Conflict otherwise). Touches files alone: any
  /// thread.
  Result<void> store(const QByteArray& sha256, const QString& source);
  /// Where the bytes of a content lie, if they are kept.
  QString storedAt(const QByteArray& sha256) const;
  bool stored(const QByteArray& sha256, qint64 bytes) const;
  /// How much the bytes of deployments take that are kept.
  qint64 keptBytes() const;
  /// Lets bytes go that no deployment needs of those that are kept (kKept), among them all of targets that
  /// were removed, and those of a publication that was never confirmed. No publication may be storing
  /// meanwhile: what is stored and not yet begun belongs to no deployment. Returns how many bytes remain.
  Result<qint64> prune();

 private:
  Result<void> checkFree(const QString& name) const;
  Result<void> forEach(const QByteArray& where, const QString& value,
                       const std::function<void(const Deployment&)>& take) const;
  Database& db_;
  QString folder_;
};

}  // namespace offprint
