#include "app/cli/WorkCommands.h"

#include <QJsonArray>
#include <QJsonObject>

#include "app/bibliography/CslJson.h"
#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/core/Text.h"
#include "app/import/WorkIntake.h"
#include "app/store/ContentRepository.h"
#include "app/store/Library.h"
#include "exporters/lookup/RegistryLookup.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

using State = ProposedWork::State;

/// One line of the result.
struct Outcome {
  QString result;  ///< a name of a proposal, or "incomplete"
  ContentId id;
  QString reference;
  QString title;
  QString key;
  QString reason;
  int line = 0;
};

QString keyOf(const ContentItem& item, const ContentKind& kind) {
  return item.slug.isEmpty() && item.fields.isEmpty() ? QString() : citationKey(summarize(item), kind);
}

QJsonObject json(const Outcome& outcome) {
  const auto orNull = [](const QString& text) { return text.isEmpty() ? QJsonValue() : QJsonValue(text); };
  return {{u"result"_s, outcome.result},
          {u"id"_s, outcome.id.valid() ? QJsonValue(outcome.id.value) : QJsonValue()},
          {u"item"_s, orNull(outcome.reference)},
          {u"title"_s, outcome.title},
          {u"key"_s, orNull(outcome.key)},
          {u"reason"_s, orNull(outcome.reason)},
          {u"line"_s, outcome.line > 0 ? QJsonValue(outcome.line) : QJsonValue()}};
}

int report(const QList<Outcome>& outcomes, const Findings& findings, bool asJson) {
  bool errors = hasErrors(findings);
  if (asJson) {
    QJsonArray items;
    for (const Outcome& outcome : outcomes)
      items << json(outcome);
    printJson(QJsonDocument(QJsonObject{{u"items"_s, items}, {u"findings"_s, findingsJson(findings)}}));
  } else {
    QString text;
    for (const Outcome& outcome : outcomes) {
      text += outcome.result;
      if (outcome.line > 0) text += say(" (line %1)").arg(outcome.line);
      text += u": "_s + (outcome.reference.isEmpty() ? outcome.title : outcome.reference);
      if (!outcome.key.isEmpty()) text += u" @"_s + outcome.key;
      if (!outcome.reason.isEmpty()) text += u"  "_s + outcome.reason;
      text += u'\n';
    }
    printOut(text);
    printFindings(findings);
  }
  for (const Outcome& outcome : outcomes)
    errors = errors || outcome.result == proposalName(State::Unreadable);
  return errors ? DoneWithErrors : Done;
}

Result<QJsonArray> ask(const WorkQuery& query, const Invocation& invocation) {
  if (invocation.has(u"--offline"_s))
    return makeError(ErrorCode::Network, say("Nothing was asked, as --offline says."));
  auto services = LookupServices::load(invocation.resources);
  if (!services) return services.error();
  return RegistryLookup(*std::move(services)).find(query, consoleTask());
}

/// Adds what may be added of the proposals; `anyway` means those too that resemble a work of the library.
Result<QList<Outcome>> store(Library& library, const ContentKind& kind, const QList<FoundWork>& works,
                             bool anyway) {
  const auto proposed = workIntake::propose(library, works);
  if (!proposed) return proposed.error();
  QList<ProposedWork> wanted;
  for (const ProposedWork& work : *proposed)
    if (work.state == State::New || (anyway && work.state == State::Possible)) wanted << work;
  auto stored = workIntake::add(library, wanted);
  if (!stored) return stored.error();
  QList<Outcome> outcomes;
  for (const ProposedWork& work : *proposed) {
    Outcome outcome{
        proposalName(work.state), {}, work.reference, work.item.title, {}, work.reason, work.line};
    if (work.state == State::New || (anyway && work.state == State::Possible)) {
      const ContentItem item = stored->takeFirst();
      outcome.id = item.id;
      outcome.reference = item.ref();
      outcome.key = keyOf(item, kind);
    }
    outcomes << outcome;
  }
  return outcomes;
}

/// The hit that is meant: the one that was chosen, or the only one with exactly these words as its title.
int meant(const QList<FoundWork>& hits, const WorkQuery& query, const Invocation& invocation) {
  if (invocation.has(u"--hit"_s)) return invocation.value(u"--hit"_s).toInt() - 1;
  if (query.type != WorkQuery::Type::Title) return 0;
  int exact = -1;
  for (int i = 0; i < hits.size(); ++i) {
    if (plainTitle(hits.at(i).item.title).compare(query.text, Qt::CaseInsensitive) != 0) continue;
    if (exact >= 0) return -1;
    exact = i;
  }
  return exact;
}

int listHits(const QList<FoundWork>& hits) {
  QString text;
  for (int i = 0; i < hits.size(); ++i) {
    const ContentItem& item = hits.at(i).item;
    text += u"%1  %2"_s.arg(i + 1, 2).arg(plainTitle(item.title));
    if (!item.authors.isEmpty()) text += u", "_s + item.authors.first().display();
    if (!item.date.empty()) text += u", "_s + item.date.iso();
    text += u'\n';
  }
  printError(text.trimmed());
  printError(say("Several works match, and none was added: choose one with --hit N."));
  return NotDone;
}

/// What could not be asked for is kept, so that no reference is lost.
int keep(Library& library, const ContentKind& kind, const WorkQuery& query, const Error& why, bool asJson) {
  const auto work = incompleteWork(query, kind);
  if (!work) return fail(work.error());
  auto outcomes = store(library, kind, {*work}, true);
  if (!outcomes) return fail(outcomes.error());
  Outcome& outcome = outcomes->first();
  outcome.result = u"incomplete"_s;
  Finding finding;
  finding.level = Finding::Level::Warning;
  finding.code = u"work.incomplete"_s;
  finding.item = outcome.reference;
  finding.message = say("%1 The entry is kept as a draft. Complete it later: offprint complete LIBRARY %2")
                        .arg(why.message, outcome.reference);
  return report(*outcomes, {finding}, asJson);
}

