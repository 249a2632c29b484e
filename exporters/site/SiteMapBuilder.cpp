#include "exporters/site/SiteMapBuilder.h"

#include <algorithm>
#include <map>
#include <QUrl>

#include "app/content/Slug.h"
#include "app/core/Text.h"
#include "exporters/site/Address.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

constexpr int kWhole = 0;  // a list that is not cut into pages

QString pageKey(const PageEntry& entry, const QString& key) {
  return u"%1\n%2\n%3"_s.arg(static_cast<int>(entry.type)).arg(entry.page).arg(key);
}

bool isWebAddress(const QString& text) {
  const QUrl url(text, QUrl::StrictMode);
  return url.isValid() && !url.host().isEmpty() && (url.scheme() == "https"_L1 || url.scheme() == "http"_L1);
}

QString quoted(const QString& text) {
  return u"“%1”"_s.arg(text);
}

}  // namespace

SiteMapBuilder::SiteMapBuilder(SiteMap& map) : map_(map), snapshot_(map.snapshot()) {}

int SiteMapBuilder::pageSize() const {
  return std::clamp(snapshot_.site.pageSize, 1, 500);
}

void SiteMapBuilder::build() {
  readBase();
  indexItems();
  addressItems();
  for (const auto& path : {u"sitemap.xml"_s, u"robots.txt"_s, u"_redirects"_s, u".offprint-site.json"_s})
    claimed_.insert(path, say("a file of the site itself"));
  for (const auto& folder : {u"assets"_s, u"media"_s})
    claimed_.insert(folder, say("the folder of the site's own files"));
  addFeeds();
  addGeneratedPages();
  addItemPages();
  addRedirects();
}

void SiteMapBuilder::find(Finding::Level level, const QString& code, const QString& message,
                          const QString& item) {
  map_.findings_.append({level, code, message, item, {}, 0});
}

QString SiteMapBuilder::nameOf(const ItemSummary& item) const {
  return u"“%1” (%2)"_s.arg(plainTitle(item.title), item.ref());
}

void SiteMapBuilder::readBase() {
  QString base = snapshot_.site.baseUrl.trimmed();
  if (base.isEmpty()) {
    find(Finding::Level::Warning, u"site.base-url"_s,
         say("The site has no base address. Links work everywhere, but canonical addresses and the sitemap "
             "are left out. Give it one in the site's settings."));
    return;
  }
  if (!isWebAddress(base) || base.contains(u'?') || base.contains(u'#')) {
    find(Finding::Level::Error, u"site.base-url"_s,
         say("The site's base address \"%1\" is no web address. Write it like https://example.org/ .")
             .arg(base));
    return;
  }
  while (base.endsWith(u'/'))
    base.chop(1);
  map_.base_ = base;
}

void SiteMapBuilder::indexItems() {
  for (qsizetype i = 0; i < snapshot_.items.size(); ++i) {
    const ItemSummary& item = snapshot_.items.at(i);
    map_.items_.insert(item.id, i);
    map_.byRef_.insert(item.ref(), item.id);
    if (!map_.byRef_.contains(item.slug)) map_.byRef_.insert(item.slug, item.id);
  }
}

void SiteMapBuilder::addressItems() {
  QHash<QString, ContentKind> kinds;
  for (const ContentKind& kind : snapshot_.kinds->all()) {
    ContentKind own = kind;
    const QString pattern = snapshot_.site.permalinks.value(kind.id).toString();
    if (!pattern.isEmpty()) own.permalink = pattern;
    kinds.insert(kind.id, own);
  }
  for (const ItemSummary& item : snapshot_.items) {
    const auto kind = kinds.constFind(item.kind);
    if (kind == kinds.constEnd()) {
      find(Finding::Level::Error, u"kind.unknown"_s,
           say("%1 is of the kind \"%2\", which this library does not have. It is left out of the site: "
               "change its kind, or add the kind to the library's folder kinds.")
               .arg(nameOf(item), item.kind),
           item.ref());
      continue;
    }
    const QString written = permalinkOf(*kind, item);
    if (written.isEmpty()) continue;
    const auto clean = address::clean(written);
    if (!clean) {
      find(Finding::Level::Error, u"address.invalid"_s,
           say("%1 has no page: %2 Change its address.").arg(nameOf(item), clean.error().message),
           item.ref());
      continue;
    }
    addresses_.insert(item.id, *clean);
    if (!item.permalink.isEmpty() && !permalinks_.contains(*clean)) permalinks_.insert(*clean, item.id);
  }
}

