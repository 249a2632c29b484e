#include "app/bibliography/CslJson.h"

#include <algorithm>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSet>

#include "app/bibliography/MarkdownLetter.h"
#include "app/bibliography/WorkIdentifiers.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Marks the field that keeps, as JSON, the variables that no field has.
constexpr auto kFurther = "*"_L1;

const FieldSpec* fieldFor(const ContentKind& kind, QLatin1StringView variable) {
  for (const FieldSpec& field : kind.fields)
    if (field.csl == variable) return &field;
  return nullptr;
}

QJsonObject furtherVariables(const ItemSummary& item, const ContentKind& kind) {
  const FieldSpec* field = fieldFor(kind, kFurther);
  if (!field) return {};
  return QJsonDocument::fromJson(item.fields.value(field->key).toString().toUtf8()).object();
}

void putText(QJsonObject& json, const QString& key, const QString& text) {
  if (!text.isEmpty()) json.insert(key, text);
}

QJsonObject cslName(const Person& person) {
  if (!person.literal.isEmpty()) return {{u"literal"_s, person.literal}};
  QJsonObject name;
  putText(name, u"family"_s, person.family);
  putText(name, u"given"_s, person.given);
  putText(name, u"non-dropping-particle"_s, person.particle);
  putText(name, u"suffix"_s, person.suffix);
  return name;
}

Person personFromCsl(const QJsonObject& name) {
  Person person;
  person.literal = name["literal"_L1].toString();
  person.family = name["family"_L1].toString();
  person.given = name["given"_L1].toString();
  QStringList particles;
  for (const QString& key : {u"dropping-particle"_s, u"non-dropping-particle"_s})
    if (const QString part = name[key].toString(); !part.isEmpty()) particles << part;
  person.particle = particles.join(u' ');
  person.suffix = name["suffix"_L1].toString();
  return person;
}

People peopleFromCsl(const QJsonValue& names) {
  People people;
  for (const QJsonValue& name : names.toArray())
    if (Person person = personFromCsl(name.toObject()); !person.display().isEmpty()) people << person;
  return people;
}

/// Numbers come as numbers or as texts.
int partAt(const QJsonArray& parts, int index) {
  const QJsonValue part = parts.at(index);
  return part.isString() ? part.toString().toInt() : part.toInt();
}

/// The first date of a range: items have one.
Date dateFromCsl(const QJsonObject& json) {
  const QJsonArray parts = json["date-parts"_L1].toArray().first().toArray();
  const int year = partAt(parts, 0);
  const int month = partAt(parts, 1);
  const int day = partAt(parts, 2);
  Date date;
  if (year && month && day) {
    date = Date::day(year, month, day);
  } else if (year) {
    date = month ? Date::month(year, month) : Date::year(year);
  }
  if (!date.empty()) return date;
  // A day that no calendar has stays readable as it was written.
  QStringList written;
  for (const QJsonValue& part : parts)
    written << part.toVariant().toString();
  if (!written.isEmpty()) return Date::lenient(written.join(u'-'));
  const QString words = json["literal"_L1].toString(json["raw"_L1].toString());
  return Date::lenient(words);
}

QString cslType(const ItemSummary& item, const ContentKind& kind) {
  const FieldSpec* field = fieldFor(kind, "type"_L1);
  const QString chosen = field ? item.fields.value(field->key).toString() : QString();
  if (field)
    for (const FieldSpec::Option& option : field->options)
      if (option.value == chosen && !option.csl.isEmpty()) return option.csl;
  return kind.cslType;
}

/// The first option of that CSL type; none when it is a type that the kind does not tell apart.
QString optionForType(const FieldSpec& field, const QString& type) {
  for (const FieldSpec::Option& option : field.options)
    if (option.csl == type) return option.value;
  return field.options.isEmpty() ? QString() : field.options.last().value;
}

/// The type of the further variables, while the item is of none that the kind tells apart.
QString furtherType(const ItemSummary& item, const ContentKind& kind, const QJsonObject& further) {
  const FieldSpec* field = fieldFor(kind, "type"_L1);
  const bool other = field && !field->options.isEmpty() &&
                     item.fields.value(field->key).toString() == field->options.last().value;
  return other ? further["type"_L1].toString() : QString();
}

