#include <QJsonArray>
#include <QJsonObject>

#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/cli/HostKeys.h"
#include "app/cli/Secrets.h"
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

/// Where the secrets of a target are, by their keys: the environment comes first. What cannot be told is
/// said.
QMap<QString, QString> secretPlaces(KeyStore& keys, const PublishTarget& target) {
  QMap<QString, QString> places;
  const auto type = findPublisher(target.type);
  if (!type) return places;
  for (const FieldSpec& field : type->secrets) {
    if (qEnvironmentVariableIsSet(secretVariable(target.name, field.key).toLatin1().constData())) {
      places.insert(field.key, u"environment"_s);
      continue;
    }
    const auto place = keys.place(secretName(*type, target.settings, field.key), Task());
    if (!place) printError(place.error().located());
    places.insert(field.key, place ? placeName(*place) : QString());
  }
  return places;
}

int list(const Invocation& invocation) {
  auto library = openLibrary(invocation, Access::Read);
  if (!library) return fail(library.error());
  const auto targets = (*library)->publishing().targets();
  if (!targets) return fail(targets.error());
  KeyStore keys;
  QJsonArray rows;
  QString text;
  for (const PublishTarget& target : *targets) {
    text += target.name + u"  "_s + target.type;
    for (auto value = target.settings.begin(); value != target.settings.end(); ++value)
      text += u"  %1=%2"_s.arg(value.key(), value->toVariant().toString());
    const QMap<QString, QString> places = secretPlaces(keys, target);
    QJsonObject secrets;
    for (auto place = places.begin(); place != places.end(); ++place) {
      secrets.insert(place.key(), place->isEmpty() ? QJsonValue() : QJsonValue(*place));
      text += u"  (%1: %2)"_s.arg(place.key(), place->isEmpty() ? say("not kept") : *place);
    }
    rows += QJsonObject{{u"name"_s, target.name},
                        {u"type"_s, target.type},
                        {u"fields"_s, target.settings},
                        {u"secrets"_s, secrets}};
    text += u'\n';
  }
  if (invocation.has(u"--json"_s)) {
    printJson(QJsonDocument(rows));
  } else {
    printOut(text);
  }
  return Done;
}

/// Its secrets go with it, unless another target of the library has the same account.
int remove(const Invocation& invocation) {
  auto library = openLibrary(invocation, Access::Write);
  if (!library) return fail(library.error());
  PublishRepository& store = (*library)->publishing();
  const auto target = store.target(invocation.value(u"WHAT"_s));
  if (!target) return fail(target.error());
  if (const auto removed = store.removeTarget(target->name); !removed) return fail(removed.error());
  const auto others = store.targets();
  if (!others) return fail(others.error());
  KeyStore keys;
  for (const QString& name : secretsOfGone(*target, *others))
    if (const auto forgotten = keys.forget(name, Task()); !forgotten)
      printError(say("The target is removed, but a secret of it is still kept: %1")
                     .arg(forgotten.error().located()));
  return Done;
}

/// The key that was named, or the only one there is. The message never holds what was typed in its place: it
/// may have been the secret.
Result<FieldSpec> chosenSecret(const Invocation& invocation, const PublishTarget& target) {
  const auto type = findPublisher(target.type);
  if (!type) return type.error();
  QStringList keys;
  for (const FieldSpec& field : type->secrets) {
    if (field.key == invocation.value(u"KEY"_s)) return field;
    keys += field.key;
  }
  if (!invocation.has(u"KEY"_s) && type->secrets.size() == 1) return type->secrets.constFirst();
  if (keys.isEmpty())
    return makeError(
        ErrorCode::InvalidInput,
        say("A target of kind %1 has no secret of its own. %2").arg(type->id, type->description));
  return makeError(
      ErrorCode::InvalidInput,
      say("KEY says which secret it is: %1. The secret itself is asked for, or read from standard input.")
          .arg(keys.join(", "_L1)));
}

/// Into the keyring, or with --encrypted-file into the file.
Result<void> keepSecret(KeyStore& keys, const QString& name, const QString& secret, bool inFile) {
  if (inFile) {
    OFFPRINT_TRY(unlockAtTerminal(keys));
    return keys.keep(name, secret, KeyStore::Place::File, Task());
  }
  auto kept = keys.keep(name, secret, KeyStore::Place::Keyring, Task());
  if (!kept && kept.error().code == ErrorCode::Unsupported)
    return makeError(ErrorCode::Unsupported,
                     say("No keyring answers on this computer, so nothing was kept. With --encrypted-file it "
                         "is kept behind a passphrase in %1.")
                         .arg(keys.filePath()),
                     kept.error().detail);
  return kept;
}

