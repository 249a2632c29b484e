#pragma once
#include <QByteArray>

namespace offprint {

/// What a word in "> [!WORD]" stands for: the five of GitHub, those that Obsidian and Hugo's themes add, and
/// the nearest of the five for each.
struct CalloutKind {
  const char* word;     ///< lower case, as texts have it
  const char* key;      ///< of its title in the item's language (resources/themes/words.json)
  const char* english;  ///< the title in English
  const char* frame;    ///< "note", "tip", "important", "warning", "caution"; "quote" is a plain quotation
};

/// Nullptr for a word that is none of them. `word` in any case.
const CalloutKind* calloutKind(const QByteArray& word);

}  // namespace offprint
