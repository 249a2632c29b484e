#pragma once
#include <optional>
#include <QByteArray>

#include "exporters/site/PageScope.h"

namespace offprint {

/// The HTML of a block that a text asks the site for: "::items", "::publications", "::talks", "::gallery",
/// drawn by the theme's template "block-<name>" (resources/themes/README.md). Nothing: there is no such block
/// here. The page then depends on all items or on the folder. `item` is whose text it is, for findings.
std::optional<QByteArray> blockHtml(PageScope& scope, const BlockRequest& request, const QString& item);

}  // namespace offprint
