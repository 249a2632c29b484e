#pragma once
#include "app/core/Task.h"
#include "exporters/publish/DeployPlan.h"

namespace offprint {

/// What visitors get of pages that were just published.
struct PublicPages {
  int asked = 0;
  int same = 0;   ///< bytes as published
  QString first;  ///< address of the first that is not; empty: all are
  QString why;    ///< what it answered, in a sentence; empty: all are
  bool complete() const { return same == asked; }
};

/// Fetches at most `most` of `paths` from the public address and compares their bytes with `online`: HTML
/// pages first, others when there are too few. A host may take minutes to show what it was given, so a page
/// that is missing or old is no error. Errors: InvalidInput (no web address), Network (nothing answers),
/// Cancelled. Worker thread.
Result<PublicPages> lookAtPublicPages(const QString& url, const QStringList& paths,
                                      const DeployedFiles& online, int most, const Task& task);

/// Where visitors find a file of the site.
QString publicAddress(const QString& url, const QString& path);

}  // namespace offprint
