#pragma once
#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/content/Finding.h"
#include "app/core/Result.h"

namespace offprint {

class Library;

/// Two works of a library that may be one.
struct WorkPair {
  enum class Likeness {
    Same,     ///< the same DOI, arXiv identifier, or ISBN of a whole book
    Version,  ///< title, first author and nearly the year are the same, identifiers are not
    Alike,    ///< nearly the same title, first author and year, without identifiers that tell them apart
  };
  Likeness likeness = Likeness::Alike;
  ItemSummary first;  ///< the one added earlier
  ItemSummary second;
};

/// "same", "version", "alike".
QString likenessName(WorkPair::Likeness likeness);
/// Why the two may be one, as a sentence.
QString likenessReason(WorkPair::Likeness likeness);

/// How much two titles have in common, 0 to 1: Dice's coefficient of their letter triples, without case,
/// accents and marks.
double titleLikeness(const QString& a, const QString& b);

namespace workDuplicates {

/// Pairs that may be one work, those of the trash left out; none that the author told apart or linked as
/// versions of one work. Surest first, else in the library's order. Time grows with the works of one author.
Result<QList<WorkPair>> find(Library& library);
/// The pairs as findings of Problems and `check`.
Findings findings(const QList<WorkPair>& pairs);

/// Remembers that two works are not the same, or forgets it again. By their UUIDs, so that it holds whatever
/// becomes of their addresses.
Result<void> setApart(Library& library, const ContentItem& a, const ContentItem& b, bool apart);
/// Links `item` to `version` as another version of the same work. The item as it becomes; nothing is stored.
ContentItem withVersion(const ContentItem& item, const ContentItem& version, const ContentKind& kind);

}  // namespace workDuplicates
}  // namespace offprint
