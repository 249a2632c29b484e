#pragma once
#include <functional>
#include <QJsonObject>

#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/content/Finding.h"

namespace offprint {

/// Whether something is written behind a key.
bool isGiven(const QJsonValue& value);
/// False, no, off, never in any case, as boolean or text.
bool isNo(const QJsonValue& value);

/// What the keys of another tool's front matter say about who may see an item (frontmatter::visibilityKey()):
/// Draft, Unlisted, or Published when none holds it back; Scheduled when `status` says so. What is neither a
/// yes nor a no, and a state that nobody knows, is Draft. `report` is told why, with the key that says it,
/// and takes the level, code and message of a finding. Keys that are fields of `kind`, and dates, are passed
/// over; keys that say all they have to say by the state are taken out of `values`.
using VisibilityReport =
    std::function<void(Finding::Level, const QString& code, const QString& message, const QString& key)>;
Status readVisibility(QJsonObject& values, const ContentKind& kind, const VisibilityReport& report);

}  // namespace offprint
