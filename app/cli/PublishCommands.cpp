#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <QJsonArray>
#include <QJsonObject>

#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/cli/HostKeys.h"
#include "app/cli/Secrets.h"
#include "app/core/Text.h"
#include "app/store/Library.h"
#include "app/store/PublishRepository.h"
#include "exporters/publish/DueItems.h"
#include "exporters/publish/PublishService.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

constexpr qsizetype kShown = 40;

QString rows(const QString& sign, const QList<PlannedFile>& files) {
  QString text;
  for (const PlannedFile& file : files.mid(0, kShown))
    text += u"%1 %2  %3\n"_s.arg(sign, file.path, file.reason);
  if (files.size() > kShown) text += say("%1 and %2 more\n").arg(sign).arg(files.size() - kShown);
  return text;
}

QString planText(const DeployPlan& plan) {
  QString text = rows(u"+"_s, plan.added) + rows(u"~"_s, plan.changed) + rows(u"-"_s, plan.removed) +
                 rows(u"="_s, plan.foreign);
  return text +
         say("%1, %2 unchanged, %3 of others kept")
             .arg(plan.counts())
             .arg(plan.unchanged)
             .arg(plan.foreign.size()) +
         u'\n';
}

/// A person's word on the terminal, or --yes.
Result<void> agreed(const Invocation& invocation, const DeployPlan& plan) {
  if (invocation.has(u"--yes"_s)) return {};
  if (isatty(STDIN_FILENO) && isatty(STDERR_FILENO)) {
    std::fputs(qPrintable(planText(plan) + say("Publish this? [y/N] ")), stderr);
    if (readInputLine().trimmed().compare("y"_L1, Qt::CaseInsensitive) == 0) return {};
    return makeError(ErrorCode::Cancelled, say("Nothing was published."));
  }
  return makeError(ErrorCode::Cancelled,
                   say("Nothing was published (%1). Look at the plan, then say --yes.").arg(plan.counts()));
}

Result<PublishOptions> optionsOf(const Invocation& invocation) {
  PublishOptions options;
  options.deploy.adopt = invocation.has(u"--adopt"_s);
  options.deploy.useMine = invocation.has(u"--use-mine"_s);
  options.note = invocation.value(u"--note"_s);
  options.typesetter = invocation.typesetter;
  options.secrets = commandSecrets();
  if (invocation.has(u"--max-deletes"_s)) {
    bool number = false;
    options.deploy.maxRemovals = invocation.value(u"--max-deletes"_s).toInt(&number);
    if (!number || options.deploy.maxRemovals < 0)
      return makeError(ErrorCode::InvalidInput, say("--max-deletes wants a number of files."));
  }
  options.agree = [&invocation](const DeployPlan& plan) { return agreed(invocation, plan); };
  return options;
}

/// The error with the option that lets it be done.
int failed(Error error) {
  if (error.detail == kNotOurs) error.message += u' ' + say("That is --adopt.");
  if (error.detail.startsWith(kManyRemovals))
    error.message += u' ' + say("That is --max-deletes %1.").arg(error.detail.mid(kManyRemovals.size()));
  return fail(error);
}

/// Findings with the option that has them done away with.
void tellFindings(const Findings& findings) {
  printFindings(findings);
  if (std::any_of(findings.begin(), findings.end(),
                  [](const Finding& finding) { return finding.code == "host.changed"_L1; }))
    printError(say("With --use-mine files that others changed are replaced."));
}

int runPlan(const Invocation& invocation) {
  const auto options = optionsOf(invocation);
  if (!options) return refuse(options.error().message);
  if (const auto kept = acceptHostKey(invocation, invocation.value(u"TARGET"_s)); !kept)
    return fail(kept.error());
  auto library = openLibrary(invocation, Access::Publish);
  if (!library) return fail(library.error());
  const auto report = planPublication(**library, invocation.value(u"TARGET"_s), *options, consoleTask());
  if (!report) return failed(report.error());
  if (invocation.has(u"--json"_s)) {
    printJson(QJsonDocument(report->toJson()));
  } else {
    printOut(planText(report->plan));
    tellFindings(report->findings);
  }
  return hasErrors(report->findings) ? DoneWithErrors : Done;
}

