#include "exporters/site/SiteSnapshot.h"

#include <algorithm>
#include <map>

#include "app/content/Slug.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "exporters/images/ImageVariants.h"

using namespace Qt::StringLiterals;

namespace offprint {

bool isPublic(const ItemSummary& item, const QDateTime& now) {
  switch (item.status) {
    case Status::Published:
    case Status::Unlisted:
      return true;
    case Status::Scheduled:
      return item.publishAt.isValid() && item.publishAt <= now;
    case Status::Draft:
      return false;
  }
  return false;
}

namespace {

/// A topic's slug keeps its nesting: "machine-learning/vision".
QString collectionSlug(const QString& name, const QString& language, bool nested) {
  if (!nested) return slugify(name, language);
  QStringList parts;
  for (const QString& part : name.split(u'/', Qt::SkipEmptyParts))
    parts += slugify(part, language);
  return parts.join(u'/');
}

QList<Collection> collections(const std::map<QString, int>& counts, const QList<Collection>& described,
                              const QString& language, bool nested) {
  QHash<QString, QString> texts;
  for (const Collection& collection : described)
    texts.insert(collection.name, collection.description);
  QList<Collection> result;
  for (const auto& [name, count] : counts)
    result += {name, collectionSlug(name, language, nested), texts.value(name), count};
  return result;
}

}  // namespace

QStringList SiteSnapshot::withParents(const QString& topic) {
  QStringList names;
  for (qsizetype slash = topic.indexOf(u'/'); slash >= 0; slash = topic.indexOf(u'/', slash + 1))
    if (slash > 0) names += topic.left(slash);
  return names += topic;
}

QString SiteSnapshot::mediaFile(const MediaFile& file) const {
  return u"%1/%2/%3"_s.arg(mediaFolder, file.sha256.left(2), file.sha256);
}

std::shared_ptr<const PublishedImage> SiteSnapshot::published(const MediaFile& file) const {
  return images ? images->of(file, mediaFile(file)) : nullptr;
}

QString SiteSnapshot::publishedFile(const MediaFile& file, const PublishedImage* image) const {
  const bool asItLies = !image || image->pending || image->original.sha256 == file.sha256.toLatin1();
  return asItLies ? mediaFile(file) : images->originalFile(file);
}

void SiteSnapshot::collect(const QList<Collection>& describedTopics, const QList<Collection>& describedTags,
                           const QList<Collection>& describedSeries) {
  std::map<QString, int> topicCounts;
  std::map<QString, int> tagCounts;
  std::map<QString, int> seriesCounts;
  for (const ItemSummary& item : std::as_const(items)) {
    if (!isListed(item)) continue;
    QStringList names;
    for (const QString& topic : item.topics)
      if (!topic.isEmpty()) names += withParents(topic);
    names.removeDuplicates();
    for (const QString& name : std::as_const(names))
      ++topicCounts[name];
    for (const QString& tag : item.tags)
      if (!tag.isEmpty()) ++tagCounts[tag];
    if (!item.series.isEmpty()) ++seriesCounts[item.series];
  }
  topics = collections(topicCounts, describedTopics, site.language, true);
  tags = collections(tagCounts, describedTags, site.language, false);
  series = collections(seriesCounts, describedSeries, site.language, false);
}

void SiteSnapshot::sortItems() {
  struct Key {
    QString date;
    double order;
    qint64 id;
    qsizetype index;
  };
  std::vector<Key> keys;
  keys.reserve(static_cast<size_t>(items.size()));
  for (qsizetype i = 0; i < items.size(); ++i) {
    const ItemSummary& item = items.at(i);
    keys.push_back({item.date.sortKey(), item.fields.value("order"_L1).toDouble(), item.id.value, i});
  }
  std::sort(keys.begin(), keys.end(), [](const Key& a, const Key& b) {
    if (a.date != b.date) return a.date > b.date;
    if (a.order != b.order) return a.order < b.order;
    return a.id < b.id;
  });
  QList<ItemSummary> sorted;
  sorted.reserve(items.size());
  for (const Key& key : keys)
    sorted.append(std::move(items[key.index]));
  items = std::move(sorted);
}

Result<std::shared_ptr<const SiteSnapshot>> SiteSnapshot::of(Library& library,
                                                             const SnapshotOptions& options) {
  auto snapshot = std::make_shared<SiteSnapshot>();
  auto site = library.site().get();
  if (!site) return site.error();
  snapshot->site = *std::move(site);
  if (!options.theme.isEmpty()) snapshot->site.theme = options.theme;
  if (!options.baseUrl.isEmpty()) snapshot->site.baseUrl = options.baseUrl;
  snapshot->kinds = library.kinds();
  snapshot->now = library.now();
  snapshot->images = options.images ? options.images : std::make_shared<ImageVariants>();
  snapshot->mediaFolder = library.folder() + "/media"_L1;
  snapshot->libraryThemes = library.folder() + "/themes"_L1;
  snapshot->builtInThemes = library.resources().path(u"themes"_s);
  snapshot->userThemes = ThemeFolders::ofUser();
  snapshot->data = library.resources().root();
  snapshot->libraryStyles = library.folder() + "/styles"_L1;
  snapshot->builtInStyles = library.resources().path(u"csl"_s);

  auto items = library.content().list({});
  if (!items) return items.error();
  for (ItemSummary& item : *items) {
    if (options.drafts || isPublic(item, snapshot->now)) snapshot->items.append(std::move(item));
  }
  snapshot->sortItems();

  auto media = library.media().list();
  if (!media) return media.error();
  for (MediaFile& file : *media) {
    const QString path = file.path;
    snapshot->media.insert(path, std::move(file));
  }
  auto redirects = library.redirects().list();
  if (!redirects) return redirects.error();
  snapshot->redirects = *std::move(redirects);

  auto topics = library.collections().list(CollectionRepository::Type::Topic);
  if (!topics) return topics.error();
  auto tags = library.collections().list(CollectionRepository::Type::Tag);
  if (!tags) return tags.error();
  auto series = library.collections().list(CollectionRepository::Type::Series);
  if (!series) return series.error();
  snapshot->collect(*topics, *tags, *series);
  return std::shared_ptr<const SiteSnapshot>(std::move(snapshot));
}

}  // namespace offprint
