#include "exporters/site/SiteRelations.h"

#include <algorithm>
#include <QIODevice>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTimeZone>

#include "app/bibliography/CslJson.h"
#include "app/core/Sha256.h"

using namespace Qt::StringLiterals;

namespace offprint {

namespace {

QDate todayIn(const QString& zone, const QDateTime& now) {
  const QTimeZone place(zone.toUtf8());
  return place.isValid() ? now.toTimeZone(place).date() : now.toUTC().date();
}

QByteArray bytesOf(const ItemSummary& item) {
  QByteArray out;
  QDataStream stream(&out, QIODevice::WriteOnly);
  stream << item.uuid << item.kind << item.title << item.slug << static_cast<int>(item.status)
         << item.date.full() << item.updated.full() << item.language << item.summary << item.excerpt;
  for (const Person& person : item.authors)
    stream << QJsonDocument(person.toJson()).toJson(QJsonDocument::Compact);
  stream << item.tags << item.topics << item.series << item.seriesPart << item.pinned << item.cover
         << item.coverAlt << item.permalink << QJsonDocument(item.fields).toJson(QJsonDocument::Compact)
         << item.words;
  return out;
}

QList<NavigationEntry> inMenu(const SiteSnapshot& snapshot, const QString& menu) {
  QList<const ItemSummary*> items;
  for (const ItemSummary& item : snapshot.items)
    if (item.fields.value(u"menu"_s).toString() == menu) items << &item;
  std::stable_sort(items.begin(), items.end(), [](const ItemSummary* a, const ItemSummary* b) {
    return a->fields.value(u"menuOrder"_s).toDouble() < b->fields.value(u"menuOrder"_s).toDouble();
  });
  QList<NavigationEntry> entries;
  for (const ItemSummary* item : items)
    entries << NavigationEntry{plainTitle(item->title), item->ref()};
  return entries;
}

}  // namespace

SiteRelations::SiteRelations(std::shared_ptr<const SiteMap> map) : map_(std::move(map)), downloads_(*map_) {
  const SiteSnapshot& snapshot = map_->snapshot();
  const QDate today = todayIn(snapshot.site.timeZone, snapshot.now);
  QHash<QString, ContentId> last;
  for (const ItemSummary& item : snapshot.items) {
    const int year = std::max(item.date.yearNumber(), item.updated.yearNumber());
    if (year <= today.year()) latestYear_ = std::max(latestYear_, year);
    if (!isListed(item) || !map_->pageOf(item.id)) continue;
    if (const ContentId newer = last.value(item.kind); newer.valid()) {
      neighbours_[item.id].newer = newer;
      neighbours_[newer].older = item.id;
    }
    last.insert(item.kind, item.id);
  }
  for (const QString& menu : {u"header"_s, u"footer"_s})
    menus_.insert(menu, inMenu(snapshot, menu));
  collectReferring();
}

void SiteRelations::collectReferring() {
  const SiteSnapshot& snapshot = map_->snapshot();
  const auto refers = [](const FieldSpec& field) {
    using Type = FieldSpec::Type;
    return field.type == Type::Publication || field.type == Type::Item || field.type == Type::Items;
  };
  QHash<QString, QStringList> fields;  // of each kind
  const ContentKind* works = bibliographyKind(*snapshot.kinds);
  for (const ContentKind& kind : snapshot.kinds->all())
    for (const FieldSpec& field : kind.fields)
      if (refers(field)) fields[kind.id] << field.key;
  for (const ItemSummary& item : snapshot.items)
    if (works && item.kind == works->id) byKey_.insert(citationKey(item, *works), item.id);
  for (const ItemSummary& item : snapshot.items)
    for (const QString& key : works&& item.kind == works->id ? formerKeys(item, *works) : QStringList())
      if (!byKey_.contains(key)) byKey_.insert(key, item.id);
  for (const ItemSummary& item : snapshot.items) {
    if (item.fields.isEmpty() || !isListed(item) || !map_->pageOf(item.id)) continue;
    for (const QString& key : fields.value(item.kind)) {
      const QJsonValue value = item.fields.value(key);
      const QStringList references =
          value.isArray() ? value.toVariant().toStringList() : QStringList{value.toString()};
      for (const QString& reference : references) {
        const ItemSummary* other = reference.isEmpty() ? nullptr : work(reference);
        if (other && other->id != item.id && !referring_[other->id].contains(item.id))
          referring_[other->id] << item.id;
      }
    }
  }
}

const ItemSummary* SiteRelations::work(const QString& reference) const {
  if (const ItemSummary* item = map_->itemByRef(reference)) return item;
  if (const auto id = byKey_.constFind(reference); id != byKey_.constEnd()) return map_->item(*id);
  return map_->itemByRef(u"publication/"_s + reference);
}

const QList<NavigationEntry>& SiteRelations::pagesInMenu(const QString& menu) const {
  static const QList<NavigationEntry> none;
  const auto entries = menus_.constFind(menu);
  return entries == menus_.constEnd() ? none : *entries;
}

QJsonObject SiteRelations::sameEverywhere(const ItemSummary& item, const QString& language,
                                          const std::function<QJsonObject()>& make) const {
  if (map_->item(item.id) != &item) return make();
  const std::pair<ContentId, QString> key(item.id, language);
  {
    const std::lock_guard lock(made_);
    if (const auto known = entries_.constFind(key); known != entries_.constEnd()) return *known;
  }
  const QJsonObject made = make();
  const std::lock_guard lock(made_);
  return *entries_.insert(key, made);
}

SiteRelations::Neighbours SiteRelations::neighbours(const ItemSummary& item) const {
  return neighbours_.value(item.id);
}

QList<ContentId> SiteRelations::series(const QString& name) const {
  if (name.isEmpty()) return {};
  const PageEntry* page = map_->page(PageEntry::Type::Series, name);
  return page ? page->items : QList<ContentId>();
}

bool SiteRelations::upcoming(const ItemSummary& item) const {
  const SiteSnapshot& snapshot = map_->snapshot();
  const QList<Occasion> occasions = occasionsOf(item, snapshot.site.timeZone);
  return std::any_of(occasions.begin(), occasions.end(),
                     [&](const Occasion& occasion) { return isAhead(occasion, snapshot.now); });
}

Occasion SiteRelations::occasion(const ItemSummary& event) const {
  return shownOccasion(event, map_->snapshot().site.timeZone, map_->snapshot().now);
}

void SiteRelations::sortBySoonest(QList<const ItemSummary*>& events) const {
  std::stable_sort(events.begin(), events.end(), [this](const ItemSummary* a, const ItemSummary* b) {
    return occasion(*a).start.sortKey() < occasion(*b).start.sortKey();
  });
}

/// Where an item's kind, topics, tags and series lead: a list exists while something listed is in it, so the
/// links of an unlisted item come and go with other items.
QByteArray SiteRelations::listPages(const ItemSummary& item) const {
  using Type = PageEntry::Type;
  QByteArray paths;
  const auto add = [&](Type type, const QString& key) {
    const PageEntry* page = map_->page(type, key);
    paths += '\0' + (page ? page->path.toUtf8() : QByteArray());
  };
  add(Type::KindIndex, item.kind);
  add(Type::Series, item.series);
  for (const QString& topic : item.topics)
    add(Type::Topic, topic);
  for (const QString& tag : item.tags)
    add(Type::Tag, tag);
  return paths;
}

void SiteRelations::digestItems() const {
  std::call_once(digested_, [this] {
    Sha256 whole;
    for (const ItemSummary& item : map_->snapshot().items) {
      QByteArray bytes = bytesOf(item);
      const PageEntry* page = map_->pageOf(item.id);
      bytes += '\0' + (page ? page->path.toUtf8() : QByteArray()) + (upcoming(item) ? '1' : '0');
      const ContentKind* kind = map_->snapshot().kinds->find(item.kind);
      if (kind && kind->eventDated) bytes += occasion(item).start.full().toUtf8();
      bytes += listPages(item);
      const QByteArray digest = Sha256::hash(bytes);
      digests_.insert(item.id, digest);
      whole.addData(digest);
    }
    all_ = whole.result();
  });
}

QByteArray SiteRelations::digest(ContentId item) const {
  digestItems();
  return digests_.value(item);
}

QByteArray SiteRelations::digestOfAll() const {
  digestItems();
  return all_;
}

}  // namespace offprint
