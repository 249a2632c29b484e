#include "exporters/site/Feeds.h"
#include "exporters/images/PublishedImage.h"
#include "exporters/site/SitePictures.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QTimeZone>
#include <QXmlStreamWriter>

#include "exporters/site/Address.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

/// RFC 3339 with the zone's offset.
QString rfc3339(const QDateTime& moment) {
  return moment.toOffsetFromUtc(moment.offsetFromUtc()).toString(Qt::ISODate);
}

/// RFC 822 with a four-digit year, as RSS wants it; English whatever the machine speaks.
QString rfc822(const QDateTime& moment) {
  const int minutes = moment.offsetFromUtc() / 60;
  return QLocale::c().toString(moment, u"ddd, dd MMM yyyy HH:mm:ss"_s) +
         u" %1%2%3"_s.arg(QChar(minutes < 0 ? u'-' : u'+'))
             .arg(std::abs(minutes) / 60, 2, 10, QChar(u'0'))
             .arg(std::abs(minutes) % 60, 2, 10, QChar(u'0'));
}

/// The same moment as people in the site's zone write it.
QDateTime inZone(const QDateTime& moment, const SiteSnapshot& snapshot) {
  const QTimeZone zone(snapshot.site.timeZone.toLatin1());
  return zone.isValid() ? moment.toTimeZone(zone) : moment.toUTC();
}

QString urn(const ItemSummary& item) {
  return u"urn:uuid:"_s + item.uuid;
}

QString teaser(const ItemSummary& item) {
  return xmlText(item.summary.isEmpty() ? item.excerpt : plainTitle(item.summary));
}

QStringList subjects(const ItemSummary& item) {
  QStringList names = item.topics + item.tags;
  names.removeDuplicates();
  return names;
}

}  // namespace

QString xmlText(const QString& text) {
  QString clean;
  clean.reserve(text.size());
  for (qsizetype i = 0; i < text.size(); ++i) {
    const QChar c = text.at(i);
    if (c.isHighSurrogate() && i + 1 < text.size() && text.at(i + 1).isLowSurrogate()) {
      clean += c;
      clean += text.at(++i);
    } else if (!c.isSurrogate() && c.unicode() < 0xfffe &&
               (c.unicode() >= 0x20 || c == u'\t' || c == u'\n' || c == u'\r')) {
      clean += c;
    }
  }
  return clean;
}

FeedWriter::FeedWriter(const SiteMap& map, const FeedEntry& feed, QList<FeedItem> items)
    : map_(map), snapshot_(map.snapshot()), feed_(feed), items_(std::move(items)) {}

QDateTime FeedWriter::published(const ItemSummary& item, const SiteSnapshot& snapshot) {
  const auto shown = item.date.precision();
  if (shown == Date::Precision::None || shown == Date::Precision::Text) return inZone(item.created, snapshot);
  const QDateTime moment = inZone(item.date.momentIn(snapshot.site.timeZone), snapshot);
  const ContentKind* kind = snapshot.kinds->find(item.kind);
  // The date of an event is not the day of its announcement: readers sort what lies ahead to the top for
  // ever.
  return kind && kind->eventDated && item.created.isValid() ? std::min(moment, inZone(item.created, snapshot))
                                                            : moment;
}

QDateTime FeedWriter::updated(const ItemSummary& item, const SiteSnapshot& snapshot) {
  const QDateTime first = published(item, snapshot);
  if (item.updated.empty() || item.updated.precision() == Date::Precision::Text) return first;
  return std::max(first, inZone(item.updated.momentIn(snapshot.site.timeZone), snapshot));
}

QDateTime FeedWriter::lastChange() const {
  QDateTime last = QDateTime::fromSecsSinceEpoch(0, Qt::UTC);
  for (const FeedItem& entry : items_)
    last = std::max(last, updated(*entry.item, snapshot_));
  return last;
}

QString FeedWriter::address(const QString& siteAddress) const {
  const QString absolute = map_.absolute(siteAddress);
  return absolute.isEmpty()
             ? QString::fromLatin1(SiteMap::relative(feed_.atom, address::outputPath(siteAddress)))
             : absolute;
}

QString FeedWriter::fileAddress(const QString& path) const {
  const QString absolute = map_.absolute(u'/' + path);
  return absolute.isEmpty() ? QString::fromLatin1(SiteMap::relative(feed_.atom, path)) : absolute;
}

