#include "exporters/site/HomeLists.h"

#include <algorithm>

#include "app/core/Text.h"
#include "exporters/site/CardView.h"
#include "exporters/site/ListView.h"
#include "exporters/site/Resume.h"

using namespace Qt::StringLiterals;

namespace offprint {

namespace {

QStringList textsOf(const QJsonValue& value) {
  if (value.isString()) return {value.toString()};
  QStringList texts;
  for (const QJsonValue entry : value.toArray())
    texts << entry.toString();
  return texts;
}

QList<const ItemSummary*> chosenByHand(PageScope& scope, const QStringList& references) {
  QList<const ItemSummary*> items;
  for (const QString& reference : references) {
    scope.links.dependOn(reference);
    if (const ItemSummary* item = scope.map.itemByRef(reference)) {
      items << item;
    } else {
      scope.find(Finding::Level::Warning, u"section.item"_s,
                 say("A section of the home page names “%1”, which is not on the site. It is left out; "
                     "choose another in the section, or publish it.")
                     .arg(reference));
    }
  }
  return items;
}

bool fits(const ItemSummary& item, const QJsonObject& options, const QStringList& kinds) {
  if (!isListed(item) || !kinds.contains(item.kind)) return false;
  if (options.value(u"except"_s).toString() == item.ref()) return false;
  const QString topic = options.value(u"topic"_s).toString();
  const auto inTopic = [&topic](const QString& own) { return own == topic || own.startsWith(topic + u'/'); };
  if (!topic.isEmpty() && std::none_of(item.topics.cbegin(), item.topics.cend(), inTopic)) return false;
  const QString tag = options.value(u"tag"_s).toString();
  if (!tag.isEmpty() && !item.tags.contains(tag)) return false;
  if (options.contains(u"pinned"_s) && options.value(u"pinned"_s).toBool() != item.pinned) return false;
  const int year = options.value(u"year"_s).toInt();
  if (year > 0 && item.date.yearNumber() != year) return false;
  const QStringList types = textsOf(options.value(u"types"_s));
  return types.isEmpty() || types.contains(item.fields.value(u"type"_s).toString());
}

void order(QList<const ItemSummary*>& items, const QString& by) {
  if (by == "title"_L1) {
    std::stable_sort(items.begin(), items.end(), [](const ItemSummary* a, const ItemSummary* b) {
      return plainTitle(a->title).toCaseFolded() < plainTitle(b->title).toCaseFolded();
    });
  } else if (by == "hand"_L1) {
    sortByHand(items);
  } else if (by == "pinned"_L1) {
    std::stable_sort(items.begin(), items.end(),
                     [](const ItemSummary* a, const ItemSummary* b) { return a->pinned && !b->pinned; });
  }
}

/// A name inside a sentence: "Paper reviews" is "paper reviews", "CV entries" stays.
QString withinSentence(const PageScope& scope, const QString& name) {
  const bool word = name.size() > 1 && name.at(1).isLower();
  return word ? scope.locale.toLower(name.left(1)) + name.mid(1) : name;
}

/// {label, href} of the page that holds the whole of what the section shows a part of.
QJsonObject wholeList(PageScope& scope, const QJsonObject& options, const QStringList& kinds, int total) {
  const QJsonValue wanted = options.value(u"seeAll"_s);
  if (wanted.isBool() && !wanted.toBool()) return {};
  const PageEntry* page = nullptr;
  QString label = wanted.toString();
  const QString topic = options.value(u"topic"_s).toString();
  const QString tag = options.value(u"tag"_s).toString();
  if (!topic.isEmpty()) {
    page = scope.map.page(PageEntry::Type::Topic, topic);
  } else if (!tag.isEmpty()) {
    page = scope.map.page(PageEntry::Type::Tag, tag);
  } else if (kinds.size() == 1) {
    page = scope.map.page(PageEntry::Type::KindIndex, kinds.constFirst());
    const ContentKind* kind = scope.snapshot.kinds->find(kinds.constFirst());
    if (label.isEmpty() && kind && isResume(*kind)) label = scope.strings.text(u"wholeResume"_s);
    if (label.isEmpty() && kind)
      label = scope.strings.text(
          u"seeAllOf"_s, {{u"n"_s, scope.number(total)}, {u"plural"_s, withinSentence(scope, kind->plural)}});
  } else if (kinds == writingKinds(scope)) {
    page = scope.map.page(PageEntry::Type::Writing);
  }
  if (!page) return {};
  if (label.isEmpty()) label = scope.strings.text(u"seeAll"_s, {{u"n"_s, scope.number(total)}});
  return {{u"label"_s, label}, {u"href"_s, QString::fromUtf8(scope.links.toPage(*page))}};
}

/// The names of events at which a talk was given, each once.
QStringList eventsOf(const PageScope& scope, const ItemSummary& talk) {
  QStringList names;
  for (const Occasion& occasion : occasionsOf(talk, scope.site.timeZone)) {
    const bool spoken = !occasion.isOff() && occasion.answer != "submitted"_L1 &&
                        occasion.start.yearNumber() > 0 && !isAhead(occasion, scope.snapshot.now);
    if (spoken && !occasion.event.isEmpty() && !names.contains(occasion.event)) names << occasion.event;
  }
  return names;
}

/// Each event once, with its talks.
QJsonArray eventsView(PageScope& scope, const QList<const ItemSummary*>& talks, int limit, bool withTalks) {
  QStringList names;
  QHash<QString, QJsonArray> byName;
  for (const ItemSummary* talk : talks) {
    for (const QString& name : eventsOf(scope, *talk)) {
      if (!names.contains(name)) {
        if (limit > 0 && names.size() >= limit) continue;
        names << name;
      }
      byName[name].append(cardView(scope, *talk));
    }
  }
  QJsonArray views;
  for (const QString& name : std::as_const(names))
    views.append(QJsonObject{{u"name"_s, name}, {u"talks"_s, withTalks ? byName.value(name) : QJsonArray()}});
  return views;
}

}  // namespace

QStringList writingKinds(const PageScope& scope) {
  QStringList ids;
  for (const ContentKind& kind : scope.snapshot.kinds->all())
    if (kind.writing) ids << kind.id;
  return ids;
}

QList<const ItemSummary*> selectItems(PageScope& scope, const QJsonObject& options,
                                      const QStringList& kinds) {
  if (options.contains(u"items"_s)) return chosenByHand(scope, textsOf(options.value(u"items"_s)));
  QStringList wanted = textsOf(options.value(u"kinds"_s));
  if (wanted.isEmpty()) wanted = kinds;
  QList<const ItemSummary*> items;
  for (const ItemSummary& item : scope.snapshot.items)
    if (fits(item, options, wanted)) items << &item;
  order(items, options.value(u"order"_s).toString());
  const int offset = std::max(0, options.value(u"offset"_s).toInt());
  const int limit = options.value(u"limit"_s).toInt();
  return items.mid(offset, limit > 0 ? limit : -1);
}

ListDefaults listDefaults(const PageScope& scope, const QString& type) {
  ListDefaults defaults;
  for (const ContentKind& kind : scope.snapshot.kinds->all()) {
    const auto list = kind.homeLists.constFind(type);
    if (list == kind.homeLists.constEnd()) continue;
    if (defaults.kinds.isEmpty()) defaults.list = *list;
    defaults.kinds << kind.id;
  }
  if (defaults.kinds.isEmpty()) defaults.kinds = writingKinds(scope);
  return defaults;
}

QJsonObject withDefaults(QJsonObject options, const HomeList& defaults) {
  if (!options.contains(u"order"_s)) options.insert(u"order"_s, defaults.order);
  if (!options.contains(u"types"_s) && !defaults.types.isEmpty())
    options.insert(u"types"_s, QJsonArray::fromStringList(defaults.types));
  if (!options.contains(u"limit"_s)) options.insert(u"limit"_s, defaults.limit);
  return options;
}

QJsonObject listSection(PageScope& scope, const Section& section) {
  const ListDefaults defaults = listDefaults(scope, section.type);
  QJsonObject options = withDefaults(section.options, defaults.list);
  QStringList kinds = textsOf(options.value(u"kinds"_s));
  if (kinds.isEmpty()) kinds = defaults.kinds;
  const int limit = options.value(u"limit"_s).toInt(defaults.list.limit);
  const bool events = section.type == "event-names"_L1;
  const bool ahead = section.type == "upcoming-list"_L1;
  options.insert(u"limit"_s, events || ahead ? 0 : limit);

  QList<const ItemSummary*> items = selectItems(scope, options, kinds);
  const QJsonObject whole{{u"topic"_s, options.value(u"topic"_s).toString()},
                          {u"tag"_s, options.value(u"tag"_s).toString()}};
  const int total = static_cast<int>(selectItems(scope, whole, kinds).size());
  if (section.type == "publication-list"_L1 && !options.value(u"cited"_s).toBool()) {
    items.removeIf([&scope](const ItemSummary* item) {
      const ContentKind* kind = scope.kindOf(*item);
      return kind && kind->isOfOthers(item->fields);
    });
  }
  if (ahead) {
    items.removeIf([&scope](const ItemSummary* item) { return !scope.relations.upcoming(*item); });
    scope.relations.sortBySoonest(items);
    if (limit > 0) items = items.mid(0, limit);
  }
  if (items.isEmpty()) return {};
  QJsonObject view;
  if (events) {
    const QJsonArray names = eventsView(scope, items, limit, options.value(u"talks"_s).toBool(true));
    if (names.isEmpty()) return {};
    view.insert(u"events"_s, names);
  } else {
    const Grouping grouping = groupingFromName(options.value(u"groupBy"_s).toString(defaults.list.groupBy));
    view.insert(u"groups"_s, groupsView(scope, items, grouping));
    view.insert(u"grouped"_s, grouping != Grouping::None);
  }
  view.insert(u"mixed"_s, kinds.size() > 1);
  const bool part = events || items.size() < total;
  view.insert(u"more"_s, part ? wholeList(scope, options, kinds, total) : QJsonObject());
  return view;
}

}  // namespace offprint
