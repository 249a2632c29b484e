#include "exporters/site/CardView.h"

#include "app/bibliography/CslJson.h"
#include "app/content/PlainText.h"
#include "exporters/site/FieldView.h"

using namespace Qt::StringLiterals;

namespace offprint {

namespace {

/// Where the title of an entry leads: its page, else the address that the item itself names.
void addAddress(PageScope& scope, const ItemSummary& item, QJsonObject& card) {
  if (const LinkResolver::Link own = scope.links.toItem(item); own.usable()) {
    card.insert(u"href"_s, QString::fromUtf8(own.href));
    return;
  }
  for (const QString& key : {u"url"_s, u"externalUrl"_s, u"repository"_s, u"sourceUrl"_s}) {
    const QString address = item.fields.value(key).toString();
    if (address.isEmpty()) continue;
    const LinkResolver::Link to = scope.links.target(address);
    if (!to.usable()) continue;
    card.insert(u"href"_s, QString::fromUtf8(to.href));
    card.insert(u"external"_s, to.state == LinkResolver::Link::State::External);
    return;
  }
}

/// The kind's own fields: short ones as words, and the links.
void addFields(PageScope& scope, const ItemSummary& item, const ContentKind& kind, QJsonObject& card) {
  QJsonObject words;
  for (const FieldSpec& field : kind.fields) {
    const QJsonValue value = item.fields.value(field.key);
    if (value.isUndefined() || value.isNull() || field.type == FieldSpec::Type::Markdown) continue;
    if (field.type == FieldSpec::Type::List) {
      if (!value.toArray().isEmpty()) words.insert(field.key, value);
      continue;
    }
    const QString text = fieldText(scope, field, value);
    if (!text.isEmpty()) words.insert(field.key, text);
  }
  card.insert(u"fields"_s, words);
}

}  // namespace

QJsonObject topicLink(PageScope& scope, PageEntry::Type type, const QString& name) {
  QJsonObject& link = scope.topics[{static_cast<int>(type), name}];
  if (!link.isEmpty()) return link;
  const PageEntry* page = scope.map.page(type, name);
  const QString label =
      type == PageEntry::Type::Topic ? name.section(u'/', -1, -1, QString::SectionSkipEmpty) : name;
  link = {{u"label"_s, label}, {u"href"_s, page ? QString::fromUtf8(scope.links.toPage(*page)) : QString()}};
  return link;
}

QJsonArray topicLinks(PageScope& scope, PageEntry::Type type, const QStringList& names) {
  QJsonArray links;
  for (const QString& name : names)
    if (!name.isEmpty()) links.append(topicLink(scope, type, name));
  return links;
}

QJsonArray downloadLinks(PageScope& scope, const SiteDownloads::Links& links) {
  QJsonArray views;
  for (const SiteDownloads::Link& link : links)
    views.append(
        QJsonObject{{u"label"_s, link.label}, {u"href"_s, QString::fromUtf8(scope.links.toPath(link.path))}});
  return views;
}

namespace {

/// Words for an end that has not come: "present".
bool isOpen(const Date& end) {
  static const QSet<QString> words{u"present"_s, u"now"_s, u"ongoing"_s, u"current"_s, u"today"_s};
  return end.empty() ||
         (end.precision() == Date::Precision::Text && words.contains(end.iso().trimmed().toLower()));
}

/// What happens on a day and does not go on: in the CV an award and a certificate.
bool isMoment(const ItemSummary& item) {
  const QString type = item.fields.value(u"type"_s).toString();
  return item.kind == "cv"_L1 && (type == "award"_L1 || type == "certificate"_L1);
}

}  // namespace

QString periodText(PageScope& scope, const ItemSummary& item) {
  const Date from = Date::lenient(item.fields.value(u"start"_s).toString());
  const Date to = Date::lenient(item.fields.value(u"end"_s).toString());
  if (from.empty() && to.empty()) return item.date.empty() ? QString() : item.date.displayShort(scope.locale);
  if (from.empty()) return to.displayShort(scope.locale);
  if (isMoment(item)) return from.displayShort(scope.locale);
  const ContentKind* kind = scope.kindOf(item);
  if (to.empty() && kind && kind->eventDated) return from.displayShort(scope.locale);
  if (isOpen(to)) return scope.strings.text(u"since"_s, {{u"from"_s, from.displayShort(scope.locale)}});
  return spanText(scope, from, to);
}

QString spanText(const PageScope& scope, const Date& from, const Date& to) {
  const QString first = from.displayShort(scope.locale);
  const QString last = to.displayShort(scope.locale);
  if (last.isEmpty() || last == first) return first;
  return scope.strings.text(u"period"_s, {{u"from"_s, first}, {u"to"_s, last}});
}

QString introduction(const ItemSummary& item, int maxCharacters) {
  const QString text = item.summary.isEmpty() ? item.excerpt : plainText(item.summary, PlainUse::Excerpt);
  return cutAtWord(text.simplified(), maxCharacters);
}

namespace {

/// The words for an occasion that does not take place as it was announced.
QString offText(const ContentKind& kind, const Occasion& occasion) {
  const FieldSpec* answer = occasion.isOff() ? kind.field(u"answer"_s) : nullptr;
  for (const FieldSpec::Option& option : answer ? answer->options : QList<FieldSpec::Option>())
    if (option.value == occasion.answer) return option.label;
  return {};
}

QJsonObject occasionView(PageScope& scope, const ContentKind& kind, const Occasion& occasion) {
  const bool rough = !occasion.told.empty();
  return {{u"event"_s, occasion.event},
          {u"place"_s, occasion.place},
          {u"when"_s,
           rough ? occasion.told.displayShort(scope.locale) : spanText(scope, occasion.start, occasion.end)},
          {u"iso"_s, scope.date(rough ? occasion.told : occasion.start)[u"iso"_s]},
          {u"off"_s, offText(kind, occasion)}};
}

/// The occasion that a list names, and the others of the same event.
void addOccasions(PageScope& scope, const ItemSummary& item, const ContentKind& kind, QJsonObject& card) {
  const Occasion shown = scope.relations.occasion(item);
  card.insert(u"occasion"_s, occasionView(scope, kind, shown));
  QJsonArray others;
  bool passed = false;  // the same may stand there twice
  for (const Occasion& occasion : occasionsOf(item, scope.site.timeZone)) {
    if (!passed && occasion == shown) {
      passed = true;
    } else if (!occasion.start.empty()) {
      others.append(occasionView(scope, kind, occasion));
    }
  }
  card.insert(u"others"_s, others);
}

/// The part of an entry that is the same on every page. Every key is there even when it is empty: a template
/// that asks for one must not be given that of the page around the entry.
QJsonObject plainCard(PageScope& scope, const ItemSummary& item, const ContentKind* kind) {
  const bool timed = kind && kind->hasBody && kind->writing;
  QJsonObject card{
      {u"kind"_s, item.kind},
      {u"is"_s, QJsonObject{{item.kind, true}}},
      {u"kindLabel"_s, kind ? kind->label : item.kind},
      {u"titleHtml"_s, QString()},
      {u"title"_s, plainTitle(item.title)},
      {u"date"_s, scope.date(item.date)},
      {u"summary"_s, introduction(item)},
      {u"pinned"_s, item.pinned},
      {u"upcoming"_s, kind && kind->eventDated && scope.relations.upcoming(item)},
      {u"draft"_s, item.status == Status::Draft},
      {u"topics"_s, QJsonArray()},
      {u"tags"_s, QJsonArray()},
      {u"cover"_s, QJsonObject()},
      {u"period"_s, periodText(scope, item)},
      {u"href"_s, QString()},
      {u"minutes"_s, timed ? scope.minutes(item) : QString()},
      {u"minutesShort"_s, timed ? scope.minutes(item, true) : QString()},
      {u"authorsHtml"_s, fewAuthorsHtml(scope, item)},
      {u"bibtex"_s, QString()},
      {u"sourceHref"_s, QString()},
      {u"starsAsOf"_s, QString()},
      {u"external"_s, false},
      {u"series"_s, false},
      {u"seriesPart"_s, false},
      {u"fields"_s, QJsonArray()},
      {u"links"_s, QJsonArray()},
      {u"hrefs"_s, QJsonObject()},
      {u"occasion"_s, QJsonObject()},
      {u"others"_s, QJsonArray()},
  };
  if (!item.series.isEmpty() && item.seriesPart > 0) card.insert(u"seriesPart"_s, item.seriesPart);
  if (kind) addFields(scope, item, *kind, card);
  if (kind && kind->eventDated) addOccasions(scope, item, *kind, card);
  if (const QString asOf = item.fields.value(u"starsAsOf"_s).toString(); !asOf.isEmpty()) {
    card.insert(u"starsAsOf"_s,
                scope.strings.text(u"asOf"_s, {{u"date"_s, Date::lenient(asOf).displayShort(scope.locale)}}));
  }
  return card;
}

}  // namespace

QJsonObject cardView(PageScope& scope, const ItemSummary& item, bool withLinks) {
  const ContentKind* kind = scope.kindOf(item);
  const OwnerOf words(scope, item.ref());
  QJsonObject card =
      scope.relations.sameEverywhere(item, scope.language, [&] { return plainCard(scope, item, kind); });
  // A sentence that ends with "et al." or "Jr." has its full stop.
  card.insert(u"authorsStop"_s, !card.value(u"authorsHtml"_s).toString().endsWith(u'.'));
  card.insert(u"titleHtml"_s, scope.inlineHtml(item.title));
  if (!item.topics.isEmpty())
    card.insert(u"topics"_s, topicLinks(scope, PageEntry::Type::Topic, item.topics));
  if (!item.tags.isEmpty()) card.insert(u"tags"_s, topicLinks(scope, PageEntry::Type::Tag, item.tags));
  if (!item.cover.isEmpty()) card.insert(u"cover"_s, scope.picture(item.cover, item.coverAlt));
  if (!item.series.isEmpty())
    card.insert(u"series"_s, topicLink(scope, PageEntry::Type::Series, item.series));
  addAddress(scope, item, card);
  if (kind && withLinks && !scope.site.publicationAuthors && isCitable(*kind) && !kind->ownField.isEmpty())
    card.insert(u"authorsHtml"_s, QString());
  if (kind && withLinks) {
    QStringList shown;
    if (!scope.map.pageOf(item.id)) shown << u"url"_s;
    if (const QJsonArray links = fieldLinks(scope, item, *kind, shown); !links.isEmpty())
      card.insert(u"links"_s, links);
  }
  if (kind) card.insert(u"hrefs"_s, fieldAddresses(scope, item, *kind));
  if (const QString source = item.fields.value(u"sourceUrl"_s).toString(); !source.isEmpty()) {
    if (const auto to = scope.links.target(source); to.usable())
      card.insert(u"sourceHref"_s, QString::fromUtf8(to.href));
  }
  return card;
}

}  // namespace offprint
