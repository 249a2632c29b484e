#include "app/bibliography/Ris.h"

#include <algorithm>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>

#include "app/bibliography/BibtexEncoding.h"
#include "app/bibliography/CslJson.h"
#include "app/core/FileOps.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

QStringList words(const QJsonValue& json) {
  return json.toVariant().toStringList();
}

QHash<QString, QString> texts(const QJsonValue& json) {
  QHash<QString, QString> map;
  const QJsonObject object = json.toObject();
  for (auto it = object.begin(); it != object.end(); ++it)
    map.insert(it.key(), it->toString());
  return map;
}

/// "2019/02/20/Spring", "2019-02", "2019"; anything else stays as words.
QJsonObject dateOf(const QString& written) {
  static const QRegularExpression numbers(
      u"^\\s*(\\d{4})(?:[/-](\\d{0,2}))?(?:[/-](\\d{0,2}))?(?:/.*)?\\s*$"_s);
  const auto match = numbers.match(written);
  if (!match.hasMatch())
    return written.trimmed().isEmpty() ? QJsonObject() : cslDate(Date::text(written.trimmed()));
  const int year = match.captured(1).toInt();
  const int month = match.captured(2).toInt();
  const int day = match.captured(3).toInt();
  if (month >= 1 && month <= 12 && QDate::isValid(year, month, day))
    return cslDate(Date::day(year, month, day));
  return cslDate(month >= 1 && month <= 12 ? Date::month(year, month) : Date::year(year));
}

/// Dates stand in several tags: the one that says most counts, and of two years the first.
void putDate(QJsonObject& entry, const QString& variable, const QString& written) {
  const QJsonObject date = dateOf(written);
  const auto parts = [](const QJsonValue& value) { return value["date-parts"_L1][0].toArray(); };
  const QJsonArray known = parts(entry.value(variable));
  const QJsonArray found = parts(date);
  const bool more = found.size() > known.size() && (known.isEmpty() || found.first() == known.first());
  if (!date.isEmpty() && (more || !entry.contains(variable))) entry.insert(variable, date);
}

QString textOf(const QJsonValue& value) {
  static const QRegularExpression tags(u"</?(?:i|b|sup|sub|span)\\b[^>]*>"_s);
  return value.toVariant().toString().remove(tags).simplified();
}

QString nameOf(const QJsonValue& name) {
  if (const QString literal = name["literal"_L1].toString(); !literal.isEmpty()) return literal;
  QStringList family;
  for (const auto part : {"non-dropping-particle"_L1, "family"_L1})
    if (const QString text = name[part].toString(); !text.isEmpty()) family << text;
  QString text = family.join(u' ');
  const QString given = name["given"_L1].toString();
  const QString suffix = name["suffix"_L1].toString();
  if (!given.isEmpty() || !suffix.isEmpty()) text += u", "_s + given;
  return suffix.isEmpty() ? text : text + u", "_s + suffix;
}

/// "Family, Given, Suffix". The specification has a comma in the name of every person.
Person personOf(const QString& written) {
  if (!written.contains(u',')) return Person{{}, {}, {}, {}, written.simplified(), false};
  const QStringList parts = written.split(u',');
  Person person = Person::parse(parts.value(0) + u',' + parts.value(1));
  if (parts.size() > 2) person.suffix = parts.mid(2).join(u',').trimmed();
  return person;
}

QString datePart(const QJsonArray& parts, int index) {
  const int number = parts.at(index).toVariant().toInt();
  return number ? QString::number(number).rightJustified(2, u'0') : QString();
}

/// One entry being written.
class RisText {
 public:
  void put(const QString& tag, const QString& value) {
    if (!value.isEmpty()) text_ += tag + u"  - "_s + value + u"\r\n"_s;
  }
  void putDates(const QJsonObject& entry) {
    const QJsonValue issued = entry["issued"_L1];
    const QJsonArray parts = issued["date-parts"_L1][0].toArray();
    const QString words = issued["literal"_L1].toString(issued["raw"_L1].toString());
    put(u"PY"_s, parts.isEmpty() ? words : parts.at(0).toVariant().toString());
    if (parts.size() > 1) put(u"DA"_s, slashed(parts));
    const QJsonArray seen = entry["accessed"_L1]["date-parts"_L1][0].toArray();
    if (!seen.isEmpty()) put(u"Y2"_s, slashed(seen));
  }
  void putPages(const QString& pages) {
    static const QRegularExpression dash(u"\\s*(?:--?|\\x{2013})\\s*"_s);
    const auto match = dash.match(pages);
    put(u"SP"_s, match.hasMatch() ? pages.left(match.capturedStart()) : pages);
    if (match.hasMatch()) put(u"EP"_s, pages.mid(match.capturedEnd()));
  }
  QString take() { return text_ + u"ER  - \r\n"_s; }

