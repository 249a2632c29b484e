#pragma once
#include "app/content/ContentItem.h"
#include "app/store/PublishRepository.h"

namespace offprint {

class Library;

/// What a target does when the moment of a scheduled item has come.
enum class DueRule { Off, Ask, Publish };
DueRule dueRule(const PublishTarget& target);  ///< Ask where nothing was chosen

/// The field of every target that says so: "off", "ask", "on".
inline constexpr QLatin1StringView kTargetDue{"due"};

/// Scheduled items whose moment has come and that a target does not show yet, oldest first. A target that was
/// never published to has none: its first publication wants to be looked at. Reads alone.
Result<QList<ItemSummary>> dueItems(Library& library, const QString& target);

}  // namespace offprint
