#include "ui/inspector/ItemFields.h"

#include <QJsonArray>

#include "app/content/Slug.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Type = FieldSpec::Type;
using Part = DocumentSession::Part;

FieldSpec field(const char* key, Type type, const QString& label, const QString& help = {}) {
  FieldSpec spec;
  spec.key = QLatin1String(key);
  spec.type = type;
  spec.label = label;
  spec.help = help;
  return spec;
}

BoundField text(const char* key, Type type, const QString& label, QString ContentItem::*member,
                const QString& help = {}) {
  return {field(key, type, label, help),
          [member](const ContentItem& item) { return QJsonValue(item.*member); },
          [member](ContentItem& item, const QJsonValue& value) { item.*member = value.toString(); },
          Part::Fields};
}

BoundField date(const char* key, const QString& label, Date ContentItem::*member, const QString& help = {}) {
  return {field(key, Type::Date, label, help),
          [member](const ContentItem& item) {
            return (item.*member).empty() ? QJsonValue() : QJsonValue((item.*member).full());
          },
          [member](ContentItem& item, const QJsonValue& value) {
            item.*member = Date::lenient(value.toString());
          },
          Part::Fields};
}

BoundField names(const char* key, const QString& label, QStringList ContentItem::*member) {
  return {field(key, Type::List, label),
          [member](const ContentItem& item) { return QJsonValue(QJsonArray::fromStringList(item.*member)); },
          [member](ContentItem& item, const QJsonValue& value) {
            QStringList list;
            for (const QJsonValue& name : value.toArray())
              list.append(name.toString());
            item.*member = list;
          },
          Part::Fields};
}

BoundField status() {
  FieldSpec spec = field("status", Type::Choice, say("Status"));
  spec.required = true;
  spec.options = {{u"draft"_s, say("Draft")},
                  {u"scheduled"_s, say("Scheduled")},
                  {u"published"_s, say("Published")},
                  {u"unlisted"_s, say("Unlisted")}};
  return {spec, [](const ContentItem& item) { return QJsonValue(statusName(item.status)); },
          [](ContentItem& item, const QJsonValue& value) {
            item.status = statusFromName(value.toString()).value_or(Status::Draft);
          },
          Part::State};
}

BoundField goesLive() {
  return {field("publishAt", Type::DateTime, say("Goes live"), say("Until then it counts as a draft.")),
          [](const ContentItem& item) {
            if (!item.publishAt.isValid()) return QJsonValue();
            return QJsonValue(item.publishAt.toLocalTime().toString(u"yyyy-MM-ddTHH:mm"_s));
          },
          [](ContentItem& item, const QJsonValue& value) {
            // A time without a zone is meant where the author sits.
            const Date moment = Date::lenient(value.toString());
            item.publishAt = moment.instant() ? *moment.instant()
                                              : QDateTime::fromString(value.toString(), Qt::ISODate).toUTC();
          },
          Part::State};
}

BoundField pinned() {
  return {field("pinned", Type::Boolean, say("Pinned"), say("Comes first in lists.")),
          [](const ContentItem& item) { return QJsonValue(item.pinned); },
          [](ContentItem& item, const QJsonValue& value) { item.pinned = value.toBool(); }, Part::Fields};
}

BoundField part() {
  FieldSpec spec = field("seriesPart", Type::Number, say("Part"));
  spec.maximum = 9999;
  return {spec,
          [](const ContentItem& item) {
            return item.seriesPart > 0 ? QJsonValue(item.seriesPart) : QJsonValue();
          },
          [](ContentItem& item, const QJsonValue& value) { item.seriesPart = value.toInt(); }, Part::Fields};
}

BoundField authors() {
  return {field("authors", Type::Persons, say("Authors")),
          [](const ContentItem& item) {
            QJsonArray people;
            for (const Person& person : item.authors)
              people.append(person.toJson());
            return QJsonValue(people);
          },
          [](ContentItem& item, const QJsonValue& value) {
            item.authors.clear();
            for (const QJsonValue& person : value.toArray())
              item.authors.append(Person::fromJson(person.toObject()));
          },
          Part::Fields};
}

BoundField own(const FieldSpec& spec) {
  return {spec, [key = spec.key](const ContentItem& item) { return item.fields.value(key); },
          [key = spec.key](ContentItem& item, const QJsonValue& value) {
            if (value.isNull() || value.isUndefined()) {
              item.fields.remove(key);
            } else {
              item.fields.insert(key, value);
            }
          },
          Part::Fields};
}

