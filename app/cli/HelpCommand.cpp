#include <QCoreApplication>

#include "app/cli/Commands.h"
#include "app/cli/Console.h"
#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

QString overview() {
  QString text = say("Offprint: write, keep and publish a personal research site.") + u"\n\n"_s +
                 say("offprint [LIBRARY]  opens the window") + u"\n\n"_s;
  qsizetype width = 0;
  for (const Command& command : commands())
    width = std::max(width, command.name.size());
  for (const Command& command : commands())
    text += u"  %1  %2\n"_s.arg(command.name.leftJustified(width), command.summary);
  text +=
      u'\n' +
      say("Exit status: 0 done, 1 done with findings of level error, 2 wrong usage, 3 could not be done.") +
      u'\n' + say("More on one command: offprint help COMMAND") + u'\n';
  return text;
}

}  // namespace

Command helpCommand() {
  return {u"help"_s,
          say("Says what the program or one command does."),
          {{u"COMMAND"_s, say("name of a command"), false}},
          {},
          {u"offprint help export"_s},
          [](const Invocation& invocation) -> int {
            const QString name = invocation.value(u"COMMAND"_s);
            const Command* command = name.isEmpty() ? nullptr : findCommand(name);
            if (!name.isEmpty() && !command)
              return refuse(say("There is no command \"%1\". See: offprint help").arg(name));
            printOut(command ? command->help() : overview());
            return Done;
          }};
}

Command versionCommand() {
  return {u"--version"_s,
          say("Prints the version."),
          {},
          {},
          {u"offprint --version"_s},
          [](const Invocation&) -> int {
            printOut(u"offprint %1\n"_s.arg(QCoreApplication::applicationVersion()));
            return Done;
          }};
}

}  // namespace offprint::cli