 private:
  static QString slashed(const QJsonArray& parts) {
    return parts.at(0).toVariant().toString() + u'/' + datePart(parts, 1) + u'/' + datePart(parts, 2);
  }
  QString text_;
};

}  // namespace

QString RisRecord::first(QLatin1StringView tag) const {
  for (const Line& each : lines)
    if (each.tag == tag) return each.value;
  return {};
}

RisFile RisFile::parse(const QByteArray& bytes) {
  RisFile file;
  const BibtexEncoding encoding(bytes);
  file.encoding = encoding.name();
  if (!encoding.declared() && encoding.name() != "UTF-8"_L1)
    file.findings.append(
        {Finding::Level::Warning,
         u"ris.encoding"_s,
         say("The file does not say in which encoding it is: it was read as %1.").arg(file.encoding),
         {},
         {},
         1});
  static const QRegularExpression tagged(u"^\\s{0,3}([A-Z][A-Z0-9])\\s{1,3}-(?:\\s(.*))?$"_s);
  static const QRegularExpression lineEnd(u"\\r\\n|\\r|\\n"_s);
  int number = 0;
  bool open = false;
  for (const QString& line : encoding.text(0, encoding.marks().size()).split(lineEnd)) {
    ++number;
    const auto match = tagged.match(line);
    const QString tag = match.captured(1);
    if (tag == "TY"_L1) file.records << RisRecord();
    open = (open && tag != "ER"_L1) || tag == "TY"_L1;
    if (open && match.hasMatch()) {
      file.records.last().lines << RisRecord::Line{tag, match.captured(2).trimmed(), number};
    } else if (open && !line.trimmed().isEmpty()) {
      QString& value = file.records.last().lines.last().value;
      value += (value.isEmpty() ? QString() : u" "_s) + line.trimmed();
    } else if (!open && tag != "ER"_L1 && !line.trimmed().isEmpty() && file.findings.size() < 20) {
      file.findings.append({Finding::Level::Warning,
                            u"ris.outside"_s,
                            say("This line belongs to no reference: it was left out."),
                            {},
                            {},
                            number});
    }
  }
  return file;
}

Result<std::shared_ptr<const RisFormat>> RisFormat::load(const Resources& resources) {
  const QString file = resources.path(u"bibliography/ris.json"_s);
  const auto content = files::read(file);
  if (!content) return content.error();
  const QJsonObject json = QJsonDocument::fromJson(*content).object();
  auto format = std::make_shared<RisFormat>();
  for (const QJsonValue type : json["types"_L1].toArray())
    format->types_ << Type{type["ris"_L1].toString(), type["csl"_L1].toString(), type["genre"_L1].toString()};
  for (const QJsonValue field : json["fields"_L1].toArray())
    format->fields_ << Field{field["tag"_L1].toString(), field["csl"_L1].toString(), words(field["also"_L1]),
                             words(field["types"_L1]), field["readOnly"_L1].toBool()};
  format->names_ = texts(json["names"_L1]);
  format->dates_ = texts(json["dates"_L1]);
  if (format->types_.isEmpty() || format->fields_.isEmpty())
    return makeError(ErrorCode::Corrupt,
                     say("The program's table of RIS tags is damaged. Install Offprint again."))
        .at(file);
  return std::shared_ptr<const RisFormat>(std::move(format));
}

const RisFormat::Type& RisFormat::typeOf(const RisRecord& record) const {
  const QString written = record.first("TY"_L1).toUpper();
  const QString genre = record.first("M3"_L1);
  for (const Type& type : types_)
    if (type.ris == written && (type.genre.isEmpty() || type.genre.compare(genre, Qt::CaseInsensitive) == 0))
      return type;
  return types_.last();
}

const RisFormat::Field* RisFormat::fieldOf(const QString& tag, const QString& type) const {
  for (const Field& field : fields_) {
    const bool named = field.tag == tag || field.also.contains(tag);
    if (named && (field.types.isEmpty() || field.types.contains(type))) return &field;
  }
  return nullptr;
}

