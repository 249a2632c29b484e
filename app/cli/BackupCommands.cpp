#include <QJsonObject>

#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/core/Text.h"
#include "app/store/Library.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

int runVerify(const Invocation& invocation) {
  auto library = openLibrary(invocation, Access::Read);
  if (!library) return fail(library.error());
  const auto findings = (*library)->verify(consoleTask());
  if (!findings) return fail(findings.error());
  if (invocation.has(u"--json"_s)) {
    printJson(QJsonDocument(QJsonObject{{u"findings"_s, findingsJson(*findings)}}));
  } else {
    printFindings(*findings, true);
    if (findings->isEmpty()) printOut(say("The library is whole.") + u'\n');
  }
  return hasErrors(*findings) ? DoneWithErrors : Done;
}

}  // namespace

Command verifyCommand() {
  return {u"verify"_s,
          say("Checks database, search index and every media file of a library."),
          {{u"LIBRARY"_s, say("the library")}},
          {{u"--json"_s, {}, say("the findings as JSON")}},
          {u"offprint verify Notes.offprint"_s},
          runVerify};
}

}  // namespace offprint::cli
