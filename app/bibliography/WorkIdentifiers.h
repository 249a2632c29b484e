#pragma once
#include <QString>

#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"

namespace offprint {

/// The DOI in `written`, which may be an address (doi.org, dx.doi.org, percent-encoded) or begin with "doi:".
/// Empty when there is none (ANSI/NISO Z39.84: "10.", a registrant, a slash, anything).
QString doiIn(const QString& written);

/// What equal DOIs have in common: they are compared without case (ISO 26324, section 4.4).
QString comparableDoi(const QString& written);

/// The arXiv identifier in an address, in "arXiv:2205.14135v2" or alone, as arXiv writes it since 2007 and
/// before ("math/0307200v3"). Empty when there is none.
QString arxivIn(const QString& written);

/// The field of a kind that is declared as that BibTeX field ("doi", "*lookup"); nullptr when there is none.
const FieldSpec* bibtexFieldOf(const ContentKind& kind, QLatin1StringView bibtex);

/// Makes the identifiers of an item bare, as the library keeps them: a DOI or arXiv identifier that its
/// address tells gets its own field.
void settleIdentifiers(ContentItem& item, const ContentKind& kind);

}  // namespace offprint
