#include "app/content/FieldSpec.h"

#include <cmath>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QUrl>

#include "app/content/Date.h"
#include "app/content/FrontMatter.h"
#include "app/content/Person.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using Type = FieldSpec::Type;

struct TypeName {
  Type type;
  const char16_t* name;
};

constexpr TypeName typeNames[] = {{Type::Text, u"text"},
                                  {Type::LongText, u"longText"},
                                  {Type::Markdown, u"markdown"},
                                  {Type::Number, u"number"},
                                  {Type::Boolean, u"boolean"},
                                  {Type::Date, u"date"},
                                  {Type::DateTime, u"dateTime"},
                                  {Type::Choice, u"choice"},
                                  {Type::Level, u"level"},
                                  {Type::Url, u"url"},
                                  {Type::Email, u"email"},
                                  {Type::Language, u"language"},
                                  {Type::List, u"list"},
                                  {Type::Table, u"table"},
                                  {Type::Persons, u"people"},
                                  {Type::Item, u"item"},
                                  {Type::Items, u"items"},
                                  {Type::Media, u"media"},
                                  {Type::Publication, u"publication"}};

std::optional<Type> typeFromName(const QString& name) {
  for (const TypeName& entry : typeNames) {
    if (name == QStringView(entry.name)) return entry.type;
  }
  return std::nullopt;
}

Error wrong(const FieldSpec& field, const QString& expectation) {
  return makeError(ErrorCode::InvalidInput, say("\"%1\" (%2): %3").arg(field.label, field.key, expectation));
}

/// A single value: a list of one stands for its only element ("publication_types: ['article']").
Result<QString> single(const FieldSpec& field, const QJsonValue& given) {
  if (given.isArray() && given.toArray().size() == 1) return single(field, given.toArray().first());
  if (given.isArray() || given.isObject()) return wrong(field, say("one value is wanted here, not a list."));
  return valueText(given).trimmed();
}

Result<QJsonValue> readNumber(const FieldSpec& field, const QString& text) {
  bool ok = false;
  const double value = text.toDouble(&ok);
  if (!ok || !std::isfinite(value)) return wrong(field, say("\"%1\" is not a number.").arg(text));
  const bool level = field.type == Type::Level;
  const int minimum = level ? qMax(1, field.minimum) : field.minimum;
  if (value < minimum && (level || field.minimum != 0 || field.maximum != 0))
    return wrong(field, say("the least possible value is %1.").arg(minimum));
  if (field.maximum > 0 && value > field.maximum)
    return wrong(field, say("the greatest possible value is %1.").arg(field.maximum));
  if (level && value != std::floor(value)) return wrong(field, say("a whole number is wanted here."));
  return QJsonValue(value);
}

Result<QJsonValue> readBoolean(const FieldSpec& field, const QString& text) {
  if (truthy(text)) return QJsonValue(true);
  static const QStringList no = {u"false"_s, u"no"_s, u"off"_s, u"0"_s};
  if (no.contains(text.toLower())) return QJsonValue(false);
  return wrong(field, say("write true or false."));
}

/// Words without a digit stand for themselves ("forthcoming", "present"); anything with one must be a date.
Result<QJsonValue> readDate(const FieldSpec& field, const QString& text) {
  const auto date = Date::parse(text);
  static const QRegularExpression digit(u"\\d"_s);
  if (date) {
    const bool exact =
        date->precision() == Date::Precision::Day || date->precision() == Date::Precision::Time;
    if (field.type == Type::DateTime && !exact)
      return wrong(field, say("a day is wanted, with a time where it is known: 2026-01-05T18:00+01:00."));
    return QJsonValue(date->full());
  }
  if (field.type == Type::Date && !text.contains(digit) && text.size() <= 40) return QJsonValue(text);
  return wrong(field, date.error().message);
}

QString comparable(const QString& text) {
  QString key = text.toLower();
  key.remove(u' ').remove(u'-').remove(u'_');
  return key;
}

Result<QJsonValue> readChoice(const FieldSpec& field, const QString& text) {
  QStringList values;
  for (const FieldSpec::Option& option : field.options) {
    if (comparable(option.value) == comparable(text) || comparable(option.label) == comparable(text))
      return QJsonValue(option.value);
    values << option.value;
  }
  return wrong(field, say("\"%1\" is not one of %2.").arg(text, values.join(u", "_s)));
}

