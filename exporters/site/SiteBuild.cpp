#include "exporters/site/SiteBuild.h"

#include <algorithm>
#include <QFileInfo>
#include <QJsonDocument>
#include <QTemporaryDir>

#include "app/core/FileOps.h"
#include "app/core/Sha256.h"
#include "app/core/Text.h"
#include "exporters/images/ImageVariants.h"
#include "exporters/recordings/RecordingMetadata.h"
#include "exporters/site/Feeds.h"
#include "exporters/site/OutputSink.h"
#include "exporters/site/PageFingerprint.h"
#include "exporters/site/PrintedPage.h"
#include "exporters/site/SiteCitations.h"
#include "exporters/site/SiteDownloads.h"
#include "exporters/site/SiteFiles.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Raised whenever the same page is printed otherwise.
constexpr char kPrintVersion[] = "3";

QStringList sorted(const QSet<QString>& set) {
  QStringList list(set.begin(), set.end());
  list.sort();
  return list;
}

QByteArray shortHash(const Sha256& hash) {
  return hash.result().toHex().left(32);
}

void add(Sha256& hash, const QString& text) {
  hash.addData(text.toUtf8());
  hash.addData(QByteArrayView("\0", 1));
}

/// A disk can change what it holds; junk is not published in the name of a picture.
Result<void> asStored(const QString& file, const QByteArray& sha256) {
  const auto found = files::sha256OfFile(file);
  if (!found) return found.error();
  if (found->toLatin1() == sha256) return {};
  return makeError(ErrorCode::Corrupt,
                   say("The file is not as it was stored: it was damaged on the disk. Add it "
                       "anew, or take it from a backup."))
      .at(file);
}

}  // namespace

SiteBuild::SiteBuild(const PageComposer& composer, const SiteBuilder::ItemLoader& loadItem, OutputSink& sink,
                     const Task& task)
    : composer_(composer),
      map_(composer.map()),
      snapshot_(map_.snapshot()),
      loadItem_(loadItem),
      sink_(sink),
      task_(task) {}

Result<BuildReport> SiteBuild::run() {
  OFFPRINT_TRY(sink_.begin());
  auto manifest = sink_.manifest();
  if (!manifest) return manifest.error();
  previous_ = BuildManifest::read(*manifest);
  report_.findings = map_.findings() + composer_.theme().findings();
  if (snapshot_.images) snapshot_.images->stopWith(task_);
  OFFPRINT_TRY(writePages());
  OFFPRINT_TRY(writeFeeds());
  OFFPRINT_TRY(writeDownloads());
  OFFPRINT_TRY(writeSmallFiles());
  OFFPRINT_TRY(copyAssets());
  OFFPRINT_TRY(copyMedia());
  OFFPRINT_TRY(writePrint());
  if (const auto cache = snapshot_.images ? snapshot_.images->cacheFinding() : std::nullopt) tell({*cache});
  OFFPRINT_TRY(task_.check());
  OFFPRINT_TRY(removeOld());
  current_.unlisted = unlisted();
  OFFPRINT_TRY(sink_.finish(current_.write()));
  report_.files = static_cast<int>(current_.files.size());
  report_.unchanged = report_.files - report_.written;
  return report_;
}

/// What an item's text and values are: its identity, version and last change.
QByteArray SiteBuild::itemKey(ContentId id) const {
  const ItemSummary* item = map_.item(id);
  if (!item) return {};
  return u"%1/%2/%3"_s.arg(item->uuid).arg(item->version).arg(item->modified.toMSecsSinceEpoch()).toUtf8();
}

QByteArray SiteBuild::pageKey(const PageEntry& entry, const QStringList& linked,
                              const QStringList& media) const {
  Sha256 hash;
  hash.addData(composer_.fingerprint(entry, QSet<QString>(linked.begin(), linked.end()),
                                     QSet<QString>(media.begin(), media.end())));
  hash.addData(itemKey(entry.item));
  return shortHash(hash);
}

