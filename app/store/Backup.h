#pragma once
#include <QString>

#include "app/content/Finding.h"
#include "app/core/Resources.h"
#include "app/core/Result.h"
#include "app/core/Task.h"

namespace offprint {

class Library;

/// Writes a verified copy of `library` (database, media, kinds, themes) into the one
/// file `file`. Appears only when complete and checked; an existing file is refused (Conflict). A file of the
/// library that is missing, cannot be read or is damaged does not keep the others from being backed up: it is
/// a finding of level error (a damaged one is in the backup as it is). Errors: DiskFull, Denied, Io,
/// Cancelled.
Result<Findings> backup(Library& library, const QString& file, const Task& task = {});

/// Unpacks a backup into the new folder `folder` (absent or empty), checks every hash, and opens nothing on
/// failure. Errors: NotFound, Corrupt (names the entry), Conflict, DiskFull, Io.
Result<void> restore(const QString& file, const QString& folder, const Resources& resources,
                     const Task& task = {});

}  // namespace offprint
