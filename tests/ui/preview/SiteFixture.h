#pragma once
#include <QtTest>

#include "tests/support/Fixture.h"
#include "ui/preview/PreviewSite.h"

namespace offprint::test {

/// A site of the given items, as the preview gets it, without a library.
inline std::shared_ptr<const SiteSnapshot> siteOf(const QList<ContentItem>& items) {
  auto kinds = KindCatalog::load(resources().path(QStringLiteral("kinds")));
  if (!kinds) qFatal("%s", qPrintable(kinds.error().located()));
  auto snapshot = std::make_shared<SiteSnapshot>();
  snapshot->site = Site::starter(QStringLiteral("Sample Author"), QStringLiteral("Engineer"));
  snapshot->kinds = *kinds;
  for (const ContentItem& item : items)
    snapshot->items.append(summarize(item));
  snapshot->builtInThemes = resources().path(QStringLiteral("themes"));
  snapshot->now = clock()();
  snapshot->collect({}, {}, {});
  snapshot->sortItems();
  return snapshot;
}

inline ContentItem articleItem(qint64 id, const QString& title, const QString& body) {
  ContentItem item;
  item.id = ContentId{id};
  item.uuid = QString::number(id);
  item.kind = QStringLiteral("article");
  item.title = title;
  item.slug = QStringLiteral("item-%1").arg(id);
  item.status = Status::Published;
  item.date = Date::day(2026, 2, 3);
  item.body = body;
  return item;
}

inline std::shared_ptr<const PreviewSite> previewOf(const QList<ContentItem>& items) {
  auto site = PreviewSite::create(siteOf(items));
  if (!site) qFatal("%s", qPrintable(site.error().located()));
  return *site;
}

/// A text with everything that blocks can be, in the order of a real article.
inline QString longText() {
  return QString::fromUtf8(slurp(source(QStringLiteral("tests/fixtures/long-text.md"))));
}

}  // namespace offprint::test
