#pragma once
#include "exporters/output/Exporter.h"

namespace offprint {

/// The exporters of this folder, for the table in Exporter.cpp.
Exporter siteExporter();
Exporter zipExporter();
Exporter markdownExporter();
Exporter bibtexExporter();
Exporter cslJsonExporter();
Exporter risExporter();
Exporter resumePdfExporter();
Exporter jsonResumeExporter();

}  // namespace offprint
