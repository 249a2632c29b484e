#pragma once
#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/content/Site.h"
#include "app/core/Result.h"

namespace offprint {

class Library;

/// One value of two works beside each other.
struct WorkValue {
  QString name;  ///< "title", "authors", "date", "language", "summary", "body", or the key of a field
  QString label;
  QString kept;  ///< as people read it; empty: it has none
  QString other;
  bool united = false;  ///< lists of both become one: there is nothing to choose
};

/// What two works say differently, in the order of the kind's fields. Keys, places in files and what the
/// program keeps for itself are no part of it.
QList<WorkValue> differingValues(const ContentItem& kept, const ContentItem& other, const ContentKind& kind);

/// `kept` with the values of `other` that it has none of, those that are named in `fromOther`, and the lists
/// of both united. The key of `other` becomes a former key. Identity, address and state are those of `kept`.
ContentItem mergedWork(const ContentItem& kept, const ContentItem& other, const ContentKind& kind,
                       const QStringList& fromOther);

/// What a merge changed, so that it can be taken back as one step.
struct WorkMerge {
  QList<std::pair<ContentItem, ContentItem>> changed;  ///< before and after, first of them the kept work
  ContentId merged;                                    ///< in the trash now
  Site siteBefore;
  Site siteAfter;
};

/// Merges `other` into `kept` in one transaction: texts that cite or link it cite and link the kept work, its
/// address leads there, and it goes to the trash. Errors: NotFound, InvalidInput (not two works), those of
/// the store; nothing is changed then.
Result<WorkMerge> mergeWorks(Library& library, ContentId kept, ContentId other, const QStringList& fromOther);

}  // namespace offprint