int tell(const Invocation& invocation, const Result<PublishReport>& report) {
  if (!report) return failed(report.error());
  if (invocation.has(u"--json"_s)) {
    QJsonObject json = report->toJson();
    const auto orNull = [](const QString& text) { return text.isEmpty() ? QJsonValue() : QJsonValue(text); };
    json.insert(u"deployment"_s, orNull(report->deployment));
    json.insert(u"sent"_s, report->sent);
    json.insert(u"url"_s, orNull(report->url));
    printJson(QJsonDocument(json));
  } else {
    printOut(report->published ? planText(report->plan) + say("Online: %1").arg(report->deployment) + u'\n'
                               : say("The site is up to date; nothing was sent.") + u'\n');
    if (!report->url.isEmpty()) printOut(report->url + u'\n');
    tellFindings(report->findings);
  }
  return hasErrors(report->findings) ? DoneWithErrors : Done;
}

/// The targets that show scheduled items whose moment has come: the one that was named, or all that do not
/// wait for their author.
Result<QStringList> dueTargets(Library& library, const QString& named) {
  const auto targets = library.publishing().targets();
  if (!targets) return targets.error();
  if (!named.isEmpty()) OFFPRINT_TRY(library.publishing().target(named));
  QStringList due;
  for (const PublishTarget& target : *targets) {
    if (named.isEmpty() ? dueRule(target) == DueRule::Off : target.name != named) continue;
    const auto items = dueItems(library, target.name);
    if (!items) return items.error();
    if (!items->isEmpty()) due += target.name;
  }
  return due;
}

/// For cron: says nothing when nothing is due. The worst status of all targets.
int publishDue(const Invocation& invocation, Library& library, PublishOptions options) {
  const auto targets = dueTargets(library, invocation.value(u"TARGET"_s));
  if (!targets) return fail(targets.error());
  options.agree = nullptr;  // what is due was agreed to when it was scheduled
  int status = Done;
  QJsonArray reports;
  for (const QString& target : *targets) {
    const auto report = publish(library, target, options, consoleTask());
    if (!report) {
      status = failed(report.error());
      continue;
    }
    status = std::max(status, hasErrors(report->findings) ? int(DoneWithErrors) : int(Done));
    reports += QJsonObject{{u"target"_s, target},
                           {u"deployment"_s, report->deployment},
                           {u"sent"_s, report->sent},
                           {u"url"_s, report->url}};
    if (!invocation.has(u"--json"_s))
      printOut(say("Published to %1: %n file(s) sent.", report->sent).arg(target) + u'\n');
  }
  if (invocation.has(u"--json"_s)) printJson(QJsonDocument(reports));
  return status;
}

int runPublish(const Invocation& invocation) {
  const auto options = optionsOf(invocation);
  if (!options) return refuse(options.error().message);
  const bool due = invocation.has(u"--due"_s);
  if ((!due || invocation.has(hostKeyOption().name)) && !invocation.has(u"TARGET"_s))
    return refuse(say("The name of the target is missing."));
  if (const auto kept = acceptHostKey(invocation, invocation.value(u"TARGET"_s)); !kept)
    return fail(kept.error());
  auto library = openLibrary(invocation, Access::Write);
  if (!library) return fail(library.error());
  if (due) return publishDue(invocation, **library, *options);
  return tell(invocation, publish(**library, invocation.value(u"TARGET"_s), *options, consoleTask()));
}

int runRollback(const Invocation& invocation) {
  const auto options = optionsOf(invocation);
  if (!options) return refuse(options.error().message);
  auto library = openLibrary(invocation, Access::Write);
  if (!library) return fail(library.error());
  return tell(invocation, rollBack(**library, invocation.value(u"DEPLOYMENT"_s), *options, consoleTask()));
}