Result<QJsonValue> readUrl(const FieldSpec& field, const QString& text) {
  static const QStringList refused = {u"javascript"_s, u"data"_s, u"vbscript"_s};
  const QUrl url(text, QUrl::TolerantMode);
  const bool local = text.startsWith(u'/') || text.startsWith(u'#') || text.startsWith(u"media/"_s);
  if (local && !text.startsWith(u"//"_s)) return QJsonValue(text);
  if (!url.isValid() || url.scheme().isEmpty() || text.contains(u' ') ||
      refused.contains(url.scheme().toLower()))
    return wrong(field, say("\"%1\" is not an address. Write it with https:// in front.").arg(text));
  return QJsonValue(text);
}

Result<QJsonValue> readPattern(const FieldSpec& field, const QString& text) {
  static const QRegularExpression email(u"^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$"_s);
  static const QRegularExpression language(u"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"_s);
  if (field.type == Type::Email) {
    if (email.match(text).hasMatch()) return QJsonValue(text);
    return wrong(field, say("\"%1\" is not an e-mail address.").arg(text));
  }
  const QString tag = QString(text).replace(u'_', u'-');
  if (language.match(tag).hasMatch()) return QJsonValue(tag);
  return wrong(field, say("\"%1\" is not a language code. Write it as en, de or pt-BR.").arg(text));
}

/// The elements of a list however it was given: a list, one value, or text with `separator` between.
QJsonArray elements(const QJsonValue& given, QChar separator) {
  if (given.isArray()) return given.toArray();
  if (given.isObject()) return {given};
  const QString text = valueText(given);
  // "[…]" typed on the command line is JSON.
  const QJsonDocument json = QJsonDocument::fromJson(text.toUtf8());
  if (json.isArray()) return json.array();
  if (json.isObject()) return {json.object()};
  QJsonArray parts;
  for (const QString& part : text.split(separator, Qt::SkipEmptyParts)) {
    if (!part.trimmed().isEmpty()) parts << part.trimmed();
  }
  return parts;
}

Result<QJsonValue> readList(const FieldSpec& field, const QJsonValue& given) {
  QJsonArray out;
  for (const QJsonValue& element : elements(given, u',')) {
    if (element.isObject() || element.isArray()) return wrong(field, say("a list of texts is wanted here."));
    const QString text = valueText(element).trimmed();
    if (!text.isEmpty()) out << text;
  }
  return out.isEmpty() ? QJsonValue() : QJsonValue(out);
}

Result<QJsonValue> readPeople(const QJsonValue& given) {
  QJsonArray out;
  for (const QJsonValue& element : elements(given, u';')) {
    const Person person = personFrom(element);
    if (!person.display().isEmpty()) out << person.toJson();
  }
  return out.isEmpty() ? QJsonValue() : QJsonValue(out);
}

Result<QJsonValue> readTable(const FieldSpec& field, const QJsonValue& given) {
  QJsonArray rows;
  for (const QJsonValue& element : elements(given, u'\n')) {
    QJsonObject row = element.toObject();
    if (!element.isObject()) {
      if (field.columns.isEmpty()) return wrong(field, say("a list of rows is wanted here."));
      row = {{field.columns.first().key, element}};
    }
    for (const FieldSpec& column : field.columns) {
      if (!row.contains(column.key)) continue;
      const auto cell = column.read(row[column.key]);
      if (!cell) return cell.error();
      if (cell->isNull())
        row.remove(column.key);
      else
        row[column.key] = *cell;
    }
    if (!row.isEmpty()) rows << row;
  }
  return rows.isEmpty() ? QJsonValue() : QJsonValue(rows);
}

Result<QJsonValue> readSingle(const FieldSpec& field, const QJsonValue& given) {
  const auto text = single(field, given);
  if (!text) return text.error();
  if (text->isEmpty()) return QJsonValue();
  switch (field.type) {
    case Type::Number:
    case Type::Level:
      return readNumber(field, *text);
    case Type::Boolean:
      return readBoolean(field, *text);
    case Type::Date:
    case Type::DateTime:
      return readDate(field, *text);
    case Type::Choice:
      return readChoice(field, *text);
    case Type::Url:
      return readUrl(field, *text);
    case Type::Email:
    case Type::Language:
      return readPattern(field, *text);
    default:
      return QJsonValue(*text);
  }
}

Error badSpec(const QString& key, const QString& what) {
  return makeError(ErrorCode::InvalidInput, say("field \"%1\": %2").arg(key, what));
}

