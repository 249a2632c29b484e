#include "exporters/site/WorkData.h"

#include <QRegularExpression>
#include <QUrl>

#include "app/bibliography/CslJson.h"
#include "app/bibliography/WorkIdentifiers.h"
#include "exporters/site/FieldView.h"
#include "exporters/site/SiteView.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// "van der Berg, Jo": a comma tells programs where the family name ends.
QString sortableName(const Person& person) {
  if (!person.literal.isEmpty() || person.family.isEmpty()) return person.display();
  QString name = person.particle.isEmpty() ? person.family : person.particle + u' ' + person.family;
  if (!person.given.isEmpty()) name += u", "_s + person.given;
  return person.suffix.isEmpty() ? name : name + u", "_s + person.suffix;
}

/// The tag that names where a work of that CSL type appeared.
QString containerTag(const QString& type) {
  static const QHash<QString, QString> tags{{u"article-journal"_s, u"citation_journal_title"_s},
                                            {u"article-magazine"_s, u"citation_journal_title"_s},
                                            {u"paper-conference"_s, u"citation_conference_title"_s},
                                            {u"chapter"_s, u"citation_inbook_title"_s},
                                            {u"entry-encyclopedia"_s, u"citation_inbook_title"_s}};
  return tags.value(type);
}

QString publisherTag(const QString& type) {
  if (type == "thesis"_L1) return u"citation_dissertation_institution"_s;
  return type == "report"_L1 ? u"citation_technical_report_institution"_s : u"citation_publisher"_s;
}

/// The address of a file or page among the fields, absolute where the site knows its own.
QString addressOf(PageScope& scope, const QString& written) {
  if (written.isEmpty()) return {};
  const LinkResolver::Link to = scope.links.target(written);
  if (to.state == LinkResolver::Link::State::External) return QString::fromUtf8(to.href);
  if (!to.usable() || !to.media) return {};
  return scope.map.absolute(u'/' + to.media->path);
}

/// The work's PDF; programs fetch what is called so, and believe the name.
QString pdfAddress(PageScope& scope, const ItemSummary& item) {
  const QString address = addressOf(scope, item.fields.value(u"pdf"_s).toString());
  const QString path = QUrl(address).path();
  const bool is = path.endsWith(".pdf"_L1, Qt::CaseInsensitive) || path.contains("/pdf/"_L1);
  return is ? address : QString();
}

QString arxivAddress(const QString& id) {
  const QString bare = arxivIn(id).isEmpty() ? id : arxivIn(id);
  return bare.isEmpty() ? QString() : u"https://arxiv.org/abs/"_s + bare;
}

QString doiAddress(const QString& written) {
  const QString bare = doiIn(written);
  if (bare.isEmpty()) return {};
  return u"https://doi.org/"_s + QString::fromLatin1(QUrl::toPercentEncoding(bare, "/:()"));
}

QJsonArray sameAs(const ItemSummary& item) {
  QJsonArray same;
  for (const QString& address : {doiAddress(item.fields.value(u"doi"_s).toString()),
                                 arxivAddress(item.fields.value(u"arxiv"_s).toString())})
    if (!address.isEmpty()) same.append(address);
  return same;
}

/// What kind of work it is to schema.org; the kind's own type for what it does not tell apart.
QString schemaType(const QString& csl, const QString& usual) {
  static const QHash<QString, QString> types{
      {u"book"_s, u"Book"_s},     {u"chapter"_s, u"Chapter"_s}, {u"thesis"_s, u"Thesis"_s},
      {u"report"_s, u"Report"_s}, {u"dataset"_s, u"Dataset"_s}, {u"software"_s, u"SoftwareSourceCode"_s}};
  return types.value(csl, usual);
}

bool isWork(const ContentKind& kind) {
  return kind.schemaType == "ScholarlyArticle"_L1;
}

}  // namespace

