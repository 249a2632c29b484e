#include "app/import/ForeignLinks.h"

#include <QHash>
#include <QJsonArray>

#include "app/content/FrontMatter.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// Field of a link by its type, in the order of preference.
const QHash<QString, QStringList>& fieldsByLinkType() {
  static const QHash<QString, QStringList> table = {
      {u"pdf"_s, {u"pdf"_s}},           {u"code"_s, {u"code"_s, u"repository"_s}},
      {u"dataset"_s, {u"data"_s}},      {u"slides"_s, {u"slides"_s}},
      {u"video"_s, {u"video"_s}},       {u"poster"_s, {u"poster"_s}},
      {u"preprint"_s, {u"preprint"_s}}, {u"project"_s, {u"projectPage"_s}},
      {u"source"_s, {u"url"_s}},        {u"site"_s, {u"externalUrl"_s, u"url"_s}},
      {u"live"_s, {u"demoUrl"_s}},      {u"demo"_s, {u"demoUrl"_s}}};
  return table;
}

bool put(const ContentKind& kind, QJsonObject& fields, const QString& key, const QJsonValue& value) {
  const FieldSpec* field = kind.field(key);
  if (!field || fields.contains(key)) return false;
  const auto read = field->read(value);
  if (!read || read->isNull()) return false;
  fields.insert(key, *read);
  return true;
}

bool putByType(const ContentKind& kind, QJsonObject& fields, const QString& type, const QString& url) {
  for (const QString& key : fieldsByLinkType().value(type)) {
    if (put(kind, fields, key, url)) return true;
  }
  return false;
}

QString labelOf(const QJsonObject& link) {
  for (const QString& key : {u"label"_s, u"name"_s, u"title"_s, u"type"_s}) {
    const QString text = valueText(link.value(key)).trimmed();
    if (!text.isEmpty()) return text;
  }
  return valueText(link.value(u"url"_s));
}

}  // namespace

void takeForeignLinks(QJsonObject& values, const ContentKind& kind, QJsonObject& fields) {
  const QJsonObject ids = values.value(u"hugoblox"_s).toObject().value(u"ids"_s).toObject();
  for (auto it = ids.begin(); it != ids.end(); ++it)
    put(kind, fields, it.key(), it.value());
  const QJsonValue given = values.value(u"links"_s);
  if (!given.isArray() || !kind.field(u"links"_s)) return;
  QJsonArray rows;
  for (const QJsonValue& entry : given.toArray()) {
    if (!entry.isObject()) return;  // another theme's form: the key is kept as it is
    const QJsonObject link = entry.toObject();
    const QString type = valueText(link.value(u"type"_s)).toLower();
    if (type == u"preprint"_s && valueText(link.value(u"provider"_s)) == u"arxiv"_s) {
      put(kind, fields, u"arxiv"_s, link.value(u"id"_s));
      continue;
    }
    const QString url = valueText(link.value(u"url"_s)).trimmed();
    if (url.isEmpty() || url == u"#"_s) continue;  // a placeholder of the theme's template
    if (!putByType(kind, fields, type, url))
      rows << QJsonObject{{u"label"_s, labelOf(link)}, {u"url"_s, url}};
  }
  if (rows.isEmpty() || put(kind, fields, u"links"_s, rows)) values.remove(u"links"_s);
}

QJsonValue foreignValue(const FieldSpec& field, const QJsonValue& value) {
  if (field.key == u"type"_s && field.bibtex.isEmpty() && field.type == FieldSpec::Type::Choice) {
    static const QHash<QString, QString> types = {{u"paper-conference"_s, u"inproceedings"_s},
                                                  {u"article-journal"_s, u"article"_s},
                                                  {u"chapter"_s, u"incollection"_s},
                                                  {u"thesis"_s, u"phdthesis"_s},
                                                  {u"report"_s, u"techreport"_s},
                                                  {u"manuscript"_s, u"unpublished"_s},
                                                  {u"conference"_s, u"inproceedings"_s},
                                                  {u"journal"_s, u"article"_s},
                                                  {u"1"_s, u"inproceedings"_s},
                                                  {u"2"_s, u"article"_s},
                                                  {u"3"_s, u"preprint"_s},
                                                  {u"4"_s, u"techreport"_s},
                                                  {u"5"_s, u"book"_s},
                                                  {u"6"_s, u"incollection"_s},
                                                  {u"7"_s, u"phdthesis"_s},
                                                  {u"8"_s, u"patent"_s}};
    const QJsonValue first = value.isArray() ? value.toArray().first() : value;
    const QString name = valueText(first).toLower();
    // CSL's "article" is a preprint; a bare BibTeX "article" is one of a journal.
    if (value.isArray() && name == u"article"_s) return u"preprint"_s;
    return types.contains(name) ? QJsonValue(types.value(name)) : first;
  }
  if (field.type == FieldSpec::Type::LongText && value.isObject()) {
    const QJsonObject map = value.toObject();
    QStringList parts;
    for (const QString& key : {u"street"_s, u"city"_s, u"region"_s, u"postcode"_s, u"country"_s}) {
      const QString part = valueText(map.value(key)).trimmed();
      if (!part.isEmpty()) parts << part;
    }
    if (!parts.isEmpty()) return parts.join(u", "_s);
  }
  return value;
}

}  // namespace offprint
