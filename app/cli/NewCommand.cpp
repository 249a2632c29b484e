#include <QDir>
#include <QFileInfo>

#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/core/Text.h"
#include "app/import/Importer.h"
#include "app/store/Library.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

QStringList starters(const Resources& resources) {
  return QDir(resources.path(u"starters"_s)).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
}

Result<void> fill(Library& library, const QString& source) {
  const auto importer = chooseImporter(u"auto"_s, source);
  if (!importer) return importer.error();
  const auto report = (*importer)->run(library, source, {}, consoleTask());
  if (!report) return report.error();
  printFindings(report->findings);
  return {};
}

int run(const Invocation& invocation) {
  const QString folder = invocation.value(u"LIBRARY"_s);
  const QString starter = invocation.has(u"--starter"_s) ? invocation.value(u"--starter"_s) : u"empty"_s;
  const QStringList known = starters(invocation.resources);
  if (starter != "empty"_L1 && !known.contains(starter))
    return refuse(say("There is no starter \"%1\". There are: %2").arg(starter, known.join(", "_L1)));
  const bool existed = QFileInfo::exists(folder);
  auto library = Library::create(folder, invocation.resources);
  if (!library) return fail(library.error());
  if (known.contains(starter)) {
    const auto filled = fill(**library, invocation.resources.path(u"starters/"_s + starter));
    if (!filled) {
      library->reset();
      // The folder was absent or empty before: what is in it now was made here.
      QDir(folder).removeRecursively();
      if (existed) QDir().mkpath(folder);
      return fail(filled.error());
    }
  }
  printOut((*library)->folder() + u'\n');
  return Done;
}

}  // namespace

Command newCommand() {
  return {u"new"_s,
          say("Makes a library in a folder that is absent or empty."),
          {{u"LIBRARY"_s, say("folder to make, usually NAME.offprint")}},
          {{u"--starter"_s, u"NAME"_s,
            say("notebook, platform, ledger (with sample content) or empty (default)")}},
          {u"offprint new Notes.offprint --starter notebook"_s},
          run};
}

}  // namespace offprint::cli
