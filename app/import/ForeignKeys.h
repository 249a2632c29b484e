#pragma once
#include <QStringList>

#include "app/content/ContentKind.h"
#include "app/content/FrontMatter.h"

namespace offprint {

/// The spelling under which the import reads a key of another tool's front matter, whatever its case
/// ("Draft", "PUBLISHDATE"; Hugo does not tell them apart) and whatever blanks stick to it; the key itself
/// when the import does not know it. Keys of `kind`'s fields count too when there is one.
QString knownForeignKey(const QString& key, const ContentKind* kind);
bool isKnownForeignKey(const QString& key, const ContentKind* kind);

/// Writes the keys of `matter` as knownForeignKey() says. Two spellings of one key in a file: the first that
/// is written as known counts, the other stays as it is, and the front matter is unsure when the key decides
/// about publishing.
void settleForeignKeys(FrontMatter& matter, const ContentKind* kind);

}  // namespace offprint
