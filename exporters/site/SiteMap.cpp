#include "exporters/site/SiteMap.h"

#include "exporters/site/Address.h"
#include "exporters/site/SiteMapBuilder.h"

using namespace Qt::StringLiterals;

namespace offprint {

SiteMap::SiteMap(std::shared_ptr<const SiteSnapshot> snapshot) : snapshot_(std::move(snapshot)) {
  SiteMapBuilder(*this).build();
}

const ItemSummary* SiteMap::item(ContentId id) const {
  const auto found = items_.constFind(id);
  return found == items_.constEnd() ? nullptr : &snapshot_->items.at(*found);
}

const ItemSummary* SiteMap::itemByRef(const QString& reference) const {
  const auto found = byRef_.constFind(reference);
  return found == byRef_.constEnd() ? nullptr : item(*found);
}

const PageEntry* SiteMap::pageOf(ContentId id) const {
  const auto found = itemPages_.constFind(id);
  return found == itemPages_.constEnd() ? nullptr : &pages_.at(*found);
}

const PageEntry* SiteMap::pageAt(const QString& written) const {
  auto found = byAddress_.constFind(written);
  if (found == byAddress_.constEnd()) {
    const auto clean = address::clean(written);
    if (!clean) return nullptr;
    found = byAddress_.constFind(*clean);
  }
  return found == byAddress_.constEnd() ? nullptr : &pages_.at(*found);
}

const SiteRedirect* SiteMap::redirectAt(const QString& written) const {
  const auto clean = address::clean(written);
  if (!clean) return nullptr;
  const auto found = redirectByAddress_.constFind(*clean);
  return found == redirectByAddress_.constEnd() ? nullptr : &redirects_.at(*found);
}

const PageEntry* SiteMap::page(PageEntry::Type type, const QString& key, int number) const {
  const auto found = byKey_.constFind(u"%1\n%2\n%3"_s.arg(static_cast<int>(type)).arg(number).arg(key));
  return found == byKey_.constEnd() ? nullptr : &pages_.at(*found);
}

const FeedEntry* SiteMap::feed(const QString& kind) const {
  for (const FeedEntry& feed : feeds_)
    if (feed.kind == kind) return &feed;
  return nullptr;
}

QByteArray SiteMap::relative(const QString& fromPath, const QString& toPath) {
  qsizetype common = 0;  // length of the folders that both share, with the slash
  const qsizetype shorter = std::min(fromPath.size(), toPath.size());
  for (qsizetype i = 0; i < shorter && fromPath.at(i) == toPath.at(i); ++i)
    if (fromPath.at(i) == u'/') common = i + 1;
  QByteArray link;
  for (qsizetype i = common; i < fromPath.size(); ++i)
    if (fromPath.at(i) == u'/') link += "../";
  return link += address::encoded(toPath.mid(common));
}

QString SiteMap::absolute(const QString& address) const {
  return base_.isEmpty() ? QString() : base_ + QString::fromLatin1(address::encoded(address));
}

}  // namespace offprint
