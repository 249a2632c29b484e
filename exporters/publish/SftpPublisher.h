#pragma once
#include <map>
#include <QSet>
#include <QTemporaryDir>

#include "exporters/publish/Publisher.h"
#include "exporters/publish/SftpLock.h"
#include "exporters/publish/SftpSite.h"
#include "exporters/publish/SftpUploads.h"

namespace offprint::sftp {

/// kHostManifest in the bytes of this protocol.
inline QByteArray manifestPath() {
  return QByteArray(kHostManifest.data(), kHostManifest.size());
}

/// A site on a host that is reached by SFTP (the ways: sftp::Site). A host names no content, so every file
/// that is sent gets the same time of change, one that no other file there has; a file that has the size and
/// the time of our list is the one we left, others are read back. What was sent whole before a connection
/// was lost is not sent again, in this publication or the next.
class SftpPublisher : public Publisher {
 public:
  SftpPublisher(Settings settings, SecretSource secrets)
      : settings_(std::move(settings)), secrets_(std::move(secrets)) {}
  SftpPublisher(const SftpPublisher&) = delete;
  SftpPublisher& operator=(const SftpPublisher&) = delete;
  ~SftpPublisher() override;

  Result<HostState> open(Access access, const Task& task) override;
  Result<void> identify(HostFiles& files, const QStringList& paths, const Task& task) override;
  QByteArray tagOf(const SiteFile& file) const override;
  Result<void> stage(const QString& path, const SiteFile& file, const Task& task) override;
  Result<void> stageRemoval(const QString& path) override;
  Result<void> verify(const DeployedFiles& files, const QByteArray& manifest, const QString& message,
                      const Task& task) override;
  Result<Switched> switchOver(const Task& task) override;

 private:
  static constexpr const char* kBegun = "begun";

  Result<void> connect(const Task& task);
  Result<std::optional<QByteArray>> readBegun(const Task& task);
  Result<void> reconnect(const Task& task);
  Result<void> prepare(const Task& task);
  Result<void> makeBox(const Task& task);
  Result<void> sweep(const Task& task);
  Result<void> letReleasesGo(const Task& task);
  Result<Tree> visible(const Task& task);
  void chooseTime();
  Result<void> unchanged(const Task& task);
  Result<void> findSent(const Task& task);
  void begin(const QByteArray& path, Parcel& parcel);
  void takeUp(const QByteArray& path, Parcel& parcel, const Entry& leftover);
  Result<void> stageManifest(const QByteArray& manifest);
  Result<void> checkBox(const Task& task);
  Result<void> build(const DeployedFiles& wanted, const Task& task);
  QList<QByteArray> kept() const;
  Result<void> makeNextFolders(const Task& task);
  Result<void> fill(const Tree& there, const Task& task);
  Result<void> keepLink(const QByteArray& path, const Task& task);
  Result<void> checkBuilt(const DeployedFiles& wanted, const Task& task);
  Result<void> showRelease(const Task& task);
  Result<void> exchangeFiles(const Task& task);
  Result<void> placeTurn(int turn, const Task& task);
  Result<void> takeAway(const QList<QByteArray>& paths, const Task& task);
  QList<QByteArray> inTheWay() const;
  Result<void> cleanUp(const Task& task);
  Error told(const Error& error, const Task& task);

  QByteArray at(const QByteArray& path) const { return site_.root + '/' + path; }
  /// In the folder that is filled; empty: the folder itself.
  QByteArray next(const QByteArray& path) const {
    return site_.release(made_) + ".part" + (path.isEmpty() ? path : '/' + path);
  }
  bool ours(const Entry& entry, const Parcel& parcel) const {
    return entry.bytes == parcel.file.bytes && entry.modified == time_;
  }

  Settings settings_;
  SecretSource secrets_;
  std::unique_ptr<HostLock> lock_;
  Site site_;
  Tree before_;                        ///< the visible site when it was looked at
  DeployedFiles left_;                 ///< what our list said of it
  DeployedFiles begun_;                ///< what one that did not come to its end meant to put there
  qint64 time_ = 0;                    ///< of every file that is sent; 0: nothing is
  std::map<QByteArray, Parcel> sent_;  ///< by path in the site
  Tree leftover_;                      ///< whole files in the box by boxHash(), of one that was cut off
  QList<QByteArray> removed_;
  QTemporaryDir here_;       ///< the manifest on its way
  QByteArray made_;          ///< Releases: name of the new folder
  bool exchanging_ = false;  ///< Stepwise: some files are in their place already
  bool done_ = false;
  std::unique_ptr<Line> line_;  ///< ends before everything that its answers touch
  std::unique_ptr<Uploads> uploads_;
};

}  // namespace offprint::sftp
