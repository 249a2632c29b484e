#include "app/import/ItemFrontMatter.h"

#include <QJsonArray>

#include "app/content/FrontMatter.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

const QStringList& memberKeys() {
  static const QStringList keys = {
      u"kind"_s,    u"uuid"_s,      u"title"_s,      u"slug"_s,     u"status"_s,  u"date"_s,
      u"updated"_s, u"publishAt"_s, u"language"_s,   u"summary"_s,  u"authors"_s, u"tags"_s,
      u"topics"_s,  u"series"_s,    u"seriesPart"_s, u"pinned"_s,   u"cover"_s,   u"coverAlt"_s,
      u"aliases"_s, u"permalink"_s, u"created"_s,    u"modified"_s, u"fields"_s,  u"extra"_s};
  return keys;
}

QString momentText(const QDateTime& moment) {
  return moment.isValid() ? moment.toUTC().toString(Qt::ISODateWithMs) : QString();
}

QDateTime momentFrom(const QString& text) {
  return QDateTime::fromString(text, Qt::ISODateWithMs).toUTC();
}

/// A name as people write it where that says everything; else its parts.
QJsonValue personValue(const Person& person) {
  return Person::parse(person.display()) == person ? QJsonValue(person.display())
                                                   : QJsonValue(person.toJson());
}

void put(QJsonObject& values, const QString& key, const QString& text) {
  if (!text.isEmpty()) values.insert(key, text);
}

void put(QJsonObject& values, const QString& key, const QStringList& list) {
  if (!list.isEmpty()) values.insert(key, QJsonArray::fromStringList(list));
}

QStringList texts(const QJsonValue& value) {
  if (!value.isArray()) return valueText(value).isEmpty() ? QStringList() : QStringList{valueText(value)};
  QStringList list;
  for (const QJsonValue& entry : value.toArray())
    list += valueText(entry);
  return list;
}

/// Reads the members of one front matter into an item and reports what it cannot read.
class ItemReader {
 public:
  ItemReader(const FrontMatter& matter, const KindCatalog& kinds, const QString& fallbackKind)
      : matter_(matter), values_(matter.values) {
    out_.item.kind = values_.contains("kind"_L1) ? valueText(values_.value("kind"_L1)) : fallbackKind;
    kind_ = kinds.find(out_.item.kind);
  }

  ItemFile read() && {
    readMembers();
    readFields();
    out_.item.body = matter_.body;
    if (out_.item.body.startsWith(u'\n')) out_.item.body.remove(0, 1);
    out_.findings += matter_.findings;
    if (matter_.unsureLine > 0) {
      out_.unsure = true;
      out_.findings += unsureFinding(matter_.unsureLine);
    }
    if (out_.unsure) out_.item.status = Status::Draft;
    return std::move(out_);
  }

 private:
  QString member(QLatin1StringView key) const { return valueText(values_.value(key)); }

  /// A state that cannot be read must not publish the item.
  void holdBack(QLatin1StringView key, const QString& code, const QString& message) {
    const qsizetype place = matter_.keyOrder.indexOf(key);
    out_.unsure = true;
    out_.findings.append({Finding::Level::Warning, code, message, {}, {}, matter_.keyLines.value(place, 1)});
  }

  void readMembers() {
    ContentItem& item = out_.item;
    item.uuid = member("uuid"_L1);
    item.title = member("title"_L1);
    item.slug = member("slug"_L1);
    readStatus();
    item.date = Date::lenient(member("date"_L1));
    item.updated = Date::lenient(member("updated"_L1));
    item.publishAt = momentFrom(member("publishAt"_L1));
    item.language = member("language"_L1);
    item.summary = member("summary"_L1);
    for (const QJsonValue& author : listOf("authors"_L1))
      item.authors += personFrom(author);
    item.tags = texts(values_.value("tags"_L1));
    item.topics = texts(values_.value("topics"_L1));
    item.series = member("series"_L1);
    item.seriesPart = values_.value("seriesPart"_L1).toInt();
    item.pinned = truthy(values_.value("pinned"_L1));
    item.cover = member("cover"_L1);
    item.coverAlt = member("coverAlt"_L1);
    item.aliases = texts(values_.value("aliases"_L1));
    item.permalink = member("permalink"_L1);
    item.created = momentFrom(member("created"_L1));
    item.modified = momentFrom(member("modified"_L1));
  }

  QJsonArray listOf(QLatin1StringView key) const {
    const QJsonValue value = values_.value(key);
    if (value.isArray()) return value.toArray();
    return value.isUndefined() || value.isNull() ? QJsonArray() : QJsonArray{value};
  }

