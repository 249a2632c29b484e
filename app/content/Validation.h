#pragma once
#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/content/Finding.h"

namespace offprint {

/// Findings about one item's own values: required fields, types, dates, URLs, missing title. `line` is left
/// 0.
Findings validate(const ContentItem& item, const ContentKind& kind);

}  // namespace offprint
