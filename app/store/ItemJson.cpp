#include "app/store/ItemJson.h"

#include <QJsonArray>
#include <QJsonDocument>

#include "app/core/FileOps.h"
#include "app/core/Text.h"
#include "app/store/Database.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QStringList strings(const QJsonValue& value) {
  QStringList list;
  for (const QJsonValue& one : value.toArray())
    list.append(one.toString());
  return list;
}

}  // namespace

QJsonObject itemToJson(const ContentItem& item) {
  QJsonArray authors;
  for (const Person& person : item.authors)
    authors.append(person.toJson());
  return {{u"id"_s, item.id.value},
          {u"uuid"_s, item.uuid},
          {u"kind"_s, item.kind},
          {u"title"_s, item.title},
          {u"slug"_s, item.slug},
          {u"status"_s, statusName(item.status)},
          {u"date"_s, item.date.full()},
          {u"updated"_s, item.updated.full()},
          {u"publishAt"_s, momentText(item.publishAt)},
          {u"language"_s, item.language},
          {u"summary"_s, item.summary},
          {u"body"_s, item.body},
          {u"authors"_s, authors},
          {u"tags"_s, QJsonArray::fromStringList(item.tags)},
          {u"topics"_s, QJsonArray::fromStringList(item.topics)},
          {u"series"_s, item.series},
          {u"seriesPart"_s, item.seriesPart},
          {u"pinned"_s, item.pinned},
          {u"cover"_s, item.cover},
          {u"coverAlt"_s, item.coverAlt},
          {u"aliases"_s, QJsonArray::fromStringList(item.aliases)},
          {u"permalink"_s, item.permalink},
          {u"fields"_s, item.fields},
          {u"extra"_s, item.extra},
          {u"version"_s, item.version},
          {u"created"_s, momentText(item.created)},
          {u"modified"_s, momentText(item.modified)},
          {u"trashed"_s, momentText(item.trashed)}};
}

ContentItem itemFromJson(const QJsonObject& json) {
  ContentItem item;
  item.id = {json[u"id"_s].toInteger()};
  item.uuid = json[u"uuid"_s].toString();
  item.kind = json[u"kind"_s].toString();
  item.title = json[u"title"_s].toString();
  item.slug = json[u"slug"_s].toString();
  item.status = statusFromName(json[u"status"_s].toString()).value_or(Status::Draft);
  item.date = Date::lenient(json[u"date"_s].toString());
  item.updated = Date::lenient(json[u"updated"_s].toString());
  item.publishAt = momentFromText(json[u"publishAt"_s].toString());
  item.language = json[u"language"_s].toString();
  item.summary = json[u"summary"_s].toString();
  item.body = json[u"body"_s].toString();
  for (const QJsonValue& person : json[u"authors"_s].toArray())
    item.authors.append(Person::fromJson(person.toObject()));
  item.tags = strings(json[u"tags"_s]);
  item.topics = strings(json[u"topics"_s]);
  item.series = json[u"series"_s].toString();
  item.seriesPart = json[u"seriesPart"_s].toInt();
  item.pinned = json[u"pinned"_s].toBool();
  item.cover = json[u"cover"_s].toString();
  item.coverAlt = json[u"coverAlt"_s].toString();
  item.aliases = strings(json[u"aliases"_s]);
  item.permalink = json[u"permalink"_s].toString();
  item.fields = json[u"fields"_s].toObject();
  item.extra = json[u"extra"_s].toObject();
  item.version = json[u"version"_s].toInteger();
  item.created = momentFromText(json[u"created"_s].toString());
  item.modified = momentFromText(json[u"modified"_s].toString());
  item.trashed = momentFromText(json[u"trashed"_s].toString());
  return item;
}

QString contentHash(const ContentItem& item) {
  QJsonObject json = itemToJson(item);
  for (const QString& key : {u"id"_s, u"version"_s, u"created"_s, u"modified"_s, u"trashed"_s})
    json.remove(key);
  return files::sha256(QJsonDocument(json).toJson(QJsonDocument::Compact));
}

QByteArray packItem(const ContentItem& item) {
  return qCompress(QJsonDocument(itemToJson(item)).toJson(QJsonDocument::Compact));
}

Result<ContentItem> unpackItem(const QByteArray& packed) {
  const QJsonDocument document = QJsonDocument::fromJson(qUncompress(packed));
  if (!document.isObject())
    return makeError(ErrorCode::Corrupt,
                     say("This version is damaged and cannot be shown. The item is unchanged."));
  return itemFromJson(document.object());
}

}  // namespace offprint
