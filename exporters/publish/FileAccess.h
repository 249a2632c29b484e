#pragma once
#include <QString>

#include "app/core/Result.h"

namespace offprint {

/// Gives `to` the owner, group, mode and access lists (POSIX.1e) of `from`, so that a file or folder that
/// takes the place of another can be read and written by the same people. Of links, owner and group alone.
/// Denied says what to do when this process may not give them; Io. Any thread.
Result<void> carryAccess(const QString& from, const QString& to);

}  // namespace offprint
