#pragma once
#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"

namespace offprint {

/// An item as front matter, for files that Offprint writes: ContentItem's members by their names, the kind's
/// fields by FieldSpec::key, then `extra` as it was. Empty values are left out; id, version and the times of
/// the library stay in the library. Keys that would hide one another are nested under "otherFields" and
/// "otherKeys".
QJsonObject frontMatterOf(const ContentItem& item, const ContentKind* kind);

/// The order in which writeFrontMatter() should write those keys.
QStringList frontMatterOrder(const ContentKind* kind);

/// The exact inverse of frontMatterOf(): `item == itemFromFrontMatter(frontMatterOf(item, kind), item.body,
/// kind)` save for what stays in the library. For files that Offprint wrote; foreign ones need app/import.
ContentItem itemFromFrontMatter(const QJsonObject& values, const QString& body, const ContentKind* kind);

/// ContentItem's own front-matter keys in writing order: no field of a kind may take one of these names.
const QStringList& itemKeys();

}  // namespace offprint
