#include "app/content/ItemFrontMatter.h"

#include <QJsonArray>

#include "app/content/FrontMatter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

const QString otherFields = u"otherFields"_s;
const QString otherKeys = u"otherKeys"_s;

QJsonArray peopleToJson(const People& people) {
  QJsonArray out;
  for (const Person& person : people) {
    // A name that reads back as the same parts is written as people write names.
    if (person == Person::parse(person.display())) {
      out << person.display();
      continue;
    }
    QJsonObject parts;
    const QJsonObject whole = person.toJson();
    for (auto it = whole.begin(); it != whole.end(); ++it) {
      if (truthy(it.value()) || !it.value().toString().isEmpty()) parts.insert(it.key(), it.value());
    }
    out << parts;
  }
  return out;
}

People peopleFromJson(const QJsonValue& json) {
  People people;
  for (const QJsonValue& entry : json.toArray()) {
    people << (entry.isString() ? Person::parse(entry.toString()) : Person::fromJson(entry.toObject()));
  }
  return people;
}

QStringList texts(const QJsonValue& json) {
  QStringList out;
  for (const QJsonValue& entry : json.toArray())
    out << entry.toString();
  return out;
}

bool isField(const ContentKind* kind, const QString& key) {
  return kind && kind->field(key);
}

}  // namespace

const QStringList& itemKeys() {
  static const QStringList keys = {u"kind"_s,    u"uuid"_s,    u"title"_s,     u"slug"_s,     u"status"_s,
                                   u"date"_s,    u"updated"_s, u"publishAt"_s, u"language"_s, u"summary"_s,
                                   u"authors"_s, u"tags"_s,    u"topics"_s,    u"series"_s,   u"seriesPart"_s,
                                   u"pinned"_s,  u"cover"_s,   u"coverAlt"_s,  u"aliases"_s,  u"permalink"_s};
  return keys;
}

QJsonObject frontMatterOf(const ContentItem& item, const ContentKind* kind) {
  QJsonObject values;
  const auto put = [&values](const QString& key, const QString& text) {
    if (!text.isEmpty()) values.insert(key, text);
  };
  const auto putList = [&values](const QString& key, const QJsonArray& list) {
    if (!list.isEmpty()) values.insert(key, list);
  };
  put(u"kind"_s, item.kind);
  put(u"uuid"_s, item.uuid);
  put(u"title"_s, item.title);
  put(u"slug"_s, item.slug);
  put(u"status"_s, statusName(item.status));
  put(u"date"_s, item.date.full());
  put(u"updated"_s, item.updated.full());
  if (item.publishAt.isValid()) put(u"publishAt"_s, item.publishAt.toUTC().toString(Qt::ISODateWithMs));
  put(u"language"_s, item.language);
  put(u"summary"_s, item.summary);
  putList(u"authors"_s, peopleToJson(item.authors));
  putList(u"tags"_s, QJsonArray::fromStringList(item.tags));
  putList(u"topics"_s, QJsonArray::fromStringList(item.topics));
  put(u"series"_s, item.series);
  if (item.seriesPart != 0) values.insert(u"seriesPart"_s, item.seriesPart);
  if (item.pinned) values.insert(u"pinned"_s, true);
  put(u"cover"_s, item.cover);
  put(u"coverAlt"_s, item.coverAlt);
  putList(u"aliases"_s, QJsonArray::fromStringList(item.aliases));
  put(u"permalink"_s, item.permalink);

  QJsonObject hiddenFields;
  for (auto it = item.fields.begin(); it != item.fields.end(); ++it)
    (isField(kind, it.key()) ? values : hiddenFields).insert(it.key(), it.value());
  if (!hiddenFields.isEmpty()) values.insert(otherFields, hiddenFields);

  QJsonObject hiddenKeys;
  for (auto it = item.extra.begin(); it != item.extra.end(); ++it) {
    const bool hides = itemKeys().contains(it.key()) || isField(kind, it.key()) || it.key() == otherFields ||
                       it.key() == otherKeys;
    (hides ? hiddenKeys : values).insert(it.key(), it.value());
  }
  if (!hiddenKeys.isEmpty()) values.insert(otherKeys, hiddenKeys);
  return values;
}

QStringList frontMatterOrder(const ContentKind* kind) {
  QStringList order = itemKeys();
  if (kind) {
    for (const FieldSpec& field : kind->fields)
      order << field.key;
  }
  return order;
}

ContentItem itemFromFrontMatter(const QJsonObject& values, const QString& body, const ContentKind* kind) {
  QJsonObject rest = values;
  const auto text = [&rest](const QString& key) { return valueText(rest.take(key)); };
  ContentItem item;
  item.body = body;
  item.kind = text(u"kind"_s);
  item.uuid = text(u"uuid"_s);
  item.title = text(u"title"_s);
  item.slug = text(u"slug"_s);
  item.status = statusFromName(text(u"status"_s)).value_or(Status::Draft);
  item.date = Date::lenient(text(u"date"_s));
  item.updated = Date::lenient(text(u"updated"_s));
  if (const QString moment = text(u"publishAt"_s); !moment.isEmpty())
    item.publishAt = QDateTime::fromString(moment, Qt::ISODateWithMs).toUTC();
  item.language = text(u"language"_s);
  item.summary = text(u"summary"_s);
  item.authors = peopleFromJson(rest.take(u"authors"_s));
  item.tags = texts(rest.take(u"tags"_s));
  item.topics = texts(rest.take(u"topics"_s));
  item.series = text(u"series"_s);
  item.seriesPart = rest.take(u"seriesPart"_s).toInt();
  item.pinned = rest.take(u"pinned"_s).toBool();
  item.cover = text(u"cover"_s);
  item.coverAlt = text(u"coverAlt"_s);
  item.aliases = texts(rest.take(u"aliases"_s));
  item.permalink = text(u"permalink"_s);
  item.fields = rest.take(otherFields).toObject();
  const QJsonObject hiddenKeys = rest.take(otherKeys).toObject();
  for (auto it = rest.begin(); it != rest.end(); ++it)
    (isField(kind, it.key()) ? item.fields : item.extra).insert(it.key(), it.value());
  for (auto it = hiddenKeys.begin(); it != hiddenKeys.end(); ++it)
    item.extra.insert(it.key(), it.value());
  return item;
}

}  // namespace offprint