Result<WorkQuery> queryOf(const Invocation& invocation) {
  QString written = invocation.value(u"--from"_s);
  if (written == "-"_L1) {
    const auto bytes = readInput(written);
    if (!bytes) return bytes.error();
    written = QString::fromUtf8(*bytes);
  }
  return WorkQuery::read(written);
}

int runComplete(const Invocation& invocation) {
  if (invocation.has(u"--hit"_s) && !invocation.has(u"ITEM"_s))
    return refuse(say("--hit chooses for one work: name it as ITEM."));
  auto library = openLibrary(invocation, Access::Write);
  if (!library) return fail(library.error());
  const auto kinds = (*library)->kinds();
  const ContentKind* kind = bibliographyKind(*kinds);
  if (!kind)
    return fail(
        makeError(ErrorCode::Unsupported, say("This library has no kind of content that can be cited.")));
  QList<ItemSummary> open;
  if (invocation.has(u"ITEM"_s)) {
    const auto item = (*library)->content().find(invocation.value(u"ITEM"_s));
    if (!item) return fail(item.error());
    open << summarize(*item);
  } else {
    ContentQuery query;
    query.kinds = QStringList{kind->id};
    const auto all = (*library)->content().list(query);
    if (!all) return fail(all.error());
    for (const ItemSummary& item : *all)
      if (toLookUp(item.fields, *kind).type != WorkQuery::Type::Nothing) open << item;
  }
  QList<Outcome> outcomes;
  Findings findings;
  for (const ItemSummary& item : std::as_const(open)) {
    const WorkQuery query = toLookUp(item.fields, *kind);
    Result<ContentItem> done = makeError(
        ErrorCode::InvalidInput, say("“%1” is complete: there is nothing to look up.").arg(item.ref()));
    if (query.type != WorkQuery::Type::Nothing) {
      const auto answer = ask(query, invocation);
      const QList<FoundWork> hits = answer ? worksOf(*answer, *kind) : QList<FoundWork>();
      const int chosen = meant(hits, query, invocation);
      const bool several = answer && (chosen < 0 || chosen >= hits.size());
      if (several && invocation.has(u"ITEM"_s)) return listHits(hits);
      if (several) {
        done = makeError(
            ErrorCode::InvalidInput,
            say("Several works match “%1”, so nothing was filled in. Complete it by itself: its hits "
                "are listed, and --hit N chooses one.")
                .arg(query.text));
      } else {
        done = answer ? workIntake::complete(**library, item.id, hits.at(chosen))
                      : Result<ContentItem>(answer.error());
      }
    }
    if (done) {
      outcomes << Outcome{u"completed"_s, done->id, done->ref(), done->title, keyOf(*done, *kind), {}, 0};
      continue;
    }
    findings.append({Finding::Level::Error, u"work.incomplete"_s, done.error().message, item.ref(), {}, 0});
  }
  return report(outcomes, findings, invocation.has(u"--json"_s));
}

}  // namespace

int addWorks(const Invocation& invocation) {
  for (const QString& option : {u"--title"_s, u"--field"_s, u"--body"_s})
    if (invocation.has(option)) return refuse(say("%1 does not go with --from.").arg(option));
  auto library = openLibrary(invocation, Access::Write);
  if (!library) return fail(library.error());
  const auto kinds = (*library)->kinds();
  const ContentKind* kind = bibliographyKind(*kinds);
  if (!kind || kind->id != invocation.value(u"KIND"_s))
    return refuse(say("--from adds items of the kind that texts cite: %1.")
                      .arg(kind ? kind->id : say("there is none")));
  const auto query = queryOf(invocation);
  if (!query) return fail(query.error());
  const bool asJson = invocation.has(u"--json"_s);
  const bool anyway = invocation.has(u"--similar"_s);
  if (query->type == WorkQuery::Type::Nothing)
    return refuse(
        say("Write a DOI, an arXiv identifier, an ISBN, words of a title, or entries behind --from."));
  QList<FoundWork> works;
  if (query->hasEntries()) {
    const auto read = readWorks(*query, *kind, invocation.resources);
    if (!read) return fail(read.error());
    works = *read;
  } else {
    const auto known = workIntake::holder(**library, *query);
    if (!known) return fail(known.error());
    if (!known->isEmpty())
      return report(
          {{proposalName(State::Here), {}, *known, query->text, {}, say("It was not asked for again."), 0}},
          {}, asJson);
    const auto answer = ask(*query, invocation);
    if (!answer && answer.error().code == ErrorCode::Network)
      return keep(**library, *kind, *query, answer.error(), asJson);
    if (!answer) return fail(answer.error());
    const QList<FoundWork> hits = worksOf(*answer, *kind);
    const int chosen = meant(hits, *query, invocation);
    if (chosen < 0 || chosen >= hits.size()) return listHits(hits);
    works << hits.at(chosen);
  }
  const auto outcomes = store(**library, *kind, works, anyway);
  return outcomes ? report(*outcomes, {}, asJson) : fail(outcomes.error());
}

Command completeCommand() {
  return {u"complete"_s,
          say("Looks up works that were kept by their identifier alone, and fills them in."),
          {{u"LIBRARY"_s, say("the library")},
           {u"ITEM"_s, say("one work; without it all that are incomplete"), false}},
          {{u"--hit"_s, u"N"_s, say("which of several works with that title is meant")},
           {u"--json"_s, {}, say("what became of each as JSON")}},
          {u"offprint complete Notes.offprint"_s},
          runComplete};
}

}  // namespace offprint::cli
