#include <QJsonArray>
#include <QJsonObject>

#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/core/Text.h"
#include "app/store/Library.h"
#include "exporters/markdown/MarkdownEngine.h"
#include "exporters/site/SiteCheck.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

int run(const Invocation& invocation) {
  auto library = openLibrary(invocation, Access::Read);
  if (!library) return fail(library.error());
  MarkdownEngine::initialize();
  auto findings = checkSite(**library, invocation.typesetter, consoleTask());
  if (!findings) return fail(findings.error());
  if (const auto broken = (*library)->kindsError()) {
    Finding finding;
    finding.level = Finding::Level::Error;
    finding.code = u"kinds.broken"_s;
    finding.message = broken->message;
    finding.file = broken->file;
    finding.line = broken->line;
    findings->prepend(finding);
  }
  if (invocation.has(u"--json"_s)) {
    printJson(QJsonDocument(QJsonObject{{u"findings"_s, findingsJson(*findings)}}));
  } else {
    printFindings(*findings, true);
    if (findings->isEmpty()) printOut(say("Nothing to report.") + u'\n');
  }
  return hasErrors(*findings) ? DoneWithErrors : Done;
}

}  // namespace

Command checkCommand() {
  return {u"check"_s,
          say("Reports dead links, missing texts of pictures, addresses that clash and wrong values."),
          {{u"LIBRARY"_s, say("the library")}},
          {{u"--json"_s, {}, say("the findings as JSON")}},
          {u"offprint check Notes.offprint"_s},
          run,
          true};
}

}  // namespace offprint::cli
