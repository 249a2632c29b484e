#pragma once
#include <QString>

#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/core/Result.h"

namespace offprint {

class Database;

/// The full-text index over title, body, fields and tags.
namespace searchIndex {

/// Puts or replaces the entry of `item`.
Result<void> put(Database& database, const ContentItem& item, const ContentKind* kind);
Result<void> remove(Database& database, ContentId id);

/// The FTS5 expression for what a person typed: every word must occur, the last letters of a word may be
/// missing, "quoted words" stand together. Whatever is typed is a valid expression. Empty when there is
/// nothing to look for.
QString expression(const QString& typed);

/// Text as it is indexed: characters of scripts without spaces are parted, so that each is a word.
QString parted(const QString& text);
/// A snippet of the index for readers: without the parting marks, Markdown and TeX, on one line. The marks of
/// matches stay.
QString readable(const QString& snippet);

}  // namespace searchIndex
}  // namespace offprint
