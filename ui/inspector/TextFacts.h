#pragma once
#include "exporters/markdown/ParsedDocument.h"

namespace offprint {

/// What Outline and Links tell about a text beside its page. Computed on a pool thread.
struct TextFacts {
  QList<OutlineEntry> outline;
  QList<int> words;  ///< of each outline entry, up to the next heading
  QList<DocumentLink> links;
  int figures = 0;
  int equations = 0;
  int codeBlocks = 0;
  int tables = 0;
  struct Cited {
    QString key;
    int line = 0;  ///< of its first citation
    bool operator==(const Cited&) const = default;
  };
  QList<Cited> citations;  ///< works that are cited, each once, in the order of the text
};

TextFacts factsOf(const QString& markdown);

/// A link that leads off the site.
bool isExternal(const QString& target);

}  // namespace offprint