/// The item's page; where it has none, the first web address among its fields.
QString FeedWriter::linkOf(const ItemSummary& item) const {
  if (const PageEntry* page = map_.pageOf(item.id)) return address(page->address);
  const ContentKind* kind = snapshot_.kinds->find(item.kind);
  for (const FieldSpec& field : kind ? kind->fields : QList<FieldSpec>()) {
    const QString url = item.fields.value(field.key).toString();
    if (field.type == FieldSpec::Type::Url && !url.isEmpty()) return url;
  }
  return address(feed_.home);
}

QByteArray FeedWriter::atom() const {
  QByteArray out;
  QXmlStreamWriter xml(&out);
  xml.setAutoFormatting(true);
  xml.setAutoFormattingIndent(1);
  xml.writeStartDocument();
  xml.writeStartElement(u"feed"_s);
  xml.writeDefaultNamespace(u"http://www.w3.org/2005/Atom"_s);
  xml.writeAttribute(u"xml:lang"_s, snapshot_.site.language);
  const auto link = [&](const QString& rel, const QString& type, const QString& href) {
    xml.writeEmptyElement(u"link"_s);
    xml.writeAttribute(u"rel"_s, rel);
    if (!type.isEmpty()) xml.writeAttribute(u"type"_s, type);
    xml.writeAttribute(u"href"_s, href);
  };
  const auto person = [&](const Person& name) {
    if (name.display().isEmpty()) return;
    xml.writeStartElement(u"author"_s);
    xml.writeTextElement(u"name"_s, xmlText(name.display()));
    xml.writeEndElement();
  };
  xml.writeTextElement(u"title"_s, xmlText(feed_.title));
  if (!snapshot_.site.tagline.isEmpty())
    xml.writeTextElement(u"subtitle"_s, xmlText(plainTitle(snapshot_.site.tagline)));
  xml.writeTextElement(u"id"_s, address(feed_.home));
  xml.writeTextElement(u"updated"_s, rfc3339(lastChange()));
  link(u"self"_s, u"application/atom+xml"_s, fileAddress(feed_.atom));
  link(u"alternate"_s, u"text/html"_s, address(feed_.home));
  person(snapshot_.site.author.display().isEmpty() ? Person::parse(snapshot_.site.title)
                                                   : snapshot_.site.author);
  for (const FeedItem& entry : items_) {
    const ItemSummary& item = *entry.item;
    xml.writeStartElement(u"entry"_s);
    if (!item.language.isEmpty()) xml.writeAttribute(u"xml:lang"_s, item.language);
    xml.writeTextElement(u"title"_s, xmlText(plainTitle(item.title)));
    xml.writeTextElement(u"id"_s, urn(item));
    link(u"alternate"_s, {}, linkOf(item));
    xml.writeTextElement(u"published"_s, rfc3339(published(item, snapshot_)));
    xml.writeTextElement(u"updated"_s, rfc3339(updated(item, snapshot_)));
    for (const Person& author : item.authors)
      person(author);
    for (const QString& subject : subjects(item)) {
      xml.writeEmptyElement(u"category"_s);
      xml.writeAttribute(u"term"_s, xmlText(subject));
    }
    if (!teaser(item).isEmpty()) xml.writeTextElement(u"summary"_s, teaser(item));
    xml.writeStartElement(u"content"_s);
    xml.writeAttribute(u"type"_s, u"html"_s);
    xml.writeCharacters(xmlText(QString::fromUtf8(entry.html)));
    xml.writeEndElement();
    xml.writeEndElement();
  }
  xml.writeEndElement();
  xml.writeEndDocument();
  return out;
}