QJsonArray citationTags(PageScope& scope, const ItemSummary& item, const ContentKind& kind) {
  if (!isWork(kind) || kind.isOfOthers(item.fields)) return {};
  const QJsonObject csl = cslItem(item, kind);
  const QString type = csl["type"_L1].toString();
  QJsonArray tags;
  const auto put = [&tags](const QString& name, const QString& content) {
    if (!name.isEmpty() && !content.isEmpty())
      tags.append(QJsonObject{{u"name"_s, name}, {u"content"_s, content}});
  };
  const auto text = [&csl](const QString& variable) { return csl[variable].toString(); };
  put(u"citation_title"_s, plainTitle(item.title));
  for (const Person& person : item.authors)
    put(u"citation_author"_s, sortableName(person));
  if (item.date.yearNumber() > 0) put(u"citation_publication_date"_s, item.date.iso().replace(u'-', u'/'));
  put(containerTag(type), text(u"container-title"_s));
  put(publisherTag(type), text(u"publisher"_s));
  put(u"citation_volume"_s, text(u"volume"_s));
  put(u"citation_issue"_s, text(u"issue"_s));
  static const QRegularExpression dash(u"\\s*[-\\x{2013}]+\\s*"_s);
  const QStringList pages = text(u"page"_s).split(dash);
  put(u"citation_firstpage"_s, pages.value(0));
  put(u"citation_lastpage"_s, pages.value(1));
  put(u"citation_doi"_s, doiIn(text(u"DOI"_s)));
  put(u"citation_arxiv_id"_s, item.fields.value(u"arxiv"_s).toString());
  put(u"citation_isbn"_s, text(u"ISBN"_s));
  put(u"citation_issn"_s, text(u"ISSN"_s));
  put(u"citation_language"_s, item.language);
  put(u"citation_pdf_url"_s, pdfAddress(scope, item));
  put(u"citation_public_url"_s, scope.map.absolute(scope.page.address));
  return tags;
}

void describeWork(PageScope& scope, const ItemSummary& item, const ContentKind& kind, QJsonObject& data) {
  if (!isWork(kind)) return;
  const QJsonObject csl = cslItem(item, kind);
  const auto put = [&data](const QString& key, const QString& value) {
    if (!value.isEmpty()) data.insert(key, value);
  };
  const auto text = [&csl](const QString& variable) { return csl[variable].toString(); };
  const QString type = text(u"type"_s);
  data.insert(u"@type"_s, schemaType(type, kind.schemaType));
  if (const QJsonArray same = sameAs(item); !same.isEmpty()) data.insert(u"sameAs"_s, same);
  put(u"abstract"_s, plainTitle(item.fields.value(u"abstract"_s).toString()));
  put(u"award"_s, item.fields.value(u"award"_s).toString());
  put(u"isbn"_s, type == "book"_L1 ? text(u"ISBN"_s) : QString());
  if (type != "book"_L1 && type != "dataset"_L1 && type != "software"_L1 && type != "thesis"_L1)
    put(u"pagination"_s, text(u"page"_s));
  if (const QString venue = text(u"container-title"_s); !venue.isEmpty()) {
    QJsonObject whole{{u"@type"_s, type == "article-journal"_L1 ? u"Periodical"_s
                                   : type == "chapter"_L1       ? u"Book"_s
                                                                : u"CreativeWork"_s},
                      {u"name"_s, venue}};
    if (type == "article-journal"_L1 && !text(u"ISSN"_s).isEmpty()) whole.insert(u"issn"_s, text(u"ISSN"_s));
    data.insert(u"isPartOf"_s, whole);
  }
  if (const QString publisher = text(u"publisher"_s); !publisher.isEmpty())
    data.insert(u"publisher"_s, QJsonObject{{u"@type"_s, u"Organization"_s}, {u"name"_s, publisher}});
  if (const QString pdf = pdfAddress(scope, item); !pdf.isEmpty())
    data.insert(u"encoding"_s, QJsonObject{{u"@type"_s, u"MediaObject"_s},
                                           {u"contentUrl"_s, pdf},
                                           {u"encodingFormat"_s, u"application/pdf"_s}});
}

QJsonObject reviewedWork(PageScope& scope, const ItemSummary& review) {
  const QString reference = review.fields.value(u"work"_s).toString();
  QJsonObject work{{u"@type"_s, u"ScholarlyArticle"_s}};
  const auto put = [&work](const QString& key, const QJsonValue& value) {
    if (!value.toString().isEmpty() || (value.isArray() && !value.toArray().isEmpty()))
      work.insert(key, value);
  };
  const auto authors = [](const People& people) {
    QJsonArray list;
    for (const Person& person : people)
      list.append(personData(person));
    return list;
  };
  if (const ItemSummary* item = reference.isEmpty() ? nullptr : scope.relations.work(reference)) {
    scope.links.dependOn(item->ref());
    put(u"name"_s, plainTitle(item->title));
    put(u"author"_s, authors(item->authors));
    put(u"datePublished"_s, item->date.yearNumber() > 0 ? item->date.iso() : QString());
    put(u"sameAs"_s, sameAs(*item));
    return work;
  }
  put(u"name"_s, review.fields.value(u"workTitle"_s).toString());
  put(u"author"_s, authors(peopleFrom(review.fields.value(u"workAuthors"_s))));
  put(u"datePublished"_s, review.fields.value(u"workYear"_s).toString());
  put(u"url"_s, review.fields.value(u"workUrl"_s).toString());
  return work.size() > 1 ? work : QJsonObject();
}

}  // namespace offprint
