#pragma once
#include <QJsonArray>

#include "app/bibliography/WorkQuery.h"
#include "app/content/ContentItem.h"
#include "app/content/ContentKind.h"
#include "app/content/Finding.h"
#include "app/core/Resources.h"
#include "app/core/Result.h"

namespace offprint {

class Library;

/// A work that was found, or an entry of a pasted text that could not be read.
struct FoundWork {
  ContentItem item;
  QString key;      ///< that its entry has; empty: it is to be given one
  QString problem;  ///< why it could not be read; empty: it could
  int line = 0;     ///< of the pasted text, 1-based; 0: none
};

/// The same beside what the library holds, before anything is stored.
struct ProposedWork {
  enum class State {
    New,
    Here,      ///< the same identifier, or the same entry
    Possible,  ///< title and first author are those of a work in the library
    Unreadable,
  };
  State state = State::New;
  ContentItem item;   ///< with the key that it will have
  QString reference;  ///< "publication/slug" of the work in the library
  QString reason;     ///< a sentence; empty for New
  int line = 0;
};

/// "new", "here", "possible", "unreadable".
QString proposalName(ProposedWork::State state);

/// What stands in a pasted text of BibTeX, RIS or CSL JSON, in its order. Errors: InvalidInput (nothing that
/// can be read), those of the program's data.
Result<QList<FoundWork>> readWorks(const WorkQuery& entries, const ContentKind& kind,
                                   const Resources& resources);
/// The works of a registry's answer (Lookup).
QList<FoundWork> worksOf(const QJsonArray& answer, const ContentKind& kind);
/// A work of which only the identifier or the title is known. It is kept as a draft that says so, until it is
/// looked up; Unsupported when the kind has no field for that.
Result<FoundWork> incompleteWork(const WorkQuery& query, const ContentKind& kind);
/// What is still to be looked up of an item; of type Nothing when it is complete.
WorkQuery toLookUp(const QJsonObject& fields, const ContentKind& kind);

/// The way of works into a library: a comparison first, then one step that stores them.
namespace workIntake {

/// Compares works with the library and with one another. Writes nothing.
Result<QList<ProposedWork>> propose(Library& library, const QList<FoundWork>& works);
/// The work of the library that has the identifier; empty when there is none.
Result<QString> holder(Library& library, const WorkQuery& query);
/// Stores works, whatever their state says, in one transaction with a revision each. Those that still have to
/// be looked up are drafts.
Result<QList<ContentItem>> add(Library& library, const QList<ProposedWork>& works);
/// Fills in what an incomplete work is about, keeps what its author wrote meanwhile, and publishes it like
/// any other reference. NotFound, Conflict (somebody else changed it); InvalidInput when it is complete,
/// Corrupt when `found` could not be read.
Result<ContentItem> complete(Library& library, ContentId id, const FoundWork& found);

}  // namespace workIntake
}  // namespace offprint
