#pragma once
#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/core/Result.h"

namespace offprint::cli {

/// Applies "key=value" to an item: a member by its name in lower camel case (title, slug, status, date, tags,
/// …), else a field of the kind ("fields.key=value" where both exist). Lists are separated by commas, people
/// by semicolons; dates as naturalDate() reads them at the local moment `now`; an empty value clears.
/// InvalidInput says what would be right.
Result<void> assign(ContentItem& item, const ContentKind& kind, const QString& assignment,
                    const QDateTime& now);

/// The words that stand where "key=value" set a date ("forthcoming"); empty when it set none, a real one, or
/// words that are usual where a date is not known yet.
QString wordDate(const ContentKind& kind, const QString& assignment, const QDateTime& now);

}  // namespace offprint::cli
