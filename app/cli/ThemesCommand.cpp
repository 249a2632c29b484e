#include <QJsonArray>
#include <QJsonDocument>

#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/core/Text.h"
#include "exporters/theme/ThemeFolders.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

/// "accent, measure (narrow, normal, wide)".
QString optionWords(const QJsonArray& options) {
  QStringList words;
  for (const QJsonValue option : options) {
    QStringList choices;
    for (const QJsonValue choice : option[u"choices"_s].toArray())
      choices << choice[u"id"_s].toString();
    const QString id = option[u"id"_s].toString();
    words << (choices.isEmpty() ? id : u"%1 (%2)"_s.arg(id, choices.join(u", "_s)));
  }
  return words.join(u", "_s);
}

int run(const Invocation& invocation) {
  const QString library = invocation.value(u"LIBRARY"_s);
  const ThemeFolders folders{library.isEmpty() ? QString() : library + u"/themes"_s,
                             invocation.resources.path(u"themes"_s), ThemeFolders::ofUser()};
  QString text;
  QJsonArray rows;
  for (const ThemeEntry& entry : themesIn(folders)) {
    const auto found = ThemeFiles::find(entry.id, folders);
    if (!found) return fail(found.error());
    const QJsonArray options = found->manifest.value(u"options"_s).toArray();
    rows += QJsonObject{{u"id"_s, entry.id},
                        {u"label"_s, entry.label},
                        {u"description"_s, entry.description},
                        {u"folder"_s, entry.folder},
                        {u"options"_s, options}};
    text += u"%1  %2\n"_s.arg(entry.id.leftJustified(10), entry.description);
    if (!options.isEmpty()) text += u"%1  %2\n"_s.arg(QString(10, u' '), optionWords(options));
  }
  if (invocation.has(u"--json"_s))
    printJson(QJsonDocument(rows));
  else
    printOut(text);
  return Done;
}

}  // namespace

Command themesCommand() {
  return {u"themes"_s,
          say("Lists the themes that a site can have, and their options."),
          {{u"LIBRARY"_s, say("a library, for the themes that it brings itself"), false}},
          {{u"--json"_s, {}, say("an array of objects")}},
          {u"offprint themes Notes.offprint"_s},
          run};
}

}  // namespace offprint::cli