QJsonObject RisFormat::toCsl(const RisRecord& record, Findings& findings) const {
  const Type& type = typeOf(record);
  QJsonObject entry{{u"type"_s, type.csl}};
  QHash<QString, QJsonArray> names;
  QJsonObject further;
  const auto note = [&](const QString& code, const QString& message, int line) {
    findings.append({Finding::Level::Warning, code, message, {}, {}, line});
  };
  for (const auto& [tag, value, line] : record.lines) {
    if (value.isEmpty()) continue;
    if (tag == "TY"_L1) {
      if (type.ris != value.toUpper())
        note(u"ris.type"_s,
             say("The type “%1” is not known: the reference was taken as a document.").arg(value), line);
    } else if (tag == "ID"_L1) {
      entry.insert(u"id"_s, value);
    } else if (const QString role = names_.value(tag); !role.isEmpty()) {
      const Person person = personOf(value);
      if (!person.literal.isEmpty() && value.contains(u' '))
        note(u"ris.name"_s, say("“%1” has no comma: it was taken as the name of a group.").arg(value), line);
      for (const QJsonValue name : cslNames({person}))
        names[role] << name;
    } else if (const QString variable = dates_.value(tag); !variable.isEmpty()) {
      putDate(entry, variable, value);
    } else if (tag == "SP"_L1 || tag == "EP"_L1) {
      const QString before = entry["page"_L1].toString();
      if (before != value) entry.insert(u"page"_s, before.isEmpty() ? value : before + u'-' + value);
    } else if (tag == "SN"_L1) {
      static const QRegularExpression issn(u"^\\d{4}-?\\d{3}[\\dXx]\\b"_s);
      entry.insert(issn.match(value).hasMatch() ? u"ISSN"_s : u"ISBN"_s, value);
    } else if (const Field* field = fieldOf(tag, type.csl); field && field->csl == "keyword"_L1) {
      const QString before = entry["keyword"_L1].toString();
      entry.insert(field->csl, before.isEmpty() ? value : before + u", "_s + value);
    } else if (field && !entry.contains(field->csl)) {
      entry.insert(field->csl, value);
    } else if (!field || entry[field->csl].toString() != value) {
      QJsonArray values = further[tag].toArray();
      values << value;
      further.insert(tag, values);
    }
  }
  for (auto it = names.begin(); it != names.end(); ++it)
    entry.insert(it.key(), *it);
  if (!type.genre.isEmpty()) entry.remove(u"genre"_s);
  if (!further.isEmpty()) entry.insert(u"custom"_s, QJsonObject{{u"ris"_s, further}});
  return entry;
}

QString RisFormat::fromCsl(const QJsonObject& entry) const {
  const QString csl = entry["type"_L1].toString();
  const auto type =
      std::find_if(types_.begin(), types_.end(), [&](const Type& each) { return each.csl == csl; });
  RisText out;
  out.put(u"TY"_s, type == types_.end() ? types_.last().ris : type->ris);
  out.put(u"ID"_s, textOf(entry["id"_L1]));
  for (const auto tag : {"AU"_L1, "ED"_L1, "A3"_L1, "A4"_L1}) {
    for (const QJsonValue name : entry[names_.value(QString(tag))].toArray())
      out.put(tag, nameOf(name));
  }
  out.putDates(entry);
  QSet<QString> written;
  for (const Field& field : fields_) {
    const bool fits = field.types.isEmpty() || field.types.contains(csl);
    if (field.readOnly || !fits || written.contains(field.csl)) continue;
    written << field.csl;
    const QString text = textOf(entry[field.csl]);
    if (field.csl == "keyword"_L1) {
      for (const QString& word : text.split(u',', Qt::SkipEmptyParts))
        out.put(field.tag, word.trimmed());
    } else {
      out.put(field.tag, text);
    }
  }
  if (type != types_.end() && !type->genre.isEmpty() && !entry.contains("genre"_L1))
    out.put(u"M3"_s, type->genre);
  out.putPages(textOf(entry["page"_L1]));
  out.put(u"SN"_s, textOf(entry["ISSN"_L1]));
  out.put(u"SN"_s, textOf(entry["ISBN"_L1]));
  const QJsonObject further = entry["custom"_L1]["ris"_L1].toObject();
  for (auto it = further.begin(); it != further.end(); ++it)
    for (const QJsonValue value : it->toArray())
      out.put(it.key(), value.toString());
  return out.take();
}

}  // namespace offprint
