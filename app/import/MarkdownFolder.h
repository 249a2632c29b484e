#pragma once
#include "app/import/Importer.h"

namespace offprint {

/// A folder of Markdown: a Hugo site (sections, leaf and branch bundles, static files, shortcodes), a Jekyll
/// site (posts, drafts, collections, Liquid), or plain files. See SourceFolder for what is recognised,
/// ForeignItem for front matter, TemplateMarkup for shortcodes, SourceLinks for links.
///
/// Files become items of the kind that claims their folder (ContentKind::importFolders) or, without one,
/// pages. Hugo's sections without a kind become topics, which list what is below them as Hugo's section pages
/// do. Old addresses are kept as further addresses, as the permalink of pages, or as redirects.
Importer markdownFolderImporter();

}  // namespace offprint
