#pragma once
#include "exporters/site/PageScope.h"

namespace offprint {

/// The sections of the home page in order: those that are switched on, known and not empty. Types and
/// options: resources/help/sections.md; what templates see: resources/themes/README.md. An unknown type is a
/// finding.
QJsonArray homeView(PageScope& scope);

/// The types of sections that this version can show.
QStringList sectionTypes();

}  // namespace offprint