/// What feeds depend on beside their items: the site, every address and title, every media file.
QByteArray SiteBuild::siteKey() const {
  Sha256 hash;
  hash.addData(QJsonDocument(snapshot_.site.toJson()).toJson(QJsonDocument::Compact));
  hash.addData(composer_.theme().fingerprint());
  hash.addData(composer_.typesetterVersion());
  hash.addData(composer_.citationsVersion());
  for (const PageEntry& entry : map_.pages()) {
    add(hash, entry.address);
    add(hash, entry.title);
  }
  for (const SiteRedirect& redirect : map_.redirects()) {
    add(hash, redirect.from);
    add(hash, redirect.to);
  }
  QStringList media;
  for (const MediaFile& file : snapshot_.media)
    media += file.path + u' ' + file.sha256;
  media.sort();
  add(hash, media.join(u'\n'));
  return hash.result();
}

/// A feed shows the text as the page does, with its lists, cards and pictures; of a text without a page
/// nobody has noted what it shows.
QByteArray SiteBuild::feedItemKey(ContentId id) const {
  const PageEntry* page = map_.pageOf(id);
  return itemKey(id) + (page ? current_.files.value(page->path).key : composer_.itemsVersion());
}

bool SiteBuild::reuse(const QString& path, const QByteArray& key) {
  const auto last = previous_.files.constFind(path);
  if (last == previous_.files.constEnd() || last->key.isEmpty() || last->key != key) return false;
  if (!sink_.intact(path, last->bytes, last->sha256)) return false;
  current_.files.insert(path, *last);
  return true;
}

bool SiteBuild::knows(const QString& linked) const {
  if (linked == AllItems || isMediaFolder(linked) || !citationKeyOf(linked).isEmpty()) return true;
  if (map_.itemByRef(linked) || map_.pageAt(linked) || map_.redirectAt(linked)) return true;
  const QString path = linked.mid(1);
  return path == "sitemap.xml"_L1 ||
         std::any_of(map_.feeds().begin(), map_.feeds().end(), [&path](const FeedEntry& feed) {
           return path == feed.atom || path == feed.rss || path == feed.json;
         });
}

Findings SiteBuild::ownFindings(const PageEntry& entry, const Findings& findings) {
  // The same sentence about another item's words is another finding.
  const auto key = [](const Finding& finding) { return finding.item + u'\n' + finding.message; };
  if (entry.type == PageEntry::Type::Home) {
    for (const Finding& finding : findings)
      common_.insert(key(finding));
    return findings;
  }
  Findings list;
  for (const Finding& finding : findings)
    if (!common_.contains(key(finding))) list += finding;
  return list;
}

/// What a menu entry without a page leads to is part of every fingerprint already.
QSet<QString> SiteBuild::ownLinks(const PageEntry& entry, const QSet<QString>& linked) {
  QSet<QString> own;
  for (const QString& target : linked) {
    if (entry.type == PageEntry::Type::Home && !knows(target)) common_.insert(target);
    if (entry.type == PageEntry::Type::Home || knows(target) || !common_.contains(target)) own.insert(target);
  }
  return own;
}

bool SiteBuild::reusePage(const PageEntry& entry) {
  const auto last = previous_.files.constFind(entry.path);
  if (last == previous_.files.constEnd() || last->key.isEmpty()) return false;
  const bool whole = std::all_of(last->linked.begin(), last->linked.end(),
                                 [this](const QString& linked) { return knows(linked); }) &&
                     std::all_of(last->media.begin(), last->media.end(),
                                 [this](const QString& path) { return snapshot_.media.contains(path); });
  if (!whole || !reuse(entry.path, pageKey(entry, last->linked, last->media))) return false;
  show(*last);
  return true;
}

const PageNote* SiteBuild::standingNote(const PageEntry& entry) {
  const auto last = previous_.files.constFind(entry.path);
  const auto note = lastNotes_.pages.constFind(entry.path);
  if (last == previous_.files.constEnd() || note == lastNotes_.pages.constEnd()) return nullptr;
  if (last->sha256 != note->sha256 || note->key != pageKey(entry, note->linked, note->media)) return nullptr;
  const bool asThen = std::all_of(note->linked.begin(), note->linked.end(), [&](const QString& target) {
    return knows(target) != note->missing.contains(target);
  });
  return asThen && sink_.intact(entry.path, last->bytes, last->sha256) ? &*note : nullptr;
}