int secret(const Invocation& invocation) {
  auto library = openLibrary(invocation, Access::Read);
  if (!library) return fail(library.error());
  const auto target = (*library)->publishing().target(invocation.value(u"WHAT"_s));
  if (!target) return fail(target.error());
  const auto field = chosenSecret(invocation, *target);
  if (!field) return refuse(field.error().message);
  const auto type = findPublisher(target->type);
  if (!type) return fail(type.error());
  const QString name = secretName(*type, target->settings, field->key);
  KeyStore keys;
  if (invocation.has(u"--forget"_s)) {
    const auto forgotten = keys.forget(name, Task());
    return forgotten ? Done : fail(forgotten.error());
  }
  const auto given = readSecret(
      say("%1 of \"%2\" (%3):").arg(field->label, target->name, accountText(*type, target->settings)));
  if (!given) return refuse(given.error().message);
  const auto kept = keepSecret(keys, name, *given, invocation.has(u"--encrypted-file"_s));
  return kept ? Done : fail(kept.error());
}

QString stepText(const TargetTest& step, const QString& message) {
  if (!step.tried) return say("not tried: %1").arg(step.step);
  return step.result ? say("passed: %1").arg(step.step) : say("failed: %1. %2").arg(step.step, message);
}

int test(const Invocation& invocation) {
  if (const auto kept = acceptHostKey(invocation, invocation.value(u"WHAT"_s)); !kept)
    return fail(kept.error());
  auto library = openLibrary(invocation, Access::Read);
  if (!library) return fail(library.error());
  const auto target = (*library)->publishing().target(invocation.value(u"WHAT"_s));
  if (!target) return fail(target.error());
  const auto type = findPublisher(target->type);
  if (!type) return fail(type.error());
  QJsonArray rows;
  bool passed = true;
  for (const TargetTest& step : type->test(target->settings, commandSecrets()(*target), consoleTask())) {
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
  using Action = int (*)(const Invocation&);
  static const QList<std::pair<QString, Action>> actions = {
      {u"add"_s, add}, {u"list"_s, list}, {u"remove"_s, remove}, {u"test"_s, test}, {u"secret"_s, secret}};
  const QString wanted = invocation.value(u"ACTION"_s);
  const bool named = invocation.has(u"WHAT"_s);
  for (const auto& [name, action] : actions) {
    if (wanted != name) continue;
    if (invocation.has(u"KEY"_s) && wanted != "secret"_L1)
      return refuse(say("There is one word too many for \"offprint target LIBRARY %1\".").arg(name));
    if (named == (wanted != "list"_L1)) return action(invocation);
    return refuse(named ? say("\"list\" takes nothing more than the library.")
                  : wanted == "add"_L1
                      ? say("The kind of the target is missing. There are: %1").arg(kinds().join(", "_L1))
                      : say("The name of the target is missing."));
  }
  return refuse(
      say("\"%1\" is nothing that can be done with targets: add, list, remove, test or secret.").arg(wanted));
}

QString fieldRows(const QList<FieldSpec>& fields) {
  QList<std::pair<QString, QString>> rows;
  for (const FieldSpec& field : fields)
    rows += {field.key, field.label + u": "_s + field.help + (field.required ? say(" (needed)") : QString())};
  return columns(rows);
}

/// What --field and KEY take, kind by kind.
QString fieldHelp() {
  QString text;
  for (const PublisherType& type : publishers()) {
    if (!text.isEmpty()) text += u'\n';
    text += say("Fields of a target of kind %1. %2").arg(type.id, type.description) + u'\n' +
            fieldRows(type.fields);
    if (!type.secrets.isEmpty()) text += say("Its secrets:") + u'\n' + fieldRows(type.secrets);
  }
  return text + u'\n' +
         say("A secret is taken from the variable OFFPRINT_SECRET_<NAME>_<KEY> (upper case, other letters as "
             "\"_\"), else from the keyring or the encrypted file, else asked for at the terminal.") +
         u'\n';
}

}  // namespace

Command targetCommand() {
  return {
      u"target"_s,
      say("Keeps the places where the site is published. Passwords and keys are kept in the keyring, never "
          "in the library."),
      {{u"LIBRARY"_s, say("the library")},
       {u"ACTION"_s, say("add, list, remove, test or secret")},
       {u"WHAT"_s, say("for add its kind (%1), else its name").arg(kinds().join(", "_L1)), false},
       {u"KEY"_s, say("for secret: which one; it is asked for, or read from standard input"), false}},
      {{u"--name"_s, u"N"_s, say("what a new target is called")},
       {u"--field"_s, u"k=v"_s, say("a value of the target, by the names below"), true},
       {u"--forget"_s, {}, say("secret: it is not kept any more")},
       {u"--encrypted-file"_s,
        {},
        say("secret: kept behind a passphrase in a file of yours instead of the keyring")},
       hostKeyOption(),
       {u"--json"_s, {}, say("the targets, or the steps of the test, as JSON")}},
      {u"offprint target Notes.offprint add git --name live --field remote=git@example.org:me/site.git"_s,
       u"offprint target Notes.offprint test live"_s},
      run,
      false,
      fieldHelp()};
}

}  // namespace offprint::cli
