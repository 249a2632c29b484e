#pragma once
#include <cmark-gfm.h>
#include <QHash>
#include <QSet>

#include "exporters/markdown/Attributes.h"
#include "exporters/markdown/SourceMarks.h"

namespace offprint {

/// A line ":::name[Title]{…}", "::: name Title", "::: {.name}" or "::name{…}".
struct DirectiveLine {
  QByteArray name;   ///< empty for a closing line
  QByteArray title;  ///< Markdown
  Attributes attributes;
  QByteArray source;  ///< the line as written
  bool leaf = false;
  int line = 0;
};

DirectiveLine parseDirectiveLine(const QByteArray& line);

/// Which lines of directives belong together. Lines that pair with none are in neither table: they appear as
/// written.
struct DirectivePlan {
  QHash<const cmark_node*, DirectiveLine> opens;  ///< containers
  QHash<const cmark_node*, DirectiveLine> leaves;
  QHash<const cmark_node*, const cmark_node*> closingOf;  ///< opening to closing line
  QHash<const cmark_node*, const cmark_node*> openingOf;  ///< closing to opening line
};

/// Pairs the directives below `root`: a line of colons closes the innermost container of the same parent.
/// Findings: directive.unclosed, directive.stray.
DirectivePlan planDirectives(cmark_node* root, const MarkedSource& source, Findings& findings);

}  // namespace offprint
