#pragma once
#include <functional>
#include <QList>
#include <QString>
#include <QStringList>

#include "app/core/Resources.h"

namespace offprint::cli {

/// Exit status of cli.md.
enum ExitStatus { Done = 0, DoneWithErrors = 1, WrongUsage = 2, NotDone = 3 };

/// What a command gets: its arguments without program and command name, and the program's data.
struct Invocation {
  QStringList arguments;
  Resources resources;
};

/// One command. To add one: one .cpp with a function that returns its descriptor, and one line in commands().
struct Command {
  QString name;
  QString synopsis;  ///< "offprint list LIBRARY [--kind K] [--status S] [--json]"
  QString summary;   ///< one sentence
  QString help;      ///< options and examples, plain text
  std::function<int(const Invocation&)> run;
};

const QList<Command>& commands();
const Command* findCommand(const QString& name);

}  // namespace offprint::cli
