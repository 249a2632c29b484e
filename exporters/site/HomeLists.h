#pragma once
#include "exporters/site/PageScope.h"

namespace offprint {

/// The kinds that count as writing, in the catalog's order.
QStringList writingKinds(const PageScope& scope);

/// What a section of this type shows when its options say nothing else: the kinds that declare it, as the
/// first of them does; all writing when none does.
struct ListDefaults {
  QStringList kinds;
  HomeList list;
};
ListDefaults listDefaults(const PageScope& scope, const QString& type);
/// `options` with what they leave open.
QJsonObject withDefaults(QJsonObject options, const HomeList& defaults);

/// The listed items that a section's options ask for: `items` (references, in that order), or `kinds`,
/// `topic`, `tag`, `except` (a reference), `types` (of CV entries), `pinned`, `year`, `order` ("date",
/// "title", "hand"), `offset`, `limit`. `kinds` are those of the section's type when its options name none.
QList<const ItemSummary*> selectItems(PageScope& scope, const QJsonObject& options, const QStringList& kinds);

/// A home-page section that lists items; empty when there are none.
QJsonObject listSection(PageScope& scope, const Section& section);

}  // namespace offprint
