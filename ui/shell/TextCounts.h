#pragma once
#include <QString>

#include "ui/inspector/TextFacts.h"

namespace offprint {

/// What the counts of a text tell beside its words (app.md section 9). Markup, code and formulas are no
/// prose.
struct TextCounts {
  int words = 0;
  int characters = 0;  ///< of the prose, blanks included
  int letters = 0;     ///< without blanks
  int sentences = 0;
  int longest = 0;          ///< words of the longest sentence
  QString longestSentence;  ///< its beginning
  TextFacts facts;          ///< figures, formulas and the like
};

/// Any thread but the GUI's: it parses the text.
TextCounts textCounts(const QString& markdown);

}  // namespace offprint
