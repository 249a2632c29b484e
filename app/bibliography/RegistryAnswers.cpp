#include "app/bibliography/RegistryAnswers.h"

#include <QJsonDocument>
#include <QRegularExpression>
#include <QXmlStreamReader>

#include "app/bibliography/CslJson.h"
#include "app/bibliography/WorkIdentifiers.h"
#include "app/content/Person.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint::registryAnswers {
namespace {

Error unreadable(const QString& detail) {
  return makeError(ErrorCode::Corrupt, say("The registry's answer cannot be read."), detail);
}

/// Types that Crossref names otherwise than CSL.
QString cslType(const QString& type) {
  static const QHash<QString, QString> types{{u"journal-article"_s, u"article-journal"_s},
                                             {u"proceedings-article"_s, u"paper-conference"_s},
                                             {u"book-chapter"_s, u"chapter"_s},
                                             {u"book-section"_s, u"chapter"_s},
                                             {u"book-part"_s, u"chapter"_s},
                                             {u"reference-entry"_s, u"entry"_s},
                                             {u"monograph"_s, u"book"_s},
                                             {u"edited-book"_s, u"book"_s},
                                             {u"reference-book"_s, u"book"_s},
                                             {u"proceedings"_s, u"book"_s},
                                             {u"dissertation"_s, u"thesis"_s},
                                             {u"posted-content"_s, u"article"_s},
                                             {u"report-component"_s, u"report"_s},
                                             {u"peer-review"_s, u"review"_s},
                                             {u"other"_s, u"document"_s}};
  return types.value(type, type);
}

/// Texts come alone or as lists, some with mark-up of JATS.
QString text(const QJsonValue& value) {
  static const QRegularExpression jats(u"</?(?:jats|mml):[^>]*>|</?(?:p|scp|title|sec)\\b[^>]*>"_s);
  QString found =
      value.isArray() ? value.toArray().first().toVariant().toString() : value.toVariant().toString();
  found.remove(jats);
  found.replace("&amp;"_L1, "&"_L1).replace("&lt;"_L1, "<"_L1).replace("&gt;"_L1, ">"_L1);
  return found.simplified();
}

QJsonArray names(const QJsonValue& value) {
  static const QStringList parts{
      u"family"_s, u"given"_s, u"suffix"_s, u"literal"_s, u"dropping-particle"_s, u"non-dropping-particle"_s};
  QJsonArray list;
  for (const QJsonValue& entry : value.toArray()) {
    QJsonObject name;
    for (const QString& part : parts)
      if (const QString written = text(entry[part]); !written.isEmpty()) name.insert(part, written);
    const bool person = name.contains("family"_L1) || name.contains("literal"_L1);
    if (const QString group = text(entry["name"_L1]); !person && !group.isEmpty())
      name.insert(u"literal"_s, group);
    if (!name.isEmpty()) list << name;
  }
  return list;
}

/// A date without the moments that Crossref adds; none when it holds no year.
QJsonObject date(const QJsonValue& value) {
  const QJsonArray parts = value["date-parts"_L1].toArray();
  if (parts.isEmpty() || parts.first().toArray().first().toVariant().toInt() == 0) {
    const QString words = text(value["literal"_L1]);
    return words.isEmpty() ? QJsonObject() : QJsonObject{{u"literal"_s, words}};
  }
  return {{u"date-parts"_s, parts}};
}

QJsonArray namesOf(const QStringList& written) {
  People people;
  for (const QString& name : written)
    if (!name.isEmpty()) people << Person::parse(name);
  return cslNames(people);
}

QJsonObject dayOf(const QString& written) {
  return cslDate(Date::lenient(written.left(10)));
}

/// One <entry> of the feed; empty for the entry by which arXiv tells of an error.
QJsonObject arxivEntry(QXmlStreamReader& xml) {
  QJsonObject entry{{u"type"_s, u"article"_s}, {u"publisher"_s, u"arXiv"_s}};
  QStringList authors;
  QString id;
  while (xml.readNextStartElement()) {
    const QString name = xml.name().toString();
    const auto read = [&] {
      return xml.readElementText(QXmlStreamReader::IncludeChildElements).simplified();
    };
    if (name == "id"_L1) {
      id = arxivIn(read());
    } else if (name == "title"_L1) {
      entry.insert(u"title"_s, read());
    } else if (name == "summary"_L1) {
      entry.insert(u"abstract"_s, read());
    } else if (name == "published"_L1) {
      entry.insert(u"issued"_s, dayOf(read()));
    } else if (name == "author"_L1) {
      while (xml.readNextStartElement()) {
        if (xml.name() == "name"_L1) {
          authors << read();
        } else {
          xml.skipCurrentElement();
        }
      }
    } else {
      xml.skipCurrentElement();
    }
  }
  if (id.isEmpty()) return {};
  // The newest version is meant, whichever was asked for.
  static const QRegularExpression version(u"v\\d+$"_s);
  entry.insert(u"URL"_s, u"https://arxiv.org/abs/"_s + id.remove(version));
  entry.insert(u"author"_s, namesOf(authors));
  return entry;
}

QStringList namesIn(const QJsonValue& list) {
  QStringList found;
  for (const QJsonValue& entry : list.toArray())
    found << text(entry["name"_L1]);
  return found;
}

}  // namespace