void SiteBuild::reuseNote(const PageEntry& entry, const PageNote& note) {
  const BuiltFile& last = *previous_.files.constFind(entry.path);
  current_.files.insert(entry.path, last);
  notes_.pages.insert(entry.path, note);
  show(last);
  ownLinks(entry, QSet<QString>(note.linked.begin(), note.linked.end()));
  tell(ownFindings(entry, note.findings));
}

void SiteBuild::keepNote(const PageEntry& entry, const RenderedPage& page, const QByteArray& sha256) {
  // What the web engine could not do this time it may do the next time.
  const auto undrawn = [](const Finding& finding) {
    return finding.code == "typeset.unavailable"_L1 || finding.code == "typeset.slow"_L1;
  };
  if (std::any_of(page.findings.begin(), page.findings.end(), undrawn)) return;
  PageNote note{sha256, {}, sorted(page.linked), {}, sorted(page.media), page.findings};
  for (const QString& target : std::as_const(note.linked))
    if (!knows(target)) note.missing += target;
  note.key = pageKey(entry, note.linked, note.media);
  notes_.pages.insert(entry.path, note);
}

void SiteBuild::tell(const Findings& findings) {
  for (const Finding& finding : findings)
    if (!report_.findings.contains(finding)) report_.findings += finding;
}

void SiteBuild::tellUnmade(const Finding& finding) {
  tell({finding});
  if (!report_.unmade.contains(finding)) report_.unmade += finding;
}

Result<void> SiteBuild::writePages() {
  RenderPool pool(composer_);
  qint64 done = 0;
  for (const PageEntry& entry : map_.pages()) {
    OFFPRINT_TRY(task_.check());
    task_.report(say("Pages"), ++done, map_.pages().size());
    if (reusePage(entry)) continue;
    if (const PageNote* note = standingNote(entry)) {
      OFFPRINT_TRY(takeAll(pool));  // findings are told in the order of the pages
      reuseNote(entry, *note);
      continue;
    }
    std::optional<ContentItem> item;
    if (entry.item.valid()) {
      auto loaded = loadItem_(entry.item);
      if (!loaded) {
        tellUnmade({Finding::Level::Error,
                    u"page.failed"_s,
                    say("The page %1 was not made: %2").arg(entry.address, loaded.error().message),
                    map_.item(entry.item)->ref(),
                    {},
                    0});
        keepLast(entry.path);
        continue;
      }
      item = *std::move(loaded);
    }
    if (pool.full()) OFFPRINT_TRY(takePage(pool.next()));
    pool.start(entry, std::move(item));
  }
  return takeAll(pool);
}

Result<void> SiteBuild::takeAll(RenderPool& pool) {
  while (!pool.empty())
    OFFPRINT_TRY(takePage(pool.next()));
  return {};
}

Result<void> SiteBuild::takePage(RenderPool::Rendered rendered) {
  OFFPRINT_TRY(task_.check());  // a page that was composed meanwhile may not be drawn as a whole
  const PageEntry& entry = *rendered.entry;
  if (!rendered.page) {
    const ItemSummary* item = map_.item(entry.item);
    tellUnmade({Finding::Level::Error,
                u"page.failed"_s,
                say("The page %1 was not made: %2").arg(entry.address, rendered.page.error().located()),
                item ? item->ref() : QString(),
                {},
                0});
    keepLast(entry.path);
    return {};
  }
  RenderedPage& page = *rendered.page;
  if (page.pending) OFFPRINT_TRY(task_.check());  // its pictures were not made any more
  const Findings findings = ownFindings(entry, page.findings);
  tell(findings);
  BuiltFile built;
  built.sha256 = rendered.sha256;
  for (const QString& path : sorted(page.media))
    if (snapshot_.media.contains(path)) built.media += path;
  built.pictures = sorted(page.pictures);
  show(built);
  // The manifest is published with the site: findings, and names of what the site does not have, go into the
  // notes.
  const QSet<QString> linked = ownLinks(entry, page.linked);
  if (findings.isEmpty() && built.media.size() == page.media.size() &&
      std::all_of(linked.begin(), linked.end(), [this](const QString& target) { return knows(target); })) {
    built.linked = sorted(linked);
    built.key = pageKey(entry, built.linked, built.media);
  } else {
    keepNote(entry, page, built.sha256);
  }
  return put(entry.path, page.html, built);
}

