#pragma once
#include <memory>
#include <QDirIterator>
#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include "app/core/FileOps.h"
#include "app/import/ItemFrontMatter.h"
#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/site/PageComposer.h"
#include "tests/support/Fixture.h"

/// Sites made from folders of Markdown (the form of `export … markdown`) without a database, for tests of
/// pages.
namespace offprint::test {

struct SampleSite {
  std::shared_ptr<SiteSnapshot> snapshot = std::make_shared<SiteSnapshot>();
  QHash<ContentId, ContentItem> items;
  Findings findings;  ///< of reading the files

  /// Adds an item as published unless it says otherwise; returns its id.
  ContentId add(ContentItem item) {
    item.id = ContentId{static_cast<qint64>(items.size()) + 1};
    if (item.uuid.isEmpty())
      item.uuid = QStringLiteral("00000000-0000-4000-8000-") +
                  QString::number(item.id.value).rightJustified(12, u'0');
    item.version = 1;
    items.insert(item.id, item);
    return item.id;
  }

  /// Brings the snapshot in line with `items` and gives its map.
  std::shared_ptr<const SiteMap> map(const QJsonObject& texts = {}) {
    snapshot->items.clear();
    for (const ContentItem& item : std::as_const(items)) {
      if (item.status == Status::Published || item.status == Status::Unlisted)
        snapshot->items << summarize(item);
    }
    snapshot->sortItems();
    const auto described = [&texts](const QString& key) {
      QList<Collection> list;
      for (const QJsonValue entry : texts.value(key).toArray())
        list << Collection{
            entry[QStringLiteral("name")].toString(), {}, entry[QStringLiteral("description")].toString(), 0};
      return list;
    };
    snapshot->collect(described(QStringLiteral("topics")), described(QStringLiteral("tags")),
                      described(QStringLiteral("series")));
    return std::make_shared<SiteMap>(snapshot);
  }
};

inline std::shared_ptr<const KindCatalog> kinds(const QString& own = {}) {
  auto catalog = KindCatalog::load(resources().path(QStringLiteral("kinds")), own);
  if (!catalog) qFatal("%s", qPrintable(catalog.error().located()));
  return *catalog;
}

inline QJsonObject readJson(const QString& path) {
  return QFileInfo::exists(path) ? QJsonDocument::fromJson(slurp(path)).object() : QJsonObject();
}

inline SampleSite readSampleSite(const QString& folder) {
  SampleSite sample;
  sample.snapshot->now = clock()();
  sample.snapshot->data = resources().root();
  sample.snapshot->builtInThemes = resources().path(QStringLiteral("themes"));
  sample.snapshot->kinds = kinds(folder + QStringLiteral("/kinds"));
  auto site = Site::fromJson(readJson(folder + QStringLiteral("/site.json")));
  if (!site) qFatal("%s", qPrintable(site.error().located()));
  sample.snapshot->site = *site;
  QStringList paths;
  QDirIterator walk(folder, {QStringLiteral("*.md")}, QDir::Files, QDirIterator::Subdirectories);
  while (walk.hasNext())
    paths << walk.next();
  paths.sort();
  for (const QString& file : std::as_const(paths)) {
    const ItemFile read = readItemFile(slurp(file), QFileInfo(file).dir().dirName(), *sample.snapshot->kinds);
    for (Finding finding : read.findings) {
      finding.file = file;
      sample.findings << finding;
    }
    sample.add(read.item);
  }
  const QJsonObject texts = readJson(folder + QStringLiteral("/media.json"));
  QDirIterator media(folder + QStringLiteral("/media"), QDir::Files, QDirIterator::Subdirectories);
  while (media.hasNext()) {
    const QString file = media.next();
    MediaFile entry;
    entry.path = QDir(folder).relativeFilePath(file);
    const QByteArray bytes = slurp(file);
    entry.sha256 = files::sha256(bytes);
    entry.bytes = bytes.size();
    static const QRegularExpression size(QStringLiteral("width=\"(\\d+)\" height=\"(\\d+)\""));
    const auto match = size.match(QString::fromUtf8(bytes.left(400)));
    entry.width = match.captured(1).toInt();
    entry.height = match.captured(2).toInt();
    const QJsonObject text = texts.value(entry.path).toObject();
    entry.alt = text.value(QStringLiteral("alt")).toString();
    entry.decorative = text.value(QStringLiteral("decorative")).toBool();
    sample.snapshot->media.insert(entry.path, entry);
  }
  return sample;
}

/// One of the program's themes.
inline std::shared_ptr<const Theme> theme(const QString& id) {
  auto theme = Theme::load(id, {}, resources().path(QStringLiteral("themes")));
  if (!theme) qFatal("%s", qPrintable(theme.error().located()));
  return *theme;
}

inline std::shared_ptr<const Theme> notebook() {
  return theme(QStringLiteral("notebook"));
}

/// Every page of the map, as the builder would make it.
inline QList<RenderedPage> composeAll(const SampleSite& sample, const PageComposer& composer) {
  QList<RenderedPage> pages;
  for (const PageEntry& entry : composer.map().pages()) {
    const auto item = sample.items.constFind(entry.item);
    auto page = composer.page(entry, item == sample.items.constEnd() ? nullptr : &*item);
    if (!page) qFatal("%s: %s", qPrintable(entry.path), qPrintable(page.error().located()));
    pages << *page;
  }
  return pages;
}

/// Writes a site to a folder to look at it.
inline void writeAll(const QString& folder, const QList<RenderedPage>& pages, const Theme& theme,
                     const QString& media) {
  for (const RenderedPage& page : pages)
    spill(folder + u'/' + page.path, page.html);
  for (const Theme::Asset& asset : theme.assets())
    spill(folder + u'/' + asset.path, asset.read().value_or(QByteArray()));
  QDirIterator walk(media, QDir::Files, QDirIterator::Subdirectories);
  while (walk.hasNext()) {
    const QString file = walk.next();
    spill(folder + QStringLiteral("/media/") + QDir(media).relativeFilePath(file), slurp(file));
  }
}

}  // namespace offprint::test
