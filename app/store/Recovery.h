#pragma once
#include <optional>
#include <QList>

#include "app/content/ContentItem.h"
#include "app/core/Result.h"

namespace offprint {

class Library;

/// Text that could not be stored (full disk, damaged file) as files beside the library, so that it outlives
/// the process. Store thread. A file is <uuid of the item>.json in the library's folder `recovery`, or where
/// that cannot be written in `recovery/<uuid of the library>` of the application's data folder.
namespace recovery {

/// The folders for such files, the best first.
QStringList places(const Library& library);
/// Writes or replaces the file of `item`, which must have a uuid. Errors of the last place tried.
Result<void> keep(const Library& library, const ContentItem& item);
/// Removes the file of an item that was stored after all.
Result<void> forget(const Library& library, const QString& itemUuid);
/// Makes the file of an item, where there is one, a version of it and removes it: the item is written anew.
Result<void> keepAsVersion(Library& library, const QString& itemUuid);
/// What bringBack() did: the items that changed, and the first of the failures.
struct BroughtBack {
  QList<ContentId> items;
  std::optional<Error> error;
};
/// Brings every file back into the library, the newest first: onto the item it belongs to (what is stored
/// there is kept as a version) or as a new item. An item stored since the file was written stays as it is,
/// and the file becomes a version. Removes the files, also those of TypingJournal. A file that cannot be
/// brought back hinders no other; it stays under a name that nothing writes to.
BroughtBack bringBack(Library& library);

}  // namespace recovery
}  // namespace offprint
