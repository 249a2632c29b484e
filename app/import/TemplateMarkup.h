#pragma once
#include <functional>
#include <QString>

#include "app/content/Finding.h"
#include "app/import/SourceFolder.h"

namespace offprint {

/// What a translation needs to know about the file it works on.
struct MarkupContext {
  SiteFlavour flavour = SiteFlavour::Hugo;
  int bodyLine = 1;  ///< line of the text's first line in the file
  /// The site address of a reference (`{{< ref "a.md" >}}`, `{% post_url … %}`, `{% link … %}`); empty when
  /// nothing is there.
  std::function<QString(const QString& reference)> address;
};

/// Turns the template language of a generator into our Markdown: Hugo's shortcodes, Jekyll's Liquid. Those
/// with a counterpart are translated (figure, youtube, highlight, details, ref, math, …); escaped ones become
/// what they show; every other one stays visible with its source, as a `:::unknown` block when it stands on
/// lines of its own and as code within a sentence, with a finding. Code is left alone. Other flavours:
/// unchanged.
QString translateMarkup(const QString& body, const MarkupContext& context, Findings& findings);

}  // namespace offprint