Result<void> readOptions(FieldSpec& field, const QJsonArray& json) {
  for (const QJsonValue& entry : json) {
    FieldSpec::Option option{entry[u"value"_s].toString(), entry[u"label"_s].toString(),
                             entry[u"csl"_s].toString(), entry[u"bibtex"_s].toString()};
    if (option.value.isEmpty() || option.label.isEmpty())
      return badSpec(field.key, say("every option needs a \"value\" and a \"label\"."));
    for (const FieldSpec::Option& other : std::as_const(field.options)) {
      if (other.value == option.value)
        return badSpec(field.key, say("the option \"%1\" occurs twice.").arg(option.value));
    }
    field.options << option;
  }
  if (field.type == Type::Choice && field.options.isEmpty())
    return badSpec(field.key, say("a choice needs \"options\"."));
  return {};
}

Result<void> readColumns(FieldSpec& field, const QJsonArray& json) {
  QStringList keys;
  for (const QJsonValue& entry : json) {
    auto column = FieldSpec::fromJson(entry.toObject());
    if (!column) return column.error();
    if (keys.contains(column->key))
      return badSpec(field.key, say("the column \"%1\" occurs twice.").arg(column->key));
    keys << column->key;
    field.columns << *column;
  }
  if (field.type == Type::Table && field.columns.isEmpty())
    return badSpec(field.key, say("a table needs \"columns\"."));
  return {};
}

Result<void> onlyKnownKeys(const QString& key, const QJsonObject& json) {
  static const QStringList known = {u"key"_s,      u"label"_s,   u"help"_s,    u"type"_s,    u"section"_s,
                                    u"options"_s,  u"columns"_s, u"kind"_s,    u"minimum"_s, u"maximum"_s,
                                    u"required"_s, u"listed"_s,  u"aliases"_s, u"csl"_s,     u"bibtex"_s};
  for (const QString& given : json.keys()) {
    if (!known.contains(given))
      return badSpec(key, say("\"%1\" is not known. A field has: %2.").arg(given, known.join(u", "_s)));
  }
  return {};
}

}  // namespace

QString FieldSpec::typeName(Type type) {
  for (const TypeName& entry : typeNames) {
    if (entry.type == type) return QStringView(entry.name).toString();
  }
  return {};
}

Result<FieldSpec> FieldSpec::fromJson(const QJsonObject& json) {
  FieldSpec field;
  field.key = json[u"key"_s].toString();
  static const QRegularExpression camel(u"^[a-z][A-Za-z0-9]*$"_s);
  if (!camel.match(field.key).hasMatch())
    return badSpec(field.key,
                   say("the \"key\" must begin with a small letter and hold letters and digits only."));
  OFFPRINT_TRY(onlyKnownKeys(field.key, json));
  field.label = json[u"label"_s].toString();
  if (field.label.isEmpty()) return badSpec(field.key, say("the \"label\" is missing."));
  const QString typeWritten = json[u"type"_s].toString(u"text"_s);
  const auto type = typeFromName(typeWritten);
  if (!type) {
    QStringList names;
    for (const TypeName& entry : typeNames)
      names << QStringView(entry.name).toString();
    return badSpec(field.key, say("the type \"%1\" is not one of %2.").arg(typeWritten, names.join(u", "_s)));
  }
  field.type = *type;
  field.help = json[u"help"_s].toString();
  field.section = json[u"section"_s].toString();
  field.itemKind = json[u"kind"_s].toString();
  field.minimum = json[u"minimum"_s].toInt();
  field.maximum = json[u"maximum"_s].toInt();
  field.required = json[u"required"_s].toBool();
  field.listed = json[u"listed"_s].toBool();
  field.csl = json[u"csl"_s].toString();
  field.bibtex = json[u"bibtex"_s].toString();
  for (const QJsonValue& alias : json[u"aliases"_s].toArray())
    field.aliases << alias.toString();
  OFFPRINT_TRY(readOptions(field, json[u"options"_s].toArray()));
  OFFPRINT_TRY(readColumns(field, json[u"columns"_s].toArray()));
  return field;
}

Result<QJsonValue> FieldSpec::read(const QJsonValue& given) const {
  if (given.isNull() || given.isUndefined()) return QJsonValue();
  switch (type) {
    case Type::List:
    case Type::Items:
      return readList(*this, given);
    case Type::Persons:
      return readPeople(given);
    case Type::Table:
      return readTable(*this, given);
    case Type::LongText:
    case Type::Markdown: {
      if (given.isArray() || given.isObject()) return readSingle(*this, given);
      const QString text = valueText(given);
      return text.trimmed().isEmpty() ? QJsonValue() : QJsonValue(text);
    }
    default:
      return readSingle(*this, given);
  }
}

}  // namespace offprint
