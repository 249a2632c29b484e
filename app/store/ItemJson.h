#pragma once
#include <QByteArray>
#include <QJsonObject>

#include "app/content/ContentItem.h"
#include "app/core/Result.h"

namespace offprint {

/// A whole item as one JSON object: the form of revisions and of recovery files (FORMAT.md).
QJsonObject itemToJson(const ContentItem& item);
/// Reads itemToJson(); keys that are not there stay empty.
ContentItem itemFromJson(const QJsonObject& json);

/// SHA-256 of what an author can see of an item: unlike in version, moments and row only, two items have the
/// same.
QString contentHash(const ContentItem& item);

/// itemToJson() in zlib's format with the size before it (qCompress).
QByteArray packItem(const ContentItem& item);
/// Corrupt when `packed` is not from packItem().
Result<ContentItem> unpackItem(const QByteArray& packed);

}  // namespace offprint