int runDeployments(const Invocation& invocation) {
  auto library = openLibrary(invocation, Access::Read);
  if (!library) return fail(library.error());
  const auto all = (*library)->publishing().deployments(invocation.value(u"TARGET"_s));
  if (!all) return fail(all.error());
  QJsonArray list;
  QString text;
  for (const Deployment& one : *all) {
    const QString action = one.action == Deployment::Action::Rollback ? u"rollback"_s : u"publish"_s;
    const QString when = one.made.toString(Qt::ISODate);
    const auto orNull = [](const QString& value) {
      return value.isEmpty() ? QJsonValue() : QJsonValue(value);
    };
    list += QJsonObject{{u"deployment"_s, one.uuid},
                        {u"parent"_s, orNull(one.parent)},
                        {u"target"_s, one.target},
                        {u"action"_s, action},
                        {u"date"_s, when},
                        {u"note"_s, one.note},
                        {u"revision"_s, orNull(one.revision)},
                        {u"url"_s, orNull(one.url)},
                        {u"sent"_s, one.sent},
                        {u"removed"_s, one.removed},
                        {u"files"_s, one.fileCount},
                        {u"bytes"_s, one.bytes}};
    text += say("%1  %2  %3  %4  %n file(s), %5 sent, %6 removed", one.fileCount)
                .arg(one.uuid, when, one.target, action)
                .arg(one.sent)
                .arg(one.removed) +
            (one.note.isEmpty() ? QString() : u"  "_s + one.note) + u'\n';
  }
  if (invocation.has(u"--json"_s)) {
    printJson(QJsonDocument(list));
  } else {
    printOut(text);
  }
  return Done;
}

const Option& adoptOption() {
  static const Option option{
      u"--adopt"_s, {}, say("a place that holds files of others is taken; all of them are kept")};
  return option;
}
const Option& mineOption() {
  static const Option option{u"--use-mine"_s, {}, say("files that others changed on the host are replaced")};
  return option;
}
QList<Option> sendingOptions() {
  return {{u"--yes"_s, {}, say("without asking")},
          {u"--max-deletes"_s, u"N"_s, say("so many files may be removed (else 25, or a tenth of the site)")},
          {u"--note"_s, u"TEXT"_s, say("a line for the history")},
          mineOption(),
          {u"--json"_s, {}, say("what was done as JSON")}};
}

}  // namespace

Command planCommand() {
  return {u"plan"_s,
          say("Says what publishing would add, change and remove, and why. Changes nothing anywhere."),
          {{u"LIBRARY"_s, say("the library")}, {u"TARGET"_s, say("name of a target")}},
          {adoptOption(), mineOption(), hostKeyOption(), {u"--json"_s, {}, say("the plan as JSON")}},
          {u"offprint plan Notes.offprint live"_s},
          runPlan,
          true};
}

Command publishCommand() {
  return {
      u"publish"_s,
      say("Puts the site online. Folders and branches show the old site or the new one; on other hosts no "
          "page ever leads to a missing file."),
      {{u"LIBRARY"_s, say("the library")},
       {u"TARGET"_s, say("name of a target; with --due: that one alone"), false}},
      QList<Option>{
          adoptOption(),
          hostKeyOption(),
          {u"--due"_s, {}, say("only where a scheduled item's moment has come, without asking; for cron")}} +
          sendingOptions(),
      {u"offprint publish Notes.offprint live --yes"_s, u"offprint publish Notes.offprint --due"_s},
      runPublish,
      true};
}

Command deploymentsCommand() {
  return {u"deployments"_s,
          say("Lists what was published when, newest first."),
          {{u"LIBRARY"_s, say("the library")}, {u"TARGET"_s, say("to that target alone"), false}},
          {{u"--json"_s, {}, say("the list as JSON")}},
          {u"offprint deployments Notes.offprint"_s},
          runDeployments};
}

Command rollbackCommand() {
  return {
      u"rollback"_s,
      say("Puts an earlier deployment online again, byte for byte. The library's texts stay as they are."),
      {{u"LIBRARY"_s, say("the library")}, {u"DEPLOYMENT"_s, say("its name, or the beginning of it")}},
      sendingOptions(),
      {u"offprint rollback Notes.offprint 3f2a91c4 --yes"_s},
      runRollback};
}

}  // namespace offprint::cli
