#pragma once
#include <QString>

#include "app/content/Finding.h"
#include "app/content/Ids.h"
#include "app/core/Result.h"

struct sqlite3;

namespace offprint {

class Database;

/// Checksums of what people wrote (items with their texts, the site, descriptions, words about media). SQLite
/// checks the form of its pages, not what is written on them: a byte that the disk changed in a text passes
/// every check of its own. Whoever writes such a row calls the row's function here in the same transaction.
/// Form of a checksum: FORMAT.md. Store thread, as the database.
namespace checksums {

/// Gives the connection the SQL function `offprint_sum(…)`. Returns an SQLite code.
int define(sqlite3* connection);

Result<void> putItem(Database& database, ContentId id);
Result<void> putSite(Database& database);
Result<void> putTerm(Database& database, const QString& type, const QString& name);
Result<void> putMedia(Database& database, MediaId id);

/// Whether the item and its text are as they were stored; true without a checksum.
Result<bool> whole(Database& database, ContentId id);

/// Every row that is not as it was stored, and every kept version that cannot be read, as findings of level
/// error; each says what is safe. Rows without a checksum are passed over.
Result<void> check(Database& database, Findings& findings);

}  // namespace checksums
}  // namespace offprint
