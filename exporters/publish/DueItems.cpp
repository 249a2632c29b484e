#include "exporters/publish/DueItems.h"

#include <algorithm>
#include <QSet>

#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "exporters/site/SiteSnapshot.h"

using namespace Qt::StringLiterals;

namespace offprint {

DueRule dueRule(const PublishTarget& target) {
  const QString rule = target.settings.value(kTargetDue).toString();
  if (rule == "off"_L1) return DueRule::Off;
  return rule == "on"_L1 ? DueRule::Publish : DueRule::Ask;
}

Result<QList<ItemSummary>> dueItems(Library& library, const QString& target) {
  const auto deployments = library.publishing().deployments(target);
  if (!deployments) return deployments.error();
  if (deployments->isEmpty()) return QList<ItemSummary>();
  const auto online = library.publishing().items(deployments->constFirst().uuid);
  if (!online) return online.error();
  QSet<QString> shown;
  for (const DeployedItem& item : *online)
    shown.insert(item.uuid);
  ContentQuery query;
  query.statuses = {Status::Scheduled};
  auto items = library.content().list(query);
  if (!items) return items.error();
  const QDateTime now = library.now();
  items->removeIf([&](const ItemSummary& item) { return !isPublic(item, now) || shown.contains(item.uuid); });
  std::sort(items->begin(), items->end(),
            [](const ItemSummary& a, const ItemSummary& b) { return a.publishAt < b.publishAt; });
  return items;
}

}  // namespace offprint
