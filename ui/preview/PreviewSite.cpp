#include "ui/preview/PreviewSite.h"

#include <algorithm>
#include <limits>
#include <QMimeDatabase>
#include <QRegularExpression>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "exporters/site/SitePictures.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Milliseconds that a page waits for what is not drawn yet: less than what one sees as a delay.
constexpr int kPatience = 60;

/// Stands for an item that has no row yet.
constexpr ContentId newItem{std::numeric_limits<qint64>::max()};

ContentId idOf(const ContentItem& item) {
  return item.id.valid() ? item.id : newItem;
}

bool sameValues(const ItemSummary& row, const ContentItem& item) {
  return row.kind == item.kind && row.title == item.title && row.slug == item.slug &&
         row.status == item.status && row.date == item.date && row.updated == item.updated &&
         row.publishAt == item.publishAt && row.language == item.language && row.summary == item.summary &&
         row.authors == item.authors && row.tags == item.tags && row.topics == item.topics &&
         row.series == item.series && row.seriesPart == item.seriesPart && row.pinned == item.pinned &&
         row.cover == item.cover && row.coverAlt == item.coverAlt && row.aliases == item.aliases &&
         row.permalink == item.permalink && row.fields == item.fields;
}

QByteArray mimeOf(const QString& path) {
  if (path.endsWith(u".woff2")) return "font/woff2";
  if (path.endsWith(u".js") || path.endsWith(u".mjs")) return "text/javascript";
  return QMimeDatabase().mimeTypeForFile(path, QMimeDatabase::MatchExtension).name().toLatin1();
}

Result<Served> served(Result<QByteArray> content, const QByteArray& mimeType) {
  if (!content) return content.error();
  return Served{std::move(*content), mimeType};
}

/// Drafts have their pages alone, as unlisted items do: the lists, neighbours and related items of a page are
/// those that readers will see.
std::shared_ptr<SiteSnapshot> withDraftsUnlisted(const SiteSnapshot& stored) {
  auto shown = std::make_shared<SiteSnapshot>(stored);
  for (ItemSummary& item : shown->items)
    if (!isPublic(item, shown->now)) item.status = Status::Unlisted;
  shown->collect(stored.topics, stored.tags, stored.series);
  return shown;
}

}  // namespace

PreviewSite::PreviewSite(std::shared_ptr<const SiteSnapshot> stored,
                         std::shared_ptr<const SiteSnapshot> shown, std::shared_ptr<const Theme> theme,
                         Typesetter* typesetter)
    : stored_(std::move(stored)),
      shown_(std::move(shown)),
      theme_(std::move(theme)),
      typesetter_(typesetter),
      composer_(std::make_shared<SiteMap>(shown_), theme_, Typesetting{typesetter, kPatience, {}}) {}

Result<std::shared_ptr<const PreviewSite>> PreviewSite::create(std::shared_ptr<const SiteSnapshot> snapshot,
                                                               const PreviewSite* before,
                                                               Typesetter* typesetter) {
  std::shared_ptr<const Theme> theme;
  if (before && before->theme_->id() == snapshot->site.theme &&
      before->stored_->themeValues() == snapshot->themeValues() &&
      before->stored_->libraryThemes == snapshot->libraryThemes) {
    theme = before->theme_;
  } else {
    auto loaded = Theme::load(snapshot->site.theme, snapshot->themeFolders(), snapshot->themeValues());
    if (!loaded) return loaded.error();
    theme = *loaded;
  }
  return std::shared_ptr<const PreviewSite>(
      new PreviewSite(snapshot, withDraftsUnlisted(*snapshot), theme, typesetter));
}

std::shared_ptr<const PreviewSite> PreviewSite::showingNone() const {
  if (!edited_.valid()) return shared_from_this();
  return std::shared_ptr<const PreviewSite>(
      new PreviewSite(stored_, withDraftsUnlisted(*stored_), theme_, typesetter_));
}

std::shared_ptr<const PreviewSite> PreviewSite::showing(const ContentItem& item) const {
  const ContentId id = idOf(item);
  const ItemSummary* row = composer_.map().item(id);
  if (row && sameValues(*row, item)) return shared_from_this();
  const auto changed = withDraftsUnlisted(*stored_);
  ItemSummary summary = summarize(item);
  summary.id = id;
  // A new item gets its slug when it is first stored; until then its page lies somewhere all the same.
  if (summary.slug.isEmpty()) summary.slug = u"new-item"_s;
  auto old = std::find_if(changed->items.begin(), changed->items.end(),
                          [id](const ItemSummary& each) { return each.id == id; });
  if (old == changed->items.end()) {
    changed->items.prepend(summary);
  } else {
    *old = summary;
  }
  changed->collect(stored_->topics, stored_->tags, stored_->series);
  changed->sortItems();
  auto site = std::shared_ptr<PreviewSite>(new PreviewSite(stored_, changed, theme_, typesetter_));
  site->edited_ = id;
  return site;
}

Result<RenderedPage> PreviewSite::item(const ContentItem& item) const {
  ContentItem shown = item;
  shown.id = idOf(item);
  const PageEntry* entry = composer_.map().pageOf(shown.id);
  if (!entry) {
    const ContentKind* kind = shown_->kinds->find(item.kind);
    return makeError(ErrorCode::Unsupported,
                     say("%1 have no pages of their own; they appear in the site's lists.")
                         .arg(kind ? kind->plural : item.kind));
  }
  if (const ItemSummary* row = composer_.map().item(shown.id)) shown.slug = row->slug;
  return entry->type == PageEntry::Type::Item ? composer_.item(*entry, shown)
                                              : composer_.page(*entry, &shown);
}

QByteArray PreviewSite::feedHtml(const ContentItem& item) const {
  ContentItem shown = item;
  shown.id = idOf(item);
  if (const ItemSummary* row = composer_.map().item(shown.id)) shown.slug = row->slug;
  return composer_.feedHtml(shown);
}

Result<RenderedPage> PreviewSite::list(const QString& address) const {
  const PageEntry* entry = composer_.map().pageAt(address);
  if (!entry || entry->type == PageEntry::Type::Item) {
    return makeError(ErrorCode::NotFound, say("The site has no page at %1.").arg(address));
  }
  return composer_.page(*entry, nullptr);
}

Result<Served> PreviewSite::read(const QString& path) const {
  for (const Theme::Asset& asset : theme_->assets()) {
    if (asset.path == path) return served(asset.read(), mimeOf(path));
  }
  static const QRegularExpression face(u"^-window/([a-z0-9-]+\\.ttf)$"_s);
  if (const auto own = face.match(path); own.hasMatch())
    return served(files::read(shown_->builtInThemes + u"/../appearance/fonts/"_s + own.captured(1)),
                  "font/ttf");
  if (const auto medium = mediaSource(*shown_, path))
    return served(files::read(medium->file), medium->mimeType);
  const Result<RenderedPage> page = list(u'/' + path);
  if (!page) return page.error();
  return Served{page->html, "text/html"};
}

}  // namespace offprint
