#pragma once
#include <QByteArray>

#include "exporters/site/SiteMap.h"

/// The small files of a site that are no pages of its theme.
namespace offprint::sitefiles {

/// sitemap.xml (sitemaps.org) of every listed page; `lastmod` at the precision of the item's date. Empty when
/// the site has no base URL, for the format knows absolute addresses alone.
QByteArray sitemap(const SiteMap& map);

/// robots.txt: everything may be read; names the sitemap.
QByteArray robots(const SiteMap& map);

/// A page for hosts that know no redirects: canonical address, refresh, and a link for those who turned it
/// off.
QByteArray redirectPage(const SiteMap& map, const SiteRedirect& redirect);

/// Whether the redirect leads to the page of an unlisted item, whose address nothing tells.
bool toUnlisted(const SiteMap& map, const SiteRedirect& redirect);

/// `_redirects` as Netlify, Cloudflare Pages and others read it: true 301 redirects there. Other hosts ignore
/// the file and serve the pages above; server configuration (.htaccess) is not written, for it can take a
/// site down. Redirects to unlisted pages are left to their pages.
QByteArray hostRedirects(const SiteMap& map);

}  // namespace offprint::sitefiles
