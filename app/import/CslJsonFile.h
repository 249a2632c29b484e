#pragma once
#include "app/import/Importer.h"

namespace offprint {

/// Reads a file of CSL JSON (what Zotero and reference services give out): each entry becomes an item that
/// texts can cite. Imported again, unchanged entries stay, changed ones are brought up to date unless they
/// were edited in the library.
Importer cslJsonImporter();

}  // namespace offprint
