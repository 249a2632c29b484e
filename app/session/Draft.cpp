#include "app/session/Draft.h"

#include <QUuid>
#include <utility>

#include "app/content/Slug.h"
#include "app/core/Text.h"
#include "app/session/ItemChanges.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "app/store/Recovery.h"

using namespace Qt::StringLiterals;

namespace offprint {

/// A taken slug must not keep the text from being stored: a draft gets a number, another item keeps its slug.
Result<void> Draft::settleSlug(Library& library, ContentItem& item, Outcome& outcome) const {
  if (item.slug.isEmpty()) return {};
  auto taken = library.content().slugTaken(item.kind, item.slug, item.id);
  if (!taken) return taken.error();
  if (!*taken) return {};
  if (item.status != Status::Draft && !base.slug.isEmpty() && base.slug != item.slug) {
    outcome.notice = makeError(
        ErrorCode::Conflict,
        say("The address “%1” was not taken: another item has it. Your text is stored.").arg(item.slug));
    item.slug = base.slug;
    return {};
  }
  std::optional<Error> failed;
  item.slug = uniqueSlug(item.slug, [&](const QString& candidate) {
    auto known = library.content().slugTaken(item.kind, candidate, item.id);
    if (!known) failed = known.error();
    return known.value_or(false);
  });
  return failed ? Result<void>(*failed) : Result<void>();
}

Result<void> Draft::bringTogether(Library& library, ContentItem& item, Outcome& outcome) {
  auto stored = library.content().get(base.id);
  if (!stored) return stored.error();
  if (stored->version == base.version) return {};
  if (itemChanges::overlap(base, item, *stored)) {
    outcome.conflict = *stored;
    return {};
  }
  item = itemChanges::applied(*stored, base, item);
  return {};
}

Result<Draft::Outcome> Draft::add(Library& library, ContentItem item) {
  Outcome outcome;
  OFFPRINT_TRY(settleSlug(library, item, outcome));
  auto added = library.content().insert(item);
  if (!added) return added.error();
  auto first = library.revisions().cut(added->id, RevisionReason::Typing);
  if (!first) return first.error();
  born = true;
  outcome.stored = *added;
  outcome.revisions = 1;
  return outcome;
}

Result<Draft::Outcome> Draft::store(Library& library, ContentItem item) {
  if (library.readOnly())
    return makeError(ErrorCode::Denied,
                     say("Your last changes are not saved: this library can only be read. They "
                         "are safe in this window."));
  if (!base.id.valid()) return add(library, item);
  Outcome outcome;
  item.id = base.id;
  OFFPRINT_TRY(bringTogether(library, item, outcome));
  if (outcome.conflict) return outcome;
  if (item.version < base.version) item.version = base.version;
  OFFPRINT_TRY(settleSlug(library, item, outcome));
  auto count = library.revisions().count(item.id);
  if (!count) return count.error();
  if (*count == 0) {  // what an import or a command made must be found again before the first edit covers it
    auto first = library.revisions().cut(item.id, RevisionReason::Typing);
    if (!first) return first.error();
  }
  auto saved = library.content().saveTyped(item);
  if (!saved) return saved.error();
  outcome.stored = *saved;
  outcome.revisions = std::max(*count, 1);
  return outcome;
}

Result<Draft::Outcome> Draft::save(Library& library, ContentItem item) {
  // The identity is fixed before the first try, so that a recovery file and a later row are the same item.
  if (base.uuid.isEmpty()) base.uuid = QUuid::createUuid().toString(QUuid::WithoutBraces);
  item.uuid = base.uuid;
  if (!noOtherFile && !inRecoveryFile && base.id.valid() && !library.readOnly())
    noOtherFile = recovery::keepAsVersion(library, base.uuid).has_value();
  Result<Outcome> outcome = makeError(ErrorCode::Internal, {});
  const Result<void> done = library.transaction([&]() -> Result<void> {
    outcome = store(library, item);
    return outcome ? Result<void>() : Result<void>(outcome.error());
  });
  if (!done) {
    Error error = done.error();
    // An item that was deleted for ever must not come back by the next start.
    if (library.readOnly() || error.code == ErrorCode::NotFound) return error;
    if (recovery::keep(library, item)) {
      inRecoveryFile = true;
    } else {
      error.message +=
          u' ' + say("There was no place for a recovery file either: your text is in this window "
                     "alone.");
    }
    return error;
  }
  if (outcome->conflict) return outcome;
  base = outcome->stored;
  if (inRecoveryFile && recovery::forget(library, base.uuid)) inRecoveryFile = false;
  return outcome;
}

Result<Draft::Outcome> Draft::overwrite(Library& library, ContentItem item) {
  const ContentItem before = base;
  Result<Outcome> outcome = makeError(ErrorCode::Internal, {});
  const Result<void> done = library.transaction([&]() -> Result<void> {
    const auto kept = cut(library, RevisionReason::Replace);
    if (!kept) return kept.error();
    const auto stored = library.content().get(base.id);
    if (!stored) return stored.error();
    base = *stored;
    item.version = base.version;
    outcome = save(library, item);
    return outcome ? Result<void>() : Result<void>(outcome.error());
  });
  if (done) return outcome;
  base = before;  // the row is as it was
  return done.error();
}

Result<int> Draft::giveWay(Library& library, const ContentItem& ours, const ContentItem& theirs) {
  const ContentItem before = base;
  Result<int> count = 0;
  const Result<void> done = library.transaction([&]() -> Result<void> {
    const auto forced = overwrite(library, ours);
    if (!forced) return forced.error();
    const auto kept = cut(library, RevisionReason::Replace);
    if (!kept) return kept.error();
    const auto back = save(library, itemChanges::applied(base, base, theirs));
    if (!back) return back.error();
    count = cut(library, RevisionReason::Restore);
    return count ? Result<void>() : Result<void>(count.error());
  });
  if (done) return count;
  base = before;  // the row is as it was
  return done.error();
}

Result<int> Draft::cut(Library& library, RevisionReason reason, const QString& name) {
  if (!base.id.valid()) return 0;
  // Now the address is one that is meant. A new item's first one was that of its first characters.
  if (!std::exchange(born, false)) OFFPRINT_TRY(library.content().settleLinks(base.id));
  auto revision = library.revisions().cut(base.id, reason, name);
  if (!revision) return revision.error();
  return library.revisions().count(base.id);
}

}  // namespace offprint
