#pragma once
#include "exporters/site/PageScope.h"

namespace offprint {

/// The site's own address where some page of it shows it as it is: a section "contact" of the home page, or
/// a page of that template. Empty otherwise, and where the site shows it in words: what is made of the site
/// then holds no address either.
QString shownMail(const SiteSnapshot& snapshot);

/// Whether a section or page whose options hold that "obfuscate" shows addresses in words; where it is not
/// said the site's setting holds.
bool hidesMail(const Site& site, const QJsonObject& options = {});

/// An address in words, for people: "name at example dot org". No address stands in the page.
QString mailInWords(const PageScope& scope, const QString& mail);

}  // namespace offprint
