#include "exporters/publish/DeployPlan.h"

#include <algorithm>
#include <QJsonArray>
#include <QJsonDocument>

#include "app/core/FileOps.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int kVersion = 1;
constexpr QLatin1StringView kFormat{"offprint-published"};

QJsonArray rows(const QList<PlannedFile>& files) {
  QJsonArray list;
  for (const PlannedFile& file : files)
    list += QJsonObject{{u"path"_s, file.path}, {u"bytes"_s, file.bytes}, {u"reason"_s, file.reason}};
  return list;
}

/// The work of plan().
class Planning {
 public:
  explicit Planning(const Comparison& given) : given_(given) {}

  DeployPlan run() {
    for (auto file = given_.site.begin(); file != given_.site.end(); ++file)
      place(file.key(), *file);
    for (auto file = given_.previous.begin(); file != given_.previous.end(); ++file)
      if (!given_.site.contains(file.key())) takeAway(file.key(), *file);
    for (auto file = given_.host.begin(); file != given_.host.end(); ++file)
      if (!given_.site.contains(file.key()) && !given_.previous.contains(file.key()) &&
          file.key() != kHostManifest)
        plan_.foreign.append({file.key(), file->bytes, say("Not written by Offprint; it is kept.")});
    return std::move(plan_);
  }

 private:
  /// Whether the host's file is what we left there.
  static bool asLeft(const HostFile& host, const DeployedFile& left) {
    return host.sha256.isEmpty() ? !host.tag.isEmpty() && host.tag == left.tag : host.sha256 == left.sha256;
  }
  bool same(const SiteFile& file, const HostFile& host, const DeployedFile& left) const {
    if (!host.sha256.isEmpty()) return host.sha256 == file.sha256;
    if (asLeft(host, left)) return left.sha256 == file.sha256;
    return given_.tagOf && !host.tag.isEmpty() && given_.tagOf(file) == host.tag;
  }

  void place(const QString& path, const SiteFile& file) {
    const auto host = given_.host.constFind(path);
    const DeployedFile left = given_.previous.value(path);
    if (host == given_.host.constEnd()) {
      if (const QString blocker = inTheWay(path); !blocker.isEmpty()) return block(path, blocker);
      const bool lost = given_.previous.contains(path);
      plan_.added.append({path, file.bytes,
                          lost ? say("It is missing on the host and is sent again.")
                               : given_.reason(path, Comparison::Change::Add)});
    } else if (same(file, *host, left)) {
      ++plan_.unchanged;
      plan_.kept.insert(path, {file.sha256, file.bytes, host->tag});
    } else if (asLeft(*host, left)) {
      plan_.changed.append({path, file.bytes, given_.reason(path, Comparison::Change::Change)});
    } else if (given_.useMine) {
      plan_.changed.append({path, file.bytes, say("It was changed on the host and is replaced, as asked.")});
    } else {
      plan_.foreign.append({path, host->bytes,
                            given_.previous.contains(path)
                                ? say("It was changed on the host since it was published; it is kept.")
                                : say("It lay on the host before; it is kept instead of the site's.")});
      warn(u"host.changed"_s, path,
           say("Another file of this name lies on the host and is kept, so the site's own is not online. "
               "Move it away there, or let yours replace it."));
    }
  }

  void takeAway(const QString& path, const DeployedFile& left) {
    const auto host = given_.host.constFind(path);
    if (host == given_.host.constEnd()) return;  // what is gone already needs no removing
    if (!given_.mayRemove) {
      plan_.foreign.append({path, host->bytes, say("The host has no list of our files, so it is kept.")});
    } else if (asLeft(*host, left) || given_.useMine) {
      plan_.removed.append({path, left.bytes, given_.reason(path, Comparison::Change::Remove)});
    } else {
      plan_.foreign.append(
          {path, host->bytes, say("It was changed on the host since it was published; it is kept.")});
    }
  }

