#pragma once
#include "app/content/ContentItem.h"

namespace offprint {

/// What one author changed in an item, field by field: for undo, for bringing two edits together, and for
/// items that are open while a list changes them. Identity, version, moments and the trash are no field.
namespace itemChanges {

/// `onto` with every field that differs between `from` and `to` set to its value in `to`; single keys of
/// `fields` and `extra` count as fields.
ContentItem applied(ContentItem onto, const ContentItem& from, const ContentItem& to);

/// Whether both `ours` and `theirs` changed some field of `base`, each to another value.
bool overlap(const ContentItem& base, const ContentItem& ours, const ContentItem& theirs);

/// Whether any field differs.
bool differ(const ContentItem& a, const ContentItem& b);

}  // namespace itemChanges
}  // namespace offprint
