#pragma once
#include "exporters/site/PageScope.h"

namespace offprint {

/// The kinds that count as writing, in the catalog's order.
QStringList writingKinds(const PageScope& scope);

/// The listed items that a section's options ask for: `items` (references, in that order), or `kinds`,
/// `topic`, `tag`, `except` (a reference), `types` (of CV entries), `pinned`, `year`, `order` ("date",
/// "title", "hand"), `offset`, `limit`. `kinds` are those of the section's type when its options name none.
QList<const ItemSummary*> selectItems(PageScope& scope, const QJsonObject& options, const QStringList& kinds);

/// A home-page section that lists items; empty when there are none.
QJsonObject listSection(PageScope& scope, const Section& section);

}  // namespace offprint
