#pragma once
#include <memory>
#include <optional>

#include "app/content/ContentItem.h"
#include "app/core/Result.h"
#include "app/store/Repositories.h"

namespace offprint {

class Library;

/// The store thread's side of one open item: what is stored of it as far as its session knows. Shared between
/// the jobs of one session; only jobs may touch it.
struct Draft {
  ContentItem base;             ///< as stored last by the session, or as opened
  bool inRecoveryFile = false;  ///< a save failed: the text lies in a recovery file
  bool noOtherFile = false;     ///< what an earlier session left in a recovery file is a version now

  bool born = false;  ///< the row was made by this session, and no version was cut since

  /// What became of a save.
  struct Outcome {
    ContentItem stored;
    int revisions = 0;
    std::optional<ContentItem> conflict;  ///< the stored item, when it contradicts ours; nothing was written
    std::optional<Error> notice;          ///< stored, but not under the slug that was asked for
  };

  /// Stores `item`, the session's newest snapshot. Edits made elsewhere since `base` are brought together
  /// with ours where they touch other fields. A failure leaves the text in a recovery file; its message tells
  /// when there was no place for one.
  Result<Outcome> save(Library& library, ContentItem item);
  /// Puts `item` over what is stored now, which stays as a revision: both or nothing.
  Result<Outcome> overwrite(Library& library, ContentItem item);
  /// Puts `theirs` in the place of `ours`, which stays as a revision: all of it or nothing. Returns the
  /// number of revisions.
  Result<int> giveWay(Library& library, const ContentItem& ours, const ContentItem& theirs);
  /// Cuts a revision of what is stored; nothing when there is no row yet. Returns the number of revisions.
  Result<int> cut(Library& library, RevisionReason reason, const QString& name = {});

 private:
  Result<Outcome> store(Library& library, ContentItem item);
  Result<Outcome> add(Library& library, ContentItem item);
  Result<void> bringTogether(Library& library, ContentItem& item, Outcome& outcome);
  Result<void> settleSlug(Library& library, ContentItem& item, Outcome& outcome) const;
};

}  // namespace offprint
