#pragma once
#include "exporters/site/PageScope.h"

namespace offprint {

/// Meta tags by which Google Scholar and Zotero know a work of the site's author ("citation_title", Highwire
/// Press; "Inclusion Guidelines for Webmasters" of Google Scholar): [{name, content}] in that order. Empty
/// for anything else: a page about a work is not the work.
QJsonArray citationTags(PageScope& scope, const ItemSummary& item, const ContentKind& kind);

/// Adds to the structured data of a page what schema.org has for a work: where it appeared, its identifiers,
/// its file.
void describeWork(PageScope& scope, const ItemSummary& item, const ContentKind& kind, QJsonObject& data);

/// The work that a review is about, as schema.org has it; empty when the review names none.
QJsonObject reviewedWork(PageScope& scope, const ItemSummary& review);

}  // namespace offprint
