#include <algorithm>

#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/cli/ItemValues.h"
#include "app/cli/ItemView.h"
#include "app/cli/WorkCommands.h"
#include "app/content/FrontMatter.h"
#include "app/content/PublishedDate.h"
#include "app/core/Text.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "app/store/Repositories.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

/// Applies all assignments, or says which is wrong; nothing is stored then. As in the window, what becomes
/// published and has no date gets that of today, unless the date was taken away by the same command.
Result<void> assignAll(ContentItem& item, const ContentKind& kind, const QStringList& assignments,
                       const QDateTime& now) {
  const auto names = [&](QLatin1StringView key) {
    return std::any_of(assignments.begin(), assignments.end(),
                       [&](const QString& a) { return a.startsWith(key); });
  };
  for (const QString& assignment : assignments)
    OFFPRINT_TRY(assign(item, kind, assignment, now.toLocalTime()));
  if (names("status="_L1) && !names("date="_L1)) datePublished(item, now.toLocalTime().date());
  return {};
}

Result<QString> bodyFrom(const QString& file) {
  const auto bytes = readInput(file);
  if (!bytes) return bytes.error();
  if (QString::fromUtf8(*bytes).toUtf8() != *bytes)
    return makeError(ErrorCode::InvalidInput, say("The text is not UTF-8. Nothing was added.")).at(file);
  // As an import reads it, so that what is stored is what a Markdown file gives back.
  Findings findings;
  const QString text = decodeText(*bytes, findings);
  for (Finding& finding : findings)
    finding.file = file;
  printFindings(findings);
  return text;
}

/// Stores with a revision, in one transaction.
Result<ContentItem> store(Library& library, const ContentItem& item) {
  ContentItem stored;
  OFFPRINT_TRY(library.transaction([&]() -> Result<void> {
    auto saved = item.id.valid() ? library.content().save(item) : library.content().insert(item);
    if (!saved) return saved.error();
    stored = *std::move(saved);
    const auto revision = library.revisions().cut(stored.id, RevisionReason::Kept);
    return revision ? Result<void>() : Result<void>(revision.error());
  }));
  return stored;
}

/// Words may stand for a date ("forthcoming"), but a mistyped date must not become some unnoticed.
void tellWordDates(const ContentItem& item, const ContentKind& kind, const QStringList& assignments,
                   const QDateTime& now) {
  Findings findings;
  for (const QString& assignment : assignments) {
    const QString words = wordDate(kind, assignment, now.toLocalTime());
    if (words.isEmpty()) continue;
    Finding finding;
    finding.code = u"date.words"_s;
    finding.message =
        say("\"%1\" is no date: it was stored in words, as \"forthcoming\" would be. Write a date as 2026, "
            "2026-01, 2026-01-05 or next Tuesday 18:00.")
            .arg(words);
    finding.item = item.ref();
    findings += finding;
  }
  printFindings(findings);
}

int report(Library& library, const Result<ContentItem>& item, bool json) {
  if (!item) return fail(item.error());
  if (!json) {
    printOut(u"%1 %2\n"_s.arg(item->id.value).arg(item->ref()));
    return Done;
  }
  const auto view = ItemView::of(library);
  const auto revisions = library.revisions().count(item->id);
  if (!view) return fail(view.error());
  if (!revisions) return fail(revisions.error());
  printJson(QJsonDocument(view->whole(*item, *revisions)));
  return Done;
}

int runAdd(const Invocation& invocation) {
  if (invocation.has(u"--from"_s)) return addWorks(invocation);
  auto library = openLibrary(invocation, Access::Write);
  if (!library) return fail(library.error());
  const ContentKind* kind = (*library)->kinds()->find(invocation.value(u"KIND"_s));
  if (!kind) {
    QStringList known;
    for (const ContentKind& entry : (*library)->kinds()->all())
      known += entry.id;
    return refuse(
        say("There is no kind \"%1\". There are: %2").arg(invocation.value(u"KIND"_s), known.join(", "_L1)));
  }
  ContentItem item;
  item.kind = kind->id;
  item.title = invocation.value(u"--title"_s);
  const auto assigned = assignAll(item, *kind, invocation.values(u"--field"_s), (*library)->now());
  if (!assigned) return refuse(assigned.error().message);
  if (invocation.has(u"--body"_s)) {
    auto body = bodyFrom(invocation.value(u"--body"_s));
    if (!body) return fail(body.error());
    item.body = *std::move(body);
  }
  const auto stored = store(**library, item);
  if (stored) tellWordDates(*stored, *kind, invocation.values(u"--field"_s), (*library)->now());
  return report(**library, stored, invocation.has(u"--json"_s));
}