QJsonObject work(const QJsonObject& answer, const QStringList& variables) {
  QJsonObject entry{{u"type"_s, cslType(answer["type"_L1].toString())}};
  for (const QString& variable : variables) {
    const QJsonValue value = answer.value(variable);
    if (value.isArray() && value[0].isObject()) {
      if (const QJsonArray people = names(value); !people.isEmpty()) entry.insert(variable, people);
    } else if (value.isObject()) {
      if (const QJsonObject day = date(value); !day.isEmpty()) entry.insert(variable, day);
    } else if (const QString written = text(value); !written.isEmpty()) {
      entry.insert(variable, written);
    }
  }
  if (const QString subtitle = text(answer["subtitle"_L1]);
      !subtitle.isEmpty() && answer["title"_L1].isArray())
    entry.insert(u"title"_s, entry["title"_L1].toString() + u": "_s + subtitle);
  const QString shortTitle = text(answer["short-container-title"_L1]);
  if (!shortTitle.isEmpty() && !entry.contains("container-title-short"_L1))
    entry.insert(u"container-title-short"_s, shortTitle);
  // The address of a DOI is the DOI again.
  if (!doiIn(entry["URL"_L1].toString()).isEmpty()) entry.remove(u"URL"_s);
  return entry;
}

Result<QJsonArray> doi(const QByteArray& body, const QStringList& variables) {
  QJsonParseError error;
  const QJsonObject answer = QJsonDocument::fromJson(body, &error).object();
  if (text(answer["title"_L1]).isEmpty()) return unreadable(error.errorString());
  return QJsonArray{work(answer, variables)};
}

Result<QJsonArray> works(const QByteArray& body, const QStringList& variables) {
  QJsonParseError error;
  const QJsonDocument answer = QJsonDocument::fromJson(body, &error);
  if (!answer["message"_L1]["items"_L1].isArray()) return unreadable(error.errorString());
  QJsonArray entries;
  for (const QJsonValue& item : answer["message"_L1]["items"_L1].toArray())
    if (!text(item["title"_L1]).isEmpty()) entries << work(item.toObject(), variables);
  return entries;
}

Result<QJsonArray> arxiv(const QByteArray& body) {
  QXmlStreamReader xml(body);
  if (!xml.readNextStartElement() || xml.name() != "feed"_L1) return unreadable(xml.errorString());
  QJsonArray entries;
  while (xml.readNextStartElement()) {
    if (xml.name() == "entry"_L1) {
      if (const QJsonObject entry = arxivEntry(xml); !entry.isEmpty()) entries << entry;
    } else {
      xml.skipCurrentElement();
    }
  }
  if (xml.hasError()) return unreadable(xml.errorString());
  return entries;
}

Result<QJsonArray> books(const QByteArray& body) {
  QJsonParseError error;
  const QJsonDocument answer = QJsonDocument::fromJson(body, &error);
  if (!answer.isObject()) return unreadable(error.errorString());
  QJsonArray entries;
  for (const QJsonValue& book : answer.object()) {
    QString title = text(book["title"_L1]);
    if (title.isEmpty()) continue;
    if (const QString subtitle = text(book["subtitle"_L1]); !subtitle.isEmpty()) title += u": "_s + subtitle;
    QJsonObject entry{{u"type"_s, u"book"_s}, {u"title"_s, title}};
    if (const QJsonArray authors = namesOf(namesIn(book["authors"_L1])); !authors.isEmpty())
      entry.insert(u"author"_s, authors);
    static const QRegularExpression year(u"\\b(1[4-9]|20)\\d\\d\\b"_s);
    if (const auto found = year.match(text(book["publish_date"_L1])); found.hasMatch())
      entry.insert(u"issued"_s, cslDate(Date::year(found.captured().toInt())));
    if (const QStringList houses = namesIn(book["publishers"_L1]); !houses.isEmpty())
      entry.insert(u"publisher"_s, houses.first());
    if (const QStringList places = namesIn(book["publish_places"_L1]); !places.isEmpty())
      entry.insert(u"publisher-place"_s, places.first());
    if (const QString pages = text(book["number_of_pages"_L1]); !pages.isEmpty())
      entry.insert(u"number-of-pages"_s, pages);
    entries << entry;
  }
  return entries;
}

}  // namespace offprint::registryAnswers
