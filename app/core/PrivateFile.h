#pragma once
#include <QByteArray>
#include <QString>

#include "app/core/Result.h"

namespace offprint::files {

/// As writeAtomic(), for what nobody but the user may read: the file has the mode 0600 from its first byte.
/// Not for the GUI thread. Errors: Denied, DiskFull, Io.
Result<void> writePrivate(const QString& path, const QByteArray& content);

}  // namespace offprint::files
