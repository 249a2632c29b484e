#pragma once
#include "exporters/site/SiteMap.h"
#include "tests/support/Fixture.h"

namespace offprint::test {

/// A public item with an id, for snapshots made by hand.
inline ItemSummary summary(qint64 id, const QString& kind, const QString& slug, const QString& title,
                           const QString& date = {}) {
  ItemSummary item;
  item.id = ContentId{id};
  item.uuid = QStringLiteral("00000000-0000-4000-8000-%1").arg(id, 12, 10, QLatin1Char('0'));
  item.kind = kind;
  item.slug = slug;
  item.title = title;
  item.status = Status::Published;
  item.date = Date::lenient(date);
  item.created = clock()();
  item.modified = clock()();
  item.version = 1;
  return item;
}

/// A snapshot of these items as SiteSnapshot::of() would make one.
inline std::shared_ptr<SiteSnapshot> snapshotOf(const QList<ItemSummary>& items,
                                                const QString& baseUrl = {}) {
  auto snapshot = std::make_shared<SiteSnapshot>();
  snapshot->site.title = QStringLiteral("Sample Site");
  snapshot->site.language = QStringLiteral("en");
  snapshot->site.timeZone = QStringLiteral("UTC");
  snapshot->site.baseUrl = baseUrl;
  snapshot->kinds = KindCatalog::load(resources().path(QStringLiteral("kinds"))).value_or(nullptr);
  snapshot->items = items;
  snapshot->data = resources().root();
  snapshot->now = clock()();
  snapshot->sortItems();
  snapshot->collect({}, {}, {});
  return snapshot;
}

inline QStringList codes(const Findings& findings) {
  QStringList list;
  for (const Finding& finding : findings)
    list += finding.code;
  return list;
}

}  // namespace offprint::test
