#include "exporters/site/ListView.h"

#include <algorithm>
#include <limits>

#include "app/bibliography/CslJson.h"
#include "app/content/Slug.h"
#include "exporters/site/CardView.h"
#include "exporters/site/PageFingerprint.h"
#include "exporters/site/Resume.h"

using namespace Qt::StringLiterals;

namespace offprint {

namespace {

using Type = PageEntry::Type;

struct Group {
  QString key;  ///< decides what belongs together
  QString label;
  QString href;
  QList<const ItemSummary*> items;
};

/// The heading over items of one type, in the page's language where the themes' words have it ("Awards" for
/// the type Award of the CV); else what the kind calls it.
QString typeHeading(const PageScope& scope, const ItemSummary& item) {
  const QString value = item.fields.value(u"type"_s).toString();
  const QString word = item.kind + u'.' + value;
  const QString heading = scope.strings.text(word);
  if (heading != word) return heading;
  const ContentKind* kind = scope.kindOf(item);
  const FieldSpec* field = kind ? kind->field(u"type"_s) : nullptr;
  for (const FieldSpec::Option& option : field ? field->options : QList<FieldSpec::Option>())
    if (option.value == value) return option.label;
  return value;
}

/// Works of others that the library holds for citing stand apart from the author's own.
bool isCitedOnly(const PageScope& scope, const ItemSummary& item) {
  const ContentKind* kind = scope.kindOf(item);
  return kind && kind->isOfOthers(item.fields);
}

Group citedGroup(const PageScope& scope) {
  return {u"cited"_s, scope.strings.text(u"cited"_s), {}, {}};
}

Group topicGroup(PageScope& scope, const ItemSummary& item) {
  if (isCitedOnly(scope, item)) return citedGroup(scope);
  const QString own = item.fields.value(u"group"_s).toString();
  const QString topic = own.isEmpty() ? item.topics.value(0) : own;
  if (topic.isEmpty()) return {u"~"_s, scope.strings.text(u"other"_s), {}, {}};
  const PageEntry* page = scope.map.page(Type::Topic, topic);
  return {
      topic, page ? page->title : topic, page ? QString::fromUtf8(scope.links.toPage(*page)) : QString(), {}};
}

Group yearGroup(PageScope& scope, const ItemSummary& item) {
  if (isCitedOnly(scope, item)) return citedGroup(scope);
  if (item.date.precision() == Date::Precision::Text) {
    const QString words = item.date.display(scope.locale);
    return {words, words, {}, {}};
  }
  if (item.date.yearNumber() <= 0) return {u"~"_s, scope.strings.text(u"undated"_s), {}, {}};
  const QString year = QString::number(item.date.yearNumber());
  return {year, year, {}, {}};
}

Group groupOf(PageScope& scope, const ItemSummary& item, Grouping grouping) {
  switch (grouping) {
    case Grouping::Year:
      return yearGroup(scope, item);
    case Grouping::Topic:
      return topicGroup(scope, item);
    case Grouping::Month: {
      const int month = item.date.monthNumber();
      if (month <= 0) return {u"0"_s, {}, {}, {}};
      return {QString::number(month), scope.locale.standaloneMonthName(month), {}, {}};
    }
    case Grouping::Kind: {
      const ContentKind* kind = scope.kindOf(item);
      const PageEntry* page = scope.map.page(Type::KindIndex, item.kind);
      return {item.kind,
              kind ? kind->plural : item.kind,
              page ? QString::fromUtf8(scope.links.toPage(*page)) : QString(),
              {}};
    }
    case Grouping::State: {
      if (scope.relations.upcoming(item)) return {u"upcoming"_s, scope.strings.text(u"upcoming"_s), {}, {}};
      return yearGroup(scope, item);
    }
    case Grouping::Type: {
      if (isCitedOnly(scope, item)) return citedGroup(scope);
      const QString heading = typeHeading(scope, item);
      return {item.fields.value(u"type"_s).toString(),
              heading.isEmpty() ? scope.strings.text(u"other"_s) : heading,
              {},
              {}};
    }
    case Grouping::Category: {
      const QString label = item.fields.value(u"category"_s).toString();
      return {label, label, {}, {}};
    }
    case Grouping::None:
      break;
  }
  return {};
}

/// Where a group stands when that does not follow from the order of its items.
int placeOf(const PageScope& scope, const Group& group, Grouping grouping) {
  if (grouping != Grouping::Type) {
    if (group.key == "upcoming"_L1) return -1;
    return group.key == "cited"_L1 ? 2 : group.key == "~"_L1 ? 1 : 0;
  }
  const ContentKind* kind = scope.kindOf(*group.items.constFirst());
  const FieldSpec* field = kind ? kind->field(u"type"_s) : nullptr;
  for (int i = 0; field && i < field->options.size(); ++i)
    if (field->options.at(i).value == group.key) return i;
  return group.key == "cited"_L1 ? 1001 : 1000;
}

QJsonArray entriesView(PageScope& scope, const QList<const ItemSummary*>& items) {
  QJsonArray entries;
  const bool index = scope.page.type == Type::KindIndex;
  for (const ItemSummary* item : items) {
    QJsonObject entry = cardView(scope, *item);
    if (index && !isCitedOnly(scope, *item))
      entry.insert(u"bibtex"_s, scope.relations.downloads().bibtex(*item));
    entries.append(entry);
  }
  return entries;
}

QList<const ItemSummary*> itemsOf(const PageScope& scope, const QList<ContentId>& ids) {
  QList<const ItemSummary*> items;
  for (const ContentId id : ids)
    if (const ItemSummary* item = scope.map.item(id)) items << item;
  return items;
}

/// How the index of a kind is grouped: by what its items have.
Grouping groupingOf(const PageScope& scope, const ContentKind& kind) {
  if (kind.eventDated) return Grouping::State;
  if (isResume(kind)) return Grouping::Type;
  if (&kind == bibliographyKind(*scope.snapshot.kinds)) {
    const Grouping chosen = groupingFromName(scope.site.publicationGroups);
    return chosen == Grouping::Type || chosen == Grouping::Topic ? chosen : Grouping::Year;
  }
  if (kind.field(u"group"_s)) return Grouping::Topic;
  if (kind.field(u"category"_s)) return Grouping::Category;
  if (!kind.dated || kind.id == "project"_L1) return Grouping::None;
  return Grouping::Year;
}

Grouping groupingOfPage(const PageScope& scope) {
  switch (scope.page.type) {
    case Type::KindIndex: {
      const ContentKind* kind = scope.snapshot.kinds->find(scope.page.key);
      return kind ? groupingOf(scope, *kind) : Grouping::None;
    }
    case Type::Writing:
      return Grouping::Year;
    case Type::Year:
      return Grouping::Month;
    case Type::Topic:
    case Type::Tag:
      return scope.page.pages > 1 ? Grouping::Year : Grouping::Kind;
    default:
      return Grouping::None;
  }
}

QString anchorOf(const QString& label) {
  QHash<QString, int> used;
  return u"group-"_s + MarkdownEngine::headingId(label, used);
}

int totalOf(const PageScope& scope) {
  int total = 0;
  for (int number = 1; number <= scope.page.pages; ++number) {
    if (const PageEntry* page = scope.map.page(scope.page.type, scope.page.key, number))
      total += static_cast<int>(page->items.size());
  }
  return total;
}

QString countText(const PageScope& scope, int count) {
  return count == 1 ? scope.strings.text(u"countOne"_s)
                    : scope.strings.text(u"count"_s, {{u"n"_s, scope.number(count)}});
}

QJsonObject paginationView(PageScope& scope) {
  if (scope.page.pages < 2) return {};
  QJsonObject view{
      {u"text"_s, scope.strings.text(u"pageOf"_s, {{u"n"_s, scope.number(scope.page.page)},
                                                   {u"all"_s, scope.number(scope.page.pages)}})}};
  const auto put = [&](const QString& key, int number) {
    if (const PageEntry* page = scope.map.page(scope.page.type, scope.page.key, number))
      view.insert(key, QJsonObject{{u"href"_s, QString::fromUtf8(scope.links.toPage(*page))}});
  };
  put(u"newer"_s, scope.page.page - 1);
  put(u"older"_s, scope.page.page + 1);
  return view;
}

const QList<Collection>& collectionsOf(const PageScope& scope) {
  switch (scope.page.type) {
    case Type::Topics:
    case Type::Topic:
      return scope.snapshot.topics;
    case Type::Tags:
    case Type::Tag:
      return scope.snapshot.tags;
    default:
      return scope.snapshot.series;
  }
}

/// Every topic, tag or series with its first items: the map of what the site is about.
QJsonArray collectionsView(PageScope& scope, Type type) {
  constexpr qsizetype kShown = 6;
  QJsonArray views;
  for (const Collection& collection : collectionsOf(scope)) {
    const PageEntry* page = scope.map.page(type, collection.name);
    if (!page) continue;
    const QList<const ItemSummary*> items = itemsOf(scope, page->items);
    QString label = collection.name;
    QJsonObject view{{u"id"_s, anchorOf(label)},
                     {u"label"_s, label.replace(u'/', u" / "_s)},
                     {u"href"_s, QString::fromUtf8(scope.links.toPage(*page))},
                     {u"descriptionHtml"_s, scope.inlineHtml(collection.description)},
                     {u"count"_s, scope.number(collection.items)}};
    if (type != Type::Tag) {
      const bool whole = type == Type::Series;
      view.insert(u"entries"_s, entriesView(scope, whole ? items : items.mid(0, kShown)));
      if (!whole && collection.items > kShown)
        view.insert(u"more"_s, scope.strings.text(u"seeAllIn"_s, {{u"n"_s, scope.number(collection.items)},
                                                                  {u"name"_s, page->title}}));
    }
    views.append(view);
  }
  return views;
}

QString sectionLabel(const PageScope& scope) {
  switch (scope.page.type) {
    case Type::Topic:
      return scope.strings.text(u"topic"_s);
    case Type::Tag:
      return scope.strings.text(u"tag"_s);
    case Type::Series:
      return scope.strings.text(u"series"_s);
    default:
      return {};
  }
}

/// Where else to look: the lists of the site with how much they hold.
QJsonArray sectionLinks(PageScope& scope) {
  QJsonArray links;
  for (const PageEntry& page : scope.map.pages()) {
    const bool list = page.type == Type::KindIndex || page.type == Type::Writing || page.type == Type::Topics;
    if (!list || page.page > 1) continue;
    const ContentKind* kind = scope.snapshot.kinds->find(page.key);
    const QString label = page.type == Type::Topics    ? scope.strings.text(u"topics"_s)
                          : page.type == Type::Writing ? scope.strings.text(u"writing"_s)
                                                       : page.title;
    const bool counted = page.total > 0 && !(kind && isResume(*kind));
    links.append(QJsonObject{{u"label"_s, label},
                             {u"href"_s, QString::fromUtf8(scope.links.toPage(page))},
                             {u"count"_s, counted ? scope.number(page.total) : QString()}});
  }
  return links;
}

QList<const ItemSummary*> latestWriting(PageScope& scope, int count) {
  scope.links.dependOn(AllItems);
  QList<const ItemSummary*> latest;
  for (const ItemSummary& item : scope.snapshot.items) {
    const ContentKind* kind = scope.kindOf(item);
    if (kind && kind->writing && isListed(item) && latest.size() < count) latest << &item;
  }
  return latest;
}

/// The page above this one: all topics for a topic, all writing for a year.
const PageEntry* parentOf(const PageScope& scope) {
  switch (scope.page.type) {
    case Type::Topic:
      return scope.map.page(Type::Topics);
    case Type::Tag:
      return scope.map.page(Type::Tags);
    case Type::Series:
      return scope.map.page(Type::SeriesList);
    case Type::Year:
      return scope.map.page(Type::Writing);
    default:
      return nullptr;
  }
}

}  // namespace

Grouping groupingFromName(const QString& name) {
  static const QHash<QString, Grouping> names{
      {u"year"_s, Grouping::Year},        {u"month"_s, Grouping::Month},  {u"topic"_s, Grouping::Topic},
      {u"kind"_s, Grouping::Kind},        {u"status"_s, Grouping::State}, {u"type"_s, Grouping::Type},
      {u"category"_s, Grouping::Category}};
  return names.value(name, Grouping::None);
}

void sortByHand(QList<const ItemSummary*>& items) {
  const auto weight = [](const ItemSummary* item) {
    return item->fields.value(u"weight"_s).toDouble(std::numeric_limits<double>::max());
  };
  const auto begun = [](const ItemSummary* item) {
    const Date start = Date::lenient(item->fields.value(u"start"_s).toString());
    return start.empty() ? item->date.sortKey() : start.sortKey();
  };
  std::stable_sort(items.begin(), items.end(), [&](const ItemSummary* a, const ItemSummary* b) {
    return weight(a) != weight(b) ? weight(a) < weight(b) : begun(a) > begun(b);
  });
}

QJsonArray groupsView(PageScope& scope, const QList<const ItemSummary*>& items, Grouping grouping) {
  QList<Group> groups;
  QHash<QString, qsizetype> byKey;
  for (const ItemSummary* item : items) {
    Group own = groupOf(scope, *item, grouping);
    const auto found = byKey.constFind(own.key);
    if (found == byKey.constEnd()) {
      byKey.insert(own.key, groups.size());
      groups << own;
    }
    groups[byKey.value(own.key)].items << item;
  }
  std::stable_sort(groups.begin(), groups.end(), [&](const Group& a, const Group& b) {
    return placeOf(scope, a, grouping) < placeOf(scope, b, grouping);
  });
  QJsonArray views;
  for (Group& group : groups) {
    // What comes soonest stands first.
    if (group.key == "upcoming"_L1) scope.relations.sortBySoonest(group.items);
    const int year = grouping == Grouping::Year && scope.page.type == Type::KindIndex ? group.key.toInt() : 0;
    const SiteDownloads::Links files =
        year > 0 ? scope.relations.downloads().ofList(scope.page.key, year) : SiteDownloads::Links();
    views.append(QJsonObject{{u"id"_s, group.label.isEmpty() ? QString() : anchorOf(group.label)},
                             {u"label"_s, group.label},
                             {u"href"_s, group.href},
                             {u"upcoming"_s, group.key == "upcoming"_L1},
                             {u"downloads"_s, downloadLinks(scope, files)},
                             {u"count"_s, scope.number(static_cast<int>(group.items.size()))},
                             {u"entries"_s, entriesView(scope, group.items)}});
  }
  return views;
}

QString listTitle(const PageScope& scope) {
  switch (scope.page.type) {
    case Type::Writing:
      return scope.strings.text(u"writing"_s);
    case Type::Topics:
      return scope.strings.text(u"topics"_s);
    case Type::Tags:
      return scope.strings.text(u"tags"_s);
    case Type::SeriesList:
      return scope.strings.text(u"seriesList"_s);
    case Type::NotFound:
      return scope.strings.text(u"notFound"_s);
    default:
      return scope.page.title;
  }
}

QString listIntroduction(const PageScope& scope) {
  if (scope.page.type == Type::KindIndex) {
    const ContentKind* kind = scope.snapshot.kinds->find(scope.page.key);
    return kind ? kind->indexIntro : QString();
  }
  if (scope.page.type == Type::Topic || scope.page.type == Type::Tag || scope.page.type == Type::Series) {
    for (const Collection& collection : collectionsOf(scope))
      if (collection.name == scope.page.key) return collection.description;
  }
  return scope.page.type == Type::NotFound ? scope.strings.text(u"notFoundText"_s) : QString();
}

QString listTemplate(const PageScope& scope) {
  switch (scope.page.type) {
    case Type::Home:
      return u"home"_s;
    case Type::KindIndex: {
      const ContentKind* kind = scope.snapshot.kinds->find(scope.page.key);
      return kind && scope.theme.hasTemplate(kind->indexTemplate) ? kind->indexTemplate : u"index"_s;
    }
    case Type::Topic:
    case Type::Tag:
    case Type::Series:
      return u"collection"_s;
    case Type::Topics:
    case Type::Tags:
    case Type::SeriesList:
      return u"collections"_s;
    case Type::NotFound:
      return u"not-found"_s;
    default:
      return u"index"_s;
  }
}

QJsonObject listView(PageScope& scope) {
  const Grouping grouping = groupingOfPage(scope);
  QJsonObject view{{u"title"_s, listTitle(scope)},
                   {u"titleHtml"_s, htmlEscaped(listTitle(scope))},
                   {u"introHtml"_s, scope.inlineHtml(listIntroduction(scope))},
                   {u"kind"_s, scope.page.key},
                   {u"grid"_s, grouping == Grouping::Topic || grouping == Grouping::Category},
                   {u"mixed"_s, scope.page.type != Type::KindIndex},
                   {u"section"_s, sectionLabel(scope)},
                   {u"pagination"_s, paginationView(scope)}};
  if (const PageEntry* parent = parentOf(scope))
    view.insert(u"parentHref"_s, QString::fromUtf8(scope.links.toPage(*parent)));
  switch (scope.page.type) {
    case Type::NotFound:
      view.insert(u"sections"_s, sectionLinks(scope));
      view.insert(u"latest"_s, entriesView(scope, latestWriting(scope, 3)));
      return view;
    case Type::Topics:
      view.insert(u"collections"_s, collectionsView(scope, Type::Topic));
      return view;
    case Type::SeriesList:
      view.insert(u"collections"_s, collectionsView(scope, Type::Series));
      return view;
    case Type::Tags:
      view.insert(u"chips"_s, collectionsView(scope, Type::Tag));
      return view;
    default:
      break;
  }
  const int total = totalOf(scope);
  QList<const ItemSummary*> items = itemsOf(scope, scope.page.items);
  const ContentKind* kind =
      scope.page.type == Type::KindIndex ? scope.snapshot.kinds->find(scope.page.key) : nullptr;
  if (kind && kind->field(u"weight"_s)) sortByHand(items);
  const QJsonArray groups = groupsView(scope, items, grouping);
  view.insert(u"total"_s, scope.number(total));
  // How many entries a life has says nothing.
  const bool resume = kind && isResume(*kind);
  view.insert(u"countText"_s, resume ? QString() : countText(scope, total));
  if (resume) view.insert(u"resume"_s, resumeView(scope));
  view.insert(u"groups"_s, groups);
  if (scope.page.type == Type::KindIndex)
    view.insert(u"downloads"_s, downloadLinks(scope, scope.relations.downloads().ofList(scope.page.key)));
  // A long page with named groups gets a line that leads to each.
  QJsonArray jump;
  for (const QJsonValue group : groups)
    if (!group[u"label"_s].toString().isEmpty()) jump.append(group.toObject());
  if (grouping == Grouping::Topic && jump.size() > 1) view.insert(u"jump"_s, jump);
  if (scope.page.type == Type::Series) view.insert(u"ordered"_s, true);
  return view;
}

}  // namespace offprint
