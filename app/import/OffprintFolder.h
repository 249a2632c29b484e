#pragma once
#include "app/import/Importer.h"

namespace offprint {

/// Reads a folder that `export … markdown` wrote (see ItemFrontMatter.h) back without loss: items with their
/// UUIDs, media, redirects, texts of topics, own kinds; the site's settings too when the library holds no
/// item yet. Recognised by its offprint.json alone.
Importer offprintFolderImporter();

}  // namespace offprint