/// The title of the further variables, which keeps the case of words, while it is the item's.
QString casedTitle(const QString& title, const QJsonObject& further) {
  static const QRegularExpression tags(u"<[^>]*>"_s);
  static const QRegularExpression formula(u"\\$[^$]+\\$|\\\\\\(.+?\\\\\\)"_s);
  const QString written = further["title"_L1].toString();
  QString cased;
  qsizetype done = 0;
  for (auto it = formula.globalMatch(written); it.hasNext();) {
    const auto match = it.next();
    cased += written.mid(done, match.capturedStart() - done) + plainTitle(match.captured());
    done = match.capturedEnd();
  }
  cased += written.mid(done);
  return !cased.isEmpty() && QString(cased).remove(tags) == title ? cased : title;
}

bool hasOption(const FieldSpec& field, const QString& type) {
  return std::any_of(field.options.begin(), field.options.end(),
                     [&](const FieldSpec::Option& option) { return option.csl == type; });
}

QJsonValue cslValue(const FieldSpec& field, const QJsonValue& value) {
  switch (field.type) {
    case FieldSpec::Type::Persons: {
      People people;
      for (const QJsonValue& person : value.toArray())
        people << Person::fromJson(person.toObject());
      const QJsonArray names = cslNames(people);
      return names.isEmpty() ? QJsonValue() : QJsonValue(names);
    }
    case FieldSpec::Type::Date:
    case FieldSpec::Type::DateTime: {
      const QJsonObject date = cslDate(Date::lenient(value.toString()));
      return date.isEmpty() ? QJsonValue() : QJsonValue(date);
    }
    default: {
      const QString text = value.toVariant().toString().trimmed();
      return text.isEmpty() ? QJsonValue() : QJsonValue(text);
    }
  }
}

QJsonValue fieldFromCsl(const FieldSpec& field, const QJsonValue& value) {
  switch (field.type) {
    case FieldSpec::Type::Persons: {
      QJsonArray people;
      for (const Person& person : peopleFromCsl(value))
        people << person.toJson();
      return people;
    }
    case FieldSpec::Type::Date:
    case FieldSpec::Type::DateTime:
      return dateFromCsl(value.toObject()).iso();
    default:
      return value.toVariant().toString();
  }
}

/// CSL marks up titles with a few HTML tags (specification, "rich text"); ours are Markdown. Everything else
/// is text of others, in which nothing is markup.
QString markdownTitle(const QString& title) {
  static const QRegularExpression tag(u"<(/?)(i|b|sup|sub|sc|span)(?:\\s[^<>]*)?>"_s,
                                      QRegularExpression::CaseInsensitiveOption);
  QString out;
  qsizetype from = 0;
  for (auto found = tag.globalMatch(title); found.hasNext();) {
    const auto match = found.next();
    const QString name = match.captured(2).toLower();
    out += markdownOf(title.mid(from, match.capturedStart() - from));
    if (name == "i"_L1) out += u'*';
    if (name == "b"_L1) out += u"**"_s;
    if (name.startsWith("su"_L1)) out += u'<' + match.captured(1) + name + u'>';
    from = match.capturedEnd();
  }
  return out + markdownOf(title.mid(from));
}

}  // namespace

QJsonArray cslNames(const People& people) {
  QJsonArray names;
  for (const Person& person : people)
    if (!person.display().isEmpty()) names << cslName(person);
  return names;
}

QJsonObject cslDate(const Date& date) {
  if (date.empty()) return {};
  if (date.precision() == Date::Precision::Text) return {{u"literal"_s, date.iso()}};
  QJsonArray parts{date.yearNumber()};
  if (date.monthNumber()) parts << date.monthNumber();
  if (date.dayNumber()) parts << date.dayNumber();
  return {{u"date-parts"_s, QJsonArray{parts}}};
}

bool isCitable(const ContentKind& kind) {
  return !kind.cslType.isEmpty();
}

const ContentKind* bibliographyKind(const KindCatalog& kinds) {
  for (const ContentKind& kind : kinds.all())
    if (isCitable(kind) && fieldFor(kind, "citation-key"_L1)) return &kind;
  return nullptr;
}