bool SiteMapBuilder::claim(const QString& path, const QString& who, const QString& item) {
  const auto clash = [&](const QString& other) {
    find(Finding::Level::Error, u"address.taken"_s,
         say("%1 and %2 both have the address %3. The second is left out: change the address of one of them.")
             .arg(other, who, address::ofPath(path)),
         item);
    return false;
  };
  if (const auto other = claimed_.constFind(path); other != claimed_.constEnd()) return clash(*other);
  if (const auto other = folders_.constFind(path); other != folders_.constEnd()) return clash(*other);
  QStringList parents;
  for (qsizetype slash = path.indexOf(u'/'); slash >= 0; slash = path.indexOf(u'/', slash + 1)) {
    parents += path.left(slash);
    if (const auto other = claimed_.constFind(parents.constLast()); other != claimed_.constEnd())
      return clash(*other);
  }
  const QString folded = path.toCaseFolded();
  if (const auto other = claimedFolded_.constFind(folded); other != claimedFolded_.constEnd()) {
    find(Finding::Level::Warning, u"address.case"_s,
         say("%1 and %2 have addresses that differ in case alone (%3, %4). Hosts and computers that ignore "
             "case "
             "show only one of them: change one address.")
             .arg(claimed_.value(*other), who, address::ofPath(*other), address::ofPath(path)),
         item);
  }
  claimed_.insert(path, who);
  claimedFolded_.insert(folded, path);
  for (const QString& parent : std::as_const(parents))
    folders_.insert(parent, who);
  return true;
}

bool SiteMapBuilder::addPage(PageEntry entry, const QString& item) {
  entry.path = address::outputPath(entry.address);
  const ItemSummary* shown = map_.item(entry.item);
  const QString who = shown ? nameOf(*shown) : say("the page %1").arg(quoted(entry.title));
  if (!claim(entry.path, who, item)) return false;
  const qsizetype index = map_.pages_.size();
  map_.byAddress_.insert(entry.address, index);
  map_.byKey_.insert(pageKey(entry, entry.key), index);
  if (entry.item.valid() && entry.page == 1) map_.itemPages_.insert(entry.item, index);
  map_.pages_.append(std::move(entry));
  return true;
}

/// A list as one page or several; an item that was given the list's address introduces the first.
void SiteMapBuilder::addList(PageEntry entry, const QList<ContentId>& items, int pageSize) {
  const auto clean = address::clean(entry.address);
  if (!clean) {
    find(Finding::Level::Error, u"address.invalid"_s, clean.error().message);
    return;
  }
  const QString base = *clean;
  const int size = pageSize == kWhole ? std::max<int>(1, static_cast<int>(items.size())) : pageSize;
  entry.pages = std::max<int>(1, static_cast<int>((items.size() + size - 1) / size));
  entry.total = static_cast<int>(items.size());
  const ContentId introduction = permalinks_.value(base);
  for (entry.page = 1; entry.page <= entry.pages; ++entry.page) {
    entry.address = entry.page == 1 ? base : u"%1page/%2/"_s.arg(base).arg(entry.page);
    entry.items = items.mid(qsizetype(entry.page - 1) * size, size);
    entry.item = entry.page == 1 ? introduction : ContentId{};
    if (entry.item.valid()) {
      adopted_.insert(entry.item);
      if (entry.type != PageEntry::Type::Home) entry.title = plainTitle(map_.item(entry.item)->title);
    }
    addPage(entry);
  }
}

void SiteMapBuilder::addGeneratedPages() {
  PageEntry home{PageEntry::Type::Home, {}, u"/"_s, {}, snapshot_.site.title, {}, {}, 1, 1, 0};
  for (const ItemSummary& item : snapshot_.items)
    if (isListed(item)) home.items += item.id;
  addList(home, home.items, kWhole);
  addKindIndexes();
  addWriting();
  addTopics();
  addTags();
  addSeries();
  PageEntry notFound;
  notFound.type = PageEntry::Type::NotFound;
  notFound.address = u"/404.html"_s;
  notFound.title = u"Page not found"_s;
  addPage(notFound);
}

