#include "exporters/site/ItemView.h"

#include <algorithm>

#include "exporters/site/CardView.h"
#include "exporters/site/FieldView.h"
#include "exporters/site/WorkData.h"

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

/// What the item names, then what names it: a relation shows on the pages of both.
QJsonArray relatedView(PageScope& scope, const ItemSummary& item) {
  QJsonArray cards;
  QSet<ContentId> shown;
  for (const QJsonValue reference : item.fields.value(u"related"_s).toArray()) {
    scope.links.dependOn(reference.toString());
    const ItemSummary* other = scope.map.itemByRef(reference.toString());
    if (!other || shown.contains(other->id)) continue;
    shown.insert(other->id);
    cards.append(cardView(scope, *other));
  }
  for (const ContentId id : scope.relations.referring(item.id)) {
    const ItemSummary* other = scope.map.item(id);
    if (other && !shown.contains(id)) cards.append(cardView(scope, *other));
  }
  return cards;
}

/// The item's authors, unless the site's own author wrote it alone: then the whole site says so.
QString authorsLine(const PageScope& scope, const ItemSummary& item) {
  const bool alone = item.authors.size() == 1 &&
                     (item.authors.constFirst().self || scope.site.isAuthor(item.authors.constFirst()));
  return alone ? QString() : authorsHtml(scope, item);
}

/// The date of words is no date for machines.
QString machineDate(const Date& date) {
  return date.precision() == Date::Precision::Text ? QString() : date.iso();
}

QString eventStatus(const QString& answer) {
  if (answer == "cancelled"_L1) return u"https://schema.org/EventCancelled"_s;
  return answer == "postponed"_L1 ? u"https://schema.org/EventPostponed"_s
                                  : u"https://schema.org/EventScheduled"_s;
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
  } else {
    const QString start = item.fields.value(u"start"_s).toString();
    put(u"startDate"_s, start.isEmpty() ? machineDate(item.date) : machineDate(Date::lenient(start)));
    put(u"endDate"_s, machineDate(Date::lenient(item.fields.value(u"end"_s).toString())));
    const QString answer = item.fields.value(u"answer"_s).toString();
    put(u"eventStatus"_s, eventStatus(answer));
    if (!people.isEmpty()) data.insert(u"performer"_s, people);
    const QString place = item.fields.value(u"place"_s).toString();
    if (!place.isEmpty())
      data.insert(u"location"_s, QJsonObject{{u"@type"_s, u"Place"_s}, {u"name"_s, place}});
    if (const QString event = item.fields.value(u"event"_s).toString(); !event.isEmpty())
      data.insert(u"superEvent"_s, QJsonObject{{u"@type"_s, u"Event"_s}, {u"name"_s, event}});
  }
  if (kind.schemaType == "Review"_L1) {
    if (const QJsonObject work = reviewedWork(scope, item); !work.isEmpty())
      data.insert(u"itemReviewed"_s, work);
    put(u"reviewBody"_s, item.fields.value(u"verdict"_s).toString());
  }
  describeWork(scope, item, kind, data);
  return data;
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
  head.metas = citationTags(scope, item, kind);
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
  view.insert(u"allAuthorsHtml"_s, authorsHtml(scope, item));
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
  view.insert(u"bibtex"_s, scope.relations.downloads().bibtex(item));
  view.insert(u"downloads"_s, downloadLinks(scope, scope.relations.downloads().ofItem(item.id)));
  view.insert(u"updateNote"_s, item.fields.value(u"updateNote"_s).toString());
  // Inline Markdown, as the credit of a picture mostly links to it; HTML in it is text.
  QString credit = item.fields.value(u"coverCredit"_s).toString().simplified();
  view.insert(u"coverCredit"_s, scope.inlineHtml(credit.replace(u'<', u"\\<"_s)));
  view.insert(u"related"_s, relatedView(scope, item));
  addNeighbours(scope, item, kind, view);
  return view;
}

}  // namespace offprint
