#pragma once
#include <QSet>

#include "exporters/site/BuildManifest.h"
#include "exporters/site/BuildNotes.h"
#include "exporters/site/RenderPool.h"
#include "exporters/site/SiteBuilder.h"
#include "exporters/site/SiteDownloads.h"

namespace offprint {

class OutputSink;

/// One run of SiteBuilder::build(): compares with the last manifest, composes what changed, writes it in
/// order.
class SiteBuild {
 public:
  SiteBuild(const PageComposer& composer, const SiteBuilder::ItemLoader& loadItem, OutputSink& sink,
            const Task& task);
  void setLastNotes(BuildNotes notes) { lastNotes_ = std::move(notes); }
  Result<BuildReport> run();
  /// Of this run, once it is done.
  const BuildNotes& notes() const { return notes_; }

 private:
  Result<void> writePages();
  Result<void> takePage(RenderPool::Rendered rendered);
  Result<void> takeAll(RenderPool& pool);
  Result<void> writeFeeds();
  Result<void> writeFeed(const FeedEntry& feed, const QByteArray& key);
  Result<void> writeDownloads();
  Result<void> writeSmallFiles();
  Result<void> copyAssets();
  Result<void> copyMedia();
  Result<void> writePrint();
  Result<QByteArray> printed(const SiteDownloads::Print& print);
  Result<void> removeOld();

  QByteArray itemKey(ContentId id) const;
  QByteArray pageKey(const PageEntry& entry, const QStringList& linked, const QStringList& media) const;
  QByteArray siteKey() const;
  QByteArray feedItemKey(ContentId id) const;
  bool reuse(const QString& path, const QByteArray& key);
  bool reusePage(const PageEntry& entry);
  /// The note of a page that would be composed as it was and say what it said; else nullptr.
  const PageNote* standingNote(const PageEntry& entry);
  void reuseNote(const PageEntry& entry, const PageNote& note);
  void keepNote(const PageEntry& entry, const RenderedPage& page, const QByteArray& sha256);
  void tell(const Findings& findings);
  /// Tells that a file could not be made, so that nobody takes it for one that the site no longer has.
  void tellUnmade(const Finding& finding);
  /// True when the site has what a page links to: an item by "kind/slug", or an address.
  bool knows(const QString& linked) const;
  /// The page's own findings and targets: those of menus and footer are the same on every page, and told
  /// once.
  Findings ownFindings(const PageEntry& entry, const Findings& findings);
  QSet<QString> ownLinks(const PageEntry& entry, const QSet<QString>& linked);
  void leaveOut(const QString& path, const QString& code, const Error& why);
  QSet<QString> unlisted() const;
  void keepLast(const QString& path);
  /// What a page shows lies on the site with it.
  void show(const BuiltFile& page);
  Result<void> copyMedium(const MediaFile& file);
  Result<void> copyRecording(const MediaFile& file);
  Result<void> put(const QString& path, const QByteArray& content, BuiltFile built = {});
  Result<void> putCopy(const QString& path, const QString& source, const QByteArray& sha256, qint64 bytes);
  /// Files that cannot be written for their own reasons are findings; only a sink that fails stops the build.
  Result<void> settle(const QString& path, const Result<void>& written);

  const PageComposer& composer_;
  const SiteMap& map_;
  const SiteSnapshot& snapshot_;
  const SiteBuilder::ItemLoader& loadItem_;
  OutputSink& sink_;
  const Task& task_;
  BuildManifest previous_;
  BuildManifest current_;
  BuildNotes lastNotes_;
  BuildNotes notes_;
  QSet<QString> media_;     ///< paths that some page shows
  QSet<QString> pictures_;  ///< those of them that some page shows in several sizes
  QSet<QString> common_;    ///< findings and unknown targets of the home page, which comes first
  QHash<ContentId, QByteArray> feedHtml_;
  BuildReport report_;
};

}  // namespace offprint