void SiteMapBuilder::addKindIndexes() {
  for (const ContentKind& kind : snapshot_.kinds->all()) {
    if (kind.indexPath.isEmpty()) continue;
    QList<ContentId> items;
    for (const ItemSummary& item : snapshot_.items)
      if (item.kind == kind.id && isListed(item)) items += item.id;
    if (items.isEmpty()) continue;
    if (!kind.dated) {
      std::stable_sort(items.begin(), items.end(), [this](ContentId a, ContentId b) {
        return plainTitle(map_.item(a)->title).toCaseFolded() <
               plainTitle(map_.item(b)->title).toCaseFolded();
      });
    }
    PageEntry entry;
    entry.type = PageEntry::Type::KindIndex;
    entry.address = kind.indexPath;
    entry.key = kind.id;
    entry.title = kind.indexTitle;
    addList(entry, items, kind.writing ? pageSize() : kWhole);
  }
}

void SiteMapBuilder::addWriting() {
  QList<ContentId> items;
  std::map<int, QList<ContentId>, std::greater<>> years;
  for (const ItemSummary& item : snapshot_.items) {
    const ContentKind* kind = snapshot_.kinds->find(item.kind);
    if (!kind || !kind->writing || !isListed(item)) continue;
    items += item.id;
    if (item.date.yearNumber() > 0) years[item.date.yearNumber()] += item.id;
  }
  if (items.isEmpty()) return;
  PageEntry writing;
  writing.type = PageEntry::Type::Writing;
  writing.address = u"/writing/"_s;
  writing.title = u"Writing"_s;
  addList(writing, items, pageSize());
  for (const auto& [year, own] : years) {
    PageEntry entry;
    entry.type = PageEntry::Type::Year;
    entry.key = QString::number(year);
    entry.title = entry.key;
    entry.address = u"/writing/%1/"_s.arg(entry.key);
    addList(entry, own, pageSize());
  }
}

/// One page a slug: names that share a slug share the page, with a finding (case 13 of text.md).
void SiteMapBuilder::addGroups(QList<CollectionGroup> groups, PageEntry::Type type, const QString& base,
                               const QString& what, int pageSize) {
  for (const CollectionGroup& group : std::as_const(groups)) {
    if (group.names.size() > 1) {
      QStringList names;
      for (const QString& name : group.names)
        names += quoted(name);
      find(Finding::Level::Warning, u"%1.clash"_s.arg(what),
           say("%1 have one address (%2) and share one page. Rename one of them, or merge them.")
               .arg(names.join(", "_L1), base + group.slug + u'/'));
    }
    PageEntry entry;
    entry.type = type;
    entry.key = group.names.constFirst();
    entry.title = type == PageEntry::Type::Topic ? entry.key.section(u'/', -1, -1, QString::SectionSkipEmpty)
                                                 : entry.key;
    entry.address = base + group.slug + u'/';
    const qsizetype before = map_.pages_.size();
    addList(entry, group.items, pageSize);
    for (qsizetype i = before; i < map_.pages_.size(); ++i)
      for (const QString& name : group.names)
        map_.byKey_.insert(pageKey(map_.pages_.at(i), name), i);
  }
}

namespace {

/// Collections by slug, in the order of their first name.
QList<CollectionGroup> groupBySlug(const QList<Collection>& collections) {
  QList<CollectionGroup> groups;
  QHash<QString, qsizetype> bySlug;
  for (const Collection& collection : collections) {
    const auto found = bySlug.constFind(collection.slug);
    if (found != bySlug.constEnd()) {
      groups[*found].names += collection.name;
      continue;
    }
    bySlug.insert(collection.slug, groups.size());
    groups.append({{collection.name}, collection.slug, {}});
  }
  return groups;
}

QHash<QString, qsizetype> indexByName(const QList<CollectionGroup>& groups) {
  QHash<QString, qsizetype> index;
  for (qsizetype i = 0; i < groups.size(); ++i)
    for (const QString& name : groups.at(i).names)
      index.insert(name, i);
  return index;
}

void appendOnce(QList<ContentId>& ids, ContentId id) {
  if (ids.isEmpty() || ids.constLast() != id) ids += id;
}

}  // namespace

