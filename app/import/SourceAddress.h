#pragma once
#include "app/content/Date.h"
#include "app/import/SourceSettings.h"

namespace offprint {

/// What a generator makes an address of.
struct AddressParts {
  QStringList folders;  ///< below the content folder, as named; a page bundle's own folder is not among them
  QString stem;  ///< the file's (or bundle's) name without ending and date; empty: the index of its folder
  QString slug;  ///< front matter; may be empty
  QString title;
  QStringList categories;  ///< Jekyll
  Date date;
  QString language;  ///< prefix of a translation; empty for the main language
};

/// The site-absolute address that Hugo gives a page: by the section's permalink pattern, else by its place.
QString hugoAddress(const AddressParts& parts, const SourceSettings& settings);

/// The address of a Jekyll post, page (collection "") or document of a collection.
QString jekyllAddress(const AddressParts& parts, const QString& collection, const SourceSettings& settings);

/// Fills a Jekyll permalink ("/:categories/:title/", or a style such as "pretty").
QString jekyllPattern(const QString& pattern, const AddressParts& parts, const QString& collection);

/// A site-absolute address from one that may lack slashes or carry the site's base ("blog/x" → "/blog/x/").
QString cleanAddress(const QString& written);

}  // namespace offprint
