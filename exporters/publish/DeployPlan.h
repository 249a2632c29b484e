#pragma once
#include <functional>
#include <QJsonObject>

#include "app/content/Finding.h"
#include "app/store/PublishRepository.h"

namespace offprint {

/// One file that is to be online, and where its bytes are now.
struct SiteFile {
  QByteArray sha256;  ///< lower-case hex
  qint64 bytes = 0;
  QString source;  ///< absolute path
};
/// By output path; NFC, "/"-separated, relative.
using SiteFiles = QMap<QString, SiteFile>;

/// One file as it lies on a host.
struct HostFile {
  qint64 bytes = -1;  ///< -1: not known
  QByteArray sha256;  ///< empty: not known
  QByteArray tag;     ///< as DeployedFile::tag
};
using HostFiles = QMap<QString, HostFile>;

/// What a publication would do to one file, and why.
struct PlannedFile {
  QString path;
  qint64 bytes = 0;
  QString reason;  ///< one sentence
};

/// What a publication would do. Nothing is in it that it would not do.
struct DeployPlan {
  QList<PlannedFile> added;
  QList<PlannedFile> changed;
  QList<PlannedFile> removed;
  QList<PlannedFile> foreign;  ///< on the host, not as we left it or not ours: kept
  int unchanged = 0;
  Findings findings;
  DeployedFiles kept;  ///< unchanged ones, as they lie on the host

  bool empty() const { return added.isEmpty() && changed.isEmpty() && removed.isEmpty(); }
  qint64 bytesToSend() const;
  /// The JSON form of cli.md.
  QJsonObject toJson() const;
  /// "2 added, 1 changed, 0 removed"
  QString counts() const;
};

/// What is known when two sites are compared.
struct Comparison {
  const SiteFiles& site;
  const HostFiles& host;
  const DeployedFiles& previous;  ///< what we left on the host the last time
  bool mayRemove = false;         ///< `previous` is the host's own list, whole
  bool useMine = false;           ///< also replace and remove what others changed since
  /// Why a file of the site is as it is now (never empty); `change` says what will be done.
  enum class Change { Add, Change, Remove };
  std::function<QString(const QString& path, Change change)> reason;
  /// The host's own name of a content, for hosts that know no SHA-256; may be null.
  std::function<QByteArray(const SiteFile&)> tagOf{};
};

/// Compares by content alone, never by time. Removes only what `previous` names and what still lies there as
/// it was left.
DeployPlan plan(const Comparison& comparison);

/// The list of our files that lies on the host beside them, written last. Visitors may be able to read it, so
/// it names no file: it holds hashes of paths, from which nobody learns the address of an unlisted page.
class HostManifest {
 public:
  HostManifest() = default;
  HostManifest(QString deployment, QString parent, const DeployedFiles& files);

  const QString& deployment() const { return deployment_; }  ///< uuid
  qsizetype size() const { return entries_.size(); }
  /// Those of `paths` that are in the list. What is in it and fits no path given is nowhere to be found.
  DeployedFiles among(const QStringList& paths) const;

  /// The host gave a file this tag. Of a file that is not in the list: nothing.
  void confirm(const QString& path, const QByteArray& tag);
  /// Corrupt when it is no such list; VersionTooNew.
  static Result<HostManifest> read(const QByteArray& json);
  QByteArray write() const;

 private:
  static QString keyOf(const QString& path);
  QString deployment_;
  QString parent_;
  QMap<QString, DeployedFile> entries_;  ///< by keyOf()
};

/// Name of that list.
inline constexpr QLatin1StringView kHostManifest{".offprint-published.json"};
/// Name of the list of what a publication is about to put on a host whose files change one after another; it
/// lies there from before the first change until the other list is written.
inline constexpr QLatin1StringView kHostBegun{".offprint-publishing.json"};

}  // namespace offprint
