#include "app/bibliography/BibtexMapping.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include "app/core/FileOps.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Types whose works are part of a book or proceedings.
bool isPart(const QString& type) {
  return type.startsWith("in"_L1) || type == "conference"_L1 || type == "bookinbook"_L1 ||
         type.startsWith("supp"_L1);
}

/// Types whose "number" is that of the work itself.
bool isNumbered(const QString& type) {
  static const QSet<QString> types{
      u"techreport"_s, u"report"_s, u"patent"_s,    u"manual"_s,  u"misc"_s,   u"standard"_s,   u"software"_s,
      u"dataset"_s,    u"thesis"_s, u"phdthesis"_s, u"booklet"_s, u"online"_s, u"unpublished"_s};
  return types.contains(type);
}

/// Fields of these types can be read from a text and written as one.
bool isReadable(const FieldSpec& field) {
  switch (field.type) {
    case FieldSpec::Type::Item:
    case FieldSpec::Type::Items:
    case FieldSpec::Type::Table:
    case FieldSpec::Type::List:
    case FieldSpec::Type::Publication:
    case FieldSpec::Type::Choice:
      return false;
    default:
      return true;
  }
}

}  // namespace

BibtexMapping::BibtexMapping(const ContentKind& kind, std::shared_ptr<const BibtexFormat> format)
    : kind_(kind), format_(std::move(format)) {
  for (const FieldSpec& field : kind_.fields) {
    if (field.csl == "type"_L1) type_ = &field;
    if (field.csl == "citation-key"_L1) key_ = &field;
    if (!field.bibtex.isEmpty() && !field.bibtex.startsWith(u'*')) fields_.insert(field.bibtex, &field);
  }
  for (const FieldSpec& field : kind_.fields) {
    const bool own = field.csl == "type"_L1 || field.csl == "citation-key"_L1 || field.csl == "*"_L1 ||
                     field.key == kind_.ownField || field.bibtex.startsWith(u'*');
    if (own || !field.section.isEmpty() || !isReadable(field)) continue;
    for (const QString& name : QStringList{field.key} + field.aliases)
      if (!fields_.contains(name.toLower())) fields_.insert(name.toLower(), &field);
  }
}

const FieldSpec* BibtexMapping::declared(QLatin1StringView bibtex) const {
  for (const FieldSpec& field : kind_.fields)
    if (field.bibtex == bibtex) return &field;
  return nullptr;
}

QString BibtexMapping::targetOf(const QString& name, const QString& type) const {
  static const QHash<QString, QString> members{
      {u"title"_s, u"title"_s},     {u"subtitle"_s, u"title"_s},   {u"titleaddon"_s, u"title"_s},
      {u"author"_s, u"authors"_s},  {u"date"_s, u"date"_s},        {u"year"_s, u"date"_s},
      {u"month"_s, u"date"_s},      {u"day"_s, u"date"_s},         {u"pubstate"_s, u"date"_s},
      {u"langid"_s, u"language"_s}, {u"language"_s, u"language"_s}};
  if (const QString member = members.value(name); !member.isEmpty()) return member;
  const auto keyOf = [this](const QString& bibtex) {
    const FieldSpec* field = fields_.value(bibtex);
    return field ? field->key : QString();
  };
  if (name.startsWith("journal"_L1) || name.startsWith("booktitle"_L1) || name == "booksubtitle"_L1)
    return name.startsWith("journal"_L1) != isPart(type) ? keyOf(u"journal"_s) : QString();
  if (name == "number"_L1 && isNumbered(type)) return keyOf(u"eid"_s);
  if (name == "issue"_L1) return keyOf(u"number"_s);
  if (name == "eprinttype"_L1 || name == "eprintclass"_L1) return keyOf(u"eprint"_s);
  if (name == "organization"_L1) return keyOf(u"publisher"_s);
  return keyOf(name);
}

BibtexFormat::Type BibtexMapping::typeOf(const BibtexEntry& entry) const {
  if (!type_) return {};
  BibtexFormat::Type type = format_->types.value(entry.type);
  if (type.option.isEmpty()) {
    for (const FieldSpec::Option& option : type_->options)
      if (option.value == entry.type) type.option = option.value;
  }
  if (entry.type == "thesis"_L1) {
    const QString written = entry.fields.value(u"type"_s).text.toLower().remove(u' ').remove(u'.');
    for (auto it = format_->thesisTypes.begin(); it != format_->thesisTypes.end(); ++it)
      if (written.startsWith(it.key())) type = {it.value(), QString()};
  }
  if (type.option.isEmpty() && !type_->options.isEmpty()) type.option = type_->options.last().value;
  return type;
}

