#pragma once
#include <QString>

#include "app/content/Finding.h"

namespace offprint {

/// What the window can do about a finding: one act for each row of Problems (app.md section 3).
enum class FindingVerb {
  None,
  Open,
  Go,
  WriteAlt,
  WriteTitle,
  CreateItem,
  ShowFields,
  SetTime,
  SiteSettings,
  CompleteWork,
  CompareWorks
};

FindingVerb verbOf(const Finding& finding);
/// "Write alt text"; empty for None.
QString verbName(FindingVerb verb);

/// The words that a sentence quotes first, “…”; empty when it quotes none.
QString quotedIn(const QString& message);
/// The title of the item that a dead link means: [[Roofline models]], or [[roofline-models]]. Empty when the
/// link names no item: an address, a file, a place on the page.
QString meantTitle(const QString& target);
/// Where the alternative text of the picture `target` belongs in a line of Markdown, 1-based; 1 when the line
/// does not show it.
int altColumn(const QString& line, const QString& target);

}  // namespace offprint
