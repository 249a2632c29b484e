#include "app/cli/LiveSite.h"

#include <QFileInfo>

#include "app/cli/Console.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "exporters/images/ImageVariants.h"
#include "exporters/site/Address.h"
#include "exporters/site/Feeds.h"
#include "exporters/site/MediaType.h"
#include "exporters/site/SiteDownloads.h"
#include "exporters/site/SiteFiles.h"
#include "exporters/site/SitePictures.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {

LiveSite::LiveSite(std::unique_ptr<Library> library, SnapshotOptions options, Typesetter* typesetter)
    : library_(std::move(library)), options_(std::move(options)), typesetter_(typesetter) {}

LiveSite::~LiveSite() = default;

/// The open database would answer on although its folder was deleted or moved away.
Result<void> LiveSite::present() const {
  if (QFileInfo::exists(library_->folder() + "/library.sqlite"_L1)) return {};
  return makeError(
             ErrorCode::NotFound,
             say("The library is not there any more. Nothing is shown of it; end this server, and start it "
                 "again where the library is now."))
      .at(library_->folder());
}

/// Changes with every write to the database, whoever writes.
QString LiveSite::stamp() const {
  QString text;
  for (const QLatin1StringView name : {"library.sqlite"_L1, "library.sqlite-wal"_L1}) {
    const QFileInfo info(library_->folder() + u'/' + name);
    text += u"%1 %2;"_s.arg(info.lastModified().toMSecsSinceEpoch()).arg(info.size());
  }
  return text;
}

Result<void> LiveSite::refresh() {
  OFFPRINT_TRY(present());
  const QString now = stamp();
  if (composer_ && now == stamp_) return {};
  const Task task = consoleTask();
  task.report(say("Reading the library"));
  if (!options_.images) options_.images = std::make_shared<ImageVariants>();
  auto snapshot = SiteSnapshot::of(*library_, options_);
  if (!snapshot) return snapshot.error();
  auto theme = Theme::load((*snapshot)->site.theme, (*snapshot)->themeFolders(), (*snapshot)->themeValues());
  if (!theme) return theme.error();
  composer_ = std::make_unique<const PageComposer>(std::make_shared<const SiteMap>(*snapshot), *theme,
                                                   Typesetting{typesetter_, -1, {}});
  stamp_ = now;
  return {};
}

LiveSite::Answer LiveSite::failure(const Error& error) const {
  return {500, "text/plain; charset=utf-8", {}, error.located().toUtf8() + '\n'};
}

LiveSite::Answer LiveSite::file(Result<QByteArray> content, const QString& path) const {
  return content ? Answer{200, mediaType(path), {}, *std::move(content)} : failure(content.error());
}

LiveSite::Answer LiveSite::page(const PageEntry& entry, int status) {
  const Task task = consoleTask();
  task.report(say("Making the page %1").arg(entry.address));
  std::optional<ContentItem> item;
  if (entry.item.valid()) {
    auto loaded = library_->content().get(entry.item);
    if (!loaded) return failure(loaded.error());
    item = *std::move(loaded);
  }
  auto page = composer_->page(entry, item ? &*item : nullptr);
  return page ? Answer{status, mediaType(entry.path), {}, page->html} : failure(page.error());
}

std::optional<LiveSite::Answer> LiveSite::feed(const QString& path) {
  for (const FeedEntry& feed : composer_->map().feeds()) {
    if (path != feed.atom && path != feed.rss && path != feed.json) continue;
    const Task task = consoleTask();
    task.report(say("Making the feed %1").arg(path));
    QList<FeedItem> items;
    for (const ContentId id : feed.items) {
      const auto item = library_->content().get(id);
      if (!item) return failure(item.error());
      items += {composer_->map().item(id), composer_->feedHtml(*item)};
    }
    const FeedWriter writer(composer_->map(), feed, items);
    if (path == feed.atom) return Answer{200, "application/atom+xml; charset=utf-8", {}, writer.atom()};
    if (path == feed.rss) return Answer{200, "application/rss+xml; charset=utf-8", {}, writer.rss()};
    return Answer{200, "application/feed+json", {}, writer.json()};
  }
  return {};
}

std::optional<LiveSite::Answer> LiveSite::smallFile(const QString& path) {
  const SiteMap& map = composer_->map();
  if (path == "robots.txt"_L1) return Answer{200, mediaType(path), {}, sitefiles::robots(map)};
  if (path == "sitemap.xml"_L1 && !map.absolute(u"/"_s).isEmpty())
    return Answer{200, mediaType(path), {}, sitefiles::sitemap(map)};
  for (const Theme::Asset& asset : composer_->theme().assets())
    if (asset.path == path) return file(asset.read(), path);
  if (const auto medium = mediaSource(map.snapshot(), path)) return file(files::read(medium->file), path);
  if (auto content = composer_->downloads().content(path))
    return Answer{200, mediaType(path), {}, *std::move(content)};
  return feed(path);
}

LiveSite::Answer LiveSite::get(const QString& path) {
  const auto refreshed = refresh();
  return refreshed ? answer(path) : failure(refreshed.error());
}

LiveSite::Answer LiveSite::answer(const QString& path) {
  const SiteMap& map = composer_->map();
  if (auto found = smallFile(path.mid(1).normalized(QString::NormalizationForm_C))) return *std::move(found);
  if (const PageEntry* entry = map.pageAt(path)) {
    const bool exact = path.endsWith(u'/') || path.endsWith(".html"_L1) || path.endsWith(".htm"_L1);
    if (exact) return page(*entry, 200);
    return {301, "text/plain", address::encoded(entry->address), {}};
  }
  if (const SiteRedirect* redirect = map.redirectAt(path)) {
    const QString target = redirect->to.section(u'#', 0, 0);
    const QString fragment = redirect->to.mid(target.size());
    return {
        301,
        "text/plain",
        redirect->to.startsWith(u'/') ? address::encoded(target) + fragment.toUtf8() : redirect->to.toUtf8(),
        {}};
  }
  const PageEntry* missing = map.page(PageEntry::Type::NotFound);
  return missing ? page(*missing, 404) : Answer{404, "text/plain", {}, "Not found\n"};
}

}  // namespace offprint::cli
