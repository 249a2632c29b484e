#pragma once
#include "app/content/ContentItem.h"
#include "exporters/site/PageScope.h"
#include "exporters/site/SiteView.h"

namespace offprint {

/// The view of an item's own page without its text; resources/themes/README.md, "An item's page".
QJsonObject itemView(PageScope& scope, const ItemSummary& item, const ContentKind& kind);

/// The contents list of a text: its second-level headings with those below; empty when there are fewer than
/// two.
QJsonArray contentsView(const QList<OutlineEntry>& outline);

/// How a page of the kind "page" gathers items: "cv", "list", "contact"; else empty.
QString pageLayout(const ItemSummary& item);

PageHead itemHead(PageScope& scope, const ItemSummary& item, const ContentKind& kind);

}  // namespace offprint
