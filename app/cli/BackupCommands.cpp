#include <QDir>
#include <QFileInfo>
#include <QJsonObject>

#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/cli/Secrets.h"
#include "app/core/Text.h"
#include "app/store/Backup.h"
#include "app/store/Library.h"
#include "exporters/publish/PublishService.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

int runBackup(const Invocation& invocation) {
  auto library = openLibrary(invocation, Access::Read);
  if (!library) return fail(library.error());
  const QString file = invocation.value(u"FILE"_s);
  const auto made = backup(**library, file, consoleTask());
  if (!made) return fail(made.error());
  printOut(QFileInfo(file).absoluteFilePath() + u'\n');
  printFindings(*made);
  return hasErrors(*made) ? DoneWithErrors : Done;
}

int runRestore(const Invocation& invocation) {
  const QString folder = invocation.value(u"LIBRARY"_s);
  const auto restored = restore(invocation.value(u"FILE"_s), folder, invocation.resources, consoleTask());
  if (!restored) return fail(restored.error());
  printOut(QFileInfo(folder).absoluteFilePath() + u'\n');
  return Done;
}

int runVerify(const Invocation& invocation) {
  auto library = openLibrary(invocation, Access::Read);
  if (!library) return fail(library.error());
  const QString target = invocation.value(u"TARGET"_s);
  PublishOptions options;
  options.secrets = commandSecrets();
  const auto findings = target.isEmpty() ? (*library)->verify(consoleTask())
                                         : verifyTarget(**library, target, options, consoleTask());
  if (!findings) return fail(findings.error());
  if (invocation.has(u"--json"_s)) {
    printJson(QJsonDocument(QJsonObject{{u"findings"_s, findingsJson(*findings)}}));
  } else {
    printFindings(*findings, true);
    if (findings->isEmpty())
      printOut((target.isEmpty() ? say("The library is whole.") : say("The host is as it was published.")) +
               u'\n');
  }
  return hasErrors(*findings) ? DoneWithErrors : Done;
}

}  // namespace

Command backupCommand() {
  return {u"backup"_s,
          say("Writes a verified copy of the whole library into one file."),
          {{u"LIBRARY"_s, say("the library")}, {u"FILE"_s, say("file to make; it must not exist")}},
          {},
          {u"offprint backup Notes.offprint notes-2026-03-18.zip"_s},
          runBackup};
}

Command restoreCommand() {
  return {u"restore"_s,
          say("Unpacks a backup into a new folder and checks every part of it."),
          {{u"FILE"_s, say("a backup")}, {u"LIBRARY"_s, say("folder to make; absent or empty")}},
          {},
          {u"offprint restore notes-2026-03-18.zip Restored.offprint"_s},
          runRestore};
}

Command verifyCommand() {
  return {u"verify"_s,
          say("Checks database, every text and kept version, search index and every media file of a library, "
              "or what a target "
              "holds."),
          {{u"LIBRARY"_s, say("the library")},
           {u"TARGET"_s, say("compares the files on that host with what was published there"), false}},
          {{u"--json"_s, {}, say("the findings as JSON")}},
          {u"offprint verify Notes.offprint"_s, u"offprint verify Notes.offprint live"_s},
          runVerify};
}

}  // namespace offprint::cli
