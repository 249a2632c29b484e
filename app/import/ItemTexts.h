#pragma once
#include "app/import/ImportPlan.h"
#include "app/import/MediaIntake.h"
#include "app/import/SourceResolver.h"

namespace offprint {

/// Finishes a planned item: its text in our Markdown, links to our addresses, its media, cover and media
/// fields taken into the library. Adds findings with file and line, and the media's hashes to `hash`, so that
/// a changed picture counts as a change of the text that shows it. Errors: of the library.
Result<void> finishItem(PlannedItem& planned, const SourceFolder& folder, const SourceResolver& resolver,
                        MediaIntake& media);

/// The same for the text of a section.
Result<void> finishSection(PlannedSection& section, const SourceFolder& folder,
                           const SourceResolver& resolver, MediaIntake& media);

}  // namespace offprint
