#pragma once
#include <QString>

#include "app/content/ContentItem.h"
#include "app/core/Result.h"

namespace offprint {

class Database;

/// Tags, topics and series as rows beside the items.
namespace terms {

/// Gives the term `name` ("tag", "topic", "series") an address of its own when it has none yet; it keeps it
/// from then on ("a b" and "a-b" differ, case 13).
Result<void> keepAddress(Database& database, const QString& type, const QString& name);

/// Writes the terms of `item`, in place of those written before.
Result<void> put(Database& database, const ContentItem& item);

}  // namespace terms
}  // namespace offprint