/// Topics or tags: a page for each, and one that lists them. `namesOf` says where an item is shown.
void SiteMapBuilder::addCollections(PageEntry list, PageEntry::Type type,
                                    const QList<Collection>& collections, const QString& what,
                                    const std::function<QStringList(const ItemSummary&)>& namesOf) {
  QList<CollectionGroup> groups = groupBySlug(collections);
  if (groups.isEmpty()) return;
  const auto index = indexByName(groups);
  for (const ItemSummary& item : snapshot_.items) {
    if (!isListed(item)) continue;
    for (const QString& name : namesOf(item))
      if (const auto at = index.constFind(name); at != index.constEnd())
        appendOnce(groups[*at].items, item.id);
  }
  const QString base = list.address;
  addList(std::move(list), {}, kWhole);
  addGroups(std::move(groups), type, base, what, pageSize());
}

void SiteMapBuilder::addTopics() {
  PageEntry list;
  list.type = PageEntry::Type::Topics;
  list.address = u"/topics/"_s;
  list.title = u"Topics"_s;
  addCollections(list, PageEntry::Type::Topic, snapshot_.topics, u"topic"_s, [](const ItemSummary& item) {
    QStringList names;
    for (const QString& topic : item.topics)
      names += SiteSnapshot::withParents(topic);
    return names;
  });
}

void SiteMapBuilder::addTags() {
  PageEntry list;
  list.type = PageEntry::Type::Tags;
  list.address = u"/tags/"_s;
  list.title = u"Tags"_s;
  addCollections(list, PageEntry::Type::Tag, snapshot_.tags, u"tag"_s,
                 [](const ItemSummary& item) { return item.tags; });
}

void SiteMapBuilder::addSeries() {
  QList<CollectionGroup> groups = groupBySlug(snapshot_.series);
  if (groups.isEmpty()) return;
  const auto index = indexByName(groups);
  for (auto item = snapshot_.items.crbegin(); item != snapshot_.items.crend(); ++item) {  // oldest first
    if (!isListed(*item)) continue;
    if (const auto at = index.constFind(item->series); at != index.constEnd()) groups[*at].items += item->id;
  }
  for (CollectionGroup& group : groups) {
    std::stable_sort(group.items.begin(), group.items.end(), [this](ContentId a, ContentId b) {
      const auto part = [this](ContentId id) {
        const int number = map_.item(id)->seriesPart;
        return number > 0 ? number : std::numeric_limits<int>::max();
      };
      return part(a) < part(b);
    });
  }
  PageEntry all;
  all.type = PageEntry::Type::SeriesList;
  all.address = u"/series/"_s;
  all.title = u"Series"_s;
  addList(all, {}, kWhole);
  addGroups(std::move(groups), PageEntry::Type::Series, u"/series/"_s, u"series"_s, kWhole);
}

void SiteMapBuilder::addItemPages() {
  for (const ItemSummary& item : snapshot_.items) {
    const auto address = addresses_.constFind(item.id);
    if (address == addresses_.constEnd() || adopted_.contains(item.id)) continue;
    PageEntry entry;
    entry.type = PageEntry::Type::Item;
    entry.address = *address;
    entry.key = item.kind;
    entry.title = plainTitle(item.title);
    entry.item = item.id;
    addPage(entry, item.ref());
  }
}

