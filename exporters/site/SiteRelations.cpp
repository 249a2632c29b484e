#include "exporters/site/SiteRelations.h"

#include <QCryptographicHash>
#include <QIODevice>
#include <QJsonDocument>
#include <QTimeZone>

using namespace Qt::StringLiterals;

namespace offprint {

namespace {

QDate todayIn(const QString& zone, const QDateTime& now) {
  const QTimeZone place(zone.toUtf8());
  return place.isValid() ? now.toTimeZone(place).date() : now.toUTC().date();
}

/// The end of an event when the kind's fields say so.
Date lastDay(const ItemSummary& item) {
  for (const QString& key : {u"end"_s, u"endDate"_s}) {
    const Date end = Date::lenient(item.fields.value(key).toString());
    if (end.yearNumber() > 0) return end;
  }
  return item.date;
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

}  // namespace

SiteRelations::SiteRelations(std::shared_ptr<const SiteMap> map) : map_(std::move(map)) {
  const SiteSnapshot& snapshot = map_->snapshot();
  const QDate today = todayIn(snapshot.site.timeZone, snapshot.now);
  today_ = today.toString(Qt::ISODate);
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
  const Date end = lastDay(item);
  if (end.precision() == Date::Precision::Text) return true;
  if (end.yearNumber() <= 0) return false;
  // "2026-03" is over when March is: as far as it goes, it must not lie before today.
  const QString written = end.iso();
  return written >= today_.left(written.size());
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
    QCryptographicHash whole(QCryptographicHash::Sha1);
    for (const ItemSummary& item : map_->snapshot().items) {
      QByteArray bytes = bytesOf(item);
      const PageEntry* page = map_->pageOf(item.id);
      bytes += '\0' + (page ? page->path.toUtf8() : QByteArray()) + (upcoming(item) ? '1' : '0');
      bytes += listPages(item);
      const QByteArray digest = QCryptographicHash::hash(bytes, QCryptographicHash::Sha1);
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
