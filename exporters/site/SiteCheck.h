#pragma once
#include "app/content/Finding.h"
#include "app/core/Result.h"
#include "app/core/Task.h"

namespace offprint {

class Library;
class Typesetter;

/// Everything a person should know before publishing: addresses that clash, dead links, pictures without a
/// text, missing or wrong values of every item (drafts too). Store thread; renders on two threads of its own.
Result<Findings> checkSite(Library& library, Typesetter* typesetter = nullptr, const Task& task = {});

}  // namespace offprint