bool namesOthers(const ItemSummary& item, const ContentKind& kind) {
  return std::any_of(kind.fields.begin(), kind.fields.end(), [&item](const FieldSpec& field) {
    return field.bibtex == "*others"_L1 && item.fields.value(field.key).toBool();
  });
}

QString citationKey(const ItemSummary& item, const ContentKind& kind) {
  const FieldSpec* field = fieldFor(kind, "citation-key"_L1);
  const QString key = field ? item.fields.value(field->key).toString() : QString();
  return key.isEmpty() ? item.slug : key;
}

QStringList formerKeys(const ItemSummary& item, const ContentKind& kind) {
  const FieldSpec* field = bibtexFieldOf(kind, "*keys"_L1);
  return field ? item.fields.value(field->key).toVariant().toStringList() : QStringList();
}

QJsonObject cslItem(const ItemSummary& item, const ContentKind& kind) {
  QJsonObject entry = furtherVariables(item, kind);
  const QString type = furtherType(item, kind, entry);
  const QString title = casedTitle(plainTitle(item.title), entry);
  entry.insert(u"id"_s, citationKey(item, kind));
  entry.insert(u"type"_s, type.isEmpty() ? cslType(item, kind) : type);
  entry.insert(u"title"_s, title);
  if (title.isEmpty()) entry.remove(u"title"_s);
  if (const QJsonArray names = cslNames(item.authors); !names.isEmpty()) entry.insert(u"author"_s, names);
  // A range or a season, of which the item's date holds the beginning alone, is given out whole.
  if (dateFromCsl(entry.value("issued"_L1).toObject()) != item.date) entry.remove(u"issued"_s);
  const QJsonObject issued = cslDate(item.date);
  if (!entry.contains("issued"_L1) && !issued.isEmpty()) entry.insert(u"issued"_s, issued);
  putText(entry, u"language"_s, item.language);
  for (const FieldSpec& field : kind.fields) {
    if (field.csl.isEmpty() || field.csl == "type"_L1 || field.csl == "citation-key"_L1 ||
        field.csl == kFurther || entry.contains(field.csl))
      continue;
    const QJsonValue value = cslValue(field, item.fields.value(field.key));
    if (!value.isNull()) entry.insert(field.csl, value);
  }
  return entry;
}

ContentItem itemFromCsl(const QJsonObject& entry, const ContentKind& kind) {
  ContentItem item;
  item.kind = kind.id;
  item.title = markdownTitle(entry["title"_L1].toString());
  item.authors = peopleFromCsl(entry["author"_L1]);
  item.date = dateFromCsl(entry.value("issued"_L1).toObject());
  item.language = entry["language"_L1].toString();
  QSet<QString> known = {u"id"_s, u"type"_s, u"title"_s, u"author"_s, u"issued"_s, u"language"_s};
  for (const FieldSpec& field : kind.fields) {
    if (field.csl.isEmpty() || field.csl == kFurther) continue;
    if (field.csl == "type"_L1) {
      item.fields.insert(field.key, optionForType(field, entry["type"_L1].toString()));
    } else if (field.csl == "citation-key"_L1) {
      item.fields.insert(field.key, entry["id"_L1].toVariant().toString());
    } else if (entry.contains(field.csl) && !known.contains(field.csl)) {
      item.fields.insert(field.key, fieldFromCsl(field, entry[field.csl]));
    }
    known << field.csl;
  }
  QJsonObject rest;
  for (auto it = entry.begin(); it != entry.end(); ++it)
    if (!known.contains(it.key())) rest.insert(it.key(), it.value());
  if (const QJsonObject issued = entry["issued"_L1].toObject();
      issued != cslDate(item.date) && !issued.isEmpty())
    rest.insert(u"issued"_s, issued);
  const FieldSpec* typeField = fieldFor(kind, "type"_L1);
  if (const QString type = entry["type"_L1].toString(); typeField && !hasOption(*typeField, type))
    rest.insert(u"type"_s, type);
  const FieldSpec* further = fieldFor(kind, kFurther);
  if (further && !rest.isEmpty())
    item.fields.insert(further->key, QString::fromUtf8(QJsonDocument(rest).toJson(QJsonDocument::Compact)));
  return item;
}

}  // namespace offprint
