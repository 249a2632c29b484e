#include <QJsonArray>
#include <QJsonObject>

#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/core/Text.h"
#include "app/store/Library.h"
#include "app/store/PublishRepository.h"
#include "exporters/publish/PublishService.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

QStringList kinds() {
  QStringList ids;
  for (const PublisherType& type : publishers())
    ids += type.id;
  return ids;
}

int add(const Invocation& invocation) {
  const auto type = findPublisher(invocation.value(u"WHAT"_s));
  if (!type) return refuse(type.error().message);
  const QString name = invocation.value(u"--name"_s).trimmed();
  if (name.isEmpty()) return refuse(say("--name is missing: what the target is called, such as \"live\"."));
  const auto settings = readSettings(*type, invocation.values(u"--field"_s));
  if (!settings) return refuse(settings.error().message);
  auto library = openLibrary(invocation, Access::Write);
  if (!library) return fail(library.error());
  const PublishTarget target{name, type->id, *settings};
  if (const auto apart = checkPlace(**library, target); !apart) return refuse(apart.error().located());
  const auto added = (*library)->publishing().addTarget(target);
  return added ? Done : fail(added.error());
}

int list(const Invocation& invocation) {
  auto library = openLibrary(invocation, Access::Read);
  if (!library) return fail(library.error());
  const auto targets = (*library)->publishing().targets();
  if (!targets) return fail(targets.error());
  QJsonArray rows;
  QString text;
  for (const PublishTarget& target : *targets) {
    rows += QJsonObject{{u"name"_s, target.name}, {u"type"_s, target.type}, {u"fields"_s, target.settings}};
    text += target.name + u"  "_s + target.type;
    for (auto value = target.settings.begin(); value != target.settings.end(); ++value)
      text += u"  %1=%2"_s.arg(value.key(), value->toVariant().toString());
    text += u'\n';
  }
  if (invocation.has(u"--json"_s)) {
    printJson(QJsonDocument(rows));
  } else {
    printOut(text);
  }
  return Done;
}

int remove(const Invocation& invocation) {
  auto library = openLibrary(invocation, Access::Write);
  if (!library) return fail(library.error());
  const auto removed = (*library)->publishing().removeTarget(invocation.value(u"WHAT"_s));
  return removed ? Done : fail(removed.error());
}

QString stepText(const TargetTest& step, const QString& message) {
  if (!step.tried) return say("not tried: %1").arg(step.step);
  return step.result ? say("passed: %1").arg(step.step) : say("failed: %1. %2").arg(step.step, message);
}

int test(const Invocation& invocation) {
  auto library = openLibrary(invocation, Access::Read);
  if (!library) return fail(library.error());
  const auto target = (*library)->publishing().target(invocation.value(u"WHAT"_s));
  if (!target) return fail(target.error());
  const auto type = findPublisher(target->type);
  if (!type) return fail(type.error());
  QJsonArray rows;
  bool passed = true;
  for (const TargetTest& step : type->test(target->settings, noSecrets(), consoleTask())) {
    const QString message = step.result ? QString() : step.result.error().located();
    passed = passed && step.result;
    rows += QJsonObject{{u"step"_s, step.step},
                        {u"passed"_s, step.tried ? QJsonValue(step.result.has_value()) : QJsonValue()},
                        {u"message"_s, message.isEmpty() ? QJsonValue() : QJsonValue(message)}};
    if (!invocation.has(u"--json"_s)) printOut(stepText(step, message) + u'\n');
  }
  if (invocation.has(u"--json"_s)) printJson(QJsonDocument(QJsonObject{{u"steps"_s, rows}}));
  return passed ? Done : NotDone;
}

int run(const Invocation& invocation) {
  const QString action = invocation.value(u"ACTION"_s);
  const bool named = invocation.has(u"WHAT"_s);
  if (action == "list"_L1 && !named) return list(invocation);
  if (!named && (action == "add"_L1 || action == "remove"_L1 || action == "test"_L1))
    return refuse(action == "add"_L1
                      ? say("The kind of the target is missing. There are: %1").arg(kinds().join(", "_L1))
                      : say("The name of the target is missing."));
  if (action == "add"_L1) return add(invocation);
  if (action == "remove"_L1) return remove(invocation);
  if (action == "test"_L1) return test(invocation);
  return refuse(
      say("\"%1\" is nothing that can be done with targets: add, list, remove or test.").arg(action));
}

/// What --field takes, kind by kind.
QString fieldHelp() {
  QString text;
  for (const PublisherType& type : publishers()) {
    QList<std::pair<QString, QString>> rows;
    for (const FieldSpec& field : type.fields)
      rows +=
          {field.key, field.label + u": "_s + field.help + (field.required ? say(" (needed)") : QString())};
    if (!text.isEmpty()) text += u'\n';
    text += say("Fields of a target of kind %1. %2").arg(type.id, type.description) + u'\n' + columns(rows);
  }
  return text;
}

}  // namespace

Command targetCommand() {
  return {u"target"_s,
          say("Keeps the places where the site is published. Secrets stay with Git and SSH, never in the "
              "library."),
          {{u"LIBRARY"_s, say("the library")},
           {u"ACTION"_s, say("add, list, remove or test")},
           {u"WHAT"_s, say("for add its kind (%1), else its name").arg(kinds().join(", "_L1)), false}},
          {{u"--name"_s, u"N"_s, say("what a new target is called")},
           {u"--field"_s, u"k=v"_s, say("a value of the target, by the names below"), true},
           {u"--json"_s, {}, say("the targets, or the steps of the test, as JSON")}},
          {u"offprint target Notes.offprint add git --name live --field remote=git@example.org:me/site.git"_s,
           u"offprint target Notes.offprint test live"_s},
          run,
          false,
          fieldHelp()};
}

}  // namespace offprint::cli
