#pragma once
#include <QList>

#include "app/content/ContentKind.h"
#include "app/import/ImportPlan.h"

namespace offprint {

/// CV entries from the author's profile of a Hugo theme: `education`, `experience`, `skills`, `languages`,
/// `awards` and `certificates` of data/authors/me.yaml (Hugo Blox), `education.courses` of
/// content/authors/*/_index.md (Academic). One item each, its path is the profile's with "#education-1".
/// Empty without such a profile, or without a kind that keeps CV entries.
QList<PlannedItem> profileEntries(const SourceSettings& settings, const KindCatalog& kinds,
                                  const ForeignContext& context);

}  // namespace offprint