QByteArray FeedWriter::rss() const {
  const QString atomSpace = u"http://www.w3.org/2005/Atom"_s;
  const QString contentSpace = u"http://purl.org/rss/1.0/modules/content/"_s;
  const QString dcSpace = u"http://purl.org/dc/elements/1.1/"_s;
  QByteArray out;
  QXmlStreamWriter xml(&out);
  xml.setAutoFormatting(true);
  xml.setAutoFormattingIndent(1);
  xml.writeStartDocument();
  xml.writeStartElement(u"rss"_s);
  xml.writeNamespace(atomSpace, u"atom"_s);
  xml.writeNamespace(contentSpace, u"content"_s);
  xml.writeNamespace(dcSpace, u"dc"_s);
  xml.writeAttribute(u"version"_s, u"2.0"_s);
  xml.writeStartElement(u"channel"_s);
  const Site& site = snapshot_.site;
  xml.writeTextElement(u"title"_s, xmlText(feed_.title));
  xml.writeTextElement(u"link"_s, address(feed_.home));
  xml.writeTextElement(u"description"_s,
                       xmlText(plainTitle(site.description.isEmpty() ? site.tagline : site.description)));
  if (!site.language.isEmpty()) xml.writeTextElement(u"language"_s, site.language);
  xml.writeTextElement(u"lastBuildDate"_s, rfc822(lastChange()));
  xml.writeEmptyElement(atomSpace, u"link"_s);
  xml.writeAttribute(u"rel"_s, u"self"_s);
  xml.writeAttribute(u"type"_s, u"application/rss+xml"_s);
  xml.writeAttribute(u"href"_s, fileAddress(feed_.rss));
  for (const FeedItem& entry : items_) {
    const ItemSummary& item = *entry.item;
    xml.writeStartElement(u"item"_s);
    xml.writeTextElement(u"title"_s, xmlText(plainTitle(item.title)));
    xml.writeTextElement(u"link"_s, linkOf(item));
    xml.writeStartElement(u"guid"_s);
    xml.writeAttribute(u"isPermaLink"_s, u"false"_s);
    xml.writeCharacters(urn(item));
    xml.writeEndElement();
    xml.writeTextElement(u"pubDate"_s, rfc822(published(item, snapshot_)));
    for (const Person& author : item.authors)
      xml.writeTextElement(dcSpace, u"creator"_s, xmlText(author.display()));
    for (const QString& subject : subjects(item))
      xml.writeTextElement(u"category"_s, xmlText(subject));
    if (!teaser(item).isEmpty()) xml.writeTextElement(u"description"_s, teaser(item));
    xml.writeTextElement(contentSpace, u"encoded"_s, xmlText(QString::fromUtf8(entry.html)));
    xml.writeEndElement();
  }
  xml.writeEndElement();
  xml.writeEndElement();
  xml.writeEndDocument();
  return out;
}

QByteArray FeedWriter::json() const {
  const auto people = [](const People& names) {
    QJsonArray list;
    for (const Person& name : names)
      if (!name.display().isEmpty()) list += QJsonObject{{u"name"_s, name.display()}};
    return list;
  };
  QJsonArray entries;
  for (const FeedItem& entry : items_) {
    const ItemSummary& item = *entry.item;
    QJsonObject json{{u"id"_s, urn(item)},
                     {u"url"_s, linkOf(item)},
                     {u"title"_s, xmlText(plainTitle(item.title))},
                     {u"content_html"_s, xmlText(QString::fromUtf8(entry.html))},
                     {u"date_published"_s, rfc3339(published(item, snapshot_))},
                     {u"date_modified"_s, rfc3339(updated(item, snapshot_))}};
    if (!teaser(item).isEmpty()) json.insert(u"summary"_s, teaser(item));
    if (!subjects(item).isEmpty()) json.insert(u"tags"_s, QJsonArray::fromStringList(subjects(item)));
    if (!item.language.isEmpty()) json.insert(u"language"_s, item.language);
    if (!people(item.authors).isEmpty()) json.insert(u"authors"_s, people(item.authors));
    if (const auto cover = snapshot_.media.constFind(item.cover); cover != snapshot_.media.constEnd())
      json.insert(u"image"_s, fileAddress(plainPicture(*cover, snapshot_.published(*cover).get()).path));
    entries += json;
  }
  const Site& site = snapshot_.site;
  QJsonObject feed{{u"version"_s, u"https://jsonfeed.org/version/1.1"_s},
                   {u"title"_s, feed_.title},
                   {u"home_page_url"_s, address(feed_.home)},
                   {u"feed_url"_s, fileAddress(feed_.json)},
                   {u"items"_s, entries}};
  if (!site.description.isEmpty()) feed.insert(u"description"_s, plainTitle(site.description));
  if (!site.language.isEmpty()) feed.insert(u"language"_s, site.language);
  if (!people({site.author}).isEmpty()) feed.insert(u"authors"_s, people({site.author}));
  return QJsonDocument(feed).toJson(QJsonDocument::Indented);
}

}  // namespace offprint
