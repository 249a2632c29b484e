#pragma once
#include "app/content/Finding.h"

namespace offprint {

/// The findings with those summed up that differ in their line alone: the first of them stay, and one more
/// tells how many follow and up to which line. A list of thousands hides what else is in it.
Findings summedUp(const Findings& findings);

}  // namespace offprint