bool BibtexMapping::isVerbatim(const QString& name, const FieldSpec* field) const {
  const bool link = field && (field->type == FieldSpec::Type::Url || field->type == FieldSpec::Type::Media);
  return link || format_->verbatim.contains(name);
}

QString BibtexMapping::fingerprint(const ItemSummary& item) const {
  QJsonArray authors;
  for (Person person : item.authors) {
    person.self = false;
    authors << person.toJson();
  }
  QJsonObject values{{u"title"_s, item.title},
                     {u"authors"_s, authors},
                     {u"date"_s, item.date.full()},
                     {u"language"_s, item.language}};
  for (const FieldSpec& field : kind_.fields) {
    const bool mapped =
        !field.bibtex.isEmpty() && field.bibtex != "*source"_L1 && field.bibtex != "*origin"_L1;
    if (!mapped && &field != type_ && &field != key_) continue;
    const QJsonValue value = item.fields.value(field.key);
    if (!value.isUndefined() && !value.isNull()) values.insert(u"field:"_s + field.key, value);
  }
  return files::sha256(QJsonDocument(values).toJson(QJsonDocument::Compact));
}

Date bibtexDate(const QMap<QString, BibtexValue>& fields, const BibtexFormat& format) {
  const auto text = [&](const QString& name) {
    return format.latex->toUnicode(fields.value(name).text).replace(QChar::Nbsp, u' ').trimmed();
  };
  static const QRegularExpression marks(u"[~?%]+$"_s);
  const QString first = text(u"date"_s).section(u'/', 0, 0).remove(marks);
  const bool ended = first.isEmpty() && fields.contains(u"date"_s);
  static const QRegularExpression iso(u"^(\\d{4})(?:-(\\d\\d))?(?:-(\\d\\d))?(?:[T ].*)?$"_s);
  if (const auto match = iso.match(first); match.hasMatch()) {
    const auto part = [&match](int i) { return match.captured(i).toInt(); };
    const bool month = part(2) >= 1 && part(2) <= 12;  // more are seasons (EDTF)
    if (month && QDate::isValid(part(1), part(2), part(3))) return Date::day(part(1), part(2), part(3));
    return month ? Date::month(part(1), part(2)) : Date::year(part(1));
  }
  static const QRegularExpression fourDigits(u"(?<!\\d)\\d{4}(?!\\d)"_s);
  // ISO 8601-2 counts a year 0.
  static const QRegularExpression ancient(u"^-(\\d{4})\\b"_s);
  if (const auto match = ancient.match(first); match.hasMatch())
    return Date::text(u"%1 BCE"_s.arg(match.captured(1).toInt() + 1));
  static const QRegularExpression decade(u"^\\d{2}[\\dX]X$"_s);
  if (decade.match(first).hasMatch()) return Date::year(QString(first).replace(u'X', u'0').toInt());
  const QString year = text(u"year"_s);
  const QString written = !first.isEmpty() ? first : ended && year.isEmpty() ? text(u"date"_s) : year;
  const auto found = fourDigits.match(written);
  if (!found.hasMatch()) return Date::lenient(written.isEmpty() ? text(u"pubstate"_s) : written);
  const int number = found.captured().toInt();
  int month = 0;
  int day = text(u"day"_s).toInt();
  static const QRegularExpression tokens(u"\\d+|\\p{L}{3,}"_s);
  for (auto it = tokens.globalMatch(text(u"month"_s).toLower()); it.hasNext();) {
    const QString token = it.next().captured();
    const int value = token.toInt();
    const int named = static_cast<int>(format.months.indexOf(token.left(3))) + 1;
    if (!month && named)
      month = named;
    else if (value && !day && (month || text(u"month"_s).contains(QRegularExpression(u"\\p{L}{3}"_s))))
      day = value;
    else if (value && !month && value <= 12)
      month = value;
  }
  if (month && day && QDate::isValid(number, month, day)) return Date::day(number, month, day);
  return month ? Date::month(number, month) : Date::year(number);
}

}  // namespace offprint