/// Its editor is a field of its own: the slug within the whole address.
BoundField address() {
  return {field("address", Type::Text, say("Address")),
          [](const ContentItem& item) {
            return QJsonValue(item.permalink.isEmpty() ? item.slug : item.permalink);
          },
          {},
          Part::Fields};
}

}  // namespace

QList<FieldSection> formOf(const ContentKind& kind) {
  const bool authored = kind.id == u"publication";
  FieldSection publishing{u"publishing"_s,
                          say("Publishing"),
                          {status(), goesLive(), date("date", say("Date"), &ContentItem::date),
                           date("updated", say("Updated"), &ContentItem::updated,
                                say("Shown to readers when the text has changed in substance."))}};
  if (!kind.itemTemplate.isEmpty()) publishing.fields.append(address());
  publishing.fields += {text("language", Type::Language, say("Language"), &ContentItem::language,
                             say("Empty: the site's language.")),
                        pinned()};
  FieldSection its{u"own"_s, kind.label, {}};
  if (authored) its.fields.append(authors());
  FieldSection organise{
      u"organise"_s,
      say("Organise"),
      {names("topics", say("Topics"), &ContentItem::topics), names("tags", say("Tags"), &ContentItem::tags),
       text("series", Type::Text, say("Series"), &ContentItem::series), part()}};
  if (!authored) organise.fields.append(authors());
  FieldSection cover{u"cover"_s,
                     say("Cover"),
                     {text("cover", Type::Media, say("Image"), &ContentItem::cover),
                      text("coverAlt", Type::Text, say("Alternative text"), &ContentItem::coverAlt,
                           say("What the image shows, for readers who do not see it."))}};
  QList<FieldSection> form{publishing,
                           its,
                           organise,
                           cover,
                           {u"search"_s, say("Search and sharing"), {}},
                           {u"notes"_s, say("Notes to self"), {}}};
  // Sections are named in English in the kinds' files.
  const QHash<QString, int> known{{QString(), 1},          {u"Cover"_s, 3},      {u"Search and sharing"_s, 4},
                                  {u"Notes to self"_s, 5}, {u"Publishing"_s, 0}, {u"Organise"_s, 2}};
  for (const FieldSpec& spec : kind.fields) {
    const auto place = known.constFind(spec.section);
    if (place != known.cend()) {
      form[*place].fields.append(own(spec));
      continue;
    }
    auto section = std::find_if(form.begin(), form.end(),
                                [&spec](const FieldSection& each) { return each.title == spec.section; });
    if (section == form.end()) {
      form.append({spec.section, spec.section, {}});
      section = form.end() - 1;
    }
    section->fields.append(own(spec));
  }
  form.removeIf([](const FieldSection& section) { return section.fields.isEmpty(); });
  return form;
}

AddressParts addressParts(const ContentKind& kind, const ContentItem& item) {
  ItemSummary summary;
  summary.kind = item.kind;
  summary.slug = item.slug.isEmpty() ? slugify(item.title, item.language) : item.slug;
  summary.date = item.date;
  summary.created = item.created;
  summary.permalink = item.permalink;
  const QString whole = permalinkOf(kind, summary);
  const qsizetype at = item.permalink.isEmpty() ? whole.lastIndexOf(summary.slug) : -1;
  if (at < 0) return {whole, {}, {}};
  return {whole.left(at), summary.slug, whole.mid(at + summary.slug.size())};
}

void setAddress(const ContentKind& kind, ContentItem& item, const QString& written) {
  const AddressParts before = addressParts(kind, item);
  const QString old = before.before + before.slug + before.after;
  if (written.startsWith(u'/')) {
    item.permalink = written;
  } else {
    item.permalink.clear();
    if (!written.isEmpty()) item.slug = written;
  }
  const AddressParts after = addressParts(kind, item);
  const QString now = after.before + after.slug + after.after;
  if (now == old) return;
  item.aliases.removeAll(now);
  const bool out = item.status == Status::Published || item.status == Status::Unlisted;
  if (out && !old.isEmpty() && !item.aliases.contains(old)) item.aliases.append(old);
}

}  // namespace offprint
