#pragma once
#include <functional>
#include <QString>

#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/core/Result.h"

namespace offprint {

/// Slug of a title by the item's language; never empty ("untitled"), never cuts a character; "C", "C++" and
/// "C#" differ (case 12 of text.md). At most 80 characters and 240 bytes of UTF-8.
QString slugify(const QString& title, const QString& language = {});

/// The one rule of what may be the last part of an address: not empty, no blank, control character, /, \\, ?
/// or
/// #, not "." or "..", at most 240 bytes of UTF-8 (a file name has 255). InvalidInput says which slug and
/// why.
Result<void> checkSlug(const QString& slug);

/// `wanted`, or `wanted-2`, `wanted-3`, … the first for which `taken` is false.
QString uniqueSlug(const QString& wanted, const std::function<bool(const QString&)>& taken);

/// Site-absolute address of an item ("/articles/my-title/"): its own permalink, else the kind's pattern.
/// Empty when the kind has no page. Always begins with "/"; ends with "/" or a file name.
QString permalinkOf(const ContentKind& kind, const ItemSummary& item);

}  // namespace offprint
