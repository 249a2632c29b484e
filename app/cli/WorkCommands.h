#pragma once
#include "app/cli/Command.h"

namespace offprint::cli {

/// `offprint add L publication --from WHAT`: adds works by an identifier, a title or entries.
int addWorks(const Invocation& invocation);

}  // namespace offprint::cli
