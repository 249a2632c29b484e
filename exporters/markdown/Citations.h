#pragma once
#include <functional>
#include <QByteArray>
#include <QByteArrayList>
#include <QList>

namespace offprint {

struct ParsedDocument;

/// One work in a citation, by Pandoc's citation syntax. Texts are UTF-8.
struct CitedWork {
  QByteArray key;
  QByteArray prefix;   ///< "see "
  QByteArray label;    ///< CSL's name of the locator ("page", "chapter", …); empty without a locator
  QByteArray locator;  ///< "3–5, 8"
  QByteArray suffix;   ///< what stands behind
  bool suppressAuthor = false;  ///< "-@key"
  bool operator==(const CitedWork&) const = default;
};

/// One citation of a text.
struct Citation {
  QList<CitedWork> works;
  bool inText = false;  ///< "@key says": the author is part of the sentence
  QByteArray source;    ///< as written
  int line = 0;
  QByteArrayList unknown{};  ///< keys that the library does not have; set by who formats
  qsizetype formatted =
      -1;  ///< number among the citations that are formatted; -1: none of its works is known
};

/// Stands in the HTML for citation number `index` of its document. Of noncharacters, which no text holds.
QByteArray citationMark(qsizetype index);
/// Puts what `text` says of each citation in its place. Linear.
void putCitations(ParsedDocument& document, const std::function<QByteArray(const Citation&)>& text);
/// Puts the source of each citation in its place, for texts that are not part of a site.
void showCitationsAsWritten(ParsedDocument& document);
/// Stands where "::bibliography" puts the list of works.
QByteArray bibliographyMark();

/// Length of the citation that starts at `text[0] == '['` ("[see @a, p. 3; -@b]"), or 0 when there is none:
/// every part between semicolons must name a work, and no "(" or "[" may follow, which makes it a link.
qsizetype bracketedCitationLength(const char* text, const char* end);
/// Length of "@key" at `text`, with "[p. 3]" behind it, or 0. `before` is the byte before it (0 at
/// the start): letters, digits and what stands in addresses before it make it part of a mail address, handle
/// or URL (case 24 of text.md).
qsizetype inTextCitationLength(char before, const char* text, const char* end);
/// Reads what one of the two accepts.
Citation parseCitation(const QByteArray& source);

}  // namespace offprint
