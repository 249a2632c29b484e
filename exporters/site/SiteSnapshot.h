#pragma once
#include <memory>
#include <QDateTime>
#include <QHash>
#include <QList>
#include <QMap>
#include <QString>

#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/content/Site.h"
#include "app/core/Result.h"
#include "app/store/Repositories.h"
#include "exporters/theme/ThemeFolders.h"

namespace offprint {

class ImageVariants;
class Library;
struct PublishedImage;

struct SnapshotOptions {
  bool drafts = false;  ///< `--drafts`, and the preview: items that are not public are part of the site
  QString theme;        ///< overrides the site's
  QString baseUrl;      ///< overrides the site's
  std::shared_ptr<ImageVariants> images{};  ///< null: new ones that wait
};

/// Everything about the site but the bodies, as one immutable value that may cross threads.
/// Without `drafts` nothing of a draft, scheduled or trashed item is in it (case 20 of text.md): what is not
/// here cannot leak. A scheduled item whose moment has come is public.
struct SiteSnapshot {
  Site site;
  std::shared_ptr<const KindCatalog> kinds;
  /// Public ones, in the site's order: newest first; equal dates by the field `order`, then as entered.
  QList<ItemSummary> items;
  QMap<QString, MediaFile> media;  ///< by path ("media/fig.png")
  /// Prepares pictures for the site; null in snapshots made by hand, whose media are published as they are.
  std::shared_ptr<ImageVariants> images;
  QString mediaFolder;       ///< absolute, for MediaRepository::storedAt's layout
  QList<Collection> topics;  ///< by name, parents of nested ones included; `items` counts listed items
  QList<Collection> tags;
  QList<Collection> series;
  QList<Redirect> redirects;
  QString libraryThemes;
  QString builtInThemes;
  QString userThemes;
  QString data;           ///< root of the program's data (Resources); empty in snapshots that need none
  QString libraryStyles;  ///< folder of the library's own citation styles
  QString builtInStyles;  ///< folder with styles/ and locales/ of CSL
  QDateTime now;          ///< decides upcoming and past; never printed into a page

  /// Store thread.
  static Result<std::shared_ptr<const SiteSnapshot>> of(Library& library,
                                                        const SnapshotOptions& options = {});

  /// Where its theme may lie. Reads nothing.
  ThemeFolders themeFolders() const { return {libraryThemes, builtInThemes, userThemes}; }
  /// What the site has set of its theme's options; those of other themes are kept beside them.
  QJsonObject themeValues() const { return site.themeOptions.value(site.theme).toObject(); }
  /// Where the bytes of a media file lie.
  QString mediaFile(const MediaFile& file) const;
  /// What of a picture goes onto the site; null for other media. May make it first (ImageVariants::Mode).
  std::shared_ptr<const PublishedImage> published(const MediaFile& file) const;
  /// Where the bytes of a medium lie as it is published; `image` is published(file), without an error.
  QString publishedFile(const MediaFile& file, const PublishedImage* image) const;
  /// Fills topics, tags and series from `items`; texts and slugs come from `described`.
  void collect(const QList<Collection>& describedTopics, const QList<Collection>& describedTags,
               const QList<Collection>& describedSeries);
  /// "A/B/C" and what it lies in: "A", "A/B", "A/B/C".
  static QStringList withParents(const QString& topic);
  /// Brings `items` into the site's order.
  void sortItems();
};

/// Whether the site of `now` holds the item.
bool isPublic(const ItemSummary& item, const QDateTime& now);

/// Whether lists, feeds and the sitemap show the item. Unlisted ones have their page alone.
inline bool isListed(const ItemSummary& item) {
  return item.status != Status::Unlisted;
}

}  // namespace offprint
