#pragma once
#include "ui/editor/Completion.h"

namespace offprint {

/// The attribute that is being written in the braces of a directive ("::video{src=…"), picture, heading or
/// equation, or behind the language of a fence; `fence`: the line opens one. Its name begins the query:
/// "video", "code", "image", "heading".
std::optional<CompletionQuery> attributeAt(const QString& before, bool fence);

/// Attributes that the renderer knows there and that are not set yet; behind "key=" the values that it takes.
QList<CompletionEntry> attributesFor(const CompletionQuery& query, const SiteSnapshot* site);

}  // namespace offprint
