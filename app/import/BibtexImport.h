#pragma once
#include "app/import/Importer.h"

namespace offprint {

/// Reads a BibTeX or biblatex file: each entry becomes an item that texts can cite and keeps its source, so
/// that an export writes it back as it was. Entries that cannot be read are reported with their line;
/// imported again, unchanged entries stay.
Importer bibtexImporter();

}  // namespace offprint