  void readStatus() {
    const QString name = member("status"_L1);
    const QJsonValue written = values_.value("status"_L1);
    const auto status = statusFromName(name.trimmed());
    if (status) {
      out_.item.status = *status;
    } else if (!name.isEmpty() || written.isArray() || written.isObject()) {
      holdBack("status"_L1, u"status.unknown"_s,
               say("The state \"%1\" is not known: the item is a draft. Write draft, scheduled, "
                   "published or unlisted.")
                   .arg(name));
    }
    if (out_.item.status == Status::Scheduled && !momentFrom(member("publishAt"_L1)).isValid())
      holdBack("publishAt"_L1, u"status.unknown"_s,
               say("The item is scheduled, and \"publishAt\" holds no moment: it is a draft. Write it as "
                   "2026-01-05T10:00:00Z."));
  }

  void readFields() {
    ContentItem& item = out_.item;
    for (auto value = values_.begin(); value != values_.end(); ++value) {
      if (memberKeys().contains(value.key())) continue;
      (kind_ && kind_->field(value.key()) ? item.fields : item.extra).insert(value.key(), value.value());
    }
    merge(item.fields, "fields"_L1);
    merge(item.extra, "extra"_L1);
  }

  void merge(QJsonObject& into, QLatin1StringView key) {
    const QJsonValue nested = values_.value(key);
    if (nested.isUndefined()) return;
    if (!nested.isObject()) {  // a stranger's key of that name
      out_.item.extra.insert(key, nested);
      return;
    }
    const QJsonObject values = nested.toObject();
    for (auto value = values.begin(); value != values.end(); ++value)
      into.insert(value.key(), value.value());
  }

  const FrontMatter& matter_;
  const QJsonObject& values_;
  const ContentKind* kind_ = nullptr;
  ItemFile out_;
};

}  // namespace

QByteArray writeItemFile(const ContentItem& item, const ContentKind* kind) {
  QJsonObject values;
  put(values, u"kind"_s, item.kind);
  put(values, u"uuid"_s, item.uuid);
  values.insert(u"title"_s, item.title);
  put(values, u"slug"_s, item.slug);
  put(values, u"status"_s, statusName(item.status));
  put(values, u"date"_s, item.date.full());
  put(values, u"updated"_s, item.updated.full());
  put(values, u"publishAt"_s, momentText(item.publishAt));
  put(values, u"language"_s, item.language);
  put(values, u"summary"_s, item.summary);
  QJsonArray authors;
  for (const Person& author : item.authors)
    authors += personValue(author);
  if (!authors.isEmpty()) values.insert(u"authors"_s, authors);
  put(values, u"tags"_s, item.tags);
  put(values, u"topics"_s, item.topics);
  put(values, u"series"_s, item.series);
  if (item.seriesPart != 0) values.insert(u"seriesPart"_s, item.seriesPart);
  if (item.pinned) values.insert(u"pinned"_s, true);
  put(values, u"cover"_s, item.cover);
  put(values, u"coverAlt"_s, item.coverAlt);
  put(values, u"aliases"_s, item.aliases);
  put(values, u"permalink"_s, item.permalink);
  put(values, u"created"_s, momentText(item.created));
  put(values, u"modified"_s, momentText(item.modified));

  QStringList order = memberKeys();
  for (const FieldSpec& field : kind ? kind->fields : QList<FieldSpec>())
    order += field.key;
  QJsonObject nestedFields;
  for (auto field = item.fields.begin(); field != item.fields.end(); ++field) {
    const bool plain = kind && kind->field(field.key()) && !memberKeys().contains(field.key());
    (plain ? values : nestedFields).insert(field.key(), field.value());
  }
  QJsonObject nestedExtra;
  for (auto value = item.extra.begin(); value != item.extra.end(); ++value) {
    const bool plain = !memberKeys().contains(value.key()) && !(kind && kind->field(value.key()));
    (plain ? values : nestedExtra).insert(value.key(), value.value());
  }
  if (!nestedFields.isEmpty()) values.insert(u"fields"_s, nestedFields);
  if (!nestedExtra.isEmpty()) values.insert(u"extra"_s, nestedExtra);
  const QByteArray body = item.body.toUtf8();
  return writeFrontMatter(values, order).toUtf8() + (body.isEmpty() ? "" : "\n") + body;
}

ItemFile readItemFile(const QByteArray& file, const QString& fallbackKind, const KindCatalog& kinds) {
  const FrontMatter matter = readFrontMatter(file);
  return ItemReader(matter, kinds, fallbackKind).read();
}

}  // namespace offprint
