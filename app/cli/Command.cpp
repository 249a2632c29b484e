#include "app/cli/Command.h"

#include <cstdio>
#include <QCoreApplication>

#include "app/core/Text.h"

using namespace Qt::StringLiterals;

namespace offprint::cli {
namespace {

Command version() {
  return {u"--version"_s, u"offprint --version"_s, say("Prints the version."), {}, [](const Invocation&) {
            std::printf("offprint %s\n", qUtf8Printable(QCoreApplication::applicationVersion()));
            return Done;
          }};
}

}  // namespace

const QList<Command>& commands() {
  static const QList<Command> table = {version()};
  return table;
}

const Command* findCommand(const QString& name) {
  for (const Command& command : commands()) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

}  // namespace offprint::cli
