#pragma once
#include "app/import/Importer.h"

namespace offprint {

/// Reads a RIS file (EndNote, publishers' pages): each reference becomes an item that texts can cite, as an
/// import of CSL JSON makes it. References without an ID are given a citation key.
Importer risImporter();

}  // namespace offprint