  /// A file of the host that is where the site needs a folder, or the first below what it needs as a file.
  QString inTheWay(const QString& path) const {
    for (qsizetype slash = path.indexOf(u'/'); slash >= 0; slash = path.indexOf(u'/', slash + 1)) {
      const QString parent = path.left(slash);
      if (given_.host.contains(parent) && !goes(parent)) return parent;
    }
    const auto below = given_.host.lowerBound(path + u'/');
    return below != given_.host.end() && below.key().startsWith(path + u'/') && !goes(below.key())
               ? below.key()
               : QString();
  }
  bool goes(const QString& path) const {
    const auto left = given_.previous.constFind(path);
    return left != given_.previous.constEnd() && given_.mayRemove && !given_.site.contains(path) &&
           asLeft(given_.host.value(path), *left);
  }
  void block(const QString& path, const QString& blocker) {
    plan_.findings.append(
        {Finding::Level::Error,
         u"host.in-the-way"_s,
         say("It cannot be published: \"%1\" on the host is not ours and is in its way. Move "
             "that away.")
             .arg(blocker),
         {},
         path,
         0});
  }
  void warn(const QString& code, const QString& path, const QString& message) {
    plan_.findings.append({Finding::Level::Warning, code, message, {}, path, 0});
  }

  const Comparison& given_;
  DeployPlan plan_;
};

}  // namespace

qint64 DeployPlan::bytesToSend() const {
  qint64 bytes = 0;
  for (const QList<PlannedFile>* list : {&added, &changed})
    for (const PlannedFile& file : *list)
      bytes += file.bytes;
  return bytes;
}

QJsonObject DeployPlan::toJson() const {
  QJsonArray list;
  for (const Finding& finding : findings)
    list += finding.toJson();
  return {{u"added"_s, rows(added)},   {u"changed"_s, rows(changed)}, {u"removed"_s, rows(removed)},
          {u"unchanged"_s, unchanged}, {u"foreign"_s, rows(foreign)}, {u"findings"_s, list}};
}

QString DeployPlan::counts() const {
  return say("%1 added, %2 changed, %3 removed").arg(added.size()).arg(changed.size()).arg(removed.size());
}

DeployPlan plan(const Comparison& comparison) {
  return Planning(comparison).run();
}

HostManifest::HostManifest(QString deployment, QString parent, const DeployedFiles& files)
    : deployment_(std::move(deployment)), parent_(std::move(parent)) {
  for (auto file = files.begin(); file != files.end(); ++file)
    entries_.insert(keyOf(file.key()), *file);
}

QString HostManifest::keyOf(const QString& path) {
  return files::sha256(path.toUtf8()).left(32);
}

DeployedFiles HostManifest::among(const QStringList& paths) const {
  DeployedFiles found;
  for (const QString& path : paths) {
    const auto entry = entries_.constFind(keyOf(path));
    if (entry != entries_.constEnd()) found.insert(path, *entry);
  }
  return found;
}

void HostManifest::confirm(const QString& path, const QByteArray& tag) {
  const auto entry = entries_.find(keyOf(path));
  if (entry != entries_.end()) entry->tag = tag;
}

Result<HostManifest> HostManifest::read(const QByteArray& json) {
  const QJsonObject root = QJsonDocument::fromJson(json).object();
  if (root.value("format"_L1).toString() != kFormat)
    return makeError(ErrorCode::Corrupt, say("The list of published files on the host is damaged."))
        .at(kHostManifest);
  if (root.value("version"_L1).toInt() > kVersion)
    return makeError(ErrorCode::VersionTooNew,
                     say("A newer Offprint published to this host. Nothing was changed. Update Offprint."))
        .at(kHostManifest);
  HostManifest manifest;
  manifest.deployment_ = root.value("deployment"_L1).toString();
  manifest.parent_ = root.value("parent"_L1).toString();
  const QJsonObject files = root.value("files"_L1).toObject();
  for (auto file = files.begin(); file != files.end(); ++file) {
    const QJsonObject values = file->toObject();
    manifest.entries_.insert(
        file.key(), {values.value("sha256"_L1).toString().toLatin1(), values.value("bytes"_L1).toInteger(),
                     values.value("tag"_L1).toString().toLatin1()});
  }
  return manifest;
}

QByteArray HostManifest::write() const {
  QJsonObject list;
  for (auto file = entries_.begin(); file != entries_.end(); ++file) {
    QJsonObject values{{u"sha256"_s, QString::fromLatin1(file->sha256)}, {u"bytes"_s, file->bytes}};
    if (!file->tag.isEmpty()) values.insert(u"tag"_s, QString::fromLatin1(file->tag));
    list.insert(file.key(), values);
  }
  return QJsonDocument(QJsonObject{{u"format"_s, kFormat},
                                   {u"version"_s, kVersion},
                                   {u"deployment"_s, deployment_},
                                   {u"parent"_s, parent_},
                                   {u"files"_s, list}})
      .toJson(QJsonDocument::Compact);
}

}  // namespace offprint
