#pragma once
#include "exporters/site/PageScope.h"

namespace offprint {

/// What one page says of itself to browsers, search engines and networks.
struct PageHead {
  QString title;        ///< plain, without the site's name
  QString description;  ///< plain
  QString canonical;    ///< given by hand; empty: the page's own address
  QString image;        ///< media path or URL for sharing
  QString ogType = QStringLiteral("website");
  QString published;  ///< ISO
  QString modified;   ///< ISO
  bool noindex = false;
  bool ownTitle = false;  ///< `title` stands alone
  QJsonArray metas;       ///< {name, content}: further meta tags
  QJsonObject data;       ///< JSON-LD
};

/// The view that every page shares: site, navigation, feeds, assets, words, and the head.
QJsonObject siteView(PageScope& scope, const PageHead& head);

/// Adds what a page with drawn formulas links besides; nothing on others. Call when every text of the page is
/// set.
void addMath(PageScope& scope, QJsonObject& view);

/// Everything beside head and page that siteView() depends on, for fingerprints.
QByteArray siteFingerprint(const SiteMap& map, const SiteRelations& relations, const Theme& theme);

/// JSON that may stand in a script element: "<", ">", "&" and line separators are escaped.
QString scriptJson(const QJsonObject& json);
QJsonObject personData(const Person& person);

}  // namespace offprint