/// A page that cannot be made leaves its last version where it is.
/// A file that cannot be made: the copy of the last build stays.
void SiteBuild::leaveOut(const QString& path, const QString& code, const Error& why) {
  const bool stays = previous_.files.contains(path);
  const QString message = stays ? say("“%1” could not be copied, so the site keeps its last copy: %2")
                                : say("“%1” is not on the site: %2");
  tellUnmade({Finding::Level::Error, code, message.arg(path, why.message), {}, why.file, 0});
  keepLast(path);
}

/// Those of the files that show an unlisted item, or lead to one.
QSet<QString> SiteBuild::unlisted() const {
  QSet<QString> paths;
  for (const PageEntry& entry : map_.pages()) {
    const ItemSummary* item = map_.item(entry.item);
    if (item && !isListed(*item)) paths.insert(entry.path);
  }
  for (const SiteRedirect& redirect : map_.redirects())
    if (sitefiles::toUnlisted(map_, redirect)) paths.insert(redirect.path);
  return paths;
}

void SiteBuild::keepLast(const QString& path) {
  const auto last = previous_.files.constFind(path);
  if (last == previous_.files.constEnd()) return;
  current_.files.insert(path, *last);
  current_.files[path].key.clear();
  show(*last);
}

void SiteBuild::show(const BuiltFile& page) {
  for (const QString& path : page.media)
    if (snapshot_.media.contains(path)) media_.insert(path);
  for (const QString& path : page.pictures)
    if (snapshot_.media.contains(path)) pictures_.insert(path);
}

Result<void> SiteBuild::put(const QString& path, const QByteArray& content, BuiltFile built) {
  if (built.sha256.isEmpty()) built.sha256 = files::sha256(content).toLatin1();
  built.bytes = content.size();
  const auto last = previous_.files.constFind(path);
  if (last != previous_.files.constEnd() && last->sha256 == built.sha256 &&
      sink_.intact(path, built.bytes, built.sha256)) {
    current_.files.insert(path, built);
    return {};
  }
  const auto written = sink_.write(path, content);
  if (written) {
    current_.files.insert(path, built);
    ++report_.written;
  }
  return settle(path, written);
}

Result<void> SiteBuild::putCopy(const QString& path, const QString& source, const QByteArray& sha256,
                                qint64 bytes) {
  BuiltFile built;
  built.sha256 = sha256;
  built.bytes = bytes;
  const auto last = previous_.files.constFind(path);
  if (last != previous_.files.constEnd() && last->sha256 == sha256 && sink_.intact(path, bytes, sha256)) {
    current_.files.insert(path, built);
    return {};
  }
  // What cannot be read, or is not what was stored, is left out and told; all the rest is a site.
  if (const auto whole = asStored(source, sha256); !whole) {
    leaveOut(path, u"file.not-written"_s, whole.error());
    return {};
  }
  const auto written = sink_.copy(path, source);
  if (written) {
    current_.files.insert(path, built);
    ++report_.written;
  }
  return settle(path, written);
}

Result<void> SiteBuild::settle(const QString& path, const Result<void>& written) {
  if (written) return {};
  const ErrorCode code = written.error().code;
  if (code != ErrorCode::Conflict && code != ErrorCode::NotFound) return written.error();
  tellUnmade(
      {Finding::Level::Error, u"file.not-written"_s, written.error().message, {}, written.error().file, 0});
  return {};
}

Result<void> SiteBuild::writeFeeds() {
  QByteArray site = siteKey();
  for (const QString& path : sorted(pictures_)) {
    if (const auto image = snapshot_.published(snapshot_.media.value(path))) site += image->toJson();
  }
  qint64 done = 0;
  for (const FeedEntry& feed : map_.feeds()) {
    OFFPRINT_TRY(task_.check());
    task_.report(say("Feeds"), ++done, map_.feeds().size());
    Sha256 hash;
    hash.addData(site);
    add(hash, feed.title);
    for (const ContentId id : feed.items)
      hash.addData(feedItemKey(id) + '\n');
    const QByteArray key = shortHash(hash);
    if (reuse(feed.atom, key) && reuse(feed.rss, key) && reuse(feed.json, key)) continue;
    OFFPRINT_TRY(writeFeed(feed, key));
  }
  feedHtml_.clear();
  return {};
}