int runSet(const Invocation& invocation) {
  auto library = openLibrary(invocation, Access::Write);
  if (!library) return fail(library.error());
  auto item = (*library)->content().find(invocation.value(u"ITEM"_s));
  if (!item) return fail(item.error());
  const ContentKind* kind = (*library)->kinds()->find(item->kind);
  if (!kind)
    return fail(makeError(ErrorCode::NotFound, say("The library has no kind \"%1\".").arg(item->kind)));
  const auto assigned = assignAll(*item, *kind, invocation.values(u"k=v"_s), (*library)->now());
  if (!assigned) return refuse(assigned.error().message);
  const auto stored = store(**library, *item);
  if (stored) tellWordDates(*stored, *kind, invocation.values(u"k=v"_s), (*library)->now());
  return report(**library, stored, invocation.has(u"--json"_s));
}

int runTrash(const Invocation& invocation) {
  auto library = openLibrary(invocation, Access::Write);
  if (!library) return fail(library.error());
  const auto item = (*library)->content().find(invocation.value(u"ITEM"_s));
  if (!item) return fail(item.error());
  const auto trashed = (*library)->content().trash(item->id);
  if (!trashed) return fail(trashed.error());
  printOut(u"%1 %2\n"_s.arg(item->id.value).arg(item->ref()));
  return Done;
}

}  // namespace

Command addCommand() {
  return {
      u"add"_s,
      say("Adds an item and prints its id and kind/slug."),
      {{u"LIBRARY"_s, say("the library")}, {u"KIND"_s, say("article, talk, publication, …")}},
      {{u"--title"_s, u"T"_s, say("title; the slug follows from it")},
       {u"--field"_s, u"k=v"_s, say("a value by its name, as for set"), true},
       {u"--body"_s, u"FILE"_s, say("text in Markdown; - reads standard input")},
       {u"--from"_s, u"WHAT"_s,
        say("a work by its DOI, arXiv identifier, ISBN or title, which are looked up, or as BibTeX, RIS or "
            "CSL "
            "JSON; - reads standard input")},
       {u"--hit"_s, u"N"_s, say("with --from: which of several works with that title")},
       {u"--similar"_s, {}, say("with --from: adds works too that resemble one of the library")},
       {u"--offline"_s, {}, say("with --from: asks nobody; the work is kept to be completed later")},
       {u"--json"_s, {}, say("prints the item as show does; with --from what became of each work")}},
      {u"offprint add Notes.offprint talk --title \"Kernels\" --field date=2026-05 --field event=\"Lab day\""_s,
       u"offprint add Notes.offprint publication --from 10.1145/3600006.3613165"_s,
       u"cat draft.md | offprint add Notes.offprint article --title \"A draft\" --body -"_s},
      runAdd};
}

Command setCommand() {
  return {u"set"_s,
          say("Changes values of an item; an empty value clears. What becomes published and has no date gets "
              "today's."),
          {{u"LIBRARY"_s, say("the library")},
           {u"ITEM"_s, say("an id, kind/slug, or a citation key")},
           {u"k=v"_s,
            say("title, slug, status, date, tags (comma between), authors (semicolon between), or a field"),
            true, true}},
          {{u"--json"_s, {}, say("prints the item as show does")}},
          {u"offprint set Notes.offprint article/profile-first date=2026-03-18 tags=gpu,memory"_s},
          runSet};
}

Command trashCommand() {
  return {u"trash"_s,
          say("Moves an item to the trash; the window brings it back."),
          {{u"LIBRARY"_s, say("the library")}, {u"ITEM"_s, say("an id, kind/slug, or a citation key")}},
          {},
          {u"offprint trash Notes.offprint article/what-a-byte-costs"_s},
          runTrash};
}

}  // namespace offprint::cli
