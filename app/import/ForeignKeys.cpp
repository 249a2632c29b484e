#include "app/import/ForeignKeys.h"

#include <algorithm>
#include <QHash>

#include "app/content/FrontMatterBlock.h"

using namespace Qt::StringLiterals;

namespace offprint {
namespace {

using frontmatter::plainKey;

/// What readForeignItem() and the plan ask for; of two keys that differ in case the usual one stands first.
const QStringList& generalKeys() {
  static const QStringList keys = {
      u"title"_s,         u"uuid"_s,          u"slug"_s,        u"language"_s,     u"lang"_s,
      u"locale"_s,        u"summary"_s,       u"excerpt"_s,     u"description"_s,  u"permalink"_s,
      u"url"_s,           u"date"_s,          u"pubDate"_s,     u"pubdate"_s,      u"created_at"_s,
      u"published"_s,     u"updated"_s,       u"lastmod"_s,     u"modified"_s,     u"last_modified_at"_s,
      u"updatedDate"_s,   u"authors"_s,       u"author"_s,      u"tags"_s,         u"tag"_s,
      u"topics"_s,        u"category"_s,      u"categories"_s,  u"aliases"_s,      u"redirect_from"_s,
      u"series"_s,        u"seriesPart"_s,    u"series_part"_s, u"series_order"_s, u"series_weight"_s,
      u"pinned"_s,        u"sticky"_s,        u"featured"_s,    u"coverAlt"_s,     u"cover_alt"_s,
      u"image_alt"_s,     u"alt"_s,           u"cover"_s,       u"image"_s,        u"featured_image"_s,
      u"featuredImage"_s, u"featureimage"_s,  u"thumbnail"_s,   u"thumb"_s,        u"banner"_s,
      u"header"_s,        u"kind"_s,          u"type"_s,        u"layout"_s,       u"linkTitle"_s,
      u"draft"_s,         u"build"_s,         u"_build"_s,      u"status"_s,       u"private"_s,
      u"unlisted"_s,      u"hidden"_s,        u"publishAt"_s,   u"publishDate"_s,  u"publishdate"_s,
      u"expiryDate"_s,    u"unpublishdate"_s, u"headless"_s,    u"cascade"_s,      u"links"_s,
      u"publish"_s,       u"publish_date"_s,  u"publishedAt"_s, u"published_at"_s};
  return keys;
}

bool writtenAsKnown(const QString& key, const ContentKind* kind) {
  if (generalKeys().contains(key)) return true;
  return kind && std::any_of(kind->fields.begin(), kind->fields.end(), [&](const FieldSpec& field) {
           return field.key == key || field.aliases.contains(key);
         });
}

}  // namespace

QString knownForeignKey(const QString& key, const ContentKind* kind) {
  if (writtenAsKnown(key, kind)) return key;
  static const QHash<QString, QString> general = [] {
    QHash<QString, QString> table;
    for (const QString& known : generalKeys()) {
      if (!table.contains(plainKey(known))) table.insert(plainKey(known), known);
    }
    return table;
  }();
  const QString plain = plainKey(key);
  if (const auto known = general.constFind(plain); known != general.constEnd()) return *known;
  for (const FieldSpec& field : kind ? kind->fields : QList<FieldSpec>()) {
    for (const QString& name : QStringList{field.key} + field.aliases) {
      if (plainKey(name) == plain) return name;
    }
  }
  return key;
}

bool isKnownForeignKey(const QString& key, const ContentKind* kind) {
  return writtenAsKnown(knownForeignKey(key, kind), kind);
}

void settleForeignKeys(FrontMatter& matter, const ContentKind* kind) {
  for (qsizetype i = 0; i < matter.keyOrder.size(); ++i) {
    const QString written = matter.keyOrder[i];
    const QString known = knownForeignKey(written, kind);
    if (known == written) continue;
    if (matter.values.contains(known)) {
      if (matter.unsureLine == 0 && frontmatter::decidesPublishing(known))
        matter.unsureLine = qMax(1, matter.keyLines.value(i));
      continue;
    }
    matter.values.insert(known, matter.values.take(written));
    matter.keyOrder[i] = known;
  }
}

}  // namespace offprint