Result<void> SiteBuild::writeFeed(const FeedEntry& feed, const QByteArray& key) {
  QList<FeedItem> items;
  for (const ContentId id : feed.items) {
    if (!feedHtml_.contains(id)) {
      auto item = loadItem_(id);
      if (!item) continue;  // reported with its page
      feedHtml_.insert(id, composer_.feedHtml(*item));
    }
    items += {map_.item(id), feedHtml_.value(id)};
  }
  const FeedWriter writer(map_, feed, items);
  BuiltFile built;
  if (items.size() == feed.items.size()) built.key = key;
  OFFPRINT_TRY(put(feed.atom, writer.atom(), built));
  OFFPRINT_TRY(put(feed.rss, writer.rss(), built));
  return put(feed.json, writer.json(), built);
}

Result<void> SiteBuild::writeDownloads() {
  const SiteDownloads& downloads = composer_.downloads();
  for (const QString& path : downloads.paths()) {
    OFFPRINT_TRY(task_.check());
    OFFPRINT_TRY(put(path, downloads.content(path).value_or(QByteArray())));
  }
  return {};
}

Result<void> SiteBuild::writeSmallFiles() {
  const QByteArray sitemap = sitefiles::sitemap(map_);
  if (!sitemap.isEmpty()) OFFPRINT_TRY(put(u"sitemap.xml"_s, sitemap));
  OFFPRINT_TRY(put(u"robots.txt"_s, sitefiles::robots(map_)));
  for (const SiteRedirect& redirect : map_.redirects()) {
    OFFPRINT_TRY(task_.check());
    OFFPRINT_TRY(put(redirect.path, sitefiles::redirectPage(map_, redirect)));
  }
  const QByteArray redirects = sitefiles::hostRedirects(map_);
  if (!redirects.isEmpty()) OFFPRINT_TRY(put(u"_redirects"_s, redirects));
  return {};
}

Result<void> SiteBuild::copyAssets() {
  for (const Theme::Asset& asset : composer_.theme().assets()) {
    OFFPRINT_TRY(task_.check());
    if (asset.file.isEmpty()) {
      OFFPRINT_TRY(put(asset.path, asset.content));
    } else {
      OFFPRINT_TRY(putCopy(asset.path, asset.file, asset.fingerprint, QFileInfo(asset.file).size()));
    }
  }
  return {};
}

Result<void> SiteBuild::copyMedia() {
  qint64 done = 0;
  for (const QString& path : sorted(media_)) {
    OFFPRINT_TRY(task_.check());
    task_.report(say("Media"), ++done, media_.size());
    OFFPRINT_TRY(copyMedium(snapshot_.media.value(path)));
  }
  return {};
}

/// Cameras and recorders note where they are and which they are: that is for the author alone.
Result<void> SiteBuild::copyRecording(const MediaFile& file) {
  const QString source = snapshot_.mediaFile(file);
  const auto edits = recordingEdits(source);
  if (!edits) return putCopy(file.path, source, file.sha256.toLatin1(), file.bytes);
  if (!edits->known || !edits->whole) {
    const QString message =
        edits->known
            ? say("“%1” could not be read to its end, so it may still tell where and with what it was "
                  "recorded. It is on the site as far as it could be cleaned. Save it anew with a "
                  "video or sound editor.")
            : say("“%1” is of a format that Offprint cannot look into. It is on the site as it is; "
                  "when it may tell where it was recorded, save it as MP4, WebM, MP3 or WAV.");
    tell({{edits->known ? Finding::Level::Warning : Finding::Level::Note,
           u"recording.not-cleaned"_s,
           message.arg(file.path),
           {},
           {},
           0}});
  }
  if (edits->empty()) return putCopy(file.path, source, file.sha256.toLatin1(), file.bytes);
  const QByteArray key = files::sha256(u"recording %1 %2"_s.arg(kRecordingVersion).arg(file.sha256).toUtf8())
                             .left(32)
                             .toLatin1();
  if (reuse(file.path, key)) return {};
  const QTemporaryDir large(u"/var/tmp/offprint-XXXXXX"_s);  // a video may be too large for the other place
  const QTemporaryDir folder(large.isValid() ? large.filePath(u"XXXXXX"_s) : QString());
  const QString clean = folder.filePath(u"clean"_s);
  Result<void> made = asStored(source, file.sha256.toLatin1());
  if (made) made = offprint::copyRecording(source, clean, *edits);
  const auto sha256 = made ? files::sha256OfFile(clean) : Result<QString>(made.error());
  if (!sha256) {
    leaveOut(file.path, u"recording.not-made"_s, sha256.error());
    return {};
  }
  OFFPRINT_TRY(putCopy(file.path, clean, sha256->toLatin1(), file.bytes));
  if (const auto built = current_.files.find(file.path); built != current_.files.end()) built->key = key;
  return {};
}

