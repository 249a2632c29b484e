#pragma once
#include <functional>
#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

#include "app/core/Resources.h"
#include "app/core/Result.h"

namespace offprint {
class Typesetter;
}

namespace offprint::cli {

/// Exit status of cli.md.
enum ExitStatus { Done = 0, DoneWithErrors = 1, WrongUsage = 2, NotDone = 3 };

/// What a command gets: its arguments and options by name ("LIBRARY", "--kind"), and the program's data.
struct Invocation {
  QHash<QString, QStringList> given;
  Resources resources;
  Typesetter* typesetter = nullptr;  ///< for commands that draw

  bool has(const QString& name) const { return given.contains(name); }
  QString value(const QString& name) const { return given.value(name).value(0); }
  QStringList values(const QString& name) const { return given.value(name); }
};

/// A word that stands by its place.
struct Argument {
  QString name;  ///< "LIBRARY"
  QString help;
  bool required = true;
  bool repeated = false;
  bool stream = false;  ///< may be "-", standard input or output; of the others none is a place of that name
};

/// A word that begins with "--".
struct Option {
  QString name;   ///< "--kind"
  QString value;  ///< name of what follows, "K"; empty: a switch
  QString help;
  bool repeated = false;
};

/// One command. To add one: one .cpp with a function that returns its descriptor (declared in Commands.h),
/// and one line in commands(). Parsing, `help` and the list of commands come from the descriptor.
struct Command {
  QString name;
  QString summary;  ///< one sentence
  QList<Argument> arguments;
  QList<Option> options;
  QStringList examples;  ///< whole command lines; at least one
  std::function<int(const Invocation&)> run;
  bool draws = false;  ///< makes pages: gets a typesetter, and runs on a thread beside the web engine's
  QString details{};   ///< what help() says between the options and the examples; whole lines

  /// "offprint list LIBRARY [--kind K] [--json]"
  QString synopsis() const;
  /// Synopsis, arguments, options and examples as plain text.
  QString help() const;
};

/// Lines of two columns, the first as wide as its widest entry.
QString columns(const QList<std::pair<QString, QString>>& rows);

const QList<Command>& commands();
const Command* findCommand(const QString& name);

/// Reads the words after the command's name. InvalidInput names the unknown, missing or superfluous word.
Result<Invocation> parse(const Command& command, const QStringList& words, const Resources& resources);

/// True when the program was called with a command, or with a first word that is neither a library nor an
/// option of the window system: everything else opens the window.
bool isCommandLine(int argc, char** argv);
/// The sentence about an option that the program itself does not have.
QString unknownOption(const QString& word);
/// Runs one command without a window, and without the web engine where the command does not draw. Returns the
/// exit status.
int runCommandLine(int argc, char** argv);

}  // namespace offprint::cli