void SiteMapBuilder::addFeeds() {
  const int size = std::clamp(snapshot_.site.feedSize, 1, 500);
  FeedEntry main{{}, snapshot_.site.title, u"/"_s, u"feed.xml"_s, u"rss.xml"_s, u"feed.json"_s, {}};
  QHash<QString, QList<ContentId>> byKind;
  for (const ItemSummary& item : snapshot_.items) {
    const ContentKind* kind = snapshot_.kinds->find(item.kind);
    if (!kind || !kind->inFeed || !isListed(item)) continue;
    if (main.items.size() < size) main.items += item.id;
    if (byKind[kind->id].size() < size) byKind[kind->id] += item.id;
  }
  map_.feeds_.append(main);
  for (const ContentKind& kind : snapshot_.kinds->all()) {
    if (!byKind.contains(kind.id) || kind.indexPath.isEmpty()) continue;
    const auto base = address::clean(kind.indexPath);
    if (!base) continue;  // reported with the index
    const QString folder = base->mid(1);
    map_.feeds_.append({kind.id, u"%1: %2"_s.arg(snapshot_.site.title, kind.plural), *base,
                        folder + "feed.xml"_L1, folder + "rss.xml"_L1, folder + "feed.json"_L1,
                        byKind.value(kind.id)});
  }
  for (const FeedEntry& feed : std::as_const(map_.feeds_)) {
    for (const QString& path : {feed.atom, feed.rss, feed.json})
      claim(path, say("the feed %1").arg(quoted(feed.title)), {});
  }
}

void SiteMapBuilder::addRedirects() {
  for (const ItemSummary& item : snapshot_.items) {
    const PageEntry* page = map_.pageOf(item.id);
    if (!page) continue;
    const QString to = page->address;
    for (const QString& alias : item.aliases)
      addRedirect(alias, to, item.ref());
  }
  for (const Redirect& redirect : snapshot_.redirects)
    addRedirect(redirect.from, redirect.to, {});
  dropDeadRedirects();
}

void SiteMapBuilder::addRedirect(const QString& written, const QString& target, const QString& item) {
  const auto from = address::clean(written);
  if (!from) {
    find(Finding::Level::Warning, u"redirect.invalid"_s,
         say("A redirect is left out: %1").arg(from.error().message), item);
    return;
  }
  if (*from == target) return;
  if (const PageEntry* page = map_.pageAt(*from)) {
    if (page->address == target) return;
    find(Finding::Level::Error, u"redirect.over-page"_s,
         say("The redirect from %1 to %2 would hide the page %3, which has that address. It is left out: "
             "change "
             "the page's address or remove the redirect.")
             .arg(*from, target, quoted(page->title)),
         item);
    return;
  }
  if (const auto other = map_.redirectByAddress_.constFind(*from);
      other != map_.redirectByAddress_.constEnd()) {
    if (map_.redirects_.at(*other).to == target) return;
    find(Finding::Level::Error, u"redirect.taken"_s,
         say("The old address %1 leads both to %2 and to %3. The second is left out: remove one of them.")
             .arg(*from, map_.redirects_.at(*other).to, target),
         item);
    return;
  }
  const QString path = address::outputPath(*from);
  if (!claim(path, say("the redirect from %1").arg(*from), item)) return;
  map_.redirectByAddress_.insert(*from, map_.redirects_.size());
  map_.redirects_.append({*from, path, target});
}

/// Follows chains to their end and leaves out what leads nowhere, so that the address of an item that is not
/// public appears nowhere.
void SiteMapBuilder::dropDeadRedirects() {
  QList<SiteRedirect> live;
  for (SiteRedirect redirect : std::as_const(map_.redirects_)) {
    bool alive = false;
    for (int hops = 0; hops < 16; ++hops) {
      if (isWebAddress(redirect.to)) {
        alive = true;
        break;
      }
      const QString fragment =
          redirect.to.contains(u'#') ? redirect.to.mid(redirect.to.indexOf(u'#')) : QString();
      const QString target = redirect.to.section(u'#', 0, 0);
      if (const PageEntry* page = map_.pageAt(target)) {
        redirect.to = page->address + fragment;
        alive = true;
        break;
      }
      if (snapshot_.media.contains(target.mid(1))) {
        alive = true;
        break;
      }
      const SiteRedirect* next = map_.redirectAt(target);
      if (!next) break;
      redirect.to = next->to;
    }
    if (alive) {
      live.append(redirect);
      continue;
    }
    find(Finding::Level::Warning, u"redirect.dead"_s,
         say("The redirect from %1 leads to %2, which is no page of the site. It is left out.")
             .arg(redirect.from, redirect.to));
  }
  map_.redirects_ = live;
  map_.redirectByAddress_.clear();
  for (qsizetype i = 0; i < live.size(); ++i)
    map_.redirectByAddress_.insert(live.at(i).from, i);
}

}  // namespace offprint