Result<void> SiteBuild::copyMedium(const MediaFile& file) {
  if (file.mimeType.startsWith("video/"_L1) || file.mimeType.startsWith("audio/"_L1))
    return copyRecording(file);
  const auto image = snapshot_.published(file);
  if (!image) return putCopy(file.path, snapshot_.mediaFile(file), file.sha256.toLatin1(), file.bytes);
  if (image->pending) return task_.check();
  if (image->error) {
    tellUnmade(*image->finding(file.path));
    keepLast(file.path);
    return {};
  }
  OFFPRINT_TRY(putCopy(file.path, snapshot_.publishedFile(file, image.get()), image->original.sha256,
                       image->original.bytes));
  if (!pictures_.contains(file.path)) return {};
  for (const ImageFile& each : image->derived()) {
    OFFPRINT_TRY(putCopy(derivedPath(file.path, file.sha256, each), snapshot_.images->derivedFile(file, each),
                         each.sha256, each.bytes));
  }
  return {};
}

/// The CV as PDF, printed again when its page, the theme or a picture on it is another.
Result<void> SiteBuild::writePrint() {
  const auto& print = composer_.downloads().print();
  if (!print || !composer_.typesetter()) return {};
  const BuiltFile shown = current_.files.value(print->page->path);
  if (shown.sha256.isEmpty()) return {};  // reported with the page
  Sha256 hash;
  hash.addData(shown.sha256 + composer_.theme().fingerprint() + kPrintVersion);
  hash.addData(print->changed.toUTC().toString(Qt::ISODate).toLatin1());
  for (const QString& path : shown.media)
    hash.addData(snapshot_.media.value(path).sha256.toLatin1());
  const QByteArray key = shortHash(hash);
  if (reuse(print->path, key)) return {};
  task_.report(say("Printing the CV"));
  const auto pdf = printed(*print);
  if (pdf) return put(print->path, *pdf, BuiltFile{{}, 0, key, {}, {}, {}});
  if (pdf.error().code == ErrorCode::Cancelled) return pdf.error();
  tellUnmade({Finding::Level::Error, u"cv.pdf"_s, pdf.error().located(), {}, print->path, 0});
  keepLast(print->path);
  return {};
}

Result<QByteArray> SiteBuild::printed(const SiteDownloads::Print& print) {
  std::optional<ContentItem> text;
  if (print.page->item.valid()) {
    auto loaded = loadItem_(print.page->item);
    if (!loaded) return loaded.error();
    text = *std::move(loaded);
  }
  const auto page = composer_.page(*print.page, text ? &*text : nullptr);
  return page ? printedPage(composer_, *page, print.changed, task_) : Result<QByteArray>(page.error());
}

Result<void> SiteBuild::removeOld() {
  const auto drop = [this](const QString& path) -> Result<void> {
    if (current_.files.contains(path)) return {};
    OFFPRINT_TRY(sink_.remove(path));
    ++report_.removed;
    return {};
  };
  for (auto file = previous_.files.keyBegin(); file != previous_.files.keyEnd(); ++file)
    OFFPRINT_TRY(drop(*file));
  for (const QString& path : sink_.leftovers())
    OFFPRINT_TRY(drop(path));
  return {};
}

}  // namespace offprint
