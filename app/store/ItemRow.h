#pragma once
#include <QByteArray>

#include "app/content/ContentItem.h"
#include "app/core/Result.h"

namespace offprint {

class Database;
class Statement;

/// How items lie in the tables `item` and `item_text`.
namespace itemRow {

/// The columns of an ItemSummary, in the order that readSummary() expects; the table `item` is selected from.
const QByteArray& summaryColumns();
ItemSummary readSummary(const Statement& row);
/// summaryColumns(), then item_text.body and item_text.extra.
ContentItem readItem(const Statement& row);

/// Writes both tables; `item.id` 0 inserts. Returns the id. The caller checks versions and addresses.
Result<ContentId> write(Database& database, const ContentItem& item, bool textChanged);

/// What lists sort titles by: plain, folded, without diacritics.
QString titleKey(const QString& title);
/// How both sides of a filter are compared: NFC, case folded.
QString fold(const QString& text);

}  // namespace itemRow
}  // namespace offprint
