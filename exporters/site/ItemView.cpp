#include "exporters/site/ItemView.h"

#include <algorithm>

#include "exporters/site/CardView.h"
#include "exporters/site/FieldView.h"

using namespace Qt::StringLiterals;

namespace offprint {

namespace {

QJsonObject neighbourView(PageScope& scope, ContentId id, const QString& label) {
  const ItemSummary* item = scope.map.item(id);
  if (!item) return {};
  const LinkResolver::Link to = scope.links.toItem(*item);
  if (!to.usable()) return {};
  const OwnerOf words(scope, item->ref());
  return {{u"label"_s, label},
          {u"titleHtml"_s, scope.inlineHtml(item->title)},
          {u"title"_s, plainTitle(item->title)},
          {u"href"_s, QString::fromUtf8(to.href)}};
}

/// The series that an item belongs to, and the parts around it.
QJsonObject seriesView(PageScope& scope, const ItemSummary& item, const QList<ContentId>& parts) {
  QJsonArray entries;
  QJsonArray pips;
  qsizetype place = -1;
  for (qsizetype i = 0; i < parts.size(); ++i) {
    const ItemSummary* part = scope.map.item(parts.at(i));
    if (!part) continue;
    const bool current = part->id == item.id;
    if (current) place = i;
    const LinkResolver::Link to = scope.links.toItem(*part);
    const OwnerOf words(scope, part->ref());
    entries.append(QJsonObject{{u"titleHtml"_s, scope.inlineHtml(part->title)},
                               {u"href"_s, QString::fromUtf8(to.href)},
                               {u"current"_s, current}});
    pips.append(QJsonObject{{u"on"_s, current}});
  }
  QJsonObject view = topicLink(scope, PageEntry::Type::Series, item.series);
  view.insert(u"entries"_s, entries);
  if (parts.size() <= 30) view.insert(u"pips"_s, pips);
  const bool several = parts.size() > 1 && place >= 0;
  view.insert(u"part"_s, several ? scope.strings.text(
                                       u"part"_s, {{u"n"_s, scope.number(static_cast<int>(place) + 1)},
                                                   {u"all"_s, scope.number(static_cast<int>(parts.size()))}})
                                 : scope.strings.text(u"partOfSeries"_s));
  return view;
}

void addNeighbours(PageScope& scope, const ItemSummary& item, const ContentKind& kind, QJsonObject& view) {
  const QList<ContentId> parts = scope.relations.series(item.series);
  const qsizetype place = parts.indexOf(item.id);
  QJsonObject before;
  QJsonObject after;
  if (!item.series.isEmpty() && place >= 0) view.insert(u"series"_s, seriesView(scope, item, parts));
  if (place >= 0 && parts.size() > 1) {
    before = neighbourView(scope, parts.value(place - 1), scope.strings.text(u"previousPart"_s));
    after = neighbourView(scope, parts.value(place + 1), scope.strings.text(u"nextPart"_s));
  } else if (kind.dated) {
    const SiteRelations::Neighbours around = scope.relations.neighbours(item);
    before = neighbourView(scope, around.older, scope.strings.text(u"older"_s));
    after = neighbourView(scope, around.newer, scope.strings.text(u"newer"_s));
  }
  view.insert(u"before"_s, before);
  view.insert(u"after"_s, after);
  view.insert(u"hasNeighbours"_s, !before.isEmpty() || !after.isEmpty());
}

QJsonArray relatedView(PageScope& scope, const ItemSummary& item) {
  QJsonArray cards;
  for (const QJsonValue reference : item.fields.value(u"related"_s).toArray()) {
    scope.links.dependOn(reference.toString());
    if (const ItemSummary* other = scope.map.itemByRef(reference.toString()))
      cards.append(cardView(scope, *other));
  }
  return cards;
}

/// The item's authors, unless the site's own author wrote it alone: then the whole site says so.
QString authorsLine(const PageScope& scope, const ItemSummary& item) {
  const bool alone =
      item.authors.size() == 1 &&
      (item.authors.constFirst().self || item.authors.constFirst().display() == scope.site.author.display());
  return item.authors.isEmpty() || alone ? QString() : peopleHtml(scope, item.authors);
}

QJsonObject structuredData(PageScope& scope, const ItemSummary& item, const ContentKind& kind,
                           const PageHead& head) {
  if (kind.schemaType.isEmpty()) return {};
  QJsonObject data{{u"@context"_s, u"https://schema.org"_s},
                   {u"@type"_s, kind.schemaType},
                   {u"name"_s, plainTitle(item.title)},
                   {u"inLanguage"_s, scope.language}};
  const auto put = [&data](const QString& key, const QString& value) {
    if (!value.isEmpty()) data.insert(key, value);
  };
  const QString url = scope.map.absolute(scope.page.address);
  put(u"url"_s, url);
  put(u"description"_s, head.description);
  const bool creative = kind.schemaType != "Event"_L1;
  People authors = item.authors;
  if (authors.isEmpty() && !scope.site.author.display().isEmpty()) authors << scope.site.author;
  QJsonArray people;
  for (const Person& person : std::as_const(authors))
    people.append(personData(person));
  if (creative) {
    put(u"headline"_s, plainTitle(item.title));
    put(u"datePublished"_s, head.published);
    put(u"dateModified"_s, head.modified);
    if (!people.isEmpty()) data.insert(u"author"_s, people);
    if (!item.tags.isEmpty()) put(u"keywords"_s, item.tags.join(u", "_s));
    const QString doi = item.fields.value(u"doi"_s).toString();
    put(u"sameAs"_s, doi.isEmpty()               ? QString()
                     : doi.startsWith("http"_L1) ? doi
                                                 : u"https://doi.org/"_s + doi);
    if (const QString venue = item.fields.value(u"venue"_s).toString(); !venue.isEmpty())
      data.insert(u"isPartOf"_s, QJsonObject{{u"@type"_s, u"CreativeWork"_s}, {u"name"_s, venue}});
  } else {
    put(u"startDate"_s, item.date.iso());
    if (!people.isEmpty()) data.insert(u"performer"_s, people);
    const QString place = item.fields.value(u"place"_s).toString();
    if (!place.isEmpty())
      data.insert(u"location"_s, QJsonObject{{u"@type"_s, u"Place"_s}, {u"name"_s, place}});
    if (const QString event = item.fields.value(u"event"_s).toString(); !event.isEmpty())
      data.insert(u"superEvent"_s, QJsonObject{{u"@type"_s, u"Event"_s}, {u"name"_s, event}});
  }
  const QString work = item.fields.value(u"workTitle"_s).toString();
  if (kind.schemaType == "Review"_L1 && !work.isEmpty())
    data.insert(u"itemReviewed"_s, QJsonObject{{u"@type"_s, u"ScholarlyArticle"_s}, {u"name"_s, work}});
  return data;
}

/// The date of words is no date for machines.
QString machineDate(const Date& date) {
  return date.precision() == Date::Precision::Text ? QString() : date.iso();
}

}  // namespace

QString pageLayout(const ItemSummary& item) {
  const QString layout = item.kind == "page"_L1 ? item.fields.value(u"template"_s).toString() : QString();
  return layout == "plain"_L1 ? QString() : layout;
}

QJsonArray contentsView(const QList<OutlineEntry>& outline) {
  QJsonArray entries;
  for (const OutlineEntry& heading : outline) {
    if (heading.level > 2) continue;
    entries.append(QJsonObject{{u"id"_s, heading.id}, {u"titleHtml"_s, QString::fromUtf8(heading.html)}});
  }
  return entries.size() < 2 ? QJsonArray() : entries;
}

PageHead itemHead(PageScope& scope, const ItemSummary& item, const ContentKind& kind) {
  const auto field = [&item](const QString& key) { return item.fields.value(key).toString(); };
  PageHead head;
  head.title = field(u"searchTitle"_s);
  if (head.title.isEmpty()) head.title = plainTitle(item.title);
  head.description = field(u"searchDescription"_s).simplified();
  if (head.description.isEmpty()) head.description = introduction(item);
  head.canonical = field(u"canonicalUrl"_s);
  head.image = field(u"sharingImage"_s);
  if (head.image.isEmpty()) head.image = item.cover;
  head.ogType = kind.ogType;
  head.published = kind.dated ? machineDate(item.date) : QString();
  head.modified = machineDate(item.updated);
  head.noindex = item.fields.value(u"noindex"_s).toBool() || item.status == Status::Unlisted;
  head.data = structuredData(scope, item, kind, head);
  return head;
}

QJsonObject itemView(PageScope& scope, const ItemSummary& item, const ContentKind& kind) {
  QJsonObject view = cardView(scope, item, false);
  QJsonObject kicker{{u"label"_s, kind.label}};
  if (const PageEntry* index = scope.map.page(PageEntry::Type::KindIndex, kind.id)) {
    kicker.insert(u"href"_s, QString::fromUtf8(scope.links.toPage(*index)));
    kicker.insert(u"title"_s, kind.plural);
  }
  view.insert(u"kicker"_s, kicker);
  view.insert(u"dated"_s, kind.dated || kind.eventDated);
  // The summary introduces the text; without one the text speaks for itself.
  view.insert(u"summaryHtml"_s, scope.inlineHtml(item.summary.simplified()));
  view.insert(u"authorsHtml"_s, authorsLine(scope, item));
  view.insert(u"allAuthorsHtml"_s, peopleHtml(scope, item.authors));
  if (!item.updated.empty() && item.updated != item.date) {
    view.insert(u"updated"_s, scope.date(item.updated));
    view.insert(u"updatedText"_s,
                scope.strings.text(u"updated"_s, {{u"date"_s, item.updated.display(scope.locale)}}));
  }
  const QJsonObject fields = fieldsView(scope, item, kind);
  view.insert(u"facts"_s, fields.value(u"facts"_s));
  view.insert(u"links"_s, fields.value(u"links"_s));
  view.insert(u"hasFacts"_s,
              !fields.value(u"facts"_s).toArray().isEmpty() || !fields.value(u"links"_s).toArray().isEmpty());
  view.insert(u"factsTitle"_s, scope.strings.text(u"about"_s, {{u"kind"_s, kind.label}}));
  if (const FieldSpec* abstract = kind.field(u"abstract"_s))
    view.insert(u"abstractHtml"_s, fieldHtml(scope, item, *abstract, item.fields.value(u"abstract"_s)));
  view.insert(u"bibtex"_s, item.fields.value(u"bibtex"_s).toString().trimmed());
  view.insert(u"updateNote"_s, item.fields.value(u"updateNote"_s).toString());
  view.insert(u"coverCredit"_s, item.fields.value(u"coverCredit"_s).toString());
  view.insert(u"related"_s, relatedView(scope, item));
  addNeighbours(scope, item, kind, view);
  return view;
}

}  // namespace offprint
