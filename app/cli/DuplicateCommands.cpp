#include <QJsonArray>
#include <QJsonObject>

#include "app/bibliography/CslJson.h"
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/core/Text.h"
#include "app/import/WorkDuplicates.h"
#include "app/import/WorkMerge.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "app/store/Repositories.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

QJsonObject json(const ItemSummary& work, const KindCatalog& kinds) {
  const ContentKind* kind = kinds.find(work.kind);
  return {{u"id"_s, work.id.value},
          {u"item"_s, work.ref()},
          {u"title"_s, plainTitle(work.title)},
          {u"date"_s, work.date.iso()},
          {u"key"_s, kind ? citationKey(work, *kind) : QString()}};
}

int runDuplicates(const Invocation& invocation) {
  auto library = openLibrary(invocation, Access::Read);
  if (!library) return fail(library.error());
  const auto pairs = workDuplicates::find(**library);
  if (!pairs) return fail(pairs.error());
  if (invocation.has(u"--json"_s)) {
    QJsonArray list;
    for (const WorkPair& pair : *pairs)
      list << QJsonObject{{u"likeness"_s, likenessName(pair.likeness)},
                          {u"reason"_s, likenessReason(pair.likeness)},
                          {u"first"_s, json(pair.first, *(*library)->kinds())},
                          {u"second"_s, json(pair.second, *(*library)->kinds())}};
    printJson(QJsonDocument(list));
    return Done;
  }
  QString text;
  for (const WorkPair& pair : *pairs)
    text += u"%1: %2 %3\n"_s.arg(likenessName(pair.likeness), pair.first.ref(), pair.second.ref());
  printOut(pairs->isEmpty() ? say("No works look like one another.") + u'\n' : text);
  return Done;
}

int printMerge(const WorkMerge& merge, bool asJson) {
  const ContentItem& kept = merge.changed.first().second;
  if (asJson) {
    QJsonArray changed;
    for (const auto& [before, after] : merge.changed)
      changed << after.ref();
    printJson(QJsonDocument(
        QJsonObject{{u"kept"_s, kept.ref()}, {u"merged"_s, merge.merged.value}, {u"changed"_s, changed}}));
  } else {
    printOut(say("%1 holds both now; %n further item(s) follow.", static_cast<int>(merge.changed.size()) - 1)
                 .arg(kept.ref()) +
             u'\n');
  }
  return Done;
}

/// Links the first work to the second, as the field "Versions" does by hand.
Result<void> linkVersions(Library& library, const ContentItem& kept, const ContentItem& other) {
  const ContentKind* kind = library.kinds()->find(kept.kind);
  if (!kind || kept.kind != other.kind)
    return makeError(ErrorCode::InvalidInput,
                     say("Only works of one kind can be versions of each other. Nothing was changed."));
  return library.transaction([&]() -> Result<void> {
    const auto saved = library.content().save(workDuplicates::withVersion(kept, other, *kind));
    if (!saved) return saved.error();
    const auto revision = library.revisions().cut(kept.id, RevisionReason::Kept);
    return revision ? Result<void>() : Result<void>(revision.error());
  });
}

int runMerge(const Invocation& invocation) {
  const bool versions = invocation.has(u"--versions"_s);
  const bool apart = invocation.has(u"--apart"_s);
  const QStringList taken = invocation.values(u"--take"_s);
  if (versions + apart + !taken.isEmpty() > 1)
    return refuse(say("--versions, --apart and --take do not go together."));
  auto library = openLibrary(invocation, Access::Write);
  if (!library) return fail(library.error());
  const auto kept = (*library)->content().find(invocation.value(u"KEPT"_s));
  if (!kept) return fail(kept.error());
  const auto other = (*library)->content().find(invocation.value(u"OTHER"_s));
  if (!other) return fail(other.error());
  if (kept->id == other->id) return refuse(say("These are one item already."));
  if (versions || apart) {
    const auto done = versions ? linkVersions(**library, *kept, *other)
                               : workDuplicates::setApart(**library, *kept, *other, true);
    if (!done) return fail(done.error());
    printOut(u"%1 %2\n"_s.arg(kept->ref(), other->ref()));
    return Done;
  }
  const auto merge = mergeWorks(**library, kept->id, other->id, taken);
  return merge ? printMerge(*merge, invocation.has(u"--json"_s)) : fail(merge.error());
}

}  // namespace

Command duplicatesCommand() {
  return {u"duplicates"_s,
          say("Lists pairs of works that may be one: by identifier, or by title, first author and year."),
          {{u"LIBRARY"_s, say("the library")}},
          {{u"--json"_s, {}, say("the pairs as JSON")}},
          {u"offprint duplicates Notes.offprint"_s},
          runDuplicates};
}

Command mergeCommand() {
  return {u"merge"_s,
          say("Merges one work into another: texts cite the one that is kept, the other goes to the trash."),
          {{u"LIBRARY"_s, say("the library")},
           {u"KEPT"_s, say("the work that stays: an id, kind/slug, or a citation key")},
           {u"OTHER"_s, say("the work that is merged into it")}},
          {{u"--take"_s, u"NAME"_s,
            say("a value of OTHER that is to be kept: title, authors, date, or a field"), true},
           {u"--versions"_s, {}, say("merges nothing: links the two as versions of one work")},
           {u"--apart"_s, {}, say("merges nothing: remembers that they are not the same")},
           {u"--json"_s, {}, say("what changed as JSON")}},
          {u"offprint merge Notes.offprint dao2022 milakov2018 --apart"_s},
          runMerge};
}

}  // namespace offprint::cli
