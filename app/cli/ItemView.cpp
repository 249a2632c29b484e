#include "app/cli/ItemView.h"

#include <QJsonArray>

#include "app/content/Slug.h"
#include "app/store/Library.h"
#include "app/store/Repositories.h"
#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/site/Address.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

/// What an item's text and fields point to: {"type": "link" or the field's key, "target": as written}.
QJsonArray relations(const ContentItem& item, const ContentKind* kind) {
  QJsonArray list;
  for (const DocumentLink& link : MarkdownEngine::parse(item.body.toUtf8()).links) {
    const QString type = link.type == DocumentLink::Type::Image ? u"image"_s : u"link"_s;
    list += QJsonObject{{u"type"_s, type}, {u"target"_s, link.target}};
  }
  for (const FieldSpec& field : kind ? kind->fields : QList<FieldSpec>()) {
    using Type = FieldSpec::Type;
    if (field.type != Type::Item && field.type != Type::Items && field.type != Type::Publication) continue;
    const QJsonValue value = item.fields.value(field.key);
    for (const QJsonValue& target : value.isArray() ? value.toArray() : QJsonArray{value})
      if (!target.toString().isEmpty())
        list += QJsonObject{{u"type"_s, field.key}, {u"target"_s, target.toString()}};
  }
  return list;
}

}  // namespace

Result<ItemView> ItemView::of(Library& library) {
  const auto site = library.site().get();
  if (!site) return site.error();
  ItemView view;
  view.base_ = site->baseUrl;
  while (view.base_.endsWith(u'/'))
    view.base_.chop(1);
  for (ContentKind kind : library.kinds()->all()) {
    const QString pattern = site->permalinks.value(kind.id).toString();
    if (!pattern.isEmpty()) kind.permalink = pattern;
    view.kinds_.insert(kind.id, kind);
  }
  return view;
}

QString ItemView::url(const ItemSummary& item) const {
  const auto kind = kinds_.constFind(item.kind);
  if (kind == kinds_.constEnd()) return {};
  const QString written = permalinkOf(*kind, item);
  const auto clean = written.isEmpty() ? Result<QString>(QString()) : address::clean(written);
  if (!clean || clean->isEmpty()) return {};
  return base_.isEmpty() ? *clean : base_ + QString::fromLatin1(address::encoded(*clean));
}

QJsonObject ItemView::row(const ItemSummary& item) const {
  const QString place = url(item);
  return {{u"id"_s, item.id.value},
          {u"kind"_s, item.kind},
          {u"title"_s, item.title},
          {u"slug"_s, item.slug},
          {u"status"_s, item.trashed.isValid() ? u"trash"_s : statusName(item.status)},
          {u"date"_s, item.date.empty() ? QJsonValue() : QJsonValue(item.date.full())},
          {u"tags"_s, QJsonArray::fromStringList(item.tags)},
          {u"topics"_s, QJsonArray::fromStringList(item.topics)},
          {u"url"_s, place.isEmpty() ? QJsonValue() : QJsonValue(place)}};
}

QJsonObject ItemView::whole(const ContentItem& item, int revisions) const {
  QJsonObject json = row(summarize(item));
  QJsonArray authors;
  for (const Person& author : item.authors) {
    authors += QJsonObject{{u"given"_s, author.given},     {u"particle"_s, author.particle},
                           {u"family"_s, author.family},   {u"suffix"_s, author.suffix},
                           {u"literal"_s, author.literal}, {u"self"_s, author.self}};
  }
  const auto kind = kinds_.constFind(item.kind);
  json.insert(u"uuid"_s, item.uuid);
  json.insert(u"updated"_s, item.updated.empty() ? QJsonValue() : QJsonValue(item.updated.full()));
  json.insert(u"language"_s, item.language);
  json.insert(u"summary"_s, item.summary);
  json.insert(u"series"_s, item.series);
  json.insert(u"seriesPart"_s, item.seriesPart);
  json.insert(u"pinned"_s, item.pinned);
  json.insert(u"cover"_s, item.cover);
  json.insert(u"coverAlt"_s, item.coverAlt);
  json.insert(u"aliases"_s, QJsonArray::fromStringList(item.aliases));
  json.insert(u"permalink"_s, item.permalink);
  json.insert(u"fields"_s, item.fields);
  json.insert(u"extra"_s, item.extra);
  json.insert(u"body"_s, item.body);
  json.insert(u"authors"_s, authors);
  json.insert(u"relations"_s, relations(item, kind == kinds_.constEnd() ? nullptr : &*kind));
  json.insert(u"revisions"_s, revisions);
  return json;
}

}  // namespace offprint::cli
