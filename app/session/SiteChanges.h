#pragma once
#include "app/content/Site.h"

namespace offprint::siteChanges {

/// `onto` with every setting that differs between `from` and `to` as it is in `to`. Entries of lists (of the
/// navigation, of the home page) count each for itself, so that one that was changed elsewhere stays.
Result<Site> applied(const Site& onto, const Site& from, const Site& to);

}  // namespace offprint::siteChanges
