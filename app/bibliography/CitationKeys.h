#pragma once
#include <functional>

#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/content/Site.h"

namespace offprint {

/// A citation key as most programs make them: the first author's family name, the year, the first word of the
/// title; with -2, -3, … the first for which `taken` is false.
QString suggestedKey(const ContentItem& item, const std::function<bool(const QString&)>& taken);

/// Sets the field of the kind that holds the citation key; nothing where it has none.
void setCitationKey(ContentItem& item, const ContentKind& kind, const QString& key);

/// Marks those of the authors who are the site's author, and the work as own when one is; a list of
/// references holds mostly works of others.
void claimAuthorship(ContentItem& item, const ContentKind& kind, const Site& site);

}  // namespace offprint
